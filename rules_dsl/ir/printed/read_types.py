"""Text → types."""

from __future__ import annotations

from rules_dsl.ir.printed.lines import Words
from rules_dsl.ir.printed.words import unique_words
from rules_dsl.ir.types import BOOL, TEXT, BagType, DeckType, EnumType, IntType, ListType, MapType, OptionalType, RecordType, SetType, Type


class TypeReader:
    """Reads types; knows those declared so far."""

    def __init__(self) -> None:
        self.named: dict[str, EnumType | RecordType] = {}
        self.words_of_values: dict[str, dict[str, int]] = {}

    def declare(self, words: Words) -> None:
        """Read a line `type …`."""
        words.expect("type")
        label = words.name()
        type_ = self._record(label, words) if words.accept("record") else self._enum(label, words)
        if words.accept("called"):
            own = words.string()
            type_ = _called(type_, own)
        self.named[label] = type_
        spelled = type_.spelling if isinstance(type_, RecordType) else ()
        self.words_of_values[label] = unique_words(spelled)

    def _enum(self, name: str, words: Words) -> EnumType:
        kind = words.name()
        words.expect("(")
        members = tuple(words.several(")", words.name))
        return EnumType(name, members, kind, _texts("signs", words))

    def _record(self, name: str, words: Words) -> RecordType:
        words.expect("(")
        fields = tuple(words.several(")", lambda: self._field(words)))
        return RecordType(name, fields, _texts("spelled", words))

    def _field(self, words: Words) -> tuple[str, Type]:
        name = words.name()
        words.expect(":")
        return name, self.type(words)

    def type(self, words: Words) -> Type:
        """Read a type."""
        for word, make in (("bag", BagType), ("list", ListType), ("deck", DeckType)):
            if words.accept(word, "of"):
                item = self.type(words)
                words.expect("up", "to")
                return make(item, words.number())
        if words.accept("set", "of"):
            return SetType(self.type(words))
        if words.accept("["):
            key = self.type(words)
            words.expect("]")
            return MapType(key, self.type(words))
        return self._optional(words)

    def _optional(self, words: Words) -> Type:
        type_ = self._simple(words)
        while words.accept("?"):
            type_ = OptionalType(type_)
        return type_

    def _simple(self, words: Words) -> Type:
        if words.accept("("):
            inner = self.type(words)
            words.expect(")")
            return inner
        if words.kind() == "number":
            low = words.number()
            words.expect("..")
            return IntType(low, words.number())
        if words.accept("Bool"):
            return BOOL
        if words.accept("text"):
            return TEXT
        return self.named_type(words.name(), words)

    def named_type(self, name: str, words: Words) -> EnumType | RecordType:
        """The enum or record of this name."""
        if name not in self.named:
            raise words.problem(f"a type instead of {name}")
        return self.named[name]


def _called(type_: EnumType | RecordType, name: str) -> EnumType | RecordType:
    if isinstance(type_, EnumType):
        return EnumType(name, type_.members, type_.kind, type_.signs)
    return RecordType(name, type_.fields, type_.spelling)


def _texts(word: str, words: Words) -> tuple[str, ...]:
    return tuple(words.several(")", words.string)) if words.accept(word, "(") else ()
