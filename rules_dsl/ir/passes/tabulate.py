"""Functions of countable parameters that read no state → constants computed once; their calls → look-ups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from math import prod

from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir.calls import callees_first, state_readers
from rules_dsl.ir.cost import Costs
from rules_dsl.ir.evaluate import ConstantCompiler
from rules_dsl.ir.nodes import Call, Const, Constant, Expr, Function, Game, Index
from rules_dsl.ir.rebuild import bottom_up
from rules_dsl.ir.rebuild_game import map_game
from rules_dsl.ir.shapes import fitted, is_small
from rules_dsl.ir.types import COUNTABLE_LIMIT, MapType, TextType, Type, Value, cardinality, is_countable, values

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
    functions = tuple(tables.functions[function.name] for function in game.functions if function.name in tables.functions)
    return replace(map_game(replace(game, functions=functions), tables.looked_up), constants=constants)


class _Tables:
    def __init__(self, game: Game) -> None:
        self.readers = state_readers(game.functions)
        self.functions: dict[str, Function] = {}
        self.computed: dict[str, Constant] = {}
        self.values: dict[str, Value] = {constant.name: constant.value for constant in game.constants}
        self.compiler = ConstantCompiler(self.values, self.functions)
        self.costs = Costs(self.functions)
        self.work_left = WORK_FOR_ALL

    def look_at(self, function: Function) -> None:
        """Compute the table of a function if that is possible and cheap; callees have been looked at before."""
        function = replace(function, body=self.looked_up(function.body))
        if not self._wanted(function) or (constant := self._compute(function)) is None:
            self.functions[function.name] = function
            return
        self.computed[function.name] = constant
        self.values[function.name] = constant.value

    def _wanted(self, function: Function) -> bool:
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
        try:
            table = self._table(function)
        except RulesError:
            return None
        return Constant(function.name, _table_type(function), table, "computed", span=function.body.span)

    def _table(self, function: Function) -> Value:
        slots = [self.compiler.slot(parameter.name) for parameter in function.parameters]
        closure = self.compiler.converted(function.body, function.type, function.body)
        frame = self.compiler.frame()
        found: list[Value] = []
        for arguments in product(*[values(parameter.type) for parameter in function.parameters]):
            for slot, argument in zip(slots, arguments, strict=True):
                frame[slot] = argument
            found.append(closure(frame))
        return _nested(found, [cardinality(parameter.type) for parameter in function.parameters])

    def looked_up(self, expr: Expr) -> Expr:
        """The expression with look-ups instead of calls of computed functions."""
        return bottom_up(expr, lambda part: _look_up(part, self.computed))


def _table_type(function: Function) -> Type:
    type_ = function.type
    for parameter in reversed(function.parameters):
        type_ = MapType(parameter.type, type_)
    return type_


def _nested(flat: list[Value], sizes: list[int]) -> Value:
    """The values as maps of maps, the last parameter running fastest."""
    for size in reversed(sizes):
        flat = [tuple(flat[start : start + size]) for start in range(0, len(flat), size)]
    return flat[0]


def _look_up(expr: Expr, computed: Mapping[str, Constant]) -> Expr:
    if not isinstance(expr, Call) or expr.function not in computed:
        return expr
    constant = computed[expr.function]
    found: Expr = Const(constant.name, constant.type, span=expr.span)
    for argument in expr.arguments:
        assert isinstance(found.type, MapType)
        found = Index(found, fitted(argument, found.type.key), found.type.value, span=expr.span)
    return fitted(found, expr.type)
