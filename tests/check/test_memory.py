"""Work that runs out of memory, crashes or is killed is told as what it is, and loses nothing that was told before."""

from __future__ import annotations

import faulthandler
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import z3

from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.check import checking
from solver.check.checking import CheckLimits, check
from solver.check.comparing import ComparisonLimits as Pairs
from solver.check.comparing import Sides, UndecidedComparison, _Search, compare
from solver.check.findings import ProvedFinding, UndecidedFinding
from solver.check.proofs import Effort
from solver.check.survey import SurveyLimits, _Surveyor
from solver.processes.apart import AbortedWork, apart
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits as Ends
from solver.smt.asking import check_conditions

MEGABYTE = 1 << 20


def hoard() -> Iterator[str]:
    yield "begun"
    kept = [bytearray(16 * MEGABYTE)]
    while kept:
        kept.append(bytearray(16 * MEGABYTE))


def be_killed() -> Iterator[str]:
    yield "begun"
    os.kill(os.getpid(), signal.SIGKILL)


def abort() -> Iterator[str]:
    faulthandler.disable()
    yield "begun"
    os.abort()


def say_nothing_more() -> Iterator[str]:
    yield "begun"
    raise z3.Z3Exception(b"out of memory")


@pytest.mark.parametrize(
    ("work", "why"),
    [
        (hoard, "out of memory (limit 0.25 GB)"),
        (say_nothing_more, "out of memory (limit 0.25 GB)"),
        (abort, "the process crashed (SIGABRT), perhaps out of memory (limit 0.25 GB)"),
        (be_killed, "the process was killed (SIGKILL), probably because the computer was out of memory"),
    ],
)
def test_what_became_of_a_process_is_told_and_what_it_said_is_kept(work: object, why: str) -> None:
    assert callable(work)
    assert list(apart(work, 60.0, 256 * MEGABYTE)) == ["begun", AbortedWork(why)]


def test_a_limit_that_is_set_already_is_kept_to() -> None:
    """A process may lower its hard limit only; raising it ended the prover with a traceback."""
    code = (
        "import resource; from solver.processes.apart import apart\n"
        "resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))\n"
        "print(list(apart(lambda: iter([resource.getrlimit(resource.RLIMIT_AS)]), 60.0, 8 << 30)))\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr) == (f"[({3 << 30}, {3 << 30})]\n", "")
    assert resource.getrlimit(resource.RLIMIT_AS)[1] != 3 << 30, "nothing was limited here"


def test_z3_without_memory_is_not_taken_for_z3_that_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = z3.Solver()
    monkeypatch.setattr(solver, "check", lambda: z3.unknown)
    monkeypatch.setattr(solver, "reason_unknown", lambda: "memout")
    with pytest.raises(MemoryError):
        check_conditions(solver)


def _refused(*_: object) -> None:
    raise MemoryError


def test_positions_that_fit_are_kept_where_memory_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    visit = _Surveyor._visit
    monkeypatch.setattr(_Surveyor, "_visit", lambda self, number: visit(self, number) if number < 20 else _refused())
    monkeypatch.setattr(checking.order, "judge_reaction_order", _refused)
    few = CheckLimits(SurveyLimits(plays=0), Effort(seconds=0), compiled=False)
    found = {each.question.text: each for each in check(PythonMachine(load("orchard")), few, Clock(Ends()))}
    assert (
        isinstance(found["pick can be done"], ProvedFinding)
        and "the first 20 positions, then out of memory" in found["pick can be done"].method
    )
    undecided = [each for each in found.values() if isinstance(each, UndecidedFinding)]
    assert undecided and all("out of memory" in each.tried for each in undecided)


def test_comparing_tells_how_far_it_came_before_memory_ran_out(monkeypatch: pytest.MonkeyPatch) -> None:
    visit, left = _Search._visit, iter(range(30))
    monkeypatch.setattr(
        _Search, "_visit", lambda self, pair: visit(self, pair) if next(left, None) is not None else _refused()
    )
    machine = PythonMachine(load("tictactoe"))
    found = compare(Sides(machine, machine), Pairs(plays=3), Clock(Ends()))
    assert (
        isinstance(found, UndecidedComparison)
        and "out of memory" in found.tried
        and found.tried.endswith("and 3 random plays")
    )


def test_a_library_that_cannot_be_mapped_is_no_defect(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from regelwerk.cli.commands import common
    from tests.cli.running import run

    def refused(*_: object) -> None:
        raise ImportError("libsolver.so.9: failed to map segment from shared object")

    monkeypatch.setattr(common.CommandSettings, "state", refused)
    ran = run(capsys, "moves", "tictactoe")
    assert ran.code == 3 and "out of memory" in ran.err


def test_a_prover_without_memory_leaves_the_claim_undecided(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise z3.Z3Exception(b"out of memory")

    monkeypatch.setattr(
        z3.Solver, "check", refused
    )  # a limit on memory says little in a process that holds free memory already
    path = tmp_path / "steps.rules"
    path.write_text(
        'rules 1\ngame Steps\n\nstate\n  n: 0..90\n\naction up\n  does\n    n = (n + 7) % 91\n\nplay\n  loop until n == 90\n    choose up\n\nclaim never "eight": n == 8 and n == 9\n'
    )
    few = CheckLimits(SurveyLimits(positions=3, plays=0), Effort(), compiled=False)
    found = list(checking.prove(PythonMachine(load(path)), load(path).claims, few, Clock(Ends())))
    assert isinstance(found[0], UndecidedFinding) and "out of memory" in found[0].tried
