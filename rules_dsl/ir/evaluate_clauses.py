"""How values come: domains and the clauses of folds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.conversions import items_of_set
from rules_dsl.ir.frames import Closure, Frame
from rules_dsl.ir.types import BagType, IntType, SetType, Value, cardinality, value_of, values

if TYPE_CHECKING:
    from rules_dsl.ir.evaluate import ClosureCompiler

Rounds = Callable[[Frame], Iterator[None]]


def items(compiler: ClosureCompiler, domain: ir.Expr) -> Callable[[Frame], Sequence[Value]]:
    """The values to go through, in order: sets and bags upwards, lists as they are."""
    match domain:
        case ir.Domain(item):
            everything = tuple(values(item))
            return lambda frame: everything
        case ir.Range():
            low, high = compiler.closure(domain.low), compiler.closure(domain.high)
            return lambda frame: range(low(frame), high(frame) + 1)
        case ir.Literal(value, SetType(item)):
            members = items_of_set(item)(value)
            return lambda frame: members
    whole = compiler.closure(domain)
    match domain.type:
        case SetType(item):
            spread = items_of_set(item)
            return lambda frame: spread(whole(frame))
        case BagType(item):
            return lambda frame: [value_of(item, number) for number, count in enumerate(whole(frame)) if count]
        case _:
            return whole


def domain_as_set(compiler: ClosureCompiler, expr: ir.Domain | ir.Range) -> Closure:
    """A domain as a value: a set."""
    if isinstance(expr, ir.Domain):
        everything = (1 << cardinality(expr.item)) - 1
        return lambda frame: everything
    low, high = compiler.closure(expr.low), compiler.closure(expr.high)
    item = expr.type.item if isinstance(expr.type, SetType) else expr.low.type
    lowest = item.low if isinstance(item, IntType) else 0

    def run(frame: Frame) -> int:
        first, last = low(frame) - lowest, high(frame) - lowest
        return (1 << last + 1) - (1 << first) if first <= last else 0

    return run


def rounds(compiler: ClosureCompiler, clauses: Sequence[ir.Clause]) -> Rounds:
    """A generator function that sets the locals of the clauses to one combination after another."""
    run: Rounds = _once
    position = 0
    while position < len(clauses):
        clause = clauses[position]
        position += 1
        filters: list[ir.Where | ir.While | ir.Until] = []
        while position < len(clauses) and not isinstance(following := clauses[position], ir.Each):
            filters.append(following)
            position += 1
        assert isinstance(clause, ir.Each)
        run = _stage(compiler, None if run is _once else run, clause, filters)
    return run


def _once(frame: Frame) -> Iterator[None]:
    yield None


def _stage(
    compiler: ClosureCompiler, before: Rounds | None, clause: ir.Each, filters: Sequence[ir.Where | ir.While | ir.Until]
) -> Rounds:
    domain = items(compiler, clause.domain)
    slot = compiler.slot(clause.name)
    if not filters:
        inner = _every(domain, slot)
    elif len(filters) == 1 and isinstance(filters[0], ir.Where):
        inner = _every_where(domain, slot, compiler.closure(filters[0].condition))
    else:
        inner = _every_judged(domain, slot, [(type(part), compiler.closure(part.condition)) for part in filters])
    return inner if before is None else _nest_rounds(before, inner)


def _nest_rounds(outer: Rounds, inner: Rounds) -> Rounds:
    def run(frame: Frame) -> Iterator[None]:
        for _ in outer(frame):
            yield from inner(frame)

    return run


def _every(domain: Callable[[Frame], Iterable[Value]], slot: int) -> Rounds:
    def run(frame: Frame) -> Iterator[None]:
        for value in domain(frame):
            frame[slot] = value
            yield None

    return run


def _every_where(domain: Callable[[Frame], Iterable[Value]], slot: int, condition: Closure) -> Rounds:
    def run(frame: Frame) -> Iterator[None]:
        for value in domain(frame):
            frame[slot] = value
            if condition(frame):
                yield None

    return run


def _every_judged(
    domain: Callable[[Frame], Iterable[Value]], slot: int, filters: Sequence[tuple[type, Closure]]
) -> Rounds:
    def run(frame: Frame) -> Iterator[None]:
        for value in domain(frame):
            frame[slot] = value
            take, go_on = _judge(frame, filters)
            if take:
                yield None
            if not go_on:
                return

    return run


def _judge(frame: Frame, filters: Sequence[tuple[type, Closure]]) -> tuple[bool, bool]:
    """Is this value taken, and does another come after it?"""
    go_on = True
    for kind, condition in filters:
        holds = condition(frame)
        if kind is ir.Until:
            go_on = go_on and not holds
        elif not holds:
            return False, go_on and kind is ir.Where
    return True, go_on
