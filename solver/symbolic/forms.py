"""How values of each type are made of symbols.

Bool → a truth · Int → a number · other scalars → their ordinal (so `none` is 0) · Set → a truth for each ordinal · Bag
→ a number for each ordinal · Map and Record → their parts in order · optional of these → (truth: is it there?, its
form) · List → (length, places; those from the length on mean nothing) · Deck → (known list, unseen bag).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

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
    is_scalar,
    ordinal,
    value_of,
    zero,
)
from solver.symbolic.terms import Symbol, Term, Terms
from solver.symbolic.terms import UnsupportedTerm as UnsupportedTerm

Form = Any  # Symbol | tuple[Form, ...]; see above

PLACES = "places()"  # the places of a list as a record; no author can write its name


def parts_of(type_: Type) -> list[Type]:
    """The types of the parts of a value that is no scalar."""
    match type_:
        case SetType(item):
            return [BoolType()] * cardinality(item)
        case BagType(item, most):
            return [IntType(0, most)] * cardinality(item)
        case MapType(key, value):
            return [value] * cardinality(key)
        case RecordType(fields=fields):
            return [kind for _, kind in fields]
        case ListType(item, most):
            return [IntType(0, most), RecordType(PLACES, tuple([(str(place), item) for place in range(most)]))]
        case DeckType(item, most):
            return [ListType(item, most), BagType(item, most)]
        case OptionalType(item):
            return [BoolType(), item]
        case _:
            raise TypeError(f"{type_} has no parts")


def is_whole(type_: Type) -> bool:
    """Is a value one symbol? The places of a list are not, however few they are."""
    return is_scalar(type_) and not (isinstance(type_, RecordType) and type_.name == PLACES)


def make_form(type_: Type, value: Value) -> Form:
    """The form of a value."""
    match type_:
        case BoolType():
            return bool(value)
        case IntType():
            return int(value)
        case EnumType() | RecordType() | OptionalType() if is_whole(type_):
            return ordinal(type_, value)
        case SetType(item):
            return tuple([bool(value >> number & 1) for number in range(cardinality(item))])
        case ListType(item, most):
            filled = [*value, *[zero(item)] * (most - len(value))]
            return (len(value), tuple([make_form(item, entry) for entry in filled]))
        case OptionalType(item):
            return (value is not None, make_form(item, zero(item) if value is None else value))
        case BagType() | MapType() | RecordType() | DeckType():
            return tuple([make_form(kind, part) for kind, part in zip(parts_of(type_), value, strict=True)])
        case EnumType() | TextType():
            raise UnsupportedTerm(f"values of {type_}")
        case _:
            assert_never(type_)


def unknown(terms: Terms, type_: Type, name: str) -> Form:
    """A form with fresh unknowns named after it."""
    match type_:
        case BoolType():
            return terms.truth(name)
        case IntType(low, high):
            return terms.number(name, low, high)
        case EnumType() | RecordType() | OptionalType() if is_whole(type_):
            return terms.number(name, 0, cardinality(type_) - 1)
        case TextType() | EnumType():
            raise UnsupportedTerm(f"{name}, which is {type_}")
        case _:
            return tuple([unknown(terms, kind, f"{name}[{place}]") for place, kind in enumerate(parts_of(type_))])


def model_of(type_: Type, name: str, value: Value) -> dict[str, int]:
    """What the symbols of `unknown` are in a value."""
    model: dict[str, int] = {}
    _note(type_, name, make_form(type_, value), model)
    return model


def _note(type_: Type, name: str, form: Form, result: dict[str, int]) -> None:
    if is_whole(type_):
        result[name] = int(form)
        return
    for place, (kind, part) in enumerate(zip(parts_of(type_), form, strict=True)):
        _note(kind, f"{name}[{place}]", part, result)


def value_in(type_: Type, form: Form) -> Value:
    """The value of a completely known form."""
    match type_:
        case BoolType():
            return bool(form)
        case IntType():
            return int(form)
        case _ if is_whole(type_):
            return value_of(type_, int(form))
        case SetType():
            return sum([1 << number for number, part in enumerate(form) if part])
        case ListType(item):
            return tuple([value_in(item, part) for part in form[1][: form[0]]])
        case OptionalType(item):
            return value_in(item, form[1]) if form[0] else None
        case _:
            return tuple([value_in(kind, part) for kind, part in zip(parts_of(type_), form, strict=True)])


def symbols_of(form: Form) -> Iterator[Symbol]:
    """All symbols in a form, in order."""
    if isinstance(form, tuple):
        for part in form:
            yield from symbols_of(part)
    else:
        yield form


def refill_form(form: Form, symbols: Iterator[Symbol]) -> Form:
    """A form of the same shape with other symbols."""
    return tuple([refill_form(part, symbols) for part in form]) if isinstance(form, tuple) else next(symbols)


def choose_form(terms: Terms, condition: Symbol, then: Form, otherwise: Form) -> Form:
    """The first form where the condition holds, else the second; both are of one type."""
    if then is otherwise:
        return then
    if not isinstance(condition, Term):
        return then if condition else otherwise
    if isinstance(then, tuple):
        return tuple([choose_form(terms, condition, one, other) for one, other in zip(then, otherwise, strict=True)])
    return terms.choice(condition, then, otherwise, is_truth(then) or is_truth(otherwise))


def is_truth(symbol: Symbol) -> bool:
    """Is it a truth, not a number?"""
    return symbol.truth if isinstance(symbol, Term) else isinstance(symbol, bool)


def equate_forms(terms: Terms, type_: Type, first: Form, second: Form) -> Symbol:
    """Are two values of a type the same?"""
    match type_:
        case BoolType():
            return terms.equate_truths(first, second)
        case _ if is_whole(type_):
            return terms.equal(first, second)
        case ListType(item):
            places = range(min(len(first[1]), len(second[1])))
            rows = [
                terms.implies(
                    terms.below(place, first[0]), equate_forms(terms, item, first[1][place], second[1][place])
                )
                for place in places
            ]
            return terms.all([terms.equal(first[0], second[0]), *rows])
        case OptionalType(item):
            return terms.all(
                [
                    terms.equate_truths(first[0], second[0]),
                    terms.implies(first[0], equate_forms(terms, item, first[1], second[1])),
                ]
            )
        case _:
            return terms.all(
                [
                    equate_forms(terms, kind, one, other)
                    for kind, one, other in zip(parts_of(type_), first, second, strict=True)
                ]
            )


def select_form(terms: Terms, forms: list[Form], place: Symbol) -> Form:
    """The form at a place counted from 0; where there is no such place, and the rules have failed, any of them."""
    if not isinstance(place, Term):
        return forms[min(max(place, 0), len(forms) - 1)]
    last = max(min(place.high, len(forms) - 1), 0)
    form = forms[last]
    for number in range(last - 1, max(place.low, 0) - 1, -1):
        form = choose_form(terms, terms.equal(place, number), forms[number], form)
    return form
