"""The table of best games against Emil says what its plays bring, and no bound is below them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import regelwerk

FOLDER = Path(__file__).parents[2] / "games" / "ultimate_railroads"
ROW = re.compile(r"\| (\d+) \| \[(\d+)\]\((best/deck_\d+\.json)\) \| (\d+) \| (\d+)% \|")
ROWS = ROW.findall((FOLDER / "BEST.md").read_text())


def test_there_are_ten_decks():
    assert [int(deck) for deck, *_ in ROWS] == list(range(1, 11))


@pytest.mark.parametrize(("deck", "score", "file", "bound", "gap"), ROWS)
def test_a_line_is_played_again(deck, score, file, bound, gap):
    result = json.loads((FOLDER / file).read_text())
    state = regelwerk.load("ultimate_railroads", options={"deck": int(deck)}).initial()
    for move in result["play"]:
        state = state.play(move)
    assert state.over and sum(state.scores.values()) == int(score) == result["value"]
    assert int(score) <= int(bound) == result["bound"]
    assert round(100 * (int(bound) - int(score)) / int(bound)) == int(gap)
