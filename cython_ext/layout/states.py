"""How values and states are laid out in C.

A scalar is one number: Bool 0 or 1, Int itself, Enum and countable Record the ordinal; `none` is a spare number below the rest. In expressions it is an
int32_t (int64_t or __int128 where its range asks for more), in memory the narrowest integer that holds it. A set is a word of bits: in expressions uint64_t, two
words up to 128 values, an array of words above; in memory the narrowest word. A map to Bool is held as the set of its true keys, a map to few values in planes:
the set of the keys at whose ordinals the lowest bit is 1, that for the next bit, and so on; any other map as an array; a bag as an array of counts; a list as items and length, with zeros behind the last; a deck as both; other records and optionals field by field. Members stand
from the widest to the narrowest and what is left over is a named member that stays zero, so that equal values are equal bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from cython_ext.emit.unsupported import NoTranslation
from rules_dsl.ir.nodes import Game
from rules_dsl.ir.types import (
    BagType,
    BoolType,
    DeckType,
    EnumType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    SetType,
    Type,
    cardinality,
    is_scalar,
)
from rules_dsl.source_lines import plain_words

WORD = 64
INTEGERS = (
    ("uint8_t", 1, 0, 2**8 - 1),
    ("int8_t", 1, -(2**7), 2**7 - 1),
    ("uint16_t", 2, 0, 2**16 - 1),
    ("int16_t", 2, -(2**15), 2**15 - 1),
    ("int32_t", 4, -(2**31), 2**31 - 1),
    ("int64_t", 8, -(2**63), 2**63 - 1),
)
WIDTHS = {"int32_t": 0, "int64_t": 1, "rw_number": 2}
LARGEST = 2**127 - 1
MOST_BYTES = 1 << 24
MOST_PLANES = 4


@dataclass(frozen=True, slots=True)
class Form:
    """How one type is held: `kind` number, word, wide, words or struct; its C type in expressions and in memory; bytes and alignment there."""

    kind: str
    value: str
    stored: str
    size: int
    align: int


@dataclass(frozen=True, slots=True)
class Member:
    """One member of a struct: `count` is None for a single one, else the length of an array."""

    name: str
    form: Form
    count: int | None = None
    note: str = ""

    @property
    def size(self) -> int:
        """Bytes."""
        return self.form.size * (1 if self.count is None else self.count)

    @property
    def text(self) -> str:
        """The declaration."""
        return f"{self.form.stored} {self.name}{'' if self.count is None else f'[{self.count}]'};"


BYTE = Form("number", "int32_t", "uint8_t", 1, 1)


@dataclass(slots=True)
class Struct:
    """A struct type: members in the order of memory, with the padding written out."""

    name: str
    note: str
    members: tuple[Member, ...]
    form: Form

    def text(self) -> list[str]:
        """The definition as lines of C."""
        lines = [f"/* {self.note} */", "typedef struct {"]
        lines += [f"    {member.text}{f' /* {member.note} */' if member.note else ''}" for member in self.members]
        return [*lines, f"}} {self.name};"]


def plain(text: str) -> str:
    """Words that may stand in a comment of C: on one line, and nothing in them ends or opens one."""
    return plain_words(text).replace("*/", "* /").replace("/*", "/ *").replace("\\", "\\ ")


def bounds(type_: Type) -> tuple[int, int]:
    """The least and the greatest number a scalar is held as."""
    match type_:
        case BoolType():
            return 0, 1
        case IntType(low, high):
            return low, max(low, high)
        case EnumType() | RecordType():
            return 0, max(cardinality(type_) - 1, 0)
        case OptionalType(item):
            return none_of(type_), bounds(item)[1]
        case _:
            raise NoTranslation(f"a {type_} as a number")


def none_of(type_: OptionalType) -> int:
    """The spare number that stands for none."""
    if isinstance(type_.item, OptionalType):
        return none_of(type_.item)  # there is only one none
    low, _ = bounds(type_.item)
    return -1 if low >= 0 else low - 1


def value_type(low: int, high: int) -> str:
    """The C type of numbers in expressions."""
    if low >= -(2**31) and high < 2**31:
        return "int32_t"
    if low >= -(2**63) and high < 2**63:
        return "int64_t"
    if max(-low, high) <= LARGEST:
        return "rw_number"
    raise NoTranslation(f"numbers in {low}..{high}")


def number_form(low: int, high: int) -> Form:
    """The form of numbers low..high."""
    value = value_type(low, high)
    for stored, size, least, most in INTEGERS:
        if least <= low and high <= most:
            return Form("number", value, stored, size, size)
    return Form("number", value, "rw_stored_number", 16, 8)


def set_form(count: int) -> Form:
    """The form of sets over so many values."""
    if count <= WORD:
        size = next(size for size in (1, 2, 4, 8) if count <= 8 * size)
        return Form("word", "uint64_t", f"uint{8 * size}_t", size, size)
    if count <= 2 * WORD:
        return Form("wide", "rw_wide", "rw_stored_wide", 16, 8)
    words = words_of(count)
    return Form("words", f"rw_words{words}", f"rw_words{words}", 8 * words, 8)


def words_of(count: int) -> int:
    """How many words hold a set over so many values."""
    return (count + WORD - 1) // WORD


def map_storage(map_: MapType) -> Literal["set", "planes", "array"]:
    """How a map is held. Planes answer for all keys at once which have a value, take few bytes, and cost more where a single entry is read or put."""
    if isinstance(map_.value, BoolType):
        return "set"
    keys, entries = cardinality(map_.key), cardinality(map_.value) if is_scalar(map_.value) else 0
    counted = isinstance(map_.value, IntType)  # numbers are reckoned with, entry by entry
    return "planes" if not counted and 2 <= entries < keys <= 2 * WORD and entries <= 1 << MOST_PLANES else "array"


def planes_of(type_: Type) -> int:
    """In how many planes a map is held; 0 for every other type."""
    if isinstance(type_, MapType) and map_storage(type_) == "planes":
        return (cardinality(type_.value) - 1).bit_length()
    return 0


@dataclass(slots=True)
class Forms:
    """The forms of all types of one game; struct types and word arrays are noted in the order they must be defined."""

    structs: list[Struct] = field(default_factory=list)
    words: list[int] = field(default_factory=list)
    _known: dict[Type, Form] = field(default_factory=dict)

    def of(self, type_: Type) -> Form:
        """The form of a type."""
        if type_ not in self._known:
            self._known[type_] = self._make(type_)
        return self._known[type_]

    def describe(self, type_: Type) -> str:
        """How values of a type are held, in words."""
        form = self.of(type_)
        match type_:
            case _ if form.kind == "number":
                return "a number"
            case _ if form.kind in ("word", "wide", "words"):
                return "bits of a word" if form.kind == "word" else f"bits of {words_of(8 * form.size)} words"
            case MapType(key) if planes := planes_of(type_):
                return f"{planes} {'plane' if planes == 1 else 'planes'} of {cardinality(key)} bits"
            case MapType(key, value):
                return f"{cardinality(key):,} times {self.describe(value)}"
            case _:
                return form.stored.partition("__")[0]

    def _make(self, type_: Type) -> Form:
        if is_scalar(type_):
            return number_form(*bounds(type_))
        match type_:
            case SetType(item) | MapType(item, BoolType()):
                return self._bits(cardinality(item))
            case MapType(key) if planes := planes_of(type_):
                return self._struct("map", type_, [Member("p", set_form(cardinality(key)), planes)])
            case MapType(key, value):
                return self._struct("map", type_, [Member("e", self.of(value), max(cardinality(key), 1))])
            case BagType(item, most):
                return self._struct("bag", type_, [Member("e", number_form(0, most), max(cardinality(item), 1))])
            case ListType(item, most):
                return self._struct("list", type_, [Member("e", self.of(item), max(most, 1)), Member("n", number_form(0, most))])
            case DeckType(item, most):
                parts = [Member("known", self.of(ListType(item, most))), Member("unseen", self.of(BagType(item, most)))]
                return self._struct("deck", type_, parts)
            case RecordType(fields=fields):
                return self._struct("record", type_, [Member(f"f_{name}", self.of(item)) for name, item in fields])
            case OptionalType(item):
                if isinstance(item, OptionalType):
                    raise NoTranslation(f"the type {type_}")
                return self._struct("maybe", type_, [Member("value", self.of(item)), Member("has", BYTE)])
            case _:
                raise NoTranslation(f"a {type_} in a state")

    def _bits(self, count: int) -> Form:
        form = set_form(count)
        if form.kind == "words" and words_of(count) not in self.words:
            self.words.append(words_of(count))
        return form

    def _struct(self, kind: str, type_: Type, parts: Sequence[Member]) -> Form:
        struct = pad_struct(f"{kind}__{len(self.structs) + 1}", plain(str(type_)), parts)
        self.structs.append(struct)
        return struct.form


def pad_struct(name: str, note: str, parts: Sequence[Member]) -> Struct:
    """A struct with its members from the widest to the narrowest and the rest filled up."""
    members = sorted(parts, key=lambda member: -member.form.align)
    align = max([member.form.align for member in members], default=1)
    size = sum(member.size for member in members)
    rest = -size % align
    if rest:
        members.append(Member("zeros", BYTE, rest))
    if size + rest > MOST_BYTES:
        raise NoTranslation(f"{size + rest:,} bytes of {note}")
    return Struct(name, note, tuple(members), Form("struct", name, name, size + rest, align))


@dataclass(frozen=True, slots=True)
class StateLayout:
    """The struct of a state; `names` gives the member of each variable."""

    struct: Struct
    names: dict[str, str]


def state_layout(game: Game, forms: Forms, names: dict[str, str]) -> StateLayout:
    """The struct that holds a state of the game: its variables and the node, in whole words."""
    parts = [
        Member(names[variable.name], forms.of(variable.type), None, plain(f"{variable.name}: {variable.type}"))
        for variable in game.variables
    ]
    parts.append(Member("node", number_form(0, max(len(game.nodes) - 1, 0)), None, "where play rests"))
    struct = pad_struct("state", f"A state of {plain(game.name)}.", parts)
    rest = -struct.form.size % 8
    if rest:
        filled = [member for member in struct.members if member.name != "zeros"]
        size = sum(member.size for member in filled)
        members = (*filled, Member("zeros", BYTE, -size % 8))
        struct = Struct("state", struct.note, members, Form("struct", "state", "state", size + -size % 8, struct.form.align))
    return StateLayout(struct, names)
