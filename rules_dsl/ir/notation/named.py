"""Types as forms. Enums and records have names; two that differ and share a name are told apart by a number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import assert_never

from rules_dsl.ir.notation.forms import BARE, Form, FormGroup, Text, Word
from rules_dsl.ir.types import (
    BOOL,
    TEXT,
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
    TextType,
    Type,
)

NamedType = EnumType | RecordType
WHOLE: dict[str, type[SetType] | type[OptionalType]] = {"set": SetType, "option": OptionalType}
SIZED: dict[str, type[BagType] | type[ListType] | type[DeckType]] = {"bag": BagType, "list": ListType, "deck": DeckType}


def list_named_types(thing: object, seen: set[int]) -> Iterator[NamedType]:
    """Enums and records anywhere in a node, parts before wholes."""
    if id(thing) in seen:
        return
    seen.add(id(thing))
    for part in _parts(thing):
        if isinstance(part, tuple) or is_dataclass(part):
            yield from list_named_types(part, seen)
    if isinstance(thing, EnumType | RecordType):
        yield thing


def _parts(thing: object) -> Iterator[object]:
    if isinstance(thing, tuple):
        yield from thing
    elif is_dataclass(thing):
        yield from (getattr(thing, part.name) for part in fields(thing))


class TypeForms:
    """The forms of types, for all enums and records of something."""

    def __init__(self, whole: object) -> None:
        self.names: dict[NamedType, str] = {}
        taken = Counter[str]()
        for record in list_named_types(whole, set()):
            if record not in self.names:
                taken[record.name] += 1
                self.names[record] = record.name if taken[record.name] == 1 else f"{record.name}#{taken[record.name]}"

    def form(self, type_: Type) -> Form:
        """The form of a type."""
        match type_:
            case BoolType() | IntType() | TextType():
                return Word(str(type_))
            case EnumType() | RecordType():
                name = self.names[type_]
                return Word(name) if BARE.fullmatch(name) else Text(name)
            case SetType(item):
                return FormGroup((Word("set"), self.form(item)))
            case OptionalType(item):
                return FormGroup((Word("option"), self.form(item)))
            case MapType(key, value):
                return FormGroup((Word("map"), self.form(key), self.form(value)))
            case BagType(item, most):
                return FormGroup((Word("bag"), self.form(item), Word(str(most))))
            case ListType(item, most):
                return FormGroup((Word("list"), self.form(item), Word(str(most))))
            case DeckType(item, most):
                return FormGroup((Word("deck"), self.form(item), Word(str(most))))
            case _:
                assert_never(type_)


def read_type(form: Form, names: dict[str, NamedType]) -> Type:
    """The type of a form. Raises ValueError."""
    match form:
        case Word("Bool"):
            return BOOL
        case Word("text"):
            return TEXT
        case Word(text) if ".." in text:
            low, _, high = text.partition("..")
            return IntType(int(low), int(high))
        case Word(name) | Text(name) if name in names:
            return names[name]
        case FormGroup((Word("map"), key, value)):
            return MapType(read_type(key, names), read_type(value, names))
        case FormGroup((Word(head), item)) if head in WHOLE:
            return WHOLE[head](read_type(item, names))
        case FormGroup((Word(head), item, Word(most))) if head in SIZED:
            return SIZED[head](read_type(item, names), int(most))
        case _:
            raise ValueError(f"no type: {form}")


@cache
def unique_words(spelling: tuple[str, ...]) -> dict[str, int]:
    """The words among the texts of a record's values that mean one value only, with its ordinal; numbers are no such
    words.
    """
    count = Counter(spelling)
    return {
        text: at
        for at, text in enumerate(spelling)
        if count[text] == 1 and BARE.fullmatch(text) and not text.lstrip("-").isdigit()
    }
