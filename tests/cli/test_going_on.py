"""A search from the middle of a recorded play begins with what was played from there."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from regelwerk.api.asking import SearchOptions, make_inquiry
from regelwerk.api.game import State
from regelwerk.api.loader import load_state
from regelwerk.api.recorded import rest_of
from regelwerk.settings import Position
from tests.cli.running import run
from tests.native.compiling import kernels_run

PLAY = Path(__file__).parents[2] / "games" / "ultimate_railroads" / "plays" / "emil_deck_7.play"


@cache
def railroads(step: int) -> State:
    return load_state("ultimate_railroads", (), (), (), "auto", Position(PLAY, step))


def test_the_rest_of_a_play_is_what_leads_to_its_end() -> None:
    state = railroads(92)
    rest = rest_of(state, Position(PLAY, 92))
    for move in rest:
        assert not state.over
        state = state.play_raw(move)
    assert state.over and sum(state.scores.values()) == 351
    assert rest_of(railroads(92), Position(PLAY)) == ()


def test_a_play_that_does_not_end_is_no_line(tmp_path: Path) -> None:
    path = tmp_path / "begun.play"
    path.write_text("\n".join([line for line in PLAY.read_text("utf-8").splitlines() if not line.startswith(("result", "100."))]) + "\n", "utf-8")
    assert rest_of(railroads(92), Position(path, 92)) == ()


def test_it_is_the_first_line_of_the_question() -> None:
    state = railroads(92)
    line = rest_of(state, Position(PLAY, 92))
    question = make_inquiry(state, SearchOptions(know=("deck",), line=line)).question
    assert (question.earlier.value, question.earlier.play) == (351, line)
    question = make_inquiry(state, SearchOptions(know=("deck",))).question
    assert question.earlier.value is None


@pytest.mark.skipif(not kernels_run(), reason="the kernels or a C compiler are missing here")
def test_a_line_that_is_best_is_told_to_be_known(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "solve", "ultimate_railroads", "--given", f"play:{PLAY}#92", "--know", "deck", "--engine", "rounds", "--quiet", "--time", "60s")
    assert ran.code == 0
    assert "bounded: highest score: best 351, no better by the model of rounds (tested" in ran.out and "this line was known before the search began" in ran.out
