"""Keys that are equal for puzzles that differ only in names of interchangeable values, or by turning and mirroring the
board.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from puzzles.filling.making import clues_in, fillings
from puzzles.filling.views import Views, views_of
from puzzles.making.instances import Chosen, evaluator_of, plain_machine, state_of
from puzzles.storing.puzzle import FILLED, Puzzle, key_of
from rules_dsl.ir.passes.symmetry import Symmetry
from rules_dsl.machine.api import Move
from rules_dsl.machine.filling.machine import FindMachine
from rules_dsl.view.panels import first_grid
from rules_dsl.view.picture import picture

Rows = tuple[str, ...]


def likeness(puzzle: Puzzle) -> str:
    """Equal for puzzles that count as one."""
    if puzzle.game in LOOKS:
        return LOOKS[puzzle.game](board_of(puzzle))
    if puzzle.aim == FILLED:
        form = _form(puzzle.game, tuple(sorted(puzzle.options.items())), tuple(sorted(puzzle.givens.items())))
        return key_of(puzzle.game, puzzle.options, puzzle.givens, form.canonical(puzzle), puzzle.aim)
    machine = plain_machine(puzzle.game, puzzle.options, puzzle.givens)
    state = state_of(machine, puzzle.start)
    values = Symmetry(machine.game).canonical(state.values)
    return key_of(puzzle.game, puzzle.options, puzzle.givens, repr((values, state.node)), puzzle.aim)


@dataclass(slots=True)
class _Form:
    """The game of fill-in puzzles, and its symmetries."""

    machine: FindMachine
    fillings: dict[str, Move]
    views: Views | None = None

    def canonical(self, puzzle: Puzzle) -> str:
        """A key that is equal for symmetric puzzles."""
        clues = clues_in(state_of(self.machine, puzzle.start))
        filled = [self.fillings[text] for text in puzzle.solution]
        cells = {**clues, **{move.option: move.arguments[0] for move in filled}}
        solution = [cells[place] for place in range(len(cells))]
        if self.views is None:
            self.views = views_of(self.machine.puzzle, solution)
        return self.views.canonical(clues, solution)


@lru_cache(maxsize=4)
def _form(game: str, options: Chosen, givens: Chosen) -> _Form:
    machine = plain_machine(game, dict(options), dict(givens))
    assert isinstance(machine, FindMachine), "only puzzles with `find` are filled in"
    return _Form(machine, fillings(machine))


def board_of(puzzle: Puzzle) -> Rows:
    """The first grid of the picture, row by row from the top; a cell without a sign is a space."""
    machine = plain_machine(puzzle.game, puzzle.options, puzzle.givens)
    drawn = picture(evaluator_of(machine), state_of(machine, puzzle.start))
    grid = first_grid(drawn)
    signs = {
        (cell.column, cell.row): cell.look.text.strip() or ("x" if cell.look.fill == "gray" else " ")
        for cell in grid.cells
    }
    return tuple(
        "".join(signs[column, row] for column in range(len(grid.columns))) for row in reversed(range(len(grid.rows)))
    )


def _rename_letters(rows: Rows) -> str:
    """Letters in the order in which they come, except that of one's own car."""
    names: dict[str, str] = {" ": " ", "A": "A", "x": "x"}
    return "|".join("".join(names.setdefault(sign, chr(ord("B") + len(names) - 3)) for sign in row) for row in rows)


def _normalise_board(rows: Rows) -> str:
    """The smallest of the eight symmetric boards, without surrounding walls."""
    texts = []
    for _ in range(4):
        rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
        texts += [_cut(rows), _cut(tuple(row[::-1] for row in rows))]
    return min(texts)


def _cut(rows: Rows) -> str:
    """The board without rows and columns of nothing but wall at its edges."""
    kept = [row for row in rows if set(row) != {"#"}]
    columns = [column for column in zip(*kept, strict=True) if set(column) != {"#"}]
    return "|".join("".join(column) for column in columns)


LOOKS: dict[str, Callable[[Rows], str]] = {"rush_hour": _rename_letters, "sokoban": _normalise_board}
"""Games whose boards say all, by what is the same in them."""
