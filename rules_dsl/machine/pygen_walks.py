"""Walks through networks as loops, wave after wave."""

from __future__ import annotations

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.conversions import ordinal_in
from rules_dsl.ir.types import ListType, SetType, Type
from rules_dsl.machine import pygen_expressions as expressions
from rules_dsl.machine.pygen_code import Code
from rules_dsl.machine.pygen_forms import spread
from rules_dsl.machine.pygen_writer import bare


def walk(code: Code, expr: ir.Walk) -> str:
    """The name of the result, whose loop is written before."""
    item = _item(expr)
    over = SetType(item)
    wave = code.temporary("wave")
    code.out.line(f"{wave} = {bare(expressions.fitted(code, expr.start, over, expr))}")
    if expr.target is None:
        return _reach(code, expr, item, wave)
    target = code.keep(expressions.fitted(code, expr.target, over, expr), "target")
    return _distance(code, expr, item, wave, target) if expr.kind == "distance" else _nearest(code, expr, item, wave, target)


def _item(expr: ir.Walk) -> Type:
    match expr.type, expr.start.type:
        case SetType(item), _:
            return item
        case _, SetType(item):
            return item
        case _:
            raise TypeError(f"{expr.start.type} is not a set")


def _reach(code: Code, expr: ir.Walk, item: Type, wave: str) -> str:
    seen = _seen(code, wave)
    with code.out.block(f"while {wave}:"):
        _next_wave(code, expr, item, wave, seen)
    return seen


def _distance(code: Code, expr: ir.Walk, item: Type, wave: str, target: str) -> str:
    seen, steps, distance = _seen(code, wave), code.temporary("steps"), code.temporary("distance")
    code.out.line(f"{steps}, {distance} = 0, None")
    with code.out.block(f"while {wave}:"):
        with code.out.block(f"if {wave} & {target}:"):
            code.out.line(f"{distance} = {steps}")
            code.out.line("break")
        code.out.line(f"{steps} += 1")
        _next_wave(code, expr, item, wave, seen)
    return distance


def _nearest(code: Code, expr: ir.Walk, item: Type, wave: str, target: str) -> str:
    seen, nearest = _seen(code, wave), code.temporary("nearest")
    code.out.line(f"{nearest} = 0")
    with code.out.block(f"while {wave}:"):
        code.out.line(f"{nearest} = {wave} & {target}")
        with code.out.block(f"if {nearest}:"):
            code.out.line("break")
        _next_wave(code, expr, item, wave, seen)
    return nearest


def _seen(code: Code, wave: str) -> str:
    seen = code.temporary("seen")
    code.out.line(f"{seen} = {wave}")
    return seen


def _next_wave(code: Code, expr: ir.Walk, item: Type, wave: str, seen: str) -> None:
    found = code.temporary("found")
    code.out.line(f"{found} = 0")
    with code.out.block(f"for {code.local(expr.name)} in {spread(code, item, wave)}:"):
        code.out.line(f"{found} |= {bare(_step(code, expr.step, item))}")
    code.out.line(f"{wave} = {found} & ~{seen}")
    code.out.line(f"{seen} |= {wave}")


def _step(code: Code, step: ir.Expr, item: Type) -> str:
    if not isinstance(step.type, ListType):
        return expressions.fitted(code, step, SetType(item), step)
    find = ordinal_in(item)
    gather = code.module.known("as_set", item, lambda: lambda values: sum({1 << find(value) for value in values}))
    return f"{gather}({expressions.value(code, step)})"
