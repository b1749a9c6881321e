"""Games of several files: what is used, under which names, and what may not be."""

from __future__ import annotations

import pytest

from tests.semantics.library import Folder, constant, result_type, type_named, variable_type

COAL = (
    "option amount: 1..9 = 3\ntype Coal = black | brown\ndefine heat(c: Coal) -> 0..9 = amount if c == black else 1\n"
)


def test_a_file_beside(folder: Folder) -> None:
    folder.library("coal.rules", COAL)
    game = folder.game('use "coal.rules"\ndefine warm() = heat(black)')
    assert result_type(game, "warm") == "0..9"
    assert [option.name for option in game.options] == ["amount"]
    assert [name for name, _ in game.sources] == ["coal.rules", "main.rules"]
    assert all(len(digest) == 64 for _, digest in game.sources)


def test_options_of_a_used_file_are_set(folder: Folder) -> None:
    folder.library("coal.rules", COAL)
    game = folder.game('use "coal.rules" with amount = size + 1\noption size: 1..4 = 4\nstate\n  n: 0..amount')
    assert variable_type(game, "n") == "0..5"
    assert [option.name for option in game.options] == ["size"]


def test_an_alias_keeps_names_apart(folder: Folder) -> None:
    folder.library("coal.rules", COAL)
    game = folder.game(
        'use "coal.rules" with amount = 9 as first\nuse "coal.rules" as second\n'
        "define warm() = first.heat(first.black) + second.heat(second.Coal.brown) + second.heat(black)\n"
        "state\n  c: first.Coal\n  d: [second.Coal] 0..second.amount"
    )
    assert result_type(game, "warm") == "0..27"
    assert variable_type(game, "d") == "[second.Coal] 0..3"
    assert {"first.heat", "second.heat"} <= {function.name for function in game.functions}
    assert [option.name for option in game.options] == ["second.amount"]


def test_an_alias_inside_an_alias(folder: Folder) -> None:
    folder.library("coal.rules", COAL)
    folder.library("fire.rules", 'use "coal.rules" as fuel\ndefine burn() = fuel.heat(fuel.black)')
    game = folder.game('use "fire.rules" as fire\ndefine warm() = fire.burn()')
    assert {"fire.burn", "fire.fuel.heat"} <= {function.name for function in game.functions}


def test_a_condition_decides(folder: Folder) -> None:
    folder.library("coal.rules", COAL)
    text = 'option cold: Bool = false\nuse "coal.rules" when cold and rounds > 2\noption rounds: 1..5 = 3'
    assert [option.name for option in folder.game(text).options] == ["cold", "rounds"]
    assert [option.name for option in folder.game(text, {"cold": "true"}).options] == ["cold", "rounds", "amount"]
    assert [option.name for option in folder.game(text, {"cold": "true", "rounds": "2"}).options] == ["cold", "rounds"]
    assert folder.codes('use "coal.rules" when coald') == ["E0301"]
    assert folder.codes('use "coal.rules" when day > 2\nstate\n  day: 0..3') == ["E0504"]


def test_types_and_tables_are_extended(folder: Folder) -> None:
    folder.library("more.rules", 'extend Colour with gold\nextend stalls from "more.csv"')
    folder.write("more.csv", "name,price\nfar,7\n")
    text = "open type Colour = red | blue\ntype Stall = { price: 1..9 }\ntable stalls: list of Stall\n  name  price\n  near  2\n"
    game = folder.game(text + 'use "more.rules"\ndefine all_prices() = sum(s.price for s in stalls)')
    assert type_named(game, "Colour").members == ("red", "blue", "gold")
    assert constant(game, "stalls.price") == "{near: 2, far: 7}"


def test_private_names_stay_in_their_file(folder: Folder) -> None:
    folder.library(
        "part.rules",
        "private define helper() -> 0..9 = 3\ndefine given_out() = helper() + 1\nprivate type Inner = one | two",
    )
    game = folder.game(
        'use "part.rules"\ndefine helper() = 5\ndefine both() = helper() + given_out()\ntype Outer = one | three'
    )
    assert result_type(game, "both") == "6..15"
    (found,) = folder.errors('use "part.rules"\ndefine f() = helper()')
    assert found.code == "E0314"
    assert folder.codes('use "part.rules"\ndefine f() = one') == ["E0314"]


def test_a_file_used_twice_is_read_once(folder: Folder) -> None:
    folder.library("coal.rules", COAL)
    folder.library("fire.rules", 'use "coal.rules"\ndefine burn() = heat(black)')
    game = folder.game('use "coal.rules" with amount = 7\nuse "fire.rules"\ndefine f() = burn()')
    assert [function.name for function in game.functions].count("heat") == 1
    assert folder.codes('use "fire.rules"\nuse "coal.rules" with amount = 7\ndefine f() = burn()') == ["E0320"]


def test_the_standard_library(folder: Folder) -> None:
    game = folder.game("use std.grid with columns = 3, rows = 2\ndefine f() = neighbours(a1)\nstate\n  at: Cell = c2")
    assert variable_type(game, "at") == "Cell"
    assert ("std/grid.rules", game.sources[-1][1]) in game.sources


def test_folders_inside_the_folder(folder: Folder) -> None:
    folder.library(
        "parts/coal.rules", 'use "ash.rules"\ntable bags: list of Bag from "bags.csv"\ntype Bag = { weight: 1..9 }'
    )
    folder.library("parts/ash.rules", "define ash() = 3")
    folder.write("parts/bags.csv", "name,weight\nsmall,2\n")
    game = folder.game('use "parts/coal.rules"\ndefine f() = ash() + small.weight')
    assert [name for name, _ in game.sources] == ["bags.csv", "main.rules", "parts/ash.rules", "parts/coal.rules"]


@pytest.mark.parametrize(
    ("use", "code", "message"),
    [
        ('use "../secret.rules"', "E0318", "`..`"),
        ('use "/etc/secret.rules"', "E0318", "not a path"),
        ('use "~/secret.rules"', "E0318", "not a path"),
        ('use ""', "E0318", "not a path"),
        ('use "link.rules"', "E0318", "leads out"),
        ('use "missing.rules"', "E0317", "no file"),
        ('use "part.rule"', "E0317", "no file"),
        ("use std.gird", "E0317", "std.gird"),
        ('use "part.rules" with colour = 3', "E0320", "colour"),
        ('use "part.rules" with amuont = 3', "E0320", "amuont"),
        ('use "part.rules" with amount = 30', "E0501", "30"),
        ('use "self.rules"', "E0319", "self.rules → self.rules"),
        ('use "circle.rules"', "E0319", "circle.rules → round.rules → circle.rules"),
        ('use "part.rules"\ntype Coal = grey | white', "E0302", "Coal is declared twice"),
        ('table t: list of R from "../secret.csv"\ntype R = { a: 1..2 }', "E0318", "`..`"),
        ('table t: list of R from "link.csv"\ntype R = { a: 1..2 }', "E0318", "leads out"),
        ('table t: list of R from "missing.csv"\ntype R = { a: 1..2 }', "E0701", ""),
    ],
)
def test_what_may_not_be_used(folder: Folder, use: str, code: str, message: str) -> None:
    outside = folder.folder / "secret.rules"
    folder.folder /= "game"
    folder.library("part.rules", COAL)
    folder.library("self.rules", 'use "self.rules"')
    folder.library("circle.rules", 'use "round.rules"')
    folder.library("round.rules", 'use "circle.rules"')
    outside.write_text("rules 1\nlibrary Secret\n", encoding="utf-8")
    (folder.folder / "link.rules").symlink_to(outside)
    (folder.folder / "link.csv").symlink_to(outside)
    found = folder.errors(use)
    assert [each.code for each in found] == [code]
    assert message in found[0].message
    assert found[0].repair


def test_files_that_are_no_text(folder: Folder) -> None:
    (folder.folder / "bytes.rules").write_bytes(b"\xff\xfe\x00rules")
    assert folder.codes('use "bytes.rules"') == ["E0113"]
    (folder.folder / "nested.rules").mkdir()
    assert folder.codes('use "nested.rules"') == ["E0317"]


def test_findings_name_the_file_they_are_in(folder: Folder) -> None:
    folder.library("part.rules", "define f() = unknown_one")
    (found,) = folder.errors('use "part.rules"')
    assert found.span.file.endswith("part.rules")
    assert (found.span.line, found.span.column) == (3, 14)


def test_an_exception_may_be_before_one_of_a_file_that_is_not_taken(folder: Folder) -> None:
    folder.library("winter.rules", "instead of go when x > 0 as cold\n  does\n    x = 0")
    text = """option winter: Bool = false
use "winter.rules" when winter
state
  x: 0..3
action go
  does
    x = 1
instead of go when x > 1 as late before cold
  does
    x = 2
"""
    assert folder.codes(text) == []
    assert folder.codes(text, {"winter": "true"}) == []
    assert folder.codes(text.replace("before cold", "before colt")) == ["E0616"]
