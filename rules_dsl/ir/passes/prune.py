"""Functions, constants and control variables that nothing uses → gone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules_dsl.ir.nodes import Assign, Call, ChanceNode, Const, Expr, Game, Var
from rules_dsl.ir.rebuild import Body, place_variable, rebuild_statement, walk
from rules_dsl.ir.rebuild_game import game_expressions, map_game


def run(game: Game) -> Game:
    """The game without what nothing uses. Constants of tables, options and givens stay: texts and tools name them."""
    game = _without_unused_functions(game)
    game = _without_unused_control(game)
    used = {part.name for expr in game_expressions(game) for part in walk(expr) if isinstance(part, Const)}
    constants = tuple(constant for constant in game.constants if constant.role != "computed" or constant.name in used)
    return replace(game, constants=constants)


def _without_unused_functions(game: Game) -> Game:
    bodies = {function.name: function.body for function in game.functions}
    rest = replace(game, functions=())
    used: set[str] = set()
    waiting = list(_calls(game_expressions(rest)))
    while waiting:
        name = waiting.pop()
        if name not in used and name in bodies:
            used.add(name)
            waiting.extend(_calls([bodies[name]]))
    return replace(game, functions=tuple(function for function in game.functions if function.name in used))


def _calls(exprs: Iterable[Expr]) -> Iterator[str]:
    return (part.function for expr in exprs for part in walk(expr) if isinstance(part, Call))


def _without_unused_control(game: Game) -> Game:
    read = {part.name for expr in game_expressions(game) for part in walk(expr) if isinstance(part, Var)}
    outcomes = {node.variable for node in game.nodes if isinstance(node, ChanceNode)}
    unused = {variable.name for variable in game.variables if variable.control} - read - outcomes
    if not unused:
        return game

    def prune_body(body: Body) -> Body:
        kept = [stmt for stmt in body if not (isinstance(stmt, Assign) and place_variable(stmt.place) in unused)]
        return tuple(rebuild_statement(stmt, lambda expr: expr, prune_body) for stmt in kept)

    variables = tuple(variable for variable in game.variables if variable.name not in unused)
    return map_game(replace(game, variables=variables), lambda expr: expr, prune_body)
