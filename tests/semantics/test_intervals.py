"""The interval of a number holds whatever value it has when it is evaluated."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.evaluate import ConstantCompiler
from rules_dsl.ir.folds import FOLDS
from rules_dsl.ir.rebuild import walk
from rules_dsl.ir.types import BOOL, IntType, Value
from rules_dsl.semantics import numbers
from rules_dsl.semantics.elaborate import Elaborator
from rules_dsl.semantics.narrow import assume
from rules_dsl.semantics.scope import Scope, Symbols
from rules_dsl.syntax.parse import parse_expression

LOCALS = {"a": IntType(0, 6), "b": IntType(-4, 3), "c": IntType(2, 2), "d": IntType(-9, -1), "e": IntType(5, 20)}
OPERATORS = ("+", "-", "*", "/", "%")


def intervals() -> st.SearchStrategy[IntType]:
    ends = st.tuples(st.integers(-12, 12), st.integers(-12, 12))
    return ends.map(lambda pair: IntType(min(pair), max(pair)))


@given(st.sampled_from([*OPERATORS, "min", "max"]), intervals(), intervals(), st.data())
def test_operators_hold_all_results(operator: str, left: IntType, right: IntType, data: st.DataObject) -> None:
    x = data.draw(st.integers(left.low, left.high))
    y = data.draw(st.integers(right.low, right.high))
    if operator in {"/", "%"} and y == 0:
        return
    results = {"+": x + y, "-": x - y, "*": x * y, "min": min(x, y), "max": max(x, y)}
    result = results[operator] if operator in results else (x // y if operator == "/" else x % y)
    interval = numbers.ARITHMETIC[operator](left, right)
    assert interval.low <= result <= interval.high


@given(st.sampled_from(["+", "-", "*", "min", "max"]), intervals(), intervals())
def test_operators_are_tight(operator: str, left: IntType, right: IntType) -> None:
    functions = {"+": lambda x, y: x + y, "-": lambda x, y: x - y, "*": lambda x, y: x * y, "min": min, "max": max}
    function = functions[operator]
    every = [function(x, y) for x in range(left.low, left.high + 1) for y in range(right.low, right.high + 1)]
    assert numbers.ARITHMETIC[operator](left, right) == IntType(min(every), max(every))


@given(intervals(), st.integers(0, 4), st.integers(0, 4), st.data())
def test_sums_hold_all_results(item: IntType, least: int, more: int, data: st.DataObject) -> None:
    size = data.draw(st.integers(least, least + more))
    items = data.draw(st.lists(st.integers(item.low, item.high), min_size=size, max_size=size))
    interval = FOLDS["sum"].interval
    assert interval is not None
    whole = interval(item, least, least + more)
    assert whole.low <= sum(items) <= whole.high


# -- whole expressions ------------------------------------------------------------------------------------------------


def number_texts() -> st.SearchStrategy[str]:
    leaves = st.one_of(st.sampled_from(sorted(LOCALS)), st.integers(0, 9).map(str))
    return st.recursive(leaves, _larger, max_leaves=10)


def _larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    binary = st.tuples(inner, st.sampled_from(OPERATORS), inner).map(
        lambda parts: f"({parts[0]} {parts[1]} {parts[2]})"
    )
    call = st.tuples(st.sampled_from(["min", "max"]), inner, inner).map(
        lambda parts: f"{parts[0]}({parts[1]}, {parts[2]})"
    )
    one = st.tuples(st.sampled_from(["-", "abs"]), inner).map(lambda parts: f"{parts[0]}({parts[1]})")
    choice = st.tuples(inner, _conditions(inner), inner).map(
        lambda parts: f"({parts[0]} if {parts[1]} else {parts[2]})"
    )
    total = st.tuples(inner, inner).map(lambda parts: f"sum({parts[0]} + n for n in 0..3 where n < {parts[1]})")
    return st.one_of(binary, call, one, choice, total)


def _conditions(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    compare = st.tuples(inner, st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), inner).map(
        lambda parts: f"{parts[0]} {parts[1]} {parts[2]}"
    )
    member = st.tuples(inner, inner).map(lambda parts: f"{parts[0]} in {{{parts[1]}, 3}}")
    single = st.one_of(compare, member)
    pair = st.tuples(single, st.sampled_from(["and", "or", "implies"]), single).map(
        lambda parts: f"({parts[0]}) {parts[1]} ({parts[2]})"
    )
    return st.one_of(single, pair, single.map(lambda text: f"not ({text})"))


@dataclass
class Elaborated:
    """An expression over the locals, with the scope it stands in."""

    expr: ir.Expr
    scope: Scope
    elaborator: Elaborator


def elaborated(text: str, condition: str | None = None) -> Elaborated | None:
    """The typed expression, where the condition holds; None if it is refused."""
    elaborator = Elaborator(Symbols())
    scope = Scope("test", {name: ir.Local(f"test.{name}", kind) for name, kind in LOCALS.items()})
    if condition is not None:
        scope = assume(elaborator.condition(parse_expression(condition), scope), scope)
    expr = elaborator.infer(parse_expression(text), scope)
    return None if elaborator.symbols.diagnostics else Elaborated(expr, scope, elaborator)


def evaluated(expr: ir.Expr, values: dict[str, int]) -> Value:
    """The value with values for the locals, None where the expression has none (a division by zero)."""
    try:
        return ConstantCompiler({}, {}).value(expr, {f"test.{name}": value for name, value in values.items()})
    except RulesError as error:
        assert {found.code for found in error.diagnostics} == {"E0905"}
        return None


def locals_values() -> st.SearchStrategy[dict[str, int]]:
    return st.fixed_dictionaries({name: st.integers(kind.low, kind.high) for name, kind in LOCALS.items()})


def assert_inside(expr: ir.Expr, values: dict[str, int]) -> None:
    value = evaluated(expr, values)
    assert isinstance(expr.type, IntType)
    assert value is None or expr.type.low <= value <= expr.type.high


@settings(max_examples=150, deadline=None)
@given(number_texts(), st.lists(locals_values(), min_size=1, max_size=5))
def test_the_interval_holds_the_value(text: str, rows: list[dict[str, int]]) -> None:
    found = elaborated(text)
    if found is None:
        return
    for values in rows:
        assert_inside(found.expr, values)


@settings(max_examples=150, deadline=None)
@given(_conditions(number_texts()), number_texts(), st.lists(locals_values(), min_size=1, max_size=8))
def test_what_a_condition_tells_is_true(condition: str, text: str, rows: list[dict[str, int]]) -> None:
    found = elaborated(text, condition)
    if found is None:
        return
    plain = Elaborator(Symbols())
    scope = Scope("test", {name: ir.Local(f"test.{name}", kind) for name, kind in LOCALS.items()})
    holds = plain.condition(parse_expression(condition), scope)
    assert holds.type == BOOL
    for values in rows:
        if evaluated(holds, values) is True:
            assert_inside(found.expr, values)


@settings(max_examples=100, deadline=None)
@given(number_texts(), st.integers(-5, 5), st.integers(0, 9), locals_values())
def test_a_conversion_without_check_always_fits(text: str, low: int, more: int, values: dict[str, int]) -> None:
    found = elaborated(text)
    if found is None:
        return
    target = IntType(low, low + more)
    before = len(found.elaborator.symbols.diagnostics)
    converted = found.elaborator.convert(found.expr, target, found.expr.span)
    value = evaluated(found.expr, values)
    if len(found.elaborator.symbols.diagnostics) > before:
        assert value is None or not low <= value <= low + more
    elif not any(isinstance(part, ir.Convert) and part.checked for part in walk(converted)):
        assert value is None or low <= value <= low + more
