"""The sliding puzzle for planners: a variable for each tile and the gap, the cell it lies on."""

from __future__ import annotations

from collections.abc import Iterator

from bench.tasks import Task
from rules_dsl.loading import load
from rules_dsl.machine.reference import ReferenceMachine

SEARCHES = ("blind", "astar", "ida")


def start_of(task: Task) -> tuple[int, list[int]]:
    """The width of the board and its tiles, row by row from the top."""
    width, height = int(task.options.get("width", "4")), int(task.options.get("height", "4"))
    board = ReferenceMachine(load(task.game, task.options, task.givens)).initial().values[0]
    return width, [board[column * height + row] for row in range(height - 1, -1, -1) for column in range(width)]


def slides(width: int, cells: int) -> Iterator[tuple[int, int, int]]:
    """A tile, where it lies and where the gap is."""
    for here in range(cells):
        for there in range(cells):
            if abs(here // width - there // width) + abs(here % width - there % width) == 1:
                yield from [(tile, here, there) for tile in range(1, cells)]


def distance(width: int, here: int, there: int) -> int:
    """Columns and rows between two cells."""
    return abs(here // width - there // width) + abs(here % width - there % width)
