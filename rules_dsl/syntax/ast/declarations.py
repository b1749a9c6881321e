"""Declarations at column 0."""

from __future__ import annotations

from dataclasses import dataclass

from rules_dsl.kinds import ClaimMode, EndingKind, FileKind
from rules_dsl.source import Span, span_field
from rules_dsl.syntax.ast.examples import BestDecl, CountDecl, ExampleDecl, ReplayDecl
from rules_dsl.syntax.ast.expressions import Argument, Expr, GeneratorClause, Name, Tag, TextLit
from rules_dsl.syntax.ast.pictures import ShowDecl
from rules_dsl.syntax.ast.relations import RelateDecl
from rules_dsl.syntax.ast.sentences import SayDecl
from rules_dsl.syntax.ast.statements import Stmt
from rules_dsl.syntax.ast.types import TypeExpr, Variant


@dataclass(frozen=True, slots=True)
class Header:
    """`rules 1` and `game Name "title"`; `kind` is game, puzzle or library."""

    version: int
    kind: FileKind
    name: Name
    title: TextLit | None = None
    doc: str = ""
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Use:
    """`use std.grid with width = 8 as small when c`; `path` is `std.grid` or a file name, `is_file` tells which."""

    path: str
    is_file: bool
    settings: tuple[Argument, ...] = ()
    alias: Name | None = None
    condition: Expr | None = None
    doc: str = ""
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class ExtendType:
    name: Name
    variants: tuple[Variant, ...]
    doc: str = ""
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class ExtendTable:
    name: Name
    source: TableSource
    doc: str = ""
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class PlayersDecl:
    """`players White, Black` (names) or `players 2..4 = 2 named …` (low, high, default, names)."""

    names: tuple[Variant, ...] = ()
    low: Expr | None = None
    high: Expr | None = None
    default: Expr | None = None
    doc: str = ""
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class TypeDecl:
    name: Name
    type: TypeExpr
    is_open: bool = False
    private: bool = False
    doc: str = ""
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class OptionDecl:
    """`needs` are conditions on options: the game is refused where one fails."""

    name: Name
    type: TypeExpr
    default: Expr
    text: TextLit | None = None
    tags: tuple[Tag, ...] = ()
    needs: tuple[Needs, ...] = ()
    doc: str = ""
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class ReadingDecl:
    name: Name
    values: tuple[Variant, ...]
    text: TextLit | None = None
    tags: tuple[Tag, ...] = ()
    doc: str = ""
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class LegendLine:
    character: TextLit
    value: Expr
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class GivenDecl:
    """`default` is an expression, or None with `rows` for a drawing (both None/empty: the instance must supply it)."""

    name: Name
    type: TypeExpr
    default: Expr | None = None
    legend: tuple[LegendLine, ...] = ()
    rows: tuple[TextLit, ...] = ()
    doc: str = ""
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class InlineRows:
    """A table written in the rule file: column names, then rows of literal expressions."""

    columns: tuple[Name, ...]
    rows: tuple[tuple[Expr, ...], ...]
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class FileRows:
    """`from "data/x.toml" at "key"`."""

    path: TextLit
    key: TextLit | None = None
    span: Span = span_field()


TableSource = InlineRows | FileRows


@dataclass(frozen=True, slots=True)
class TableDecl:
    name: Name
    row: TypeExpr
    source: TableSource
    is_open: bool = False
    private: bool = False
    doc: str = ""
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class ParameterDecl:
    """`name: type` or `name in domain`: exactly one of `type` and `domain` is set."""

    name: Name
    type: TypeExpr | None = None
    domain: Expr | None = None
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class DefineDecl:
    name: Name
    parameters: tuple[ParameterDecl, ...]
    result: TypeExpr | None
    body: Expr
    private: bool = False
    tags: tuple[Tag, ...] = ()
    doc: str = ""
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class VarDecl:
    """`seen` is None (everybody), a Ref `owner` or `none`, or an expression."""

    name: Name
    type: TypeExpr
    initial: Expr | None = None
    seen: Expr | None = None
    doc: str = ""
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class StateDecl:
    variables: tuple[VarDecl, ...]
    doc: str = ""
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Needs:
    condition: Expr
    reason: TextLit | None = None
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Ensures:
    condition: Expr
    reason: TextLit | None = None
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class LetClause:
    name: Name
    value: Expr
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Does:
    body: tuple[Stmt, ...]
    span: Span = span_field()


ActionClause = Needs | Ensures | LetClause | Does


@dataclass(frozen=True, slots=True)
class ActionDecl:
    name: Name
    parameters: tuple[ParameterDecl, ...]
    clauses: tuple[ActionClause, ...]
    tags: tuple[Tag, ...] = ()
    doc: str = ""
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class EventDecl:
    name: Name
    parameters: tuple[ParameterDecl, ...]
    clauses: tuple[ActionClause, ...]
    tags: tuple[Tag, ...] = ()
    doc: str = ""
    span: Span = span_field()


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
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class WheneverDecl:
    name: Name
    parameters: tuple[ParameterDecl, ...]
    condition: Expr
    clauses: tuple[ActionClause, ...]
    tags: tuple[Tag, ...] = ()
    doc: str = ""
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class PlayDecl:
    """The main `play` (name None) or a sub-play."""

    name: Name | None
    parameters: tuple[ParameterDecl, ...]
    body: tuple[Stmt, ...]
    tags: tuple[Tag, ...] = ()
    doc: str = ""
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class EndDecl:
    """`kind` is end, goal, win, lose or draw; `who` an expression, or a parameter `p: Player` that tries each player."""

    kind: EndingKind
    condition: Expr
    who: Expr | ParameterDecl | None = None
    tags: tuple[Tag, ...] = ()
    doc: str = ""
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class ScoreLineDecl:
    label: str
    value: Expr
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class ScoreDecl:
    parameter: ParameterDecl | None
    lines: tuple[ScoreLineDecl, ...]
    tags: tuple[Tag, ...] = ()
    doc: str = ""
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class ClaimDecl:
    """`mode` is always, never, sometimes, leads or terminates; `then` is the goal of `leads`, `falling` by what one sees that play ends."""

    mode: ClaimMode
    label: TextLit
    condition: Expr | None = None
    then: Expr | None = None
    tags: tuple[Tag, ...] = ()
    doc: str = ""
    falling: tuple[Expr, ...] = ()
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class BoundDecl:
    label: TextLit
    value: Expr
    tags: tuple[Tag, ...] = ()
    doc: str = ""
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class DominatesDecl:
    """`grades` are parts of the state, with a minus where less is better."""

    label: TextLit
    grades: tuple[Expr, ...]
    tags: tuple[Tag, ...] = ()
    doc: str = ""
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class FindDecl:
    name: Name
    type: TypeExpr
    doc: str = ""
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class RuleDecl:
    """`rule row: for r in D: expr "reason"`; several `for` may be nested."""

    name: Name
    each: tuple[GeneratorClause, ...]
    condition: Expr
    reason: TextLit | None = None
    tags: tuple[Tag, ...] = ()
    doc: str = ""
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class UniqueDecl:
    doc: str = ""
    span: Span = span_field()


Block = (
    Use | ExtendType | ExtendTable | PlayersDecl | TypeDecl | OptionDecl | ReadingDecl | GivenDecl | TableDecl | DefineDecl
    | StateDecl | ActionDecl | EventDecl | ExceptionDecl | WheneverDecl | PlayDecl | EndDecl | ScoreDecl | ClaimDecl | BoundDecl | DominatesDecl
    | ExampleDecl | CountDecl | ReplayDecl | BestDecl | FindDecl | RuleDecl | UniqueDecl | RelateDecl | ShowDecl | SayDecl
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class File:
    """A parsed file: header (None if it was wrong) and the blocks that parsed, in order."""

    header: Header | None
    blocks: tuple[Block, ...]
    span: Span = span_field()
