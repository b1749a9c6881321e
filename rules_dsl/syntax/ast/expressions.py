"""Expressions of the syntax tree."""

from __future__ import annotations

from dataclasses import dataclass

from rules_dsl.ir.folds import FoldKind
from rules_dsl.kinds import UnaryOperator, WalkKind, WrittenOperator
from rules_dsl.source import Span, span_field


@dataclass(frozen=True, slots=True)
class Name:
    """An identifier where it was written."""

    text: str
    span: Span = span_field()

    def __str__(self) -> str:
        return self.text


# -- expressions ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class IntLit:
    value: int
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class BoolLit:
    value: bool
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class TextLit:
    """A string; `parts` alternates plain text and interpolated expressions in order."""

    parts: tuple[str | Expr, ...]
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Tag:
    """`@rule "UR 7, 14"`."""

    name: Name
    text: TextLit
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Ref:
    """A bare name: variable, value, type, table, define, builtin word (`none`, `nothing`, `all`, `player`, `players`)."""

    name: str
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class DotExpr:
    """`base.field`, `Type.value` or `module.name`."""

    base: Expr
    name: Name
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class SubscriptExpr:
    base: Expr
    key: Expr
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Argument:
    """A call's argument; `name` for `Cell(column = 3)`."""

    name: Name | None
    value: Expr
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class CallExpr:
    """`f(a, b)`, a record `Cell(1, 2)`, or a builtin."""

    function: Expr
    arguments: tuple[Argument, ...]
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class GeneratorClause:
    name: Name
    domain: Expr
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class WhereClause:
    condition: Expr
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class WhileClause:
    condition: Expr
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class UntilClause:
    condition: Expr
    span: Span = span_field()


Clause = GeneratorClause | WhereClause | WhileClause | UntilClause


@dataclass(frozen=True, slots=True)
class FoldExpr:
    """`sum(item for x in S where c)`; `kind` is the word before the bracket, `set`, `list` or `map` for literals.

    `by` is the measure of `highest(x by e for …)`; `default` the `else` value; `key` the key of a map comprehension.
    """

    kind: FoldKind
    item: Expr
    clauses: tuple[Clause, ...]
    key: Expr | None = None
    by: Expr | None = None
    default: Expr | None = None
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class WalkExpr:
    """`reach(S via c: e)`, `distance(S, T via c: e)`, `nearest(S, T via c: e)`."""

    kind: WalkKind
    start: Expr
    target: Expr | None
    name: Name
    step: Expr
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class SetLit:
    """`{a, b}`; `{}` is the empty set, map or bag."""

    items: tuple[Expr, ...]
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class MapLit:
    """`{a: x, b: y}`; keys not written take the zero."""

    entries: tuple[tuple[Expr, Expr], ...]
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class ListLit:
    items: tuple[Expr, ...]
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class UnaryExpr:
    """`not` or `-`."""

    operator: UnaryOperator
    operand: Expr
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class BinaryExpr:
    """`implies or and == != < <= > >= in` `not in` `+ - * / %`."""

    operator: WrittenOperator
    left: Expr
    right: Expr
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class IfElseExpr:
    condition: Expr
    then: Expr
    otherwise: Expr
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class RangeExpr:
    """`low..high` as a domain."""

    low: Expr
    high: Expr
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class WithFieldsExpr:
    """`r with f = e, g = h`."""

    base: Expr
    fields: tuple[Argument, ...]
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class LetInExpr:
    """`let x = e` lines before the expression of a define."""

    name: Name
    value: Expr
    body: Expr
    span: Span = span_field()


Expr = (
    IntLit | BoolLit | TextLit | Ref | DotExpr | SubscriptExpr | CallExpr | FoldExpr | WalkExpr | SetLit | MapLit | ListLit
    | UnaryExpr | BinaryExpr | IfElseExpr | RangeExpr | WithFieldsExpr | LetInExpr
)  # fmt: skip
