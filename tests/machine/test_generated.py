"""The generated Python does all that the reference machine is tested for, and says what it does."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BOOL, TEXT, IntType, MapType, OptionalType, SetType
from rules_dsl.machine.agree import compare
from rules_dsl.machine.api import Move
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from tests import samples
from tests.machine import test_reference
from tests.machine.small import FRUIT, RULE, N, action, add, decide, game, is_, lit, loc, need, numbers, op, put, state

SHARED = [test for name, test in vars(test_reference).items() if name.startswith("test_")]


def _cases(test: Callable[..., None]) -> list[tuple[object, ...]]:
    """The values a test is parametrized with; one case without values if it is not."""
    marks = [mark for mark in getattr(test, "pytestmark", []) if mark.name == "parametrize"]
    return [(value,) for value in marks[0].args[1]] if marks else [()]


@pytest.mark.parametrize("test", SHARED, ids=lambda test: test.__name__.removeprefix("test_"))
def test_as_the_reference_machine(test: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_reference, "ReferenceMachine", PythonMachine)
    patching = (monkeypatch,) if "monkeypatch" in inspect.signature(test).parameters else ()
    for case in _cases(test):
        test(*case, *patching)


@pytest.mark.parametrize("game", [samples.stones, samples.dice, samples.board], ids=lambda game: game.__name__)
def test_small_games_are_played_as_the_reference_machine_plays_them(game: Callable[[], ir.Game]) -> None:
    compiled = samples.compiled(game())
    assert compare(ReferenceMachine(compiled), PythonMachine(compiled), plays=10, strict=True) is None


def test_the_source_names_the_rules() -> None:
    source = PythonMachine(samples.compiled(samples.stones())).source
    assert "# action take (<built in>:1:1) @rule 1" in source
    assert "for take_n in range(1, 3):" in source
    assert "if take_n <= left:" in source


def test_a_map_that_changes_in_a_branch_or_a_loop_is_still_the_map_it_was() -> None:
    kind = MapType(FRUIT, N)
    whole = ir.Var("m", kind)
    entry = ir.ItemPlace(ir.VarPlace("m", kind), loc("f", FRUIT), N)
    raise_each = ir.For("f", ir.Domain(FRUIT, SetType(FRUIT)), FRUIT, (ir.Assign(entry, lit(5), False, RULE),))
    keep = ir.Assign(ir.VarPlace("old", kind), whole, False, RULE)
    same = ir.Binary("==", whole, ir.Var("old", kind), BOOL)
    body = (keep, ir.If(same, (raise_each,), ()), ir.If(same, (), (put("x", lit(1)),)), keep)
    machine = PythonMachine(game([ir.RunNode(body, 1)], [state("m", kind), state("old", kind), state("x")]))
    assert machine.initial().values == ((5, 5, 5), (5, 5, 5), 1)


def test_names_of_the_game_never_clash_with_those_of_the_source() -> None:
    names = ["found", "s", "members", "any1", "list", "class", "count_2", "advance", "fail", "x.y", "x_y"]
    total = lit(0)
    for name in names:
        total = op("+", total, ir.Var(name, N))
    some = ir.Fold("any", is_("==", loc("any1"), ir.Var("any1", N)), (ir.Each("any1", numbers(0, 9), N),), BOOL)
    act = action(
        "moves", [ir.Parameter("found", N, numbers(1, 2))], [need(some)], [put("list", op("+", total, loc("found")))]
    )
    compiled = game([decide(("moves", 1))], [state(name, initial=lit(0)) for name in names], actions=(act,))
    assert compare(ReferenceMachine(compiled), PythonMachine(compiled), strict=True) is None


def test_words_of_authors_are_never_run() -> None:
    trap = "x\nraise SystemExit\r\u2028\x00\x0craise SystemExit"
    quotes = '""" + exit() + """' + "\\"
    rule = ir.Rule(trap, (trap, quotes))
    reason = ir.Template((trap, quotes, "{x}"), TEXT)
    act = ir.Action(
        "act",
        trap,
        "act.player",
        (),
        (ir.Need(is_("==", ir.Var("x", N), lit(1)), reason, rule),),
        (ir.Require(lit(False, BOOL), reason, rule),),
        rule,
    )
    compiled = replace(
        game([ir.DecideNode(lit(0), (ir.Option("act", 1),), None, trap)], [state("x")], actions=(act,)),
        title=quotes + trap,
    )
    machine = PythonMachine(compiled)
    refusal = machine.explain(machine.initial(), Move(0, ()))
    assert refusal is not None and refusal.reason == trap + quotes + "{x}"


def test_long_constants_are_not_written_out() -> None:
    values = tuple(number % 7 for number in range(6000))
    key = IntType(0, 5999)
    table = ir.Constant("table", MapType(key, N), values, "table")
    look = put("x", ir.Index(ir.Const("table", MapType(key, N)), lit(5999, key), N))
    machine = PythonMachine(game([ir.RunNode((look,), 1)], [state("x")], constants=(table,)))
    assert machine.initial().values == (values[-1],)
    assert len(machine.source) < 3000 and "6,000 entries, too long to show" in machine.source


def test_sets_over_very_many_values() -> None:
    many = IntType(0, 65_535)
    everything = ir.Domain(many, SetType(many))
    size = ir.Builtin("len", (ir.Binary("difference", everything, ir.Var("s", SetType(many)), SetType(many)),), many)
    start = ir.Literal((1 << 65_536) - 2, SetType(many))
    run = ir.RunNode((put("x", size), ir.Assign(ir.VarPlace("s", SetType(many)), everything, False, RULE)), 1)
    machine = PythonMachine(game([run], [state("x"), state("s", SetType(many), start)]))
    assert machine.initial().values == (1, (1 << 65_536) - 1)


def test_what_nothing_looks_at_is_left_out_when_moves_are_listed() -> None:
    body = [add("y", 1), put("x", loc("go.n")), need(is_("<", ir.Var("x", N), lit(3)))]
    go = action("go", [ir.Parameter("go.n", N)], body=body)
    machine = PythonMachine(game([decide(("go", 0))], [state("x"), state("y", initial=lit(9))], actions=(go,)))
    assert "    y = " in _trial(machine)  # it may fail, so it stays
    go = action("go", [ir.Parameter("go.n", N)], body=[put("y", lit(1)), *body[1:]])
    machine = PythonMachine(game([decide(("go", 0))], [state("x"), state("y")], actions=(go,)))
    assert _trial(machine).splitlines()[:3] == ["(x, go_player, go_n):", "    x = go_n", "    if not (x < 3):"]


def _trial(machine: PythonMachine) -> str:
    """The source of what tries the action `go`."""
    return machine.source.split("def try_go")[1].split("def ")[0]


def test_what_a_map_in_a_map_is_looked_up_by_is_computed_before() -> None:
    maybe = OptionalType(FRUIT)
    table = MapType(maybe, MapType(maybe, N))
    rows = tuple(tuple(row + column for column in range(4)) for row in (0, 2, 4, 6))
    held = MapType(N, maybe)
    entry = [ir.Index(ir.Var("held", held), lit(n), maybe) for n in (1, 2)]
    inner = ir.Index(ir.Const("table", table), entry[0], MapType(maybe, N))
    nodes = [ir.RunNode((put("x", ir.Index(inner, entry[1], N)),), 1)]
    start = ir.Literal((None, 0, 2, *[None] * 7), held)
    machine = PythonMachine(
        game(nodes, [state("x"), state("held", held, start)], constants=(ir.Constant("table", table, rows, "table"),))
    )
    assert machine.initial().values[0] == rows[1][3]
