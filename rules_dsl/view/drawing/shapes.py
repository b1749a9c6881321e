"""How pieces are drawn, as tables that pages have, too; the drawings themselves are in `shapes.toml`."""

from __future__ import annotations

import tomllib
from importlib.resources import files

from rules_dsl.ir.pieces import Shape


def _join_lines(text: str) -> str:
    return " ".join(text.split()).replace("> <", "><")


def _drawings(table: dict[str, str]) -> dict[str, str]:
    return {name: _join_lines(text).replace("{edge}", _TABLES["edge"]).replace("{thin}", _TABLES["thin"]) for name, text in table.items()}


_TABLES = tomllib.loads(files("rules_dsl.view.drawing").joinpath("shapes.toml").read_text(encoding="utf-8"))
SHAPES: dict[str, str] = _drawings(_TABLES["shapes"])
"""Shape → SVG in a box of 100 by 100."""

COLOURS: dict[str, str] = {
    Shape.DISC: "silver", Shape.STONE: "silver", Shape.RING: "silver", Shape.SQUARE: "silver", Shape.TILE: "wheat", Shape.TOKEN: "silver",
    Shape.CUBE: "burlywood", Shape.SLAB: "teal", Shape.BLOCK: "silver", Shape.MEEPLE: "royalblue", Shape.PAWN: "ivory", Shape.KNIGHT: "ivory",
    Shape.BISHOP: "ivory", Shape.ROOK: "ivory", Shape.QUEEN: "ivory", Shape.KING: "ivory", Shape.PEG: "royalblue", Shape.HOLE: "linen", Shape.DOT: "gray",
    Shape.TARGET: "crimson", Shape.CRATE: "burlywood", Shape.BRICKS: "gray", Shape.LAMP: "gold", Shape.STAR: "gold", Shape.CROSS: "royalblue",
    Shape.NOUGHT: "crimson", Shape.ARROW: "silver", Shape.COIN: "gold", Shape.HOUSE: "burlywood", Shape.FACTORY: "silver", Shape.LOCOMOTIVE: "slategray",
    Shape.SHIP: "burlywood", Shape.KEY: "gold", Shape.CARD: "white", Shape.SLOT: "none", Shape.DIE: "white",
    Shape.RAILS: "burlywood",
}  # fmt: skip
"""The colour of a piece that is given none."""

LETTERED: tuple[str, ...] = (
    Shape.DISC, Shape.STONE, Shape.RING, Shape.SQUARE, Shape.TILE, Shape.TOKEN, Shape.CUBE, Shape.MEEPLE, Shape.CRATE, Shape.LAMP, Shape.COIN, Shape.HOUSE,
    Shape.SHIP, Shape.HOLE, Shape.PEG, Shape.STAR, Shape.SLAB, Shape.BLOCK, Shape.SLOT, Shape.LOCOMOTIVE, Shape.FACTORY,
)  # fmt: skip
"""Pieces on which something can be written."""

SUITS: dict[str, str] = _drawings(_TABLES["suits"])
"""The signs of the suits in a box of 24 by 24."""

SUIT_WORDS: dict[str, str] = {
    "c": "c", "clubs": "c", "club": "c", "♣": "c", "d": "d", "diamonds": "d", "diamond": "d", "♦": "d",
    "h": "h", "hearts": "h", "heart": "h", "♥": "h", "s": "s", "spades": "s", "spade": "s", "♠": "s",
}  # fmt: skip

RANK_WORDS: dict[str, str] = {
    "a": "A", "ace": "A", "1": "A", "2": "2", "two": "2", "3": "3", "three": "3", "4": "4", "four": "4", "5": "5", "five": "5", "6": "6", "six": "6",
    "7": "7", "seven": "7", "8": "8", "eight": "8", "9": "9", "nine": "9", "t": "10", "10": "10", "ten": "10",
    "j": "J", "jack": "J", "q": "Q", "queen": "Q", "k": "K", "king": "K",
}  # fmt: skip

_L, _M, _R = 19, 35, 51
_SIX = [(_L, 42), (_L, 63), (_L, 84), (_R, 42), (_R, 63), (_R, 84)]
_EIGHT = [(_L, 40), (_L, 55), (_L, 71), (_L, 86), (_R, 40), (_R, 55), (_R, 71), (_R, 86)]
PIPS: dict[str, list[tuple[int, int]]] = {
    "A": [(_M, 63)],
    "2": [(_M, 45), (_M, 81)],
    "3": [(_M, 42), (_M, 63), (_M, 84)],
    "4": [(_L, 45), (_L, 81), (_R, 45), (_R, 81)],
    "5": [(_L, 45), (_L, 81), (_R, 45), (_R, 81), (_M, 63)],
    "6": _SIX,
    "7": [*_SIX, (_M, 52)],
    "8": [*_SIX, (_M, 52), (_M, 74)],
    "9": [*_EIGHT, (_M, 63)],
    "10": [*_EIGHT, (_M, 48), (_M, 79)],
}
"""Where the signs of a card stand, in a box of 70 by 100."""

CROWNS: dict[str, str] = _drawings(_TABLES["crowns"])
"""What a court card wears."""

DOTS: dict[str, list[tuple[int, int]]] = {
    "1": [(50, 50)],
    "2": [(29, 29), (71, 71)],
    "3": [(29, 29), (50, 50), (71, 71)],
    "4": [(29, 29), (29, 71), (71, 29), (71, 71)],
    "5": [(29, 29), (29, 71), (71, 29), (71, 71), (50, 50)],
    "6": [(29, 27), (29, 50), (29, 73), (71, 27), (71, 50), (71, 73)],
}
"""The dots of a die."""

TURNS: dict[str, int] = {"north": 0, "northeast": 45, "east": 90, "southeast": 135, "south": 180, "southwest": 225, "west": 270, "northwest": 315}
"""The directions of an arrow."""
