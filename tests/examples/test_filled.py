"""Examples of puzzles that are filled in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules_dsl.examples.filled import MOST_SOLUTIONS, run_filled
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BOOL, IntType, MapType, SetType
from solver.filling.search import list_solutions
from tests.machine.small import is_, lit, op, var
from tests.machine.test_find import puzzle

SIZE = IntType(1, 2)
PAIR = MapType(SIZE, IntType(0, 4))
SUM = op(
    "+",
    ir.Index(var("b", PAIR), lit(1, SIZE), IntType(0, 4)),
    ir.Index(var("b", PAIR), lit(2, SIZE), IntType(0, 4)),
    IntType(0, 8),
)
FOUR = puzzle({"b": PAIR}, ("four", (), is_("==", SUM, lit(4))))


def given(number: int, value: int) -> ir.GivenStep:
    place = ir.ItemPlace(ir.VarPlace("b", PAIR), lit(number, SIZE), IntType(0, 4))
    return ir.GivenStep(ir.Assign(place, lit(value, IntType(0, 4)), False, ir.Rule("given")))


def then(number: int, value: int) -> ir.ThenStep:
    return ir.ThenStep(
        is_("==", ir.Index(var("b", PAIR), lit(number, SIZE), IntType(0, 4)), lit(value)), f"b[{number}] == {value}"
    )


def outcome(*steps: ir.ExampleStep, game: ir.Game = FOUR) -> tuple[str, str]:
    found, _ = run_filled(game, ir.Example("x", steps, (), (), ir.Rule("x")), list_solutions)
    return found.status, found.detail


def test_what_holds_in_all_solutions() -> None:
    assert outcome(given(1, 3), then(2, 1)) == ("passed", "")
    assert outcome(given(1, 3), then(2, 2)) == ("failed", "b[2] == 2 does not hold: 1 == 2 is false")
    assert outcome(then(2, 0))[0] == "failed"


def test_without_a_solution_nothing_holds() -> None:
    assert outcome(given(1, 3), given(2, 3), then(2, 3)) == ("failed", "there is no solution with what is given")


def test_what_is_refused_is_not_kept() -> None:
    refused = ir.RefusedStep("four it is not")
    assert outcome(given(1, 3), given(2, 3), refused, then(2, 1)) == ("passed", "")
    assert outcome(given(1, 3), refused) == ("failed", "no rule is broken by what is given")
    assert outcome(given(1, 3), given(2, 3), ir.RefusedStep("five")) == (
        "failed",
        'it is refused because "four it is not", not because "five"',
    )


def test_the_rule_that_refuses_is_used() -> None:
    example = ir.Example("x", (given(1, 3), given(2, 3), ir.RefusedStep(None)), (), (), ir.Rule("x"))
    assert run_filled(FOUR, example, list_solutions)[1] == {"four"}


def test_refused_for_any_reason_where_no_solution_is_left() -> None:
    odd = ir.FindRule("odd", (), is_("==", op("%", SUM, lit(2), IntType(0, 1)), lit(1)), "odd", ir.Rule("odd"))
    game = replace(FOUR, find_rules=(*FOUR.find_rules, odd))
    assert outcome(given(1, 3), ir.RefusedStep(None), game=game) == ("passed", "")


@pytest.mark.parametrize(("items", "status"), [(9, "passed"), (10, "undecided")])
def test_more_solutions_than_are_looked_at(items: int, status: str) -> None:
    kind = SetType(IntType(1, items))
    holds = ir.ThenStep(ir.Literal(True, BOOL), "true")
    assert (2**items > MOST_SOLUTIONS) == (status == "undecided")
    assert outcome(holds, game=puzzle({"s": kind}))[0] == status
