"""What was written: one frozen class per construct, with its span, nothing resolved.

`span` is left out of comparisons, so two texts that differ only in layout have equal trees.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rules_dsl.source import NOWHERE, Span


def _span() -> Span:
    return field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Name:
    """An identifier where it was written."""

    text: str
    span: Span = _span()

    def __str__(self) -> str:
        return self.text


# -- expressions ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class IntLit:
    value: int
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class BoolLit:
    value: bool
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class TextLit:
    """A string; `parts` alternates plain text and interpolated expressions in order."""

    parts: tuple[str | Expr, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Ref:
    """A bare name: variable, value, type, table, define, builtin word (`none`, `nothing`, `all`, `player`, `players`)."""

    name: str
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Dot:
    """`base.field`, `Type.value` or `module.name`."""

    base: Expr
    name: Name
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Subscript:
    base: Expr
    key: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Argument:
    """A call's argument; `name` for `Cell(column = 3)`."""

    name: Name | None
    value: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Call:
    """`f(a, b)`, a record `Cell(1, 2)`, or a builtin."""

    function: Expr
    arguments: tuple[Argument, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Each:
    name: Name
    domain: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Where:
    condition: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class While:
    condition: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Until:
    condition: Expr
    span: Span = _span()


Clause = Each | Where | While | Until


@dataclass(frozen=True, slots=True)
class Fold:
    """`sum(item for x in S where c)`; `kind` is the word before the bracket, `set`, `list` or `map` for literals.

    `by` is the measure of `highest(x by e for …)`; `default` the `else` value; `key` the key of a map comprehension.
    """

    kind: str
    item: Expr
    clauses: tuple[Clause, ...]
    key: Expr | None = None
    by: Expr | None = None
    default: Expr | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Walk:
    """`reach(S via c: e)`, `distance(S, T via c: e)`, `nearest(S, T via c: e)`."""

    kind: str
    start: Expr
    target: Expr | None
    name: Name
    step: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class SetLit:
    """`{a, b}`; `{}` is the empty set, map or bag."""

    items: tuple[Expr, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class MapLit:
    """`{a: x, b: y}`; keys not written take the zero."""

    entries: tuple[tuple[Expr, Expr], ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ListLit:
    items: tuple[Expr, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Unary:
    """`not` or `-`."""

    operator: str
    operand: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Binary:
    """`implies or and == != < <= > >= in` `not in` `+ - * / %`."""

    operator: str
    left: Expr
    right: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class IfElse:
    condition: Expr
    then: Expr
    otherwise: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class RangeExpr:
    """`low..high` as a domain."""

    low: Expr
    high: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class WithFields:
    """`r with f = e, g = h`."""

    base: Expr
    fields: tuple[Argument, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class LetIn:
    """`let x = e` lines before the expression of a define."""

    name: Name
    value: Expr
    body: Expr
    span: Span = _span()


Expr = (
    IntLit | BoolLit | TextLit | Ref | Dot | Subscript | Call | Fold | Walk | SetLit | MapLit | ListLit
    | Unary | Binary | IfElse | RangeExpr | WithFields | LetIn
)  # fmt: skip

# -- types ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NamedType:
    """`Bool`, `Player`, `Fruit`, `small.Cell` (dotted)."""

    name: str
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class RangeType:
    low: Expr
    high: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class OptionalOf:
    item: TypeExpr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class MapOf:
    key: TypeExpr
    value: TypeExpr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class CollectionOf:
    """`set of T`, `bag of T up to n`, `list of T up to n`, `deck of T up to n`; `kind` is the first word."""

    kind: str
    item: TypeExpr
    most: Expr | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class FieldDecl:
    name: Name
    type: TypeExpr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class RecordOf:
    fields: tuple[FieldDecl, ...]
    shown: TextLit | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Variant:
    name: Name
    sign: TextLit | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class EnumOf:
    variants: tuple[Variant, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class AlikeOf:
    size: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class DrawingOf:
    item: TypeExpr
    span: Span = _span()


TypeExpr = NamedType | RangeType | OptionalOf | MapOf | CollectionOf | RecordOf | EnumOf | AlikeOf | DrawingOf

# -- statements -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Assign:
    """`operator` is `=`, `+=` or `-=`; the target is a Ref, Subscript or Dot chain."""

    target: Expr
    operator: str
    value: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Let:
    name: Name
    value: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class When:
    """`when … else when … else …`; an `else when` is a When inside `otherwise`."""

    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class For:
    """`for x in S`; with `at_once`, everybody chooses before anybody sees."""

    name: Name
    domain: Expr
    body: tuple[Stmt, ...]
    at_once: bool = False
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ChooseValue:
    name: Name
    domain: Expr
    condition: Expr | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ChooseAction:
    """`choose a, b by p` with an optional `else` block (None when absent)."""

    actions: tuple[Name, ...]
    by: Expr | None = None
    otherwise: tuple[Stmt, ...] | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Roll:
    name: Name
    domain: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Draw:
    name: Name
    source: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Shuffle:
    deck: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Put:
    """`put e on d` (known top) or `put e into d` (unseen part); `where` is `on` or `into`."""

    value: Expr
    where: str
    deck: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Do:
    """A call of an event or a sub-play."""

    name: Name
    arguments: tuple[Argument, ...] = ()
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Loop:
    until: Expr | None
    body: tuple[Stmt, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Repeat:
    times: Expr
    name: Name | None
    body: tuple[Stmt, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Leave:
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Stop:
    span: Span = _span()


Stmt = (
    Assign | Let | When | For | ChooseValue | ChooseAction | Roll | Draw | Shuffle | Put | Do | Loop | Repeat | Leave | Stop
)  # fmt: skip

# -- declarations -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tag:
    """`@rule "UR 7, 14"`."""

    name: Name
    text: TextLit
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Header:
    """`rules 1` and `game Name "title"`; `kind` is game, puzzle or library."""

    version: int
    kind: str
    name: Name
    title: TextLit | None = None
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Use:
    """`use std.grid with width = 8 as small when c`; `path` is `std.grid` or a file name, `is_file` tells which."""

    path: str
    is_file: bool
    settings: tuple[Argument, ...] = ()
    alias: Name | None = None
    condition: Expr | None = None
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ExtendType:
    name: Name
    variants: tuple[Variant, ...]
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ExtendTable:
    name: Name
    source: TableSource
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class PlayersDecl:
    """`players White, Black` (names) or `players 2..4 = 2 named …` (low, high, default, names)."""

    names: tuple[Variant, ...] = ()
    low: Expr | None = None
    high: Expr | None = None
    default: Expr | None = None
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class TypeDecl:
    name: Name
    type: TypeExpr
    is_open: bool = False
    private: bool = False
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class OptionDecl:
    name: Name
    type: TypeExpr
    default: Expr
    text: TextLit | None = None
    tags: tuple[Tag, ...] = ()
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ReadingDecl:
    name: Name
    values: tuple[Variant, ...]
    text: TextLit | None = None
    tags: tuple[Tag, ...] = ()
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class LegendLine:
    character: TextLit
    value: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class GivenDecl:
    """`default` is an expression, or None with `rows` for a drawing (both None/empty: the instance must supply it)."""

    name: Name
    type: TypeExpr
    default: Expr | None = None
    legend: tuple[LegendLine, ...] = ()
    rows: tuple[TextLit, ...] = ()
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class InlineRows:
    """A table written in the rule file: column names, then rows of literal expressions."""

    columns: tuple[Name, ...]
    rows: tuple[tuple[Expr, ...], ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class FileRows:
    """`from "data/x.toml" at "key"`."""

    path: TextLit
    key: TextLit | None = None
    span: Span = _span()


TableSource = InlineRows | FileRows


@dataclass(frozen=True, slots=True)
class TableDecl:
    name: Name
    row: TypeExpr
    source: TableSource
    is_open: bool = False
    private: bool = False
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Parameter:
    """`name: type` or `name in domain`: exactly one of `type` and `domain` is set."""

    name: Name
    type: TypeExpr | None = None
    domain: Expr | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class DefineDecl:
    name: Name
    parameters: tuple[Parameter, ...]
    result: TypeExpr | None
    body: Expr
    private: bool = False
    tags: tuple[Tag, ...] = ()
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class VarDecl:
    """`seen` is None (everybody), a Ref `owner` or `none`, or an expression."""

    name: Name
    type: TypeExpr
    initial: Expr | None = None
    seen: Expr | None = None
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class StateDecl:
    variables: tuple[VarDecl, ...]
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Needs:
    condition: Expr
    reason: TextLit | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Ensures:
    condition: Expr
    reason: TextLit | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class LetClause:
    name: Name
    value: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Does:
    body: tuple[Stmt, ...]
    span: Span = _span()


ActionClause = Needs | Ensures | LetClause | Does


@dataclass(frozen=True, slots=True)
class ActionDecl:
    name: Name
    parameters: tuple[Parameter, ...]
    clauses: tuple[ActionClause, ...]
    tags: tuple[Tag, ...] = ()
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class EventDecl:
    name: Name
    parameters: tuple[Parameter, ...]
    clauses: tuple[ActionClause, ...]
    tags: tuple[Tag, ...] = ()
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ExceptionDecl:
    """`instead of A when C as name before other` (replaces) or `also for …` (adds)."""

    replaces: bool
    action: Name
    condition: Expr
    name: Name | None
    before: tuple[Name, ...]
    clauses: tuple[ActionClause, ...]
    tags: tuple[Tag, ...] = ()
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class WheneverDecl:
    name: Name
    parameters: tuple[Parameter, ...]
    condition: Expr
    clauses: tuple[ActionClause, ...]
    tags: tuple[Tag, ...] = ()
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class PlayDecl:
    """The main `play` (name None) or a sub-play."""

    name: Name | None
    parameters: tuple[Parameter, ...]
    body: tuple[Stmt, ...]
    tags: tuple[Tag, ...] = ()
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class EndDecl:
    """`kind` is end, goal, win, lose or draw; `who` an expression, or a parameter `p: Player` that tries each player."""

    kind: str
    condition: Expr
    who: Expr | Parameter | None = None
    tags: tuple[Tag, ...] = ()
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ScoreLine:
    label: str
    value: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ScoreDecl:
    parameter: Parameter | None
    lines: tuple[ScoreLine, ...]
    tags: tuple[Tag, ...] = ()
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ClaimDecl:
    """`mode` is always, never, sometimes, leads or terminates; `then` is the goal of `leads`."""

    mode: str
    label: TextLit
    condition: Expr | None = None
    then: Expr | None = None
    tags: tuple[Tag, ...] = ()
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class BoundDecl:
    label: TextLit
    value: Expr
    tags: tuple[Tag, ...] = ()
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class SetOption:
    """`option rounds = 4` inside an example or count."""

    name: Name
    value: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class GivenStep:
    """`given x = e`; for a drawing `rows` and no value."""

    target: Expr
    value: Expr | None = None
    rows: tuple[TextLit, ...] = ()
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class AtStep:
    name: Name
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class MoveCall:
    """`pick(Apple, 2)`, `rest`, or a chance outcome `d = 5` (then `outcome` is set)."""

    name: Name
    arguments: tuple[Expr, ...] = ()
    outcome: Expr | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class PlayStep:
    moves: tuple[MoveCall, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class RunStep:
    name: Name
    arguments: tuple[Argument, ...] = ()
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ThenStep:
    condition: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class RefusedStep:
    """The last move played before it was refused, for this reason (any reason when None)."""

    reason: TextLit | None = None
    span: Span = _span()


ExampleStep = SetOption | GivenStep | AtStep | PlayStep | RunStep | ThenStep | RefusedStep


@dataclass(frozen=True, slots=True)
class ExampleDecl:
    label: TextLit
    steps: tuple[ExampleStep, ...]
    tags: tuple[Tag, ...] = ()
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class CountDecl:
    """`count depth 4 == n`, `count states == n`, `count games == n`; `what` is depth, states or games."""

    what: str
    depth: Expr | None
    expected: Expr
    label: TextLit | None = None
    steps: tuple[SetOption | GivenStep, ...] = ()
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ReplayDecl:
    """`play "file.play"`."""

    path: TextLit
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class BestDecl:
    """`best score at least 12 proof "f.play"` or `best score exactly 12`."""

    exact: bool
    value: Expr
    proof: TextLit | None = None
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class FindDecl:
    name: Name
    type: TypeExpr
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class RuleDecl:
    """`rule row: for r in D: expr "reason"`; several `for` may be nested."""

    name: Name
    each: tuple[Each, ...]
    condition: Expr
    reason: TextLit | None = None
    tags: tuple[Tag, ...] = ()
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class UniqueDecl:
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ShowText:
    text: TextLit
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ShowEach:
    name: Name
    domain: Expr
    text: TextLit
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Fill:
    """`"green" when c`, or a last colour without condition."""

    colour: TextLit
    condition: Expr | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ShowGrid:
    type: TypeExpr
    name: Name
    text: TextLit
    fills: tuple[Fill, ...] = ()
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ShowTrack:
    label: TextLit
    positions: Expr
    name: Name
    domain: Expr
    at: Expr
    text: TextLit
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ShowNetwork:
    type: TypeExpr
    name: Name
    x: Expr
    y: Expr
    text: TextLit
    other: Name | None = None
    linked: Expr | None = None
    span: Span = _span()


ShowItem = ShowText | ShowEach | ShowGrid | ShowTrack | ShowNetwork


@dataclass(frozen=True, slots=True)
class ShowDecl:
    items: tuple[ShowItem, ...]
    doc: str = ""
    span: Span = _span()


Block = (
    Use | ExtendType | ExtendTable | PlayersDecl | TypeDecl | OptionDecl | ReadingDecl | GivenDecl | TableDecl | DefineDecl
    | StateDecl | ActionDecl | EventDecl | ExceptionDecl | WheneverDecl | PlayDecl | EndDecl | ScoreDecl | ClaimDecl | BoundDecl
    | ExampleDecl | CountDecl | ReplayDecl | BestDecl | FindDecl | RuleDecl | UniqueDecl | ShowDecl
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class File:
    """A parsed file: header (None if it was wrong) and the blocks that parsed, in order."""

    header: Header | None
    blocks: tuple[Block, ...]
    span: Span = _span()
