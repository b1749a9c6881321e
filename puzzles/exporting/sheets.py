"""Sheets for paper: the puzzles as SVG, the solutions apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from puzzles.exporting.items import goal_text, start_of
from puzzles.storing.puzzle import Puzzle
from rules_dsl.view.picture import picture
from rules_dsl.view.svg import draw_svg

WIDE, HIGH, MARGIN, GAP = 800, 1130, 40, 24
COLUMNS, ROWS = 2, 3
HEAD = 44


def svg_sheets(puzzles: Sequence[Puzzle]) -> list[str]:
    """One SVG for each sheet of puzzles, then those with the solutions."""
    each = COLUMNS * ROWS
    sheets = [_sheet(puzzles, first, puzzles[first : first + each]) for first in range(0, len(puzzles), each)]
    return [*sheets, *_solutions(puzzles)]


def _framed(inside: str) -> str:
    paper = f'<rect width="{WIDE}" height="{HIGH}" fill="#fff"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}" font-family="sans-serif">{paper}{inside}</svg>\n'


def _sheet(puzzles: Sequence[Puzzle], first: int, shown: Sequence[Puzzle]) -> str:
    wide, high = (WIDE - 2 * MARGIN - GAP) / COLUMNS, (HIGH - 2 * MARGIN - (ROWS - 1) * GAP) / ROWS
    parts = []
    for place, puzzle in enumerate(shown):
        x, y = MARGIN + place % COLUMNS * (wide + GAP), MARGIN + place // COLUMNS * (high + GAP)
        title = f"{first + place + 1}. {goal_text(puzzle)} ({puzzle.grade.word})"
        parts.append(f'<text x="{x:g}" y="{y + 16:g}" font-size="15" font-weight="bold">{escape(title)}</text>')
        parts.append(_placed(puzzle, x, y + HEAD / 2 + 8, wide, high - HEAD))
    return _framed("".join(parts))


def _placed(puzzle: Puzzle, x: float, y: float, wide: float, high: float) -> str:
    """The picture of a puzzle, as large as its place allows; by day, also where it is night."""
    machine, state = start_of(puzzle)
    drawn = re.sub(r"@media \(prefers-color-scheme:dark\)\{.*?\}\}", "", draw_svg(picture(machine, state)))
    return drawn.replace('<svg xmlns="http://www.w3.org/2000/svg"', f'<svg x="{x:g}" y="{y:g}"', 1).replace(
        re.search(r'width="[^"]+" height="[^"]+"', drawn)[0], f'width="{wide:g}" height="{high:g}" preserveAspectRatio="xMinYMin meet"', 1  # type: ignore[index]
    )


def solution_lines(puzzles: Sequence[Puzzle], width: int = 96) -> list[str]:
    """The solutions, folded to lines of so many signs."""
    lines: list[str] = []
    for number, puzzle in enumerate(puzzles, 1):
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
        texts = [f'<text x="{MARGIN}" y="{MARGIN + 36 + 18 * row}" font-size="13" xml:space="preserve">{escape(line)}</text>' for row, line in enumerate(shown)]
        sheets.append(_framed(f'<text x="{MARGIN}" y="{MARGIN + 8}" font-size="18" font-weight="bold">Solutions</text>{"".join(texts)}'))
    return sheets
