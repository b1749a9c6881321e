"""How values and states are laid out in C.

The form of a value in core says how it is held. A scalar is one number: a truth is 0 or 1, enums and countable records are
their ordinals; `none` is a spare number below the rest. In expressions it is an int32_t (int64_t or __int128 where its range
asks for more), in memory the narrowest integer that holds it. A set is a word of bits: in expressions uint64_t, two words up
to 128 values, an array of words above; in memory the narrowest word. A row of truths is held as the set of its true places,
a row of few values in planes: the set of the places at whose ordinals the lowest bit is 1, that for the next bit, and so on;
any other row as an array; a sequence as items and length, with zeros behind the last; tuples and other options part by part.
Members stand from the widest to the narrowest and what is left over is a named member that stays zero, so that equal values
are equal bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from cython_ext.emit.unsupported import NoTranslation
from rules_dsl.ir.core.forms import (
    CoreForm,
    NumberForm,
    OptionForm,
    RowForm,
    SequenceForm,
    TextForm,
    TruthForm,
    TupleForm,
    WordForm,
    form_of,
)
from rules_dsl.ir.nodes import Game
from rules_dsl.ir.types import BagType, DeckType, ListType, MapType, RecordType, Type, cardinality
from rules_dsl.quantities import quantity
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
Kind = Type | CoreForm
"""What says how a value is held: its form in core, or its type, which has one."""
MOST_BYTES = 1 << 24
MOST_PLANES = 4
STRUCTS = {ListType: "list", BagType: "bag", DeckType: "deck", RecordType: "record"}
"""What the types that are held as structs are called in reports."""


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


def core_form(kind: Kind) -> CoreForm:
    """The form in core of a type; a form is its own."""
    return kind if isinstance(kind, CoreForm) else form_of(kind)


def is_number(kind: Kind) -> bool:
    """Is a value held as one number?"""
    form = core_form(kind)
    return isinstance(form, NumberForm | TruthForm) or (isinstance(form, OptionForm) and is_number(form.item))


def bounds(kind: Kind) -> tuple[int, int]:
    """The least and the greatest number a scalar is held as."""
    match core_form(kind):
        case TruthForm():
            return 0, 1
        case NumberForm(low, high):
            return low, max(low, high)
        case OptionForm(item) if is_number(item):
            return none_of(kind), bounds(item)[1]
        case form:
            raise NoTranslation(f"a {form} as a number")


def none_of(kind: Kind) -> int:
    """The spare number that stands for none."""
    form = core_form(kind)
    assert isinstance(form, OptionForm)
    if isinstance(form.item, OptionForm):
        return none_of(form.item)  # there is only one none
    low, _ = bounds(form.item)
    return -1 if low >= 0 else low - 1


def count_of(kind: Kind) -> int:
    """How many values a scalar may have."""
    match core_form(kind):
        case TruthForm():
            return 2
        case NumberForm(low, high):
            return max(0, high - low + 1)
        case OptionForm(item):
            return 1 + count_of(item)
        case form:
            raise NoTranslation(f"the number of values of {form}")


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


def map_storage(kind: Kind) -> Literal["set", "planes", "array"]:
    """How a row is held. Planes answer for all keys at once which have a value, take few bytes, and cost more where a single entry is read or put."""
    form = core_form(kind)
    assert isinstance(form, RowForm)
    if isinstance(form.item, TruthForm):
        return "set"
    entries = count_of(form.item) if is_number(form.item) and not _is_calculated_with(form.item) else 0
    return "planes" if 2 <= entries < form.size <= 2 * WORD and entries <= 1 << MOST_PLANES else "array"


def _is_calculated_with(form: CoreForm) -> bool:
    """Is it a plain number, which is mostly read entry by entry?"""
    return isinstance(form, NumberForm) and not form.ordinal


def planes_of(kind: Kind) -> int:
    """In how many planes a map is held; 0 for every other type."""
    form = core_form(kind)
    if isinstance(form, RowForm) and map_storage(form) == "planes":
        return (count_of(form.item) - 1).bit_length()
    return 0


@dataclass(slots=True)
class Forms:
    """How all values of one game are held; struct types and word arrays are noted in the order they must be defined."""

    structs: list[Struct] = field(default_factory=list)
    words: list[int] = field(default_factory=list)
    _known: dict[CoreForm, Form] = field(default_factory=dict)

    def of(self, kind: Kind) -> Form:
        """How values of a type or form are held."""
        form = core_form(kind)
        if form not in self._known:
            self._known[form] = self._make(form)
        return self._known[form]

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
                return f"{quantity(cardinality(key), 'time')} {self.describe(value)}"
            case _:
                return next((name for of, name in STRUCTS.items() if isinstance(type_, of)), "maybe")

    def _make(self, form: CoreForm) -> Form:
        if is_number(form):
            return number_form(*bounds(form))
        match form:
            case WordForm(size) | RowForm(TruthForm(), size):
                return self._bits(size)
            case RowForm(item, size) if planes := planes_of(form):
                return self._struct("row", form, [Member("p", set_form(size), planes)])
            case RowForm(item, size):
                return self._struct("row", form, [Member("e", self.of(item), max(size, 1))])
            case SequenceForm(item, most):
                return self._struct("sequence", form, [Member("e", self.of(item), max(most, 1)), Member("n", number_form(0, most))])
            case TupleForm(parts):
                return self._struct("tuple", form, [Member(f"f_{place}", self.of(part)) for place, part in enumerate(parts)])
            case OptionForm(item):
                if isinstance(item, OptionForm):
                    raise NoTranslation(f"the type {form}")
                return self._struct("option", form, [Member("value", self.of(item)), Member("has", BYTE)])
            case TextForm():
                raise NoTranslation("text in a state")
            case _:
                raise NoTranslation(f"a {form} in a state")

    def _bits(self, count: int) -> Form:
        form = set_form(count)
        if form.kind == "words" and words_of(count) not in self.words:
            self.words.append(words_of(count))
        return form

    def _struct(self, kind: str, form: CoreForm, parts: Sequence[Member]) -> Form:
        struct = pad_struct(f"{kind}__{len(self.structs) + 1}", plain(str(form)), parts)
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
        raise NoTranslation(f"{quantity(size + rest, 'byte')} of {note}")
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
