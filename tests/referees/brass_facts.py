"""What is printed on the components of Brass: Lancashire, read from the referee's own data file.

Page names are the headings of the German rulebook of 2018.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import Any

DATA: dict[str, Any] = tomllib.loads(Path(__file__).with_name("brass_lancashire.toml").read_text())

INDUSTRIES = tuple(DATA["tiles"])
HIGHEST_SPACE = 99


class Era(Enum):
    """The game has two eras (Spielziel)."""

    CANAL = "canal"
    RAIL = "rail"


@dataclass(frozen=True, slots=True)
class Options:
    """What is agreed on before the game: number of players, variants, classic rules."""

    players: int
    community: bool = False
    classic_deck: bool = False
    virtual_link: bool = False
    introduction: bool = False


@dataclass(frozen=True, slots=True)
class Tile:
    """An industry tile as printed; it costs `money`, `coal` and `iron`, and holds `cubes` when built."""

    name: str
    industry: str
    level: int
    money: int
    coal: int
    iron: int
    cubes: int
    income: int
    points: int
    eras: frozenset[Era]


@dataclass(frozen=True, slots=True)
class Space:
    """A space of a town with the industries whose symbols it shows."""

    name: str
    town: str
    symbols: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line between two places, where a canal or a railway or both can be laid."""

    name: str
    ends: tuple[str, str]
    eras: frozenset[Era]


def read_eras(word: str) -> frozenset[Era]:
    """The eras meant by `canal`, `rail`, `both` or `never`."""
    words = {"both": ("canal", "rail"), "never": ()}.get(word, (word,))
    return frozenset(map(Era, words))


def read_tiles(industry: str) -> tuple[Tile, ...]:
    """The stack of an industry on a player's mat, lowest level first (Vorbereitung Spielerbereich 5)."""
    stack = []
    for row in DATA["tiles"][industry]["levels"]:
        printed = {key: row[key] for key in ("level", "money", "coal", "iron", "cubes", "income", "points")}
        tile = Tile(name=f"{industry}_{row['level']}", industry=industry, eras=read_eras(row["era"]), **printed)
        stack += [tile] * row["count"]
    return tuple(stack)


def read_income_levels() -> tuple[int, ...]:
    """The income level of each space of the track (Einkommen erhalten)."""
    return tuple(
        level for low, high, spaces in DATA["income"]["runs"] for level in range(low, high + 1) for _ in range(spaces)
    )


MAT = {industry: read_tiles(industry) for industry in INDUSTRIES}
TILES = {tile.name: tile for stack in MAT.values() for tile in stack}
INCOME_LEVELS = read_income_levels()
LOWEST_LEVEL = INCOME_LEVELS[0]
HAND: int = DATA["start"]["hand"]
FIRST_SPACE: int = DATA["start"]["space"]
LINK_TILES: int = DATA["start"]["links"]
PRICE_WHEN_EMPTY: int = DATA["market"]["price_when_empty"]
COTTON_BONUS: tuple[int, ...] = tuple(DATA["cotton"]["bonus"])
COTTON_X = len(COTTON_BONUS)


def find_highest_space(level: int) -> int:
    """The highest space of an income level, where the marker goes after a loan (Kredit aufnehmen 2)."""
    return max(space for space, own in enumerate(INCOME_LEVELS) if own == level)


@dataclass(frozen=True)
class Facts:
    """The components that are in the game with these options."""

    options: Options

    @cached_property
    def removed(self) -> frozenset[str]:
        """Places that the other side of the board does not show (2-Spieler-Variante der Spielergemeinde)."""
        return frozenset(DATA["community"]["removed"]) if self.options.community else frozenset()

    @cached_property
    def spaces(self) -> dict[str, Space]:
        """Every space of the board by its name."""
        every = [
            Space(f"{town}_{position}", town, tuple(symbols))
            for town, positions in DATA["towns"].items()
            for position, symbols in positions.items()
            if town not in self.removed
        ]
        return {space.name: space for space in every}

    @cached_property
    def towns(self) -> dict[str, tuple[Space, ...]]:
        """The spaces of each town."""
        towns = {space.town: None for space in self.spaces.values()}
        return {town: tuple(space for space in self.spaces.values() if space.town == town) for town in towns}

    @cached_property
    def lines(self) -> dict[str, Line]:
        """Every line of the board by its name."""
        return {
            name: Line(name, (row["ends"][0], row["ends"][1]), self._eras_of(name, row["era"]))
            for name, row in DATA["lines"].items()
            if self.removed.isdisjoint(row["ends"])
        }

    def _eras_of(self, line: str, word: str) -> frozenset[Era]:
        extra = self.options.community and line == DATA["community"]["extra_canal"]
        return read_eras("both" if extra else word)

    @cached_property
    def symbols(self) -> dict[str, int]:
        """Link symbols printed on the board, of the places that have some."""
        return {place: row["symbols"] for place, row in DATA["places_outside"].items()}

    @cached_property
    def distant_markets(self) -> frozenset[str]:
        """Places with the symbol of the distant market."""
        return frozenset(place for place, row in DATA["places_outside"].items() if row["distant_market"])

    @cached_property
    def prices(self) -> tuple[int, ...]:
        """The prices of the coal market and of the iron market, cheapest first."""
        return tuple(DATA["market"]["community" if self.options.community else "standard"])

    @cached_property
    def start_money(self) -> int:
        """Vorbereitung Spielerbereich 2; 25 in the variant of the community."""
        return int(DATA["start"]["money_community" if self.options.community else "money"])

    @cached_property
    def merchants(self) -> tuple[int, ...]:
        """How many merchant tiles of 0, 1, … steps there are (Vorbereitung Spielplan 2 and 5)."""
        options = self.options
        classic = "classic" if options.classic_deck else f"players_{options.players}"
        return tuple(DATA["merchants"]["community" if options.community else classic])

    @cached_property
    def cards(self) -> Counter[str]:
        """The cards of the game (Vorbereitung Spielplan 2; Klassische Kartenvorbereitung)."""
        column = 4 if self.options.community else 3 if self.options.classic_deck else self.options.players - 2
        return Counter({card: row[column] for card, row in DATA["cards"].items() if row[column]})

    @cached_property
    def unused_cards(self) -> dict[Era, int]:
        """How many cards are never drawn in each era.

        In the canal era those beneath the banker (Vorbereitung Spielplan 4); in the rail era those taken out
        of a classic deck.
        """
        players = self.options.players
        if self.options.classic_deck:
            classic = DATA["classic"]
            return {Era.CANAL: classic[f"beneath_{players}"], Era.RAIL: classic[f"removed_{players}"]}
        return {Era.CANAL: players, Era.RAIL: 0}
