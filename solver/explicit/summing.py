"""Scores that are only added to: states that differ only in the sum so far can share one value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules_dsl.ir.nodes import Assign, Binary, Expr, Game, Var, VarPlace
from rules_dsl.ir.rebuild import walk, walk_statements
from rules_dsl.ir.rebuild_game import game_blocks, game_expressions
from rules_dsl.ir.types import IntType, cardinality


def sum_of(game: Game) -> str | None:
    """The variable of a player's score that is only added to and never read; None if there is none."""
    played = replace(game, claims=(), bounds=(), dominances=(), examples=(), show=(), says=())
    if cardinality(game.players) > 1 or not game.scores:
        return None
    parts = [part.name for line in game.scores for part in _summands(line.value) if isinstance(part, Var) and isinstance(part.type, IntType)]
    names = [variable.name for variable in game.variables if variable.name in parts and isinstance(variable.type, IntType) and variable.type.low == 0]
    return next((name for name in names if parts.count(name) == 1 and _is_only_added_to(played, name)), None)


def _is_only_added_to(game: Game, name: str) -> bool:
    """Is the variable used only in the score and in its own additions?"""
    said = [part for expr in game_expressions(game) for part in walk(expr) if isinstance(part, Var) and part.name == name]
    put = [stmt for body in game_blocks(game) for stmt in walk_statements(body) if isinstance(stmt, Assign) and _base(stmt) == name]
    return len(said) == 1 + len(put) and all(_adds(stmt, name) for stmt in put)


def _base(stmt: Assign) -> str:
    place = stmt.place
    while not isinstance(place, VarPlace):
        place = place.base
    return place.name


def _adds(stmt: Assign, name: str) -> bool:
    match stmt.value:
        case Binary("+", Var(own), more) | Binary("+", more, Var(own)):
            return own == name and isinstance(more.type, IntType) and more.type.low >= 0
        case _:
            return False


def _summands(expr: Expr) -> Iterator[Expr]:
    if isinstance(expr, Binary) and expr.operator == "+":
        yield from _summands(expr.left)
        yield from _summands(expr.right)
    else:
        yield expr
