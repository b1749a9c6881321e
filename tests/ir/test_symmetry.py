"""Representatives of states that differ only in the names of things that are alike."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_dsl.ir.nodes import Game
from rules_dsl.ir.notation.read import read_game
from rules_dsl.ir.passes.symmetry import Symmetry, canonical, symmetric_types
from rules_dsl.ir.relabel import relabel_value
from rules_dsl.ir.types import EnumType, IntType, MapType, SetType, Value

HEAD = """
type Player (EnumType Player [White Black] player)
type Place (EnumType Place [p1 p2 p3 p4] alike)
type Pair (RecordType Pair [[from Place] [to Place]])
name sample
title "A sample"
kind game
players Player
types Place
"""

STATES = {
    "keys": ("(map Place 0..3)", "0..3", "(map 0..1 Place)", "(option Place)", "(set Place)"),
    "lists": ("(list Place 2)", "(bag Place 1)", "(deck Place 1)", "(map Place (list 0..1 1))", "Bool"),
    "entangled": ("(map Place Place)", "(set Pair)", "(map Pair Bool)", "(map Place (set Place))", "Pair"),
}


def game(kinds: str, rules: str = "") -> Game:
    """A game whose variables have these types."""
    lines = [
        f"variables (StateVar:{kind} v{number} (Literal:{kind} 0) (Seen all))\n"
        for number, kind in enumerate(STATES[kinds])
    ]
    return read_game(HEAD + "".join(lines) + rules)


def values_of(kinds: str) -> st.SearchStrategy[tuple[Value, ...]]:
    """States of the game."""
    small, place, bit, pair = st.integers(0, 3), st.integers(0, 3), st.integers(0, 1), st.integers(0, 15)
    bits = st.integers(0, 15)
    counts = st.tuples(bit, bit, bit, bit)
    known = st.lists(place, max_size=2).map(tuple)
    match kinds:
        case "keys":
            return st.tuples(
                st.tuples(small, small, small, small), small, st.tuples(place, place), st.none() | place, bits
            )
        case "lists":
            short = st.lists(bit, max_size=1).map(tuple)
            return st.tuples(
                known, counts, st.tuples(known, counts), st.tuples(short, short, short, short), st.booleans()
            )
        case _:
            every = st.tuples(*[st.booleans()] * 16)
            return st.tuples(
                st.tuples(place, place, place, place),
                st.integers(0, 2**16 - 1),
                every,
                st.tuples(bits, bits, bits, bits),
                pair,
            )


@pytest.mark.parametrize("kinds", STATES)
def test_all_names_give_the_same_representative(kinds: str) -> None:
    symmetry = Symmetry(game(kinds))
    (place,) = symmetry.enums

    @settings(max_examples=25, deadline=None, derandomize=True)
    @given(values_of(kinds))
    def check(values: tuple[Value, ...]) -> None:
        chosen = symmetry.canonical(values)
        renamed = [
            tuple(relabel_value(type_, value, place, to) for type_, value in zip(symmetry.types, values, strict=True))
            for to in permutations(range(4))
        ]
        assert chosen in renamed
        assert {symmetry.canonical(other) for other in renamed} == {chosen}

    check()


def test_states_that_differ_in_more_than_names_stay_apart() -> None:
    one, other = (((0, 1, 0, 1), 0, (0, 1), None, 1)), (((0, 1, 0, 1), 0, (0, 2), None, 1))
    sample = game("keys")
    assert canonical(sample, one) != canonical(sample, other)


def test_renaming_back_and_forth_changes_nothing() -> None:
    place = EnumType("Place", ("p1", "p2", "p3"), "alike")
    type_ = MapType(place, SetType(place))
    value = (1, 6, 4)
    there = relabel_value(type_, value, place, (2, 0, 1))
    assert there == (3, 2, 4)
    assert relabel_value(type_, there, place, (1, 2, 0)) == value
    assert relabel_value(IntType(0, 9), 7, place, (2, 0, 1)) == 7


BREAKING = {
    "an order": "endings (Ending end (Fold any (< x (Index $v2 0:0..1)) [(Each:Place x (Domain Place))]) none none &e)",
    "a name": "endings (Ending end (== Place'p1 (Index $v2 0:0..1)) none none &e)",
    "some names": "endings (Ending end (in (Index $v2 0:0..1) (Literal:(set Place) 3)) none none &e)",
    "the first": "endings (Ending end (!= (Fold first (Index $v0 x) [(Each:Place x (Domain Place))]) none:(option 0..3)) none none &e)",
    "a constant": "constants (Constant:(map Place 0..9) c [1 2 1 1] given)",
    "a loop": "actions (Action a a a.p [] [] [(For:Place x (Domain Place) [(Assign $v1 (Index $v0 x) false &a)]) (Settle)] &a)",
    "a reaction": "reactions (Reaction r [(Parameter:Place r.x)] true [(Assign (ItemPlace $v0 r.x) 0:0..3 false &r)] &r)",
}


@pytest.mark.parametrize("why", BREAKING)
def test_rules_that_tell_values_apart(why: str) -> None:
    assert symmetric_types(game("keys", BREAKING[why])) == []


HARMLESS = {
    "nothing": "",
    "all names": "endings (Ending end (== $v4 (Literal:(set Place) 15)) none none &e)",
    "the same for all": "constants (Constant:(map Place 0..9) c [2 2 2 2] given)",
    "own entries": "actions (Action a a a.p [] [] [(For:Place x (Domain Place) [(Assign (ItemPlace $v0 x) 0:0..3 false &a)]) (Settle)] &a)",
    "a picture": "show (ShowText (Template [Place'p1]))",
}


@pytest.mark.parametrize("why", HARMLESS)
def test_rules_that_do_not(why: str) -> None:
    assert [enum.name for enum in symmetric_types(game("keys", HARMLESS[why]))] == ["Place"]


def test_two_alike_types_in_one_map() -> None:
    head = (
        HEAD
        + """
type Column (EnumType Column [c1 c2 c3] alike)
types Column
variables (StateVar:(map Place (map Column 0..3)) v 0:0..3 (Seen all))
"""
    )
    symmetry = Symmetry(read_game(head))
    place, column = symmetry.enums
    rows = ((0, 1, 2), (1, 2, 0), (2, 2, 1), (0, 0, 0))
    (type_,) = symmetry.types
    chosen = set()
    for to in permutations(range(4)):
        for across in permutations(range(3)):
            renamed = relabel_value(type_, relabel_value(type_, rows, place, to), column, across)
            chosen.add(symmetry.canonical((renamed,)))
    assert len(chosen) == 1
