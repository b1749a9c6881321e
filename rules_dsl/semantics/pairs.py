"""Pairs of operands that determine each other's types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import TEXT, Type
from rules_dsl.semantics.poison import is_poison
from rules_dsl.semantics.scope import Scope
from rules_dsl.syntax import ast

if TYPE_CHECKING:
    from rules_dsl.semantics.elaborate import Elaborator

WEAK_WORDS = {"none", "nothing", "all"}


def is_weak(elaborator: Elaborator, node: ast.Expr, scope: Scope) -> bool:
    """Does the expression need its surroundings to know its type?"""
    match node:
        case ast.Ref(name) if name not in scope.locals:
            return (
                name in WEAK_WORDS
                or len(elaborator.symbols.values.get(name, ())) > 1
                or not _is_declared(elaborator, name)
            )
        case ast.SetLit(items):
            return all(is_weak(elaborator, item, scope) for item in items)
        case ast.ListLit(()) | ast.TextLit():
            return True
        case _:
            return False


def _is_declared(elaborator: Elaborator, name: str) -> bool:
    """Is the name a value with a type of its own?"""
    elaborator.need(name)
    symbols = elaborator.symbols
    return any(name in known for known in (symbols.variables, symbols.functions, symbols.constants, symbols.values))


def pair(
    elaborator: Elaborator, node: ast.BinaryExpr, scope: Scope, hint: Type | None = None
) -> tuple[ir.Expr, ir.Expr]:
    """Both operands, each helped by the type of the other."""
    if hint is not None:
        return elaborator.infer(node.left, scope, hint), elaborator.infer(node.right, scope, hint)
    if is_weak(elaborator, node.left, scope) and not is_weak(elaborator, node.right, scope):
        right = elaborator.infer(node.right, scope)
        return elaborator.infer(node.left, scope, telling(right)), right
    left = elaborator.infer(node.left, scope)
    return left, elaborator.infer(node.right, scope, telling(left))


def telling(expr: ir.Expr) -> Type | None:
    """The type of an expression as a help for another one."""
    return None if is_poison(expr) or expr.type == TEXT else expr.type
