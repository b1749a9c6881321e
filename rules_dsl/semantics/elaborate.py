"""Elaborates expressions into typed IR; the entry point for the rest of `semantics`."""

from __future__ import annotations

from typing import assert_never

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.folds import FOLDS, FoldForm
from rules_dsl.ir.types import BOOL, OptionalType, Type, Value
from rules_dsl.semantics import (
    calls,
    constants,
    conversion,
    domains,
    folds,
    literals,
    names,
    narrow,
    operators,
    parts,
    texts,
    type_exprs,
    walks,
)
from rules_dsl.semantics.poison import POISON, poison
from rules_dsl.semantics.scope import Scope, Symbols
from rules_dsl.source import Span
from rules_dsl.syntax import ast

__all__ = ["POISON", "Elaborator"]


class Elaborator:
    """Expressions, conditions, texts, domains and types; findings go to `symbols.report`, a poisoned node comes back."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols

    def expression(self, node: ast.Expr, scope: Scope, expected: Type | None = None) -> ir.Expr:
        """The typed expression, exactly of type `expected` when that is given."""
        expr = self.infer(node, scope, expected)
        return expr if expected is None else conversion.convert(self, expr, expected, node.span, scope)

    def infer(self, node: ast.Expr, scope: Scope, hint: Type | None = None) -> ir.Expr:
        """The expression with its inferred type; `hint` supplies what only the context knows (`none`, `{}`, shared
        names).
        """
        return narrow.narrow_expression(self._infer(node, scope, _hint_for(node, hint)), scope)

    def _infer(self, node: ast.Expr, scope: Scope, hint: Type | None) -> ir.Expr:
        match node:
            case ast.IntLit(value):
                return literals.number(value, node.span)
            case ast.BoolLit(value):
                return ir.Literal(value, BOOL, span=node.span)
            case ast.TextLit():
                return texts.text(self, node, scope, hint)
            case ast.Ref():
                return names.reference(self, node, scope, hint)
            case ast.DotExpr():
                return parts.dot(self, node, scope)
            case ast.SubscriptExpr():
                return parts.subscript(self, node, scope)
            case ast.CallExpr():
                return calls.call(self, node, scope, hint)
            case ast.FoldExpr():
                return folds.fold(self, node, scope, hint)
            case ast.WalkExpr():
                return walks.walk(self, node, scope, hint)
            case ast.SetLit():
                return literals.braces(self, node, scope, hint)
            case ast.MapLit():
                return literals.map_of_entries(self, node, scope, hint)
            case ast.ListLit():
                return literals.brackets(self, node, scope, hint)
            case ast.UnaryExpr():
                return operators.unary(self, node, scope)
            case ast.BinaryExpr():
                return operators.binary(self, node, scope, hint)
            case ast.IfElseExpr():
                return operators.if_else(self, node, scope, hint)
            case ast.RangeExpr():
                return domains.range_of(self, node, scope)
            case ast.WithFieldsExpr():
                return literals.with_fields(self, node, scope, hint)
            case ast.LetInExpr():
                return operators.let_in(self, node, scope, hint)
            case _:
                assert_never(node)

    def condition(self, node: ast.Expr, scope: Scope) -> ir.Expr:
        """An expression of type Bool."""
        return conversion.truth(self, self.infer(node, scope, BOOL), node.span)

    def template(self, node: ast.TextLit, scope: Scope) -> ir.Expr:
        """A text with values in it, of type TEXT."""
        return texts.template(self, node, scope)

    def domain(self, node: ast.Expr, scope: Scope) -> tuple[ir.Expr, Type]:
        """Something to go through (a set, list, bag or range) and the type of its items."""
        return domains.domain(self, node, scope)

    def type(self, node: ast.TypeExpr, scope: Scope) -> Type:
        """The type that is written, POISON if there is none."""
        return type_exprs.type_of(self, node, scope)

    def constant(self, node: ast.Expr, scope: Scope, expected: Type | None = None) -> Value:
        """The value of an expression that reads no state; None with a diagnostic if there is none."""
        return constants.value_of(self, self.expression(node, scope, expected))

    def parameters(self, nodes: tuple[ast.ParameterDecl, ...], scope: Scope) -> tuple[tuple[ir.Parameter, ...], Scope]:
        """Parameters with unique names `owner.name`, and the scope in which they are bound (each sees those before it)."""
        return calls.parameters(self, nodes, scope)

    def arguments(
        self, name: str, parameters: tuple[ir.Parameter, ...], given: tuple[ast.Argument, ...], scope: Scope, span: Span
    ) -> tuple[ir.Expr, ...]:
        """Positional or named arguments, converted to the parameters they belong to; a wrong number is reported."""
        wanted = [(calls.name_parameter(parameter), parameter.type) for parameter in parameters]
        return calls.arguments(self, name, wanted, given, scope, span)

    def convert(self, expr: ir.Expr, type_: Type, span: Span) -> ir.Expr:
        """The value as another type; `checked` where it may not fit, an error where it cannot."""
        return conversion.convert(self, expr, type_, span)

    def local(self, name: ast.Name, type_: Type, scope: Scope) -> tuple[ir.Local, Scope]:
        """A new local under this name, and the scope in which it is bound."""
        local = ir.Local(self.symbols.fresh(f"{scope.owner}.{name.text}"), type_, span=name.span)
        return local, scope.bind(name.text, local)

    def need(self, name: str) -> None:
        """Ensure that a declared name is elaborated before it is used."""
        pending = self.symbols.pending.get(name)
        if pending:
            pending()

    def poison(self, span: Span, type_: Type | None = None) -> ir.Expr:
        """A node that stands where something wrong was written."""
        return poison(span, type_)


def _hint_for(node: ast.Expr, hint: Type | None) -> Type | None:
    """Where a collection is written out that may be none, it is not."""
    written_out = isinstance(node, ast.SetLit | ast.MapLit | ast.ListLit) or (
        isinstance(node, ast.FoldExpr) and FOLDS[node.kind].form is FoldForm.BRACKETS
    )
    return hint.item if written_out and isinstance(hint, OptionalType) else hint
