"""Blocks that say what is true of the rules: examples, counts, replays, best scores."""

from __future__ import annotations

from dataclasses import dataclass

from rules_dsl.kinds import CountedThing
from rules_dsl.source import Span, span_field
from rules_dsl.syntax.ast.expressions import Argument, Expr, Name, Tag, TextLit


@dataclass(frozen=True, slots=True)
class SetOption:
    """`option rounds = 4` inside an example or count."""

    name: Name
    value: Expr
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class GivenStepDecl:
    """`given x = e`; for a drawing `rows` and no value."""

    target: Expr
    value: Expr | None = None
    rows: tuple[TextLit, ...] = ()
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class AtStepDecl:
    name: Name
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class MoveCall:
    """`pick(Apple, 2)`, `rest`, or a chance outcome `d = 5` (then `outcome` is set)."""

    name: Name
    arguments: tuple[Expr, ...] = ()
    outcome: Expr | None = None
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class PlayStepDecl:
    moves: tuple[MoveCall, ...]
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class RunStepDecl:
    name: Name
    arguments: tuple[Argument, ...] = ()
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class ThenStepDecl:
    condition: Expr
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class RefusedStepDecl:
    """The last move played before it was refused, for this reason (any reason when None)."""

    reason: TextLit | None = None
    span: Span = span_field()
ExampleStep = SetOption | GivenStepDecl | AtStepDecl | PlayStepDecl | RunStepDecl | ThenStepDecl | RefusedStepDecl


@dataclass(frozen=True, slots=True)
class ExampleDecl:
    label: TextLit
    steps: tuple[ExampleStep, ...]
    tags: tuple[Tag, ...] = ()
    doc: str = ""
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class CountDecl:
    """`count depth 4 == n`, `count states == n`, `count games == n`; `what` is depth, states or games."""

    what: CountedThing
    depth: Expr | None
    expected: Expr
    label: TextLit | None = None
    steps: tuple[SetOption | GivenStepDecl, ...] = ()
    doc: str = ""
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class ReplayDecl:
    """`play "file.play"`."""

    path: TextLit
    doc: str = ""
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class BestDecl:
    """`best score at least 12 proof "f.play"` or `best score exactly 12`."""

    exact: bool
    value: Expr
    proof: TextLit | None = None
    doc: str = ""
    span: Span = span_field()
