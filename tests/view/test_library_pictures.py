"""The pictures of library games on random plays: whole, in their frame, distinct without colours, free of the names of the engine room."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.pieces import Shape
from rules_dsl.loading import library_names, load
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.view.colours import lightness
from rules_dsl.view.drawing.shapes import COLOURS
from rules_dsl.view.panels import Grid, Network, Picture, Piece, PlaceLook, Tiles, Track, all_panels
from rules_dsl.view.picture import picture
from rules_dsl.view.svg import draw_svg

SVG = "{http://www.w3.org/2000/svg}"
PLIES, EVERY = 40, 8
APART = 24
"""How much lighter one of two pieces must be that nothing else tells apart."""

FILLED_IN = {"binairo", "star_battle", "sudoku"}
NAMES = [name for name in library_names() if name not in FILLED_IN]


@cache
def pictures(name: str) -> tuple[Picture, ...]:
    """Some pictures of a random play."""
    return tuple(_drawn(load(name)))


def _drawn(game: ir.Game) -> Iterator[Picture]:
    machine, shown, dice = PythonMachine(game), ReferenceMachine(game), random.Random(5)
    state = machine.initial()
    for ply in range(PLIES):
        if ply % EVERY == 0:
            yield picture(shown, state)
        moves = machine.moves(state) if machine.kind(state) != "over" else ()
        if not moves:
            break
        state = machine.apply(state, dice.choice(list(moves)))
    yield picture(shown, state)


def looks(drawn: Picture) -> Iterator[PlaceLook]:
    for panel in all_panels(drawn.panels):
        match panel:
            case Grid(cells=cells):
                yield from (cell.look for cell in cells)
            case Track(tokens=tokens, places=places):
                yield from (*places, *(token.look for token in tokens))
            case Tiles(tiles=tiles):
                yield from tiles
            case Network(towns=towns):
                yield from (town.look for town in towns)
            case _:
                pass


def told_by_colour_alone(one: Piece, other: Piece) -> bool:
    """Would somebody who sees no colours take one piece for the other?"""
    first, second = one.words, other.words
    if first.shape is Shape.BLOCK:
        return False  # it shows the text of its cells
    if (first.shape, first.details, first.inscription, first.modifiers) != (second.shape, second.details, second.inscription, second.modifiers) or first.shape is None:
        return False
    shades = [lightness(words.colour or COLOURS[first.shape]) for words in (first, second)]
    return first.colour != second.colour and abs(shades[0] - shades[1]) < APART


@pytest.mark.parametrize("name", NAMES)
def test_pictures_are_whole_and_told_without_colours(name: str) -> None:
    for drawn in pictures(name):
        root = ElementTree.fromstring(draw_svg(drawn))
        wide, high = (float(number) for number in root.attrib["viewBox"].split()[2:])
        assert wide > 20 and high > 20
        pieces = {piece.words: piece for look in looks(drawn) for piece in look.pieces}
        assert [(one.words, other.words) for one, other in combinations(pieces.values(), 2) if told_by_colour_alone(one, other)] == []


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_has_no_names_of_the_engine_room(name: str) -> None:
    for drawn in pictures(name):
        root = ElementTree.fromstring(draw_svg(drawn))
        written = [element.text or "" for element in root.iter(f"{SVG}text")]
        assert [text for text in written if re.search(r"[_{}\[\]]|\b(?:None|true|false|none)\b", text)] == []
