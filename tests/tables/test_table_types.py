"""Values with types from rows, and overlays that correct them."""

import pytest

from rules_dsl.ir import types as t
from rules_dsl.source import Span
from rules_dsl.tables import overlaid, read_overlay, read_rows, row_names, type_table
from rules_dsl.tables.overlays import Overlay

FRUIT = t.EnumType("Fruit", ("Apple", "Pear", "Plum"))
GAIN = t.RecordType("Gain", (("coins", t.IntType(0, 5)), ("keys", t.IntType(0, 5))))
SPACE = t.RecordType(
    "Space",
    (
        ("fruit", FRUIT),
        ("cost", t.IntType(0, 9)),
        ("wide", t.BOOL),
        ("gain", GAIN),
        ("who", t.OptionalType(FRUIT)),
        ("kinds", t.SetType(FRUIT)),
    ),
)
FIELDS = frozenset(label for label, _ in SPACE.fields)


def rows_of(tmp_path, text, name="a.csv"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return read_rows(path, "spaces", name=name)


def test_columns_rows_and_zeros(tmp_path):
    rows = rows_of(
        tmp_path,
        "name,fruit,cost,wide,gain.coins,kinds,note\nMill,Pear,3,yes,2,Apple Plum,x\n".replace(
            "Apple Plum", '"Apple, Plum"'
        )
        + "Inn,Plum,,,,,\n",
    )
    table, findings = type_table("spaces", rows, SPACE)
    assert findings == ()
    assert table.rows == ("Mill", "Inn")
    assert table.columns == {
        "fruit": (1, 2), "cost": (3, 0), "wide": (True, False), "who": (None, None), "kinds": (5, 0),
        "gain": (t.pack_record(GAIN, (2, 0)), 0),
    }  # fmt: skip


def test_rows_without_names_are_numbered_and_names_may_be_fields(tmp_path):
    rows = rows_of(tmp_path, "fruit\nPear\nPlum\n")
    assert row_names("spaces", rows, FIELDS) == (("spaces#1", "spaces#2"), ())
    rows = rows_of(tmp_path, "id,fruit\nx,Pear\n,Plum\n")
    assert row_names("spaces", rows, FIELDS)[0] == ("x", "spaces#2")
    assert row_names("spaces", rows, frozenset({"id"}))[0] == ("spaces#1", "spaces#2")


def test_names_given_twice(tmp_path):
    _, findings = type_table("spaces", rows_of(tmp_path, "name,fruit\nx,Pear\nx,Plum\n"), SPACE)
    assert [(d.code, d.message, d.span.line) for d in findings] == [("E0708", "spaces has two rows named x", 3)]
    assert findings[0].labels[1].span == Span("a.csv", 2, 1, 2, 2)


def test_all_problems_at_their_cells(tmp_path):
    _, findings = type_table(
        "spaces", rows_of(tmp_path, "name,fruit,cots,cost,gain.coins\nMill,Paer,1,12,9\nInn,,1,1,1\n"), SPACE
    )
    assert [(d.code, d.message, d.span.line, d.span.column) for d in findings] == [
        ("E0709", "spaces has no column cots", 1, 12),
        ("E0710", "fruit of Mill does not fit: Paer is not a value of Fruit; did you mean Pear?", 2, 6),
        ("E0711", "Inn has no fruit", 3, 1),
        ("E0710", "cost of Mill does not fit: 12 is not in 0..9; the nearest is 9", 2, 13),
        ("E0710", "gain.coins of Mill does not fit: 9 is not in 0..5; the nearest is 5", 2, 16),
    ]
    assert findings[0].labels[0].text == "did you mean cost?"


def test_toml_problems_name_the_place_inside(tmp_path):
    rows = rows_of(
        tmp_path, "[[spaces]]\nname = 'Mill'\nfruit = 'Pear'\nkinds = ['Apple', 'Plumm']\ncost = 1.5\n", "a.toml"
    )
    _, findings = type_table("spaces", rows, SPACE)
    assert {(d.code, d.message, d.span.line) for d in findings} == {
        ("E0710", "kinds[2] of Mill does not fit: Plumm is not a value of Fruit; did you mean Plum?", 4),
        ("E0710", "cost of Mill does not fit: 1.5 is not a whole number (0..9)", 5),
    }


def test_findings_are_bounded(tmp_path):
    rows = rows_of(tmp_path, "fruit\n" + "x\n" * 500)
    assert len(type_table("spaces", rows, SPACE)[1]) == 100


def test_facts_tell_what_is_known_of_each_figure(tmp_path):
    text = "name,fruit,cost,confidence,provenance,cost_confidence\nMill,Pear,3,high,box,low\nInn,Plum,4,,,\n"
    table, findings = type_table("spaces", rows_of(tmp_path, text), SPACE)
    assert findings == ()
    assert [(f.table, f.row, f.field, f.value, f.confidence, f.provenance, f.where) for f in table.facts] == [
        ("spaces", "Mill", "fruit", "Pear", "high", "box", "a.csv:2"),
        ("spaces", "Mill", "cost", "3", "low", "box", "a.csv:2"),
    ]


def test_a_fact_says_where_to_look(tmp_path):
    text = "name,fruit,cost,confidence,look,cost_look\nMill,Pear,3,low,the card,its corner\n"
    table, findings = type_table("spaces", rows_of(tmp_path, text), SPACE)
    assert findings == ()
    assert [(f.field, f.look) for f in table.facts] == [("fruit", "the card"), ("cost", "its corner")]


def overlay_of(tmp_path, text):
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return read_overlay(path, "mine.toml")


BASE = "name,fruit,cost,confidence,provenance\nMill,Pear,3,low,web\nInn,Plum,4,low,web\n"


def test_an_overlay_replaces_fields_and_adds_rows(tmp_path):
    base = rows_of(tmp_path, BASE)
    overlay = overlay_of(
        tmp_path,
        "[[spaces]]\nname='Mill'\ncost=7\n[[spaces]]\nname='Pond'\nnew=true\nfruit='Apple'\nconfidence='medium'\n",
    )
    tables, findings = overlaid({"spaces": base}, {"spaces": FIELDS}, overlay)
    assert findings == ()
    table, findings = type_table("spaces", tables["spaces"], SPACE)
    assert findings == ()
    assert table.rows == ("Mill", "Inn", "Pond")
    assert table.columns["cost"] == (7, 4, 0)
    assert table.columns["fruit"] == (1, 2, 0)
    facts = {(f.row, f.field): (f.confidence, f.provenance, f.where) for f in table.facts}
    assert facts["Mill", "cost"] == ("high", "mine.toml", "mine.toml:3")
    assert facts["Mill", "fruit"] == ("low", "web", "a.csv:2")
    assert facts["Pond", "fruit"] == ("medium", "mine.toml", "mine.toml:7")
    assert [name for name, _ in tables["spaces"].sources] == ["a.csv", "mine.toml"]


def test_an_overlay_with_unknown_names(tmp_path):
    text = "[[space]]\nname='x'\n[[spaces]]\nname='Mil'\n[[spaces]]\nname='Inn'\ncots=1\n[[spaces]]\ncost=1\n"
    _, findings = overlaid({"spaces": rows_of(tmp_path, BASE)}, {"spaces": FIELDS}, overlay_of(tmp_path, text))
    assert [(d.code, d.message, d.span.line, d.repair or d.labels[0].text) for d in findings] == [
        ("E0712", "the game has no table space", 1, "did you mean spaces?"),
        ("E0714", "spaces has no row Mil", 4, "write Mill, or new = true to add a row"),
        ("E0709", "spaces has no column cots", 7, "did you mean cost?"),
        ("E0714", "this row of spaces has no name", 8, "give its name, so that the row meant can be found"),
    ]


@pytest.mark.parametrize(
    ("text", "code"), [("x = 1\n", "E0704"), ("[[spaces\n", "E0704"), ("[spaces]\nname='x'\n", "E0704")]
)
def test_an_overlay_of_another_shape(tmp_path, text, code):
    found = overlay_of(tmp_path, text)
    assert not isinstance(found, Overlay)
    assert [d.code for d in found] == [code]


def test_a_missing_overlay(tmp_path):
    found = read_overlay(tmp_path / "none.toml", "none.toml")
    assert [d.code for d in found] == ["E0701"]
