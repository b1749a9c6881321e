"""Data of an instance: givens, drawings, tables, overlays."""

from __future__ import annotations

import pytest

from tests.semantics.library import Folder, constant, result_type, type_named, variable_type

# -- givens -----------------------------------------------------------------------------------------------------------

GIVENS = """
type Fruit = Apple | Pear
type Cell = { column: 1..2, row: 1..2 } shown "{letter(column)}{row}"
given stock: [Fruit] 0..9 = {Apple: 3, Pear: 4}
given start: [Cell] Fruit? = {a1: Apple}
given order: list of Fruit up to 4 = "[Pear, Apple]"
given size: 1..9 = 4
given goal: set of Cell
state
  left: [Fruit] 0..9 = stock
  n: 0..size
"""


def test_defaults_and_values_from_outside(folder: Folder) -> None:
    game = folder.game(GIVENS, givens={"goal": "{a1, b2}"})
    shown = [constant(game, name) for name in ("stock", "start", "order", "size", "goal")]
    assert shown == [
        "{Apple: 3, Pear: 4}",
        "{a1: Apple, a2: none, b1: none, b2: none}",
        "[Pear, Apple]",
        "4",
        "{a1, b2}",
    ]
    assert [(info.name, info.required) for info in game.givens] == [
        ("stock", False),
        ("start", False),
        ("order", False),
        ("size", False),
        ("goal", True),
    ]
    other = folder.game(GIVENS, givens={"goal": ["a1"], "size": 7, "stock": {"Apple": 1}, "order": "[Apple]"})
    assert [constant(other, name) for name in ("goal", "size", "order")] == ["{a1}", "7", "[Apple]"]
    assert variable_type(other, "n") == "0..7"


@pytest.mark.parametrize(
    ("givens", "code", "message"),
    [
        ({}, "E0725", "goal has no value"),
        ({"goal": "{c1}"}, "E0724", "c1"),
        ({"goal": "{a1"}, "E0724", "goal"),
        ({"goal": 5}, "E0724", "goal"),
        ({"goal": "{}", "size": 10}, "E0724", "size"),
        ({"goal": "{}", "size": None}, "E0724", "size"),
        ({"goal": "{}", "sise": 3}, "E0723", "sise"),
        ({"goal": "{}", "order": "[Apple, Apple, Apple, Apple, Apple]"}, "E0724", "order"),
    ],
)
def test_wrong_values(folder: Folder, givens: dict[str, object], code: str, message: str) -> None:
    (found,) = folder.errors(GIVENS, givens=givens)
    assert found.code == code
    assert message in found.message
    assert found.repair


# -- drawings ---------------------------------------------------------------------------------------------------------

DRAWN = """
type Thing = wall | crate | target
given level: drawing of set of Thing
  legend
    "#" = {wall}
    "*" = {crate, target}
    " " = {}
  "####"
  "#*"
  "##"
define w() = width(level)
define h() = height(level)
define corner() = level[2][2]
"""


def test_a_drawing(folder: Folder) -> None:
    game = folder.game(DRAWN)
    level = next(each for each in game.constants if each.name == "level")
    assert str(level.type) == "[1..4] [1..3] set of Thing"
    assert level.value == ((1, 1, 1), (1, 6, 1), (0, 0, 1), (0, 0, 1))
    assert (result_type(game, "w"), result_type(game, "h")) == ("4..4", "3..3")
    assert game.givens[0].legend == (("#", 1), ("*", 6), (" ", 0))


@pytest.mark.parametrize("level", ["##\n#*\n", "##|#*", ["##", "#*"]])
def test_a_drawing_from_outside(folder: Folder, level: object) -> None:
    game = folder.game(DRAWN, givens={"level": level})
    drawn = next(each for each in game.constants if each.name == "level")
    assert drawn.value == ((1, 1), (6, 1))


@pytest.mark.parametrize(
    ("level", "code", "message"),
    [
        ("#x", "E0726", '"x"'),
        ("", "E0726", "empty"),
        ("|", "E0726", "empty"),
        (7, "E0724", "text"),
        ("#" * 70000, "E0419", "70,000"),
    ],
)
def test_wrong_drawings_from_outside(folder: Folder, level: object, code: str, message: str) -> None:
    (found,) = folder.errors(DRAWN, givens={"level": level})
    assert found.code == code
    assert message in found.message


def test_wrong_drawings(folder: Folder) -> None:
    assert folder.codes(DRAWN.replace('    " " = {}\n', "")) == ["E0726"]
    assert folder.codes(DRAWN.replace('"*" =', '"**" =')) == ["E0727"]
    assert folder.codes(DRAWN.replace('"*" =', '"#" =')) == ["E0727"]
    assert folder.codes(DRAWN.replace("{crate, target}", "{crate, tarket}")) == ["E0301"]
    (found,) = folder.errors(DRAWN.replace('"#*"', '"#?"'))
    assert (found.span.line, found.span.column, found.span.end_column) == (11, 5, 6)


# -- tables -----------------------------------------------------------------------------------------------------------

STALLS = """
type Fruit = Apple | Pear
type Stall = { fruit: Fruit, price: -2..9, extra: set of Fruit, beside: stalls? }
table stalls: list of Stall
  name        fruit  price  extra          beside    confidence
  corner      Apple  3      {}             none      high
  "Old Mill"  Pear   -1     {Apple, Pear}  corner    low
define prices() = sum(s.price for s in stalls)
define mill() = stalls["Old Mill"]
define beside_mill() = stalls["Old Mill"].beside
"""


def test_a_table_in_the_rules(folder: Folder) -> None:
    game = folder.game(STALLS)
    assert type_named(game, "stalls").members == ("corner", "Old Mill")
    columns = {each.name: (str(each.type), each.value, each.role) for each in game.constants}
    assert columns == {
        "stalls.fruit": ("[stalls] Fruit", (0, 1), "table"),
        "stalls.price": ("[stalls] -2..9", (3, -1), "table"),
        "stalls.extra": ("[stalls] set of Fruit", (0, 3), "table"),
        "stalls.beside": ("[stalls] stalls?", (None, 0), "table"),
    }
    assert result_type(game, "prices") == "-4..18"
    assert result_type(game, "beside_mill") == "stalls?"
    assert {(fact.row, fact.confidence) for fact in game.facts} == {("corner", "high"), ("Old Mill", "low")}


CSV = "type Basket = { fruit: Fruit, points: 0..9 }\ntype Fruit = Apple | Pear\ntable baskets: list of Basket from"


def test_tables_from_files(folder: Folder) -> None:
    folder.write("b.csv", "name,fruit,points\nMill,Apple,3\nFord,Pear,5\n")
    folder.write("b.toml", '[[baskets]]\nname = "Mill"\nfruit = "Apple"\npoints = 4\n\n[[others]]\nfruit = "Pear"\n')
    assert constant(folder.game(f'{CSV} "b.csv"'), "baskets.points") == "{Mill: 3, Ford: 5}"
    assert constant(folder.game(f'{CSV} "b.toml"'), "baskets.points") == "{Mill: 4}"
    assert constant(folder.game(f'{CSV} "b.toml" at "others"'), "baskets.points") == "{baskets#1: 0}"
    assert "b.csv" in dict(folder.game(f'{CSV} "b.csv"').sources)


@pytest.mark.parametrize("name", ["gone.csv", "cells.csv", "words.toml"])
def test_a_table_that_cannot_be_read_is_told_once(folder: Folder, name: str) -> None:
    folder.write("cells.csv", "name,fruit,points\nMill,Apple,3,4\n")
    folder.write("words.toml", "points 3\n")
    uses = 'define mill() = baskets["Mill"].points\ndefine most() = max(b.points for b in baskets)'
    assert len(folder.errors(f'{CSV} "{name}"\n{uses}')) == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (STALLS.replace("list of Stall", "list of Fruit"), "E0728"),
        (STALLS.replace("list of Stall", "list of Stal"), "E0311"),
        (STALLS.replace("corner      Apple  3 ", "corner      Appel  3 "), "E0301"),
        (STALLS.replace("corner      Apple  3 ", "corner      Apple  30"), "E0501"),
        (STALLS.replace('"Old Mill"  Pear ', "corner      Pear "), "E0708"),
        (STALLS.replace("price  extra", "prize  extra"), "E0709"),
        (STALLS.replace("price  extra", "fruit  extra"), "E0707"),
        (f'{CSV} "b.csv"', "E0710"),
        (f'{CSV} "c.toml"', "E0705"),
        (f'{CSV} "d.txt"', "E0702"),
    ],
)
def test_wrong_tables(folder: Folder, text: str, code: str) -> None:
    folder.write("b.csv", "name,fruit,points\nMill,Apple,30\n")
    folder.write("c.toml", "x = 3\n")
    folder.write("d.txt", "")
    if code in {"E0310", "E0708", "E0709", "E0707"}:
        text = text.split("define prices")[0]
    found = folder.codes(text)
    assert found[0] == code


def test_an_overlay_corrects_rows(folder: Folder) -> None:
    mine = folder.write("mine.toml", '[[stalls]]\nname = "corner"\nprice = 7\n')
    game, findings = folder.read(STALLS, overlays=(mine,))
    assert game is not None, findings
    assert constant(game, "stalls.price") == "{corner: 7, Old Mill: -1}"
    strange = folder.write("strange.toml", '[[stals]]\nname = "corner"\n')
    absent = folder.folder / "absent.toml"
    for overlay, code in ((strange, "E0712"), (absent, "E0701")):
        findings = folder.read(STALLS, overlays=(overlay,))[1]
        assert [found.code for found in findings if found.severity == "error"] == [code]
