"""From expressions as they were written to typed IR: the class every other part of `semantics` calls."""

from __future__ import annotations

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import EnumType, Type
from rules_dsl.semantics.scope import Scope, Symbols
from rules_dsl.source import Span
from rules_dsl.syntax import ast

POISON = EnumType("an error", (), "poison")  # the type of what was already reported; hides consequences


class Elaborator:
    """Expressions, conditions, texts, domains and types; findings go to `symbols.report`, a poisoned node comes back."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols

    def expression(self, node: ast.Expr, scope: Scope, expected: Type | None = None) -> ir.Expr:
        """The typed expression, exactly of type `expected` when that is given."""
        return self.poison(node.span, expected)

    def condition(self, node: ast.Expr, scope: Scope) -> ir.Expr:
        """An expression of type Bool."""
        return self.poison(node.span)

    def template(self, node: ast.TextLit, scope: Scope) -> ir.Expr:
        """A text with values in it, of type TEXT."""
        return self.poison(node.span)

    def domain(self, node: ast.Expr, scope: Scope) -> tuple[ir.Expr, Type]:
        """Something to go through (a set, list, bag or range) and the type of its items."""
        return self.poison(node.span), POISON

    def type(self, node: ast.TypeExpr, scope: Scope) -> Type:
        """The type that is written, POISON if there is none."""
        return POISON

    def parameters(self, nodes: tuple[ast.Parameter, ...], scope: Scope) -> tuple[tuple[ir.Parameter, ...], Scope]:
        """Parameters with unique names `owner.name`, and the scope in which they are bound (each sees those before it)."""
        return (), scope

    def arguments(
        self, name: str, parameters: tuple[ir.Parameter, ...], given: tuple[ast.Argument, ...], scope: Scope, span: Span
    ) -> tuple[ir.Expr, ...]:
        """Positional or named arguments, converted to the parameters they belong to; a wrong number is reported."""
        return ()

    def convert(self, expr: ir.Expr, type_: Type, span: Span) -> ir.Expr:
        """The value as another type; `checked` where it may not fit, an error where it cannot."""
        return expr

    def is_poison(self, expr: ir.Expr) -> bool:
        """Was this already reported?"""
        return expr.type == POISON

    def poison(self, span: Span, type_: Type | None = None) -> ir.Expr:
        """A node that stands where something wrong was written."""
        return ir.Local("?", type_ or POISON, span=span)
