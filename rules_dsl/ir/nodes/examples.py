"""What a file says of itself: examples, counts, plays, best scores."""

from __future__ import annotations

from dataclasses import dataclass

from rules_dsl.ir.nodes.expressions import Expr
from rules_dsl.ir.nodes.statements import Assign, Rule, Stmt
from rules_dsl.ir.types import Value
from rules_dsl.kinds import CountedThing
from rules_dsl.source import Span, span_field

# examples


@dataclass(frozen=True, slots=True)
class GivenStep:
    """Set state before playing on."""

    assign: Assign


@dataclass(frozen=True, slots=True)
class AtStep:
    section: str
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class MoveStep:
    """A move in the words of the play notation: `pick(Apple, 2)` or `d = 5`."""

    text: str
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class RunStep:
    """Eager statements (an event, then Settle)."""

    body: tuple[Stmt, ...]
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class ThenStep:
    condition: Expr
    source: str
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class RefusedStep:
    """The MoveStep just before must be refused; `reason` is the text expected, or None for any."""

    reason: str | None
    span: Span = span_field()


ExampleStep = GivenStep | AtStep | MoveStep | RunStep | ThenStep | RefusedStep


@dataclass(frozen=True, slots=True)
class Example:
    """`options` and `givens` are what the game is to be loaded with, in the form `load` takes them.

    If they are not those of this game, `ready` is False and there are no steps: load the game with them and take the example of the same
    label there (again, until it is ready: givens are read under the options).
    """

    label: str
    steps: tuple[ExampleStep, ...]
    options: tuple[tuple[str, str], ...]
    givens: tuple[tuple[str, Value], ...]
    rule: Rule
    ready: bool = True


@dataclass(frozen=True, slots=True)
class Count:
    """`what`: depth, states, games. `options`, `givens` and `ready` as for examples; counts keep their order."""

    what: CountedThing
    depth: int
    expected: int
    label: str
    options: tuple[tuple[str, str], ...]
    givens: tuple[tuple[str, Value], ...]
    ready: bool = True
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Replay:
    path: str
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Best:
    exact: bool
    value: int
    proof: str
    span: Span = span_field()
