"""Builtins on symbolic values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BagType, DeckType, ListType, SetType, Type, cardinality, zero
from solver.symbolic.converting import ordinal_of, with_ordinal
from solver.symbolic.folds import items_in
from solver.symbolic.forms import Form, UnsupportedTerm, make_form
from solver.symbolic.operators import step_value
from solver.symbolic.terms import Symbol

if TYPE_CHECKING:
    from solver.symbolic.expressions import SymbolicEvaluator


def builtin(at: SymbolicEvaluator, expr: ir.Builtin) -> Form:
    """The value of a builtin."""
    first = expr.arguments[0]
    match expr.name:
        case "len":
            return _length(at, first.type, at.form(first))
        case "abs":
            number = at.form(first)
            return at.terms.most((number, at.terms.sum([(-1, number)])))
        case "next" | "previous":
            return step_value(at, first.type, at.form(first), 1 if expr.name == "next" else -1)
        case "number":
            return at.terms.sum([(1, ordinal_of(at.terms, first.type, at.form(first)))], 1)
        case "nth":
            return _nth(at, expr)
        case "unseen":
            return at.form(first)[1]
        case "known":
            return at.form(first)[0]
        case "members":
            return _members(at, expr)
        case "top" | "last" | "rest" | "take_first" | "take_last" | "without_last" | "reversed":
            return _of_list(at, expr)
        case _:
            raise UnsupportedTerm(expr.name)


def _length(at: SymbolicEvaluator, type_: Type, whole: Form) -> Symbol:
    match type_:
        case SetType() | BagType():
            return at.terms.sum([(1, part) for part in whole])
        case DeckType(item, most):
            return at.terms.sum([(1, whole[0][0]), (1, _length(at, BagType(item, most), whole[1]))])
        case _:
            length: Symbol = whole[0]
            return length


def _nth(at: SymbolicEvaluator, expr: ir.Builtin) -> Form:
    number, size = at.form(expr.arguments[-1]), cardinality(expr.type)
    at.insist(at.terms.all((at.terms.not_above(1, number), at.terms.not_above(number, size))), "E0907", expr.span)
    return with_ordinal(at.terms, expr.type, at.terms.sum([(1, number)], -1))


def _members(at: SymbolicEvaluator, expr: ir.Builtin) -> Form:
    (argument,) = expr.arguments
    whole = at.form(argument)
    match argument.type, expr.type:
        case BagType(), _:
            return tuple([at.terms.not_above(1, count) for count in whole])
        case ListType(inner), SetType(item):
            rows = [
                (ordinal_of(at.terms, item, at.fit_form(inner, item, value, expr.span)), there)
                for value, there in items_in(at, argument.type, whole)
            ]
            return tuple(
                [
                    at.terms.any([at.terms.all((there, at.terms.equal(number, place))) for number, there in rows])
                    for place in range(cardinality(item))
                ]
            )
        case _:
            return whole


def _of_list(at: SymbolicEvaluator, expr: ir.Builtin) -> Form:
    """Parts of lists: from which place on, how many, in which direction."""
    first, terms = expr.arguments[0], at.terms
    assert isinstance(first.type, ListType)
    length, places = at.form(first)
    most = expr.type.most if isinstance(expr.type, ListType) else 0  # a part may have fewer places than the whole
    match expr.name:
        case "top" | "last":
            at.insist(terms.not_above(1, length), "E0903", expr.span)
            return at.place(expr.type, list(places), 0 if expr.name == "top" else terms.sum([(1, length)], -1))
        case "rest":
            return _cut(at, first.type, places, most, 1, terms.most((0, terms.sum([(1, length)], -1))))
        case "reversed":
            back = [
                at.place(first.type.item, list(places), terms.sum([(1, length)], -1 - number))
                for number in range(len(places))
            ]
            return (length, tuple(back))
    number = terms.least((terms.most((at.form(expr.arguments[1]), 0)), length))
    rest = terms.sum([(1, length), (-1, number)])
    match expr.name:
        case "take_first":
            return _cut(at, first.type, places, most, 0, number)
        case "without_last":
            return _cut(at, first.type, places, most, 0, rest)
        case _:
            return _cut(at, first.type, places, most, rest, number)


def _cut(at: SymbolicEvaluator, type_: ListType, places: Form, most: int, start: Symbol, length: Symbol) -> Form:
    if not places:
        return (0, tuple([make_form(type_.item, zero(type_.item))] * most))
    nothing = make_form(type_.item, zero(type_.item))
    moved = [
        at.place(type_.item, [*places, *[nothing] * most], at.terms.sum([(1, start)], number)) for number in range(most)
    ]
    return (length, tuple(moved))
