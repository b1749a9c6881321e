"""An ending that holds before the first move does not count there: all commands and engines say so, and agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Ran, run

SENTENCE = "the goal holds at the start, but it counts only when it holds after a move"
RULES = (
    "rules 1\ngame There\nstate\n  n: 0..3 = {start}\naction add\n  needs n < 3\n  does\n    n += 1\n{take}"
    "play\n  loop\n    choose {actions}\ngoal n == {start}\n"
)
TAKE = "action take\n  needs n > 0\n  does\n    n -= 1\n"
ENGINES = ("auto", "breadth", "astar", "ida", "layers", "beam")


def write_rules(folder: Path, start: int, both: bool) -> str:
    """A goal that holds at the start; with `both` moves it can be met again."""
    path = folder / "there.rules"
    actions = "add, take" if both else "add"
    path.write_text(RULES.format(start=start, take=TAKE if both else "", actions=actions), encoding="utf-8")
    return str(path)


def remarks(ran: Ran) -> list[object]:
    found = ran.answer["remarks"]
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize("engine", ENGINES)
def test_the_goal_is_met_again(engine: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "solve", write_rules(tmp_path, 1, True), "--engine", engine, "--json", "-q")
    assert (ran.answer["status"], ran.answer["value"]) == ("optimal", 2)
    assert SENTENCE in remarks(ran)


@pytest.mark.parametrize("engine", ENGINES)
def test_the_goal_is_left_for_good(engine: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "solve", write_rules(tmp_path, 0, False), "--engine", engine, "--json", "-q")
    assert (ran.answer["status"], ran.answer["value"]) == ("infeasible", None)
    assert SENTENCE in remarks(ran)


@pytest.mark.parametrize("engine", ENGINES)
def test_where_no_move_is_legal_the_goal_is_reached(
    engine: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = run(capsys, "solve", write_rules(tmp_path, 3, False), "--engine", engine, "--json", "-q")
    assert (ran.answer["status"], ran.answer["value"], ran.answer["play"]) == ("optimal", 0, [])
    assert remarks(ran)[0] == "play is over at the start"


    path = write_rules(tmp_path, 0, False)
    assert run(capsys, "hint", path).out == f"no line reaches the goal from here, proved (breadth first); {SENTENCE}\n"
    assert SENTENCE in run(capsys, "explore", path).out
    for words in (["check", path], ["check", path, "--deep"]):
        ran = run(capsys, *words)
        assert ran.code == 1 and "W1028  the goal holds at the start" in ran.out


def test_what_counts_states_beyond_goals_refuses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "explore", write_rules(tmp_path, 1, True), "--beyond", "-q")
    assert ran.code == 4 and ran.err.startswith(SENTENCE)


def test_other_endings_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(write_rules(tmp_path, 1, True))
    path.write_text(path.read_text(encoding="utf-8").replace("goal n == 1", "goal n == 3\nlose when n == 1"))
    ran = run(capsys, "solve", str(path), "--json", "-q")
    assert "the ending `lose` holds at the start, but it counts only when it holds after a move" in remarks(ran)
