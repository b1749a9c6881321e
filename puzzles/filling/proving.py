"""Proves that clues have one solution and are minimal, by two engines that share only the typed IR."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from puzzles.filling.clues import Clues, ClueSolution
from rules_dsl.ir.types import Value
from rules_dsl.machine.filling.puzzle import FindPuzzle
from solver.filling.search import list_solutions

if TYPE_CHECKING:
    from solver.cpsat.filling import FillingModel

PROOF = (
    "CP-SAT: no other solution",
    "search by hand: one solution",
    "each clue left out: another solution, checked rule by rule",
)


def wrong_with(puzzle: FindPuzzle, result: ClueSolution) -> str:
    """Why clues do not make a puzzle with this one solution, or one could do with fewer of them; "" if they do."""
    from solver.cpsat.filling import FillingModel, numbers_of

    model, types = FillingModel(puzzle.game), [cell.type for cell in puzzle.cells]
    solution = numbers_of(types, result.solution)
    fixed = {place: solution[place] for place in result.clues}
    if any(result.solution[place] != value for place, value in result.clues.items()):
        return "the solution does not have the clues"
    if puzzle.list_violated(puzzle.complete_values(dict(enumerate(result.solution)))):
        return "the solution breaks a rule"
    if model.another(fixed, solution) is not None:
        return "CP-SAT finds another solution"
    if _by_hand(puzzle, result.clues) != [puzzle.complete_values(dict(enumerate(result.solution)))]:
        return "the search by hand does not find this solution alone"
    return next(
        (
            f"the clue in {puzzle.cells[place].name} says nothing new"
            for place in fixed
            if not _is_needed(puzzle, model, fixed, solution, place)
        ),
        "",
    )


def _by_hand(puzzle: FindPuzzle, clues: Clues) -> list[tuple[Value, ...]]:
    return list(islice(list_solutions(puzzle, clues), 2))


def _is_needed(puzzle: FindPuzzle, model: FillingModel, fixed: dict[int, int], solution: list[int], place: int) -> bool:
    """Is there another solution without the clue? Each rule is checked, whichever engine found it."""
    from solver.cpsat.filling import values_of

    fewer = {at: number for at, number in fixed.items() if at != place}
    other = model.another(fewer, solution)
    if other is None or list(other) == solution or any(other[at] != number for at, number in fewer.items()):
        return False
    return not puzzle.list_violated(
        puzzle.complete_values(dict(enumerate(values_of([cell.type for cell in puzzle.cells], other))))
    )
