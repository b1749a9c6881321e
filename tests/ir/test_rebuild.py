"""The one place that knows the parts of nodes, and what is said of names."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from rules_dsl.ir.calls import callees_first, state_readers
from rules_dsl.ir.cost import MOST, Costs
from rules_dsl.ir.names import free_locals, fresh_names, list_bound_here, live_before, substitute, substitute_in
from rules_dsl.ir.nodes import Each, Expr, Fold, Function, Let, Literal, Local, Range, Stmt, Var, Where
from rules_dsl.ir.notation.read import read_game
from rules_dsl.ir.rebuild import (
    bottom_up,
    children,
    map_body,
    rebuild,
    rebuild_statement,
    statement_bodies,
    statement_expressions,
    walk,
    walk_statements,
)
from rules_dsl.ir.rebuild_game import game_blocks, game_expressions, map_game
from rules_dsl.ir.types import IntType, SetType
from tests.ir.samples import number
from tests.ir.samples_full import BODY, EXPRESSIONS, PLAY, full_game

STATEMENTS = [stmt for body in (BODY, PLAY) for stmt in walk_statements(body)]


def same(expr: Expr) -> Expr:
    return expr


def parts_in_fields(node: object) -> int:
    """How many expressions stand in the fields of a node, counted without `rebuild`."""
    values = [getattr(node, field.name) for field in fields(node)]  # type: ignore[arg-type]
    return sum(_expressions_in(value) for value in values)


def _expressions_in(value: object) -> int:
    if isinstance(value, tuple):
        return sum(_expressions_in(item) for item in value)
    if isinstance(value, Each | Where) or type(value).__name__ in ("While", "Until", "ItemPlace", "FieldPlace"):
        return parts_in_fields(value)
    return int(isinstance(value, Expr))


@pytest.mark.parametrize("expr", EXPRESSIONS, ids=lambda expr: type(expr).__name__)
def test_children_are_all_parts(expr: Expr) -> None:
    assert len(children(expr)) == parts_in_fields(expr)


@pytest.mark.parametrize("expr", EXPRESSIONS, ids=lambda expr: type(expr).__name__)
def test_rebuilding_changes_only_what_changes(expr: Expr) -> None:
    assert rebuild(expr, same) is expr
    copied = rebuild(expr, replace)
    assert copied == expr
    assert all(new is not old for new, old in zip(children(copied), children(expr), strict=True))
    assert bottom_up(expr, same) is expr


@pytest.mark.parametrize("stmt", STATEMENTS, ids=lambda stmt: type(stmt).__name__)
def test_statements_rebuild(stmt: Stmt) -> None:
    assert rebuild_statement(stmt, same, lambda body: body) is stmt
    assert rebuild_statement(stmt, replace, lambda body: (*body,)) == stmt
    inside = sum(parts_in_fields(let) for let in getattr(stmt, "parameters", ()))
    assert len(statement_expressions(stmt)) == parts_in_fields(stmt) + inside


def test_blocks_of_statements() -> None:
    assert map_body(BODY, same) is BODY
    assert map_body(PLAY, same) is PLAY
    assert [len(statement_bodies(stmt)) for stmt in PLAY] == [1, 1, 1]


def test_a_game_rebuilds_to_itself() -> None:
    game = full_game()
    assert map_game(game, same) == game
    assert len(list(game_expressions(game))) > len(EXPRESSIONS)
    assert game.play in list(game_blocks(game))


def test_free_locals() -> None:
    n, c = Local("n", IntType(0, 9)), Local("c", IntType(1, 9))
    fold = Fold("sum", c, (Each("c", Range(number(1), n, SetType(IntType(1, 9))), IntType(1, 9)),), IntType(0, 45))
    assert free_locals(fold) == {"n"}
    assert list_bound_here(fold) == ("c",)
    assert free_locals(substitute(fold, {"n": number(3)})) == frozenset()
    renamed = fresh_names(fold, {"c": "d"})
    assert free_locals(renamed) == {"n"}
    assert list_bound_here(renamed) == ("d",)
    assert {part.name for part in walk(renamed) if isinstance(part, Local)} == {"n", "d"}


def test_what_is_needed_before_a_block() -> None:
    n, m = Local("n", IntType(0, 9)), Local("m", IntType(0, 9))
    body: tuple[Stmt, ...] = (Let("m", n), Let("k", m))
    assert live_before(body, frozenset()) == {"n"}
    assert live_before(body, frozenset({"m", "k", "z"})) == {"n", "z"}
    assert live_before(substitute_in(body, {"n": number(1)}), frozenset()) == frozenset()


FUNCTIONS = """
type Player (EnumType Player [White Black] player)
name sample
title "A sample"
kind game
players Player
constants (Constant:(map Player (set 0..99)) sets [7 1] table)
functions (Function:0..9 a [] (+ (Call b []) (Call c [])) &a)
functions (Function:0..9 b [] (Call c []) &b)
functions (Function:0..9 c [] (Fold:0..9 sum (Fold:0..99 sum (* x y) [(Each:1..5 y (Range 1 5))]) [(Each:1..9 x (Range 1 9))]) &c)
functions (Function:0..9 d [] (+ (Call e []) (Call a [])) &d)
functions (Function:0..9 e [] $v &e)
functions (Function:0..9 f [(Parameter:Player f.p)] (Fold:0..9 sum x:0..99 [(Each:0..99 x (Index @sets f.p))]) &f)
variables (StateVar:0..9 v 0:0..9 (Seen all))
"""


def functions() -> tuple[Function, ...]:
    return read_game(FUNCTIONS).functions


def test_functions_in_the_order_of_their_calls() -> None:
    order = [function.name for function in callees_first(functions())]
    assert sorted(order) == ["a", "b", "c", "d", "e", "f"]
    assert order.index("c") < order.index("b") < order.index("a") < order.index("d")
    assert state_readers(functions()) == {"d", "e"}


def test_costs() -> None:
    by_name = {function.name: function for function in functions()}
    costs = Costs(by_name, {"sets": (7, 1)})
    assert 9 * 5 * 3 < costs.of(by_name["c"].body) < 9 * 5 * 8
    assert costs.of(by_name["a"].body) == 2 * costs.of(by_name["c"].body) + 1
    assert costs.of(by_name["f"].body) < 20
    assert Costs({}).of(by_name["a"].body) == MOST
    assert costs.of(Literal(1, IntType(1, 1))) == costs.of(Var("v", IntType(0, 9))) == 1
