"""The parts of a game: functions, actions, reactions, endings, variables, scores, claims."""

from __future__ import annotations

from dataclasses import dataclass

from rules_dsl.ir.nodes.expressions import Expr
from rules_dsl.ir.nodes.statements import Need, Place, Rule, Stmt
from rules_dsl.ir.types import Type, Value
from rules_dsl.kinds import ClaimMode, EndingKind, SeenKind
from rules_dsl.source import Span, span_field


@dataclass(frozen=True, slots=True)
class Parameter:
    """`domain` None: all values of the type. A domain may read earlier parameters and the state."""

    name: str
    type: Type
    domain: Expr | None = None
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Function:
    name: str
    parameters: tuple[Parameter, ...]
    body: Expr
    type: Type
    rule: Rule


@dataclass(frozen=True, slots=True)
class Action:
    """What a player may do. The local `<name>.player` is who decides. Moves are written `title(arguments)`.

    `needs` are tested in order before the body as soon as their parameters are bound; the body may hold further Needs (`ensures`) and
    Chooses. Exceptions are worked in already: replaced bodies stand in Ifs, guarded needs read `guard implies condition`.
    """

    name: str
    title: str
    player: str
    parameters: tuple[Parameter, ...]
    needs: tuple[Need, ...]
    body: tuple[Stmt, ...]
    rule: Rule
    doc: str = ""


@dataclass(frozen=True, slots=True)
class Reaction:
    name: str
    parameters: tuple[Parameter, ...]
    condition: Expr
    body: tuple[Stmt, ...]
    rule: Rule


@dataclass(frozen=True, slots=True)
class Ending:
    """`kind`: end, goal, win, lose, draw. `who` is a player expression; `each` the local that goes through all players."""

    kind: EndingKind
    condition: Expr
    who: Expr | None
    each: str | None
    rule: Rule


@dataclass(frozen=True, slots=True)
class Seen:
    """Who sees a variable: `kind` all, none, owner (map entries by Player key) or by (an expression: player or set of players)."""

    kind: SeenKind
    by: Expr | None = None


@dataclass(frozen=True, slots=True)
class StateVar:
    """`control` marks variables made by the compiler for locals that outlive a decision; their `initial` is their resting value."""

    name: str
    type: Type
    initial: Expr
    seen: Seen
    control: bool = False
    doc: str = ""
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Fact:
    """One figure of a table with what is known of its source; `look` says where on the things of the game it can be read."""

    table: str
    row: str
    field: str
    value: str
    confidence: str
    provenance: str
    where: str
    look: str = ""


@dataclass(frozen=True, slots=True)
class Constant:
    """`role`: table (a column, keyed by row), given, option, computed. Value held as its type says."""

    name: str
    type: Type
    value: Value
    role: str
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """An option or reading as it was set; `values` are all it may take, as texts."""

    name: str
    type: Type
    value: Value
    default: Value
    reading: bool
    text: str
    rule: Rule


@dataclass(frozen=True, slots=True)
class GivenInfo:
    name: str
    type: Type
    required: bool
    legend: tuple[tuple[str, Value], ...] = ()
    doc: str = ""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """`each` is the local of the player when scores are per player."""

    label: str
    value: Expr
    each: str | None
    rule: Rule


@dataclass(frozen=True, slots=True)
class Falling:
    """A number by which one sees that play ends, and how its author wrote it."""

    value: Expr
    source: str


@dataclass(frozen=True, slots=True)
class Claim:
    """`mode`: always, never, sometimes, leads (condition leads to then), terminates (the first of `falling` that a move changes falls)."""

    mode: ClaimMode
    label: str
    condition: Expr
    then: Expr | None
    rule: Rule
    falling: tuple[Falling, ...] = ()


@dataclass(frozen=True, slots=True)
class Bound:
    label: str
    value: Expr
    rule: Rule


@dataclass(frozen=True, slots=True)
class Grade:
    """A part of the state that may be more or less: a number, a truth, a set, a bag, or a map of these. With `less` less is better."""

    place: Place
    less: bool = False


@dataclass(frozen=True, slots=True)
class Dominance:
    """Of two states at one node that differ in these parts only, one that has no less of any is at least as good."""

    label: str
    grades: tuple[Grade, ...]
    rule: Rule
