"""Options, players, types, state and defines."""

from __future__ import annotations

import pytest

from rules_dsl.ir.types import EnumType, RecordType
from tests.semantics.library import Folder, result_type, type_named, variable_type

# -- options and readings ---------------------------------------------------------------------------------------------

OPTIONS = """
option rounds: 3..8 = 6 "how long"
option cold: Bool = false
reading passing: strict | lenient @rule "UR 16, 17" "may one pass"
option last: 1..rounds = rounds
type Wind = north | south
option wind: Wind = south
state
  day: 0..last
define double() = rounds * 2
"""


def test_options_are_constants(folder: Folder) -> None:
    game = folder.game(OPTIONS)
    assert [(option.name, option.value, option.default, option.reading) for option in game.options] == [
        ("rounds", 6, 6, False),
        ("cold", False, False, False),
        ("passing", 0, 0, True),
        ("last", 6, 6, False),
        ("wind", 1, 1, False),
    ]
    assert game.options[2].rule.cites == ("UR 16", "UR 17")
    assert variable_type(game, "day") == "0..6"
    assert result_type(game, "double") == "12..12"


def test_options_are_set_from_outside(folder: Folder) -> None:
    game = folder.game(OPTIONS, {"rounds": "4", "cold": "true", "passing": "lenient", "wind": "north"})
    assert [(option.name, option.value) for option in game.options] == [
        ("rounds", 4),
        ("cold", True),
        ("passing", 1),
        ("last", 4),
        ("wind", 0),
    ]
    assert variable_type(game, "day") == "0..4"


@pytest.mark.parametrize(
    ("options", "code", "repair"),
    [
        ({"round": "4"}, "E0720", "rounds"),
        ({"rounds": "9"}, "E0721", "3, 4, 5, 6, 7, 8"),
        ({"rounds": "many"}, "E0721", "3, 4, 5, 6, 7, 8"),
        ({"rounds": ""}, "E0721", "3, 4, 5, 6, 7, 8"),
        ({"passing": "strickt"}, "E0721", "strict, lenient"),
        ({"cold": "7"}, "E0721", "false, true"),
    ],
)
def test_wrong_options(folder: Folder, options: dict[str, str], code: str, repair: str) -> None:
    (found,) = folder.errors(OPTIONS, options)
    assert found.code == code
    assert repair in found.repair


def test_wrong_option_declarations(folder: Folder) -> None:
    assert folder.codes("option a: 1..3 = 5") == ["E0501"]
    assert folder.codes("option a: 1..b = 1\noption b: 1..a = 1") == ["E0303"]
    assert folder.codes("option a: list of Bool up to 2 = []") == ["E0722"]
    assert folder.codes("option a: Nothing = 1") == ["E0311"]
    assert folder.codes("reading a: x | x") == ["E0302"]
    assert folder.codes("option a: 1..3 = 1\noption a: 1..4 = 1") == ["E0302"]


EXCLUDING = """
players 2..4 = 2
type Side = plain | woods
option side: Side = plain "which board"
  needs side == plain or len(players) == 2  "the woods are for two players"
option rounds: 1..9 = 3
  needs rounds > 2
  needs side == plain or rounds < 5
"""


@pytest.mark.parametrize("options", [{}, {"side": "woods"}, {"players": "3"}, {"players": "4", "rounds": "9"}])
def test_options_that_go_together(folder: Folder, options: dict[str, str]) -> None:
    assert folder.codes(EXCLUDING, options) == []


@pytest.mark.parametrize(
    ("options", "message", "values", "repair"),
    [
        (
            {"side": "woods", "players": "3"},
            "the woods are for two players",
            "fails with players=3, side=woods",
            "set another value for players or side",
        ),
        (
            {"rounds": "2"},
            "the value of option rounds is excluded by other options",
            "fails with rounds=2",
            "set another value for rounds",
        ),
        (
            {"rounds": "7", "side": "woods"},
            "the value of option rounds is excluded by other options",
            "fails with side=woods, rounds=7",
            "set another value for side or rounds",
        ),
    ],
)
def test_options_that_exclude_each_other(
    folder: Folder, options: dict[str, str], message: str, values: str, repair: str
) -> None:
    (found,) = folder.errors(EXCLUDING, options)
    assert (found.code, found.message, found.repair) == ("E0729", message, repair)
    assert found.labels[0].text == values


def test_needs_of_options_are_constant(folder: Folder) -> None:
    assert folder.codes("state\n  n: 0..3\noption a: 1..3 = 1\n  needs n > 0") == ["E0504"]
    assert folder.codes("option a: 1..3 = 1\n  needs a + 1") == ["E0401"]


# -- players ----------------------------------------------------------------------------------------------------------


def test_players(folder: Folder) -> None:
    assert folder.game("").players == EnumType("Player", ("Solo",), "player")
    assert folder.game('players White "W", Black').players == EnumType("Player", ("White", "Black"), "player")
    counted = "players 2..4 = 3\nstate\n  n: [Player] 0..3"
    assert folder.game(counted.replace("state", "define f(p: Player) = len(players)\nstate")).players == EnumType(
        "Player", ("Player1", "Player2", "Player3"), "player"
    )
    named = "players 2..3 = 2 named Red, Blue, Green"
    assert folder.game(named).players == EnumType("Player", ("Red", "Blue"), "player")
    assert folder.game(named, {"players": "3"}).players == EnumType("Player", ("Red", "Blue", "Green"), "player")


def test_wrong_players(folder: Folder) -> None:
    assert folder.codes("players 2..4 = 5") == ["E0722"]
    assert folder.codes("players 2..4 = 3 named Red, Blue") == ["E0722"]
    assert folder.codes("players Red, Blue\nplayers Green") == ["E0302"]
    assert folder.codes("players 2..4 = 2", {"players": "7"}) == ["E0721"]
    assert folder.codes("players 1..100000000 = 2") == ["E0501"]


# -- types ------------------------------------------------------------------------------------------------------------


def test_types(folder: Folder) -> None:
    game = folder.game(
        """
type Fruit = Apple "A" | Pear
open type Colour = red
extend Colour with gold, silver
type Column = alike 3
type Short = 1..w
define w() = 2 * 2
type Cell = { column: 1..2, row: 1..2 } shown "{letter(column)}{row}"
type Card = { fruit: Fruit, cell: Cell } shown "{fruit}{cell}"
type Names = set of Fruit
state
  a: Short
  b: Names
  c: [Cell][Colour] Fruit?
  d: bag of Column up to 2
  e: list of Card up to 3
"""
    )
    assert type_named(game, "Fruit") == EnumType("Fruit", ("Apple", "Pear"))
    assert type_named(game, "Colour") == EnumType("Colour", ("red", "gold", "silver"))
    assert type_named(game, "Column") == EnumType("Column", ("Column1", "Column2", "Column3"), "alike")
    cell, card = type_named(game, "Cell"), type_named(game, "Card")
    assert isinstance(cell, RecordType) and cell.spelling == ("a1", "a2", "b1", "b2")
    assert isinstance(card, RecordType) and card.spelling[:2] == ("Aa1", "Aa2")
    shown = [variable_type(game, name) for name in "abcde"]
    assert shown == ["1..4", "set of Fruit", "[Cell] [Colour] Fruit?", "bag of Column up to 2", "list of Card up to 3"]


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("type A = x | y | x", "E0302", "x occurs twice in A"),
        ("type A = { a: 1..2, a: 1..3 }", "E0302", "A has two fields a"),
        ("type A = x | z\ntype A = y | u", "E0302", "A is declared twice"),
        ("type A = x | y\ndefine x() = 1", "E0302", "x is declared twice"),
        ("type A = { b: B }\ntype B = { a: A }", "E0303", "A → B → A"),
        ("type A = 5..3", "E0503", "5..3 is empty"),
        ("type A = 1..day\nstate\n  day: 0..3", "E0504", "constant"),
        ("type A = Wrong", "E0311", "unknown type Wrong"),
        ("type A = { b: boool }", "E0311", "unknown type boool"),
        ("type A = alike 0", "E0501", "`alike 0` is not in 1..65536"),
        ("type A = alike 100000000000", "E0419", "A has 100,000,000,000 values"),
        ("type A = x | y\nextend A with z", "E0322", "A is not open"),
        ("extend B with z", "E0321", "no type B"),
        ("open type A = x | y\nextend A with x", "E0302", "x occurs twice in A"),
        ('type A = { a: 1..3, b: 1..3 } shown "{a}"', "E0424", 'written "1"'),
        ('type A = { a: 1..300, b: 1..300 } shown "{a}{b}"', "E0424", "not countable"),
        ('type A = { a: 1..3 } shown "{c}"', "E0301", "unknown name c"),
        ("state\n  a: [set of Bool] Bool", "E0409", "the key of a map"),
        ("type R = { a: set of Bool }\nstate\n  a: set of R", "E0409", "an element of a set"),
        ("state\n  a: list of Bool", "E0411", "how many"),
        ("state\n  a: bag of Bool", "E0411", "how many"),
        ("state\n  a: list of Bool up to -1", "E0501", "up to -1"),
        ("state\n  a: list of Bool up to 1000000", "E0501", "up to 1000000"),
        ("state\n  a: Bool?\n  b: drawing of Bool", "E0421", "only a given"),
        ("state\n  a: [1..60000] [1..60000] Bool", "E0419", "3,600,000,000"),
        ("state\n  a: [1..60000] list of Bool up to 60000", "E0419", "3,600,000,000"),
        ("state\n  a: set of 0..1000000000", "E0409", "an element of a set"),
        ("state\n  a: [0..1000000000000] Bool", "E0409", "the key of a map"),
        ("state\n  a: 0..3 = 4", "E0501", "4 is outside 0..3"),
        ("state\n  a: 0..3\n  b: 0..3 = a", "E0504", "depends on a"),
        ("state\n  a: 0..3 seen by owner", "E0423", "[Player]"),
        ("state\n  a: 0..3 seen by 3", "E0401", ""),
        ("state\n  a: 0..3\nstate\n  a: Bool", "E0302", "a is declared twice"),
        ("type Player = Ann | Ben\nstate\n  a: Player", "E0302", "name the players with"),
        ("players Ann, Ben\ntype Bool = No | Yes\nstate\n  a: Bool", "E0302", "Bool is a type of the language"),
        ("state\n  a: Bool = nope", "E0301", "unknown name nope"),
        ("define f() = g()\ndefine g() = h()\ndefine h() = f()", "E0304", "f → g → h → f"),
        ("define f(n: 0..3) -> 0..3 = f(n - 1)", "E0304", "f → f"),
        ("define f() -> 0..3 = 7", "E0501", "7 is outside 0..3"),
        ("define f() -> Wrong = 7", "E0311", "unknown type Wrong"),
        ("define f(a: 0..3, a: 0..4) = a", "E0302", "a occurs twice"),
        ("define f(a: Wrong) = a\ndefine g() = f(3) + 1", "E0311", "unknown type Wrong"),
    ],
)
def test_wrong_declarations(folder: Folder, text: str, code: str, message: str) -> None:
    found = folder.errors(text)
    assert [each.code for each in found] == [code]
    assert message in found[0].message + found[0].repair
    assert found[0].repair


def test_duplicates_show_both_places(folder: Folder) -> None:
    (found,) = folder.errors("type A = x | y\noption A: 1..3 = 1")
    assert [label.span.line for label in found.labels] == [4, 3]


def test_order_is_free(folder: Folder) -> None:
    game = folder.game(
        """
define first_one() = second_one() + size
state
  day: 0..last = start
define second_one() -> 0..9 = 3
option last: 1..size = size
type Board = { x: 1..size }
option size: 2..5 = 4
given start: 0..size = 2
"""
    )
    assert result_type(game, "first_one") == "4..13"
    assert variable_type(game, "day") == "0..4"


def test_defines_narrow_and_check(folder: Folder) -> None:
    game = folder.game(
        "state\n  day: 0..9\ndefine f() -> 0..3 = day\ndefine g() -> 0..9 = day\ndefine h() -> 0..3 = day if day <= 3 else 3"
    )
    checked = {function.name: getattr(function.body, "checked", None) for function in game.functions}
    assert checked == {"f": True, "g": None, "h": None}


def test_a_deck_holds_what_it_begins_with(folder: Folder) -> None:
    game = folder.game(
        """
type Fruit = Apple | Pear
table copies: list of Copy
  name  fruit  n
  a     Apple  4
  b     Pear   3
type Copy = { fruit: Fruit, n: 1..9 }
state
  one_each: deck of Fruit = all
  some: deck of copies = {c: c.n for c in copies}
  known_top: deck of Fruit up to 5 = [Apple, Pear]
"""
    )
    assert [variable_type(game, name) for name in ("one_each", "some", "known_top")] == [
        "deck of Fruit up to 2",
        "deck of copies up to 7",
        "deck of Fruit up to 5",
    ]


def test_several_findings_come_together_in_order(folder: Folder) -> None:
    text = "type A = 5..3\nstate\n  a: Nope\n  b: A\n  c: 0..3 = 9\ndefine f() = a + b + unknown_one"
    found = folder.errors(text)
    assert [(each.code, each.span.line) for each in found] == [("E0503", 3), ("E0311", 5), ("E0501", 7), ("E0301", 8)]
