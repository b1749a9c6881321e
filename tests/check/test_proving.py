"""Proofs and all positions say the same of small random games; what crashes loses nothing that was told before."""

from __future__ import annotations

import faulthandler
import os
import random
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.check.checking import CheckLimits, collect_questions, prove
from solver.check.findings import ProvedFinding, RefutedFinding, UndecidedFinding
from solver.check.proofs import Effort, prove_in_process
from solver.check.proving import prove as prove_goals
from solver.check.survey import SurveyLimits, survey
from solver.check.told import Ends, UnprovedTermination
from solver.processes.apart import AbortedWork, apart
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits as Ends_
from solver.smt.invariants import Houdini, InvariantCandidate, check_anew
from solver.smt.ranking import measures_that_fall
from solver.smt.relation import Relation
from solver.smt.templates import lemmas, null_space
from tests.seeds import drawn_daily
from tests.solver.small_games import small_game


def random_claims(dice: random.Random) -> str:
    """True and false ones."""
    conditions = [
        f"points <= {dice.randrange(13)}", f"at != {dice.randrange(8)}", f"seen[{dice.randrange(8)}] implies seen[{dice.randrange(8)}]",
        f"left + points <= {dice.randrange(16)}", f"count(seen[a] for a in 0..7) <= {dice.randrange(9)}", f"not seen[{dice.randrange(8)}] or at > 0",
    ]  # fmt: skip
    modes = ("always", "never", "sometimes")
    return "\n".join(f'claim {dice.choice(modes)} "claim {number}": {each}' for number, each in enumerate(conditions))


BLOCKS = drawn_daily(range(25), 1)


@pytest.mark.parametrize("block", BLOCKS)
def test_proofs_and_positions_agree_on_random_games(block: int, tmp_path: Path) -> None:
    decided = 0
    for seed in range(12 * block, 12 * block + 12):
        path = tmp_path / f"{seed}.rules"
        path.write_text(f"{small_game(seed)[1]}\n{random_claims(random.Random(seed))}\n")
        decided += agreeing(path, deep=seed % 4 == 0)
    assert decided >= 12, "a prover that decides nothing agrees with everybody; how much it decides depends on its time"


def agreeing(path: Path, deep: bool) -> int:
    """How many goals of a game the prover decided, each as all positions decide it; `check` would raise if not."""
    game = load(path)
    wanted = collect_questions(game)
    found = survey(wanted.marked, wanted.goals, PythonMachine(game).initial(), SurveyLimits(), Clock(Ends_()))
    assert found.complete and not found.failed
    decided = 0
    goals = dict(enumerate(wanted.goals))
    for told in prove_goals(PythonMachine(wanted.marked.game), goals, found.states[:300], Clock(Ends_(seconds=6)), deep):
        if isinstance(told, Ends | UnprovedTermination) or told.goal is None or isinstance(told.finding, UndecidedFinding | None):
            continue
        comes_about = isinstance(told.finding, ProvedFinding) == goals[told.goal].wanted
        assert comes_about == (told.goal in found.reached), goals[told.goal].question
        decided += 1
    return decided


def test_plays_found_by_unrolling_are_shortest(tmp_path: Path) -> None:
    path = tmp_path / "stairs.rules"
    path.write_text(
        "rules 1\ngame Stairs\n\nstate\n  step: 0..90 = 0\n\naction up(n: 1..3)\n  needs step + n <= 90\n  does\n    step += n\n\n"
        'play\n  loop until step == 90\n    choose up\n\nclaim never "eight": step == 8\nclaim never "half": step == 91 / 2 and step > 88\n'
    )
    machine = PythonMachine(load(path))
    few = CheckLimits(SurveyLimits(positions=4, plays=0), Effort(seconds=30), compiled=False)
    eight, half = list(prove(machine, machine.game.claims, few, Clock(Ends_())))
    assert isinstance(eight, RefutedFinding) and len(eight.play) == 3 and "spelled out" in eight.method
    assert isinstance(half, ProvedFinding) and "induction" in half.method


def test_invariants_hold_for_solvers_that_know_nothing() -> None:
    machine = PythonMachine(load("fifteen", {"width": "2", "height": "2"}))
    relation = Relation(machine, Clock(Ends_()))
    states, dice = [machine.initial()], random.Random(1)
    while machine.moves(states[-1]) and len(states) < 60:
        states.append(machine.apply(states[-1], dice.choice(machine.moves(states[-1]))))
    gap = next(claim for claim in machine.game.claims if "gap" in claim.label)
    claimed = InvariantCandidate("gap", {node: relation.condition(gap.condition, node) for node in relation.rests})
    houdini = Houdini(relation, [claimed, *lemmas(relation, states)])
    houdini.run()
    kept = list(houdini.left.values())
    assert claimed in kept
    assert any(" + " in each.text for each in kept), "the sum of the tiles stays the same"
    assert check_anew(relation, kept)
    part = next(iter(relation.parts.values()))
    assert not check_anew(relation, [*kept, InvariantCandidate("wrong", dict.fromkeys(relation.rests, part == relation.constants(machine.initial())[0][1]))])


ENDING = {"three_rolls": True, "orchard": True, "tictactoe": True, "auction": None, "river_crossing": False, "hanoi": False, "lights_out": False, "kuhn_poker": True}


@pytest.mark.parametrize("name", ENDING)
def test_measures_show_why_plays_end_and_only_where_they_do(name: str) -> None:
    machine = PythonMachine(load(name))
    relation = Relation(machine, Clock(Ends_(seconds=60)))
    measures = measures_that_fall(relation, {})
    assert ENDING[name] is None or isinstance(measures, list) == ENDING[name]
    for each in measures if isinstance(measures, list) else ():
        assert each.endswith(("falls", "rises"))


def test_sums_that_stay_the_same_are_found_by_elimination() -> None:
    assert null_space([[1, -1, 0], [0, 2, -2]], 3) == [[1, 1, 1]]
    assert null_space([[1, 2], [2, 3]], 2) == []
    assert sorted(null_space([[0, 0, 1]], 3)) == [[0, 1, 0], [1, 0, 0]]


def test_a_crash_loses_nothing_that_was_told_before() -> None:
    def crashing() -> Iterator[int]:
        yield 1
        yield 2
        faulthandler.disable()  # or the log of the tests tells of a crash that is meant
        os.kill(os.getpid(), signal.SIGSEGV)

    assert list(apart(crashing, 30, None)) == [1, 2, AbortedWork("the process crashed (SIGSEGV)")]


def test_work_that_needs_too_much_memory_or_time_is_ended() -> None:
    def greedy() -> Iterator[int]:
        yield 1
        yield len(bytearray(1 << 30))

    def endless() -> Iterator[int]:
        yield 1
        signal.pause()

    assert list(apart(greedy, 30, 100 << 20)) == [1, AbortedWork("out of memory (limit 0.0977 GB)")]
    assert list(apart(endless, -4.5, None)) == [1, AbortedWork("the time was over")]


def test_what_fails_in_the_other_process_is_told_here() -> None:
    def failing() -> Iterator[int]:
        yield 1
        raise LookupError("lost")

    with pytest.raises(LookupError, match="lost"):
        list(apart(failing, 30, None))


def test_without_time_nothing_is_proved_and_nothing_said() -> None:
    game = load("three_rolls")
    wanted = collect_questions(game)
    start = PythonMachine(game).initial()
    found = survey(wanted.marked, wanted.goals, start, SurveyLimits(), Clock(Ends_()))
    proofs = prove_in_process(wanted.marked.game, start, dict(enumerate(wanted.goals)), found, Effort(second_opinion=0), Clock(Ends_()))
    assert proofs.findings == {} and not proofs.excluded
