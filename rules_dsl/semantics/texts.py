"""Texts: templates of reasons and pictures, and quoted names as values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_dsl.diagnostics.diagnostic import finding
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.texts import parse_value
from rules_dsl.ir.types import TEXT, EnumType, OptionalType, TextType, Type
from rules_dsl.semantics.fitting import describe_type, without_none
from rules_dsl.semantics.poison import holds_poison, is_poison, poison
from rules_dsl.semantics.scope import Scope
from rules_dsl.source import Span
from rules_dsl.syntax import ast

if TYPE_CHECKING:
    from rules_dsl.semantics.elaborate import Elaborator


def text(elaborator: Elaborator, node: ast.TextLit, scope: Scope, hint: Type | None) -> ir.Expr:
    """A text; where a value is wanted, the value that is written so."""
    written = plain(node)
    if hint is None or isinstance(hint, TextType) or written is None:
        return template(elaborator, node, scope)
    if holds_poison(hint):
        return poison(node.span, hint)
    return _value(elaborator, hint, written, node.span)


def plain(node: ast.Expr | None) -> str | None:
    """A text without values in it."""
    if not isinstance(node, ast.TextLit) or any(not isinstance(part, str) for part in node.parts):
        return None
    return "".join(part for part in node.parts if isinstance(part, str))


def template(elaborator: Elaborator, node: ast.TextLit, scope: Scope) -> ir.Expr:
    """A text with values in it."""
    parts = tuple(part if isinstance(part, str) else _show_node(elaborator, part, scope) for part in node.parts)
    return ir.Template(parts, TEXT, span=node.span)


def _show_node(elaborator: Elaborator, node: ast.Expr, scope: Scope) -> ir.Expr:
    if isinstance(node, ast.IfElseExpr):
        return elaborator.infer(node, scope, TEXT)
    expr = elaborator.infer(node, scope)
    return expr if not is_poison(expr) else ir.Template((), TEXT, span=node.span)


def as_text(expr: ir.Expr) -> ir.Expr:
    """A value as a text."""
    return expr if expr.type == TEXT else ir.Template((expr,), TEXT, span=expr.span)


def _value(elaborator: Elaborator, hint: Type, written: str, span: Span) -> ir.Expr:
    wanted = without_none(hint)
    if isinstance(wanted, EnumType) and written in wanted.members:
        return ir.Literal(wanted.members.index(written), wanted, span=span)
    try:
        return ir.Literal(parse_value(hint, written), hint, span=span)
    except ValueError as problem:
        code = "E0310" if isinstance(wanted, EnumType) else "E0414"
        repair = (
            f"write {describe_type(hint)}"
            if not isinstance(hint, OptionalType)
            else f"write {describe_type(hint.item)} or none"
        )
        elaborator.symbols.report(
            finding(code, f'"{written}" is not {describe_type(hint)}: {problem}', span, repair=repair)
        )
        return poison(span, hint)
