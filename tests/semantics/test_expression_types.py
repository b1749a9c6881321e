"""Expressions that are right: their types and values."""

from __future__ import annotations

import pytest

from rules_dsl.ir.verify import verify
from tests.semantics.probe import body, type_of, value_of

TYPES = [
    # numbers: the type is the interval
    ("7", "7..7"),
    ("day", "0..6"),
    ("rounds", "6..6"),
    ("day + 1", "1..7"),
    ("day - 3", "-3..3"),
    ("day * day", "0..36"),
    ("day * -2", "-12..0"),
    ("day / 4", "0..1"),
    ("(day - 6) / 4", "-2..0"),
    ("day % 4", "0..3"),
    ("(day - 6) % 4", "0..3"),
    ("day % -4", "-3..0"),
    ("-day", "-6..0"),
    ("abs(day - 4)", "0..4"),
    ("min(day, 3)", "0..3"),
    ("max(day, 3, 5)", "5..6"),
    ("clamp(day, 2, 4)", "2..4"),
    ("day if cold else 9", "0..9"),
    ("hand[Apple]", "0..9"),
    ("double(day)", "0..18"),
    ("total()", "0..27"),
    ("total", "0..27"),
    ("sum(hand[f] + 1 for f in Fruit)", "3..30"),
    ("sum(hand[f] + 1 for f in Fruit where f != Pear)", "0..30"),
    ("sum(n for n in 1..3)", "3..9"),
    ("sum(hand[f] for f in basket)", "0..27"),
    ("sum(n for n in 1..day)", "0..36"),
    ("sum(s.price for s in stalls)", "2..18"),
    ("sum(1 for c in Cell for f in Fruit)", "27..27"),
    ("count(hand[f] > 0 for f in Fruit)", "0..3"),
    ("max(hand[f] for f in Fruit)", "0..9"),
    ("max(hand[f] for f in basket else -1)", "-1..9"),
    ("min(n for n in 2..5)", "2..5"),
    ("len(basket)", "0..3"),
    ("len(crate)", "0..12"),
    ("len(row)", "0..5"),
    ("len(stalls)", "2..2"),
    ("len(players)", "2..2"),
    ("len({Apple, Pear})", "0..2"),
    ("number(Pear)", "1..3"),
    ("crate[Pear]", "0..4"),
    ("pool.coins", "0..9"),
    ("big.many[Plum]", "0..9"),
    ("corner.price", "1..9"),
    ('stalls["Old Mill"].price', "1..9"),
    ("value(number_or_none, 12)", "0..12"),
    ("the(number_or_none)", "0..9"),
    ("width(level)", "3..3"),
    ("height(level)", "2..2"),
    # truth
    ("day < 3 and held == Apple", "Bool"),
    ("held != none implies day > 0", "Bool"),
    ("not cold", "Bool"),
    ("Pear > Apple", "Bool"),
    ("basket <= {Apple}", "Bool"),
    ("basket < {Apple}", "Bool"),
    ("Apple in basket", "Bool"),
    ("basket == Fruit", "Bool"),
    ("Fruit <= basket + {Apple}", "Bool"),
    ("Fruit - basket == {}", "Bool"),
    ("Apple not in row", "Bool"),
    ("held in {Apple, Pear}", "Bool"),
    ("crate == {}", "Bool"),
    ("row == []", "Bool"),
    ("pool == nothing", "Bool"),
    ("{} == basket", "Bool"),
    ("none == held", "Bool"),
    ("level[1][2]", "Bool"),
    ("any(level[k][r] for k in 1..3 for r in 1..2)", "Bool"),
    ("all(x in {1, 2} for x in [1, 2, 2])", "Bool"),
    ("stuck()", "Bool"),
    ("day in 1..3", "Bool"),
    ("corner in stalls", "Bool"),
    ("b1 in near(a1)", "Bool"),
    ("big == nothing", "Bool"),
    # values of enums, records, optionals
    ("Apple", "Fruit"),
    ("Fruit.Apple", "Fruit"),
    ("next(Plum)", "Fruit"),
    ("previous(day)", "0..6"),
    ("nth(Fruit, 2)", "Fruit"),
    ("b2", "Cell"),
    ("Cell(1, 2)", "Cell"),
    ("Cell(row = 1, column = 2)", "Cell"),
    ("b2 with row = 3", "Cell"),
    ("Gain(1, 2) + Gain(3, 4)", "Gain"),
    ("pool - Gain(coins = 1, keys = 0)", "Gain"),
    ("corner", "stalls"),
    ("held", "Fruit?"),
    ("board[b2]", "Player?"),
    ("first(f for f in basket)", "Fruit?"),
    ("Apple if cold else none", "Fruit?"),
    ("none if cold else Apple", "Fruit?"),
    ("the(held)", "Fruit"),
    ("value(held, Apple)", "Fruit"),
    ("\n  let q = held\n  q", "Fruit?"),
    ("top(row)", "Fruit"),
    ("row[2]", "Fruit"),
    ("last(row)", "Fruit"),
    # collections
    ("{Apple, Pear}", "set of Fruit"),
    ("{f for f in Fruit where hand[f] > 0}", "set of Fruit"),
    ("basket + {Pear}", "set of Fruit"),
    ("basket - {Pear}", "set of Fruit"),
    ("common(basket, {Pear})", "set of Fruit"),
    ("union(near(c) for c in Cell)", "set of Cell"),
    ("highest(f by hand[f] for f in Fruit)", "set of Fruit"),
    ("members(row)", "set of Fruit"),
    ("players", "set of Player"),
    ("stalls", "set of stalls"),
    ("{1, 5}", "set of 1..5"),
    ("2..4", "set of 2..4"),
    ("row + [Apple]", "list of Fruit up to 6"),
    ("[Apple] + row", "list of Fruit up to 6"),
    ("[f for f in basket]", "list of Fruit up to 3"),
    ("[1, 2]", "list of 1..2 up to 2"),
    ("rest(row)", "list of Fruit up to 5"),
    ("reversed(row)", "list of Fruit up to 5"),
    ("shuffled(row, 7)", "list of Fruit up to 5"),
    ("last(row, 2)", "list of Fruit up to 2"),
    ("first(row, 9)", "list of Fruit up to 5"),
    ("without_last(row, 1)", "list of Fruit up to 5"),
    ("known(pile)", "list of Fruit up to 6"),
    ("unseen(pile)", "bag of Fruit up to 6"),
    ("crate + {Apple: 2}", "bag of Fruit up to 8"),
    ("hand + hand", "[Fruit] 0..18"),
    ("hand - {f: 1 for f in Fruit}", "[Fruit] -9..9"),
    ("{f: hand[f] + 1 for f in Fruit}", "[Fruit] 1..10"),
    ("{f: 5 for f in basket}", "[Fruit] 0..5"),
    ("{Apple: 3, Pear: 4}", "[Fruit] 0..4"),
    # networks
    ("reach({a1} via c: near(c))", "set of Cell"),
    ("distance({a1}, {b2} via c: near(c))", "0..8?"),
    ("nearest({a1}, {b2, c3} via c: near(c))", "set of Cell"),
    ("reach({1} via n: {n + 1} if n < 5 else {})", "set of 1..5"),
]


@pytest.mark.parametrize(("expression", "expected"), TYPES)
def test_type(expression: str, expected: str) -> None:
    expr, game = body(expression)
    assert str(expr.type) == expected
    assert verify(game) == []


VALUES = [
    ("7 / 2", "3"),
    ("-7 / 2", "-4"),
    ("-7 % 3", "2"),
    ("2 + 3 * 4", "14"),
    ("sum(n * n for n in 1..4)", "30"),
    ("sum(s.price for s in stalls)", "8"),
    ("count(level[k][r] for k in 1..3 for r in 1..2)", "3"),
    ("level[3][1]", "true"),
    ("level[1][2]", "true"),
    ("level[1][1]", "false"),
    ("len(near(b2))", "4"),
    ("near(a1)", "{a2, b1}"),
    ("b2 with row = 3", "b3"),
    ("Cell(row = 1, column = 2)", "b1"),
    ("distance({a1}, {c3} via c: near(c))", "4"),
    ("first(n for n in 1..9 where n * n > 20)", "5"),
    ("first(n for n in 1..9 where n > 20)", "none"),
    ("[n for n in 1..9 while n < 4]", "[1, 2, 3]"),
    ("[n for n in 1..9 until n == 4]", "[1, 2, 3, 4]"),
    ("value(first(n for n in 1..2 where n > 5), 7)", "7"),
    ("highest(n by n % 3 for n in 1..6)", "{2, 5}"),
    ("{1, 2} + {7}", "{1, 2, 7}"),
    ("{1, 2, 3} - {2}", "{1, 3}"),
    ("common({1, 2, 3}, {2, 9})", "{2}"),
    ("{1} <= {1, 2}", "true"),
    ("{1, 2} < {1, 2}", "false"),
    ("next(Plum)", "Apple"),
    ("previous(Apple)", "Plum"),
    ("nth(Fruit, number(Pear))", "Pear"),
    ("clamp(12, 2, 4)", "4"),
    ("Gain(1, 2) + Gain(3, 4)", "Gain(4, 6)"),
    ("[1, 2] + [3]", "[1, 2, 3]"),
    ("max(2, min(9, 5))", "5"),
    ("corner.fruit", "Apple"),
    ('"Old Mill" in {s for s in stalls where s.price > 4}', "true"),
    ('stalls["Old Mill"].fruit', "Pear"),
    ("\n  let a = 3\n  let b = a + 1\n  a * b", "12"),
]


@pytest.mark.parametrize(("expression", "expected"), VALUES)
def test_value(expression: str, expected: str) -> None:
    assert value_of(expression) == expected


def test_an_optional_known_to_be_there_is_usable() -> None:
    assert type_of("held != none and hand[held] > 0") == "Bool"
    assert type_of("hand[held] if held != none else 0") == "0..9"
    assert type_of("held == none or hand[held] > 0") == "Bool"
    assert type_of("count(board[c] == White and c in near(spot) for c in Cell) if spot != none else 0") == "0..9"
    assert type_of("sum(n for c in Cell for n in 0..2 where spot != none and spot.column == n)") == "0..54"


def test_a_condition_narrows_numbers_and_sums() -> None:
    assert type_of("day - 1 if day > 0 else 0") == "0..5"
    assert type_of("6 - day if day >= 2 and day < 5 else 0") == "0..4"
    assert type_of("total() + day if total() + day <= 4 else 0") == "0..4"
    assert type_of("day if day + 2 <= 5 else 0") == "0..3"
    assert type_of("day if day in 2..3 else 2") == "2..3"
    assert type_of("day if day in {1, 4} else 1") == "1..4"
    assert type_of("day if day == 2 or day == 4 else 3") == "2..4"
    assert type_of("the(number_or_none) if number_or_none == 3 else 0") == "0..3"
    assert type_of("number_or_none if number_or_none in {3, 5} else 4") == "3..5"
    assert type_of("0 if not (day > 2) else day") == "0..6"
    assert type_of("1 if day == 0 else day") == "1..6"
    assert type_of("max(day, 3) if max(day, 3) <= 4 else 3") == "3..4"


def test_branches_that_cannot_be_are_no_errors() -> None:
    assert type_of("[2, 4][rounds] if rounds < 3 else 1") == "1..4"
    assert type_of("double(rounds + 9) if rounds < 3 else 1") == "0..18"


def test_what_is_written_out_may_stand_where_it_may_be_none() -> None:
    more = """
type Chest = { fruit: (bag of Fruit up to 3)?, hand: ([Fruit] 0..3)?, row: (list of Fruit up to 2)? }
define chest(n: 0..3) -> Chest = Chest({Pear: n}, {Pear: n}, [Pear])
"""
    assert value_of("the(chest(2).fruit)", more) == "{Pear: 2}"
    assert value_of("chest(1) == Chest({Pear: 1}, {f: 1 if f == Pear else 0 for f in Fruit}, [Pear])", more) == "true"
    assert value_of("chest(1).fruit == {} or chest(1).row == none", more) == "false"
