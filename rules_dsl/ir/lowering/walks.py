"""Walks through networks as cycles: wave after wave."""

from __future__ import annotations

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.core.forms import NumberForm, OptionForm, form_of
from rules_dsl.ir.core.nodes import CoreExpr, Immediate, ItemsOf, LeaveLoop, Operator, Register
from rules_dsl.ir.lowering.builder import FunctionBuilder, holds, number, operate, shifted
from rules_dsl.ir.lowering.conversions import Conversion, does_not_fit
from rules_dsl.ir.lowering.fitting import fitted
from rules_dsl.ir.lowering.ordinals import members, ordinal
from rules_dsl.ir.types import ListType, SetType, Type, cardinality
from rules_dsl.source import Span


def walk(build: FunctionBuilder, expr: ir.Walk) -> CoreExpr:
    """The register of the result, whose cycle stands before."""
    over = SetType(_item(expr))
    wave = build.start("wave", fitted(build, expr.start, over, expr))
    if expr.target is None:
        return _reach(build, expr, over.item, wave)
    target = build.keep(fitted(build, expr.target, over, expr), "target")
    met = operate(Operator.COMMON, wave, target, form=wave.form)
    return (
        _distance(build, expr, over.item, wave, met)
        if expr.kind == "distance"
        else _nearest(build, expr, over.item, wave, met)
    )


def _item(expr: ir.Walk) -> Type:
    """What the walk goes over: the wider of start and target."""
    match expr.type, expr.start.type:
        case SetType(item), _:
            return item
        case _, SetType(item):
            return item
        case _:
            raise TypeError(f"{expr.start.type} is not a set")


def _reach(build: FunctionBuilder, expr: ir.Walk, item: Type, wave: Register) -> CoreExpr:
    seen = build.start("seen", wave)
    with build.cycle(_some(wave)):
        _next_wave(build, expr, item, wave, seen)
    return seen


def _distance(build: FunctionBuilder, expr: ir.Walk, item: Type, wave: Register, met: CoreExpr) -> CoreExpr:
    seen, steps = build.start("seen", wave), build.start("steps", number(0), NumberForm(0, cardinality(item)))
    form = form_of(expr.type)
    optional = isinstance(form, OptionForm)
    distance = build.start("distance", Immediate(None, form if optional else OptionForm(form)))
    with build.cycle(_some(wave)) as label:
        with build.when(_some(met)):
            build.set(distance, operate(Operator.PRESENT, steps, form=distance.form))
            build.put(LeaveLoop(label))
        build.set(steps, shifted(steps, 1))
        _next_wave(build, expr, item, wave, seen)
    return distance


def _nearest(build: FunctionBuilder, expr: ir.Walk, item: Type, wave: Register, met: CoreExpr) -> CoreExpr:
    seen, nearest = build.start("seen", wave), build.start("nearest", Immediate(0, wave.form))
    with build.cycle(_some(wave)) as label:
        build.set(nearest, met)
        with build.when(_some(nearest)):
            build.put(LeaveLoop(label))
        _next_wave(build, expr, item, wave, seen)
    return nearest


def _some(word: CoreExpr) -> CoreExpr:
    """Has the word any bit?"""
    return holds(Operator.UNEQUAL, word, Immediate(0, word.form))


def _next_wave(build: FunctionBuilder, expr: ir.Walk, item: Type, wave: Register, seen: Register) -> None:
    found = build.start("found", Immediate(0, wave.form))
    with build.traverse(build.bind(expr.name, item), members(build, item, wave)):
        build.set(found, operate(Operator.UNITE, found, _step(build, expr.step, item), form=wave.form))
    build.set(wave, operate(Operator.WITHOUT, found, seen, form=wave.form))
    build.set(seen, operate(Operator.UNITE, seen, wave, form=wave.form))


def _step(build: FunctionBuilder, step: ir.Expr, item: Type) -> CoreExpr:
    if isinstance(step.type, ListType):
        return list_as_set(build, build.value(step), step.type, item, step.span)
    return fitted(build, step, SetType(item), step)


def list_as_set(build: FunctionBuilder, items: CoreExpr, kind: ListType, over: Type, span: Span) -> CoreExpr:
    """The set of what is in a list, over a type; an item that is not of it stops play."""
    conversion = Conversion(build, does_not_fit(ListType(over, kind.most), span))
    form = form_of(SetType(over))
    found, item = build.start("word", Immediate(0, form)), build.fresh("item", form_of(kind.item))
    with build.traverse(item, ItemsOf(items)):
        place = ordinal(build, over, conversion.convert(item, kind.item, over))
        build.set(found, operate(Operator.UNITE, found, operate(Operator.BIT, place, form=form), form=form))
    return found
