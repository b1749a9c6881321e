"""Folds as loops, and what they go through."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.arithmetic import itemwise
from rules_dsl.ir.evaluate_parts import count_items
from rules_dsl.ir.types import (
    BagType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    SetType,
    Type,
    cardinality,
    zero,
)
from rules_dsl.machine import pygen_expressions as expressions
from rules_dsl.machine.pygen_code import Code
from rules_dsl.machine.pygen_failures import extreme_of_nothing, too_long
from rules_dsl.machine.pygen_forms import all_values, bag_members, spread, spread_constant
from rules_dsl.machine.pygen_writer import bare, negated, written

Inner = Callable[[], None]


def fold(code: Code, expr: ir.Fold) -> str:
    """The name of the result of a fold, whose loop is written before."""
    return KINDS[expr.kind](code, expr)


# -- what is gone through ---------------------------------------------------------------------------------------------


def iterable(code: Code, domain: ir.Expr) -> str:
    """A Python iterable over a domain, in order."""
    match domain:
        case ir.Domain(item):
            return all_values(code, item)
        case ir.Range(low, high):
            first, last = expressions.several(code, (low, high))
            return f"range({bare(first)}, {last} + 1)"
        case ir.Literal(found, SetType()):
            return code.module.literal(spread_constant(found, domain.type), "values")
    match domain.type:
        case SetType(item):
            return _ready_members(code, domain) or spread(code, item, bare(expressions.value(code, domain)))
        case BagType(item):
            known = code.module.known("kinds_in", item, lambda: bag_members(item))
            return f"{known}({expressions.base_text(code, domain)})"
        case _:
            return bare(expressions.value(code, domain))


def _ready_members(code: Code, domain: ir.Expr) -> str | None:
    """For a set that is an entry of a constant: the same entry of a constant that holds tuples of members."""
    match domain:
        case ir.Const(name):
            constant = code.module.constants[name]
            ready = spread_constant(constant.value, constant.type)
            return code.module.pooled(ready, written(ready), f"members_{name}")
        case ir.Index(base, key) if isinstance(base.type, MapType):
            text = _ready_members(code, base)
            return None if text is None else f"{text}[{bare(expressions.key_text(code, key, base.type.key))}]"
        case _:
            return None


def range_as_set(code: Code, expr: ir.Range) -> str:
    """`low..high` as a set."""
    item = expr.type.item if isinstance(expr.type, SetType) else expr.low.type
    least = item.low if isinstance(item, IntType) else 0
    low, high = [code.keep(text, "bound") for text in expressions.several(code, (expr.low, expr.high))]
    return f"((1 << {high} - {least} + 1) - (1 << {low} - {least}) if {low} <= {high} else 0)"


# -- how values come --------------------------------------------------------------------------------------------------


def rounds(code: Code, clauses: Sequence[ir.Clause], inner: Inner, escape: str | None = None, inside: bool = False) -> None:
    """Loops for the clauses around what `inner` writes; `escape` is true when `inner` has broken out of its loop for good."""
    if not clauses:
        inner()
        return
    clause, rest = clauses[0], clauses[1:]
    match clause:
        case ir.Each(name, domain):
            with code.out.block(f"for {code.local(name)} in {iterable(code, domain)}:"):
                rounds(code, rest, inner, escape, True)
            if escape is not None and inside:
                _break_if(code, escape)
        case ir.Where(condition):
            with code.out.block(f"if {bare(expressions.test(code, condition))}:"):
                rounds(code, rest, inner, escape, inside)
        case ir.While(condition):
            _break_if(code, negated(expressions.test(code, condition)))
            rounds(code, rest, inner, escape, inside)
        case ir.Until(condition):
            last = code.temporary("last")
            code.out.line(f"{last} = {bare(expressions.test(code, condition))}")
            rounds(code, rest, inner, escape, inside)
            _break_if(code, last)


def _break_if(code: Code, condition: str) -> None:
    with code.out.block(f"if {bare(condition)}:"):
        code.out.line("break")


# -- what becomes of them ---------------------------------------------------------------------------------------------


def _start(code: Code, hint: str, text: str) -> str:
    name = code.temporary(hint)
    code.out.line(f"{name} = {text}")
    return name


def _any(code: Code, expr: ir.Fold) -> str:
    return _search(code, expr, "False", "True", lambda text: text)


def _all(code: Code, expr: ir.Fold) -> str:
    return _search(code, expr, "True", "False", negated)


def _search(code: Code, expr: ir.Fold, otherwise: str, found: str, wanted: Callable[[str], str]) -> str:
    """`any` or `all`: stops at the first item that decides."""
    name = _start(code, expr.kind, otherwise)

    def look() -> None:
        with code.out.block(f"if {bare(wanted(expressions.test(code, expr.item)))}:"):
            code.out.line(f"{name} = {found}")
            code.out.line("break")

    rounds(code, expr.clauses, look, wanted(name))
    return name


def _count(code: Code, expr: ir.Fold) -> str:
    name = _start(code, "count", "0")

    def add() -> None:
        if expr.item == ir.Literal(True, expr.item.type):
            code.out.line(f"{name} += 1")
            return
        with code.out.block(f"if {bare(expressions.test(code, expr.item))}:"):
            code.out.line(f"{name} += 1")

    rounds(code, expr.clauses, add)
    return name


def _sum(code: Code, expr: ir.Fold) -> str:
    if isinstance(expr.type, IntType):
        return _accumulate(code, expr, "total", "0", lambda name: f"{name} += {bare(expressions.value(code, expr.item))}")
    combine = code.module.helper("add", itemwise(expr.type, 1, expr.span))
    nothing = code.module.literal(zero(expr.type))
    return _accumulate(
        code, expr, "total", nothing, lambda name: f"{name} = {combine}({name}, {expressions.fitted(code, expr.item, expr.type, expr)})"
    )


def _accumulate(code: Code, expr: ir.Fold, hint: str, start: str, step: Callable[[str], str]) -> str:
    name = _start(code, hint, start)
    rounds(code, expr.clauses, lambda: code.out.line(step(name)))
    return name


def _extreme(code: Code, expr: ir.Fold) -> str:
    name = _start(code, "least" if expr.kind == "min" else "most", "None")

    def compare() -> None:
        item = code.keep(expressions.value(code, expr.item), "item")
        with code.out.block(f"if {name} is None or {item} {'<' if expr.kind == 'min' else '>'} {name}:"):
            code.out.line(f"{name} = {item}")

    rounds(code, expr.clauses, compare)
    with code.out.block(f"if {name} is None:"):
        _default(code, expr, name)
    return name


def _default(code: Code, expr: ir.Fold, name: str) -> None:
    if expr.default is None:
        code.out.line(f"{code.module.helper('fail', extreme_of_nothing(expr.kind, expr.span))}()")
    else:
        code.out.line(f"{name} = {bare(expressions.value(code, expr.default))}")


def _union(code: Code, expr: ir.Fold) -> str:
    return _accumulate(code, expr, "union", "0", lambda name: f"{name} |= {bare(expressions.fitted(code, expr.item, expr.type, expr))}")


def _first(code: Code, expr: ir.Fold) -> str:
    name = _start(code, "first", "None")
    may_be_none = isinstance(expr.item.type, OptionalType)
    found = _start(code, "found", "False") if may_be_none else ""

    def take() -> None:
        code.out.line(f"{name} = {bare(expressions.fitted(code, expr.item, expr.type, expr))}")
        if found:
            code.out.line(f"{found} = True")
        code.out.line("break")

    rounds(code, expr.clauses, take, found or f"{name} is not None")
    return name


def _set(code: Code, expr: ir.Fold) -> str:
    assert isinstance(expr.type, SetType)
    item = expr.type.item
    return _accumulate(code, expr, "set", "0", lambda name: f"{name} |= 1 << {expressions.key_text(code, expr.item, item)}")


def _list(code: Code, expr: ir.Fold) -> str:
    assert isinstance(expr.type, ListType)
    item, most = expr.type.item, expr.type.most
    name = _accumulate(code, expr, "list", "[]", lambda name: f"{name}.append({bare(expressions.fitted(code, expr.item, item, expr))})")
    with code.out.block(f"if len({name}) > {most}:"):
        code.out.line(f"{code.module.helper('fail', too_long(most, expr.span))}({name})")
    return f"tuple({name})"


def _bag(code: Code, expr: ir.Fold) -> str:
    assert isinstance(expr.type, BagType)
    item, size, most = expr.type.item, cardinality(expr.type.item), expr.type.most
    name = _accumulate(code, expr, "bag", "[]", lambda name: f"{name}.append({expressions.key_text(code, expr.item, item)})")
    count = code.module.helper("counted", lambda numbers: count_items(numbers, size, most, expr.span))
    return f"{count}({name})"


def _map(code: Code, expr: ir.Fold) -> str:
    assert expr.key is not None
    key, kind = _entry_types(expr)
    nothing = code.module.literal((zero(kind),) * cardinality(key), "empty_map")
    name = _start(code, "map", f"list({nothing})")

    def put() -> None:
        # the item first, as an assignment computes it first
        item = code.keep(expressions.fitted(code, expr.item, kind, expr), "item")
        code.out.line(f"{name}[{expressions.key_text(code, expr.key or expr.item, key)}] = {item}")

    rounds(code, expr.clauses, put)
    return f"tuple({name})"


def _entry_types(expr: ir.Fold) -> tuple[Type, Type]:
    match expr.type:
        case MapType(key, kind):
            return key, kind
        case BagType(key, most):
            return key, IntType(0, most)
        case _:
            raise TypeError(f"{expr.type} is not a map")


def _ranked(code: Code, expr: ir.Fold) -> str:
    """`highest` or `lowest`: the set of all with the best measure."""
    assert isinstance(expr.type, SetType) and expr.by is not None
    item, by = expr.type.item, expr.by
    name, best = _start(code, expr.kind, "0"), _start(code, "best", "None")

    def compare() -> None:
        rank = code.keep(expressions.value(code, by), "rank")
        bit = code.keep(f"1 << {expressions.key_text(code, expr.item, item)}", "bit")
        with code.out.block(f"if {best} is None or {rank} {'>' if expr.kind == 'highest' else '<'} {best}:"):
            code.out.line(f"{best}, {name} = {rank}, {bit}")
        with code.out.block(f"elif {rank} == {best}:"):
            code.out.line(f"{name} |= {bit}")

    rounds(code, expr.clauses, compare)
    return name


KINDS: dict[str, Callable[[Code, ir.Fold], str]] = {
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
    "highest": _ranked,
    "lowest": _ranked,
}
