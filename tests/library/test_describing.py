"""Descriptions of games: from their own files, the same for every list."""

from __future__ import annotations

from pathlib import Path

import pytest

from regelwerk.library.catalogue import find_description, iterate_catalogue
from regelwerk.library.describing import Trait, describe_game
from regelwerk.library.keeping import digest_folder
from regelwerk.library.rulebook import read_paragraphs, read_title
from rules_dsl import loading
from tests.cli.running import run

RULES = '''rules 1
game TwoHeaps "Take from one of two heaps."

option size: 1..40 = 7  "stones in each heap"
option last_wins: Bool = true  "who takes the last stone wins"

players 2..3 = 2

type Heap = left | right

state
  heap: [Heap] 0..40 = size

action take(h: Heap, n: 1..3)
  needs n <= heap[h]  "there are fewer"
  does
    heap[h] -= n

play
  loop
    for p in players
      choose take by p

draw when sum(heap[h] for h in Heap) == 0
'''
README = """# Two heaps

| § | the rule | in the file | example |
|---|---|---|---|
| 1 | Take one to three, see [the paper](https://example.org). | `take` | — |
| 2.1 | The last stone wins (`last_wins`). | `win` | — |
"""


def test_a_readme_s_table_is_the_rules_in_short(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(README)
    rows = [(paragraph.number, paragraph.text) for paragraph in read_paragraphs(tmp_path)]
    assert read_title(tmp_path) == "Two heaps"
    assert rows == [("1", "Take one to three, see the paper."), ("2.1", "The last stone wins (last_wins).")]


def test_without_a_readme_there_are_no_paragraphs(tmp_path: Path) -> None:
    assert read_paragraphs(tmp_path) == () and read_title(tmp_path) is None


def test_a_game_is_described_from_its_files(tmp_path: Path) -> None:
    (tmp_path / "heaps.rules").write_text(RULES)
    (tmp_path / "messages").mkdir()
    german = '"Take from one of two heaps." = "Nimm von einem Haufen."'
    (tmp_path / "messages" / "de.toml").write_text(f"[texts]\n{german}\n")
    description = describe_game("heaps", loading.load(tmp_path / "heaps.rules"), tmp_path)
    assert (description.title, description.players) == ("Two Heaps", "2-3")
    assert description.lines == {"en": "Take from one of two heaps.", "de": "Nimm von einem Haufen."}
    options = {option.name: option for option in description.options}
    size, last = options["size"], options["last_wins"]
    assert (size.default, size.values, size.is_range) == ("7", ("1", "40"), True)
    assert (last.values, last.is_range) == (("false", "true"), False)


@pytest.mark.parametrize("name", loading.library_names())
def test_every_game_has_a_line_a_question_and_rules(name: str) -> None:
    description = find_description(name)
    assert set(description.lines) == {"en", "de"} and all(description.lines.values())
    assert description.questions and description.paragraphs
    assert (Trait.FILLED in description.traits) == bool(loading.load(name).finds)


def test_what_is_kept_is_read_again() -> None:
    assert find_description("tictactoe") == find_description("tictactoe")


def test_another_text_is_another_digest(tmp_path: Path) -> None:
    (tmp_path / "a.rules").write_text("one")
    before = digest_folder(tmp_path)
    (tmp_path / "a.rules").write_text("two")
    assert digest_folder(tmp_path) != before


def test_the_command_lists_what_the_catalogue_has(capsys: pytest.CaptureFixture[str]) -> None:
    answer = run(capsys, "games", "--json").answer
    games = answer["games"]
    assert isinstance(games, list)
    assert [entry["name"] for entry in games] == [entry.name for entry in iterate_catalogue()]
    text = run(capsys, "games", "--lang", "de").out
    assert "Das königliche Spiel." in text and "2  " in text
