"""Finding and loading games."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_dsl import loading
from rules_dsl.diagnostics.diagnostic import RulesError

RULES = """rules 1
game Small "Count."

option most: 1..9 = 3

state
  x: 0..most = 0

action up
  needs x < most
  does
    x += 1

play
  loop
    choose up
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "small.rules").write_text(RULES)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def code_of(target: str | Path) -> str:
    with pytest.raises(RulesError) as caught:
        loading.load(target)
    return caught.value.diagnostics[0].code


@pytest.mark.parametrize("target", ["small", "small/small.rules", "./small", "small/"])
def test_a_file_and_its_folder_are_the_same_game(folder: Path, target: str) -> None:
    assert loading.load(target).name == "Small"
    assert loading.load(folder / target).name == "Small"


def test_the_folder_one_is_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder / "small")
    assert loading.load(".").name == "Small"


def test_a_folder_with_one_rules_file_of_another_name(folder: Path) -> None:
    (folder / "small").rename(folder / "other")
    assert loading.load("other").name == "Small"
    (folder / "other" / "second.rules").write_text(RULES)
    assert code_of("other") == "E0110"


def test_literate_files(folder: Path) -> None:
    (folder / "book.rules.md").write_text(f"# A rulebook\n\nCount up.\n\n```rules\n{RULES}```\n")
    assert loading.load("book.rules.md").name == "Small"


def test_the_library_comes_before_a_folder_of_the_same_name(folder: Path) -> None:
    (folder / "small").rename(folder / "tictactoe")
    assert loading.load("tictactoe").name == "TicTacToe"
    assert loading.load("./tictactoe").name == "Small"


def test_all_games_of_the_library_are_listed() -> None:
    assert {"tictactoe", "chess", "orchard"} <= set(loading.library_names())


@pytest.mark.parametrize(
    ("target", "code"),
    [
        ("smal", "E0114"),
        ("nosuch/small.rules", "E0110"),
        ("", "E0114"),
        ("empty", "E0110"),
        ("notes.txt", "E0111"),
        ("a\0b.rules", "E0110"),
        ("x" * 5000, "E0112"),
        ("latin.rules", "E0113"),
    ],
)
def test_what_cannot_be_found_or_read(folder: Path, target: str, code: str) -> None:
    (folder / "empty").mkdir()
    (folder / "notes.txt").write_text("x")
    (folder / "latin.rules").write_bytes("-- Prüfung\n".encode("latin-1"))
    assert code_of(target) == code


def test_the_place_of_a_wrong_byte(folder: Path) -> None:
    (folder / "latin.rules").write_bytes("rules 1\n-- Prüfung\n".encode("latin-1"))
    (found,) = loading.check("latin.rules")
    assert (found.span.line, found.span.column) == (2, 6)


def test_options_are_set(folder: Path) -> None:
    (variable,) = (each for each in loading.load("small", {"most": "7"}).variables if not each.control)
    assert str(variable.type) == "0..7"


def test_everything_wrong_is_told_at_once(folder: Path) -> None:
    (folder / "small" / "small.rules").write_text(RULES.replace("x < most", "y < most").replace("x += 1", "z += 1"))
    with pytest.raises(RulesError) as caught:
        loading.load("small")
    assert len(caught.value.diagnostics) == 2
    assert loading.check("small") == caught.value.diagnostics


def test_warnings_do_not_keep_a_game_from_running(folder: Path) -> None:
    (folder / "small" / "small.rules").write_text(RULES + "\ndefine idle() -> Bool = true\n")
    findings = loading.check("small")
    assert [found.severity for found in findings] == ["warning"]
    assert loading.load("small").name == "Small"
