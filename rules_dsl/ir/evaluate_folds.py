"""Closures of folds: what becomes of the values that come."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.arithmetic import itemwise
from rules_dsl.ir.evaluate_clauses import Rounds, items, rounds
from rules_dsl.ir.evaluate_parts import count_items, key_ordinal
from rules_dsl.ir.failures import stop_play
from rules_dsl.ir.frames import Closure, Frame
from rules_dsl.ir.types import BagType, IntType, ListType, SetType, Value, cardinality, entry_types, zero

if TYPE_CHECKING:
    from rules_dsl.ir.evaluate import ClosureCompiler

Make = Callable[["ClosureCompiler", ir.Fold, Rounds], Closure]


def fold(compiler: ClosureCompiler, expr: ir.Fold) -> Closure:
    """The closure of a fold."""
    return KINDS[expr.kind](compiler, expr, rounds(compiler, expr.clauses))


def _count(compiler: ClosureCompiler, expr: ir.Fold, run: Rounds) -> Closure:
    item = compiler.closure(expr.item)
    return lambda frame: sum([1 for _ in run(frame) if item(frame)])


def _any(compiler: ClosureCompiler, expr: ir.Fold, run: Rounds) -> Closure:
    return _make_decision(True, compiler, expr, run)


def _all(compiler: ClosureCompiler, expr: ir.Fold, run: Rounds) -> Closure:
    return _make_decision(False, compiler, expr, run)


def _make_decision(wanted: bool, compiler: ClosureCompiler, expr: ir.Fold, run: Rounds) -> Closure:
    """`any` (decided by true) and `all` (decided by false); over one domain without a generator."""
    item = compiler.closure(expr.item)
    match expr.clauses:
        case (ir.Each(name, domain),):
            return _decide_in(wanted, items(compiler, domain), compiler.slot(name), item)

    def look(frame: Frame) -> bool:
        for _ in run(frame):
            if item(frame) == wanted:
                return wanted
        return not wanted

    return look


def _decide_in(wanted: bool, domain: Callable[[Frame], Sequence[Value]], slot: int, item: Closure) -> Closure:
    def look(frame: Frame) -> bool:
        for value in domain(frame):
            frame[slot] = value
            if item(frame) == wanted:
                return wanted
        return not wanted

    return look


def _sum(compiler: ClosureCompiler, expr: ir.Fold, run: Rounds) -> Closure:
    item = (
        compiler.convert_value(expr.item, expr.type, expr)
        if not isinstance(expr.type, IntType)
        else compiler.closure(expr.item)
    )
    if isinstance(expr.type, IntType):
        return lambda frame: sum([item(frame) for _ in run(frame)])
    nothing, combine = zero(expr.type), itemwise(expr.type, 1, expr.span)

    def add_up(frame: Frame) -> Value:
        total = nothing
        for _ in run(frame):
            total = combine(total, item(frame))
        return total

    return add_up


def _extreme(best: Callable[[list[int]], int]) -> Make:
    """`min` or `max`."""

    def make(compiler: ClosureCompiler, expr: ir.Fold, run: Rounds) -> Closure:
        item = compiler.closure(expr.item)
        default = None if expr.default is None else compiler.closure(expr.default)

        def find(frame: Frame) -> int:
            values = [item(frame) for _ in run(frame)]
            if values:
                return best(values)
            if default is None:
                stop_play(
                    "E0904",
                    f"{expr.kind} of nothing",
                    expr.span,
                    label="there are no values here",
                    repair=f"say {expr.kind}(… else 0)",
                )
            number: int = default(frame)
            return number

        return find

    return make


def _union(compiler: ClosureCompiler, expr: ir.Fold, run: Rounds) -> Closure:
    item = compiler.convert_value(expr.item, expr.type, expr)

    def unite(frame: Frame) -> int:
        mask = 0
        for _ in run(frame):
            mask |= item(frame)
        return mask

    return unite


def _first(compiler: ClosureCompiler, expr: ir.Fold, run: Rounds) -> Closure:
    item = compiler.convert_value(expr.item, expr.type, expr)

    def find(frame: Frame) -> Value:
        for _ in run(frame):
            return item(frame)
        return None

    return find


def _set(compiler: ClosureCompiler, expr: ir.Fold, run: Rounds) -> Closure:
    assert isinstance(expr.type, SetType)
    number = key_ordinal(compiler, expr.item, expr.type.item)

    def gather(frame: Frame) -> int:
        mask = 0
        for _ in run(frame):
            mask |= 1 << number(frame)
        return mask

    return gather


def _list(compiler: ClosureCompiler, expr: ir.Fold, run: Rounds) -> Closure:
    assert isinstance(expr.type, ListType)
    item, most = compiler.convert_value(expr.item, expr.type.item, expr), expr.type.most

    def gather(frame: Frame) -> tuple[Value, ...]:
        result = tuple([item(frame) for _ in run(frame)])
        if len(result) > most:
            stop_play("E0901", f"{len(result)} items do not fit a list of at most {most}", expr.span)
        return result

    return gather


def _bag(compiler: ClosureCompiler, expr: ir.Fold, run: Rounds) -> Closure:
    assert isinstance(expr.type, BagType)
    kind, most = expr.type.item, expr.type.most
    number, size = key_ordinal(compiler, expr.item, kind), cardinality(kind)
    return lambda frame: count_items([number(frame) for _ in run(frame)], size, most, expr.span)


def _map(compiler: ClosureCompiler, expr: ir.Fold, run: Rounds) -> Closure:
    """Of two items with one key the later counts."""
    assert expr.key is not None
    key, kind = entry_types(expr.type)
    number = key_ordinal(compiler, expr.key, key)
    item = compiler.convert_value(expr.item, kind, expr)
    nothing, size = zero(kind), cardinality(key)

    def gather(frame: Frame) -> tuple[Value, ...]:
        result = [nothing] * size
        for _ in run(frame):
            result[number(frame)] = item(frame)
        return tuple(result)

    return gather


def _make_ranking(best: Callable[[Iterable[int]], int]) -> Make:
    """`highest` or `lowest`: the set of all with the best measure."""

    def make(compiler: ClosureCompiler, expr: ir.Fold, run: Rounds) -> Closure:
        assert isinstance(expr.type, SetType) and expr.by is not None
        number, measure = key_ordinal(compiler, expr.item, expr.type.item), compiler.closure(expr.by)

        def find(frame: Frame) -> int:
            pairs = [(measure(frame), 1 << number(frame)) for _ in run(frame)]
            if not pairs:
                return 0
            limit = best(rank for rank, _ in pairs)
            return sum({bit for rank, bit in pairs if rank == limit})

        return find

    return make


KINDS: dict[str, Make] = {
    "sum": _sum,
    "count": _count,
    "any": _any,
    "all": _all,
    "min": _extreme(min),
    "max": _extreme(max),
    "union": _union,
    "first": _first,
    "set": _set,
    "list": _list,
    "map": _map,
    "bag": _bag,
    "highest": _make_ranking(max),
    "lowest": _make_ranking(min),
}
