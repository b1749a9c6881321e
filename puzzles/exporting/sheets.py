"""Sheets for paper: the puzzles as SVG, the solutions apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from puzzles.exporting.items import draw_solution, goal_text, picture_of
from puzzles.storing.puzzle import FILLED, Puzzle
from rules_dsl.view.panels import Picture
from rules_dsl.view.svg import draw_svg

WIDE, HIGH, MARGIN, GAP = 800, 1130, 40, 24
COLUMNS, ROWS = 2, 3
HEAD = 44


def svg_sheets(puzzles: Sequence[Puzzle]) -> list[str]:
    """One SVG for each sheet of puzzles, then those with the solutions."""
    drawn = [
        (f"{number}. {goal_text(puzzle)} ({puzzle.grade.word})", picture_of(puzzle))
        for number, puzzle in enumerate(puzzles, 1)
    ]
    return [*_sheets(drawn, "", COLUMNS, ROWS), *_draw_solution_sheets(puzzles), *_solutions(puzzles)]


def _draw_solution_sheets(puzzles: Sequence[Puzzle]) -> list[str]:
    """Solutions that are pictures, smaller than the puzzles."""
    solved = [
        (f"{number}.", picture)
        for number, puzzle in enumerate(puzzles, 1)
        if (picture := draw_solution(puzzle)) is not None
    ]
    return _sheets(solved, "Solutions", 2 * COLUMNS, 2 * ROWS)


Titled = tuple[str, Picture]


def _sheets(drawn: Sequence[Titled], title: str, columns: int, rows: int) -> list[str]:
    number = columns * rows
    return [_sheet(drawn[first : first + number], title, columns, rows) for first in range(0, len(drawn), number)]


def _frame_sheet(inside: str) -> str:
    paper = f'<rect width="{WIDE}" height="{HIGH}" fill="#fff"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}" font-family="sans-serif">{paper}{inside}</svg>\n'


def _sheet(shown: Sequence[Titled], heading: str, columns: int, rows: int) -> str:
    top = MARGIN + (HEAD if heading else 0)
    wide, high = (WIDE - 2 * MARGIN - (columns - 1) * GAP) / columns, (HIGH - MARGIN - top - (rows - 1) * GAP) / rows
    parts = (
        [f'<text x="{MARGIN}" y="{MARGIN + 8}" font-size="18" font-weight="bold">{escape(heading)}</text>']
        if heading
        else []
    )
    for place, (title, picture) in enumerate(shown):
        x, y = MARGIN + place % columns * (wide + GAP), top + place // columns * (high + GAP)
        parts.append(f'<text x="{x:g}" y="{y + 16:g}" font-size="15" font-weight="bold">{escape(title)}</text>')
        parts.append(_place_picture(picture, x, y + HEAD / 2 + 8, wide, high - HEAD))
    return _frame_sheet("".join(parts))


def _place_picture(picture: Picture, x: float, y: float, wide: float, high: float) -> str:
    """A picture, as large as its place allows; by day, also where it is night."""
    drawn = re.sub(r"@media \(prefers-color-scheme:dark\)\{.*?\}\}", "", draw_svg(picture))
    placed = drawn.replace('<svg xmlns="http://www.w3.org/2000/svg"', f'<svg x="{x:g}" y="{y:g}"', 1)
    size = f'width="{wide:g}" height="{high:g}" preserveAspectRatio="xMinYMin meet"'
    return re.sub(r'width="[^"]+" height="[^"]+"', size, placed, count=1)


def solution_lines(puzzles: Sequence[Puzzle], width: int = 96) -> list[str]:
    """Solutions in moves, wrapped to lines of this width."""
    lines: list[str] = []
    for number, puzzle in enumerate(puzzles, 1):
        if puzzle.aim == FILLED:
            continue
        line = f"{number}. "
        for word in puzzle.solution:
            if len(line) + len(word) > width:
                lines.append(line.rstrip())
                line = "   "
            line += f"{word}; "
        lines.append(line.rstrip("; "))
    return lines


def _solutions(puzzles: Sequence[Puzzle]) -> list[str]:
    lines, most = solution_lines(puzzles), (HIGH - 2 * MARGIN) // 18 - 2
    sheets = []
    for first in range(0, len(lines), most):
        shown = lines[first : first + most]
        texts = [
            f'<text x="{MARGIN}" y="{MARGIN + 36 + 18 * row}" font-size="13" xml:space="preserve">{escape(line)}</text>'
            for row, line in enumerate(shown)
        ]
        sheets.append(
            _frame_sheet(
                f'<text x="{MARGIN}" y="{MARGIN + 8}" font-size="18" font-weight="bold">Solutions</text>{"".join(texts)}'
            )
        )
    return sheets
