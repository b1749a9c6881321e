"""Symmetries of games taken apart, and slots for which hardly anything cares: what is merged is the same, and no optimum changes."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import permutations, product

import pytest

from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from solver.explicit.graph import graph_of, value_of_graph
from solver.factored.carefree import carefree_of
from solver.factored.merging import StateQuotient, merging_of
from solver.factored.places import wandering, with_pointers
from solver.factored.prepared import PreparedTask, kernels_are_built, prepare_question
from solver.factored.symmetries import SlotPermutation, canonical, turns_of, whole_of
from solver.factored.task import Task, holds, is_over, steps_from
from solver.protocol.answers import Status, last_answer
from solver.protocol.clock import Clock
from solver.protocol.context import SearchContext
from solver.protocol.questions import Aim, Limits
from tests.seeds import drawn_daily
from tests.solver.distances import true_distances
from tests.solver.random_tasks import FAR, all_states, distances, random_task, random_turn, with_carefree, with_symmetry
from tests.solver.searches import ask, confirm_play

if not kernels_are_built():
    pytest.skip("the kernels are not built", allow_module_level=True)

from cython_ext.kernels._kernel import Watch
from solver.explicit.astar import best_first, kernel_of
from solver.factored.bounds import Bounds, bounds_of
from solver.factored.flat import net_of

SIZES = ((2, 2, 2, 2), (3, 3, 2, 2), (3, 3, 3), (2, 2, 2, 3), (2, 3, 2, 3), (4, 4, 2))
JUMP = frozenset({"jump"})
BLOCKS = drawn_daily(range(12), 1)


def keeps(task: Task, turn: SlotPermutation) -> bool:
    """Looked at in every state: does the image lead to the images, and end where the state ends?"""
    for state in all_states(task):
        image = turn.image(state)
        after = Counter(
            [(turn.image(values), cost) for values, cost in {(step.after(state), step.cost) for step in steps_from(task, state)}]
        )
        if after != Counter({(step.after(image), step.cost) for step in steps_from(task, image)}):
            return False
        if any(any(holds(box, state) for box in boxes) != any(holds(box, image) for box in boxes) for boxes in (task.goals, task.dead)):
            return False
    return True


def ready_for(task: Task, with_bounds: bool) -> PreparedTask:
    known = with_pointers(task)
    bounds = bounds_of(known, wandering(known), Watch(), 1 << 10) if with_bounds else Bounds(())
    return PreparedTask(task, known, bounds, net_of(task, known, bounds), Watch(), wanders=False)


def least_of(task: Task, merging: StateQuotient | None, with_bounds: bool = False) -> int | None:
    """The fewest steps that count, and a line of as many."""
    found = last_answer(list(best_first(ready_for(task, with_bounds), Clock(Limits()), merging)))
    assert found.status in (Status.OPTIMAL, Status.INFEASIBLE)
    return None if found.value is None else int(found.value)


def planted(seed: int) -> tuple[Task, SlotPermutation]:
    dice = random.Random(seed)
    task = random_task(dice, SIZES[seed % len(SIZES)], dice.randrange(3, 7), families=seed % 3 == 0)
    turn = random_turn(dice, task)
    return with_symmetry(task, turn), turn


@pytest.mark.parametrize("block", BLOCKS)
def test_symmetries_that_are_found_are_some(block: int) -> None:
    found = 0
    for seed in range(60 * block, 60 * block + 60):
        task, turn = planted(seed)
        assert keeps(task, turn) and whole_of(task).is_kept(turn)
        turns = turns_of(task)
        assert all(keeps(task, each) for each in turns)
        found += bool(turns)
    assert found > 35


@pytest.mark.parametrize("block", BLOCKS)
def test_planted_faults_are_seen(block: int) -> None:
    broken = 0
    for seed in range(60 * block, 60 * block + 60):
        task, turn = planted(seed)
        step, *others = task.steps
        changes = [others, [replace(step, cost=1 - step.cost), *others], [replace(step, effects=step.effects[1:]), *others]]
        for steps in changes:
            fault = replace(task, steps=tuple(steps))
            broken += not keeps(fault, turn)
            assert all(keeps(fault, each) for each in turns_of(fault))
        lost = replace(task, goals=task.goals[1:])
        assert all(keeps(lost, each) for each in turns_of(lost))
    assert broken > 60


@pytest.mark.parametrize("seed", range(12))
def test_no_symmetry_is_missed(seed: int) -> None:
    """All permutations of three slots and of their two values are tried."""
    dice = random.Random(seed)
    task = random_task(dice, (2, 2, 2), 3)
    task = with_symmetry(task, random_turn(dice, task)) if seed % 4 else task
    whole = whole_of(task)
    every = [SlotPermutation(slots, values) for slots in permutations(range(3)) for values in product([b"\0\1", b"\1\0"], repeat=3)]
    kept = {turn for turn in every if whole.is_kept(turn)}
    assert {*turns_of(task), SlotPermutation((0, 1, 2), (b"\0\1",) * 3)} == kept


@pytest.mark.parametrize("block", BLOCKS)
def test_optima_stay_and_one_state_of_each_kind_is_kept(block: int) -> None:
    fewer = 0
    for seed in range(60 * block, 60 * block + 60):
        task, _ = planted(seed)
        if is_over(task, task.start):
            continue
        merging = StateQuotient((), turns_of(task))
        expected = distances(task)[task.start]
        for with_bounds in (False, True):
            assert least_of(task, merging, with_bounds) == (None if expected == FAR else expected), seed
        kernels = [kernel_of(ready_for(task, False), each, beyond=True) for each in (merging, StateQuotient())]
        for kernel in kernels:
            while kernel.status == "running":
                kernel.run(1000)
        reached = {canonical(merging.turns, state) for state in reachable(task)}
        assert kernels[0].states == len(reached), seed
        fewer += kernels[0].states < kernels[1].states
    assert fewer > 5


def reachable(task: Task) -> set[bytes]:
    """With `beyond` a goal does not end the play."""
    seen, waiting = {task.start}, [task.start]
    while waiting:
        state = waiting.pop()
        if state == task.start or not any(holds(box, state) for box in task.dead):
            fresh = {step.after(state) for step in steps_from(task, state)} - seen
            seen |= fresh
            waiting += fresh
    return seen


def test_what_holds_at_the_start_only_is_not_turned() -> None:
    """Bounds know that one value wanders through the slots of a family; an image of the start in which two wander is no state for them."""
    task, turn = planted(0)
    flipped = [turn for turn in turns_of(task) if Counter(turn.image(task.start)) != Counter(task.start)]
    families = [slot.family for slot in task.slots]
    assert all(families) and flipped == []
    nameless = replace(task, slots=tuple([replace(slot, family="") for slot in task.slots]))
    assert turn in turns_of(nameless)


# -- carefree slots ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("flawed", [False, True], ids=["sound", "flawed"])
@pytest.mark.parametrize("block", BLOCKS)
def test_who_is_a_step_ahead_is_as_well_off(block: int, flawed: bool) -> None:
    """In all states: what is in the slots makes a difference of one at most, and none where they idle."""
    used, idle, differs, refused = 0, 0, 0, 0
    for seed in range(80 * block, 80 * block + 80):
        dice = random.Random(seed)
        task = with_carefree(dice, (*SIZES[seed % len(SIZES)][:3], 4), dice.randrange(2, 5), flawed)
        found = carefree_of(task, task)
        refused += found is None
        if found is None:
            continue
        far = distances(task)
        rests: dict[bytes, list[int]] = {}
        for state, distance in far.items():
            rests.setdefault(bytes([value for slot, value in enumerate(state) if slot not in found.slots]), []).append(distance)
            rested = found.reset_idle(task, state)
            assert far[rested] == distance
            idle += rested != state
        assert all(max(own) - min(own) <= 1 or min(own) == FAR for own in rests.values())
        differs += any(len(set(own)) > 1 for own in rests.values())
        used += 1
        if not is_over(task, task.start):
            expected = None if far[task.start] == FAR else far[task.start]
            assert least_of(task, StateQuotient((), (), found)) == least_of(task, None) == least_of(task, StateQuotient()) == expected
    assert used > (5 if flawed else 60) and idle > 0 and (flawed or differs > 3)
    assert refused > 20 if flawed else refused < 20


def test_a_slot_that_endings_look_at_is_not_carefree() -> None:
    task = with_carefree(random.Random(1), (2, 2, 4), 3, False)
    assert carefree_of(task, task) is not None
    assert carefree_of(replace(task, goals=({2: 1},)), task) is None
    assert carefree_of(replace(task, dead=({2: 1},)), task) is None


# -- peg solitaire ----------------------------------------------------------------------------------------------------

BOARDS = {
    "oo.o.": 0,
    "ooo.ooo": 1,
    "oooo|.ooo|oooo|oooo": 0,
    ".ooo|oooo|oooo|oooo": 1,
    "oo.oo|ooooo|ooooo": 1,
    " ooo |oo.oo|ooooo| ooo ": 1,
    "  o  | ooo |oo.oo| ooo |  o  ": 7,
}
"""Boards, and how many symmetries there are besides that which changes nothing."""


def blind(ready: PreparedTask) -> PreparedTask:
    """Without bounds, which know too much of small boards."""
    return replace(ready, bounds=Bounds(()), net=net_of(ready.task, ready.known, Bounds(())), watch=Watch())


def asked(board: str, runs: bool) -> SearchContext:
    game = load("peg_solitaire", {"runs": "true"} if runs else {}, givens={"board": board.replace("|", "\n")})
    return ask(PythonMachine(game), Aim.FEWEST, counted=JUMP if runs else frozenset())


@pytest.mark.parametrize("board", BOARDS)
def test_peg_boards(board: str) -> None:
    """The same optimum as the whole graph, a line of real moves, fewer positions."""
    for runs in (False, True):
        question = asked(board, runs)
        ready = blind(prepare_question(question))
        merging = merging_of(ready.task, ready.known, (), lambda: False)
        assert len(merging.turns) == BOARDS[board] and (merging.carefree is not None) == runs
        graph = graph_of(ReferenceMachine(question.machine.game), 200_000)
        assert graph is not None
        expected = value_of_graph(graph, Aim.FEWEST, counted=question.question.counted)
        nodes = []
        for each in (StateQuotient(), StateQuotient((), merging.turns), StateQuotient((), (), merging.carefree), merging):
            found = last_answer(list(best_first(ready, Clock(Limits()), each)))
            assert found.value == expected and found.status is (Status.INFEASIBLE if expected is None else Status.OPTIMAL)
            if found.value is not None:
                confirm_play(question.machine, Aim.FEWEST, found.value, found.play, counted=question.question.counted)
            nodes.append(found.nodes)
        assert nodes[3] <= nodes[0] and (nodes[1] < nodes[0] or BOARDS[board] == 0 or nodes[0] < 50)


@pytest.mark.parametrize("board", ["oo.o.", ".ooo|oooo|oooo|oooo", "oo.oo|ooooo|ooooo"])
def test_the_last_peg_matters_by_one_at_most(board: str) -> None:
    ready = prepare_question(asked(board, runs=True))
    found, far = carefree_of(ready.task, ready.known), true_distances(ready.task)
    assert found is not None and [ready.task.slots[slot].name for slot in found.slots] == ["last"]
    assert carefree_of(ready.task, ready.task) is None, "that the last peg is there follows from where it points to"
    rests: dict[bytes, set[int]] = {}
    for state, distance in far.items():
        rests.setdefault(state[:-1], set()).add(distance)
        assert far.get(found.reset_idle(ready.task, state), distance) == distance
    assert all(max(own) - min(own) <= 1 for own in rests.values())


ROUND = " ooo |ooooo|oo.oo|ooooo| ooo "


@pytest.mark.parametrize("runs", [False, True], ids=["jumps", "runs"])
def test_of_eight_positions_one_is_looked_at(runs: bool) -> None:
    ready = blind(prepare_question(asked(ROUND, runs)))
    merging = merging_of(ready.task, ready.known, (), lambda: False)
    assert len(merging.turns) == 7
    answers = [
        last_answer(list(best_first(ready, Clock(Limits()), each))) for each in (StateQuotient(), replace(merging, carefree=None), merging)
    ]
    assert {answer.status for answer in answers} == {Status.INFEASIBLE}
    every, eighth, fewest = [answer.nodes for answer in answers]
    assert every / 8 <= eighth < every / 7.5 and (fewest < eighth / 2 if runs else fewest == eighth)


def test_the_answer_says_what_was_merged() -> None:
    ready = blind(prepare_question(asked(ROUND, runs=True)))
    method = last_answer(list(best_first(ready, Clock(Limits())))).method
    assert "one of 8 symmetric positions" in method and "uncounted moves" in method
