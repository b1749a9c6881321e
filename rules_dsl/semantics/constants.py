"""Evaluates constant expressions at analysis time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_dsl.diagnostics.diagnostic import RulesError, finding
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.cost import Costs
from rules_dsl.ir.evaluate import NotConstant, constant_value
from rules_dsl.ir.types import Value
from rules_dsl.semantics.poison import is_wrong

MOST_WORK = 50_000_000  # steps a constant may take, some seconds

if TYPE_CHECKING:
    from rules_dsl.semantics.elaborate import Elaborator


def value_of(elaborator: Elaborator, expr: ir.Expr) -> Value:
    """The value, or None with a finding (for what was reported before without one)."""
    symbols = elaborator.symbols
    if isinstance(expr, ir.Literal):
        return expr.value
    if is_wrong(expr):
        return None
    if Costs(symbols.functions).of(expr) > MOST_WORK:
        message = "this has too many values to be computed before the game starts"
        symbols.report(finding("E0506", message, expr.span, "too much work", repair="use fewer values"))
        return None
    try:
        return constant_value(
            expr, {name: constant.value for name, constant in symbols.constants.items()}, symbols.functions
        )
    except NotConstant:
        message = "a constant is needed here, but this depends on the state or on a name bound while playing"
        repair = "use numbers, options, givens and tables only"
        symbols.report(finding("E0504", message, expr.span, "not known before the game starts", repair=repair))
    except RulesError as error:
        for diagnostic in error.diagnostics:
            symbols.report(diagnostic)
    return None
