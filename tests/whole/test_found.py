"""What the brute force has found, made small: nobody breaks down over these files, and all say the same."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from cython_ext.native import NativeMachine
from regelwerk.api.machines import native_machine
from rules_dsl.loading import load
from rules_dsl.machine.api import Machine, PlayError
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from solver.check import checking
from solver.check.findings import ProvedFinding, RefutedFinding
from solver.driver.engines import ENGINES
from solver.explicit.graph import graph_of, value_of_graph
from solver.protocol.answers import Answer, Status, last_answer
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits, UnsupportedQuestion, aim_of
from tests.solver.searches import ask, solve
from tests.whole.commands import said_by

FOUND = sorted((Path(__file__).parent / "found").glob("*.rules"))
SECONDS = 1.0


def answers(machine: Machine, compiled: NativeMachine | None) -> dict[str, Answer]:
    """What every engine says that takes the question."""
    aim, found = aim_of(machine.game), {}
    for name in [each for each, engine in ENGINES.items() if aim in engine.aims]:
        try:
            found[name] = last_answer(list(solve(ask(machine, aim, Limits(seconds=SECONDS), compiled=compiled), ENGINES[name], confirm=False)))
        except UnsupportedQuestion:
            continue
    return found


@pytest.mark.parametrize("path", [path for path in FOUND if not path.stem.startswith("rules_fail")], ids=lambda path: path.stem)
def test_all_engines_agree_with_the_graph(path: Path) -> None:
    game = load(path)
    graph = graph_of(ReferenceMachine(game), 1_000)
    assert graph is not None
    truth = value_of_graph(graph, aim_of(game))
    found = answers(PythonMachine(game), native_machine(game))
    wrong = {name: each for name, each in found.items() if each.status in (Status.OPTIMAL, Status.INFEASIBLE) and each.value != truth}
    assert not wrong
    assert [name for name, each in found.items() if each.status in (Status.OPTIMAL, Status.INFEASIBLE)]
    assert truth is not None or not [name for name, each in found.items() if each.value is not None]


@pytest.mark.parametrize("engine", ["nearest", "astar", "ida"])
def test_a_move_that_fails_is_told_as_the_fault_of_the_rules(engine: str) -> None:
    machine = PythonMachine(load(Path(__file__).parent / "found" / "rules_fail_at_a_move.rules"))
    with pytest.raises(PlayError, match="E0901"):
        list(solve(ask(machine, aim_of(machine.game)), ENGINES[engine]))


@pytest.mark.parametrize("engine", ["phases", "cpsat", "both"])
@pytest.mark.parametrize("name", ["rules_fail_after_a_choice", "rules_fail_at_every_move", "rules_fail_in_a_record"])
def test_nobody_breaks_down_over_rules_that_fail(engine: str, name: str) -> None:
    machine = PythonMachine(load(Path(__file__).parent / "found" / f"{name}.rules"))
    with suppress(PlayError, UnsupportedQuestion):
        assert list(solve(ask(machine, aim_of(machine.game), Limits(seconds=20 * SECONDS)), ENGINES[engine]))


def test_what_is_done_before_anybody_decides_is_known_to_the_prover() -> None:
    machine = PythonMachine(load(Path(__file__).parent / "found" / "over_before_anybody_decides.rules"))
    told = {found.question.text: found for found in checking.check(machine, checking.CheckLimits(compiled=False), Clock(Limits(seconds=30.0)))}
    assert isinstance(told["this condition of play can be true"], ProvedFinding)
    assert isinstance(told["this condition of play can be false"], RefutedFinding)


def test_a_compiled_game_fails_where_the_rules_fail_before_a_choice() -> None:
    game = load(Path(__file__).parent / "found" / "rules_fail_before_a_choice.rules")
    machine = native_machine(game)
    with pytest.raises(PlayError, match="E0901"):
        machine.kind(machine.initial())


def test_a_proof_over_stretches_of_a_small_game_is_verified(tmp_path: Path) -> None:
    path = Path(__file__).parent / "found" / "over_at_once_cut_into_stretches.rules"
    said_by("prove", str(path), "--time", "20s", "--save", str(tmp_path))
    assert said_by("verify", str(tmp_path), "--time", "20s")["proof"] == "confirmed"
