"""Statements: effects, needs, choices, chance, and the structured sequence of play."""

from __future__ import annotations

from dataclasses import dataclass

from rules_dsl.ir.nodes.expressions import Expr
from rules_dsl.ir.types import Type
from rules_dsl.source import Span, span_field


@dataclass(frozen=True, slots=True)
class Rule:
    """Where a thing comes from: the name of the action, event, exception, … its place and what it cites (`UR 7, 14`)."""

    name: str
    cites: tuple[str, ...] = ()
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class VarPlace:
    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class ItemPlace:
    """`base[key]` of a map, or of a bag (its count)."""

    base: Place
    key: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class FieldPlace:
    """A field of a record; of a deck `known` (a list, top first) or `unseen` (a bag)."""

    base: Place
    name: str
    type: Type


Place = VarPlace | ItemPlace | FieldPlace


@dataclass(frozen=True, slots=True)
class Assign:
    """`place = value`. The value's type is the place's, up to the range of numbers: with `checked` it may leave it, which stops the play."""

    place: Place
    value: Expr
    checked: bool
    rule: Rule
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Let:
    name: str
    value: Expr
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class If:
    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class For:
    """For each value in the order of `Each`; the domain is read once, before the first."""

    name: str
    domain: Expr
    type: Type
    body: tuple[Stmt, ...]
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Need:
    """The move is legal only if this holds here. `reason` is a Template, or None.

    `implied` (set by the pass `domains`): it holds for all values in the domains of the parameters, so it need not be tested to list moves;
    it still says why a move is refused, before the domain does.
    """

    condition: Expr
    reason: Expr | None
    rule: Rule
    implied: bool = False
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Choose:
    """A choice among the values of the domain for which the condition (which may read `name`) holds: a further parameter of the move.

    Outside an action and after chance it is a decision of its own: of `actor`, if None of the action's player (in play: the first player).
    """

    name: str
    domain: Expr
    condition: Expr | None
    type: Type
    rule: Rule
    actor: Expr | None = None  # who chooses where it is a decision of its own: in events of `play`, after chance
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Chance:
    """`name` takes each value of `domain` with probability weight / sum of weights (weight 0: never). `label` is the name in plays."""

    name: str
    domain: Expr
    weight: Expr | None
    type: Type
    label: str
    rule: Rule
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Require:
    """Stops the play with an error if the condition fails (draw from nothing, exceptions that clash). `message` is a Template."""

    condition: Expr
    message: Expr
    rule: Rule
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Settle:
    """End of a step: run the reactions to their fixed point, then test the endings in order; if one holds the game is over."""

    span: Span = span_field()


# The statements below stand in `Game.play` only and are gone after the pass `automaton`.


@dataclass(frozen=True, slots=True)
class Decide:
    """A decision of `actor` among actions; `otherwise` (None: stuck) runs when no move is legal. Each action ends with its own Settle."""

    actor: Expr
    actions: tuple[str, ...]
    otherwise: tuple[Stmt, ...] | None
    label: str = ""
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Loop:
    """`until` is tested before each round (None: never ends by itself)."""

    until: Expr | None
    body: tuple[Stmt, ...]
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the innermost Loop or For."""

    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Stop:
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Section:
    """The body of a sub-play, put where it is called; `name` is a label that examples can start `at`. Parameters are `Let`s before its body."""

    name: str
    parameters: tuple[Let, ...]
    body: tuple[Stmt, ...]
    span: Span = span_field()


Stmt = Assign | Let | If | For | Need | Choose | Chance | Require | Settle | Decide | Loop | Leave | Stop | Section
