"""Pictures as plain text, for terminals and pipes."""

from __future__ import annotations

import unicodedata
from typing import assert_never

from rules_dsl.ir.nodes import CellShape
from rules_dsl.view.panels import Beside, Grid, GridCell, Line, Mat, Network, Panel, Picture, Tiles, Track

EMPTY_CELL = "·"


def draw_text(picture: Picture) -> str:
    """The picture in lines; boards have row numbers on the left and column names below."""
    return "\n".join(line.rstrip() for panel in picture.panels for line in _lines(panel))


def _lines(panel: Panel) -> list[str]:
    match panel:
        case Line(text):
            return [text]
        case Grid():
            return _grid(panel)
        case Track():
            return [_track(panel)]
        case Tiles(label, tiles):
            return [f"{label}: {'  '.join(_one_line(tile.text) for tile in tiles)}"]
        case Network():
            return _network(panel)
        case Mat(label, _, panels):
            return [label, *(f"  {line}" for inner in panels for line in _lines(inner))]
        case Beside(blocks):
            return [line for block in blocks for inner in block for line in _lines(inner)]
        case _:
            assert_never(panel)


def _grid(grid: Grid) -> list[str]:
    words = _words(grid)
    wide = max((display_width(word) for word in (*words.values(), *grid.columns)), default=1)
    margin = max((display_width(label) for label in grid.rows), default=0)
    lines = [grid.caption] if grid.caption else []
    for row in reversed(range(len(grid.rows))):
        cells = " ".join(_pad_text(words.get((column, row), ""), wide) for column in range(len(grid.columns)))
        lines.append(f"{_before(grid.rows[row], margin)} {_shift(grid, row, wide)}{cells}")
    footer = " ".join(_pad_text(label, wide) for label in grid.columns)
    return [*lines, f"{' ' * margin} {footer}"]


def _shift(grid: Grid, row: int, wide: int) -> str:
    """Each row of hexagons stands half a hexagon to the right of the one below it."""
    return " " * (row * (wide + 1) // 2) if grid.shape is CellShape.HEXAGON else ""


def _words(grid: Grid) -> dict[tuple[int, int], str]:
    """What stands in each cell; a board of colours shows their first letters, a text of spaces stays blank."""
    return {(cell.column, cell.row): _word(cell, grid.colours_only) for cell in grid.cells}


def _word(cell: GridCell, colours_only: bool) -> str:
    if colours_only and cell.look.fill:
        return cell.look.fill[:1]
    return cell.look.text.strip() if cell.look.text else EMPTY_CELL


def _track(track: Track) -> str:
    standing: dict[int, list[str]] = {}
    for token in track.tokens:
        standing.setdefault(token.position, []).append(token.look.text)
    labels = [f"{label}{_lying(track, number)}" for number, label in enumerate(track.positions)]
    parts = [
        f"{label} [{', '.join(standing[number])}]" if number in standing else label
        for number, label in enumerate(labels)
    ]
    return f"{track.label}: {'  '.join(parts)}"


def _lying(track: Track, number: int) -> str:
    text = _one_line(track.places[number].text) if track.places else ""
    return f"({text})" if text else ""


def _one_line(text: str) -> str:
    return " ".join(text.split("\n")).strip()


def _network(network: Network) -> list[str]:
    names = [_one_line(town.look.text) for town in network.towns]
    neighbours: dict[int, list[str]] = {}
    for link in network.links:
        words = f" ({link.look.text})" if link.look.text else ""
        neighbours.setdefault(link.one, []).append(f"{names[link.other]}{words}")
        neighbours.setdefault(link.other, []).append(f"{names[link.one]}{words}")
    return [
        f"{name} -- {', '.join(neighbours[number])}" if number in neighbours else name
        for number, name in enumerate(names)
    ]


def display_width(text: str) -> int:
    """Columns a text takes in a terminal: two for wide characters, none for marks that join the one before."""
    return sum(_character_width(character) for character in text)


def _character_width(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Me", "Mn"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _pad_text(text: str, width: int) -> str:
    return text + " " * (width - display_width(text))


def _before(text: str, width: int) -> str:
    return " " * (width - display_width(text)) + text
