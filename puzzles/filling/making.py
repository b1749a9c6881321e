"""Makes fill-in puzzles from numbers, checks saved ones, and finds duplicates."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from puzzles.filling.clues import ClueMaker, Clues, ClueSolution
from puzzles.filling.proving import PROOF, wrong_with
from puzzles.filling.techniques import TECHNIQUES, FillStep, Person, grade_filling
from puzzles.storing.puzzle import FILLED, Puzzle, key_of
from rules_dsl.ir.types import values
from rules_dsl.machine.api import Move, State
from rules_dsl.machine.filling.machine import FindMachine
from rules_dsl.play.notation import WrongMove, legal_move, show_move


def make_fill_in(
    machine: FindMachine,
    target: str,
    options: dict[str, str],
    givens: dict[str, str],
    dice: Random,
    symmetric: bool,
    made: Mapping[str, str],
) -> Puzzle | None:
    """A puzzle with one solution and no clue too many, None if none came of it."""
    result = ClueMaker(machine.puzzle).clues(dice, symmetric)
    if result is None or len(result.clues) == len(result.solution):
        return None
    wrong = wrong_with(machine.puzzle, result)
    if wrong:
        raise AssertionError(f"sample {made['sample']}: {wrong}")
    grade, person, steps = grade_filling(machine.puzzle, result.clues)
    start = position(machine, result.clues)
    moves, packed, still_open = (
        _in_order(result, steps),
        machine.encode(start).hex(),
        len(result.solution) - len(result.clues),
    )
    how = {"from": "clues of a solution drawn at random", **({"clues": "symmetric"} if symmetric else {}), **made}
    return Puzzle(
        key_of(target, options, givens, packed, FILLED), target, options, givens, packed, FILLED, still_open, 0, "solution", None, still_open,
        _texts(machine, start, moves), grade, themes(person), how, list(PROOF),
    )  # fmt: skip


def position(machine: FindMachine, clues: Clues) -> State:
    """Only the clues are filled in."""
    cells = tuple([(clues[place],) if place in clues else () for place in range(len(machine.puzzle.cells))])
    return State(cells, 0 if () in cells else 1)


def clues_in(state: State) -> Clues:
    """The given cells."""
    return {place: cell[0] for place, cell in enumerate(state.values) if cell}


def themes(person: Person) -> list[str]:
    """The techniques that are needed."""
    return ["fill in", *[name for name, times in zip(TECHNIQUES, person.used, strict=True) if times]]


def _in_order(result: ClueSolution, steps: list[FillStep]) -> list[Move]:
    """The solution in the order in which a person finds it; the rest in the order of the cells."""
    known = [step.place for step in steps]
    rest = [place for place in range(len(result.solution)) if place not in result.clues and place not in set(known)]
    return [Move(place, (result.solution[place],)) for place in [*known, *rest]]


def _texts(machine: FindMachine, state: State, moves: list[Move]) -> list[str]:
    texts = []
    for move in moves:
        texts.append(show_move(machine, state, move))
        state = machine.apply(state, move)
    return texts


def fillings(machine: FindMachine) -> dict[str, Move]:
    """Every move that fills a cell, by its text."""
    empty = machine.initial()
    moves = [Move(place, (value,)) for place, cell in enumerate(machine.puzzle.cells) for value in values(cell.type)]
    return {show_move(machine, empty, move): move for move in moves}


def check_solution(machine: FindMachine, puzzle: Puzzle, start: State) -> str:
    """Why the solution that was kept does not fill in the puzzle; "" if it does."""
    state = start
    for number, text in enumerate(puzzle.solution, 1):
        try:
            state = machine.apply(state, legal_move(machine, state, text))
        except WrongMove as error:
            return f"move {number} of the solution: {error.diagnostics[0].message}"
    return "" if () not in state.values else "the solution leaves cells empty"


def check_uniqueness(machine: FindMachine, puzzle: Puzzle, start: State) -> str:
    """Why the puzzle does not have this one solution, or has clues that say nothing new; "" if all is well."""
    wrong = check_solution(machine, puzzle, start)
    if wrong:
        return wrong
    state = start
    for text in puzzle.solution:
        state = machine.apply(state, legal_move(machine, state, text))
    return wrong_with(machine.puzzle, ClueSolution(clues_in(start), tuple([cell[0] for cell in state.values])))
