"""However numbers are held before Z3: the same is proved, the same plays are found."""

from __future__ import annotations

from pathlib import Path

import pytest
import z3

from bench.number_encodings import BitVectors, SortEncoding
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.check import claims
from solver.check.conditions import exclude_goal, places_of
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits
from solver.smt.invariants import check_anew
from solver.smt.relation import Relation
from solver.smt.translating import Z3Translation
from solver.smt.unrolling import UnknownVerdict, UnrolledRelation
from solver.symbolic.forms import UnsupportedTerm
from solver.symbolic.terms import Terms

ENCODINGS = (Z3Translation, BitVectors, SortEncoding)
MODELS = Path(__file__).parents[2] / "bench" / "models" / "claims"


def relation(encoding: type[Z3Translation], game: str, **options: str) -> Relation:
    return Relation(PythonMachine(load(MODELS / f"{game}.rules", options)), Clock(Limits()), encoding())


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(("game", "kept"), [("lights_out", True), ("economy", True), ("peterson", False)])
def test_induction_says_the_same(encoding: type[Z3Translation], game: str, kept: bool) -> None:
    options = (
        {"coins_there": "6", "goods_there": "4"}
        if game == "economy"
        else {"processes": "3"}
        if game == "peterson"
        else {}
    )
    of = relation(encoding, game, **options)
    goal = claims.goals(of.machine.game.claims)[0]
    assert check_anew(of, [exclude_goal(goal, places_of(of, goal))]) is kept


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_shortest_plays_are_as_long(encoding: type[Z3Translation]) -> None:
    of = relation(encoding, "economy", coins_there="6", goods_there="4", broken="true", dearest="2")
    bad = places_of(of, claims.goals(of.machine.game.claims)[0])
    unrolled = UnrolledRelation(of, {})
    while (found := unrolled.ask(unrolled.holding(bad, unrolled.depth))) is None:
        unrolled.extend()
    assert not isinstance(found, UnknownVerdict)
    play, state = unrolled.play(found), of.machine.initial()
    for move in play:
        state = of.machine.apply(state, move)
    assert len(play) == 4 and sum(state.values[0]) + state.values[2] != 6  # type: ignore[call-overload]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_numbers_are_divided_as_the_rules_divide(encoding: type[Z3Translation]) -> None:
    for divisor in (3, -3):
        terms, translation = Terms(), encoding()
        number = terms.number("n", -7, 7)
        for value in range(-7, 8):
            solver = z3.Solver()
            solver.add(translation.number(number) == value)
            whole, rest = (
                translation.number(terms.divide_numbers(number, divisor)),
                translation.number(terms.remainder(number, divisor)),
            )
            solver.add(translation.ranges)
            solver.add(z3.Or(whole != value // divisor, rest != value % divisor))
            assert solver.check() == z3.unsat


def test_what_does_not_fit_is_refused() -> None:
    terms = Terms()
    with pytest.raises(UnsupportedTerm, match="8 bits"):
        BitVectors(8).number(terms.number("n", 0, 128))
    BitVectors(8).number(terms.number("m", -128, 127))
