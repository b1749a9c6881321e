"""The words of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

import regelwerk
from regelwerk.api.recorded import read, record, state_at
from regelwerk.settings import GameInstance, Position, instance, position, seconds, size_in_bytes
from rules_dsl.diagnostics.diagnostic import RulesError


@pytest.mark.parametrize(
    ("text", "value"),
    [("30s", 30), ("10m", 600), ("2h", 7200), ("1.5h", 5400), ("250ms", 0.25), ("7", 7), (None, None)],
)
def test_times(text: str | None, value: float | None) -> None:
    assert seconds(text) == value


@pytest.mark.parametrize(
    ("text", "value"), [("2G", 2**31), ("500M", 500 * 2**20), ("64K", 2**16), ("2GB", 2**31), ("12", 12), (None, None)]
)
def test_sizes(text: str | None, value: int | None) -> None:
    assert size_in_bytes(text) == value


@pytest.mark.parametrize("text", ["", "soon", "-3s", "3 days", "1e3s", "٣s"])
def test_what_is_no_time(text: str) -> None:
    with pytest.raises(RulesError, match="E0754"):
        seconds(text)
    with pytest.raises(RulesError, match="E0754"):
        size_in_bytes(text or "lots")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a.play", Position(Path("a.play"))),
        ("a.play#0", Position(Path("a.play"), 0)),
        ("a#b.play#12", Position(Path("a#b.play"), 12)),
    ],
)
def test_positions(text: str, value: Position) -> None:
    assert position(text) == value


def test_givens_from_everywhere(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('level = "##"\n[tree]\nApple = 2\n')
    (tmp_path / "b.json").write_text('{"start": ["a1"]}')
    (tmp_path / "c.txt").write_text("# #\n###\n")
    words = [f"@{tmp_path}/a.toml", f"@{tmp_path}/b.json", f"map=@{tmp_path}/c.txt", "x = 1 = 2", "play:p.play#3"]
    assert instance(["size = 5", "size=6"], words) == GameInstance(
        {"size": "6"},
        {"level": "##", "tree": {"Apple": 2}, "start": ["a1"], "map": "# #\n###\n", "x": " 1 = 2"},
        Position(Path("p.play"), 3),
    )


def test_a_drawing_comes_back_from_its_play(tmp_path: Path) -> None:
    level = "  #####|###   #|#@  $ .#|#######"
    state = regelwerk.load("sokoban", givens={"level": level}).initial()
    path = tmp_path / "a.play"
    record(state.random(1), path)
    play = read(path)
    assert dict(play.givens) == {"level": level}
    assert state_at(regelwerk.load("sokoban", givens=dict(play.givens)), play, Position(path, 0)) == state
