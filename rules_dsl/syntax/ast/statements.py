"""Statements of effects and of play."""

from __future__ import annotations

from dataclasses import dataclass

from rules_dsl.kinds import AssignOperator
from rules_dsl.source import Span, span_field
from rules_dsl.syntax.ast.expressions import Argument, Expr, Name


@dataclass(frozen=True, slots=True)
class AssignStmt:
    """`operator` is `=`, `+=` or `-=`; the target is a Ref, Subscript or Dot chain."""

    target: Expr
    operator: AssignOperator
    value: Expr
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class LetStmt:
    name: Name
    value: Expr
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class WhenStmt:
    """`when … else when … else …`; an `else when` is a When inside `otherwise`."""

    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class ForStmt:
    """`for x in S`; with `at_once`, everybody chooses before anybody sees."""

    name: Name
    domain: Expr
    body: tuple[Stmt, ...]
    at_once: bool = False
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class ChooseValueStmt:
    name: Name
    domain: Expr
    condition: Expr | None = None
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class ChooseActionStmt:
    """`choose a, b by p` with an optional `else` block (None when absent)."""

    actions: tuple[Name, ...]
    by: Expr | None = None
    otherwise: tuple[Stmt, ...] | None = None
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class RollStmt:
    name: Name
    domain: Expr
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class DrawStmt:
    name: Name
    source: Expr
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class ShuffleStmt:
    deck: Expr
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class PutStmt:
    """`put e on d` (known top) or `put e into d` (unseen part); `where` is `on` or `into`."""

    value: Expr
    where: str
    deck: Expr
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class DoStmt:
    """A call of an event or a sub-play."""

    name: Name
    arguments: tuple[Argument, ...] = ()
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class LoopStmt:
    until: Expr | None
    body: tuple[Stmt, ...]
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class RepeatStmt:
    times: Expr
    name: Name | None
    body: tuple[Stmt, ...]
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class LeaveStmt:
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class StopStmt:
    span: Span = span_field()


Stmt = (
    AssignStmt | LetStmt | WhenStmt | ForStmt | ChooseValueStmt | ChooseActionStmt | RollStmt | DrawStmt | ShuffleStmt | PutStmt | DoStmt | LoopStmt | RepeatStmt | LeaveStmt | StopStmt
)  # fmt: skip
