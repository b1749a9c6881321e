"""Fill-in puzzles from a number: a random solution, then cells are emptied while it stays unique."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from rules_dsl.ir.types import Value
from rules_dsl.machine.filling.puzzle import FindPuzzle

CHOSEN = 0.4
"""The part of the cells that is chosen at random; what the others hold often follows from them."""

TRIES = 12
"""So many orders are tried where clues shall lie symmetric; most leave one of a pair that says nothing new."""

Clues = dict[int, Value]
"""What is filled in at the beginning, by the number of the cell."""


@dataclass(frozen=True, slots=True)
class ClueSolution:
    """Clues and the solution they leave."""

    clues: Clues
    solution: tuple[Value, ...]


class ClueMaker:
    """Makes clues for one puzzle. Whether a solution is the only one is asked of CP-SAT."""

    def __init__(self, puzzle: FindPuzzle) -> None:
        from solver.cpsat.filling import FillingModel

        self.types = [cell.type for cell in puzzle.cells]
        self.model = FillingModel(puzzle.game)
        self.puzzle = puzzle

    def clues(self, dice: Random, symmetric: bool) -> ClueSolution | None:
        """Minimal clues; None if the rules have no solution, or if symmetric clues are not minimal."""
        from solver.cpsat.filling import values_of

        solution = self._draw_solution(dice)
        if solution is None:
            return None
        values = values_of(self.types, solution)
        for _ in range(TRIES if symmetric else 1):
            kept = self._thin_out(solution, self._orbits(dice, symmetric))
            if not symmetric or self._is_minimal(kept, solution):
                return ClueSolution({place: values[place] for place in kept}, tuple(values))
        return None

    def _thin_out(self, solution: list[int], orbits: list[frozenset[int]]) -> dict[int, int]:
        """The solution with those cells emptied that can be, one orbit after another."""
        kept = dict(enumerate(solution))
        for orbit in orbits:
            fewer = {place: number for place, number in kept.items() if place not in orbit}
            if self.model.another(fewer, solution) is None:
                kept = fewer
        return kept

    def _draw_solution(self, dice: Random) -> list[int] | None:
        """A solution: cell after cell gets a value at random, or what the last solution had where that does not fit."""
        fixed: dict[int, int] = {}
        sequence = self.model.solution(fixed)
        if sequence is None:
            return None
        places = list(range(len(self.types)))
        dice.shuffle(places)
        for place in places[: round(CHOSEN * len(places))]:
            cell = self.model.cells[place]
            wish = dice.randint(cell.low, cell.high)
            wished = sequence if wish == sequence[place] else self.model.solution({**fixed, place: wish})
            sequence = sequence if wished is None else list(wished)
            fixed[place] = sequence[place]
        return list(sequence)

    def _orbits(self, dice: Random, symmetric: bool) -> list[frozenset[int]]:
        """Groups of cells that are emptied together, in random order: single cells, or pairs of opposite ones."""
        orbits = dict.fromkeys(
            frozenset([place, self._opposite(place)]) if symmetric else frozenset([place])
            for place in range(len(self.types))
        )
        order = list(orbits)
        dice.shuffle(order)
        return order

    def _opposite(self, place: int) -> int:
        """The cell as far from the last one of its variable as this is from the first: on a board, the one half a turn
        away.
        """
        name = self.puzzle.variable_of(place)
        own = [number for number in range(len(self.types)) if self.puzzle.variable_of(number) == name]
        return own[0] + own[-1] - place

    def _is_minimal(self, kept: dict[int, int], solution: list[int]) -> bool:
        return all(
            self.model.another({at: number for at, number in kept.items() if at != place}, solution) is not None
            for place in kept
        )
