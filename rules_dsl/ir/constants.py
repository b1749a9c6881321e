"""Evaluating what is constant while compiling, as far as it is cheap and does not fail."""

from __future__ import annotations

from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir.calls import by_name
from rules_dsl.ir.cost import Costs
from rules_dsl.ir.evaluate import ConstantCompiler
from rules_dsl.ir.nodes import Expr, Game, Literal

AFFORDABLE = 200_000


class Constants:
    """Evaluates constant expressions of one game."""

    def __init__(self, game: Game) -> None:
        functions = by_name(game.functions)
        values = {constant.name: constant.value for constant in game.constants}
        self.compiler = ConstantCompiler(values, functions)
        self.costs = Costs(functions, values)

    def literal(self, expr: Expr) -> Literal | None:
        """The value of an expression that reads neither state nor locals; None if it costs too much or fails."""
        if self.costs.of(expr) > AFFORDABLE:
            return None
        try:
            return Literal(self.compiler.value(expr), expr.type, span=expr.span)
        except RulesError:
            return None
