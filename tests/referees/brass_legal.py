"""Which moves the rulebook of Brass: Lancashire allows.

A move is a tuple of words. `none` stands for the market where a mine or works is named, and for the distant market
where a port is named. Actions of several steps are taken step by step:

    build, tile, space, coal mine, iron works, card        build_anywhere, …, card, card
    link, line, coal mine, card                            link_on, line, coal mine
    develop, tile, iron works, card                        develop_on, tile, iron works
    sell, mill, port, card                                 sell_on, mill, port
    take_loan, amount, card                                pass_action, card
    enough                                                 sell_tile, space
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias

from tests.referees.brass_board import Built
from tests.referees.brass_facts import COTTON_X, INDUSTRIES, LOWEST_LEVEL, Era, Line, Tile
from tests.referees.brass_table import Market, Player, Stage, Table

Move: TypeAlias = tuple[str, ...]

NONE = "none"
ENOUGH: Move = ("enough",)
LOANS = {"10": 1, "20": 2, "30": 3}
CANAL_PRICE = 3
RAIL_PRICE = 5
SECOND_RAIL_PRICE = 15 - RAIL_PRICE
VIRTUAL_LINK = {"liverpool", "birkenhead"}


def list_moves(table: Table, stage: Stage, player: Player) -> set[Move]:
    """Every legal move of the player at this stage, also when it is the only one."""
    match stage:
        case Stage.ACTION:
            return set(list_actions(table, player))
        case Stage.SECOND_TILE:
            return {("develop_on", *step) for step in list_developments(table, player)} | {ENOUGH}
        case Stage.SECOND_LINK:
            return {("link_on", *step) for step in list_links(table, player, SECOND_RAIL_PRICE)} | {ENOUGH}
        case Stage.NEXT_MILL:
            return {("sell_on", *step) for step in list_sales(table, player)} | {ENOUGH}
        case Stage.DEBT:
            return {("sell_tile", built.space.name) for built in table.board.tiles_of(player.name)}
        case _:
            return set()


def list_actions(table: Table, player: Player) -> Iterator[Move]:
    """The five actions and passing; each needs a card (Spielzug, Aktionen)."""
    hand = sorted(+player.hand)
    yield from list_builds(table, player, hand)
    link_price = CANAL_PRICE if table.era is Era.CANAL else RAIL_PRICE
    with_any_card = [
        *(("link", *step) for step in list_links(table, player, link_price)),
        *(("develop", *step) for step in list_developments(table, player)),
        *(("sell", *step) for step in list_sales(table, player)),
        *(("take_loan", amount) for amount in list_loans(table, player)),
        ("pass_action",),
    ]
    for step in with_any_card:
        for card in hand:
            yield (*step, card)


# -- sources of coal and iron ---------------------------------------------------------------------------------------


def list_iron_sources(table: Table) -> list[str]:
    """Any works with iron, near or not; the market only where there are none (Eisen verbrauchen)."""
    return [works.space.name for works in table.board.with_cubes("iron_works")] or [NONE]


def list_coal_sources(table: Table, places: tuple[str, ...]) -> list[str]:
    """The nearest mines; only without a connected one the market, if connected with it (Kohle verbrauchen)."""
    mines = table.board.nearest_mines(places)
    if mines:
        return mines
    return [NONE] if table.board.reaches_distant_market(places) else []


def price_of(source: str, market: Market) -> int:
    """A cube from a mine or works is free, one from the market has its price."""
    return market.price() if source == NONE else 0


# -- build ----------------------------------------------------------------------------------------------------------


def list_builds(table: Table, player: Player, hand: list[str]) -> Iterator[Move]:
    """Builds with one card, and with two as a place card of the player's choice (Bauen 1)."""
    pairs = list_pairs(player, hand) if table.actions_left == 2 else []
    for town in table.facts.towns:
        for industry in INDUSTRIES:
            for placing in list_placings(table, player, town, industry):
                for card in hand:
                    if allows(table, player, card, town, industry):
                        yield ("build", *placing, card)
                for pair in pairs:
                    yield ("build_anywhere", *placing, *pair)


def list_pairs(player: Player, hand: list[str]) -> list[tuple[str, str]]:
    """Any two cards of the hand (Überall bauen)."""
    doubles = [(card, card) for card in hand if player.hand[card] > 1]
    return [*combinations(hand, 2), *doubles]


def allows(table: Table, player: Player, card: str, town: str, industry: str) -> bool:
    """Does the card allow a tile of this industry in this town (Bauen 1, Bauen ohne Plättchen auf dem Spielplan)?"""
    if card == town:
        return True
    if card != industry:
        return False
    return table.board.is_empty_for(player.name) or town in building_network(table, player)


def building_network(table: Table, player: Player) -> set[str]:
    """The network, with the virtual link where it is agreed on (Die virtuelle Verbindung)."""
    network = table.board.network(player.name)
    if table.facts.options.virtual_link and not VIRTUAL_LINK.isdisjoint(network):
        return network | VIRTUAL_LINK
    return network


def list_placings(table: Table, player: Player, town: str, industry: str) -> Iterator[Move]:
    """Tile, space, coal mine and iron works of all that the player can build in a town and pay for (Bauen 2, 3)."""
    tile = player.next_tile(industry)
    if tile is None or table.era not in tile.eras:
        return
    spaces = list_spaces(table, player, town, tile)
    if not spaces:
        return
    for coal, iron in list_sources(table, player, town, tile):
        for space in spaces:
            yield (tile.name, space, coal, iron)


def list_sources(table: Table, player: Player, town: str, tile: Tile) -> Iterator[tuple[str, str]]:
    """From where the coal and the iron for a tile can come, as far as the player's money reaches."""
    for coal in list_coal_sources(table, (town,)) if tile.coal else [NONE]:
        for iron in list_iron_sources(table) if tile.iron else [NONE]:
            coal_price = price_of(coal, table.coal) if tile.coal else 0
            iron_price = price_of(iron, table.iron) if tile.iron else 0
            if tile.money + coal_price + iron_price <= player.money:
                yield coal, iron


def list_spaces(table: Table, player: Player, town: str, tile: Tile) -> list[str]:
    """Free spaces and tiles to overbuild; in the canal era one tile a player and town (Bauen in der Kanalepoche)."""
    in_town = table.board.tiles_in(town)
    own = [built for built in in_town if built.owner == player.name]
    over = [built.space.name for built in own if improves(tile, built)]
    if own and table.era is Era.CANAL:
        return over
    others = [built for built in in_town if built.owner != player.name and improves(tile, built)]
    over += [built.space.name for built in others if may_overbuild_others(table, built)]
    return table.board.free_spaces(town, tile.industry) + over


def improves(tile: Tile, built: Built) -> bool:
    """Only a tile of the same industry and a higher level can replace another (Überbauen)."""
    return tile.industry == built.tile.industry and tile.level > built.tile.level


def may_overbuild_others(table: Table, built: Built) -> bool:
    """A coal mine or iron works, with no such cube left on any tile or in the market (Überbauen)."""
    markets = {"coal_mine": table.coal, "iron_works": table.iron}
    industry = built.tile.industry
    return industry in markets and not markets[industry].cubes and not table.board.with_cubes(industry)


# -- the other actions ----------------------------------------------------------------------------------------------


def list_links(table: Table, player: Player, price: int) -> Iterator[Move]:
    """Free lines of this era next to the player's network, with the source of coal for a railway (Verbinden)."""
    if not table.board.has_link_tile(player.name):
        return
    network = table.board.network(player.name)
    for line in table.facts.lines.values():
        if table.era in line.eras and line.name not in table.board.links and not network.isdisjoint(line.ends):
            for coal in list_link_sources(table, line):
                coal_price = price_of(coal, table.coal) if table.era is Era.RAIL else 0
                if price + coal_price <= player.money:
                    yield (line.name, coal)


def list_link_sources(table: Table, line: Line) -> list[str]:
    """A railway takes a coal, reached from either of its ends after it is laid; a canal takes none."""
    return list_coal_sources(table, line.ends) if table.era is Era.RAIL else [NONE]


def list_developments(table: Table, player: Player) -> Iterator[Move]:
    """The lowest tile of each industry that is left, with the source of an iron (Entwickeln)."""
    for industry in INDUSTRIES:
        tile = player.next_tile(industry)
        for iron in list_iron_sources(table) if tile else []:
            if tile and price_of(iron, table.iron) <= player.money:
                yield (tile.name, iron)


def list_sales(table: Table, player: Player) -> Iterator[Move]:
    """Each mill that is not flipped, through a connected port or over the distant market (Verkaufen)."""
    mills = [built for built in table.board.tiles_of(player.name) if built.tile.industry == "cotton_mill"]
    for mill in mills:
        if not mill.flipped:
            for port in table.board.ports_for(mill.space.town):
                yield (mill.space.name, port)
            if table.cotton < COTTON_X and table.board.reaches_distant_market([mill.space.town]):
                yield (mill.space.name, NONE)


def list_loans(table: Table, player: Player) -> list[str]:
    """Loans as far as the income level stays at -10; none once the pile of the rail era is empty (Kredit aufnehmen)."""
    if table.era is Era.RAIL and not table.cards.left:
        return []
    return [amount for amount, levels in LOANS.items() if player.level - levels >= LOWEST_LEVEL]
