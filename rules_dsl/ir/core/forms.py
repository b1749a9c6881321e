"""The eight forms in which core holds values, and which form a type has."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import assert_never

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
    cardinality,
    is_scalar,
)


@dataclass(frozen=True, slots=True)
class NumberForm:
    """A whole number; the range is what slots and items of it must be able to hold.

    An `ordinal` numbers the values of an enum or record: the rules compare it and look it up, they do not calculate with it.
    """

    low: int = 0
    high: int = 0
    ordinal: bool = False

    def __str__(self) -> str:
        return f"{self.low}..{self.high}"


@dataclass(frozen=True, slots=True)
class TruthForm:
    """True or false."""

    def __str__(self) -> str:
        return "truth"


@dataclass(frozen=True, slots=True)
class WordForm:
    """So many bits."""

    size: int

    def __str__(self) -> str:
        return f"word {self.size}"


@dataclass(frozen=True, slots=True)
class OptionForm:
    """None, or a value."""

    item: CoreForm

    def __str__(self) -> str:
        return f"{self.item}?"


@dataclass(frozen=True, slots=True)
class RowForm:
    """So many values of one form, counted from 0."""

    item: CoreForm
    size: int

    def __str__(self) -> str:
        return f"[{self.size}]{self.item}"


@dataclass(frozen=True, slots=True)
class SequenceForm:
    """At most so many values of one form, counted from 0."""

    item: CoreForm
    most: int

    def __str__(self) -> str:
        return f"[..{self.most}]{self.item}"


@dataclass(frozen=True, slots=True)
class TupleForm:
    """One value of each form."""

    parts: tuple[CoreForm, ...]

    def __str__(self) -> str:
        return f"({', '.join(str(part) for part in self.parts)})"


@dataclass(frozen=True, slots=True)
class TextForm:
    """Words of a message; never in a slot."""

    def __str__(self) -> str:
        return "text"


CoreForm = NumberForm | TruthForm | WordForm | OptionForm | RowForm | SequenceForm | TupleForm | TextForm

NUMBER = NumberForm()
TRUTH = TruthForm()
TEXT_FORM = TextForm()


@cache
def form_of(type_: Type) -> CoreForm:
    """The form in which values of a type are held; it is the one `rules_dsl/ir/types.py` describes."""
    match type_:
        case BoolType():
            return TRUTH
        case IntType(low, high):
            return NumberForm(low, high)
        case EnumType():
            return NumberForm(0, cardinality(type_) - 1, ordinal=True)
        case RecordType() if is_scalar(type_):
            return NumberForm(0, cardinality(type_) - 1, ordinal=True)
        case RecordType(fields=fields):
            return TupleForm(tuple(form_of(item) for _, item in fields))
        case OptionalType(item):
            return OptionForm(form_of(item))
        case SetType(item):
            return WordForm(cardinality(item))
        case BagType(item, most):
            return RowForm(NumberForm(0, most), cardinality(item))
        case ListType(item, most):
            return SequenceForm(form_of(item), most)
        case MapType(key, value):
            return RowForm(form_of(value), cardinality(key))
        case DeckType(item, most):
            return TupleForm((form_of(ListType(item, most)), form_of(BagType(item, most))))
        case TextType():
            return TEXT_FORM
        case _:
            assert_never(type_)
