"""CP-SAT: terms mean the same in a model, plays spelled out are worth the same as for the other engines, and nothing is proved by one setting alone."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from ortools.sat.python import cp_model

import regelwerk
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.cpsat import running
from solver.cpsat.modelling import CpSatModel
from solver.cpsat.translating import CpSatTranslation, TooWide
from solver.driver.engines import ENGINES
from solver.protocol.answers import Answer, Incumbent, Status, last_answer
from solver.protocol.questions import Aim, Limits, PreviousResult, UnsupportedQuestion
from solver.symbolic.term_values import values_of
from solver.symbolic.terms import Symbol, Term, Terms
from solver.trust.opinions import HIGHS
from tests.seeds import drawn_daily
from tests.solver.searches import ask, solve
from tests.solver.small_games import small_game
from tests.solver.test_minirail import INSTANCES


def random_terms(dice: random.Random, terms: Terms) -> tuple[list[Symbol], list[Symbol]]:
    """Numbers and truths put together at random."""
    numbers: list[Symbol] = [terms.number(f"n{each}", dice.randint(-4, 0), dice.randint(1, 5)) for each in range(3)]
    truths: list[Symbol] = [terms.truth(f"t{each}") for each in range(3)]
    for _ in range(14):
        one, other = dice.choice(numbers), dice.choice(numbers)
        first, second = dice.choice(truths), dice.choice(truths)
        known = dice.choice([-3, -2, 1, 2, 3])
        numbers.append(dice.choice([
            terms.sum([(known, one), (1, other), (2, first)], known), terms.times(one, other), terms.divide_numbers(one, known), terms.remainder(one, known),
            terms.divide_numbers(one, terms.number("d", 1, 3)), terms.remainder(one, terms.number("d", 1, 3)), terms.least((one, other, known)),
            terms.most((one, other)), terms.choice(first, one, other, False), terms.choice(first, terms.sum([(1, one)], known), one, False),
        ]))  # fmt: skip
        truths.append(dice.choice([
            terms.negate_truth(first), terms.all((first, second)), terms.any((first, second)), terms.equate_truths(first, second), terms.not_above(one, other),
            terms.equal(one, other), terms.equal(one, known), terms.choice(first, second, dice.choice(truths), True),
        ]))  # fmt: skip
    return numbers, truths


@pytest.mark.parametrize("seed", drawn_daily(range(25), 8))
def test_terms_mean_the_same_in_a_model(seed: int) -> None:
    dice, terms = random.Random(seed), Terms()
    numbers, truths = random_terms(dice, terms)
    translation = CpSatTranslation(terms)
    for symbol in (*numbers, *truths):
        translation.number(symbol)
    condition = dice.choice(truths)
    translation.enforce(dice.choice(truths), (condition,))
    enforced = translation.model.clone()
    for _ in range(6):
        known = {name: dice.randint(*_range(variable)) for name, variable in translation.unknowns.items()}
        model = enforced.clone()
        for name, variable in translation.unknowns.items():
            model.add(variable == known[name])
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        if solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            symbols = [*numbers, *truths]
            assert [int(solver.value(translation.number(each))) for each in symbols] == [int(each) for each in values_of(symbols, known)]


def _range(variable: cp_model.IntVar) -> tuple[int, int]:
    domain = list(variable.proto.domain)
    return domain[0], domain[-1]


@pytest.mark.parametrize("seed", drawn_daily(range(40), 10))
def test_what_is_enforced_holds_and_nothing_else(seed: int) -> None:
    dice, terms = random.Random(seed), Terms()
    _, truths = random_terms(dice, terms)
    wanted, condition = dice.choice(truths[3:]), dice.choice(truths)
    translation = CpSatTranslation(terms)
    translation.enforce(wanted, (condition,))
    for variable in _unknowns([wanted, condition]):
        translation.number(variable)
    for _ in range(5):
        known = {name: dice.randint(*_range(variable)) for name, variable in translation.unknowns.items()}
        holds, given = values_of([wanted, condition], known)
        model = translation.model.clone()
        for name, variable in translation.unknowns.items():
            model.add(variable == known[name])
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        assert (solver.solve(model) != cp_model.INFEASIBLE) == (bool(holds) or not given)


def _unknowns(symbols: list[Symbol]) -> list[Term]:
    from solver.symbolic.term_values import below
    from solver.symbolic.terms import TermKind

    return [term for term in below(symbols) if term.kind is TermKind.VARIABLE]


def test_a_divisor_that_may_be_0_leaves_the_rest_alone() -> None:
    terms = Terms()
    divisor, above = terms.number("d", 0, 3), terms.number("n", 4, 6)
    translation = CpSatTranslation(terms)
    translation.number(terms.sum([(1, terms.divide_numbers(above, divisor)), (1, terms.remainder(above, divisor))]))
    translation.enforce(terms.equal(divisor, 0))
    solver = cp_model.CpSolver()
    assert solver.solve(translation.model) != cp_model.INFEASIBLE


def test_numbers_that_are_too_large_are_refused() -> None:
    terms = Terms()
    number = terms.number("n", 0, 1 << 30)
    with pytest.raises(TooWide):
        CpSatTranslation(terms).number(terms.times(number, number))


# -- plays ------------------------------------------------------------------------------------------------------------


def answer(machine: PythonMachine, aim: Aim, engine: str, **wishes: object) -> tuple[Status, object, object]:
    found = last_answer(list(solve(ask(machine, aim, **wishes), ENGINES[engine])))  # type: ignore[arg-type]
    return found.status, found.value, found.bound


@pytest.mark.parametrize("seed", drawn_daily(range(1, 400, 4), 4))
def test_highest_scores_of_small_games(seed: int, tmp_path: Path) -> None:
    kind, text = small_game(seed)
    assert kind == "score"
    path = tmp_path / "walk.rules"
    path.write_text(text, encoding="utf-8")
    machine = PythonMachine(load(path))
    assert answer(machine, Aim.HIGHEST, "cpsat") == answer(machine, Aim.HIGHEST, "depth")


@pytest.mark.parametrize("seed", drawn_daily(range(0, 120, 4), 2))
def test_fewest_moves_of_small_games(seed: int, tmp_path: Path) -> None:
    kind, text = small_game(seed)
    assert kind == "goal"
    path = tmp_path / "walk.rules"
    path.write_text(text, encoding="utf-8")
    machine = PythonMachine(load(path))
    exact = answer(machine, Aim.FEWEST, "breadth")
    if exact[0] is Status.OPTIMAL and isinstance(exact[1], int) and exact[1] < 9:
        assert answer(machine, Aim.FEWEST, "cpsat") == exact


@pytest.mark.parametrize("name, givens, value", [("hanoi", {"discs": "3"}, 7), ("river_crossing", {}, 7), ("fifteen", {"width": "2", "height": "2"}, None)])
def test_puzzles_of_the_library(name: str, givens: dict[str, str], value: int | None) -> None:
    machine = PythonMachine(load(name, givens))
    found = answer(machine, Aim.FEWEST, "cpsat")
    assert found == answer(machine, Aim.FEWEST, "breadth")
    assert value is None or found[1] == value


@pytest.mark.parametrize("name, value", [("s1", 90), ("s2", 119), pytest.param("l1", 203, marks=pytest.mark.long)])
def test_minirail_is_proved(name: str, value: int) -> None:
    found = minirail(name)
    assert (found.status, found.value, found.bound) == (Status.OPTIMAL, value, value)
    assert found.confirmed == HIGHS


def minirail_machine(name: str) -> regelwerk.Game:
    from regelwerk.settings import instance

    return regelwerk.load("minirail", givens=instance((), (f"@{INSTANCES / name}.json",)).givens)


def minirail(name: str, **wishes: object) -> Answer:
    machine = minirail_machine(name).machine
    return last_answer(list(solve(ask(machine, Aim.HIGHEST, **wishes), ENGINES["cpsat"], confirm=False)))  # type: ignore[arg-type]


# -- honesty ----------------------------------------------------------------------------------------------------------


def test_a_proof_that_only_one_setting_finds_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    decided = running._decide_interruptibly
    monkeypatch.setattr(running, "_decide_interruptibly", lambda solver, *rest: "unknown" if solver.parameters.random_seed == 2 else decided(solver, *rest))
    found = minirail("s2")
    assert (found.status, found.value) == (Status.BOUNDED, 119) and found.rests_on


@pytest.mark.parametrize("seed", [1, 2])
def test_where_one_setting_does_not_know_fewest_moves_are_not_proved(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    decided = running._decide_interruptibly
    monkeypatch.setattr(running, "_decide_interruptibly", lambda solver, *rest: "unknown" if solver.parameters.random_seed == seed else decided(solver, *rest))
    status, value, _ = answer(PythonMachine(load("hanoi", {"discs": "2"})), Aim.FEWEST, "cpsat")
    assert (status, value) == (Status.UNDECIDED, None)


def test_a_line_that_is_known_is_a_hint() -> None:
    machine = minirail_machine("s2").machine
    events = list(solve(ask(machine, Aim.HIGHEST), ENGINES["cpsat"], confirm=False))
    play = last_answer(events).play
    model = CpSatModel(machine, machine.initial())
    while not model.unrolling.is_over:
        model.grow()
    model.hint(play)
    hinted = model.translation.model.proto.solution_hint
    assert len(hinted.vars) >= len(play)
    values = dict(zip(hinted.vars, hinted.values, strict=True))
    assert model.line(values) == play
    again = list(solve(ask(machine, Aim.HIGHEST, earlier=PreviousResult(119, play)), ENGINES["cpsat"], confirm=False))
    assert [event.value for event in again if isinstance(event, Incumbent)] == [119]


def test_what_cannot_be_spelled_out_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "endless.rules"
    path.write_text("rules 1\ngame Endless\nstate\n  n: 0..9\naction go(k: 1..2)\n  does\n    n = (n + k) % 10\nplay\n  loop\n    choose go\nscore\n  n: n\n", encoding="utf-8")
    with pytest.raises(UnsupportedQuestion, match="longer than 2,000 moves"):
        answer(PythonMachine(load(path)), Aim.HIGHEST, "cpsat")


def test_chance_is_refused() -> None:
    with pytest.raises(UnsupportedQuestion, match="chance"):
        answer(PythonMachine(load("minirail", options={"fair": "true"})), Aim.HIGHEST, "cpsat")


def test_time_ends_the_search() -> None:
    found = list(ENGINES["cpsat"].search(ask(minirail_machine("l1").machine, Aim.HIGHEST, Limits(seconds=0.0))))
    assert last_answer(found).status is Status.UNDECIDED and last_answer(found).stopped == "time"
