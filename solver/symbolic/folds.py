"""Folds over symbolic values: each round has the condition under which it takes place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.partial import can_fail
from rules_dsl.ir.types import (
    BagType,
    IntType,
    ListType,
    OptionalType,
    SetType,
    Type,
    cardinality,
    entry_types,
    value_of,
    zero,
)
from solver.symbolic.forms import Form, UnsupportedTerm, choose_form, make_form
from solver.symbolic.operators import itemwise
from solver.symbolic.terms import Symbol, Term, high_of, low_of

if TYPE_CHECKING:
    from solver.symbolic.expressions import SymbolicEvaluator

Coming = tuple[Form, Symbol]
"""A value to go through and the condition under which it is there."""


def items(at: SymbolicEvaluator, domain: ir.Expr) -> list[Coming]:
    """The values to go through, in order."""
    match domain:
        case ir.Domain(item):
            return [(make_form(item, value_of(item, number)), True) for number in range(cardinality(item))]
        case ir.Range():
            low, high = at.form(domain.low), at.form(domain.high)
            return [(number, _between(at, low, number, high)) for number in range(low_of(low), high_of(high) + 1)]
    return items_in(at, domain.type, at.form(domain))


def items_in(at: SymbolicEvaluator, type_: Type, whole: Form) -> list[Coming]:
    """The values in a set, bag or list, in order."""
    match type_:
        case SetType(item):
            return [(make_form(item, value_of(item, number)), there) for number, there in enumerate(whole)]
        case BagType(item):
            return [
                (make_form(item, value_of(item, number)), at.terms.not_above(1, count))
                for number, count in enumerate(whole)
            ]
        case ListType():
            length, places = whole
            return [(part, at.terms.below(number, length)) for number, part in enumerate(places)]
        case _:
            raise UnsupportedTerm(f"iterating over {type_}")


def _between(at: SymbolicEvaluator, low: Symbol, number: int, high: Symbol) -> Symbol:
    return at.terms.all((at.terms.not_above(low, number), at.terms.not_above(number, high)))


def range_as_set(at: SymbolicEvaluator, expr: ir.Range) -> Form:
    """A range as a value: a set."""
    low, high = at.form(expr.low), at.form(expr.high)
    item = expr.type.item if isinstance(expr.type, SetType) else expr.low.type
    lowest = item.low if isinstance(item, IntType) else 0
    return tuple([_between(at, low, lowest + number, high) for number in range(cardinality(item))])


def rounds(at: SymbolicEvaluator, clauses: Sequence[ir.Clause]) -> Iterator[Symbol]:
    """Binds the locals of the clauses to one combination after another; yields the condition under which it comes,
    which then is the guard, too.
    """
    if not clauses:
        yield True
        return
    clause, filters = clauses[0], 1
    assert isinstance(clause, ir.Each)
    while filters < len(clauses) and not isinstance(clauses[filters], ir.Each):
        filters += 1
    going: Symbol = True
    for value, there in items(at, clause.domain):
        at.locals[clause.name] = value
        taken, more = _judge_filters(at, clauses[1:filters], at.terms.all((going, there)))
        if isinstance(taken, Term) or taken:
            with at.where(taken):
                for inner in rounds(at, clauses[filters:]):
                    yield at.terms.all((taken, inner))
        going = at.terms.all((going, more))
        if not isinstance(going, Term) and not going:
            return


def _judge_filters(at: SymbolicEvaluator, filters: Sequence[ir.Clause], reached: Symbol) -> tuple[Symbol, Symbol]:
    """Is this value taken, and does another come after it?"""
    more: Symbol = True
    for part in filters:
        assert not isinstance(part, ir.Each)
        with at.where(reached):
            holds = at.form(part.condition)
        match part:
            case ir.Until():
                more = at.terms.all((more, at.terms.negate_truth(at.terms.all((reached, holds)))))
                continue
            case ir.While():
                more = at.terms.all((more, at.terms.implies(reached, holds)))
        reached = at.terms.all((reached, holds))
    return reached, more


# -- kinds ------------------------------------------------------------------------------------------------------------


def fold(at: SymbolicEvaluator, expr: ir.Fold) -> Form:
    """The value of a fold; raises UnsupportedTerm for a kind that terms do not have."""
    make = KINDS.get(expr.kind)
    if make is None:
        raise UnsupportedTerm(f"the fold {expr.kind}")
    return make(at, expr)


def _rows(at: SymbolicEvaluator, expr: ir.Fold, item: Callable[[], Form]) -> list[Coming]:
    return [(item(), condition) for condition in rounds(at, expr.clauses)]


def _plain(at: SymbolicEvaluator, expr: ir.Fold) -> list[Coming]:
    return _rows(at, expr, lambda: at.form(expr.item))


def _as(at: SymbolicEvaluator, expr: ir.Fold, type_: Type) -> list[Coming]:
    return _rows(at, expr, lambda: at.as_type(type_, expr.item, expr.span))


def _count(at: SymbolicEvaluator, expr: ir.Fold) -> Form:
    return at.terms.sum([(1, at.terms.all(row)) for row in _plain(at, expr)])


def _any(at: SymbolicEvaluator, expr: ir.Fold) -> Form:
    """`any`, evaluated up to the first item that holds."""
    return _decide_fold(at, expr, True)


def _all(at: SymbolicEvaluator, expr: ir.Fold) -> Form:
    return at.terms.negate_truth(_decide_fold(at, expr, False))


def _decide_fold(at: SymbolicEvaluator, expr: ir.Fold, wanted: bool) -> Symbol:
    """Comes an item that is as wanted?"""
    symbols: list[Symbol] = []
    guard, careful = at.guard, can_fail(expr.item, at.functions)
    for condition in rounds(at, expr.clauses):
        with at.where(at.terms.negate_truth(at.terms.any(symbols)) if careful else True):
            item = at.form(expr.item)
        symbols.append(at.terms.all((condition, item if wanted else at.terms.negate_truth(item))))
        if not isinstance(symbols[-1], Term) and symbols[-1]:
            break
    at.guard = guard
    return at.terms.any(symbols)


def _sum(at: SymbolicEvaluator, expr: ir.Fold) -> Form:
    if isinstance(expr.type, IntType):
        return at.terms.sum([(1, at.terms.choice(condition, item, 0, False)) for item, condition in _plain(at, expr)])
    total = make_form(expr.type, zero(expr.type))
    for condition in rounds(at, expr.clauses):
        item = at.as_type(expr.type, expr.item, expr.span)
        with at.where(condition):
            total = choose_form(at.terms, condition, itemwise(at, expr.type, 1, total, item, expr), total)
    return total


def _extreme(at: SymbolicEvaluator, expr: ir.Fold) -> Form:
    terms, rows = at.terms, _plain(at, expr)
    least = expr.kind == "min"
    comes = terms.any([condition for _, condition in rows])
    if expr.default is None:
        at.insist(comes, "E0904", expr.span)
    if not rows:
        return 0 if expr.default is None else at.form(expr.default)
    beyond = max([high_of(item) for item, _ in rows]) if least else min([low_of(item) for item, _ in rows])
    parts = [terms.choice(condition, item, beyond, False) for item, condition in rows]
    best = terms.least(parts) if least else terms.most(parts)
    if expr.default is None:
        return best
    with at.where(terms.negate_truth(comes)):
        return terms.choice(comes, best, at.form(expr.default), False)


def _union(at: SymbolicEvaluator, expr: ir.Fold) -> Form:
    assert isinstance(expr.type, SetType)
    rows = _as(at, expr, expr.type)
    return tuple(
        [
            at.terms.any([at.terms.all((condition, item[number])) for item, condition in rows])
            for number in range(cardinality(expr.type.item))
        ]
    )


def _first(at: SymbolicEvaluator, expr: ir.Fold) -> Form:
    """The first item that comes, as an optional."""
    assert isinstance(expr.type, OptionalType)
    rows = _as(at, expr, expr.type)
    result: Form = make_form(expr.type, None)
    for item, condition in reversed(rows):
        result = choose_form(at.terms, condition, item, result)
    return result


def _set(at: SymbolicEvaluator, expr: ir.Fold) -> Form:
    assert isinstance(expr.type, SetType)
    kind = expr.type.item
    rows = _rows(at, expr, lambda: at.ordinal(kind, expr.item))
    return _gather_set(at, rows, cardinality(kind))


def _gather_set(at: SymbolicEvaluator, rows: Sequence[Coming], size: int) -> Form:
    """A set of ordinals."""
    return tuple(
        [
            at.terms.any([at.terms.all((condition, at.terms.equal(number, place))) for number, condition in rows])
            for place in range(size)
        ]
    )


def _bag(at: SymbolicEvaluator, expr: ir.Fold) -> Form:
    assert isinstance(expr.type, BagType)
    kind, most = expr.type.item, expr.type.most
    return at.count_bag(kind, most, _rows(at, expr, lambda: at.ordinal(kind, expr.item)), expr.span)


def _list(at: SymbolicEvaluator, expr: ir.Fold) -> Form:
    """Items that come one after another; each goes to the place after those before it."""
    assert isinstance(expr.type, ListType)
    terms, item_type, most = at.terms, expr.type.item, expr.type.most
    places: list[Form] = [make_form(item_type, zero(item_type))] * most
    length: Symbol = 0
    for condition in rounds(at, expr.clauses):
        item = at.as_type(item_type, expr.item, expr.span)
        here = [terms.all((condition, terms.equal(length, number))) for number in range(most)]
        places = [choose_form(terms, there, item, place) for there, place in zip(here, places, strict=True)]
        length = terms.sum([(1, length), (1, condition)])
    at.insist(terms.not_above(length, most), "E0901", expr.span)
    return (length, tuple(places))


def _map(at: SymbolicEvaluator, expr: ir.Fold) -> Form:
    """Of two items with one key the later counts."""
    key, kind = entry_types(expr.type)
    assert expr.key is not None
    result: list[Form] = [make_form(kind, zero(kind))] * cardinality(key)
    for condition in rounds(at, expr.clauses):
        number, item = at.ordinal(key, expr.key), at.as_type(kind, expr.item, expr.span)
        here = [at.terms.all((condition, at.terms.equal(number, place))) for place in range(len(result))]
        result = [choose_form(at.terms, there, item, part) for there, part in zip(here, result, strict=True)]
    return tuple(result)


def _rank_items(at: SymbolicEvaluator, expr: ir.Fold) -> Form:
    """`highest` or `lowest`: the set of all with the best measure."""
    assert isinstance(expr.type, SetType) and expr.by is not None
    by, kind, terms = expr.by, expr.type.item, at.terms
    rows = [((at.form(by), at.ordinal(kind, expr.item)), condition) for condition in rounds(at, expr.clauses)]
    best = []
    for (rank, number), condition in rows:
        beaten = [
            terms.all((other, terms.below(rank, measure) if expr.kind == "highest" else terms.below(measure, rank)))
            for (measure, _), other in rows
        ]
        best.append((number, terms.all((condition, terms.negate_truth(terms.any(beaten))))))
    return _gather_set(at, best, cardinality(kind))


KINDS: dict[str, Callable[[SymbolicEvaluator, ir.Fold], Form]] = {
    "sum": _sum,
    "count": _count,
    "any": _any,
    "all": _all,
    "min": _extreme,
    "max": _extreme,
    "union": _union,
    "first": _first,
    "set": _set,
    "list": _list,
    "map": _map,
    "bag": _bag,
    "highest": _rank_items,
    "lowest": _rank_items,
}
