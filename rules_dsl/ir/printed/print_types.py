"""Types → text. Enums and records are named; two that differ and share a name are told apart by a number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from rules_dsl.ir.printed.words import name_text, string_text, unique_words
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
    TextType,
    Type,
)

Named = EnumType | RecordType


class TypeNames:
    """The names of all enums and records that occur in something."""

    def __init__(self, whole: object) -> None:
        self.names: dict[Named, str] = {}
        self._by_identity: dict[int, str] = {}
        self._spelled: dict[int, dict[int, str]] = {}
        self._kept: list[Named] = []
        taken: dict[str, int] = {}
        for found in _named_types(whole, set()):
            if found not in self.names:
                count = taken[found.name] = taken.get(found.name, 0) + 1
                self.names[found] = found.name if count == 1 else f"{found.name}#{count}"

    def name(self, type_: Named) -> str:
        """The name of an enum or record."""
        known = self._by_identity.get(id(type_))
        if known is None:
            known = self._by_identity[id(type_)] = name_text(self.names[type_])
            self._kept.append(type_)
        return known

    def spelled(self, type_: RecordType) -> dict[int, str]:
        """The values of a countable record that can be written as a word."""
        if id(type_) not in self._spelled:
            self._kept.append(type_)
            self._spelled[id(type_)] = {number: word for word, number in unique_words(type_.spelling).items()}
        return self._spelled[id(type_)]

    def text(self, type_: Type) -> str:
        """A type in one line."""
        match type_:
            case BoolType() | IntType() | TextType():
                return str(type_)
            case EnumType() | RecordType():
                return self.name(type_)
            case OptionalType(item):
                inner = self.text(item)
                return f"({inner})?" if isinstance(item, SetType | BagType | ListType | MapType | DeckType | IntType) else f"{inner}?"
            case SetType(item):
                return f"set of {self.text(item)}"
            case BagType(item, most):
                return f"bag of {self.text(item)} up to {most}"
            case ListType(item, most):
                return f"list of {self.text(item)} up to {most}"
            case DeckType(item, most):
                return f"deck of {self.text(item)} up to {most}"
            case MapType(key, value):
                return f"[{self.text(key)}] {self.text(value)}"

    def declarations(self) -> Iterator[str]:
        """A line for each enum and record, parts first."""
        for type_ in self.names:
            yield self._declaration(type_)

    def _declaration(self, type_: Named) -> str:
        title = f"type {self.name(type_)} "
        own = "" if self.names[type_] == type_.name else f" called {string_text(type_.name)}"
        if isinstance(type_, EnumType):
            members = ", ".join(name_text(member) for member in type_.members)
            return f"{title}{type_.kind} ({members})" + _texts("signs", type_.signs) + own
        parts = ", ".join(f"{name_text(name)}: {self.text(item)}" for name, item in type_.fields)
        return f"{title}record ({parts})" + _texts("spelled", type_.spelling) + own


def _texts(word: str, texts: tuple[str, ...]) -> str:
    return f" {word} ({', '.join(map(string_text, texts))})" if texts else ""


def _named_types(thing: object, seen: set[int]) -> Iterator[Named]:
    """Enums and records in a dataclass, however deep; parts before wholes."""
    if id(thing) in seen:
        return
    seen.add(id(thing))
    for part in _parts(thing):
        yield from _named_types(part, seen)
    if isinstance(thing, EnumType | RecordType):
        yield thing


def _parts(thing: object) -> Iterator[object]:
    if isinstance(thing, tuple):
        for item in thing:
            if isinstance(item, tuple) or is_dataclass(item):
                yield item
    elif is_dataclass(thing):
        for field in fields(thing):
            value = getattr(thing, field.name)
            if isinstance(value, tuple) or is_dataclass(value):
                yield value
