"""Operators on symbolic values."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.conversions import ordinal_in
from rules_dsl.ir.types import (
    BagType,
    IntType,
    ListType,
    MapType,
    RecordType,
    SetType,
    Type,
    cardinality,
    is_scalar,
    value_of,
    zero,
)
from solver.symbolic.converting import convert_form, ordinal_of, with_ordinal
from solver.symbolic.forms import Form, UnsupportedTerm, choose_form, equate_forms, make_form
from solver.symbolic.terms import Symbol, Term, Terms, low_of

if TYPE_CHECKING:
    from solver.symbolic.expressions import SymbolicEvaluator


def binary(at: SymbolicEvaluator, expr: ir.Binary) -> Form:
    """An operator with two sides."""
    match expr.operator:
        case "and" | "or" | "implies":
            return _connect_truths(at, expr)
        case "==" | "!=":
            alike = _equate_operands(at, expr)
            return alike if expr.operator == "==" else at.terms.negate_truth(alike)
        case "<" | "<=" | ">" | ">=":
            return _compare_operands(at, expr)
        case "in":
            return contains(at, expr.left.type, at.form(expr.left), expr.right.type, at.form(expr.right))
        case "+" | "-" | "*" | "/" | "%" | "min" | "max":
            return _arithmetic(at, expr)
        case "union" | "common" | "difference":
            return _sets(at, expr)
        case "concat":
            return _join_lists(at, expr)
        case "add" | "subtract":
            left, right = (at.as_type(expr.type, side, expr.span) for side in (expr.left, expr.right))
            return itemwise(at, expr.type, 1 if expr.operator == "add" else -1, left, right, expr)
        case _:
            assert_never(expr.operator)


def _connect_truths(at: SymbolicEvaluator, expr: ir.Binary) -> Symbol:
    """The right side is reached only where the left one does not decide."""
    left = at.form(expr.left)
    reached = at.terms.negate_truth(left) if expr.operator == "or" else left
    if not isinstance(reached, Term) and not reached:
        return expr.operator != "and"
    with at.where(reached):
        right = at.form(expr.right)
    match expr.operator:
        case "and":
            return at.terms.all((left, right))
        case "or":
            return at.terms.any((left, right))
        case _:
            return at.terms.implies(left, right)


def _equate_operands(at: SymbolicEvaluator, expr: ir.Binary) -> Symbol:
    left, right = at.form(expr.left), at.form(expr.right)
    if expr.left.type == expr.right.type or (
        isinstance(expr.left.type, IntType) and isinstance(expr.right.type, IntType)
    ):
        return equate_forms(at.terms, expr.left.type, left, right)
    if not isinstance(expr.left.type, ListType):
        raise UnsupportedTerm(f"{expr.left.type} compared with {expr.right.type}")
    longer = (
        expr.left.type
        if isinstance(expr.right.type, ListType) and expr.left.type.most >= expr.right.type.most
        else expr.right.type
    )
    sides = [
        convert_form(at.terms, side.type, longer, form)[0] for side, form in ((expr.left, left), (expr.right, right))
    ]
    return equate_forms(at.terms, longer, sides[0], sides[1])


def _compare_operands(at: SymbolicEvaluator, expr: ir.Binary) -> Symbol:
    left, right = at.form(expr.left), at.form(expr.right)
    if isinstance(expr.left.type, SetType):
        return at.terms.all([at.terms.implies(one, other) for one, other in zip(left, right, strict=True)])
    match expr.operator:
        case "<":
            return at.terms.below(left, right)
        case "<=":
            return at.terms.not_above(left, right)
        case ">":
            return at.terms.below(right, left)
        case _:
            return at.terms.not_above(right, left)


def contains(at: SymbolicEvaluator, type_: Type, item: Form, whole_type: Type, whole: Form) -> Symbol:
    """`in`."""
    terms = at.terms
    match whole_type:
        case SetType(kind) | BagType(kind):
            find = ordinal_in(kind)
            symbols: list[Symbol] = []
            for number, entry in ((number, value_of(type_, number)) for number in range(cardinality(type_))):
                place = find(entry)
                if place >= 0:
                    there = whole[place] if isinstance(whole_type, SetType) else terms.not_above(1, whole[place])
                    symbols.append(terms.all((terms.equal(ordinal_of(terms, type_, item), number), there)))
            return terms.any(symbols)
        case ListType(kind):
            length, places = whole
            return terms.any(
                [
                    terms.all(
                        (
                            terms.below(number, length),
                            equate_forms(terms, kind, convert_form(terms, type_, kind, item)[0], part),
                        )
                    )
                    for number, part in enumerate(places)
                ]
            )
        case _:
            raise UnsupportedTerm(f"in {whole_type}")


def _arithmetic(at: SymbolicEvaluator, expr: ir.Binary) -> Symbol:
    terms, left, right = at.terms, at.form(expr.left), at.form(expr.right)
    match expr.operator:
        case "+":
            return terms.sum([(1, left), (1, right)])
        case "-":
            return terms.sum([(1, left), (-1, right)])
        case "*":
            return terms.times(left, right)
        case "min":
            return terms.least((left, right))
        case "max":
            return terms.most((left, right))
        case _:
            return _divide_operands(at, expr, left, right)


def _divide_operands(at: SymbolicEvaluator, expr: ir.Binary, left: Symbol, right: Symbol) -> Symbol:
    terms = at.terms
    at.insist(terms.negate_truth(terms.equal(right, 0)), "E0905", expr.span)
    if not isinstance(right, Term) and right == 0:
        return 0
    if not isinstance(right, Term) or low_of(right) >= 1:
        return _whole_part(terms, expr.operator, left, right)
    above = _whole_part(terms, expr.operator, left, terms.most((right, 1)))
    if low_of(right) >= 0:
        return above
    # a divisor below 0: both sides change their sign, and the remainder then, too
    turned = _whole_part(terms, expr.operator, terms.sum([(-1, left)]), terms.most((terms.sum([(-1, right)]), 1)))
    below = turned if expr.operator == "/" else terms.sum([(-1, turned)])
    return terms.choice(terms.below(right, 0), below, above, False)


def _whole_part(terms: Terms, operator: str, left: Symbol, right: Symbol) -> Symbol:
    return terms.divide_numbers(left, right) if operator == "/" else terms.remainder(left, right)


def _sets(at: SymbolicEvaluator, expr: ir.Binary) -> Form:
    terms = at.terms
    left, right = (at.as_type(expr.type, side, expr.span) for side in (expr.left, expr.right))
    pairs = zip(left, right, strict=True)
    match expr.operator:
        case "union":
            return tuple([terms.any(pair) for pair in pairs])
        case "common":
            return tuple([terms.all(pair) for pair in pairs])
        case _:
            return tuple([terms.all((one, terms.negate_truth(other))) for one, other in pairs])


def _join_lists(at: SymbolicEvaluator, expr: ir.Binary) -> Form:
    """A list after another."""
    assert (
        isinstance(expr.type, ListType)
        and isinstance(expr.left.type, ListType)
        and isinstance(expr.right.type, ListType)
    )
    item, terms = expr.type.item, at.terms
    first = at.as_type(ListType(item, expr.left.type.most), expr.left, expr.span)
    second = at.as_type(ListType(item, expr.right.type.most), expr.right, expr.span)
    length = terms.sum([(1, first[0]), (1, second[0])])
    at.insist(terms.not_above(length, expr.type.most), "E0901", expr.span)
    places = []
    for number in range(expr.type.most):
        later = at.place(item, list(second[1]), terms.sum([(-1, first[0])], number))
        mine = first[1][number] if number < len(first[1]) else make_form(item, zero(item))
        places.append(choose_form(terms, terms.below(number, first[0]), mine, later))
    return (length, tuple(places))


def itemwise(at: SymbolicEvaluator, type_: Type, sign: int, left: Form, right: Form, expr: ir.Expr) -> Form:
    """The sum or difference of two values item by item; an item that leaves its range makes the rules fail."""
    match type_:
        case IntType():
            return at.fit_form(IntType(-(2**62), 2**62), type_, at.terms.sum([(1, left), (sign, right)]), expr.span)
        case BagType(item, most):
            kinds: list[Type] = [IntType(0, most)] * cardinality(item)
        case MapType(key, value):
            kinds = [value] * cardinality(key)
        case RecordType(fields=fields) if is_scalar(type_):
            parts = [
                itemwise(at, kind, sign, at.field(type_, name, left), at.field(type_, name, right), expr)
                for name, kind in fields
            ]
            return at.record(type_, parts)
        case RecordType(fields=fields):
            kinds = [kind for _, kind in fields]
        case _:
            raise UnsupportedTerm(f"sums of {type_}")
    return tuple(
        [itemwise(at, kind, sign, one, other, expr) for kind, one, other in zip(kinds, left, right, strict=True)]
    )


def step_value(at: SymbolicEvaluator, type_: Type, form: Symbol, by: int) -> Symbol:
    """The next value of a countable type (by 1) or the one before (by -1), the ends joined."""
    size = cardinality(type_)
    number = ordinal_of(at.terms, type_, form)
    return with_ordinal(
        at.terms, type_, at.terms.select_part([(place + by) % size for place in range(size)], number, False)
    )
