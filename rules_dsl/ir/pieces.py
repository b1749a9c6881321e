"""The words of a piece: `disc gold`, `king white`, `card QS`, `die 5`, `tile wheat: 16`, in any order; what follows a colon is written on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules_dsl.ir.colour_names import colour_code


class Shape(StrEnum):
    """What a piece looks like."""

    DISC = "disc"
    STONE = "stone"
    RING = "ring"
    SQUARE = "square"
    TILE = "tile"
    TOKEN = "token"
    CUBE = "cube"
    SLAB = "slab"
    BLOCK = "block"
    MEEPLE = "meeple"
    PAWN = "pawn"
    KNIGHT = "knight"
    BISHOP = "bishop"
    ROOK = "rook"
    QUEEN = "queen"
    KING = "king"
    PEG = "peg"
    HOLE = "hole"
    DOT = "dot"
    TARGET = "target"
    CRATE = "crate"
    BRICKS = "bricks"
    LAMP = "lamp"
    STAR = "star"
    CROSS = "cross"
    NOUGHT = "nought"
    ARROW = "arrow"
    COIN = "coin"
    HOUSE = "house"
    FACTORY = "factory"
    LOCOMOTIVE = "locomotive"
    SHIP = "ship"
    KEY = "key"
    CARD = "card"
    SLOT = "slot"
    DIE = "die"
    RAILS = "rails"


class Modifier(StrEnum):
    """How a piece differs from others of its shape."""

    SMALL = "small"
    LARGE = "large"
    FAINT = "faint"


class Side(StrEnum):
    """A side of a cell; squares have the first four, hexagons those with east and west in them, triangles three of them."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"
    NORTHEAST = "northeast"
    SOUTHEAST = "southeast"
    SOUTHWEST = "southwest"
    NORTHWEST = "northwest"


class LineKind(StrEnum):
    """How the line between two towns looks."""

    ROAD = "road"
    RAIL = "rail"
    CANAL = "canal"
    TRAIL = "trail"


DETAILED = frozenset({Shape.CARD, Shape.SLOT, Shape.DIE, Shape.ARROW, Shape.SLAB, Shape.RAILS})
"""Shapes of which a word says more: which card, how many pips or sleepers, which direction, how wide."""

_SHAPES = {str(shape): shape for shape in Shape}
_MODIFIERS = {str(modifier): modifier for modifier in Modifier}
_SIDES = {str(side): side for side in Side}
_LINES = {str(kind): kind for kind in LineKind}


@dataclass(frozen=True, slots=True)
class PieceWords:
    """A piece as it is written: its shape (None if no word names one), its colour, what else is said of it, and what is written on it."""

    shape: Shape | None = None
    colour: str = ""
    details: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    inscription: str = ""


@dataclass(frozen=True, slots=True)
class WallWords:
    """Sides of a cell, the colour they have, and what is written at them outside of the board."""

    sides: tuple[Side, ...] = ()
    colour: str = ""
    unknown: tuple[str, ...] = ()
    inscription: str = ""


@dataclass(frozen=True, slots=True)
class LineWords:
    """How a line of a network is drawn."""

    kind: LineKind = LineKind.ROAD
    colour: str = ""
    unknown: tuple[str, ...] = ()


def read_piece(text: str) -> PieceWords:
    """The words of a piece. The first shape is the piece; a later one is a detail of it, such as the king of a card."""
    head, _, inscription = text.partition(":")
    words = head.lower().split()
    shape = next((_SHAPES[word] for word in words if word in _SHAPES), None)
    rest = list(_without_first(words, shape))
    modifiers = tuple(_MODIFIERS[word] for word in rest if word in _MODIFIERS)
    colour = next((word for word in rest if colour_code(word)), "")
    details = tuple(word for word in rest if word != colour and word not in _MODIFIERS)
    return PieceWords(shape, colour, details, modifiers, inscription.strip())


def _without_first(words: Sequence[str], shape: Shape | None) -> Iterator[str]:
    result = False
    for word in words:
        if word == shape and not result:
            result = True
        else:
            yield word


def read_wall(text: str) -> WallWords:
    """The words of a wall."""
    head, _, inscription = text.partition(":")
    words = head.lower().split()
    colour = next((word for word in words if colour_code(word)), "")
    rest = tuple(word for word in words if word != colour and word not in _SIDES)
    return WallWords(tuple(_SIDES[word] for word in words if word in _SIDES), colour, rest, inscription.strip())


def read_line(text: str) -> LineWords:
    """The words of a line between towns."""
    words = text.lower().split()
    colour = next((word for word in words if colour_code(word)), "")
    rest = tuple(word for word in words if word != colour and word not in _LINES)
    return LineWords(next((_LINES[word] for word in words if word in _LINES), LineKind.ROAD), colour, rest)


def unknown_in_piece(text: str) -> tuple[str, ...]:
    """The words of a piece that mean nothing."""
    piece = read_piece(text)
    if piece.shape is None:
        return tuple(text.partition(":")[0].split()[:1]) or ("",)
    return () if piece.shape in DETAILED else piece.details
