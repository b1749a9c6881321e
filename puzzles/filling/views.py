"""Symmetries of fill-in puzzles: board turned or mirrored, values renamed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import IntType, MapType, RecordType, SetType, Type, Value, cardinality, values
from rules_dsl.machine.filling.puzzle import FindPuzzle

TRIALS = 12
"""So many boards have to break as many rules when they are looked at in another way."""
CHANGED = 4
"""Each is a solution with so many cells changed: of boards at random almost every rule is broken anyway."""

Turn = tuple[int, ...]
"""For each cell the cell whose value comes there."""
Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Views:
    """The symmetries: turns of the board, the identity first, and whether renaming values is one."""

    turns: tuple[Turn, ...]
    renames: bool

    def canonical(self, clues: Mapping[int, Value], solution: Sequence[Value]) -> str:
        """A key that is equal for puzzles with symmetric clues and solutions."""
        return min(self._describe_view(turn, clues, solution) for turn in self.turns)

    def _describe_view(self, turn: Turn, clues: Mapping[int, Value], solution: Sequence[Value]) -> str:
        turned = [solution[cell] for cell in turn]
        names = {value: number for number, value in enumerate(dict.fromkeys(turned))} if self.renames else None
        shown = [value if names is None else names[value] for value in turned]
        return repr(([number for number, cell in enumerate(turn) if cell in clues], shown))


def views_of(puzzle: FindPuzzle, solution: Sequence[Value]) -> Views:
    """The symmetries of a puzzle, tested on a solution and boards near it."""
    dice = Random(0)
    boards = [tuple(solution), *[_change_cells(puzzle, solution, dice) for _ in range(TRIALS)]]
    broken = [_count_broken(puzzle, board) for board in boards]

    def keeps_broken_count(look: Callable[[Sequence[Value]], Sequence[Value]]) -> bool:
        return all(_count_broken(puzzle, look(board)) == count for board, count in zip(boards, broken, strict=True))

    def keeps_when_turned(turn: Turn) -> bool:
        return keeps_broken_count(lambda board: [board[cell] for cell in turn])

    def keeps_when_renamed(names: Mapping[Value, Value]) -> bool:
        return keeps_broken_count(lambda board: [names.get(value, value) for value in board])

    turns = [turn for turn in _turns(puzzle) if keeps_when_turned(turn)]
    kinds = list(dict.fromkeys([cell.type for cell in puzzle.cells]))
    renames = all(keeps_when_renamed(names) for names in _swaps(kinds))
    return Views(tuple(turns), renames and len(kinds) == 1)


def _count_broken(puzzle: FindPuzzle, board: Sequence[Value]) -> int:
    return len(puzzle.list_broken(dict(enumerate(board))))


def _change_cells(puzzle: FindPuzzle, solution: Sequence[Value], dice: Random) -> tuple[Value, ...]:
    board = list(solution)
    for cell in dice.sample(range(len(board)), min(CHANGED, len(board))):
        board[cell] = dice.choice(list(values(puzzle.cells[cell].type)))
    return tuple(board)


def _swaps(kinds: Sequence[Type]) -> Iterator[dict[Value, Value]]:
    """Transpositions of neighbouring values; if none is a symmetry, no renaming is."""
    for kind in kinds:
        every = list(values(kind))
        yield from [{one: other, other: one} for one, other in pairwise(every)]


def _turns(puzzle: FindPuzzle) -> Iterator[Turn]:
    """The eight symmetries of a square, four of other boards; the identity if the cells form no board."""
    boards, first = [], 0
    for find in puzzle.game.finds:
        points = _points(find)
        if points is None:
            yield tuple(range(len(puzzle.cells)))
            return
        boards.append({point: first + number for number, point in enumerate(points)})
        first += len(points)
    for look in _LOOKS:
        seen = [_view_board(board, look) for board in boards]
        if all(turn is not None for turn in seen):
            yield tuple([cell for turn in seen if turn is not None for cell in turn])


_LOOKS: tuple[Callable[[int, int, int, int], Point], ...] = (
    lambda x, y, right, top: (x, y), lambda x, y, right, top: (right - x, y), lambda x, y, right, top: (x, top - y), lambda x, y, right, top: (right - x, top - y),
    lambda x, y, right, top: (y, x), lambda x, y, right, top: (right - y, x), lambda x, y, right, top: (y, top - x), lambda x, y, right, top: (right - y, top - x),
)  # fmt: skip
"""From a place on a board (and its corner) to the place that is seen there."""


def _view_board(board: Mapping[Point, int], look: Callable[[int, int, int, int], Point]) -> list[int] | None:
    """The cells of a board in transformed order; None if that leaves the board."""
    right, top = max(x for x, _ in board), max(y for _, y in board)
    seen = [board.get(look(x, y, right, top)) for x, y in board]
    return None if None in seen else [cell for cell in seen if cell is not None]


def _points(find: ir.FindVar) -> list[Point] | None:
    """The coordinates of the cells, if they form a board: keys that are records of two numbers."""
    match find.type:
        case MapType(RecordType() as key, kind) if cardinality(kind) > 0 and not isinstance(kind, MapType | SetType):
            return _plane(key)
        case SetType(RecordType() as key):
            return _plane(key)
        case _:
            return None


def _plane(key: RecordType) -> list[Point] | None:
    """The points of a record of two ranges, counted from 0."""
    match [kind for _, kind in key.fields]:
        case [IntType() as across, IntType() as up]:
            return [(x, y) for x in range(cardinality(across)) for y in range(cardinality(up))]
        case _:
            return None
