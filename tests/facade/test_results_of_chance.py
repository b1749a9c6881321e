"""Results about chance and hidden things: strategies and decks are written, read again and judged anew; forged ones are
told.
"""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from regelwerk.report.results import NAME, Invocation, read, save
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from solver.protocol.answers import Answer, SampledMeans, Status, last_answer
from solver.protocol.clock import Clock
from solver.protocol.disagreement import Disagreement
from solver.protocol.efforts import Plans
from solver.protocol.questions import Aim, Limits
from solver.protocol.seats import seats_of
from solver.sampling import fair
from tests.native.compiling import kernels_run, native
from tests.solver.searches import ask, solve

DECKS = SampledMeans(10, (5, 6, 4), (6, 6, 5), 6)


def poker(folder: Path) -> Answer:
    machine = PythonMachine(load("kuhn_poker"))
    answer = last_answer(list(solve(ask(machine, Aim.MIXED))))
    save(folder, Invocation("kuhn_poker"), machine, machine.initial(), Aim.MIXED, answer)
    return answer


def rolls(folder: Path, sampled: SampledMeans) -> None:
    machine = PythonMachine(load("three_rolls"))
    answer = Answer(Status.BOUNDED, 5, Fraction(17, 3), (), "trying", 1, 0.1, sampled=sampled)
    save(folder, Invocation("three_rolls", seats=("Solo=random",)), machine, machine.initial(), Aim.EXPECTED, answer)


def test_strategies_are_written_and_read(tmp_path: Path) -> None:
    answer = poker(tmp_path)
    found = read(tmp_path)
    assert (found.strategy, found.value, found.bound) == (answer.strategy, Fraction(-1, 18), Fraction(-1, 18))
    assert found.sampled is None


def test_decks_are_written_and_read(tmp_path: Path) -> None:
    rolls(tmp_path, DECKS)
    found = read(tmp_path)
    assert (found.sampled, found.strategy, found.asked.seats) == (DECKS, (), ("Solo=random",))
    shown = json.loads((tmp_path / NAME).read_text("utf-8"))["sampled"]
    assert shown["decks"] == 3 and shown["value"][0] < 5 < shown["value"][1] and shown["bound"][1] <= 6


def test_plans_are_written_and_read(tmp_path: Path) -> None:
    planned = replace(DECKS, effort=Plans(4, 12), bests=(6, 6), later=(6, 5))
    rolls(tmp_path, planned)
    assert read(tmp_path).sampled == planned
    assert json.loads((tmp_path / NAME).read_text("utf-8"))["sampled"]["plans"] == {"decks": 4, "width": 12}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("strategy", 1), ("strategy", [{"player": "Alice"}]), ("strategy", [{"player": "Alice", "when": "at first", "moves": {}}]),
        ("strategy", [{"player": "Alice", "when": "at first", "moves": {"bet": "often"}}]), ("seats", "Bob"),
        ("decks", []), ("decks", {"results": [1, 2], "bests": [1], "trials": 5, "most": 6}),
        ("decks", {"results": [1, 2], "bests": [1, 2.5], "trials": 5, "most": 6}),
        ("decks", {"results": [1, 10**30], "bests": [1, 2], "trials": 5, "most": 6}),
        ("decks", {"results": [1, 2], "bests": [1, 2], "trials": 10**9, "most": 6}),
        ("decks", {"results": [1, 2], "bests": [1, 2], "trials": True, "most": 6}),
        ("decks", {"results": [1, 2], "bests": [1, 2], "plans": {"decks": 4, "width": 10**9}, "most": 6}),
        ("decks", {"results": [1, 2], "bests": [1, 2], "plans": {"decks": 4}, "most": 6}),
        ("decks", {"results": [1, 2], "bests": [1, 2], "most": 6}),
        ("decks", {"results": [1, 2], "bests": [1, 2, 3], "trials": 5, "most": 6, "later": [1, 2, 3]}),
    ],
)  # fmt: skip
def test_what_is_no_strategy_and_what_are_no_decks(key: str, value: object, tmp_path: Path) -> None:
    poker(tmp_path)
    document = json.loads((tmp_path / NAME).read_text("utf-8"))
    (tmp_path / NAME).write_text(json.dumps({**document, key: value}), encoding="utf-8")
    with pytest.raises(RulesError) as raised:
        read(tmp_path)
    assert raised.value.diagnostics[0].code == "E0760"


@pytest.mark.skipif(not kernels_run(), reason="there is no compiler here, or the kernels are not built")
def test_plans_are_made_again() -> None:
    from cython_ext.kernels._kernel import Watch
    from solver.sampling.again import replay_samples
    from solver.sampling.foreseen import Foreseen
    from solver.sampling.planner import Planner

    game, effort = load("three_rolls"), Plans(2, 4)
    compiled, plain, seats = native(game), ReferenceMachine(game), seats_of(game)
    start = plain.initial()
    planner, foreseen = (
        Planner(compiled, start, seats, 9, effort, Watch()),
        Foreseen(compiled, start, seats, 9, 6, fair.POSITIONS, fair.TABLE_BYTES),
    )
    results = [played.result for number in range(1, 7) if (played := planner.play(number)) is not None]
    told = SampledMeans(effort, tuple(results), tuple([foreseen.best(number) for number in range(1, 7)]), 6)
    assert len(results) == 6 == replay_samples(plain, start, compiled, seats, 9, told, Clock(Limits()))
    with pytest.raises(Disagreement, match="deck 6 the policy"):
        replay_samples(
            plain,
            start,
            compiled,
            seats,
            9,
            replace(told, results=(*told.results[:5], told.results[5] - 1)),
            Clock(Limits()),
        )


@pytest.mark.skipif(not kernels_run(), reason="there is no compiler here, or the kernels are not built")
def test_decks_are_played_again() -> None:
    from solver.sampling.again import replay_samples

    game = load("three_rolls")
    compiled, plain, seats = native(game), ReferenceMachine(game), seats_of(game)
    start = plain.initial()
    question = ask(plain, Aim.EXPECTED, Limits(seconds=5), 9, compiled)
    found = last_answer(list(fair.sample(question))).sampled
    assert found is not None and found.decks > 10
    few = replace(found, results=found.results[:8], bests=found.bests[:8])
    assert replay_samples(plain, start, compiled, seats, 9, few, Clock(Limits())) == 8
    assert replay_samples(plain, start, compiled, seats, 9, few, Clock(Limits(seconds=0))) == 0
    better = replace(few, results=(*few.results[:3], few.results[3] + 1, *few.results[4:]))
    with pytest.raises(Disagreement, match="deck 4 the policy"):
        replay_samples(plain, start, compiled, seats, 9, better, Clock(Limits()))
    worse = replace(few, bests=(few.bests[0] - 1, *few.bests[1:]))
    with pytest.raises(Disagreement, match="deck 1 somebody"):
        replay_samples(plain, start, compiled, seats, 9, worse, Clock(Limits()))
