"""Values as text and as plain data: what is written can be read back, and what cannot be read is explained."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_dsl.ir import texts
from rules_dsl.ir import types as t

FRUIT = t.EnumType("Fruit", ("Apple", "Pear", "Plum"), signs=("🍎", "🍐", ""))
BASKETS = t.EnumType("baskets", ("Old Mill", 'a "b", {c}', "none", "north", "baskets#5"), "table")
CELL = t.RecordType("Cell", (("column", t.IntType(1, 3)), ("row", t.IntType(1, 2))), ("a1", "a2", "b1", "b2", "c1", "c2"))
PAIR = t.RecordType("Pair", (("fruit", FRUIT), ("price", t.IntType(-2, 2))))
WIDE = t.RecordType("Wide", (("cell", CELL), ("hand", t.BagType(FRUIT, 3)), ("open", t.BOOL)))
CLASH = t.RecordType("Clash", (("x", t.IntType(0, 2)),), ("same", "same", "a, b"))

countable = st.recursive(
    st.one_of(
        st.sampled_from([t.BOOL, FRUIT, BASKETS, CELL, PAIR, CLASH]),
        st.tuples(st.integers(-5, 5), st.integers(0, 6)).map(lambda ends: t.IntType(ends[0], ends[0] + ends[1])),
    ),
    lambda inner: inner.filter(lambda x: not isinstance(x, t.OptionalType)).map(t.OptionalType),
    max_leaves=2,
)


def _grow(inner):
    return st.one_of(
        countable.map(t.SetType),
        st.builds(t.BagType, countable, st.integers(1, 3)),
        st.builds(t.ListType, inner, st.integers(0, 3)),
        st.builds(t.MapType, countable, inner),
        st.builds(t.DeckType, countable, st.integers(1, 3)),
        st.lists(inner, min_size=1, max_size=3).map(lambda items: t.RecordType("R", tuple((f"f{i}", x) for i, x in enumerate(items)))),
        inner.filter(lambda x: not isinstance(x, t.OptionalType)).map(t.OptionalType),
    )


all_types = st.recursive(countable, _grow, max_leaves=4)


@st.composite
def value_of_type(draw, type_):
    match type_:
        case t.OptionalType(item):
            return draw(st.none() | value_of_type(item))
        case t.SetType(item):
            return draw(st.integers(0, (1 << t.cardinality(item)) - 1))
        case t.BagType(item, most):
            return tuple(draw(st.integers(0, most)) for _ in range(t.cardinality(item)))
        case t.ListType(item, most):
            return tuple(draw(st.lists(value_of_type(item), max_size=most)))
        case t.MapType(key, inner):
            return tuple(draw(value_of_type(inner)) for _ in range(t.cardinality(key)))
        case t.DeckType(item, most):
            return (draw(value_of_type(t.ListType(item, most))), draw(value_of_type(t.BagType(item, most))))
        case t.RecordType(fields=fields) if not t.is_scalar(type_):
            return tuple(draw(value_of_type(item)) for _, item in fields)
        case _:
            return t.value_of(type_, draw(st.integers(0, t.cardinality(type_) - 1)))


@st.composite
def typed_values(draw):
    type_ = draw(all_types)
    return type_, draw(value_of_type(type_))


@settings(max_examples=300, deadline=None)
@given(typed_values())
def test_notation_reads_back(pair):
    type_, value = pair
    text = texts.show_value(type_, value)
    assert texts.parse_value(type_, text) == value
    assert texts.parse_value(type_, f"  {text}  ") == value


@settings(max_examples=300, deadline=None)
@given(typed_values())
def test_plain_data_reads_back_through_json(pair):
    type_, value = pair
    plain = texts.to_plain(type_, value)
    assert texts.from_plain(type_, json.loads(json.dumps(plain))) == value


@settings(max_examples=300, deadline=None)
@given(all_types, st.text(max_size=40) | st.text('{}[]():,;" ab1deckoftpuns', max_size=60))
def test_any_text_is_a_value_or_a_value_error(type_, text):
    try:
        value = texts.parse_value(type_, text)
    except ValueError as problem:
        assert str(problem)
    else:
        assert texts.parse_value(type_, texts.show_value(type_, value)) == value


@settings(max_examples=300, deadline=None)
@given(
    all_types,
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
    ),
)
def test_any_data_is_a_value_or_a_value_error(type_, raw):
    try:
        texts.from_plain(type_, raw)
    except ValueError as problem:
        assert str(problem)


@pytest.mark.parametrize(
    ("type_", "value", "notation", "sentence", "picture"),
    [
        (FRUIT, 0, "Apple", "Apple", "🍎"),
        (FRUIT, 2, "Plum", "Plum", "Plum"),
        (BASKETS, 0, '"Old Mill"', "Old Mill", "Old Mill"),
        (BASKETS, 1, '"a \\"b\\", {{c}}"', 'a "b", {c}', 'a "b", {c}'),
        (BASKETS, 2, '"none"', "none", "none"),
        (BASKETS, 4, "baskets#5", "baskets#5", "baskets 5"),
        (CELL, 3, "b2", "b2", "b2"),
        (PAIR, 5, "Pair(Pear, -2)", "Pair(Pear, -2)", "🍐, -2"),
        (CLASH, 0, "Clash(0)", "Clash(0)", "0"),
        (t.OptionalType(FRUIT), None, "none", "none", ""),
        (t.SetType(FRUIT), 5, "{Apple, Plum}", "{Apple, Plum}", "🍎, Plum"),
        (t.BagType(FRUIT, 9), (2, 0, 1), "{Apple: 2, Plum: 1}", "{Apple: 2, Plum: 1}", "🍎 2, Plum 1"),
        (t.ListType(FRUIT, 3), (1, 1), "[Pear, Pear]", "[Pear, Pear]", "🍐, 🍐"),
        (t.DeckType(FRUIT, 9), ((1,), (2, 0, 1)), "deck of 4, top [Pear], unseen {Apple: 2, Plum: 1}", None, None),
        (t.MapType(FRUIT, t.IntType(0, 9)), (0, 1, 2), "{Apple: 0, Pear: 1, Plum: 2}", None, None),
    ],
)
def test_values_are_written_as_the_language_writes_them(type_, value, notation, sentence, picture):
    assert texts.show_value(type_, value) == notation
    if sentence is not None:
        assert texts.say_value(type_, value) == sentence
        assert texts.sign_value(type_, value) == picture


GAINS = t.RecordType(
    "Gains", (("coins", t.IntType(0, 99)), ("steps", t.MapType(FRUIT, t.IntType(0, 999))), ("free", t.BoolType()), ("cost", PAIR))
)


@pytest.mark.parametrize(
    ("value", "sentence", "picture"),
    [
        ((0, (0, 0, 0), False, 0), "nothing", ""),
        ((2, (0, 0, 0), False, 0), "coins 2", "coins 2"),
        ((0, (3, 0, 1), True, 0), "Apple 3, Plum 1, free", "🍎 3, Plum 1, free"),
    ],
)
def test_large_records_tell_what_is_not_zero(value, sentence, picture):
    zeros = (*value[:3], t.zero(PAIR))
    assert texts.brief_value(GAINS, zeros) == sentence
    assert texts.sign_value(GAINS, zeros) == picture


def test_a_map_on_its_own_tells_what_is_not_zero():
    kind = t.MapType(FRUIT, t.IntType(0, 9))
    assert texts.brief_value(kind, (0, 2, 1)) == "Pear 2, Plum 1"
    assert texts.brief_value(kind, (0, 0, 0)) == "nothing"


def test_long_maps_leave_out_what_is_zero():
    board = t.MapType(t.IntType(1, 64), t.OptionalType(FRUIT))
    assert texts.show_value(board, (None,) * 10 + (1,) + (None,) * 53) == "{11: Pear}"


@pytest.mark.parametrize(
    ("type_", "text", "value"),
    [
        (FRUIT, "Fruit.Pear", 1),
        (FRUIT, "🍐", 1),
        (FRUIT, '"Pear"', 1),
        (BASKETS, "Old Mill", 0),
        (CELL, "(2,1)", 2),
        (CELL, "Cell( column = 2 , row = 1 )", 2),
        (t.SetType(CELL), "{ a1,b2 }", 0b1001),
        (t.BagType(FRUIT, 3), "{Apple, Apple, Plum: 1}", (2, 0, 1)),
        (t.MapType(FRUIT, t.IntType(0, 9)), "{Plum: 3}", (0, 0, 3)),
        (t.MapType(FRUIT, t.IntType(0, 9)), "3", (3, 3, 3)),
        (t.MapType(FRUIT, t.IntType(2, 9)), "nothing", (2, 2, 2)),
        (t.BOOL, "yes", True),
    ],
)
def test_other_ways_to_write_a_value(type_, text, value):
    assert texts.parse_value(type_, text) == value


@pytest.mark.parametrize(
    ("type_", "text", "problem"),
    [
        (FRUIT, "Appel", "Appel is not a value of Fruit; did you mean Apple?"),
        (FRUIT, "Zzz", "Zzz is not a value of Fruit; it is one of Apple, Pear, Plum"),
        (FRUIT, "", "a value is missing"),
        (t.IntType(0, 9), "12", "12 is not in 0..9; the nearest is 9"),
        (t.IntType(0, 9), "9" * 5000, "9" * 39 + "… is not a whole number (0..9)"),
        (t.IntType(0, 9), "1.5", "1.5 is not a whole number (0..9)"),
        (CELL, "d4", "d4 is not a value of Cell; it is one of a1, a2, b1, b2, c1, c2"),
        (CELL, "a12", "a12 is not a value of Cell; did you mean a1?"),
        (CELL, "Cell(1)", "row is missing; write Cell(column, row)"),
        (CELL, "Cell(1, 2, 3)", "Cell has 2 fields; write Cell(column, row)"),
        (PAIR, "Apple", "Apple is not a value of Pair; write Pair(fruit, price)"),
        (t.SetType(FRUIT), "{Apple", "} is missing at the end"),
        (t.SetType(FRUIT), "{Apple] ", "} is missing before ]"),
        (t.SetType(FRUIT), "Apple", "{…} is expected, not Apple"),
        (t.ListType(FRUIT, 1), "[Apple, Pear]", "2 items are more than the 1 allowed"),
        (t.BagType(FRUIT, 1), "{Apple, Apple}", "2 of one kind are more than the 1 allowed"),
        (t.MapType(FRUIT, t.BOOL), "{Apple: true, Apple: false}", "Apple is there twice"),
        (t.MapType(FRUIT, t.BOOL), "{Apple}", "a colon and a value of Bool are missing after Apple"),
        (t.DeckType(FRUIT, 3), "deck of 2, top [Apple]", "deck of 2 holds 1 card"),
        (FRUIT, "Apple)", ") is too much after a value of Fruit"),
        (t.BOOL, "maybe", "maybe is neither true nor false"),
    ],
)
def test_problems_are_explained(type_, text, problem):
    with pytest.raises(ValueError) as caught:
        texts.parse_value(type_, text)
    assert str(caught.value) == problem


def test_deep_brackets_are_no_bomb():
    with pytest.raises(ValueError):
        texts.parse_value(t.SetType(FRUIT), "[" * 100_000)


@pytest.mark.parametrize(
    ("type_", "raw", "value"),
    [
        (t.SetType(FRUIT), "Apple, Plum", 5),
        (t.SetType(FRUIT), "Apple; Plum", 5),
        (t.SetType(FRUIT), "", 0),
        (t.ListType(FRUIT, 3), ["Plum", "Apple"], (2, 0)),
        (t.BagType(FRUIT, 3), "Apple: 2", (2, 0, 0)),
        (t.BagType(FRUIT, 3), ["Apple", "Apple"], (2, 0, 0)),
        (t.MapType(FRUIT, t.IntType(0, 9)), {"Pear": 3}, (0, 3, 0)),
        (t.MapType(FRUIT, t.IntType(0, 9)), [1, 2, 3], (1, 2, 3)),
        (t.MapType(FRUIT, t.IntType(0, 9)), 4, (4, 4, 4)),
        (WIDE, {"cell": {"column": 2, "row": 2}}, (3, (0, 0, 0), False)),
        (WIDE, ["b2", {}, True], (3, (0, 0, 0), True)),
        (t.OptionalType(FRUIT), None, None),
        (t.OptionalType(FRUIT), "none", None),
        (t.OptionalType(FRUIT), "Pear", 1),
        (t.BOOL, "1", True),
        (t.EnumType("y", ("1830", "1840"), "table"), 1840, 1),
        (BASKETS, 'a "b", {c}', 1),
    ],
)
def test_plain_data_of_many_shapes(type_, raw, value):
    assert texts.from_plain(type_, raw) == value


@pytest.mark.parametrize(
    ("type_", "raw", "problem"),
    [
        (t.ListType(PAIR, 9), [{"fruit": "Apple"}, {"fruit": "Pear", "price": 7}], "[2].price: 7 is not in -2..2; the nearest is 2"),
        (t.ListType(PAIR, 9), [{"price": 1}], "[1]: the field fruit is missing (Fruit)"),
        (PAIR, {"fruit": "Apple", "prise": 1}, "Pair has no field prise; did you mean price?"),
        (PAIR, ["Apple"], "Pair has 2 fields, not 1"),
        (WIDE, {"cell": "a1", "hand": {"Aple": 1}}, "hand.Aple: Aple is not a value of Fruit; did you mean Apple?"),
        (t.MapType(FRUIT, FRUIT), {"Apple": "Pear"}, "the entry Pear is missing"),
        (t.MapType(FRUIT, t.BOOL), [True], "[Fruit] Bool has 3 entries, not 1"),
        (t.IntType(0, 9), True, "true is not a whole number (0..9)"),
        (t.IntType(0, 9), 1.5, "1.5 is not a whole number (0..9)"),
        (FRUIT, [1], "a list is not a value of Fruit"),
        (t.SetType(FRUIT), 3, "3 is not a value of set of Fruit"),
        (t.BOOL, None, "null is neither true nor false"),
    ],
)
def test_plain_problems_name_the_place(type_, raw, problem):
    with pytest.raises(ValueError) as caught:
        texts.from_plain(type_, raw)
    assert str(caught.value) == problem
