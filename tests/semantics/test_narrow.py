"""What conditions tell, and when it is no longer known."""

from __future__ import annotations

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.calls import list_calls
from rules_dsl.ir.state_reads import variables_read
from rules_dsl.ir.types import BOOL, IntType, MapType, OptionalType, SetType, Type
from rules_dsl.semantics.elaborate import Elaborator
from rules_dsl.semantics.narrow import assume, forget, is_unreachable
from rules_dsl.semantics.scope import Scope, Symbols
from rules_dsl.syntax.parse import parse_expression

SMALL = IntType(0, 9)
VARIABLES: dict[str, Type] = {
    "day": SMALL,
    "night": IntType(3, 5),
    "stock": MapType(SMALL, SMALL),
    "maybe": OptionalType(SMALL),
    "other": OptionalType(SMALL),
    "few": SetType(IntType(2, 4)),
}
FUNCTIONS = {
    "size": ir.Function("size", (), ir.Call("deep", (), SMALL), SMALL, ir.Rule("size")),
    "deep": ir.Function("deep", (), ir.Var("day", SMALL), SMALL, ir.Rule("deep")),
}


def desk() -> tuple[Elaborator, Scope]:
    symbols = Symbols(
        variables={name: ir.Var(name, kind) for name, kind in VARIABLES.items()}, functions=dict(FUNCTIONS)
    )
    return Elaborator(symbols), Scope("test", {"n": ir.Local("test.n", IntType(1, 8))})


def known(condition: str, expression: str, truth: bool = True) -> str:
    """The type of an expression where the condition holds (or fails)."""
    elaborator, scope = desk()
    inner = assume(elaborator.condition(parse_expression(condition), scope), scope, truth)
    return str(elaborator.infer(parse_expression(expression), inner).type)


@pytest.mark.parametrize(
    ("condition", "expression", "expected"),
    [
        ("day > 3", "day", "4..9"),
        ("3 < day", "day", "4..9"),
        ("day >= n", "n", "1..8"),
        ("day >= n", "day", "1..9"),
        ("day < n", "day", "0..7"),
        ("day == night", "day", "3..5"),
        ("day != 0", "day", "1..9"),
        ("day != 9 and day != 0", "day", "1..8"),
        ("stock[n] >= 2", "stock[n] - 2", "0..7"),
        ("stock[day] > 2 and day < 5", "stock[day]", "3..9"),
        ("size() + n <= 4", "size()", "0..3"),
        ("size() + n <= 4", "n", "1..4"),
        ("size() + n <= 4", "size() + n", "1..4"),
        ("day - n >= 2", "day", "3..9"),
        ("-day > -3", "day", "0..2"),
        ("min(day, n) > 4", "day", "5..9"),
        ("max(day, n) < 4", "day", "0..3"),
        ("day in few", "day", "2..4"),
        ("day in n..6", "day", "1..6"),
        ("day in {2, n}", "day", "1..8"),
        ("maybe != none", "maybe", "0..9"),
        ("maybe == 4", "maybe", "4..4"),
        ("maybe == other", "maybe", "0..9?"),
        ("maybe == other and other != none", "maybe", "0..9?"),
        ("maybe in few", "maybe", "2..4"),
        ("not (maybe == none)", "maybe", "0..9"),
        ("not (day > 3)", "day", "0..3"),
        ("day == 2 or day == 5", "day", "2..5"),
        ("day > 7 or false", "day", "8..9"),
        ("day > 2 implies false", "day", "0..2"),
        ("day > 2 or night > 4", "day", "0..9"),
        ("day > 5 and day > 3", "day", "6..9"),
    ],
)
def test_a_condition_that_holds(condition: str, expression: str, expected: str) -> None:
    assert known(condition, expression) == expected


@pytest.mark.parametrize(
    ("condition", "expression", "expected"),
    [
        ("day > 3", "day", "0..3"),
        ("day == 0", "day", "1..9"),
        ("maybe == none", "maybe", "0..9"),
        ("maybe == none or day < 4", "day", "4..9"),
        ("day > 3 and maybe != none", "day", "0..9"),
        ("day > 3 implies maybe != none", "day", "4..9"),
        ("day in few", "day", "0..9"),
    ],
)
def test_a_condition_that_fails(condition: str, expression: str, expected: str) -> None:
    assert known(condition, expression, truth=False) == expected


@pytest.mark.parametrize(
    "condition", ["false", "day > 9", "day > 4 and day < 3", "night < 3", "night == 7", "day != day + 0 and false"]
)
def test_contradictions_are_noted(condition: str) -> None:
    elaborator, scope = desk()
    assert is_unreachable(assume(elaborator.condition(parse_expression(condition), scope), scope))
    assert not is_unreachable(scope)


def assumed(condition: str) -> tuple[Elaborator, Scope]:
    elaborator, scope = desk()
    return elaborator, assume(elaborator.condition(parse_expression(condition), scope), scope)


def shown(elaborator: Elaborator, scope: Scope, expression: str) -> str:
    return str(elaborator.infer(parse_expression(expression), scope).type)


def test_what_reads_a_written_variable_is_forgotten() -> None:
    elaborator, scope = assumed("day > 3 and night > 3 and stock[day] > 3 and stock[n] > 3")
    after = forget(scope, {"day"}, FUNCTIONS)
    assert [shown(elaborator, after, text) for text in ("day", "night", "stock[day]", "stock[n]")] == [
        "0..9",
        "4..5",
        "0..9",
        "4..9",
    ]


def test_what_a_function_reads_counts() -> None:
    elaborator, scope = assumed("size() > 3")
    assert shown(elaborator, forget(scope, {"night"}, FUNCTIONS), "size()") == "4..9"
    assert shown(elaborator, forget(scope, {"day"}, FUNCTIONS), "size()") == "0..9"
    assert shown(elaborator, forget(scope, {"night"}), "size()") == "0..9"


def test_what_an_expression_reads() -> None:
    elaborator, scope = desk()
    expr = elaborator.infer(parse_expression("size() + sum(stock[k] for k in 0..9 where k != night) + n"), scope)
    assert variables_read(expr, FUNCTIONS) == {"day", "stock", "night"}
    assert list_calls(expr) == ["size"]
    assert variables_read(ir.Literal(True, BOOL), FUNCTIONS) == set()
