"""Records, collections and maps that are written out."""

from __future__ import annotations

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.core import nodes as core
from rules_dsl.ir.core.forms import NumberForm, RowForm, form_of
from rules_dsl.ir.core.nodes import Operator
from rules_dsl.ir.lowering.builder import FunctionBuilder, holds, immediate, number, operate, shifted
from rules_dsl.ir.lowering.fitting import fitted, key
from rules_dsl.ir.lowering.ordinals import within
from rules_dsl.ir.lowering.records import record
from rules_dsl.ir.types import BagType, DeckType, IntType, ListType, MapType, SetType, Type, cardinality, is_scalar
from rules_dsl.source import Span


def construct(build: FunctionBuilder, expr: ir.Construct) -> core.CoreExpr:
    """A record from its fields."""
    kind = expr.type
    if not is_scalar(kind):
        return record(
            build,
            kind,
            [fitted(build, part, item, expr) for part, (_, item) in zip(expr.arguments, kind.fields, strict=True)],
        )
    return record(
        build,
        kind,
        [_digit(build, expr, part, *named) for part, named in zip(expr.arguments, kind.fields, strict=True)],
    )


def _digit(build: FunctionBuilder, expr: ir.Construct, part: ir.Expr, name: str, kind: Type) -> core.CoreExpr:
    """A field of a countable record; its failure names the field."""
    given = core.ArgumentText(0, part.type)
    words = (given, f" does not fit {name} of {expr.type.name}, which is {kind}")
    failure = core.CoreFailure("E0901", words, expr.span, (f"{name} is ", given, " here"))
    value = build.value(part)
    if part.type == kind:
        return value
    kept = build.keep(value, "field")
    fits, found = within(build, kept, part.type, kind)
    if fits != core.Immediate(True, fits.form):
        build.insist(fits, failure, kept)
    return found


def collect(build: FunctionBuilder, expr: ir.Collect) -> core.CoreExpr:
    """`{a, b}` or `[a, b]`; a deck is given as its unseen cards."""
    match expr.type:
        case SetType(item):
            return _set_of(build, expr, item)
        case ListType(item):
            parts = [fitted(build, part, item, expr) for part in expr.items]
            return operate(Operator.SEQUENCE, *parts, form=form_of(expr.type))
        case BagType(item, most):
            return bag_of(build, item, most, expr.span, [key(build, part, item) for part in expr.items])
        case DeckType(item, most):
            unseen = bag_of(build, item, most, expr.span, [key(build, part, item) for part in expr.items])
            return operate(Operator.TUPLE, immediate((), ListType(item, most)), unseen, form=form_of(expr.type))
        case _:
            raise TypeError(f"{expr.type} is not a collection")


def _set_of(build: FunctionBuilder, expr: ir.Collect, item: Type) -> core.CoreExpr:
    found: core.CoreExpr = immediate(0, expr.type)
    for place, part in enumerate(expr.items):
        bit = operate(Operator.BIT, key(build, part, item), form=found.form)
        found = bit if place == 0 else operate(Operator.UNITE, found, bit, form=found.form)
    return found


def bag_of(build: FunctionBuilder, item: Type, most: int, span: Span, places: list[core.CoreExpr]) -> core.CoreExpr:
    """A bag of values that are given by their places."""
    counts = empty_bag(build, item, max(most, len(places)))
    for place in places:
        count_one(build, counts, place)
    insist_on_most(build, counts, most, span)
    return counts


def empty_bag(build: FunctionBuilder, item: Type, highest: int) -> core.Register:
    """A row of counts to add to, of which none comes above `highest`."""
    form = form_of(BagType(item, highest))
    return build.start("bag", operate(Operator.FILL, number(0), number(cardinality(item)), form=form))


def count_one(build: FunctionBuilder, counts: core.Register, place: core.CoreExpr) -> None:
    """One more of the value at a place."""
    kept = build.keep(place, "place")
    build.put(core.StoreInto(counts, (core.ItemStep(kept),), shifted(operate(Operator.ITEM, counts, kept), 1)))


def insist_on_most(build: FunctionBuilder, counts: core.Register, most: int, span: Span) -> None:
    """Stop play if there is more of one value than a bag may hold; the failure says the greatest count."""
    assert isinstance(counts.form, RowForm) and isinstance(counts.form.item, NumberForm)
    if counts.form.item.high <= most:
        return
    greatest, place = build.start("most", number(0), counts.form.item), build.place(counts.form.size)
    with build.traverse(place, build.ordinals(counts.form.size)):
        build.set(greatest, operate(Operator.MOST, greatest, operate(Operator.ITEM, counts, place)))
    words = (core.ArgumentText(0), f" of one value do not fit a bag with at most {most}")
    build.insist(holds(Operator.AT_MOST, greatest, number(most)), core.CoreFailure("E0901", words, span), greatest)


def entry_types(kind: Type) -> tuple[Type, Type]:
    """The types of keys and entries of a map or bag."""
    match kind:
        case MapType(at, item):
            return at, item
        case BagType(at, most):
            return at, IntType(0, most)
        case _:
            raise TypeError(f"{kind} is not a map")


def map_of_entries(build: FunctionBuilder, expr: ir.MapOfEntries) -> core.CoreExpr:
    """A map written out; of two entries with one key the later counts."""
    at, item = entry_types(expr.type)
    default = fitted(build, expr.default, item, expr)
    found = build.start("map", operate(Operator.FILL, default, number(cardinality(at)), form=form_of(expr.type)))
    for place, entry in expr.entries:
        value = build.keep(fitted(build, entry, item, expr), "item")
        build.put(core.StoreInto(found, (core.ItemStep(key(build, place, at)),), value))
    return found


def range_as_set(build: FunctionBuilder, expr: ir.Range) -> core.CoreExpr:
    """`low..high` as a set."""
    item = expr.type.item if isinstance(expr.type, SetType) else expr.low.type
    least = item.low if isinstance(item, IntType) else 0
    low, high = [build.keep(shifted(bound, -least), "bound") for bound in build.values((expr.low, expr.high))]
    return operate(Operator.BITS_BETWEEN, low, high, form=form_of(expr.type))
