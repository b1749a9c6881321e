"""Statements of effects and of play."""

from __future__ import annotations

from dataclasses import dataclass

from rules_dsl.source import Span, spanned
from rules_dsl.syntax.ast.expressions import Argument, Expr, Name


@dataclass(frozen=True, slots=True)
class Assign:
    """`operator` is `=`, `+=` or `-=`; the target is a Ref, Subscript or Dot chain."""

    target: Expr
    operator: str
    value: Expr
    span: Span = spanned()


@dataclass(frozen=True, slots=True)
class Let:
    name: Name
    value: Expr
    span: Span = spanned()


@dataclass(frozen=True, slots=True)
class When:
    """`when … else when … else …`; an `else when` is a When inside `otherwise`."""

    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()
    span: Span = spanned()


@dataclass(frozen=True, slots=True)
class For:
    """`for x in S`; with `at_once`, everybody chooses before anybody sees."""

    name: Name
    domain: Expr
    body: tuple[Stmt, ...]
    at_once: bool = False
    span: Span = spanned()


@dataclass(frozen=True, slots=True)
class ChooseValue:
    name: Name
    domain: Expr
    condition: Expr | None = None
    span: Span = spanned()


@dataclass(frozen=True, slots=True)
class ChooseAction:
    """`choose a, b by p` with an optional `else` block (None when absent)."""

    actions: tuple[Name, ...]
    by: Expr | None = None
    otherwise: tuple[Stmt, ...] | None = None
    span: Span = spanned()


@dataclass(frozen=True, slots=True)
class Roll:
    name: Name
    domain: Expr
    span: Span = spanned()


@dataclass(frozen=True, slots=True)
class Draw:
    name: Name
    source: Expr
    span: Span = spanned()


@dataclass(frozen=True, slots=True)
class Shuffle:
    deck: Expr
    span: Span = spanned()


@dataclass(frozen=True, slots=True)
class Put:
    """`put e on d` (known top) or `put e into d` (unseen part); `where` is `on` or `into`."""

    value: Expr
    where: str
    deck: Expr
    span: Span = spanned()


@dataclass(frozen=True, slots=True)
class Do:
    """A call of an event or a sub-play."""

    name: Name
    arguments: tuple[Argument, ...] = ()
    span: Span = spanned()


@dataclass(frozen=True, slots=True)
class Loop:
    until: Expr | None
    body: tuple[Stmt, ...]
    span: Span = spanned()


@dataclass(frozen=True, slots=True)
class Repeat:
    times: Expr
    name: Name | None
    body: tuple[Stmt, ...]
    span: Span = spanned()


@dataclass(frozen=True, slots=True)
class Leave:
    span: Span = spanned()


@dataclass(frozen=True, slots=True)
class Stop:
    span: Span = spanned()


Stmt = (
    Assign | Let | When | For | ChooseValue | ChooseAction | Roll | Draw | Shuffle | Put | Do | Loop | Repeat | Leave | Stop
)  # fmt: skip
