"""States as bytes: decode is the inverse of encode, and bytes that are no state are found."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_dsl.ir.types import (
    BOOL,
    BagType,
    DeckType,
    EnumType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    SetType,
    Type,
    Value,
    cardinality,
    is_scalar,
    pack_record,
    value_of,
)
from rules_dsl.machine.api import PlayError, State
from rules_dsl.machine.codec import Codec, bits, fingerprint
from tests.machine.small import game, state

FRUIT = EnumType("Fruit", ("Apple", "Pear", "Plum"))
CELL = RecordType("Cell", (("column", IntType(1, 3)), ("row", OptionalType(IntType(-2, 3)))))
HAND = RecordType("Hand", (("cards", ListType(FRUIT, 3)), ("cell", CELL)))

COUNTABLE = st.sampled_from([BOOL, IntType(3, 3), IntType(-4, 11), FRUIT, CELL, OptionalType(CELL), OptionalType(BOOL)])


def compound(inner: st.SearchStrategy[Type]) -> st.SearchStrategy[Type]:
    most = st.integers(0, 3)
    return st.one_of(
        st.builds(SetType, COUNTABLE),
        st.builds(BagType, COUNTABLE, most),
        st.builds(DeckType, COUNTABLE, most),
        st.builds(ListType, inner, most),
        st.builds(MapType, COUNTABLE, inner),
        st.builds(OptionalType, inner.filter(lambda item: not isinstance(item, OptionalType))),
        st.just(HAND),
    )


TYPES: st.SearchStrategy[Type] = st.recursive(COUNTABLE, compound, max_leaves=3)


def values_of(type_: Type) -> st.SearchStrategy[Value]:
    """Any value of a type."""
    if is_scalar(type_):
        return st.integers(0, cardinality(type_) - 1).map(lambda number: value_of(type_, number))
    match type_:
        case SetType(item):
            return st.integers(0, (1 << cardinality(item)) - 1)
        case BagType(item, most):
            return st.tuples(*[st.integers(0, most)] * cardinality(item))
        case ListType(item, most):
            return st.lists(values_of(item), max_size=most).map(tuple)
        case MapType(key, value):
            return st.tuples(*[values_of(value)] * cardinality(key))
        case DeckType(item, most):
            return st.tuples(values_of(ListType(item, most)), values_of(BagType(item, most)))
        case OptionalType(item):
            return st.none() | values_of(item)
        case RecordType(fields=fields):
            return st.tuples(*[values_of(item) for _, item in fields]).map(lambda items: pack_record(type_, items))
        case _:
            raise AssertionError(type_)


def codec_of(*types: Type) -> Codec:
    return Codec(game([], [state(f"v{number}", type_) for number, type_ in enumerate(types)]))


@settings(max_examples=200, deadline=None)
@given(st.data(), st.lists(TYPES, min_size=1, max_size=3))
def test_decode_is_the_inverse_of_encode(data: st.DataObject, types: list[Type]) -> None:
    codec = codec_of(*types)
    found = State(tuple(data.draw(values_of(type_)) for type_ in types), 0)
    packed = codec.encode(found)
    assert len(packed) == codec.size
    assert codec.decode(packed) == found


@settings(max_examples=200, deadline=None)
@given(TYPES, st.data())
def test_any_bytes_are_a_state_or_a_finding(type_: Type, data: st.DataObject) -> None:
    codec = codec_of(type_)
    raw = data.draw(st.binary(min_size=codec.size, max_size=codec.size))
    try:
        found = codec.decode(raw)
    except PlayError as error:
        assert error.diagnostics[0].code == "E0913"
    else:
        assert codec.encode(found) == raw


def test_the_layout_is_as_documented() -> None:
    codec = codec_of(IntType(1, 3), SetType(FRUIT), ListType(FRUIT, 2), OptionalType(SetType(BOOL)))
    # from the right: 2 bits 1, 3 bits {Apple, Plum}, 2 bits length 1, first item 10 across the bytes · second item 00,
    # there is a set, {false}
    assert codec.encode(State((2, 0b101, (2,), 0b01), 0)) == bytes([0b0_01_101_01, 0b01_1_00_1])


def test_bits() -> None:
    assert [bits(count) for count in (0, 1, 2, 3, 4, 5, 256, 257)] == [0, 0, 1, 2, 2, 3, 8, 9]


def test_wrong_length_is_a_finding() -> None:
    with pytest.raises(PlayError):
        codec_of(BOOL).decode(b"ab")


def test_fingerprints_are_fixed_for_ever() -> None:
    assert [f"{fingerprint(data):016x}" for data in (b"", b"a", b"orchard")] == [
        "f52a15e9a9b5e89b",
        "02c0bdbf481420f8",
        "fb374e2dddb5e3b6",
    ]
