"""Find puzzles: every solution once, and why others are none."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import (
    BOOL,
    EnumType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    SetType,
    Type,
    Value,
)
from rules_dsl.machine.api import GameEnd, Machine, Move, PlayError, State
from rules_dsl.machine.filling.machine import FindMachine
from rules_dsl.machine.filling.puzzle import FindPuzzle, make_solved_game
from rules_dsl.machine.reference import ReferenceMachine
from solver.filling.search import count_solutions, list_solutions
from tests.machine.small import SOLO, is_, lit, loc, numbers, op, var

ROW = IntType(1, 4)
CELL = RecordType("Cell", (("column", ROW), ("row", ROW)))
COLOUR = EnumType("Colour", ("red", "green", "blue"))
CELLS = ir.Domain(CELL, SetType(CELL))


def puzzle(finds: dict[str, Type], *rules: tuple[str, tuple[ir.Each, ...], ir.Expr], functions: tuple[ir.Function, ...] = ()) -> ir.Game:
    found = tuple(ir.FindVar(name, type_) for name, type_ in finds.items())
    written = tuple(ir.FindRule(name, each, condition, f"{name} it is not", ir.Rule(name)) for name, each, condition in rules)
    return ir.Game("Puzzle", "", "puzzle", SOLO, functions=functions, finds=found, find_rules=written)


def field(name: str, of: str) -> ir.Expr:
    return ir.Field(loc(of, CELL), name, ROW)


def both(*conditions: ir.Expr) -> ir.Expr:
    found = conditions[0]
    for condition in conditions[1:]:
        found = is_("and", found, condition)
    return found


QUEENS = MapType(ROW, ROW)


def queens() -> ir.Game:
    """Four queens on four rows: none in the same column, none on a diagonal."""
    a, b = loc("a", ROW), loc("b", ROW)
    each = (ir.Each("a", numbers(1, 4), ROW), ir.Each("b", ir.Range(op("+", a, lit(1)), lit(4), SetType(ROW)), ROW))
    first, second = ir.Index(var("at", QUEENS), a, ROW), ir.Index(var("at", QUEENS), b, ROW)
    slanting = ir.Builtin("abs", (op("-", first, second),), IntType(0, 3))
    return puzzle({"at": QUEENS}, ("straight", each, is_("!=", first, second)), ("slanting", each, is_("!=", slanting, op("-", b, a))))


def test_all_solutions_are_found_once() -> None:
    found = list(list_solutions(FindPuzzle(queens()), {}))
    expected = {
        each for each in permutations(range(1, 5)) if all(abs(each[a] - each[b]) != b - a for a in range(4) for b in range(a + 1, 4))
    }
    assert sorted(found) == sorted((each,) for each in expected)
    assert count_solutions(FindPuzzle(queens()), 1) == 1
    assert count_solutions(FindPuzzle(queens()), 9) == 2


def test_some_cells_may_be_given() -> None:
    assert list(list_solutions(FindPuzzle(queens()), {0: 2})) == [((2, 4, 1, 3),)]
    assert list(list_solutions(FindPuzzle(queens()), {0: 1})) == []


def test_broken_rules_are_named_as_soon_as_they_are_sure() -> None:
    found = FindPuzzle(queens()).list_broken({0: 2, 1: 2, 2: 4})
    assert [(each.rule.name, each.values) for each in found] == [("straight", (1, 2)), ("slanting", (1, 3))]
    assert FindPuzzle(queens()).list_broken({0: 2, 1: 4}) == ()
    assert [each.rule.name for each in FindPuzzle(queens()).list_violated(((1, 1, 1, 1),))] == ["straight"] * 6


def brute(game: ir.Game, values: list[list[Value]]) -> list[tuple[Value, ...]]:
    puzzle_ = FindPuzzle(game)
    return [found for found in product(*values) if not puzzle_.list_violated(found)]


def test_sets_are_found_member_by_member() -> None:
    kind = SetType(ROW)
    small, large = var("small", kind), var("large", kind)
    size = ir.Builtin("len", (op("union", small, large, kind),), IntType(0, 4))
    rules = [
        ("apart", (), is_("==", op("common", small, large, kind), lit(0, kind))),
        ("three", (), is_("==", size, lit(3, IntType(0, 4)))),
        ("two", (), is_("in", lit(2, ROW), small)),
        ("rest", (), is_("<=", op("difference", large, lit(0b1000, kind), kind), lit(0b0001, kind))),
    ]
    game = puzzle({"small": kind, "large": kind}, *rules)
    masks: list[list[Value]] = [list(range(16)), list(range(16))]
    assert sorted(list_solutions(FindPuzzle(game), {})) == sorted(brute(game, masks)) != []


def test_conditions_of_every_form() -> None:
    """Sums, choices, functions, lets, folds over open sets, keys that are open, walks: search and plain evaluation agree."""
    kind, colours, marks = IntType(0, 3), MapType(ROW, OptionalType(COLOUR)), SetType(ROW)
    number = IntType(0, 30)
    n, m, colour = var("n", kind), var("m", kind), var("colour", colours)
    x, y, r = loc("x", ROW), loc("y", ROW), loc("r", ROW)
    red = is_("==", ir.Index(colour, x, OptionalType(COLOUR)), lit(0, OptionalType(COLOUR)))
    each_x = ir.Each("x", numbers(1, 4), ROW)
    reds = ir.Fold("set", x, (each_x, ir.Where(red)), marks)
    square = ir.Function("square", (ir.Parameter("q", kind),), op("*", loc("q", kind), loc("q", kind), number), number, ir.Rule("square"))
    following = ir.Collect((ir.Builtin("next", (r,), ROW),), marks)
    walk = ir.Walk("reach", reds, None, "r", ir.IfElse(is_(">", n, lit(0)), following, ir.Collect((), marks), marks), marks)
    at_n = ir.Index(colour, ir.Convert(op("+", n, lit(1)), ROW, checked=True), OptionalType(COLOUR))
    rules = [
        ("sum", (), is_("==", ir.Fold("sum", x, (ir.Each("x", reds, ROW),), number), op("+", n, m))),
        ("square", (), is_("<=", ir.Call("square", (n,), number), op("+", m, lit(1)))),
        ("choice", (), ir.IfElse(is_(">", n, m), is_("==", m, lit(0)), is_("!=", m, lit(1)), BOOL)),
        ("let", (), ir.LetIn("d", op("-", m, n), is_(">=", loc("d", IntType(-3, 3)), lit(-2)), BOOL)),
        ("implies", (ir.Each("y", numbers(1, 2), ROW),), is_("implies", is_("in", y, reds), is_(">", m, lit(0)))),
        ("key", (), is_("!=", at_n, lit(2, OptionalType(COLOUR)))),
        ("walk", (), is_("<=", ir.Collect((lit(3, ROW),), marks), op("union", walk, lit(0b1000, marks), marks))),
        ("count", (), is_("<", ir.Fold("count", red, (each_x,), number), lit(4))),
        ("any", (), ir.Unary("not", ir.Fold("any", red, (each_x, ir.Where(is_("==", n, m))), BOOL), BOOL)),
        ("all", (), ir.Fold("all", is_("or", red, is_("!=", m, lit(2))), (each_x, ir.Where(is_(">", x, n))), BOOL)),
    ]
    game = puzzle({"n": kind, "m": kind, "colour": colours}, *rules, functions=(square,))
    every: list[list[Value]] = [list(range(4)), list(range(4)), list(product([None, 0, 1, 2], repeat=4))]
    expected = brute(game, every)
    assert set(list_solutions(FindPuzzle(game), {})) == set(expected)
    assert 0 < len(expected) < 200


def test_what_has_too_many_values_is_a_finding() -> None:
    with pytest.raises(PlayError) as caught:
        FindPuzzle(puzzle({"way": ListType(ROW, 30)}))
    assert caught.value.diagnostics[0].code == "E0914"


def test_a_solution_can_be_looked_at() -> None:
    machine = ReferenceMachine(make_solved_game(queens()))
    solution = State(next(list_solutions(FindPuzzle(queens()), {})), 0)
    assert machine.value(ir.Index(var("at", QUEENS), lit(1, ROW), ROW), solution) == solution.values[0][0]


def test_a_puzzle_can_be_played() -> None:
    machine: Machine = FindMachine(queens())
    start = machine.initial()
    assert len(machine.moves(start)) == 16
    once = machine.apply(start, Move(0, (1,)))
    assert machine.kind(once) == "decide"
    refusal = machine.explain(once, Move(1, (1,)))
    assert refusal is not None and refusal.reason == "straight it is not" and refusal.rule.name == "straight"
    for move, reason in [
        (Move(0, (2,)), "1 is filled already"),
        (Move(9, (2,)), "not offered here"),
        (Move(1, (7,)), "7 cannot be chosen here; to choose from: 1, 2, 3, 4"),
    ]:
        why = machine.explain(once, move)
        assert why is not None and why.reason == reason
    with pytest.raises(RulesError):
        machine.apply(once, Move(1, (1,)))
    solved = start
    for number, value in enumerate((2, 4, 1, 3)):
        solved = machine.apply(solved, Move(number, (value,)))
    assert (machine.find_end(solved), machine.scores(solved)) == (GameEnd("goal"), (1,))
    assert machine.decode(machine.encode(once)) == once
    dead = machine.apply(machine.apply(once, Move(1, (4,))), Move(2, (2,)))
    assert machine.find_end(dead) == GameEnd("stuck")
