"""Closures of walks through networks: reach, distance, nearest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.conversions import items_of_set
from rules_dsl.ir.evaluate_parts import list_as_set
from rules_dsl.ir.frames import Closure, Frame
from rules_dsl.ir.types import ListType, SetType, Type

if TYPE_CHECKING:
    from rules_dsl.ir.evaluate import ClosureCompiler


def walk(compiler: ClosureCompiler, expr: ir.Walk) -> Closure:
    """The closure of a walk; every set in it is over the item type of the start."""
    over = SetType(_item(expr))
    start = compiler.convert_value(expr.start, over, expr)
    waves = _waves(compiler, expr, over.item)
    if expr.target is None:
        return lambda frame: _union(waves(frame, start(frame)))
    target = compiler.convert_value(expr.target, over, expr)
    if expr.kind == "distance":
        return lambda frame: _distance(waves(frame, start(frame)), target(frame))
    return lambda frame: _nearest(waves(frame, start(frame)), target(frame))


def _item(expr: ir.Walk) -> Type:
    """What the walk goes over: the wider of start and target."""
    match expr.type, expr.start.type:
        case SetType(item), _:
            return item
        case _, SetType(item):
            return item
        case _:
            raise TypeError(f"{expr.start.type} is not a set")


def _waves(compiler: ClosureCompiler, expr: ir.Walk, item: Type) -> Callable[[Frame, int], Iterator[int]]:
    """Wave after wave: the sets of values at 0, 1, 2 … steps, until no new one comes."""
    slot = compiler.slot(expr.name)
    step = _step(compiler, expr.step, item)
    spread = items_of_set(item)

    def run(frame: Frame, start: int) -> Iterator[int]:
        seen = wave = start
        while wave:
            yield wave
            reached = 0
            for value in spread(wave):
                frame[slot] = value
                reached |= step(frame)
            wave = reached & ~seen
            seen |= wave

    return run


def _step(compiler: ClosureCompiler, step: ir.Expr, item: Type) -> Closure:
    return (
        list_as_set(compiler, step, item)
        if isinstance(step.type, ListType)
        else compiler.convert_value(step, SetType(item), step)
    )


def _union(waves: Iterator[int]) -> int:
    seen = 0
    for wave in waves:
        seen |= wave
    return seen


def _distance(waves: Iterator[int], target: int) -> int | None:
    return next((steps for steps, wave in enumerate(waves) if wave & target), None)


def _nearest(waves: Iterator[int], target: int) -> int:
    return next((wave & target for wave in waves if wave & target), 0)
