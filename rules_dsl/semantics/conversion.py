"""Conversions between types, in one place."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rules_dsl.diagnostics.diagnostic import finding
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BOOL, TEXT, BagType, IntType, ListType, MapType, OptionalType, SetType, Type, is_scalar
from rules_dsl.semantics import narrow
from rules_dsl.semantics.fitting import Fit, describe_type, fit, without_none
from rules_dsl.semantics.poison import holds_poison, is_poison, poison
from rules_dsl.semantics.scope import Scope
from rules_dsl.source import Span

if TYPE_CHECKING:
    from rules_dsl.semantics.elaborate import Elaborator


def convert(elaborator: Elaborator, expr: ir.Expr, target: Type, span: Span, scope: Scope | None = None) -> ir.Expr:
    """`expr` as a value of `target`. In unreachable scopes, numbers out of range are no error."""
    if is_poison(expr) or holds_poison(target):
        return poison(span, target)
    match fit(expr.type, target):
        case Fit.SAME:
            return expr
        case Fit.SAFE:
            return _safely(expr, target)
        case Fit.CHECKED:
            return ir.Convert(expr, target, True, span=expr.span)
        case Fit.MISSING:
            return _missing(elaborator, expr, target, span)
        case Fit.OUTSIDE:
            return _outside(elaborator, expr, target, span, scope)
        case Fit.WRONG:
            return _fill_map(elaborator, expr, target, span, scope) or _wrong(elaborator, expr, target, span)


def truth(elaborator: Elaborator, expr: ir.Expr, span: Span) -> ir.Expr:
    """`expr` if it is true or false."""
    if is_poison(expr):
        return poison(span, BOOL)
    if expr.type == BOOL:
        return expr
    repair = (
        "compare it with something: `… == …`"
        if not isinstance(expr.type, SetType)
        else "ask for its size: `len(…) > 0`"
    )
    if expr.type == TEXT:
        repair = "write a condition"
    elaborator.symbols.report(
        finding(
            "E0408", "a condition is either true or false", span, f"this is {describe_type(expr.type)}", repair=repair
        )
    )
    return poison(span, BOOL)


def _safely(expr: ir.Expr, target: Type) -> ir.Expr:
    if isinstance(expr, ir.Literal) and is_scalar(target):
        return replace(expr, type=target)
    if isinstance(expr, ir.Literal) and isinstance(expr.type, SetType) and expr.value == 0:
        return replace(expr, type=target)
    if isinstance(expr, ir.Convert) and not expr.checked and fit(expr.value.type, target) <= Fit.SAFE:
        return _safely(expr.value, target) if expr.value.type != target else expr.value
    return ir.Convert(expr, target, span=expr.span)


def _fill_map(elaborator: Elaborator, expr: ir.Expr, target: Type, span: Span, scope: Scope | None) -> ir.Expr | None:
    """One value for all keys of a map."""
    if not isinstance(target, MapType) or isinstance(expr.type, MapType):
        return None
    if fit(expr.type, _innermost(target)) == Fit.WRONG:
        return None
    item = convert(elaborator, expr, target.value, span, scope)
    return ir.MapOfEntries((), item, target, span=span)


def _innermost(target: Type) -> Type:
    while isinstance(target, MapType):
        target = target.value
    return target


def show_expression(expr: ir.Expr) -> str:
    """A short expression as the author wrote it, `x` for a longer one."""
    match expr:
        case ir.Var(name) | ir.Const(name):
            return name
        case ir.Local(name):
            return name.rpartition(".")[2].partition("#")[0]
        case ir.Field(base, name):
            return f"{show_expression(base)}.{name}"
        case ir.Index(base, key) if not isinstance(key, ir.Literal):
            return f"{show_expression(base)}[{show_expression(key)}]"
        case _:
            return "x"


def _missing(elaborator: Elaborator, expr: ir.Expr, target: Type, span: Span) -> ir.Expr:
    name = show_expression(expr)
    elaborator.symbols.report(
        finding(
            "E0410",
            f"this may be none, but {describe_type(target)} is needed",
            span,
            f"this is {describe_type(expr.type)}",
            reason="an optional value may be used only where it is known not to be none",
            repair=f"test it first (`{name} != none and …`), give a value for none (`value({name}, …)`), or insist (`the({name})`)",
        )
    )
    return poison(span, target)


def _outside(elaborator: Elaborator, expr: ir.Expr, target: Type, span: Span, scope: Scope | None) -> ir.Expr:
    if scope is not None and narrow.is_unreachable(scope):
        return ir.Convert(expr, target, True, span=expr.span)
    wanted = without_none(target)
    message = f"{_number(expr.type)} is outside {wanted}"
    repair = (
        "change the range or the number" if isinstance(expr, ir.Literal) else "change the range, or write `clamp(…)`"
    )
    elaborator.symbols.report(finding("E0501", message, span, f"this is {describe_type(expr.type)}", repair=repair))
    return poison(span, target)


def _number(type_: Type) -> str:
    shown = without_none(type_)
    if isinstance(shown, IntType) and shown.low == shown.high:
        return str(shown.low)
    return f"a number {shown}"


def _wrong(elaborator: Elaborator, expr: ir.Expr, target: Type, span: Span) -> ir.Expr:
    if expr.type == TEXT:
        repair = "texts are for reasons and pictures; write a value"
        elaborator.symbols.report(
            finding("E0414", "a text is not a value", span, f"{describe_type(target)} is needed here", repair=repair)
        )
        return poison(span, target)
    message = f"{describe_type(target)} is needed, but this is {describe_type(expr.type)}"
    elaborator.symbols.report(
        finding("E0401", message, span, f"this is {describe_type(expr.type)}", repair=_advice(expr.type, target))
    )
    return poison(span, target)


def _advice(source: Type, target: Type) -> str:
    if isinstance(target, SetType) and fit(source, target.item) < Fit.WRONG:
        return "put it into braces: `{…}`"
    if isinstance(target, IntType) and isinstance(source, SetType):
        return "for its size write `len(…)`"
    return f"write {describe_type(target)} here"


def number(elaborator: Elaborator, expr: ir.Expr, span: Span) -> ir.Expr:
    """`expr` if it is a number."""
    if is_poison(expr) or isinstance(expr.type, IntType):
        return expr
    if isinstance(expr.type, OptionalType) and isinstance(expr.type.item, IntType):
        return _missing(elaborator, expr, expr.type.item, span)
    return _no_number(elaborator, expr, span)


def _no_number(elaborator: Elaborator, expr: ir.Expr, span: Span) -> ir.Expr:
    repair = (
        "for its size write `len(…)`" if isinstance(expr.type, SetType | BagType | ListType) else "write a number here"
    )
    elaborator.symbols.report(
        finding(
            "E0401",
            f"a number is needed, but this is {describe_type(expr.type)}",
            span,
            f"this is {describe_type(expr.type)}",
            repair=repair,
        )
    )
    return poison(span)
