"""Reads of the state by cases: a set or an entry of a map that depends on the subject is found for all its values."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cython_ext.emit import expressions
from cython_ext.emit.cases import Case, Cases, Flag, places_of
from cython_ext.emit.code import Code
from cython_ext.emit.decisions import ObstacleError
from cython_ext.emit.values import set_size
from cython_ext.emit.words import Word, Words
from cython_ext.layout.states import WORD, map_storage
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.conversions import ordinal_in
from rules_dsl.ir.partial import fits
from rules_dsl.ir.types import BOOL, MapType, SetType, Type, Value, cardinality, is_countable, values
from rules_dsl.quantities import quantity

WIDEST = 128
MOST_SHIFTS = 12
FEWEST_BYTES = 8
"""Fewer bytes are asked one by one.

They are not read as a word, and a word would have to wait for a byte that was stored just before.
"""


def look_up(words: Words, places: Cases, over: Type, text: str) -> Flag:
    """Where the value is in a set of the state.

    The set is moved by each distance between a value of the subject and what it leads to.
    """
    if set_size(over) > WIDEST:
        raise ObstacleError(f"a set over {quantity(set_size(over), 'value')} does not fit in words (up to {WIDEST})")
    assert isinstance(over, SetType | MapType)
    find = ordinal_in(over.item if isinstance(over, SetType) else over.key)
    form = words.code.unit.forms.of(over)
    wide = words.form
    if form.kind == "wide" and wide.kind == "word":
        raise ObstacleError("the searched set is wider than the values searched for")
    members = words.given(text if form.value == wide.value else f"({wide.value}){text}")
    return Flag(words.any_of(_move(words, case, find, members) for case in places.cases))


def look_up_entries(words: Words, places: Cases, over: Type, entries: Sequence[tuple[Value, str]]) -> Cases:
    """The entries of a map, one case for each value."""
    assert isinstance(over, MapType)
    result = [(value, look_up(words, places, SetType(over.key), text).word) for value, text in entries]
    return Cases(
        tuple([Case(word, words.all, (value,) * words.size) for value, word in result if word != 0]), over.value
    )


def _move(words: Words, case: Case, find: Callable[[Value], int], members: Word) -> Word:
    distances: dict[int, int] = {}
    for place in places_of(case.domain):
        there = find(case.values[place])
        if there >= 0:
            distances[there - place] = distances.get(there - place, 0) | 1 << place
    if len(distances) > MOST_SHIFTS:
        raise ObstacleError(f"what the values lead to lies in more than {MOST_SHIFTS} different directions")
    result: Word = 0
    for by, where in sorted(distances.items()):
        result = words.either(result, words.both(words.both(case.holds, where), words.shifted(members, by)))
    return result


def list_keys_with(code: Code, base: ir.Expr, kind: Type, against: str) -> str:
    """The keys of a map whose entry is a value of `kind`, as the text of a set."""
    return _bytes_with(code, base, kind, against) or _test_bit_by_bit(code, base, kind, against)


def _bytes_with(code: Code, base: ir.Expr, kind: Type, against: str) -> str | None:
    """The keys with a value, eight or sixteen at once, if the entries are bytes."""
    assert isinstance(base.type, MapType)
    if not are_bytes(code, base.type, kind):
        return None
    keys = cardinality(base.type.key)
    whole = expressions.keep_whole(code, expressions.value(code, base), base.type)
    return f"({code.unit.forms.of(SetType(base.type.key)).value})rw_bytes_with({whole}.e, {keys}, (uint8_t)({against}))"


def are_bytes(code: Code, map_: MapType, other: Type) -> bool:
    """Are the entries bytes, and is what they are compared with one?"""
    held = (
        is_countable(map_.value) and map_storage(map_) == "array" and code.unit.forms.of(map_.value).stored == "uint8_t"
    )
    return held and fits(other, map_.value) and FEWEST_BYTES <= cardinality(map_.key) <= WORD


def _test_bit_by_bit(code: Code, base: ir.Expr, kind: Type, against: str) -> str:
    assert isinstance(base.type, MapType)
    keys = SetType(base.type.key)
    code.locals["against#"] = against
    parts = []
    for number_, value in enumerate(values(keys.item)):
        entry = ir.Index(base, ir.Literal(value, keys.item), base.type.value)
        test = expressions.value(code, ir.Binary("==", entry, ir.Local("against#", kind), BOOL))
        parts.append(f"({code.unit.forms.of(keys).value}){test} << {number_}")
    return " | ".join(parts)
