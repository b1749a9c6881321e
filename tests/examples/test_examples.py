"""Examples, counts, claims and coverage, on games made by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules_dsl.examples import run_all
from rules_dsl.examples.claims import check_claims
from rules_dsl.examples.counts import run_count
from rules_dsl.examples.coverage import with_marks
from rules_dsl.examples.steps import run_example
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BOOL, EnumType, IntType
from rules_dsl.machine.explore import ExploreLimits
from rules_dsl.machine.reference import ReferenceMachine
from solver.filling.search import list_solutions
from tests.samples import board, compiled, dice, literal, number, same, stones

RULE = ir.Rule("example")
LEFT = ir.Var("left", IntType(0, 5))
STONES = compiled(stones())
LIMITS = ExploreLimits(20_000)


def set_left(value: int) -> ir.GivenStep:
    return ir.GivenStep(ir.Assign(ir.VarPlace("left", LEFT.type), literal(value, LEFT.type), False, RULE))


def left_is(value: int) -> ir.ThenStep:
    return ir.ThenStep(same(LEFT, number(value)), f"left == {value}")


def outcome(*steps: ir.ExampleStep) -> tuple[str, str]:
    ran = run_example(ReferenceMachine(STONES), ir.Example("x", steps, (), (), RULE))
    return ran.outcome.status, ran.outcome.detail


def test_moves_then_conditions() -> None:
    assert outcome(ir.MoveStep("take(2)"), left_is(3), ir.MoveStep("take(1)"), left_is(2)) == ("passed", "")


def test_a_condition_that_fails_tells_the_values() -> None:
    assert outcome(ir.MoveStep("take(2)"), left_is(4)) == ("failed", "left == 4 does not hold: 3 == 4 is false")


def test_givens_are_set_before_anything_is_played() -> None:
    assert outcome(set_left(2), ir.MoveStep("take(2)"), left_is(0)) == ("passed", "")


def test_a_refused_move() -> None:
    assert outcome(set_left(1), ir.MoveStep("take(2)"), ir.RefusedStep("only 1 left")) == ("passed", "")
    assert outcome(set_left(1), ir.MoveStep("take(2)"), ir.RefusedStep(None)) == ("passed", "")


def test_refused_for_another_reason() -> None:
    status, detail = outcome(set_left(1), ir.MoveStep("take(2)"), ir.RefusedStep("because"))
    assert (status, detail) == ("failed", 'take(2) is refused because "only 1 left", not because "because"')


def test_a_legal_move_that_should_be_refused() -> None:
    assert outcome(ir.MoveStep("take(2)"), ir.RefusedStep(None)) == (
        "failed",
        "take(2) should be refused, but is legal",
    )


def test_a_move_that_is_refused_unexpectedly() -> None:
    status, detail = outcome(set_left(1), ir.MoveStep("take(2)"))
    assert status == "failed"
    assert "only 1 left" in detail
    assert "take(1)" in detail


def test_a_move_that_cannot_be_read_is_never_a_refused_one() -> None:
    status, detail = outcome(ir.MoveStep("jump(2)"), ir.RefusedStep(None))
    assert status == "failed"
    assert "jump" in detail


def test_an_unknown_section() -> None:
    assert outcome(ir.AtStep("night")) == ("failed", "play never comes to night")


def test_an_event_runs_on_its_own() -> None:
    body = (set_left(4).assign, ir.Settle())
    assert outcome(ir.MoveStep("take(2)"), ir.RunStep(body), left_is(4)) == ("passed", "")


@pytest.mark.parametrize(("value", "unused"), [(0, ["win", "passing"]), (1, ["win"])])
def test_a_reading_is_used_by_an_example_that_reads_it_otherwise(value: int, unused: list[str]) -> None:
    kind, rule = EnumType("passing", ("strict", "lenient")), ir.Rule("passing", ("3",))
    read = replace(
        STONES, options=(ir.OptionInfo("passing", kind, value, 0, True, "", rule),), rules=(*STONES.rules, rule)
    )
    example = ir.Example("one", (ir.MoveStep("take(1)"),), (("passing", kind.members[value]),), (), RULE)
    report = run_all(
        replace(read, examples=(example,)), lambda options, givens: read, ReferenceMachine, list_solutions, LIMITS
    )
    assert [rule.name for rule in report.coverage.unused] == unused


@pytest.mark.parametrize(
    ("what", "depth", "expected"),
    [
        ("depth", 0, 1),
        ("depth", 1, 2),
        ("depth", 3, 7),
        ("depth", 5, 1),
        ("depth", 9, 0),
        ("states", 0, 10),
        ("games", 0, 8),
    ],
)
def test_counts(what: str, depth: int, expected: int) -> None:
    machine = ReferenceMachine(STONES)
    assert run_count(machine, ir.Count(what, depth, expected, "", (), ()), LIMITS).status == "passed"
    assert run_count(machine, ir.Count(what, depth, expected + 1, "", (), ()), LIMITS).status == "failed"


def test_a_count_beyond_the_limits_is_undecided() -> None:
    machine = ReferenceMachine(compiled(board()))
    assert run_count(machine, ir.Count("states", 0, 64, "", (), ()), ExploreLimits(10)).status == "undecided"
    assert run_count(machine, ir.Count("depth", 3, 120, "", (), ()), ExploreLimits(10)).status == "undecided"
    assert run_count(machine, ir.Count("depth", 3, 120, "", (), ()), ExploreLimits(64)).status == "passed"
    assert run_count(machine, ir.Count("games", 0, 720, "", (), ()), ExploreLimits(10)).status == "undecided"
    assert run_count(machine, ir.Count("games", 0, 720, "", (), ()), ExploreLimits(64)).status == "passed"


CLAIMS = (
    ("always", ir.Binary("<=", LEFT, number(5), BOOL), None, "passed", ()),
    ("always", ir.Binary(">", LEFT, number(2), BOOL), None, "failed", ("take(1)", "take(2)")),
    ("never", same(LEFT, number(3)), None, "failed", ("take(2)",)),
    ("never", ir.Binary(">", LEFT, number(5), BOOL), None, "passed", ()),
    ("sometimes", same(LEFT, number(1)), None, "passed", ()),
    ("sometimes", ir.Binary(">", LEFT, number(5), BOOL), None, "failed", ()),
    ("terminates", literal(True, BOOL), None, "passed", ()),
    ("leads", same(LEFT, number(4)), same(LEFT, number(0)), "passed", ()),
    ("leads", same(LEFT, number(4)), same(LEFT, number(2)), "failed", ("take(1)", "take(1)", "take(2)", "take(1)")),
)


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: f"{claim[0]} {claim[3]}")
def test_claims(claim: tuple[str, ir.Expr, ir.Expr | None, str, tuple[str, ...]]) -> None:
    mode, condition, then, status, moves = claim
    game = replace(STONES, claims=(ir.Claim(mode, "claim", condition, then, RULE),))
    machine = ReferenceMachine(game)
    (found,) = check_claims(machine, LIMITS)
    assert (found.status, found.moves) == (status, moves)


def test_an_endless_game_does_not_terminate() -> None:
    circle = ir.Action("wait", "wait", "wait.player", (), (), (), ir.Rule("wait"))
    rules = stones()
    decide = ir.Decide(literal(0, rules.players), ("wait", "take"), None, "what")
    claim = ir.Claim("terminates", "ends", literal(True, BOOL), None, RULE)
    machine = ReferenceMachine(
        compiled(replace(rules, actions=(*rules.actions, circle), play=(ir.Loop(None, (decide,)),), claims=(claim,)))
    )
    (found,) = check_claims(machine, LIMITS)
    assert found.status == "failed"
    assert run_count(machine, ir.Count("games", 0, 1, "", (), ()), LIMITS).status == "undecided"


def test_claims_beyond_the_limits_are_undecided() -> None:
    game = replace(STONES, claims=(ir.Claim("always", "c", ir.Binary("<=", LEFT, number(5), BOOL), None, RULE),))
    machine = ReferenceMachine(game)
    (found,) = check_claims(machine, ExploreLimits(3))
    assert found.status == "undecided"


def test_marks_change_nothing_but_note_the_rules() -> None:
    plain, marked = ReferenceMachine(compiled(dice())), with_marks(compiled(dice()))
    machine = ReferenceMachine(marked.game)
    state, other = plain.initial(), machine.initial()
    for pick in (2, 0, 1, 1, 0, 0):
        assert list(plain.moves(state)) == list(machine.moves(other))
        state, other = plain.apply(state, plain.moves(state)[pick]), machine.apply(other, machine.moves(other)[pick])
        assert state == replace(other, values=other.values[:-1])
    assert marked.list_used(other) == {"roll", "keep", "skip"}


def test_the_report_lists_unused_rules() -> None:
    example = ir.Example("one", (ir.MoveStep("take(1)"),), (), (), RULE)
    game = replace(STONES, examples=(example,), counts=(ir.Count("states", 0, 10, "", (), ()),))
    heard = []
    report = run_all(game, lambda options, givens: game, ReferenceMachine, list_solutions, LIMITS, heard.append)
    assert [each.status for each in report.outcomes] == ["passed", "passed"]
    assert tuple(heard) == report.outcomes
    assert [rule.name for rule in report.coverage.unused] == ["win"]
    assert report.coverage.paragraphs == {"1": True, "2": False}


def test_an_example_that_is_not_ready_is_run_on_the_game_it_asks_for() -> None:
    asking = ir.Example("big", (), (("most", "3"),), (), RULE, ready=False)
    big = ir.Example("big", (ir.MoveStep("take(2)"), left_is(1)), (("most", "3"),), (), RULE)
    small_game = replace(compiled(stones(3)), examples=(big,))
    asked = []

    def reload(options: object, givens: object) -> ir.Game:
        asked.append((options, givens))
        return small_game

    game = replace(STONES, examples=(asking,))
    report = run_all(game, reload, ReferenceMachine, list_solutions, LIMITS)
    assert [(each.status, each.detail) for each in report.outcomes] == [("passed", "")]
    assert asked == [({"most": "3"}, {})]


def test_the_end_of_a_play_uses_the_rule_that_ends_it() -> None:
    example = ir.Example("all", (set_left(2), ir.MoveStep("take(2)")), (), (), RULE)
    report = run_all(
        replace(STONES, examples=(example,)), lambda options, givens: STONES, ReferenceMachine, list_solutions, LIMITS
    )
    assert report.coverage.unused == ()


@pytest.mark.parametrize(
    ("exact", "value", "status"),
    [(True, 9, "passed"), (True, 8, "failed"), (False, 9, "passed"), (False, 10, "failed")],
)
def test_the_best_score_of_a_small_game(exact: bool, value: int, status: str) -> None:
    rules = dice()
    certain = replace(
        rules,
        play=(
            ir.Assign(ir.VarPlace("rolled", IntType(1, 3)), literal(3, IntType(1, 3)), False, RULE),
            *_without_chance(rules.play),
        ),
    )
    game = replace(compiled(certain), bests=(ir.Best(exact, value, ""),))
    (found,) = run_all(game, lambda options, givens: game, ReferenceMachine, list_solutions, LIMITS).outcomes
    assert found.status == status


def _without_chance(play: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...]:
    (rounds,) = play
    assert isinstance(rounds, ir.For)
    return (replace(rounds, body=rounds.body[2:]),)


def test_the_best_score_under_chance_is_left_open() -> None:
    game = replace(compiled(dice()), bests=(ir.Best(True, 9, ""),))
    (found,) = run_all(game, lambda options, givens: game, ReferenceMachine, list_solutions, LIMITS).outcomes
    assert found.status == "undecided"
