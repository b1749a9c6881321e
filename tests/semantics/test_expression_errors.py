"""Expressions that are wrong: each has its code and the exact place."""

from __future__ import annotations

import pytest

from tests.semantics.probe import probed, wrong

BAD = [
    # names
    ("dya + 1", "E0301", "dya"),
    ("tottal()", "E0301", "tottal"),
    ("possible(waits)", "E0301", "waits"),
    ("Fruit", "E0306", "Fruit"),
    ("day + Column", "E0306", "Column"),
    ("wait", "E0307", "wait"),
    ("wait() + 1", "E0307", "wait"),
    ("day(3)", "E0308", "day"),
    ("Fruit(3)", "E0308", "Fruit"),
    ("pool.coin", "E0309", "coin"),
    ("corner.prize", "E0309", "prize"),
    ("pool with coin = 3", "E0309", "coin"),
    ('stalls["Old Mil"]', "E0310", 'stalls["Old Mil"]'),
    ("Fruit.Appel", "E0312", "Appel"),
    ("double(m = 3)", "E0313", "m"),
    ("Gain(coins = 1, key = 2)", "E0313", "key"),
    ("player", "E0315", "player"),
    # types
    ("double(Apple)", "E0401", "Apple"),
    ("hand[3]", "E0401", "3"),
    ("board[Apple]", "E0401", "Apple"),
    ("len(day)", "E0401", "day"),
    ("next(hand)", "E0401", "hand"),
    ("abs(Apple)", "E0401", "Apple"),
    ("-Apple", "E0401", "Apple"),
    ("sum(f for f in Fruit)", "E0401", "f"),
    ("{x for x in [Apple]} + {Apple, 3}", "E0413", "3"),
    ("width(hand)", "E0401", "hand"),
    ("double()", "E0402", "double()"),
    ("double", "E0402", "double"),
    ("double(1, 2)", "E0402", "2"),
    ("Gain(1)", "E0402", "Gain(1)"),
    ("len()", "E0402", "len()"),
    ("abs(1, 2)", "E0402", "abs(1, 2)"),
    ("Apple + Pear", "E0403", "Apple + Pear"),
    ("row - [Apple]", "E0403", "row - [Apple]"),
    ("basket * 2", "E0403", "basket * 2"),
    ("hand < hand", "E0403", "hand < hand"),
    ("3 in day", "E0403", "day"),
    ("union(f for f in Fruit)", "E0403", "f"),
    ("held == 3", "E0404", "held == 3"),
    ("Apple == Mint", "E0404", "Apple == Mint"),
    ("Apple == basket", "E0404", "Apple == basket"),
    ("3 in basket", "E0404", "3 in basket"),
    ("none in basket", "E0404", "none in basket"),
    ("day[1]", "E0405", "day[1]"),
    ("pool[1]", "E0405", "pool[1]"),
    ("Fruit[1]", "E0405", "Fruit[1]"),
    ("day.coins", "E0406", "coins"),
    ("day with coins = 1", "E0406", "day"),
    ("sum(n for n in day)", "E0407", "day"),
    ("count(true for x in pool)", "E0407", "pool"),
    ("day and cold", "E0408", "day"),
    ("not basket", "E0408", "basket"),
    ("1 if day else 2", "E0408", "day"),
    ("count(f for f in Fruit)", "E0408", "f"),
    ("{hand}", "E0409", "{hand}"),
    ("{hand: 3 for f in Fruit}", "E0409", "hand"),
    ("hand[held]", "E0410", "held"),
    ("spot.column", "E0410", "spot"),
    ("number_or_none + 1", "E0410", "number_or_none"),
    ("3 - number_or_none", "E0410", "number_or_none"),
    ("number_or_none > 3", "E0410", "number_or_none"),
    ("near(spot)", "E0410", "spot"),
    ("nothing", "E0412", "nothing"),
    ("all", "E0412", "all"),
    ("clamp(day)", "E0412", "clamp(day)"),
    ("Apple if cold else 3", "E0413", "Apple if cold else 3"),
    ("[Apple, 3]", "E0413", "3"),
    ('hand["Cherry"]', "E0310", '"Cherry"'),
    ('day + "x"', "E0414", '"x"'),
    ("first(board[c] for c in Cell)", "E0415", "board[c]"),
    ("max(hand[f] for f in basket)", "E0416", "max(hand[f] for f in basket)"),
    ("min(n for n in 1..9 where n > day)", "E0416", "min(n for n in 1..9 where n > day)"),
    ("basket + Apple", "E0417", "Apple"),
    ("basket - held", "E0417", "held"),
    ("Gain(coins = 1, coins = 2, keys = 3)", "E0418", "coins = 2"),
    ("{Apple: 1, Pear: 2, Apple: 3}", "E0418", "Apple"),
    # ranges
    ("double(10)", "E0501", "10"),
    ("double(-1)", "E0501", "-1"),
    ("Cell(4, 1)", "E0501", "4"),
    ("row[0]", "E0501", "0"),
    ("row[6]", "E0501", "6"),
    ("Column(9)", "E0501", "9"),
    ("day / 0", "E0502", "0"),
    ("day % (3 - 3)", "E0502", "3 - 3"),
    ("9000000000 * 9000000000 * day", "E0505", "9000000000 * 9000000000"),
    (
        "sum(9000000000 for n in 1..60000 for m in 1..60000)",
        "E0505",
        "sum(9000000000 for n in 1..60000 for m in 1..60000)",
    ),
    ("sum(n for n in 1..1000000000)", "E0506", "1..1000000000"),
    ("count(true for b in Big)", "E0506", "Big"),
]


@pytest.mark.parametrize(("expression", "code", "place"), BAD)
def test_one_finding_at_its_place(expression: str, code: str, place: str) -> None:
    assert wrong(expression) == [(code, place)]


@pytest.mark.parametrize(("expression", "code", "place"), BAD)
def test_every_finding_has_a_repair(expression: str, code: str, place: str) -> None:
    assert all(found.repair for found in probed(expression)[1])


def test_near_names_are_offered() -> None:
    offered = {
        "dya": "day",
        "tottal()": "total",
        "Apel": "Apple",
        "pool.coin": "coins",
        "Fruit.Appel": "Apple",
    }
    for expression, name in offered.items():
        (found,) = probed(expression)[1]
        assert name in found.repair
        assert found.fix is None or found.fix.replacement == name


def test_a_wrong_part_hides_what_follows_from_it() -> None:
    assert [code for code, _ in wrong("hand[unknown_fruit] + double(unknown_number) * 2")] == ["E0301", "E0301"]
    assert [code for code, _ in wrong("sum(n + 1 for n in nowhere where n > 2)")] == ["E0301"]
    assert [code for code, _ in wrong("undefined(3) == Apple and other(4).coins > 3")] == ["E0301", "E0301"]


def test_a_private_name_says_so() -> None:
    assert wrong("probe2", "define probe2() = probe3\ndefine probe3() = probe2") == [("E0304", "probe2")]


AMBIGUOUS = "type Spice = Mint | Salt\n"


def test_values_two_enums_share() -> None:
    assert wrong("Mint", AMBIGUOUS) == [("E0305", "Mint")]
    assert wrong("Herb.Mint == Mint and Mint != Spice.Mint and Salt == Mint", AMBIGUOUS) == []
