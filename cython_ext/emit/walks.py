"""Walks through networks as loops, wave after wave."""

from __future__ import annotations

from cython_ext.emit import expressions, folds
from cython_ext.emit.code import Code, bare, number
from cython_ext.emit.unsupported import NoTranslation
from cython_ext.emit.values import combined, literal, not_empty
from cython_ext.layout.states import none_of
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BagType, ListType, OptionalType, SetType, Type


def walk(code: Code, expr: ir.Walk) -> str:
    """The name of the result, whose loop is written before."""
    over = SetType(_item(expr))
    form = code.unit.forms.of(over)
    wave = code.declare(form.value, "wave", expressions.fitted(code, expr.start, over, expr))
    seen = code.declare(form.value, "seen", wave)
    target = None
    if expr.target is not None:
        target = code.keep(expressions.fitted(code, expr.target, over, expr), form.value, "target")
    steps = code.declare("int32_t", "steps", "0") if expr.kind == "distance" else ""
    result = _result(code, expr, over, seen)
    with code.out.block(f"while ({bare(not_empty(form, wave))})"):
        if target is not None:
            _look(code, over, wave, target, result, steps)
        _next_wave(code, expr, over, wave, seen)
    return result


def _item(expr: ir.Walk) -> Type:
    match expr.type, expr.start.type:
        case SetType(item), _:
            return item
        case _, SetType(item):
            return item
        case _:
            raise NoTranslation(f"a walk from {expr.start.type}", expr.span)


def _result(code: Code, expr: ir.Walk, over: SetType, seen: str) -> str:
    if expr.kind == "reach":
        return seen
    if expr.kind == "nearest":
        return code.declare(code.unit.forms.of(over).value, "nearest", literal(code.unit, over, 0))
    assert isinstance(expr.type, OptionalType)
    return code.declare(code.unit.forms.of(expr.type).value, "distance", number(none_of(expr.type)))


def _look(code: Code, over: SetType, wave: str, target: str, result: str, steps: str) -> None:
    form = code.unit.forms.of(over)
    both = combined(form, "common", wave, target)
    with code.out.block(f"if ({bare(not_empty(form, both))})"):
        code.out.line(f"{result} = {steps or bare(both)};")
        code.out.line("break;")
    if steps:
        code.out.line(f"{steps}++;")


def _next_wave(code: Code, expr: ir.Walk, over: SetType, wave: str, seen: str) -> None:
    form = code.unit.forms.of(over)
    found = code.declare(form.value, "found", literal(code.unit, over, 0))
    with folds.each(code, expr.name, over.item, over, wave):
        if isinstance(expr.step.type, ListType | BagType):
            text = folds.as_set(code, expr.step, over)
        else:
            text = expressions.fitted(code, expr.step, over, expr.step)
        code.out.line(f"{found} = {bare(combined(form, 'union', found, text))};")
    code.out.line(f"{wave} = {bare(combined(form, 'difference', found, seen))};")
    code.out.line(f"{seen} = {bare(combined(form, 'union', seen, wave))};")
