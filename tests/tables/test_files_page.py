"""The examples of docs/reference/files.md work as they stand."""

from pathlib import Path

import pytest

from rules_dsl.ir import types as t
from rules_dsl.play.file import PlayFile, format_play, parse_play
from rules_dsl.tables import overlaid, read_overlay, read_rows, type_table
from tests.errors.pages import FENCE

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "files.md"
FRUIT = t.EnumType("Fruit", ("Apple", "Pear"))
GAIN = t.RecordType("Gain", (("coins", t.IntType(0, 9)),))
TREE = t.RecordType("Tree", (("fruit", FRUIT), ("points", t.IntType(0, 9)), ("gain", GAIN)))
FIELDS = frozenset({"fruit", "points", "gain"})
BLOCKS = [(m["language"], m["text"]) for m in FENCE.finditer(PAGE.read_text(encoding="utf-8"))]


def block(language, number=0):
    return [text for kind, text in BLOCKS if kind == language][number]


@pytest.mark.parametrize("language", ["csv", "toml"])
def test_tables_and_the_overlay(tmp_path, language):
    (tmp_path / f"trees.{language}").write_text(block(language), encoding="utf-8")
    (tmp_path / "mine.toml").write_text(block("toml", 2), encoding="utf-8")
    rows = read_rows(tmp_path / f"trees.{language}", "trees")
    table, findings = type_table("trees", rows, TREE)
    assert (table.rows, findings) == (("Old Mill",), ())
    assert table.columns == {"fruit": (0,), "points": (7,), "gain": (2,)}
    changed, findings = overlaid({"trees": rows}, {"trees": FIELDS}, read_overlay(tmp_path / "mine.toml"))
    assert findings == ()
    table, findings = type_table("trees", changed["trees"], TREE)
    assert (table.rows, findings) == (("Old Mill", "New Mill"), ())
    assert table.columns == {"fruit": (0, 1), "points": (6, 0), "gain": (2, 0)}


def test_the_play_is_written_as_it_is_read():
    play = parse_play(block("play"))
    assert isinstance(play, PlayFile)
    assert format_play(play) == block("play")
