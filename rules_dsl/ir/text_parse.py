"""Text in notation → value, led by the type (so the depth of a text never matters)."""

from __future__ import annotations

import re
from typing import assert_never

from rules_dsl.diagnostics.suggest import nearest
from rules_dsl.ir import text_names
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
    Value,
    cardinality,
    ordinal,
    pack_record,
    zero,
)
from rules_dsl.quantities import quantity

_WORD = re.compile(rf"[^{re.escape(text_names.SEPARATORS)}]+")
_SPACE = re.compile(r"\s*")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_NUMBER = re.compile(r"[+-]?[0-9]{1,30}\Z")
_DECK = re.compile(r"deck\s+of\s+([0-9]{1,9})")
_DECK_TOP = re.compile(r"\s*[,;]\s*top\s*(?=\[)")
_DECK_UNSEEN = re.compile(r"\s*[,;]\s*unseen\s*(?=\{)")
_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}
_CLOSING = {"(": ")", "[": "]", "{": "}"}
NAMES_LISTED = 6


def parse_value(type_: Type, text: str) -> Value:
    """The value a text in notation stands for; a ValueError says what is wrong and what was probably meant."""
    reader = _Reader(text)
    value = reader.value(type_)
    reader.end(type_)
    return value


def find_named_value(type_: EnumType, name: str) -> int:
    """The ordinal of an enum value by its bare name or its sign."""
    number = text_names.numbers_by_name(type_.members).get(name)
    if number is None:
        number = text_names.numbers_by_sign(type_.signs).get(name)
    if number is None:
        raise ValueError(_no_such_name(name, str(type_), type_.members))
    return number


def number_in(type_: IntType, number: int) -> int:
    """The number, if it lies in the range."""
    if type_.low <= number <= type_.high:
        return number
    if type_.low > type_.high:
        raise ValueError(f"{number} is not in {type_}, which is empty")
    raise ValueError(f"{number} is not in {type_}; the nearest is {min(max(number, type_.low), type_.high)}")


def _no_such_name(word: str, kind: str, names: tuple[str, ...]) -> str:
    meant = nearest(word, names)
    if meant:
        return f"{word} is not a value of {kind}; did you mean {meant}?"
    listed = ", ".join(names[:NAMES_LISTED]) + (", …" if len(names) > NAMES_LISTED else "")
    return (
        f"{word} is not a value of {kind}; it is one of {listed}"
        if names
        else f"{word} is not a value of {kind}; it has no values"
    )


class _Reader:
    """A place in a text; every method reads one thing from there on."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0

    def value(self, type_: Type) -> Value:
        if self._keyword("nothing"):
            return zero(type_)
        match type_:
            case BoolType():
                return self._truth()
            case IntType():
                return self._number(type_)
            case EnumType():
                return self._name(type_)
            case RecordType():
                return self._record(type_)
            case OptionalType(item):
                return None if self._keyword("none") else self.value(item)
            case SetType(item):
                return sum(1 << number for number in {ordinal(item, value) for value in self._items(item, "{")})
            case BagType():
                return self._bag(type_)
            case ListType(item, most):
                return _at_most(most, tuple(self._items(item, "[")))
            case MapType():
                return self._map(type_)
            case DeckType():
                return self._deck(type_)
            case TextType():
                return self._word()
            case _:
                assert_never(type_)

    def end(self, type_: Type) -> None:
        self._skip()
        if self.place < len(self.text):
            raise ValueError(f"{_short(self.text[self.place :])} is too much after a value of {type_}")

    def _skip(self) -> None:
        result = _SPACE.match(self.text, self.place)
        self.place = result.end() if result else self.place

    def _peek(self) -> str:
        self._skip()
        return self.text[self.place : self.place + 1]

    def _take(self, character: str) -> bool:
        if self._peek() != character:
            return False
        self.place += 1
        return True

    def _keyword(self, word: str) -> bool:
        self._skip()
        keyword = _WORD.match(self.text, self.place)
        if not keyword or keyword[0].strip() != word or self.text[keyword.end() : keyword.end() + 1] in {"[", "("}:
            return False
        self.place = keyword.end()
        return True

    def _word(self) -> str:
        self._skip()
        word = _QUOTED.match(self.text, self.place)
        if word:
            self.place = word.end()
            return text_names.unquote_text(word[1])
        word = _WORD.match(self.text, self.place)
        if not word or not word[0].strip():
            raise ValueError(
                f"a value is missing before {_short(self.text[self.place :])}" if self._peek() else "a value is missing"
            )
        self.place = word.end()
        return word[0].strip()

    def _truth(self) -> bool:
        word = self._word()
        if word not in _TRUTHS:
            raise ValueError(f"{word} is neither true nor false")
        return _TRUTHS[word]

    def _number(self, type_: IntType) -> int:
        word = self._word()
        if not _NUMBER.match(word):
            raise ValueError(f"{_short(word)} is not a whole number ({type_})")
        return number_in(type_, int(word))

    def _name(self, type_: EnumType) -> int:
        word = self._word()
        if word == type_.name and self._take("["):
            word = self._word()
            self._close("]")
        elif word not in type_.members and word.startswith(f"{type_.name}."):
            word = word[len(type_.name) + 1 :]
        return find_named_value(type_, word)

    def _record(self, type_: RecordType) -> Value:
        word = "" if self._peek() == "(" else self._word()
        if self._peek() != "(":
            return self._read_spelling(type_, word)
        if word not in {"", type_.name}:
            raise ValueError(f"{word}(…) is not a value of {type_}; write {_form(type_)}")
        return pack_record(type_, self._fields(type_))

    def _read_spelling(self, type_: RecordType, word: str) -> Value:
        number = text_names.spellings(type_.spelling).get(word) if type_.spelling else None
        if number is None:
            message = (
                _no_such_name(word, str(type_), type_.spelling)
                if type_.spelling
                else f"{word} is not a value of {type_}; write {_form(type_)}"
            )
            raise ValueError(message)
        return number

    def _fields(self, type_: RecordType) -> tuple[Value, ...]:
        self._take("(")
        values: list[Value] = []
        for label, item in type_.fields:
            if values and not self._separator():
                raise ValueError(f"{label} is missing; write {_form(type_)}")
            self._field_label(label)
            values.append(self.value(item))
        if not self._take(")"):
            raise ValueError(f"{type_} has {quantity(len(type_.fields), 'field')}; write {_form(type_)}")
        return tuple(values)

    def _field_label(self, label: str) -> None:
        """`column = 3` may stand for `3` where the field comes in its turn."""
        field_label = re.compile(rf"\s*{re.escape(label)}\s*=\s*").match(self.text, self.place)
        self.place = field_label.end() if field_label else self.place

    def _separator(self) -> bool:
        return self._take(",") or self._take(";")

    def _close(self, closing: str) -> None:
        if not self._take(closing):
            raise ValueError(
                f"{closing} is missing"
                + (f" before {_short(self.text[self.place :])}" if self._peek() else " at the end")
            )

    def _items(self, item: Type, opening: str) -> list[Value]:
        opening = self._open(opening)
        values: list[Value] = []
        while self._peek() != _CLOSING[opening]:
            if values and not self._separator():
                self._close(_CLOSING[opening])
            values.append(self.value(item))
        self._close(_CLOSING[opening])
        return values

    def _open(self, wished: str) -> str:
        """The opening bracket; a set may be written in square brackets and a list in curly ones."""
        for opening in (wished, "[", "{"):
            if self._take(opening):
                return opening
        raise ValueError(
            f"{wished}…{_CLOSING[wished]} is expected"
            + (f", not {_short(self.text[self.place :])}" if self._peek() else "")
        )

    def _bag(self, type_: BagType) -> Value:
        counts = [0] * cardinality(type_.item)
        opening = self._open("{")
        first = True
        while self._peek() != _CLOSING[opening]:
            if not first and not self._separator():
                self._close(_CLOSING[opening])
            first = False
            number = ordinal(type_.item, self.value(type_.item))
            counts[number] += self._number(IntType(0, type_.most)) if self._take(":") else 1
        self._close(_CLOSING[opening])
        return counts_within(type_.most, counts)

    def _map(self, type_: MapType) -> Value:
        if self._peek() != "{":
            return (self.value(type_.value),) * cardinality(type_.key)
        self._take("{")
        values: dict[int, Value] = {}
        while self._peek() != "}":
            if values and not self._separator():
                self._close("}")
            self._entry(type_, values)
        self._close("}")
        nothing = zero(type_.value)
        return tuple(values.get(number, nothing) for number in range(cardinality(type_.key)))

    def _entry(self, type_: MapType, values: dict[int, Value]) -> None:
        start = self.place
        key = ordinal(type_.key, self.value(type_.key))
        if key in values:
            raise ValueError(f"{self.text[start : self.place].strip()} is there twice")
        if not self._take(":"):
            raise ValueError(
                f"a colon and a value of {type_.value} are missing after {self.text[start : self.place].strip()}"
            )
        values[key] = self.value(type_.value)

    def _deck(self, type_: DeckType) -> Value:
        size = self._pattern(_DECK)
        if size is None:
            raise ValueError(f"deck of … is expected, not {_short(self.text[self.place :])}")
        top = self._items(type_.item, "[") if self._pattern(_DECK_TOP) is not None else []
        unseen = (0,) * cardinality(type_.item)
        if self._pattern(_DECK_UNSEEN) is not None:
            unseen = self._bag(BagType(type_.item, type_.most))
        if len(top) + sum(unseen) != int(size):
            raise ValueError(f"deck of {size} holds {quantity(len(top) + sum(unseen), 'card')}")
        return (_at_most(type_.most, tuple(top)), unseen)

    def _pattern(self, pattern: re.Pattern[str]) -> str | None:
        self._skip()
        result = pattern.match(self.text, self.place)
        if not result:
            return None
        self.place = result.end()
        return result[1] if result.groups() else ""


def counts_within(most: int, counts: list[int]) -> tuple[int, ...]:
    """The counts of a bag, if none is above its limit."""
    highest = max(counts, default=0)
    if highest > most:
        raise ValueError(f"{highest} of one kind are more than the {most} allowed")
    return tuple(counts)


def _at_most(most: int, items: tuple[Value, ...]) -> tuple[Value, ...]:
    if len(items) > most:
        raise ValueError(f"{quantity(len(items), 'item')} are more than the {most} allowed")
    return items


def _form(type_: RecordType) -> str:
    return f"{type_.name}({', '.join(label for label, _ in type_.fields)})"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 40 else text[:39] + "…"
