"""Conditions on one entry of a map in planes, whose key depends on a name: the keys for which they hold, as a set."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from cython_ext.emit import expressions
from cython_ext.emit.code import Code
from cython_ext.emit.planes import WantedEntries, keys_by, keys_equal, keys_with
from cython_ext.emit.texts import number
from cython_ext.emit.values import all_of, combine_sets, scalar
from cython_ext.layout.states import planes_of
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.evaluate import ConstantCompiler, NotConstant
from rules_dsl.ir.names import free_locals, list_bound_here
from rules_dsl.ir.partial import can_fail, fits
from rules_dsl.ir.rebuild import rebuild, walk
from rules_dsl.ir.types import MapType, SetType, Type, Value, cardinality, is_countable, values

ENTRY = "entry#"
MOST_WAYS = 4
"""So many combinations of names known while playing are told apart."""


@dataclass(frozen=True, slots=True)
class Keys:
    """The key a condition looks at, and the text of the set of those for which it holds."""

    key: ir.Expr
    over: SetType
    text: str


def keys_where(code: Code, condition: ir.Expr, names: Collection[str]) -> Keys | None:
    """The keys for which a condition holds that reads the names in nothing but the key of one entry; None if it is no such condition."""
    entry = _only_entry(code, condition, names)
    if entry is None:
        return None
    map_ = entry.base.type
    assert isinstance(map_, MapType)
    rest = _with_local(condition, entry)
    if free_locals(rest) & set(names):
        return None
    base = expressions.keep_whole(code, expressions.value(code, entry.base), map_)
    text = _constant(code, base, map_, rest) or _equal(code, base, map_, rest)
    return None if text is None else Keys(entry.key, SetType(map_.key), text)


def keys_of_each(code: Code, entry: ir.Index, names: Collection[str]) -> list[tuple[Value, str]] | None:
    """For each value the set of the keys that have it; None if the entry is not of a map in planes."""
    if _only_entry(code, entry, names) != entry:
        return None
    map_ = entry.base.type
    assert isinstance(map_, MapType)
    base = expressions.keep_whole(code, expressions.value(code, entry.base), map_)
    every = values(map_.value)
    return [(value, keys_with(code, base, map_, WantedEntries([value], [other for other in every if other != value]))) for value in every]


def _only_entry(code: Code, expr: ir.Expr, names: Collection[str]) -> ir.Index | None:
    """The one entry of a map in planes whose key reads the names."""
    found = {part for part in walk(expr) if isinstance(part, ir.Index) and planes_of(part.base.type) and free_locals(part.key) & set(names)}
    if len(found) != 1:
        return None
    entry = found.pop()
    bound = {name for part in walk(expr) for name in list_bound_here(part)}
    hidden = free_locals(entry) & bound or free_locals(entry.base) & set(names)
    return None if hidden or isinstance(entry.base, ir.Const) or can_fail(entry.base, code.unit.functions) else entry


def _with_local(expr: ir.Expr, entry: ir.Index) -> ir.Expr:
    """The condition with a local in place of the entry."""
    if expr == entry:
        return ir.Local(ENTRY, entry.type)
    return rebuild(expr, lambda part: _with_local(part, entry))


def _constant(code: Code, base: str, map_: MapType, condition: ir.Expr) -> str | None:
    """The keys by a condition that reads the entry and at most few combinations of other names: tried for each value while compiling.

    What is known to fit is so because nobody looks where it does not.
    """
    others = {part.name: part.type for part in walk(condition) if isinstance(part, ir.Local) and part.name in free_locals(condition)}
    del others[ENTRY]
    if not all(is_countable(kind) for kind in others.values()) or prod([cardinality(kind) for kind in others.values()]) > MOST_WAYS:
        return None
    ways = list(product(*[values(kind) for kind in others.values()]))
    try:
        holds = _compile(code, condition, list(others))
    except NotConstant:
        return None
    found = [{value: holds([value, *way]) for value in values(map_.value)} for way in ways]
    if can_fail(_trusting(condition), code.unit.functions) and any(None in each.values() for each in found):
        return None
    sought = [WantedEntries([value for value in each if each[value]], [value for value in each if each[value] is False]) for each in found]
    return keys_by(code, base, map_, list(zip([_test(code, others, way) for way in ways], sought, strict=True)))


def _trusting(condition: ir.Expr) -> ir.Expr:
    """The condition without the conversions that are known to fit."""
    if isinstance(condition, ir.Convert) and not condition.checked:
        return ir.Local("fits#", condition.type)
    return rebuild(condition, _trusting)


def _compile(code: Code, condition: ir.Expr, others: Sequence[str]) -> Callable[[Sequence[Value]], bool | None]:
    """The condition as a function of the entry and the other names; None where it fails."""
    compiler = ConstantCompiler(code.unit.values, code.unit.functions)
    slots = [compiler.slot(name) for name in (ENTRY, *others)]
    closure = compiler.closure(condition)
    frame = compiler.frame()

    def holds(found: Sequence[Value]) -> bool | None:
        for slot, value in zip(slots, found, strict=True):
            frame[slot] = value
        try:
            return bool(closure(frame))
        except (RulesError, TypeError):
            return None

    return holds


def _test(code: Code, names: dict[str, Type], way: Sequence[Value]) -> str:
    """Have the names these values?"""
    tests = [f"{expressions.local(code, name)} == {number(scalar(kind, value))}" for (name, kind), value in zip(names.items(), way, strict=True)]
    return tests[0] if len(tests) == 1 else " && ".join([f"({test})" for test in tests])


def _equal(code: Code, base: str, map_: MapType, condition: ir.Expr) -> str | None:
    """The keys by a comparison of the entry with a value that is known while playing."""
    match condition:
        case ir.Binary("==" | "!=", ir.Local(name), other) if name == ENTRY:
            pass
        case ir.Binary("==" | "!=", other, ir.Local(name)) if name == ENTRY:
            pass
        case _:
            return None
    if not is_countable(other.type) or not fits(other.type, map_.value) or can_fail(other, code.unit.functions):
        return None
    text = keys_equal(code, base, map_, expressions.key_text(code, other, map_.value))
    if condition.operator == "==":
        return text
    return combine_sets(code.unit.forms.of(SetType(map_.key)), "difference", all_of(code.unit, map_.key), text)
