"""The table of best games against Emil says what its plays bring, and no bound is below them."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

import regelwerk
from bench.railroads.fair import POSITIONS
from bench.railroads.page import written
from bench.railroads.records import ending_file
from rules_dsl.play.file import read_play
from rules_dsl.play.record import PlayFile
from tests.seeds import drawn_daily

FOLDER = Path(__file__).parents[2] / "games" / "ultimate_railroads"
ROW = re.compile(r"\| (\d+) \| \[(\d+)\]\((best/deck_\d+\.json)\) \| \[play\]\((best/deck_\d+\.play)\) \| (\d+) \| (\d+)% \| (\d+) \|")
ROWS = ROW.findall((FOLDER / "BEST.md").read_text())


def test_there_are_ten_decks():
    assert [int(deck) for deck, *_ in ROWS] == list(range(1, 11))


@pytest.mark.parametrize("row", drawn_daily(ROWS, 3), ids=lambda row: f"deck_{row[0]}")
def test_a_line_is_played_again(row):
    deck, score, file, play, bound, gap, tried = row
    result, recorded = json.loads((FOLDER / file).read_text()), read_play(FOLDER / play)
    assert isinstance(recorded, PlayFile) and [move.text for move in recorded.moves] == result["play"]
    state = regelwerk.load("ultimate_railroads", options={"deck": int(deck)}).initial()
    for move in result["play"]:
        state = state.play(move)
    assert state.over and sum(state.scores.values()) == int(score) == result["value"]
    assert int(tried) < int(score) <= int(bound) == result["bound"]
    assert round(100 * (int(bound) - int(score)) / int(bound)) == int(gap)


ENDINGS = [(name, row) for rounds in (1, 2) for name, row in json.loads((FOLDER / f"best/endings_{rounds}.json").read_text()).items()]


@pytest.mark.parametrize("name", drawn_daily(sorted({name for name, _ in ENDINGS}), 3))
def test_a_game_whose_ending_was_looked_at_is_played_again(name):
    rows = [row for other, row in ENDINGS if other == name]
    recorded = read_play(ending_file(name))
    assert isinstance(recorded, PlayFile)
    game = regelwerk.load("ultimate_railroads", options={"deck": rows[0]["deck"]})
    state = game.initial()
    for move in recorded.moves:
        state = state.play(move.text)
    assert state.over
    assert [sum(state.scores.values())] * len(rows) == [row["before"] for row in rows]


@pytest.mark.parametrize(("name", "row"), ENDINGS)
def test_what_is_proved_of_an_ending_is_not_above_its_bound_nor_below_the_game(name, row):
    assert row["before"] <= row["value"] <= row["bound"]
    assert row["status"] == ("optimal" if row["value"] == row["bound"] and not row["rests_on"] else "bounded")
    deck = row["deck"] if row["deck"] <= 10 else 1
    best = json.loads((FOLDER / f"best/deck_{deck}.json").read_text())
    assert name.startswith(f"deck_{row['deck']}_") and row["rules"] == best["rules"]
    assert row["deck"] != deck or (row["value"] <= best["value"] and row["bound"] <= best["bound"])


def test_every_game_that_is_kept_has_a_row():
    assert sorted({name for name, _ in ENDINGS}) == sorted([path.stem for path in (FOLDER / "best/endings").iterdir()])


def test_the_page_is_what_the_records_say():
    assert (FOLDER / "BEST.md").read_text() == written()


@pytest.mark.parametrize("name", list(POSITIONS))
def test_fair_play_is_below_what_knowing_the_deck_brings(name):
    record, best = (json.loads((FOLDER / f"best/{each}.json").read_text()) for each in (f"fair_{name}", "deck_1"))
    sampled = record["sampled"]
    assert record["rules"] == best["rules"] and record["at"] == (POSITIONS[name][1][-1] if POSITIONS[name][1] else None)
    assert sampled["bound"][0] <= sampled["knowing"][0] and sampled["value"][0] < sampled["knowing"][1]
    if record["status"] == "optimal":
        assert sampled["value"][0] <= record["value"] == record["bound"] < sampled["knowing"][0]
        return
    decks = record["decks"]
    assert Fraction(sum(decks["results"]), len(decks["results"])) == Fraction(record["value"])
    assert not decks["later"] or all(later <= knowing for later, knowing in zip(decks["later"], decks["bests"], strict=True))
    assert all(result <= knowing for result, knowing in zip(decks["results"], decks["bests"], strict=False))
    assert Fraction(record["bound"]) == Fraction(sum(decks["later"] or decks["bests"]), len(decks["bests"]))
