"""Expressions: every one carries its type and its place."""

from __future__ import annotations

from dataclasses import dataclass

from rules_dsl.ir.folds import FoldKind
from rules_dsl.ir.types import RecordType, Type, Value
from rules_dsl.kinds import BinaryOperator, UnaryOperator, WalkKind
from rules_dsl.source import Span, span_field


@dataclass(frozen=True, slots=True)
class Literal:
    """A value of its type, held as `types` says."""

    value: Value
    type: Type
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Local:
    """A parameter, a bound name of a fold, a `let`."""

    name: str
    type: Type
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Var:
    """A state variable."""

    name: str
    type: Type
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Const:
    """A named constant of the game: table columns, givens, tabulated functions."""

    name: str
    type: Type
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Index:
    """`base[key]` of a map or bag (total, never fails) or a list (1-based; fails outside)."""

    base: Expr
    key: Expr
    type: Type
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Field:
    base: Expr
    name: str
    type: Type
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Construct:
    """A record from all its fields in order. Fails if a field does not fit its range."""

    arguments: tuple[Expr, ...]
    type: RecordType
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Collect:
    """A set, list, bag or deck written out: `{a, b}`, `[a, b]`; the type says which."""

    items: tuple[Expr, ...]
    type: Type
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class MapOfEntries:
    """A map written out: constant key ordinals not named take `default`."""

    entries: tuple[tuple[Expr, Expr], ...]
    default: Expr
    type: Type
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Convert:
    """A value of one type as another: narrower to wider range, T to T?, set over a part to set over the whole, checked T? to T.

    With `checked`, a value that does not fit stops the play with an error; otherwise it is known to fit.
    """

    value: Expr
    type: Type
    checked: bool = False
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Unary:
    """`not`, `-` (on numbers)."""

    operator: UnaryOperator
    operand: Expr
    type: Type
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Binary:
    """and or implies · == != (any type, both sides of one type) · < <= > >= (numbers, enums by ordinal; <= on sets: subset) ·
    in (element, set | list | bag) · + - * / % (numbers; / and % round down) · min max (numbers) ·
    union difference common (sets) · concat (lists) · add subtract (bags, maps and records of numbers, item by item)."""

    operator: BinaryOperator
    left: Expr
    right: Expr
    type: Type
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class IfElse:
    condition: Expr
    then: Expr
    otherwise: Expr
    type: Type
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class LetIn:
    name: str
    value: Expr
    body: Expr
    type: Type
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a function of the game."""

    function: str
    arguments: tuple[Expr, ...]
    type: Type
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Builtin:
    """One of `BUILTINS`."""

    name: str
    arguments: tuple[Expr, ...]
    type: Type
    span: Span = span_field()


# name → meaning. `letter` and `text` give TextType and occur in templates only.
BUILTINS = {
    "len": "number of items of a set, bag, list or deck",
    "abs": "absolute value",
    "top": "first item of a list; fails on an empty one",
    "last": "last item of a list; fails on an empty one",
    "rest": "a list without its first item; empty of empty",
    "take_last": "(list, n) the last n items, all if fewer",
    "without_last": "(list, n) the list without its last n items",
    "take_first": "(list, n) the first n items, all if fewer",
    "reversed": "the list from back to front",
    "shuffled": "(list, n) the list in the order that the number n brings about",
    "next": "the following value of a countable type, the first after the last",
    "previous": "the value before, the last before the first",
    "number": "1 + ordinal of a countable value",
    "nth": "(n) the value of the result type with number n; fails outside",
    "unseen": "the unseen part of a deck, a bag",
    "known": "the known top part of a deck, a list, top first",
    "members": "a bag or list as the set of what is in it",
    "letter": "1 → a, 2 → b, … 27 → aa (text)",
}


@dataclass(frozen=True, slots=True)
class Domain:
    """All values of a countable type, as something to go through (its type is a set of them)."""

    item: Type
    type: Type
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Range:
    """The numbers low..high, as something to go through; as a value, a set over the interval type."""

    low: Expr
    high: Expr
    type: Type
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Each:
    """For each value of a set (upwards), list (in order) or bag (each value once, upwards)."""

    name: str
    domain: Expr
    type: Type
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Where:
    """Leaves out values for which the condition fails."""

    condition: Expr


@dataclass(frozen=True, slots=True)
class While:
    """Ends the innermost Each before it before the first value that fails."""

    condition: Expr


@dataclass(frozen=True, slots=True)
class Until:
    """Ends the innermost Each before it after the first value that holds (which is kept)."""

    condition: Expr


Clause = Each | Where | While | Until


@dataclass(frozen=True, slots=True)
class Fold:
    """A value made of many items.

    count: items are Bool, the true ones count. min/max: `default` when nothing comes (None: fails). first: optional. map: `key` → item, keys
    never met take the zero. highest/lowest: item x, measure `by`; the set of all x with the best measure.
    """

    kind: FoldKind
    item: Expr
    clauses: tuple[Clause, ...]
    type: Type
    key: Expr | None = None
    by: Expr | None = None
    default: Expr | None = None
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Walk:
    """reach: the set of all values reachable from the set `start` (with it). distance: fewest steps to a member of `target`, or none.
    nearest: the members of `target` at the least distance. `step` is a set or list that may read the local `name`."""

    kind: WalkKind
    start: Expr
    target: Expr | None
    name: str
    step: Expr
    type: Type
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Possible:
    """Has the action a legal move in this state for this player?"""

    action: str
    player: Expr
    type: Type
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Stuck:
    """No move is legal at the decision the automaton stands at (false anywhere else)."""

    type: Type
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Template:
    """Text with values in it; type TEXT."""

    parts: tuple[str | Expr, ...]
    type: Type
    span: Span = span_field()


Expr = (
    Literal | Local | Var | Const | Index | Field | Construct | Collect | MapOfEntries | Convert | Unary | Binary | IfElse | LetIn
    | Call | Builtin | Domain | Range | Fold | Walk | Possible | Stuck | Template
)  # fmt: skip
