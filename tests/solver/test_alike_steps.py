"""Alike things in best first search: the same optima with fewer states, lines of real moves, and nothing is merged that is told apart where play begins."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from rules_dsl.ir.passes.symmetry import Symmetry
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.driver.engines import ENGINES
from solver.factored.alike import canonical, kinds_of, steps_along
from solver.factored.grounding import task_of
from solver.factored.merging import StateQuotient
from solver.factored.prepared import kernels_are_built, prepare_question
from solver.factored.task import Task, holds, steps_from
from solver.protocol.answers import Answer, Status, last_answer
from solver.protocol.clock import Clock
from solver.protocol.context import SearchContext
from solver.protocol.questions import Aim, Limits
from tests.seeds import drawn_daily
from tests.solver.searches import ask, solve
from tests.solver.test_alike import bins

if not kernels_are_built():
    pytest.skip("the kernels are not built", allow_module_level=True)

from cython_ext.kernels._kernel import Watch
from cython_ext.kernels._steps import BestFirst
from solver.explicit.astar import best_first, mask_of
from solver.factored.bounds import Bounds
from solver.factored.flat import net_of


def machine_of(text: str, folder: Path) -> PythonMachine:
    path = folder / "game.rules"
    path.write_text(text, encoding="utf-8")
    return PythonMachine(load(path))


def some_bins(seed: int, alike: bool = True, steps: int = 4) -> str:
    """Bins with a goal, three or four of them; what was last is there or not."""
    text = re.sub(r"left:   0\.\.\d = \d", f"left:   0..{steps} = {steps}", bins(seed, "goal", alike))
    return re.sub(r"  points: 0\.\.99\n|    points = .*\n", "", text)


def answered(machine: PythonMachine, engine: str, counted: frozenset[str] = frozenset()) -> Answer:
    question = ask(machine, Aim.FEWEST, Limits(), counted=counted)
    return last_answer(list(solve(question, ENGINES[engine], confirm=False)))


def blind(machine: PythonMachine, alike: bool) -> Answer:
    """Best first without tables, so that many states are looked at; with or without forgetting names."""
    question = ask(machine, Aim.FEWEST)
    ready = prepare_question(question)
    bounds = Bounds(())
    plain = replace(ready, bounds=bounds, net=net_of(ready.task, ready.known, bounds), watch=Watch())
    return replayed(question, last_answer(list(best_first(plain, Clock(Limits()), StateQuotient(ready.alike if alike else ())))))


def replayed(question: SearchContext, answer: Answer) -> Answer:
    state = question.machine.initial()
    for move in answer.play:
        state = question.machine.apply(state, move)
    assert answer.value is None or question.machine.find_end(state).kind == "goal"  # type: ignore[union-attr]
    return answer


@pytest.mark.parametrize("block", drawn_daily(range(12), 1))
def test_optima_are_the_same_with_fewer_states(block: int, tmp_path: Path) -> None:
    fewer = 0
    for seed in range(5 * block, 5 * block + 5):
        machine, named = (machine_of(some_bins(seed, alike), tmp_path) for alike in (True, False))
        assert kinds_of(machine, machine.initial(), task_of(machine)) and not kinds_of(named, named.initial(), task_of(named))
        together, apart, plain = answered(machine, "astar"), answered(named, "astar"), answered(machine, "breadth")
        assert (together.status, together.value) == (apart.status, apart.value) == (plain.status, plain.value)
        counted = frozenset({"put"})
        assert answered(machine, "astar", counted).value == answered(named, "astar", counted).value
        once, each = (blind(machine, alike) for alike in (True, False))
        assert (once.status, once.value, len(once.play)) == (each.status, each.value, len(each.play)) and once.value == plain.value
        fewer += once.nodes < each.nodes / 2
    assert fewer > 2


def reachable(task: Task) -> Iterator[bytes]:
    seen, waiting = {task.start}, [task.start]
    while waiting:
        values = waiting.pop()
        yield values
        if not any(holds(box, values) for box in (*task.goals, *task.dead)) or values == task.start:
            fresh = {step.after(values) for step in steps_from(task, values)} - seen
            seen |= fresh
            waiting += fresh


@pytest.mark.parametrize("seed", [0, 3])
def test_forms_are_those_of_all_renamings(seed: int, tmp_path: Path) -> None:
    """Two states have one form exactly if they differ in names only; forms are states that play reaches."""
    machine = machine_of(some_bins(seed, steps=3), tmp_path)
    task = task_of(machine)
    (kind,) = kinds_of(machine, machine.initial(), task)
    states = set(reachable(task))
    for values in states:
        renamed = {kind.rename_members(values, names) for names in permutations(range(len(kind.columns)))}
        assert renamed <= states and len({canonical([kind], each) for each in renamed}) == 1
    assert len({canonical([kind], values) for values in states}) < len(states) / 2


@pytest.mark.parametrize("seed", [1, 2])
def test_the_kernel_finds_one_state_for_each_form(seed: int, tmp_path: Path) -> None:
    machine = machine_of(some_bins(seed, steps=3).replace("goal count", "goal left == 0 and left == 1 and count"), tmp_path)
    ready = prepare_question(ask(machine, Aim.FEWEST))
    assert ready.alike
    for kinds in (ready.alike, ()):
        kernel = BestFirst(ready.net, ready.watch, mask_of(ready), alike=[kind.flat for kind in kinds], beyond=True)
        while kernel.status == "running":
            kernel.run(1_000)
        assert kernel.states <= len({canonical(kinds, values) for values in reachable(ready.task)})


def test_a_line_of_forms_is_a_line_of_moves(tmp_path: Path) -> None:
    machine, dice = machine_of(some_bins(5), tmp_path), random.Random(1)
    task = task_of(machine)
    kinds = kinds_of(machine, machine.initial(), task)
    for _ in range(20):
        forms = [task.start]
        while len(forms) < 4 and (steps := steps_from(task, forms[-1])):
            forms.append(canonical(kinds, dice.choice(steps).after(forms[-1])))
        actual = task.start
        for step, form in zip(steps_along(task, kinds, forms), forms[1:], strict=True):
            assert step in steps_from(task, actual)
            actual = step.after(actual)
            assert canonical(kinds, actual) == form


@pytest.mark.parametrize(
    "change",
    [
        ("shut:   set of Bin", "shut:   set of Bin = {Bin1}"),
        ("  shut: ", "  order:  [1..2] Bin = Bin2\n  shut: "),
        ("  shut: ", "  pairs:  [Bin][Bin] Bool\n  shut: "),
        ("load:   [Bin]", "fixed:  [Bin] Bool = {b: b == Bin1 for b in Bin}\n  load:   [Bin]"),
    ],
)
def test_what_is_told_apart_is_not_merged(change: tuple[str, str], tmp_path: Path) -> None:
    machine = machine_of(some_bins(0).replace(*change), tmp_path)
    assert [enum.name for enum in Symmetry(machine.game).enums] == ["Bin"]
    assert kinds_of(machine, machine.initial(), task_of(machine)) == ()
    assert answered(machine, "astar").value == answered(machine, "breadth").value
    assert answered(machine, "astar").status in (Status.OPTIMAL, Status.INFEASIBLE)
