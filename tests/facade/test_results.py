"""Results as files: written, read again, looked at once more; what is no result is told."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from regelwerk.report.results import NAME, Invocation, read, save
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.driver.confirming import second_value
from solver.driver.engines import ENGINES
from solver.protocol.answers import last_answer
from solver.protocol.questions import Limits, aim_of
from tests.solver.searches import ask, solve

ASKED = Invocation("three_rolls", ("rolls=2",), (), (), None, 7)


def saved(folder: Path) -> Path:
    game = load("three_rolls", {"rolls": "2"})
    machine = PythonMachine(game)
    answer = last_answer(list(solve(ask(machine, aim_of(game)))))
    return save(folder, ASKED, machine, machine.initial(), aim_of(game), answer)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = saved(tmp_path / "new" / "folder")
    found = read(path)
    assert found == read(path.parent)
    assert (found.asked, found.value, found.status, found.play) == (ASKED, Fraction(17, 4), "optimal", ("again",))


@pytest.mark.parametrize(
    ("key", "value", "word"),
    [
        ("schema", "x", "schema"),
        ("start", None, "start"),
        ("play", "again", "play"),
        ("options", [1], "options"),
        ("value", "1/0", "value"),
        ("value", "1/" + "9" * 5_000, "value"),
        ("value", "1e99999", "value"),
        ("aim", "the moon", "aim"),
        ("status", "surely", "status"),
    ],
)
def test_what_is_no_result_is_told(key: str, value: object, word: str, tmp_path: Path) -> None:
    path = saved(tmp_path)
    document = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**document, key: value}), encoding="utf-8")
    with pytest.raises(RulesError, match=word) as raised:
        read(tmp_path)
    assert raised.value.diagnostics[0].code == "E0760"
    (tmp_path / NAME).write_text("{", encoding="utf-8")
    with pytest.raises(RulesError, match="is not a result"):
        read(tmp_path)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(RulesError, match="cannot be made"):
        saved(tmp_path / "file" / "folder")


def test_second_opinions(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("tictactoe")
    machine, aim = PythonMachine(game), aim_of(game)
    whole = second_value(ask(machine, aim), "alpha-beta")
    monkeypatch.setattr("solver.driver.confirming.MOST_POSITIONS", 100)
    other = second_value(ask(machine, aim), "alpha-beta")
    assert whole is not None and other is not None
    assert (whole.value, other.value) == (0, 0)
    assert "graph" in whole.how and other.how == "backward induction"
    assert second_value(ask(machine, aim, Limits(seconds=0)), "alpha-beta") is None
    assert {engine.method for engine in ENGINES.values() if aim in engine.aims} == {
        "alpha-beta",
        "trying moves (UCT)",
        "backward induction",
    }
