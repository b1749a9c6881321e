"""Folds: what becomes of the values that come."""

from __future__ import annotations

from collections.abc import Callable

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.core import nodes as core
from rules_dsl.ir.core.forms import TRUTH, NumberForm, OptionForm, form_of
from rules_dsl.ir.core.nodes import Operator
from rules_dsl.ir.lowering.builder import (
    FALSE,
    TRUE,
    FunctionBuilder,
    holds,
    immediate,
    negated,
    number,
    operate,
    shifted,
)
from rules_dsl.ir.lowering.clauses import each_value
from rules_dsl.ir.lowering.collections import count_one, empty_bag, entry_types, insist_on_most
from rules_dsl.ir.lowering.fitting import fitted, key
from rules_dsl.ir.lowering.itemwise import combined
from rules_dsl.ir.types import BagType, IntType, ListType, SetType, cardinality, zero

Make = Callable[[FunctionBuilder, ir.Fold], core.CoreExpr]


def fold(build: FunctionBuilder, expr: ir.Fold) -> core.CoreExpr:
    """The result of a fold, whose loops stand before."""
    return KINDS[expr.kind](build, expr)


def _decided_by(wanted: core.Immediate) -> Make:
    """`any` (decided by true) and `all` (decided by false)."""

    def make(build: FunctionBuilder, expr: ir.Fold) -> core.CoreExpr:
        found = build.start(expr.kind, core.Immediate(not wanted.value, TRUTH))

        def look(outermost: str) -> None:
            item = build.value(expr.item)
            with build.when(item if wanted == TRUE else negated(item)):
                build.set(found, wanted)
                build.put(core.LeaveLoop(outermost))

        each_value(build, expr.clauses, look)
        return found

    return make


def _count(build: FunctionBuilder, expr: ir.Fold) -> core.CoreExpr:
    count = build.start("count", number(0), form_of(expr.type))

    def add(outermost: str) -> None:
        item = build.value(expr.item)
        if item == TRUE:
            build.set(count, shifted(count, 1))
        else:
            with build.when(item):
                build.set(count, shifted(count, 1))

    each_value(build, expr.clauses, add)
    return count


def _sum(build: FunctionBuilder, expr: ir.Fold) -> core.CoreExpr:
    kind = expr.type
    total = build.start("total", number(0) if isinstance(kind, IntType) else immediate(zero(kind), kind), form_of(kind))

    def add(outermost: str) -> None:
        if isinstance(kind, IntType):
            build.set(total, operate(Operator.ADD, total, build.value(expr.item), form=total.form))
        else:
            build.set(total, combined(build, kind, True, expr.span, total, fitted(build, expr.item, kind, expr)))

    each_value(build, expr.clauses, add)
    return total


def _extreme(build: FunctionBuilder, expr: ir.Fold) -> core.CoreExpr:
    """`min` or `max`; where nothing comes the default, or a failure."""
    form = form_of(expr.type)
    best = build.start("least" if expr.kind == "min" else "most", core.Immediate(None, OptionForm(form)))
    number_ = operate(Operator.UNWRAP, best, form=form)

    def compare(outermost: str) -> None:
        item = build.keep(build.value(expr.item), "item")
        better = (item, number_) if expr.kind == "min" else (number_, item)
        with build.when(holds(Operator.OR, holds(Operator.IS_NONE, best), holds(Operator.LESS, *better))):
            build.set(best, operate(Operator.PRESENT, item, form=best.form))

    each_value(build, expr.clauses, compare)
    with build.when(holds(Operator.IS_NONE, best)):
        if expr.default is None:
            words = (f"{expr.kind} of nothing",)
            build.fail(
                core.CoreFailure("E0904", words, expr.span, ("there are no values here",), f"say {expr.kind}(… else 0)")
            )
        else:
            build.set(best, operate(Operator.PRESENT, build.value(expr.default), form=best.form))
    return number_


def _union(build: FunctionBuilder, expr: ir.Fold) -> core.CoreExpr:
    word = build.start("union", immediate(0, expr.type))

    def unite(outermost: str) -> None:
        build.set(word, operate(Operator.UNITE, word, fitted(build, expr.item, expr.type, expr), form=word.form))

    each_value(build, expr.clauses, unite)
    return word


def _first(build: FunctionBuilder, expr: ir.Fold) -> core.CoreExpr:
    first = build.start("first", immediate(None, expr.type))

    def take(outermost: str) -> None:
        build.set(first, fitted(build, expr.item, expr.type, expr))
        build.put(core.LeaveLoop(outermost))

    each_value(build, expr.clauses, take)
    return first


def _set(build: FunctionBuilder, expr: ir.Fold) -> core.CoreExpr:
    assert isinstance(expr.type, SetType)
    item, word = expr.type.item, build.start("set", immediate(0, expr.type))

    def gather(outermost: str) -> None:
        bit = operate(Operator.BIT, key(build, expr.item, item), form=word.form)
        build.set(word, operate(Operator.UNITE, word, bit, form=word.form))

    each_value(build, expr.clauses, gather)
    return word


def _list(build: FunctionBuilder, expr: ir.Fold) -> core.CoreExpr:
    assert isinstance(expr.type, ListType)
    item, most = expr.type.item, expr.type.most
    items = build.start("list", immediate((), expr.type), form_of(expr.type))
    if build.unit.sizes.most_rounds(expr) <= most:
        each_value(build, expr.clauses, lambda outermost: build.push(items, fitted(build, expr.item, item, expr)))
        return items
    size = build.start("length", number(0), NumberForm(0, 2**31 - 1))

    def push(outermost: str) -> None:
        value = build.keep(fitted(build, expr.item, item, expr), "item")
        with build.when(holds(Operator.LESS, size, number(most))):
            build.push(items, value)
        build.set(size, shifted(size, 1))

    each_value(build, expr.clauses, push)
    words = (core.ArgumentText(0), f" items do not fit a list of at most {most}")
    build.insist(holds(Operator.AT_MOST, size, number(most)), core.CoreFailure("E0901", words, expr.span), size)
    return items


def _bag(build: FunctionBuilder, expr: ir.Fold) -> core.CoreExpr:
    assert isinstance(expr.type, BagType)
    item, most = expr.type.item, expr.type.most
    counts = empty_bag(build, item, max(most, build.unit.sizes.most_rounds(expr)))
    each_value(build, expr.clauses, lambda outermost: count_one(build, counts, key(build, expr.item, item)))
    insist_on_most(build, counts, most, expr.span)
    return counts


def _map(build: FunctionBuilder, expr: ir.Fold) -> core.CoreExpr:
    """Of two items with one key the later counts."""
    at, item = entry_types(expr.type)
    nothing = operate(Operator.FILL, immediate(zero(item), item), number(cardinality(at)), form=form_of(expr.type))
    found = build.start("map", nothing)

    def put(outermost: str) -> None:
        assert expr.key is not None
        value = build.keep(fitted(build, expr.item, item, expr), "item")
        build.put(core.StoreInto(found, (core.ItemStep(key(build, expr.key, at)),), value))

    each_value(build, expr.clauses, put)
    return found


def _ranked(build: FunctionBuilder, expr: ir.Fold) -> core.CoreExpr:
    """`highest` or `lowest`: the set of all with the best measure."""
    assert isinstance(expr.type, SetType) and expr.by is not None
    item, by = expr.type.item, expr.by
    word = build.start(expr.kind, immediate(0, expr.type))
    best = build.start("best", core.Immediate(None, OptionForm(form_of(by.type))))
    limit = operate(Operator.UNWRAP, best, form=form_of(by.type))

    def compare(outermost: str) -> None:
        rank = build.keep(build.value(by), "rank")
        bit = build.keep(operate(Operator.BIT, key(build, expr.item, item), form=word.form), "bit")
        better = (limit, rank) if expr.kind == "highest" else (rank, limit)
        first = holds(Operator.OR, holds(Operator.IS_NONE, best), holds(Operator.LESS, *better))
        replaced = (
            core.StoreInto(best, (), operate(Operator.PRESENT, rank, form=best.form)),
            core.StoreInto(word, (), bit),
        )
        joined = core.StoreInto(word, (), operate(Operator.UNITE, word, bit, form=word.form))
        build.put(core.Conditional(first, replaced, (core.Conditional(holds(Operator.EQUAL, rank, limit), (joined,)),)))

    each_value(build, expr.clauses, compare)
    return word


KINDS: dict[str, Make] = {
    "sum": _sum,
    "count": _count,
    "any": _decided_by(TRUE),
    "all": _decided_by(FALSE),
    "min": _extreme,
    "max": _extreme,
    "union": _union,
    "first": _first,
    "set": _set,
    "list": _list,
    "map": _map,
    "bag": _bag,
    "highest": _ranked,
    "lowest": _ranked,
}
