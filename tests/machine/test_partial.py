"""Which expressions can fail."""

from __future__ import annotations

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.partial import can_fail, fits
from rules_dsl.ir.types import BOOL, EMPTY, BagType, IntType, ListType, MapType, OptionalType, RecordType, SetType, Type
from tests.machine.small import FRUIT, RULE, is_, lit, loc, numbers, op, var

SMALL, WIDE = IntType(1, 3), IntType(0, 9)
FRUITS = ListType(FRUIT, 3)
PAIR = RecordType("Pair", (("a", SMALL), ("b", SMALL)))
EACH = ir.Each("x", numbers(1, 3), SMALL)
RISKY = ir.Function("risky", (ir.Parameter("risky.n", WIDE),), op("/", lit(6), loc("risky.n")), WIDE, RULE)
SAFE = ir.Function("safe", (ir.Parameter("safe.n", WIDE),), loc("safe.n", SMALL), WIDE, RULE)
FUNCTIONS = {"risky": RISKY, "safe": SAFE}

FAILING: list[ir.Expr] = [
    ir.Index(var("l", FRUITS), lit(1), FRUIT),
    ir.Index(var("m", MapType(SMALL, WIDE)), loc("n", WIDE), WIDE),
    ir.Builtin("top", (var("l", FRUITS),), FRUIT),
    op("%", lit(1), lit(0)),
    op("/", lit(1), loc("n")),
    op("add", var("b", BagType(FRUIT, 2)), var("b", BagType(FRUIT, 2)), BagType(FRUIT, 2)),
    ir.Fold("max", loc("x"), (EACH,), WIDE),
    ir.Construct((loc("n", WIDE), lit(1, SMALL)), PAIR),
    ir.Convert(loc("n", OptionalType(WIDE)), WIDE),
    ir.Collect((loc("n", WIDE),), SetType(SMALL)),
    ir.Call("risky", (lit(1),), WIDE),
    ir.Possible("pick", lit(0), BOOL),
    is_("and", lit(True, BOOL), is_("==", ir.Builtin("last", (var("l", FRUITS),), FRUIT), lit(1, FRUIT))),
]
SOUND: list[ir.Expr] = [
    ir.Index(var("m", MapType(WIDE, WIDE)), loc("n", SMALL), WIDE),
    op("/", loc("n"), lit(2)),
    ir.Fold("max", loc("x"), (EACH,), WIDE, default=lit(0)),
    ir.Fold("sum", loc("x"), (EACH,), WIDE),
    ir.Convert(loc("n", SMALL), OptionalType(WIDE)),
    ir.Construct((loc("n", SMALL), lit(1, SMALL)), PAIR),
    ir.Call("safe", (lit(1),), WIDE),
]


@pytest.mark.parametrize("expr", FAILING, ids=str)
def test_what_can_fail(expr: ir.Expr) -> None:
    assert can_fail(expr, FUNCTIONS)


@pytest.mark.parametrize("expr", SOUND, ids=str)
def test_what_cannot_fail(expr: ir.Expr) -> None:
    assert not can_fail(expr, FUNCTIONS)


@pytest.mark.parametrize(
    ("source", "target", "answer"),
    [
        (SMALL, WIDE, True),
        (WIDE, SMALL, False),
        (SMALL, OptionalType(WIDE), True),
        (OptionalType(SMALL), WIDE, False),
        (SetType(EMPTY), SetType(FRUIT), True),
        (SetType(WIDE), SetType(SMALL), False),
        (ListType(FRUIT, 2), FRUITS, True),
        (BagType(FRUIT, 4), BagType(FRUIT, 3), False),
        (PAIR, PAIR, True),
    ],
)
def test_fits(source: Type, target: Type, answer: bool) -> None:
    assert fits(source, target) is answer
