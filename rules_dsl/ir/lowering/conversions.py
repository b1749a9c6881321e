"""Values of one type as values of another; what does not fit stops play."""

from __future__ import annotations

from collections.abc import Callable

from rules_dsl.ir.conversions import ordinal_in
from rules_dsl.ir.core import nodes as core
from rules_dsl.ir.core.forms import NumberForm, form_of
from rules_dsl.ir.core.nodes import Operator
from rules_dsl.ir.lowering.builder import FunctionBuilder, holds, immediate, number, operate
from rules_dsl.ir.lowering.ordinals import unwrapped
from rules_dsl.ir.lowering.records import field, record
from rules_dsl.ir.types import (
    BagType,
    DeckType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    SetType,
    Type,
    cardinality,
    values,
    zero,
)
from rules_dsl.source import Span

Misfit = Callable[[Type], core.CoreFailure]
"""How play fails at a value of this type, which is the argument of the failure."""


def does_not_fit(target: Type, span: Span) -> Misfit:
    """A value, or one inside it, does not fit the type it is converted to."""

    def failure(kind: Type) -> core.CoreFailure:
        shown = core.ArgumentText(0, kind)
        return core.CoreFailure("E0901", (shown, f" does not fit {target}"), span, ("this is ", shown, " here"))

    return failure


def fits(source: Type, target: Type) -> bool:
    """Is every value of one type, as it is held, one of the other?"""
    match source, target:
        case IntType(least, most), IntType(low, high):
            return low <= least and most <= high
        case OptionalType(inner), OptionalType(item):
            return fits(inner, item)
        case _:
            return source == target


class Conversion:
    """Converts values inside one function; all that does not fit fails at one place."""

    def __init__(self, build: FunctionBuilder, misfit: Misfit) -> None:
        self.build = build
        self.misfit = misfit

    def convert(self, value: core.CoreExpr, source: Type, target: Type, checked: bool = True) -> core.CoreExpr:
        """The value as one of `target`; without `checked` a number or option is known to fit."""
        if fits(source, target):
            return value
        match source, target:
            case IntType(), IntType(low, high):
                return self._bounded(value, source, low, high) if checked else value
            case OptionalType(inner), OptionalType(item):
                return self._option(value, inner, item)
            case OptionalType(inner), _:
                return self.convert(self._insisted(value, source, inner, checked), inner, target, checked)
            case _, OptionalType(item):
                found = self.convert(value, source, item, checked)
                return (
                    core.Immediate(found.value, form_of(target))
                    if isinstance(found, core.Immediate)
                    else operate(Operator.PRESENT, found, form=form_of(target))
                )
            case _:
                return self._larger(value, source, target)

    def _larger(self, value: core.CoreExpr, source: Type, target: Type) -> core.CoreExpr:
        match source, target:
            case RecordType(), RecordType() if [name for name, _ in source.fields] == [
                name for name, _ in target.fields
            ]:
                kept = self.build.keep(value, "record")
                pairs = zip(source.fields, target.fields, strict=True)
                return record(
                    self.build,
                    target,
                    [self.convert(field(self.build, kept, source, old), kind, new) for (old, kind), (_, new) in pairs],
                )
            case SetType(inner), SetType(item):
                return self._set(value, source, inner, item)
            case SetType(inner), (BagType() | DeckType()):
                return self.convert(self._set_as_bag(value, inner), BagType(inner, 1), target)
            case BagType(), BagType():
                return self._bag(value, source, target)
            case ListType(), ListType():
                return self._list(value, source, target)
            case MapType(), MapType():
                return self._map(value, source, target)
            case _, DeckType(item, most):
                return self._deck(value, source, target, ListType(item, most), BagType(item, most))
            case _:
                return self._wrong(value, source, target)

    def _wrong(self, value: core.CoreExpr, source: Type, target: Type) -> core.CoreExpr:
        self.build.fail(self.misfit(source), value)
        return immediate(zero(target), target)

    def _bounded(self, value: core.CoreExpr, source: Type, low: int, high: int) -> core.CoreExpr:
        kept = self.build.keep(value, "number")
        self.build.insist(holds(Operator.BETWEEN, number(low), kept, number(high)), self.misfit(source), kept)
        return kept

    def _insisted(self, value: core.CoreExpr, source: Type, inner: Type, checked: bool) -> core.CoreExpr:
        if isinstance(value, core.Immediate) and value.value is not None:
            return immediate(value.value, inner)
        if isinstance(value, core.Operate) and value.operator is Operator.PRESENT:
            return value.operands[0]
        kept = self.build.keep(value, "option")
        if checked:
            with self.build.when(holds(Operator.IS_NONE, kept)):
                self.build.fail(self.misfit(source), kept)
        return unwrapped(kept, inner)

    def _option(self, value: core.CoreExpr, inner: Type, item: Type) -> core.CoreExpr:
        form = form_of(OptionalType(item))
        kept = self.build.keep(value, "option")
        found = self.build.start("converted", core.Immediate(None, form))
        with self.build.when(holds(Operator.NOT, holds(Operator.IS_NONE, kept))):
            self.build.set(
                found, operate(Operator.PRESENT, self.convert(unwrapped(kept, inner), inner, item), form=form)
            )
        return found

    # -- collections --------------------------------------------------------------------------------------------------

    def _set(self, value: core.CoreExpr, source: Type, inner: Type, item: Type) -> core.CoreExpr:
        places, form = ordinals_in(inner, item), form_of(SetType(item))
        step = places[0] if places else 0
        if step >= 0 and places == list(range(step, step + len(places))):
            return operate(Operator.SHIFT, value, number(step), form=form)
        kept = self.build.keep(value, "word")
        found, place = self.build.start("word", core.Immediate(0, form)), self.build.place(len(places))
        with self.build.traverse(place, core.BitsOf(kept, 0)):
            there = self._place_in(place, tuple(places), source, kept)
            self.build.set(found, operate(Operator.UNITE, found, operate(Operator.BIT, there, form=form), form=form))
        return found

    def _place_in(
        self, place: core.Register, places: tuple[int, ...], source: Type, whole: core.CoreExpr
    ) -> core.CoreExpr:
        """Where the value at a place of `source` stands in the target; play fails where it does not."""
        there = operate(Operator.ITEM, self.build.unit.table("places", places, NumberForm(min(places), max(places))), place)
        if min(places) >= 0:
            return there
        kept = self.build.keep(there, "place")
        self.build.insist(holds(Operator.AT_MOST, number(0), kept), self.misfit(source), whole)
        return kept

    def _set_as_bag(self, value: core.CoreExpr, inner: Type) -> core.CoreExpr:
        found, place = self._filled(BagType(inner, 1), cardinality(inner)), self.build.place(cardinality(inner))
        with self.build.traverse(place, core.BitsOf(value, 0)):
            self.build.put(core.StoreInto(found, (core.ItemStep(place),), number(1)))
        return found

    def _filled(self, target: Type, size: int, item: Type | None = None) -> core.Register:
        nothing = number(0) if item is None else immediate(zero(item), item)
        return self.build.start("row", operate(Operator.FILL, nothing, number(size), form=form_of(target)))

    def _bag(self, value: core.CoreExpr, source: BagType, target: BagType) -> core.CoreExpr:
        places = ordinals_in(source.item, target.item)
        if places == list(range(cardinality(target.item))) and source.most <= target.most:
            return value
        kept = self.build.keep(value, "bag")
        found, place = self._filled(target, cardinality(target.item)), self.build.place(len(places))
        with self.build.traverse(
            place, core.BitsOf(operate(Operator.SUPPORT, kept, form=form_of(SetType(source.item))), 0)
        ):
            count = operate(Operator.ITEM, kept, place)
            if source.most > target.most:
                self.build.insist(holds(Operator.AT_MOST, count, number(target.most)), self.misfit(source), kept)
            self.build.put(
                core.StoreInto(found, (core.ItemStep(self._place_in(place, tuple(places), source, kept)),), count)
            )
        return found

    def _list(self, value: core.CoreExpr, source: ListType, target: ListType) -> core.CoreExpr:
        if source.most <= target.most and fits(source.item, target.item):
            return value
        kept = self.build.keep(value, "items")
        if source.most > target.most:
            self.build.insist(
                holds(Operator.AT_MOST, operate(Operator.LENGTH, kept), number(target.most)),
                self.misfit(source),
                kept,
            )
        if fits(source.item, target.item):
            return kept
        return converted_items(
            self.build, kept, source.item, target, lambda item: self.convert(item, source.item, target.item)
        )

    def _map(self, value: core.CoreExpr, source: MapType, target: MapType) -> core.CoreExpr:
        places = tuple(ordinals_in(target.key, source.key))
        same = places == tuple(range(cardinality(source.key)))
        if same and fits(source.value, target.value):
            return value
        if any(place < 0 for place in places):
            return self._wrong(value, source, target)
        kept = self.build.keep(value, "row")
        found, place = self._filled(target, len(places), target.value), self.build.place(len(places))
        with self.build.traverse(place, self.build.ordinals(len(places))):
            there = place if same else operate(Operator.ITEM, self.build.unit.table("places", places, NumberForm(min(places), max(places))), place)
            entry = operate(Operator.ITEM, kept, there, form=form_of(source.value))
            self.build.put(
                core.StoreInto(found, (core.ItemStep(place),), self.convert(entry, source.value, target.value))
            )
        return found

    def _deck(
        self, value: core.CoreExpr, source: Type, target: Type, known: ListType, unseen: BagType
    ) -> core.CoreExpr:
        match source:
            case BagType():
                parts = [immediate((), known), self.convert(value, source, unseen)]
            case ListType():
                parts = [self.convert(value, source, known), immediate(zero(unseen), unseen)]
            case DeckType(inner, count):
                kept, top, rest = self.build.keep(value, "deck"), ListType(inner, count), BagType(inner, count)
                first = operate(Operator.PART, kept, number(0), form=form_of(top))
                second = operate(Operator.PART, kept, number(1), form=form_of(rest))
                parts = [self.convert(first, top, known), self.convert(second, rest, unseen)]
            case _:
                return self._wrong(value, source, target)
        return operate(Operator.TUPLE, *parts, form=form_of(target))


def converted_items(
    build: FunctionBuilder,
    items: core.CoreExpr,
    source: Type,
    target: ListType,
    change: Callable[[core.CoreExpr], core.CoreExpr],
) -> core.CoreExpr:
    """A sequence with each item changed."""
    found, item = build.start("items", immediate((), target)), build.fresh("item", form_of(source))
    with build.traverse(item, core.ItemsOf(items)):
        build.push(found, change(item))
    return found


def ordinals_in(source: Type, target: Type) -> list[int]:
    """For each ordinal of one type the ordinal of the same value in the other, or -1."""
    find = ordinal_in(target)
    return [find(value) for value in values(source)]
