"""Converts forms between types, with the condition under which they fit."""

from __future__ import annotations

from rules_dsl.ir.conversions import ordinal_in
from rules_dsl.ir.types import (
    BagType,
    BoolType,
    DeckType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    SetType,
    Type,
    cardinality,
    is_scalar,
    value_of,
    values,
    zero,
)
from solver.symbolic.forms import Form, UnsupportedTerm, make_form
from solver.symbolic.terms import Symbol, Terms


def ordinal_of(terms: Terms, type_: Type, symbol: Symbol) -> Symbol:
    """The ordinal of a scalar."""
    match type_:
        case IntType(low, _):
            return terms.sum([(1, symbol)], -low)
        case BoolType():
            return terms.sum([(1, symbol)])
        case _:
            return symbol


def with_ordinal(terms: Terms, type_: Type, number: Symbol) -> Symbol:
    """The scalar that has an ordinal."""
    match type_:
        case IntType(low, _):
            return terms.sum([(1, number)], low)
        case BoolType():
            return terms.equal(number, 1)
        case _:
            return number


def convert_form(terms: Terms, source: Type, target: Type, form: Form) -> tuple[Form, Symbol]:
    """The form as one of the target, and whether it fits."""
    if source == target:
        return form, True
    if is_scalar(source) and is_scalar(target):
        return _scalar(terms, source, target, form)
    match source, target:
        case OptionalType(), _ if not is_scalar(source):
            return _optional(terms, source, target, form)
        case OptionalType(), OptionalType(item):
            raise UnsupportedTerm(f"{source} as {target}")
        case _, OptionalType(item):
            inside, fits = convert_form(terms, source, item, form)
            return (True, inside), fits
        case RecordType(), RecordType():
            rows = [
                convert_form(terms, old, new, part)
                for (_, old), (_, new), part in zip(source.fields, target.fields, form, strict=True)
            ]
            return tuple([part for part, _ in rows]), terms.all([fits for _, fits in rows])
        case SetType(inner), SetType(item):
            return _places(terms, inner, item, form, False)
        case SetType(inner), BagType():
            counts = tuple([terms.sum([(1, part)]) for part in form])
            return convert_form(terms, BagType(inner, 1), target, counts)
        case BagType(inner), BagType(item, most):
            moved, fits = _places(terms, inner, item, form, 0)
            return moved, terms.all([fits, *[terms.not_above(part, most) for part in form]])
        case ListType(), ListType():
            return _list(terms, source, target, form)
        case MapType(), MapType():
            return _map(terms, source, target, form)
        case DeckType(inner, count), DeckType(item, most):
            top, top_fits = convert_form(terms, ListType(inner, count), ListType(item, most), form[0])
            rest, rest_fits = convert_form(terms, BagType(inner, count), BagType(item, most), form[1])
            return (top, rest), terms.all([top_fits, rest_fits])
        case ((BagType() | SetType()), DeckType(item, most)):
            cards, fits = convert_form(terms, source, BagType(item, most), form)
            return (make_form(ListType(item, most), ()), cards), fits
        case ListType(), DeckType(item, most):
            cards, fits = convert_form(terms, source, ListType(item, most), form)
            return (cards, make_form(BagType(item, most), (0,) * cardinality(item))), fits
        case _:
            raise UnsupportedTerm(f"{source} as {target}")


def _optional(terms: Terms, source: OptionalType, target: Type, form: Form) -> tuple[Form, Symbol]:
    """An optional whose values are no scalars."""
    there, inside = form
    if not isinstance(target, OptionalType):
        fresh, fits = convert_form(terms, source.item, target, inside)
        return fresh, terms.all((there, fits))
    fresh, fits = convert_form(terms, source.item, target.item, inside)
    return (there, fresh), terms.implies(there, fits)


def _scalar(terms: Terms, source: Type, target: Type, form: Form) -> tuple[Form, Symbol]:
    match source, target:
        case IntType(), IntType(low, high):
            return form, terms.all([terms.not_above(low, form), terms.not_above(form, high)])
        case OptionalType(inner), OptionalType(item):
            there = terms.negate_truth(terms.equal(form, 0))
            number, fits = _present(terms, inner, item, form)
            return terms.choice(there, terms.sum([(1, number)], 1), 0, False), terms.implies(there, fits)
        case OptionalType(inner), _:
            there = terms.negate_truth(terms.equal(form, 0))
            number, fits = _present(terms, inner, target, form)
            return with_ordinal(terms, target, number), terms.all([there, fits])
        case _, OptionalType(item):
            inside, fits = convert_form(terms, source, item, form)
            return terms.sum([(1, ordinal_of(terms, item, inside))], 1), fits
        case RecordType(), RecordType():
            return _renumber_ordinals(terms, source, target, form)
        case _:
            raise UnsupportedTerm(f"{source} as {target}")


def _present(terms: Terms, inner: Type, item: Type, form: Symbol) -> tuple[Symbol, Symbol]:
    """The ordinal in `item` of the value of an option that is not none."""
    inside = with_ordinal(terms, inner, terms.sum([(1, form)], -1))
    fresh, fits = convert_form(terms, inner, item, inside)
    return ordinal_of(terms, item, fresh), fits


def _renumber_ordinals(terms: Terms, source: Type, target: Type, form: Symbol) -> tuple[Symbol, Symbol]:
    """Countable records by a table of their ordinals."""
    find = ordinal_in(target)
    places = [find(value) for value in values(source)]
    number = terms.select_part([max(place, 0) for place in places], form, False)
    return number, terms.select_part([place >= 0 for place in places], form, True)


def _places(terms: Terms, inner: Type, item: Type, form: Form, nothing: Symbol) -> tuple[Form, Symbol]:
    """Truths or counts by the ordinals of another type."""
    find = ordinal_in(item)
    moved: list[Symbol] = [nothing] * cardinality(item)
    misfits = []
    for number, part in enumerate(form):
        place = find(value_of(inner, number))
        if place >= 0:
            moved[place] = part
        else:
            misfits.append(terms.negate_truth(part) if nothing is False else terms.not_above(part, 0))
    return tuple(moved), terms.all(misfits)


def _list(terms: Terms, source: ListType, target: ListType, form: Form) -> tuple[Form, Symbol]:
    length, places = form
    rows = [convert_form(terms, source.item, target.item, part) for part in places]
    fits = [terms.implies(terms.below(place, length), fit) for place, (_, fit) in enumerate(rows)]
    fresh = [part for part, _ in rows][: target.most]
    fresh += [make_form(target.item, zero(target.item))] * (target.most - len(fresh))
    return (length, tuple(fresh)), terms.all([*fits, terms.not_above(length, target.most)])


def _map(terms: Terms, source: MapType, target: MapType, form: Form) -> tuple[Form, Symbol]:
    find = ordinal_in(source.key)
    places = [find(value) for value in values(target.key)]
    if any(place < 0 for place in places):
        raise UnsupportedTerm(f"{source} as {target}")
    rows = [convert_form(terms, source.value, target.value, form[place]) for place in places]
    return tuple([part for part, _ in rows]), terms.all([fits for _, fits in rows])
