"""The rules file of Brass: Lancashire and a referee that was written without it agree at every step of random plays."""

from __future__ import annotations

from functools import cache

import pytest

from tests.referees.brass_compare import WEIGHTS, Comparison, Disagreement, compare_plays
from tests.referees.brass_engine import EnginePlay
from tests.referees.brass_facts import TILES, Era, Facts, Options, find_highest_space
from tests.referees.brass_lancashire import Referee
from tests.referees.brass_table import Market
from tests.seeds import drawn_daily, today

VARIANTS = {
    "two": Options(2),
    "three": Options(3),
    "four": Options(4),
    "classic_three": Options(3, classic_deck=True),
    "classic_four": Options(4, classic_deck=True),
    "community": Options(2, community=True),
    "virtual_two": Options(2, virtual_link=True),
    "virtual_four": Options(4, virtual_link=True),
    "introduction_two": Options(2, introduction=True),
    "introduction_three": Options(3, introduction=True),
    "introduction_four": Options(4, introduction=True),
}
PLAYS = 2_000


@cache
def load(variant: str, machine: str = "python", deck: int = 0) -> EnginePlay:
    """The game with these options, loaded once."""
    return EnginePlay(VARIANTS[variant], machine, deck)


@pytest.mark.parametrize("variant", drawn_daily(VARIANTS, few=3))
def test_engine_and_referee_agree_on_a_play(variant: str) -> None:
    assert compare_plays(load(variant), range(today(), today() + 1)).total() > 20


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
def test_compiled_engine_and_referee_agree_on_plays(variant: str) -> None:
    used = compare_plays(load(variant, "native"), range(PLAYS))
    railways = set() if VARIANTS[variant].introduction else {"link_on"}
    assert {*WEIGHTS, "enough", "sell_tile"} - {"link_on"} | railways <= used.keys()


@pytest.mark.long
def test_engine_and_referee_agree_with_a_fixed_deck() -> None:
    for deck in (7, 8, 9):
        compare_plays(load("three", "native", deck), range(20))


def test_a_wrong_referee_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.referees.brass_legal.CANAL_PRICE", 4)
    with pytest.raises(Disagreement, match=r"only engine: .*'link'"):
        compare_plays(load("three"), range(0, 40, 4))


def test_a_wrong_engine_is_found_out() -> None:
    """A play of one variant is no play of another: the referee notices."""
    engine = load("classic_three")
    comparison = Comparison(engine, 0)
    comparison.referee = Referee(Options(3), engine.game.players)
    with pytest.raises(Disagreement, match="engine draws"):
        comparison.run()


# -- what the rulebook says in figures, asked of the referee alone -----------------------------------------------------


def test_markets_sell_the_cheapest_cube_and_fill_the_dearest_space() -> None:
    market = Market((1, 1, 2, 2, 3, 3, 4, 4), 8)
    assert [market.buy() for _ in range(10)] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert market.sell(3) == (3, 4 + 4 + 3)
    assert market.price() == 3
    assert market.sell(9) == (5, 3 + 2 + 2 + 1 + 1)


@pytest.mark.parametrize(("level", "space"), [(-10, 0), (0, 10), (1, 12), (10, 30), (11, 33), (29, 96), (30, 99)])
def test_loans_put_the_marker_on_the_highest_space_of_a_level(level: int, space: int) -> None:
    assert find_highest_space(level) == space


@pytest.mark.parametrize(("variant", "cards", "rounds"), [("two", 40, 10), ("three", 54, 9), ("four", 64, 8)])
def test_the_piles_last_for_the_rounds_of_the_rulebook(variant: str, cards: int, rounds: int) -> None:
    facts = Facts(VARIANTS[variant])
    players = facts.options.players
    assert facts.cards.total() == cards == 2 * players * rounds
    assert cards - facts.unused_cards[Era.CANAL] == players * (2 * rounds - 1)


def test_a_mill_of_level_three_scores_eighteen_points_over_both_eras() -> None:
    """Strategische Hinweise: „heftige 18 SP“."""
    assert 2 * TILES["cotton_mill_3"].points == 18
