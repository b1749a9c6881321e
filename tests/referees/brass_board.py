"""The board of Brass: Lancashire: tiles, links, networks, and what is connected with what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tests.referees.brass_facts import LINK_TILES, Facts, Space, Tile


@dataclass(slots=True)
class Built:
    """An industry tile on the board, with the cubes that still lie on it."""

    space: Space
    owner: str
    tile: Tile
    cubes: int = 0
    flipped: bool = False


@dataclass(slots=True)
class Board:
    """Which tile lies on which space, and whose link on which line."""

    facts: Facts
    built: dict[str, Built] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)

    def tiles_of(self, player: str) -> list[Built]:
        """The industry tiles of a player."""
        return [built for built in self.built.values() if built.owner == player]

    def links_of(self, player: str) -> list[str]:
        """The lines with a link of a player."""
        return [line for line, owner in self.links.items() if owner == player]

    def has_link_tile(self, player: str) -> bool:
        """Is one of the player's fourteen link tiles left?"""
        return len(self.links_of(player)) < LINK_TILES

    def is_empty_for(self, player: str) -> bool:
        """Has the player neither an industry tile nor a link on the board (Bauen ohne Plättchen auf dem Spielplan)?"""
        return not self.tiles_of(player) and not self.links_of(player)

    def tiles_in(self, town: str) -> list[Built]:
        """The industry tiles in a town."""
        return [built for built in self.built.values() if built.space.town == town]

    def network(self, player: str) -> set[str]:
        """The places of a player's network (Dein Netzwerk): where a tile of his lies, and the ends of his links."""
        places = {built.space.town for built in self.tiles_of(player)}
        for line in self.links_of(player):
            places.update(self.facts.lines[line].ends)
        return places

    def distances(self, starts: Iterable[str]) -> dict[str, int]:
        """How many links of anybody away each place is that is connected with one of these (Verbundene Orte)."""
        distance = dict.fromkeys(starts, 0)
        queue = list(distance)
        for place in queue:
            for neighbour in self._neighbours(place):
                if neighbour not in distance:
                    distance[neighbour] = distance[place] + 1
                    queue.append(neighbour)
        return distance

    def _neighbours(self, place: str) -> Iterator[str]:
        for line in self.links:
            one, other = self.facts.lines[line].ends
            if place == one:
                yield other
            elif place == other:
                yield one

    def reaches_distant_market(self, starts: Iterable[str]) -> bool:
        """Is one of these places connected with a port, flipped or not, or with the symbol of the distant market?"""
        reached = self.distances(starts).keys()
        ports = {built.space.town for built in self.built.values() if built.tile.industry == "port"}
        return not reached.isdisjoint(ports | self.facts.distant_markets)

    def with_cubes(self, industry: str) -> list[Built]:
        """The coal mines or iron works of all players on which cubes lie."""
        return [built for built in self.built.values() if built.tile.industry == industry and built.cubes]

    def nearest_mines(self, starts: Iterable[str]) -> list[str]:
        """The coal mines with cubes that the fewest links separate from one of these places (Kohle verbrauchen 1)."""
        distance = self.distances(starts)
        connected = [mine for mine in self.with_cubes("coal_mine") if mine.space.town in distance]
        least = min((distance[mine.space.town] for mine in connected), default=0)
        return [mine.space.name for mine in connected if distance[mine.space.town] == least]

    def ports_for(self, town: str) -> list[str]:
        """The ports that are not flipped and connected with a town (Verkaufen über einen Hafen)."""
        reached = self.distances([town])
        ports = [built for built in self.built.values() if built.tile.industry == "port" and not built.flipped]
        return [port.space.name for port in ports if port.space.town in reached]

    def free_spaces(self, town: str, industry: str) -> list[str]:
        """The free spaces of a town for an industry: those with its symbol alone, if there are any (Bauen 2)."""
        free = [space for space in self.facts.towns[town] if space.name not in self.built and industry in space.symbols]
        alone = [space for space in free if len(space.symbols) == 1]
        return [space.name for space in alone or free]

    def count_symbols(self, place: str) -> int:
        """Link symbols at a place, on the board and on flipped industry tiles (Enden beider Epochen 1)."""
        printed = self.facts.symbols.get(place, 0)
        return printed + sum(built.flipped for built in self.tiles_in(place))

    def score_links(self, player: str) -> int:
        """What a player's links are worth at the end of an era: the symbols at both ends of each."""
        ends = [place for line in self.links_of(player) for place in self.facts.lines[line].ends]
        return sum(map(self.count_symbols, ends))

    def score_tiles(self, player: str) -> int:
        """What a player's flipped industry tiles are worth at the end of an era (Enden beider Epochen 2)."""
        return sum(built.tile.points for built in self.tiles_of(player) if built.flipped)
