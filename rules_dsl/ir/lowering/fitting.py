"""Expressions as values of the type that is wanted of them, and as keys."""

from __future__ import annotations

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.core.nodes import CoreExpr
from rules_dsl.ir.lowering.builder import FunctionBuilder
from rules_dsl.ir.lowering.conversions import Conversion, does_not_fit
from rules_dsl.ir.lowering.ordinals import ordinal
from rules_dsl.ir.types import Type


def fitted(build: FunctionBuilder, expr: ir.Expr, target: Type, reason: ir.Expr) -> CoreExpr:
    """An expression as a value of a type; one that does not fit stops play at `reason`."""
    return Conversion(build, does_not_fit(target, reason.span)).convert(build.value(expr), expr.type, target)


def key(build: FunctionBuilder, expr: ir.Expr, key_type: Type) -> CoreExpr:
    """The ordinal of a key among the keys of a map, bag or set."""
    return ordinal(build, key_type, fitted(build, expr, key_type, expr))
