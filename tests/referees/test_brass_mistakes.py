"""Mistakes planted in the referee of Brass: Lancashire are noticed: random plays come to all of these rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.referees import brass_board, brass_facts, brass_lancashire, brass_legal, brass_table
from tests.referees.brass_compare import Disagreement, compare_plays
from tests.referees.brass_engine import EnginePlay
from tests.referees.brass_facts import Facts, Options
from tests.referees.brass_lancashire import Referee
from tests.referees.brass_table import Market, Player, Table

PLAYS = 60
Change = Callable[[pytest.MonkeyPatch], None]


def put(module: object, name: str, value: object) -> Change:
    """A change of one name."""
    return lambda patch: patch.setattr(module, name, value)


def all_mines(board: brass_board.Board, places: tuple[str, ...]) -> list[str]:
    """Any connected mine, not the nearest alone."""
    distance = board.distances(places)
    return [mine.space.name for mine in board.with_cubes("coal_mine") if mine.space.town in distance]


def all_free_spaces(board: brass_board.Board, town: str, industry: str) -> list[str]:
    """Mixed spaces also where a pure one is free."""
    return [
        space.name for space in board.facts.towns[town] if space.name not in board.built and industry in space.symbols
    ]


def loans_to_the_end(table: Table, player: Player) -> list[str]:
    """Loans also after the warning."""
    return [amount for amount, levels in brass_legal.LOANS.items() if player.level - levels >= -10]


def sell_cheapest_space_first(market: Market, cubes: int) -> tuple[int, int]:
    """The cheapest free space is filled first."""
    sold = min(cubes, len(market.prices) - market.cubes)
    market.cubes += sold
    return sold, sum(market.prices[:sold])


def overbuild_with_cubes_left(table: Table, built: brass_board.Built) -> bool:
    """Others' mines and works whatever cubes there are in the market."""
    return built.tile.industry in ("coal_mine", "iron_works") and not table.board.with_cubes(built.tile.industry)


def never_last_round(referee: Referee) -> bool:
    """Income also after the last round."""
    return False


def pay_nothing_for_missing_pounds(referee: Referee, player: Player) -> None:
    """No points are lost for what cannot be paid."""
    player.money = max(0, player.money + player.level)


def count_unflipped_symbols(board: brass_board.Board, place: str) -> int:
    """Every tile shows a link symbol."""
    return board.facts.symbols.get(place, 0) + len(board.tiles_in(place))


def classic_mill() -> dict[str, brass_facts.Tile]:
    """The tiles with three points for a mill of level 1, as in 2007."""
    tiles = brass_facts.TILES
    return tiles | {"cotton_mill_1": replace(tiles["cotton_mill_1"], points=3)}


MISTAKES: dict[str, tuple[Options, Change]] = {
    "nearest mine": (Options(3), put(brass_board.Board, "nearest_mines", all_mines)),
    "pure space first": (Options(3), put(brass_board.Board, "free_spaces", all_free_spaces)),
    "no loans at the end": (Options(3), put(brass_legal, "list_loans", loans_to_the_end)),
    "dearest space first": (Options(3), put(Market, "sell", sell_cheapest_space_first)),
    "others' mines": (Options(4), put(brass_legal, "may_overbuild_others", overbuild_with_cubes_left)),
    "no income at the end": (Options(3), put(Referee, "_is_last_round", never_last_round)),
    "points for pounds": (Options(3), put(Referee, "_pay_income", pay_nothing_for_missing_pounds)),
    "flipped symbols": (Options(3), put(brass_board.Board, "count_symbols", count_unflipped_symbols)),
    "virtual link": (Options(4, virtual_link=True), put(brass_legal, "VIRTUAL_LINK", set())),
    "level 30": (Options(3), put(brass_table, "HIGHEST_SPACE", 200)),
    "fourteen links": (Options(2), put(brass_board, "LINK_TILES", 15)),
    "second railway": (Options(3), put(brass_legal, "SECOND_RAIL_PRICE", 5)),
    "bonus at the new space": (Options(3), put(brass_lancashire, "COTTON_BONUS", (3, 2, 2, 1, 1, 0, 0, 0))),
    "mill of 2018": (Options(3), put(brass_lancashire, "TILES", classic_mill())),
    "money in the introduction": (
        Options(2, introduction=True),
        put(brass_lancashire, "MOST_POINTS_FOR_MONEY_INTRODUCTION", 16),
    ),
    "cards of the classic deck": (
        Options(3, classic_deck=True),
        put(Facts, "unused_cards", dict.fromkeys(brass_facts.Era, 9)),
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_planted_mistake_is_noticed(mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    options, change = MISTAKES[mistake]
    engine = EnginePlay(options)
    change(monkeypatch)
    with pytest.raises(Disagreement):
        compare_plays(engine, range(PLAYS))
