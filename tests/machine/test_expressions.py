"""What expressions mean, one operator after another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.evaluate import NotConstant, constant_value
from rules_dsl.ir.types import (
    BOOL,
    EMPTY,
    TEXT,
    BagType,
    DeckType,
    EnumType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    SetType,
    Type,
    Value,
    pack_record,
)

FRUIT = EnumType("Fruit", ("Apple", "Pear", "Plum"))
SMALL = IntType(1, 5)
WIDE = IntType(-20, 100)
CELL = RecordType("Cell", (("column", IntType(1, 3)), ("row", IntType(1, 3))))
BIG = RecordType("Big", (("things", ListType(FRUIT, 3)), ("number", SMALL)))
RULE = ir.Rule("test")


def number(value: int, low: int | None = None, high: int | None = None) -> ir.Literal:
    return ir.Literal(value, IntType(value if low is None else low, value if high is None else high))


def lit(value: Value, type_: Type) -> ir.Literal:
    return ir.Literal(value, type_)


def local(name: str, type_: Type) -> ir.Local:
    return ir.Local(name, type_)


def value(
    expr: ir.Expr, constants: Mapping[str, Value] | None = None, functions: tuple[ir.Function, ...] = ()
) -> Value:
    return constant_value(expr, constants or {}, {function.name: function for function in functions})


def code_of(expr: ir.Expr) -> str:
    with pytest.raises(RulesError) as caught:
        value(expr)
    return caught.value.diagnostics[0].code


def binary(operator: str, left: ir.Expr, right: ir.Expr, type_: Type = WIDE) -> ir.Expr:
    return ir.Binary(operator, left, right, type_)


@pytest.mark.parametrize(
    ("operator", "left", "right", "result"),
    [
        ("+", 3, 4, 7),
        ("-", 3, 4, -1),
        ("*", 3, 4, 12),
        ("/", -7, 2, -4),
        ("%", -7, 2, 1),
        ("/", 7, -2, -4),
        ("%", 7, -2, -1),
        ("min", 3, 4, 3),
        ("max", 3, 4, 4),
        ("<", 3, 4, True),
        ("<=", 4, 4, True),
        (">", 3, 4, False),
        (">=", 3, 4, False),
        ("==", 3, 3, True),
        ("!=", 3, 3, False),
    ],
)
def test_numbers(operator: str, left: int, right: int, result: Value) -> None:
    open_right = ir.LetIn("x", number(right), binary(operator, number(left), local("x", WIDE)), WIDE)
    assert value(binary(operator, number(left), number(right))) == result
    assert value(open_right) == result


def test_division_by_zero_is_a_finding() -> None:
    assert code_of(binary("/", number(3), number(0))) == "E0905"
    assert code_of(binary("%", number(3), number(0))) == "E0905"


def test_conditions_evaluate_only_what_is_needed() -> None:
    bad = binary("==", binary("/", number(1), number(0)), number(1), BOOL)
    yes, no = lit(True, BOOL), lit(False, BOOL)
    assert value(binary("and", no, bad, BOOL)) is False
    assert value(binary("or", yes, bad, BOOL)) is True
    assert value(binary("implies", no, bad, BOOL)) is True
    assert value(ir.IfElse(yes, number(1), bad, WIDE)) == 1
    assert value(ir.Unary("not", yes, BOOL)) is False
    assert value(ir.Unary("-", number(4), WIDE)) == -4


def test_sets() -> None:
    kind = SetType(SMALL)
    left, right = lit(0b00111, kind), lit(0b10100, kind)
    assert value(binary("union", left, right, kind)) == 0b10111
    assert value(binary("difference", left, right, kind)) == 0b00011
    assert value(binary("common", left, right, kind)) == 0b00100
    assert value(binary("<=", lit(0b1, kind), left, BOOL)) is True
    assert value(binary("<=", right, left, BOOL)) is False
    assert value(binary("union", left, lit(0, SetType(EMPTY)), kind)) == 0b00111


@pytest.mark.parametrize(("element", "there"), [(1, True), (4, False), (0, False), (9, False)])
def test_in_a_set_of_numbers(element: int, there: bool) -> None:
    assert value(binary("in", number(element, 0, 9), lit(0b00111, SetType(SMALL)), BOOL)) is there


def test_in_optional_list_and_bag() -> None:
    assert value(binary("in", lit(None, OptionalType(FRUIT)), lit(0b111, SetType(FRUIT)), BOOL)) is False
    assert value(binary("in", lit(1, OptionalType(FRUIT)), lit(0b010, SetType(FRUIT)), BOOL)) is True
    assert value(binary("in", lit(1, FRUIT), lit((0, 1), ListType(FRUIT, 3)), BOOL)) is True
    assert value(binary("in", lit(1, FRUIT), lit((2, 0, 1), BagType(FRUIT, 3)), BOOL)) is False


def test_lists_and_bags() -> None:
    items = lit((0, 1), ListType(FRUIT, 2))
    assert value(binary("concat", items, items, ListType(FRUIT, 4))) == (0, 1, 0, 1)
    bag = lit((2, 0, 1), BagType(FRUIT, 3))
    assert value(binary("add", bag, lit((1, 1, 1), BagType(FRUIT, 3)), BagType(FRUIT, 3))) == (3, 1, 2)
    assert code_of(binary("subtract", bag, lit((0, 1, 0), BagType(FRUIT, 3)), BagType(FRUIT, 3))) == "E0901"


def test_adding_records_item_by_item() -> None:
    gain = RecordType("Gain", (("coins", IntType(0, 5)), ("step", MapType(FRUIT, IntType(0, 2)))))
    one, two = (1, (1, 0, 0)), (2, (1, 0, 2))
    assert value(binary("add", lit(one, gain), lit(two, gain), gain)) == (3, (2, 0, 2))
    assert code_of(binary("add", lit(two, gain), lit(two, gain), gain)) == "E0901"


def test_index() -> None:
    prices = lit((10, 20, 30), MapType(FRUIT, WIDE))
    assert value(ir.Index(prices, lit(2, FRUIT), WIDE)) == 30
    assert value(ir.Index(ir.Const("prices", MapType(SMALL, WIDE)), number(2), WIDE), {"prices": (1, 2, 3, 4, 5)}) == 2
    assert value(ir.Index(lit((0, 2), ListType(FRUIT, 3)), number(2), FRUIT)) == 2
    assert code_of(ir.Index(lit((0, 2), ListType(FRUIT, 3)), number(3), FRUIT)) == "E0902"
    assert code_of(ir.Index(lit((0, 2), ListType(FRUIT, 3)), number(0), FRUIT)) == "E0902"
    assert value(ir.Index(lit((0, 2, 1), BagType(FRUIT, 3)), lit(1, FRUIT), IntType(0, 3))) == 2


def test_records() -> None:
    packed = ir.Construct((number(2), number(3)), CELL)
    assert value(packed) == pack_record(CELL, (2, 3)) == 5
    assert value(ir.Field(packed, "row", IntType(1, 3))) == 3
    assert code_of(ir.Construct((number(2), number(4)), CELL)) == "E0901"
    loose = ir.Construct((lit((1,), ListType(FRUIT, 3)), number(4)), BIG)
    assert value(loose) == ((1,), 4)
    assert value(ir.Field(loose, "number", SMALL)) == 4


def test_collections_written_out() -> None:
    apples = (lit(0, FRUIT), lit(2, FRUIT), lit(0, FRUIT))
    assert value(ir.Collect(apples, SetType(FRUIT))) == 0b101
    assert value(ir.Collect(apples, ListType(FRUIT, 3))) == (0, 2, 0)
    assert value(ir.Collect(apples, BagType(FRUIT, 3))) == (2, 0, 1)
    assert value(ir.Collect(apples, DeckType(FRUIT, 3))) == ((), (2, 0, 1))
    written = ir.MapOfEntries(((lit(1, FRUIT), number(7)), (lit(1, FRUIT), number(8))), number(3), MapType(FRUIT, WIDE))
    assert value(written) == (3, 8, 3)


@pytest.mark.parametrize(
    ("given", "source", "target", "result"),
    [
        (3, SMALL, WIDE, 3),
        (3, SMALL, OptionalType(SMALL), 3),
        (None, OptionalType(SMALL), OptionalType(WIDE), None),
        (0b11, SetType(SMALL), SetType(IntType(0, 9)), 0b110),
        (0b110, SetType(IntType(0, 9)), SetType(SMALL), 0b11),
        (0, SetType(EMPTY), SetType(SMALL), 0),
        ((1, 2, 0), BagType(FRUIT, 2), DeckType(FRUIT, 2), ((), (1, 2, 0))),
        ((1, 2), ListType(FRUIT, 2), DeckType(FRUIT, 2), ((1, 2), (0, 0, 0))),
        (0b101, SetType(FRUIT), DeckType(FRUIT, 1), ((), (1, 0, 1))),
        ((1, 1, 1, 1, 1), MapType(SMALL, SMALL), MapType(IntType(2, 3), WIDE), (1, 1)),
    ],
)
def test_conversions(given: Value, source: Type, target: Type, result: Value) -> None:
    assert value(ir.Convert(lit(given, source), target)) == result


@pytest.mark.parametrize(
    ("given", "source", "target"),
    [
        (9, WIDE, SMALL),
        (None, OptionalType(SMALL), SMALL),
        (0b1, SetType(IntType(0, 9)), SetType(SMALL)),
        ((0, 0, 0), ListType(FRUIT, 3), ListType(FRUIT, 2)),
        ((3, 0, 0), BagType(FRUIT, 3), BagType(FRUIT, 2)),
        ((9,) * 3, MapType(FRUIT, WIDE), MapType(FRUIT, SMALL)),
    ],
)
def test_what_does_not_fit_stops_the_play(given: Value, source: Type, target: Type) -> None:
    assert code_of(ir.Convert(lit(given, source), target, checked=True)) == "E0901"


FRUITS = ListType(FRUIT, 4)
CARDS = lit(((2, 1), (3, 0, 0)), DeckType(FRUIT, 4))
CALLS: list[tuple[str, tuple[ir.Expr, ...], Type, Value]] = [
    ("len", (lit(0b1011, SetType(SMALL)),), WIDE, 3),
    ("len", (lit((2, 1, 0), BagType(FRUIT, 4)),), WIDE, 3),
    ("len", (CARDS,), WIDE, 5),
    ("len", (lit((0, 1), FRUITS),), WIDE, 2),
    ("abs", (number(-4),), WIDE, 4),
    ("top", (lit((2, 1), FRUITS),), FRUIT, 2),
    ("last", (lit((2, 1), FRUITS),), FRUIT, 1),
    ("rest", (lit((2, 1), FRUITS),), FRUITS, (1,)),
    ("rest", (lit((), FRUITS),), FRUITS, ()),
    ("take_last", (lit((2, 1, 0), FRUITS), number(2)), FRUITS, (1, 0)),
    ("take_last", (lit((2, 1, 0), FRUITS), number(0)), FRUITS, ()),
    ("take_last", (lit((2, 1, 0), FRUITS), number(9)), FRUITS, (2, 1, 0)),
    ("without_last", (lit((2, 1, 0), FRUITS), number(1)), FRUITS, (2, 1)),
    ("without_last", (lit((2, 1, 0), FRUITS), number(0)), FRUITS, (2, 1, 0)),
    ("without_last", (lit((2, 1, 0), FRUITS), number(9)), FRUITS, ()),
    ("take_first", (lit((2, 1, 0), FRUITS), number(2)), FRUITS, (2, 1)),
    ("reversed", (lit((2, 1, 0), FRUITS),), FRUITS, (0, 1, 2)),
    ("shuffled", (lit((2, 1, 0), FRUITS), number(2)), FRUITS, (0, 2, 1)),
    ("shuffled", (lit((2, 1, 0), FRUITS), number(-3)), FRUITS, (2, 0, 1)),
    ("next", (lit(2, FRUIT),), FRUIT, 0),
    ("previous", (lit(0, FRUIT),), FRUIT, 2),
    ("next", (number(5, 1, 5),), SMALL, 1),
    ("number", (number(3, 2, 5),), WIDE, 2),
    ("nth", (number(3),), FRUIT, 2),
    ("unseen", (CARDS,), BagType(FRUIT, 4), (3, 0, 0)),
    ("known", (CARDS,), FRUITS, (2, 1)),
    ("members", (lit((2, 2, 0), FRUITS),), SetType(FRUIT), 0b101),
    ("members", (lit((1, 0, 4), BagType(FRUIT, 4)),), SetType(FRUIT), 0b101),
    ("letter", (number(27),), TEXT, "aa"),
]


@pytest.mark.parametrize(("name", "arguments", "type_", "result"), CALLS)
def test_builtins(name: str, arguments: tuple[ir.Expr, ...], type_: Type, result: Value) -> None:
    assert value(ir.Builtin(name, arguments, type_)) == result


def test_builtins_that_fail() -> None:
    assert code_of(ir.Builtin("top", (lit((), FRUITS),), FRUIT)) == "E0903"
    assert code_of(ir.Builtin("last", (lit((), FRUITS),), FRUIT)) == "E0903"
    assert code_of(ir.Builtin("nth", (number(4),), FRUIT)) == "E0907"


def each(name: str, low: int, high: int) -> ir.Each:
    return ir.Each(name, ir.Range(number(low), number(high), SetType(IntType(low, high))), IntType(low, high))


def fold(kind: str, item: ir.Expr, *clauses: ir.Clause, type_: Type = WIDE, **more: Any) -> ir.Expr:
    return ir.Fold(kind, item, clauses, type_, **more)


X = local("x", IntType(1, 6))
EVEN = binary("==", binary("%", X, number(2)), number(0), BOOL)
FROM_FOUR = binary(">=", X, number(4), BOOL)


def test_folds() -> None:
    up = each("x", 1, 6)
    assert value(fold("sum", X, up)) == 21
    assert value(fold("count", EVEN, up)) == 3
    assert value(fold("any", EVEN, up, type_=BOOL)) is True
    assert value(fold("all", EVEN, up, type_=BOOL)) is False
    assert value(fold("min", X, up, ir.Where(EVEN))) == 2
    assert value(fold("max", X, up, ir.Where(EVEN))) == 6
    assert value(fold("first", X, up, ir.Where(FROM_FOUR), type_=OptionalType(WIDE))) == 4
    assert value(fold("set", X, up, ir.Where(EVEN), type_=SetType(IntType(0, 9)))) == 0b1010100
    assert value(fold("list", X, up, ir.Where(EVEN), type_=ListType(WIDE, 6))) == (2, 4, 6)
    assert value(fold("highest", X, up, type_=SetType(IntType(1, 6)), by=binary("%", X, number(3)))) == 0b010010
    assert value(fold("lowest", X, up, type_=SetType(IntType(1, 6)), by=binary("%", X, number(3)))) == 0b100100
    assert value(fold("map", X, up, type_=MapType(IntType(0, 6), IntType(-1, 6)), key=X)) == (0, 1, 2, 3, 4, 5, 6)
    assert value(fold("union", ir.Collect((X,), SetType(IntType(1, 6))), up, type_=SetType(IntType(0, 6)))) == 0b1111110


def test_fold_of_nothing() -> None:
    nothing = (each("x", 1, 6), ir.Where(lit(False, BOOL)))
    assert code_of(fold("min", X, *nothing)) == "E0904"
    assert value(fold("max", X, *nothing, default=number(-3))) == -3
    assert value(fold("first", X, *nothing, type_=OptionalType(WIDE))) is None
    assert value(fold("highest", X, *nothing, type_=SetType(WIDE), by=X)) == 0


def test_while_and_until_end_the_innermost_each_before_them() -> None:
    taken = ListType(WIDE, 40)
    up = each("x", 1, 6)
    assert value(fold("list", X, up, ir.While(ir.Unary("not", FROM_FOUR, BOOL)), type_=taken)) == (1, 2, 3)
    assert value(fold("list", X, up, ir.Until(FROM_FOUR), type_=taken)) == (1, 2, 3, 4)
    assert value(fold("list", X, up, ir.Until(FROM_FOUR), ir.Where(ir.Unary("not", EVEN, BOOL)), type_=taken)) == (1, 3)
    assert value(fold("list", X, up, ir.Where(ir.Unary("not", EVEN, BOOL)), ir.Until(FROM_FOUR), type_=taken)) == (
        1,
        3,
        5,
    )
    two = fold("list", X, each("y", 1, 2), up, ir.While(ir.Unary("not", FROM_FOUR, BOOL)), type_=taken)
    assert value(two) == (1, 2, 3, 1, 2, 3)
    outer = fold("list", local("y", WIDE), up, ir.Until(FROM_FOUR), each("y", 1, 2), type_=taken)
    assert value(outer) == (1, 2) * 4


def test_each_over_bag_list_and_set() -> None:
    fruit = local("f", FRUIT)
    cases: list[tuple[ir.Expr, Value]] = [
        (lit((2, 0, 1), BagType(FRUIT, 3)), (0, 2)),
        (lit((2, 0, 2), FRUITS), (2, 0, 2)),
        (lit(0b110, SetType(FRUIT)), (1, 2)),
        (ir.Domain(FRUIT, SetType(FRUIT)), (0, 1, 2)),
    ]
    for domain, result in cases:
        assert value(fold("list", fruit, ir.Each("f", domain, FRUIT), type_=FRUITS)) == result
    assert value(fold("bag", fruit, ir.Each("f", lit((2, 0, 2), FRUITS), FRUIT), type_=BagType(FRUIT, 2))) == (1, 0, 2)
    assert code_of(fold("bag", fruit, ir.Each("f", lit((2, 0, 2), FRUITS), FRUIT), type_=BagType(FRUIT, 1))) == "E0901"


def test_sum_of_maps_adds_each_entry() -> None:
    kind = MapType(FRUIT, IntType(0, 4))
    assert value(fold("sum", lit((1, 0, 2), kind), each("x", 1, 2), type_=kind)) == (2, 0, 4)


def test_walks() -> None:
    ring = IntType(1, 6)
    further = ir.Collect((ir.Builtin("next", (X,), ring),), SetType(ring))

    def walk(kind: str, target: int | None, type_: Type, step: ir.Expr = further) -> Value:
        goal = None if target is None else lit(target, SetType(ring))
        return value(ir.Walk(kind, lit(0b000010, SetType(ring)), goal, "x", step, type_))

    assert walk("reach", None, SetType(ring)) == 0b111111
    assert walk("distance", 0b000001, OptionalType(WIDE)) == 5
    assert walk("distance", 0b000010, OptionalType(WIDE)) == 0
    assert walk("nearest", 0b101001, SetType(ring)) == 0b001000
    stay = ir.Collect((X,), ListType(ring, 1))
    assert walk("reach", None, SetType(ring), stay) == 0b000010
    assert walk("distance", 0b000001, OptionalType(WIDE), stay) is None
    assert walk("nearest", 0b000001, SetType(ring), stay) == 0


def test_functions_take_all_arguments_before_any_is_bound() -> None:
    parameters = (ir.Parameter("minus.a", WIDE), ir.Parameter("minus.b", WIDE))
    minus = ir.Function("minus", parameters, binary("-", local("minus.a", WIDE), local("minus.b", WIDE)), WIDE, RULE)
    inner = ir.Call("minus", (number(10), number(4)), WIDE)
    assert value(ir.Call("minus", (number(1), inner), WIDE), functions=(minus,)) == -5


def test_templates_and_domains() -> None:
    assert value(ir.Template(("take ", lit(1, FRUIT), ", ", number(3)), TEXT)) == "take Pear, 3"
    assert value(ir.Domain(FRUIT, SetType(FRUIT))) == 0b111
    assert value(ir.Range(number(2), number(3), SetType(IntType(0, 5)))) == 0b1100
    assert value(ir.Range(number(3), number(2), SetType(IntType(0, 5)))) == 0


@pytest.mark.parametrize(
    "expr", [ir.Var("v", BOOL), local("free", BOOL), ir.Stuck(BOOL), ir.Possible("pick", lit(0, FRUIT), BOOL)]
)
def test_what_needs_a_state_is_not_constant(expr: ir.Expr) -> None:
    with pytest.raises(NotConstant):
        value(expr)
