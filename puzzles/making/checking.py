"""Checks saved puzzles: solved again, and proved by a second engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from puzzles.filling.making import check_solution, check_uniqueness
from puzzles.making.confirming import confirm_landscape, replay_solution
from puzzles.making.instances import machine_of, plain_machine, state_of
from puzzles.storing.puzzle import FILLED, Puzzle
from rules_dsl.machine.api import Machine, State
from rules_dsl.machine.filling.machine import FindMachine
from rules_dsl.play.notation import WrongMove, legal_move
from rules_dsl.quantities import quantity
from solver.driver.weighing import Landscape, weigh_positions
from solver.protocol.disagreement import Disagreement
from solver.protocol.questions import Aim, Limits, Question

MOST = 1_000_000


@dataclass(frozen=True, slots=True)
class PuzzleCheck:
    """Is a puzzle as it was kept? In words, and what it is worth now."""

    holds: bool
    value: int | None
    words: str


def _land(puzzle: Puzzle) -> tuple[Machine, Landscape | None]:
    known = plain_machine if puzzle.aim == Aim.FEWEST else machine_of
    machine = known(puzzle.game, puzzle.options, puzzle.givens)
    start, limits = state_of(machine, puzzle.start), Limits(nodes=MOST)
    return machine, weigh_positions(Question(machine.game, start, Aim(puzzle.aim), limits), machine)


def check_solved(puzzle: Puzzle) -> PuzzleCheck:
    """Solve again; does the saved solution reach the best value?"""
    if puzzle.aim == FILLED:
        return _check_filled(puzzle, check_solution)
    machine, land = _land(puzzle)
    value = None if land is None else _sign_value(puzzle, land.worths[0])
    if land is None or value is None:
        return PuzzleCheck(False, None, "it has no solution")
    if value != puzzle.value:
        return PuzzleCheck(False, value, f"{value} is best, not {puzzle.value}")
    reason = _wrong_with(machine, land, puzzle)
    return PuzzleCheck(not reason, value, reason or f"{value}: {'; '.join(puzzle.solution)}")


def _check_filled(puzzle: Puzzle, wrong_with: Callable[[FindMachine, Puzzle, State], str]) -> PuzzleCheck:
    """Check a fill-in puzzle."""
    machine = plain_machine(puzzle.game, puzzle.options, puzzle.givens)
    if not isinstance(machine, FindMachine):
        return PuzzleCheck(False, None, f"{puzzle.game} is played, not filled in")
    wrong = wrong_with(machine, puzzle, state_of(machine, puzzle.start))
    return PuzzleCheck(
        not wrong, puzzle.value, wrong or (f"{quantity(puzzle.value, 'cell')}: {'; '.join(puzzle.solution)}")
    )


def _wrong_with(machine: Machine, land: Landscape, puzzle: Puzzle) -> str:
    """Where the solution that was kept leaves the best line; "" if it does not."""
    at = 0
    for number, text in enumerate(puzzle.solution, 1):
        state = land.graph.state(at)
        try:
            place = list(land.graph.moves(at)).index(legal_move(machine, state, text))
        except WrongMove as error:
            return f"move {number} of the solution: {error.diagnostics[0].message}"
        following = land.graph.after[at][place]
        slower = 1 if land.aim is Aim.FEWEST else 0
        if land.worths[following] is None or land.worths[following] != (land.worths[at] or 0) + slower:
            return f"move {number} of the solution, {text}, is not best"
        at = following
    return "" if not land.graph.after[at] else "the solution does not reach the end"


def _sign_value(puzzle: Puzzle, worth: int | None) -> int | None:
    return worth if worth is None or puzzle.aim != Aim.FEWEST else -worth


def check_proved(puzzle: Puzzle) -> PuzzleCheck:
    """Is there one best first move (or line), by the graph of all positions and by a second engine, and is the solution
    that was kept this one?
    """
    if puzzle.aim == FILLED:
        return _check_filled(puzzle, check_uniqueness)
    machine, land = _land(puzzle)
    if land is None:
        return PuzzleCheck(False, None, f"more than {MOST:,} positions follow")
    value, second, ties = _sign_value(puzzle, land.worths[0]), _sign_value(puzzle, land.second()), land.ties(0)
    if value is None or ties != 1:
        return PuzzleCheck(False, value, f"{quantity(ties, 'first move')} are best")
    if (value, second) != (puzzle.value, puzzle.second):
        return PuzzleCheck(
            False, value, f"best {value} and second {second}, kept were {puzzle.value} and {puzzle.second}"
        )
    wrong = _wrong_with(machine, land, puzzle) or _find_other_line(land, puzzle)
    if wrong:
        return PuzzleCheck(False, value, wrong)
    try:
        engine = confirm_landscape(machine_of(puzzle.game, puzzle.options, puzzle.givens), land)
    except Disagreement as reason:
        return PuzzleCheck(False, value, str(reason))
    if not replay_solution(machine, land):
        return PuzzleCheck(False, value, "the reference machine plays the best line differently")
    words = (
        f"one of {quantity(len(land.graph.after[0]), 'first move')} is worth {value}, the next best "
        f"{second}; {quantity(len(land.graph.after), 'position')}, and {engine}"
    )
    return PuzzleCheck(True, value, words)


def _find_other_line(land: Landscape, puzzle: Puzzle) -> str:
    """Where a supposedly unique line has an alternative; "" if nowhere."""
    if puzzle.unique != "line":
        return ""
    ties = [(number, land.ties(at)) for number, at in enumerate(land.line()[:-1]) if land.mine[at]]
    return next(
        ((f"{quantity(best, 'move')} are best after move {number} of the line") for number, best in ties if best != 1),
        "",
    )
