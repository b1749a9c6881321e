"""Functions of countable parameters that read no state → constants computed once; their calls → look-ups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import prod

from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir.calls import callees_first, state_readers
from rules_dsl.ir.cost import Costs
from rules_dsl.ir.evaluate import ConstantCompiler
from rules_dsl.ir.nodes import Call, Constant, Expr, Function, Game
from rules_dsl.ir.rebuild import bottom_up
from rules_dsl.ir.rebuild_game import map_game
from rules_dsl.ir.shapes import is_small
from rules_dsl.ir.tables import look_up, table_of, table_type
from rules_dsl.ir.types import COUNTABLE_LIMIT, TextType, Value, cardinality, is_countable

WORK_FOR_ONE = 2_000_000
WORK_FOR_ALL = 6_000_000


def run(game: Game) -> Game:
    """Functions of constants → constants of role `computed`."""
    tables = _Tables(game)
    for function in callees_first(game.functions):
        tables.look_at(function)
    if not tables.computed:
        return game
    constants = game.constants + tuple(tables.computed.values())
    functions = tuple(
        tables.functions[function.name] for function in game.functions if function.name in tables.functions
    )
    return replace(map_game(replace(game, functions=functions), tables.replace_calls), constants=constants)


class _Tables:
    def __init__(self, game: Game) -> None:
        self.readers = state_readers(game.functions)
        self.functions: dict[str, Function] = {}
        self.computed: dict[str, Constant] = {}
        self.values: dict[str, Value] = {constant.name: constant.value for constant in game.constants}
        self.compiler = ConstantCompiler(self.values, self.functions)
        self.costs = Costs(self.functions, self.values)
        self.work_left = WORK_FOR_ALL

    def look_at(self, function: Function) -> None:
        """Compute the table of a function if that is possible and cheap; callees have been looked at before."""
        function = replace(function, body=self.replace_calls(function.body))
        if not self._is_tabulated(function) or (constant := self._compute(function)) is None:
            self.functions[function.name] = function
            return
        self.computed[function.name] = constant
        self.values[function.name] = constant.value

    def _is_tabulated(self, function: Function) -> bool:
        countable = all(is_countable(p.type) and p.domain is None for p in function.parameters)
        if not countable or function.name in self.readers or isinstance(function.type, TextType):
            return False
        return function.name not in self.values and not is_small(function.body)

    def _compute(self, function: Function) -> Constant | None:
        size = prod(cardinality(parameter.type) for parameter in function.parameters)
        work = size * self.costs.of(function.body)
        if size > COUNTABLE_LIMIT or work > min(WORK_FOR_ONE, self.work_left):
            return None
        self.work_left -= work
        keys = [(parameter.name, parameter.type) for parameter in function.parameters]
        try:
            table = table_of(function.body, keys, function.type, self.compiler)
        except RulesError:
            return None
        return Constant(function.name, table_type(keys, function.type), table, "computed", span=function.body.span)

    def replace_calls(self, expr: Expr) -> Expr:
        """The expression with look-ups instead of calls of computed functions."""
        return bottom_up(expr, lambda part: _look_up(part, self.computed))


def _look_up(expr: Expr, computed: Mapping[str, Constant]) -> Expr:
    if not isinstance(expr, Call) or expr.function not in computed:
        return expr
    return look_up(computed[expr.function], expr.arguments, expr)
