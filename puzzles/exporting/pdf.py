"""Sheets as PDF, written by hand with the fonts every reader has.

What these fonts cannot write is drawn as its name's first letter, or left out.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from puzzles.exporting.items import draw_solution, goal_text, picture_of
from puzzles.exporting.sheets import solution_lines
from puzzles.storing.puzzle import Puzzle
from rules_dsl.view.colours import colour
from rules_dsl.view.panels import Grid, GridCell, Panel, Picture
from rules_dsl.view.text import draw_text

WIDE, HIGH, MARGIN = 595, 842, 42
LINE = 12
CHESS = dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟●○★", "KQRBNPkqrbnpxo*", strict=True))


class _Sheet:
    """One page: operators of drawing, from the top down."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.y = float(HIGH - MARGIN)

    def text(self, x: float, y: float, words: str, size: float, font: str = "F1") -> None:
        """Words at a place, dark."""
        self.parts.append(f"BT /{font} {size:g} Tf 0.1 g {x:g} {y:g} Td ({_plain(words)}) Tj ET")

    def box(self, x: float, y: float, side: float, fill: str) -> None:
        """A cell with its colour."""
        tint = colour(fill)
        shade = tint.fill.removeprefix("#") if tint else "f6f2e8"
        red, green, blue = (int(shade[at : at + 2], 16) / 255 for at in (0, 2, 4))
        self.parts.append(f"{red:.3f} {green:.3f} {blue:.3f} rg 0.5 G 0.5 w {x:g} {y:g} {side:g} {side:g} re B")


def pdf_sheets(puzzles: Sequence[Puzzle]) -> bytes:
    """The puzzles, then the solutions on sheets of their own."""
    tasks = [
        (f"{number}. {goal_text(puzzle)} ({puzzle.grade.word})", picture_of(puzzle))
        for number, puzzle in enumerate(puzzles, 1)
    ]
    solved = [
        (f"Solution of {number}", drawn)
        for number, puzzle in enumerate(puzzles, 1)
        if (drawn := draw_solution(puzzle)) is not None
    ]
    return _document([*_draw_sheets(tasks), *_draw_sheets(solved), *_solution_sheets(puzzles)])


def _draw_sheets(titled: Sequence[tuple[str, Picture]]) -> list[_Sheet]:
    sheets = [_Sheet()] if titled else []
    for title, drawn in titled:
        if sheets[-1].y - _height(drawn) - 2 * LINE < MARGIN and sheets[-1].parts:
            sheets.append(_Sheet())
        _draw_puzzle(sheets[-1], title, drawn)
    return sheets


def _draw_puzzle(sheet: _Sheet, title: str, drawn: Picture) -> None:
    sheet.text(MARGIN, sheet.y - LINE, title, 11, "F2")
    sheet.y -= 2 * LINE
    for panel in drawn.panels:
        _draw_panel(sheet, panel)
    sheet.y -= LINE


def _height(drawn: Picture) -> float:
    return sum(
        _side(panel) * len(panel.rows) if isinstance(panel, Grid) else LINE * len(_lines(panel))
        for panel in drawn.panels
    )


def _side(grid: Grid) -> float:
    return min(26.0, (WIDE - 2 * MARGIN) / max(1, len(grid.columns)))


def _draw_panel(sheet: _Sheet, panel: Panel) -> None:
    if not isinstance(panel, Grid):
        for line in _lines(panel):
            sheet.y -= LINE
            sheet.text(MARGIN, sheet.y, line, 8)
        return
    side = _side(panel)
    bottom = sheet.y - side * len(panel.rows)
    for cell in panel.cells:
        _draw_cell(sheet, cell, MARGIN + side * cell.column, bottom + side * cell.row, side)
    sheet.y = bottom - 4


def _draw_cell(sheet: _Sheet, cell: GridCell, x: float, y: float, side: float) -> None:
    sheet.box(x, y, side, cell.look.fill)
    words = cell.look.text.strip()
    if words:
        size = side * (0.6 if len(words) == 1 else 1.3 / len(words))
        sheet.text(x + side * 0.5 - size * 0.28 * len(words), y + side * 0.5 - size * 0.35, words, size)


def _lines(panel: Panel, width: int = 110) -> list[str]:
    text = draw_text(Picture((panel,)))
    return [line[at : at + width] for line in text.split("\n") for at in range(0, max(1, len(line)), width)]


def _solution_sheets(puzzles: Sequence[Puzzle]) -> list[_Sheet]:
    sheets: list[_Sheet] = []
    for line in solution_lines(puzzles, 100):
        if not sheets or sheets[-1].y < MARGIN + LINE:
            sheets.append(_Sheet())
            sheets[-1].text(MARGIN, sheets[-1].y - LINE, "Solutions", 14, "F2")
            sheets[-1].y -= 2.5 * LINE
        sheets[-1].y -= LINE
        sheets[-1].text(MARGIN, sheets[-1].y, line, 9)
    return sheets


def _plain(words: str) -> str:
    """A text in the letters of the fonts, escaped."""
    known = "".join(CHESS.get(letter, letter) for letter in words).encode("cp1252", "replace").decode("cp1252")
    return known.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


def _document(sheets: Sequence[_Sheet]) -> bytes:
    """The objects of a PDF and where each begins."""
    kids = " ".join(f"{5 + 2 * at} 0 R" for at in range(len(sheets)))
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /{} /Encoding /WinAnsiEncoding >>"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(sheets)} >>".encode(),
        font.format("Helvetica").encode(),
        font.format("Helvetica-Bold").encode(),
    ]
    for at, sheet in enumerate(sheets):
        drawn = zlib.compress("\n".join(sheet.parts).encode("cp1252", "replace"), 9)
        resources = "<< /Font << /F1 3 0 R /F2 4 0 R >> >>"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDE} {HIGH}] /Resources {resources} /Contents {6 + 2 * at} 0 R >>".encode()
        )
        objects.append(f"<< /Length {len(drawn)} /Filter /FlateDecode >>\nstream\n".encode() + drawn + b"\nendstream")
    return _with_places(objects)


def _with_places(objects: Sequence[bytes]) -> bytes:
    out, places = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{place:010d} 00000 n \n".encode() for place in places)
    return bytes(out + f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode())
