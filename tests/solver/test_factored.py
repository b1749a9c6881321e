"""Games taken apart: the steps of a task are the moves of the game, what is always so is so."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.failures import PlayError
from rules_dsl.loading import load
from rules_dsl.machine.api import Machine, Move, State
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from solver.factored.grounding import task_of
from solver.factored.places import wandering, with_pointers
from solver.factored.slots import NotApart
from solver.factored.task import Task, holds, is_over, steps_from
from tests.agree.generator import random_game
from tests.solver.small_games import small_game

GAMES = {
    "fifteen": {"width": "3", "height": "3"},
    "hanoi": {"pegs": "4"},
    "river_crossing": {},
    "rush_hour": {},
    "sokoban": {},
    "peg_solitaire": {},
    "lights_out": {},
    "pocket_cube": {},
}


GENERATED = (22, 150, 230, 299, 314, 367, 409, 520, 551, 563, 566)
"""Seeds of generated games that have no chance and no lists."""


def agree(machine: Machine, task: Task, plies: int, seed: int = 1) -> int:
    """Play at random and compare; how often a goal was reached."""
    dice, state, values, goals = random.Random(seed), machine.initial(), task.start, 0
    for ply in range(plies):
        steps = [] if ply and is_over(task, values) else steps_from(task, values)
        assert Counter([step.move for step in steps]) == Counter(machine.moves(state))
        if not steps:
            ended = machine.find_end(state)
            assert (ended is not None and ended.kind in ("goal", "win")) == any(
                holds(box, values) for box in task.goals
            )
            goals += any(holds(box, values) for box in task.goals)
            state, values = machine.initial(), task.start
            continue
        step = dice.choice(steps)
        state, values = machine.apply(state, step.move), step.after(values)
    return goals


@pytest.mark.parametrize("name", GAMES)
def test_steps_are_the_moves_of_the_game(name: str) -> None:
    game = load(name, GAMES[name])
    task = with_pointers(task_of(PythonMachine(game)))
    agree(PythonMachine(game), task, 200)


def test_small_random_games(tmp_path: Path) -> None:
    goals = 0
    for seed in range(0, 120, 4):
        path = tmp_path / f"{seed}.rules"
        path.write_text(small_game(seed)[1], encoding="utf-8")
        machine = PythonMachine(load(path))
        goals += agree(machine, with_pointers(task_of(machine)), 100, seed)
    assert goals > 20


def test_tiles_wander_and_the_gap_points_to_itself() -> None:
    task = with_pointers(task_of(PythonMachine(load("fifteen"))))
    (tiles,) = wandering(task)
    assert (len(tiles.slots), len(tiles.values)) == (16, 16)
    assert len(task.steps) == 48
    assert all(sum(mask.bit_count() == 1 for mask in step.guard.values()) == 2 for step in task.steps)


def test_discs_do_not_wander() -> None:
    assert wandering(task_of(PythonMachine(load("hanoi")))) == []


RULES = """rules 1
game Odd
type Thing = hat | cap
state
  here: Thing? = none
  {more}
  steps: 0..9
action take(t: Thing)
  needs here != t "it is there"
  does
    here = t
    steps = min(steps + 1, 9)
action drop
  needs here != none "nothing is there"
  does
    {drop}
play
  loop
    choose take, drop
{ending}
goal here == cap and steps > 4
"""


def odd(tmp_path: Path, more: str = "other: Bool", drop: str = "here = none", ending: str = "") -> ir.Game:
    path = tmp_path / "odd.rules"
    path.write_text(RULES.format(more=more, drop=drop, ending=ending), encoding="utf-8")
    return load(path)


def test_slots_that_may_be_empty_and_endings_that_are_no_goals(tmp_path: Path) -> None:
    machine = PythonMachine(odd(tmp_path, ending="end when steps == 7"))
    task = task_of(machine)
    assert task.dead and agree(machine, task, 300) > 0


@pytest.mark.parametrize(
    ("more", "ending", "word"),
    [
        ("others: list of Thing up to 3", "", "list"),
        ("large: 0..1000", "", "256"),
        ("other: Bool", "goal stuck()", "somebody can move"),
    ],
)
def test_what_cannot_be_taken_apart_is_told(more: str, ending: str, word: str, tmp_path: Path) -> None:
    with pytest.raises(NotApart, match=word):
        task_of(PythonMachine(odd(tmp_path, more, ending=ending)))


def test_chance_is_not_taken_apart() -> None:
    with pytest.raises(NotApart, match="chance"):
        task_of(PythonMachine(load("three_rolls")))


def fails(machine: Machine, state: State, move: Move) -> bool:
    """Do the rules fail at this move?"""
    try:
        machine.apply(state, move)
    except PlayError:
        return True
    return False


@pytest.mark.parametrize("seed", GENERATED)
def test_games_of_all_kinds_of_expressions(seed: int) -> None:
    machine = ReferenceMachine(random_game(seed))
    task = with_pointers(task_of(machine))
    dice, state, values = random.Random(seed), machine.initial(), task.start
    for ply in range(40):
        steps = [] if ply and is_over(task, values) else steps_from(task, values)
        moves = {step.move for step in steps}
        assert len(moves) == len(steps) and moves <= set(machine.moves(state))
        assert all(fails(machine, state, move) for move in machine.moves(state) if move not in moves)
        if not steps:
            state, values = machine.initial(), task.start
            continue
        step = dice.choice(steps)
        state, values = machine.apply(state, step.move), step.after(values)
