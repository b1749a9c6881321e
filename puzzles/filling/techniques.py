"""How a person fills in a puzzle: with the easiest technique that decides a cell, again and again.

The techniques know no game. `single`: with what is filled in, single rules leave a cell one value. `hidden`: with small
marks of what may stand in each cell, a single rule leaves one. `marks`: the marks are thinned out by one rule after
another. `trying`: a value is tried and comes to grief with the marks. `trying twice`: it comes to grief only when
inside of that another one is tried.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from puzzles.filling.clues import Clues
from puzzles.storing.puzzle import PuzzleGrade
from rules_dsl.ir.types import Value
from rules_dsl.machine.filling.puzzle import FindPuzzle
from rules_dsl.machine.filling.terms import Domains
from solver.filling.search import narrow_domains, narrow_once

TECHNIQUES = ("single", "hidden", "marks", "trying", "trying twice")
WORDS = ("very easy", "easy", "medium", "hard", "very hard")
LOWEST = (4, 20, 38, 55, 75)
ROOM = 15
"""So far a grade may rise within its word, with how often the hardest technique is needed and how few cells it leaves
to choose from.
"""


@dataclass(frozen=True, slots=True)
class FillStep:
    """A cell that was filled, after which technique, and how many cells could have been filled just as well."""

    place: int
    value: Value
    technique: int
    alike: int


class Person:
    """Fills in a puzzle and notes how; `used` is how often each technique took something away or decided a cell."""

    def __init__(self, puzzle: FindPuzzle, clues: Clues) -> None:
        self.puzzle = puzzle
        self.filled = dict(clues)
        self.marks: Domains = puzzle.domains_of(
            [(clues[place],) if place in clues else () for place in range(len(puzzle.cells))]
        )
        self.looks = 0
        self.used = [0] * len(TECHNIQUES)
        self._look_around(range(len(puzzle.cells)))

    def steps(self) -> list[FillStep]:
        """How all is filled in; less than all where no technique helps."""
        steps: list[FillStep] = []
        while len(self.filled) < len(self.marks):
            technique = next((number for number in range(len(TECHNIQUES)) if self._helps(number)), None)
            if technique is None:
                break
            self.used[technique] += 1
            steps += self._fill(technique)
        return steps

    def _fill(self, technique: int) -> list[FillStep]:
        """Fills the cells that have one value left."""
        decided = [place for place in self._open() if len(self.marks[place]) == 1]
        self.filled.update({place: self.marks[place][0] for place in decided})
        self._look_around(sorted({near for place in decided for near in self.puzzle.beside(place)}))
        return [FillStep(place, self.marks[place][0], technique, len(decided)) for place in decided]

    def _open(self) -> list[int]:
        return [place for place in range(len(self.marks)) if place not in self.filled]

    def _look_around(self, places: Iterable[int]) -> None:
        """Remove the marks that single rules exclude, given the filled cells."""
        for place in places:
            if place not in self.filled:
                self.looks += len(self.marks[place])
                self.marks[place] = tuple(
                    [
                        value
                        for value in self.marks[place]
                        if not self.puzzle.list_broken_at(place, {**self.filled, place: value})
                    ]
                )

    def _helps(self, technique: int) -> bool:
        """Apply a technique: does it decide a cell?

        For trial and error, refuting a value is enough, since easier techniques may continue.
        """
        match technique:
            case 0:
                pass
            case 1:
                self.marks = narrow_once(self.puzzle, self.marks)
                self.looks += len(self.puzzle.instances)
            case 2:
                narrow_domains(self.puzzle, self.marks)
                self.looks += 2 * len(self.puzzle.instances)
            case _:
                return self._tries(technique - 2)
        return any(len(self.marks[place]) == 1 for place in self._open())

    def _tries(self, depth: int) -> bool:
        """Remove the first value that leads to a contradiction, in the cell with the fewest marks."""
        for place in sorted(self._open(), key=lambda number: (len(self.marks[number]), number)):
            for value in self.marks[place]:
                self.looks += len(self.puzzle.cells)
                if comes_to_grief(self.puzzle, self.marks, place, value, depth):
                    self.marks[place] = tuple([other for other in self.marks[place] if other != value])
                    return True
        return False


def comes_to_grief(puzzle: FindPuzzle, marks: Domains, place: int, value: Value, depth: int) -> bool:
    """Does a value leave some cell without any, when the marks are thinned out, and inside of that others are tried?"""
    tried = marks.copy()
    tried[place] = (value,)
    if not narrow_domains(puzzle, tried, [place]):
        return True
    return depth > 1 and any(
        all(comes_to_grief(puzzle, tried, other, item, depth - 1) for item in tried[other])
        for other, left in enumerate(tried)
        if len(left) > 1
    )


def grade_filling(puzzle: FindPuzzle, clues: Clues) -> tuple[PuzzleGrade, Person, list[FillStep]]:
    """How hard it is to fill in, and how it is done; what needs more than trying twice counts as that."""
    person = Person(puzzle, clues)
    steps, cells = person.steps(), len(puzzle.cells) - len(clues)
    whole = len(steps) == cells
    hardest = (
        max([number for number, times in enumerate(person.used) if times], default=0) if whole else len(TECHNIQUES) - 1
    )
    width = min(1.0, sum(step.alike / (cells - at) for at, step in enumerate(steps)) / len(steps)) if steps else 1.0
    number = LOWEST[hardest] + min(ROOM, person.used[hardest] + round(4 * (1 - width)))
    return (
        PuzzleGrade(number, WORDS[hardest], cells, round(width, 3), person.looks, sum(person.used[3:]), 0),
        person,
        steps,
    )
