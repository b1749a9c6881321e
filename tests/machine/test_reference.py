"""Every kind of node and statement in small hand-made games."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BOOL, BagType, DeckType, IntType, ListType, MapType, RecordType, SetType, Type, Value
from rules_dsl.machine.api import GameEnd, Machine, Move, PlayError, Refusal, State
from rules_dsl.machine.observe import HIDDEN
from rules_dsl.machine.reference import ReferenceMachine
from tests.machine.small import (
    FRUIT,
    RULE,
    SOLO,
    WHITE_BLACK,
    N,
    action,
    add,
    decide,
    game,
    is_,
    lit,
    loc,
    need,
    numbers,
    op,
    put,
    state,
    text,
    var,
)  # fmt: skip

UP = action("up", body=[add("x", 1)])


def after_run(*body: ir.Stmt, variables: tuple[ir.StateVar, ...] = (state("x"),), **more: tuple[object, ...]) -> State:
    """The state in which a game ends that only runs these statements."""
    return ReferenceMachine(game([ir.RunNode(tuple(body), 1)], variables, **more)).initial()


def error_of(*body: ir.Stmt, variables: tuple[ir.StateVar, ...] = (state("x"),), **more: tuple[object, ...]) -> str:
    with pytest.raises(PlayError) as caught:
        after_run(*body, variables=variables, **more)
    return caught.value.diagnostics[0].code


def moves_of(*actions: ir.Action, variables: tuple[ir.StateVar, ...] = (state("x"),)) -> list[tuple[int, Value]]:
    options = [(each.name, 0) for each in actions]
    machine = ReferenceMachine(game([decide(*options)], variables, actions=actions))
    return [(move.option, move.arguments) for move in machine.moves(machine.initial())]


def test_it_is_a_machine() -> None:
    machine: Machine = ReferenceMachine(game([], []))
    assert machine.find_end(machine.initial()) == GameEnd("stop")
    assert machine.moves(machine.initial()) == []
    assert machine.outcomes(machine.initial()) == ()


# -- statements -------------------------------------------------------------------------------------------------------


def test_assign_let_if_for() -> None:
    body = (
        ir.Let("a", lit(2)),
        ir.If(is_("==", loc("a"), lit(2)), (put("x", loc("a")),), (put("x", lit(7)),)),
        ir.For("i", numbers(1, 3), N, (put("x", op("+", var("x"), loc("i"))),)),
    )
    assert after_run(*body).values == (8,)


def test_for_reads_its_domain_once() -> None:
    numbers_left = var("s", SetType(FRUIT))
    body = (put("s", lit(0, SetType(FRUIT)), SetType(FRUIT)), add("x", 1))
    variables = (state("x"), state("s", SetType(FRUIT), lit(0b111, SetType(FRUIT))))
    assert after_run(ir.For("f", numbers_left, FRUIT, body), variables=variables).values == (3, 0)


def test_places_inside_places() -> None:
    gain = RecordType("Gain", (("coins", N), ("steps", MapType(FRUIT, N))))
    cell = RecordType("Cell", (("column", IntType(1, 3)), ("row", IntType(1, 3))))
    bag, deck = BagType(FRUIT, 3), DeckType(FRUIT, 3)
    variables = (
        state("g", gain),
        state("c", cell),
        state("b", bag),
        state("d", deck),
        state("m", MapType(SOLO, MapType(FRUIT, N))),
    )

    def set_to(place: ir.Place, value: Value) -> ir.Assign:
        return ir.Assign(place, lit(value, place.type), False, RULE)

    steps = ir.FieldPlace(ir.VarPlace("g", gain), "steps", MapType(FRUIT, N))
    inner = ir.ItemPlace(ir.VarPlace("m", variables[4].type), lit(0, SOLO), MapType(FRUIT, N))
    found = after_run(
        set_to(ir.ItemPlace(steps, lit(1, FRUIT), N), 5),
        set_to(ir.FieldPlace(ir.VarPlace("c", cell), "row", IntType(1, 3)), 3),
        set_to(ir.ItemPlace(ir.VarPlace("b", bag), lit(2, FRUIT), IntType(0, 3)), 2),
        set_to(ir.FieldPlace(ir.VarPlace("d", deck), "known", ListType(FRUIT, 3)), (1,)),
        set_to(ir.FieldPlace(ir.VarPlace("d", deck), "unseen", bag), (1, 0, 2)),
        set_to(ir.ItemPlace(inner, lit(2, FRUIT), N), 9),
        variables=variables,
    )
    assert found.values == ((0, (0, 5, 0)), 2, (0, 0, 2), ((1,), (1, 0, 2)), ((0, 0, 9),))


def test_an_assignment_that_does_not_fit_names_the_rule() -> None:
    with pytest.raises(PlayError) as caught:
        after_run(put("x", lit(10, IntType(10, 10))))
    found = caught.value.diagnostics[0]
    assert (found.code, found.message, found.labels[0].text) == ("E0901", "10 does not fit x, which is 0..9", "in rule")


def test_require_stops_the_play() -> None:
    failing = ir.Require(is_("==", var("x"), lit(1)), text("two exceptions apply"), RULE)
    assert error_of(failing) == "E0908"
    assert after_run(add("x", 1), failing).values == (1,)


# -- nodes ------------------------------------------------------------------------------------------------------------


def test_branch_and_initial_values_in_order() -> None:
    nodes = [ir.BranchNode(is_(">", var("y"), lit(3)), 1, 2), ir.RunNode((put("x", lit(1)),), 2)]
    first, second = state("x", initial=lit(4)), state("y", initial=var("x"))
    assert ReferenceMachine(game(nodes, [first, second])).initial().values == (1, 4)


def test_chance_rests_with_two_outcomes_and_passes_with_one() -> None:
    die = ir.ChanceNode("d", numbers(1, 3), op("-", loc("d"), lit(1)), N, "d", 1, RULE)
    machine = ReferenceMachine(game([die], [state("d", control=True), state("x")]))
    start = machine.initial()
    assert machine.kind(start) == "chance"
    assert [(each.move, each.probability) for each in machine.outcomes(start)] == [
        (Move(0, (2,)), Fraction(1, 3)),
        (Move(0, (3,)), Fraction(2, 3)),
    ]
    assert machine.moves(start) == [Move(0, (2,)), Move(0, (3,))]
    assert machine.explain(start, Move(0, (1,))) == Refusal("1 cannot be chosen here; to choose from: 2, 3", RULE)
    sure = ir.ChanceNode("d", numbers(1, 2), op("-", loc("d"), lit(1)), N, "d", 1, RULE)
    keep = ir.RunNode((put("x", var("d")),), 2)
    assert ReferenceMachine(game([sure, keep], [state("d", control=True), state("x")])).initial() == State((0, 2), 2)


def test_chance_over_a_list_weighs_repetitions() -> None:
    domain = lit((5, 2, 5), ListType(N, 3))
    machine = ReferenceMachine(game([ir.ChanceNode("d", domain, None, N, "d", 1, RULE)], [state("d")]))
    assert [each.probability for each in machine.outcomes(machine.initial())] == [Fraction(1, 3), Fraction(2, 3)]


@pytest.mark.parametrize("weight", [lit(0), lit(-1, IntType(-1, -1))])
def test_chance_without_outcome(weight: ir.Expr) -> None:
    with pytest.raises(PlayError) as caught:
        ReferenceMachine(game([ir.ChanceNode("d", numbers(1, 2), weight, N, "d", 1, RULE)], [state("d")])).initial()
    assert caught.value.diagnostics[0].code == "E0911"


def test_decision_without_a_move_takes_otherwise() -> None:
    never = action("never", needs=[need(lit(False, BOOL))])
    nodes = [decide(("never", 0), otherwise=1), ir.RunNode((add("x", 1),), 2)]
    assert ReferenceMachine(game(nodes, [state("x")], actions=(never,))).initial() == State((1,), 2)


def test_decision_without_a_move_and_without_otherwise_is_stuck() -> None:
    never = action("never", needs=[need(lit(False, BOOL))])
    stuck = ir.Ending("draw", ir.Stuck(BOOL), None, None, ir.Rule("stalemate"))
    claim = ir.Claim("never", "stuck", ir.Stuck(BOOL), None, RULE)
    machine = ReferenceMachine(
        game([decide(("never", 0))], [state("x")], actions=(never,), endings=(stuck,), claims=(claim,))
    )
    start = machine.initial()
    assert (start.node, machine.kind(start), machine.claims(start)) == (0, "over", (True,))
    assert machine.find_end(start) == GameEnd("draw", None, ir.Rule("stalemate"))
    plain = ReferenceMachine(game([decide(("never", 0))], [state("x")], actions=(never,)))
    assert plain.find_end(plain.initial()) == GameEnd("stuck")


def test_an_endless_run_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules_dsl.machine.reference.running.PATIENCE", 100)
    with pytest.raises(PlayError) as caught:
        ReferenceMachine(game([ir.RunNode((), 0)], [])).initial()
    assert caught.value.diagnostics[0].code == "E0910"


def test_control_variables_rest_when_the_game_is_over() -> None:
    variables = [state("x"), state("round", initial=lit(3), control=True)]
    assert ReferenceMachine(game([ir.RunNode((add("x", 1), add("round", 1)), 1)], variables)).initial().values == (1, 3)


# -- moves ------------------------------------------------------------------------------------------------------------


def test_moves_come_in_the_order_of_options_and_ordinals() -> None:
    pick = action("pick", [ir.Parameter("f", FRUIT), ir.Parameter("n", N, numbers(1, 2))])
    assert moves_of(UP, pick)[:4] == [(0, ()), (1, (0, 1)), (1, (0, 2)), (1, (1, 1))]


def test_domains_are_sets() -> None:
    assert moves_of(action("pick", [ir.Parameter("n", N, lit((5, 2, 5), ListType(N, 3)))])) == [(0, (2,)), (0, (5,))]


def test_a_domain_may_read_earlier_parameters_and_the_state() -> None:
    upto = ir.Range(loc("a"), var("x"), SetType(N))
    pick = action("pick", [ir.Parameter("a", N, numbers(1, 3)), ir.Parameter("b", N, upto)])
    assert moves_of(pick, variables=(state("x", initial=lit(2)),)) == [(0, (1, 1)), (0, (1, 2)), (0, (2, 2))]


def test_chooses_are_further_arguments() -> None:
    a = ir.Choose("a", numbers(1, 3), is_("!=", loc("a"), lit(2)), N, RULE)
    b = ir.Choose("b", ir.Range(loc("a"), lit(4), SetType(N)), None, N, RULE)
    end = (put("x", op("+", loc("a"), loc("b"))), need(is_("!=", var("x"), lit(5)), "five is too much"))
    body = (ir.If(is_("==", var("x"), lit(0)), (a,), ()), b, *end)
    machine = ReferenceMachine(game([decide(("go", 1))], [state("x")], actions=(action("go", body=body),)))
    start = machine.initial()
    assert [move.arguments for move in machine.moves(start)] == [(1, 1), (1, 2), (1, 3), (3, 3), (3, 4)]
    assert machine.apply(start, Move(0, (3, 4))) == State((7,), 1)
    refusals = {
        (1, 4): "five is too much",
        (2, 2): "2 cannot be chosen here; to choose from: 1, 3",
        (1,): "go asks for one more choice, of 4",
        (1, 2, 3): "go takes fewer values than are given",
    }
    for arguments, reason in refusals.items():
        refusal = machine.explain(start, Move(0, arguments))
        assert refusal is not None and refusal.reason == reason


def test_the_body_runs_only_to_its_last_check_when_moves_are_listed() -> None:
    over = action("over", body=[need(is_("==", var("x"), lit(0))), put("x", lit(10, IntType(10, 10)))])
    machine = ReferenceMachine(game([decide(("over", 0))], [state("x")], actions=(over,)))
    assert machine.moves(machine.initial()) == [Move(0, ())]
    with pytest.raises(PlayError):
        machine.apply(machine.initial(), Move(0, ()))


def test_a_need_that_can_fail_waits_for_the_needs_before_it() -> None:
    a, b = ir.Parameter("a", N, numbers(0, 2)), ir.Parameter("b", N, numbers(1, 2))
    guard = need(is_("and", is_(">", loc("a"), lit(0)), is_("==", loc("b"), lit(1))))
    divides = need(is_(">", op("/", lit(6), loc("a")), lit(3)))
    assert moves_of(action("go", [a, b], [guard, divides])) == [(0, (1, 1))]


def test_refusals_give_the_first_need_in_declared_order() -> None:
    few = need(is_("<=", loc("n"), lit(1)), "too many")
    plum = need(is_("!=", loc("f", FRUIT), lit(2, FRUIT)), "no plums")
    pick = action("pick", [ir.Parameter("f", FRUIT), ir.Parameter("n", N, numbers(1, 2))], [few, plum])
    machine = ReferenceMachine(game([decide(("pick", 0))], [], actions=(pick,)))
    start = machine.initial()

    def reason(*arguments: Value, option: int = 0) -> str:
        refusal = machine.explain(start, Move(option, arguments))
        assert refusal is not None
        return refusal.reason

    assert reason(2, 2) == "too many"
    assert reason(2, 1) == "no plums"
    assert reason(0, 3) == "3 cannot be chosen here; to choose from: 1, 2"
    assert reason(7, 1) == "7 is not a value of Fruit"
    assert reason(0) == "pick takes 2 values, but 1 are given"
    assert reason(option=4) == "not offered here"
    assert machine.explain(start, Move(0, (0, 1))) is None
    with pytest.raises(RulesError) as caught:
        machine.apply(start, Move(0, (2, 2)))
    assert (caught.value.diagnostics[0].code, caught.value.diagnostics[0].reason) == ("E0805", "too many")


def test_the_actor_is_known_to_the_action() -> None:
    mine = action("mine", needs=[need(is_("==", loc("mine.player", WHITE_BLACK), lit(1, WHITE_BLACK)))])
    turn = var("turn", WHITE_BLACK)
    nodes = [decide(("mine", 1), actor=turn)]
    variables = [state("turn", WHITE_BLACK, lit(1, WHITE_BLACK))]
    machine = ReferenceMachine(game(nodes, variables, WHITE_BLACK, actions=(mine,)))
    assert (machine.actor(machine.initial()), machine.moves(machine.initial())) == (1, [Move(0, ())])


def test_possible() -> None:
    big = action("big", [ir.Parameter("n", N)], [need(is_(">", loc("n"), var("x")))])
    ask = ir.Possible("big", lit(0, SOLO), BOOL)
    hope = action("hope", needs=[need(ask)], body=[put("x", lit(9))])
    machine = ReferenceMachine(game([decide(("hope", 0))], [state("x")], actions=(big, hope)))
    assert machine.kind(machine.initial()) == "decide"
    assert machine.kind(machine.apply(machine.initial(), Move(0, ()))) == "over"


def test_possible_that_asks_for_itself() -> None:
    loop = action("loop", needs=[need(ir.Possible("loop", lit(0, SOLO), BOOL))])
    with pytest.raises(PlayError) as caught:
        moves_of(loop)
    assert caught.value.diagnostics[0].code == "E0912"


# -- settling ---------------------------------------------------------------------------------------------------------


def reaction(name: str, condition: ir.Expr, *body: ir.Stmt, parameters: tuple[ir.Parameter, ...] = ()) -> ir.Reaction:
    return ir.Reaction(name, parameters, condition, body, ir.Rule(name))


def test_reactions_run_to_their_fixed_point_first_ones_first() -> None:
    double = reaction("double", is_("==", var("x"), lit(2)), put("x", lit(8)))
    step = reaction("step", is_("<", var("x"), lit(4)), add("x", 1))
    assert after_run(ir.Settle(), reactions=(step, double)).values == (4,)
    assert after_run(ir.Settle(), reactions=(double, step)).values == (8,)


def test_a_reaction_fires_with_its_first_parameter_values() -> None:
    fitting = is_(">", loc("n"), var("x"))
    once = reaction(
        "take",
        is_("and", fitting, is_("==", var("x"), lit(0))),
        put("x", loc("n")),
        parameters=(ir.Parameter("n", N, numbers(3, 5)),),
    )
    assert after_run(ir.Settle(), reactions=(once,)).values == (3,)


def test_reactions_without_end_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules_dsl.machine.reference.judging.FIRINGS", 50)
    flip = reaction("flip", is_("==", var("x"), lit(0)), put("x", lit(1)))
    flop = reaction("flop", is_("==", var("x"), lit(1)), put("x", lit(0)))
    with pytest.raises(PlayError) as caught:
        after_run(ir.Settle(), reactions=(flip, flop))
    assert caught.value.diagnostics[0].message == "reactions fire without end: flip, flop"


def ending(kind: str, condition: ir.Expr, who: ir.Expr | None = None, each: str | None = None) -> ir.Ending:
    return ir.Ending(kind, condition, who, each, ir.Rule(kind))


def test_an_ending_stops_the_body_and_the_node() -> None:
    full = ending("goal", is_("==", var("x"), lit(1)))
    go = action("go", body=[add("x", 1), ir.Settle(), add("x", 5)])
    machine = ReferenceMachine(
        game([decide(("go", 1)), ir.RunNode((add("x", 1),), 2)], [state("x")], actions=(go,), endings=(full,))
    )
    over = machine.apply(machine.initial(), Move(0, ()))
    assert over == State((1,), 2)
    assert machine.find_end(over) == GameEnd("goal", None, ir.Rule("goal"))
    assert machine.scores(over) == (1,)
    assert machine.explain(over, Move(0, ())) == Refusal("the game is over", ir.Rule("play"))


def test_endings_try_each_player_and_count_for_all() -> None:
    black = is_("==", loc("p", WHITE_BLACK), lit(1, WHITE_BLACK))
    for kind, scores in [("win", (-1, 1)), ("lose", (1, -1)), ("draw", (0, 0))]:
        rule = ending(kind, black, loc("p", WHITE_BLACK), "p")
        machine = ReferenceMachine(game([ir.RunNode((ir.Settle(),), 1)], [], WHITE_BLACK, endings=(rule,)))
        over = machine.initial()
        assert machine.find_end(over) == GameEnd(kind, 1, ir.Rule(kind))
        assert machine.scores(over) == scores


def test_score_lines() -> None:
    worth = op("*", ir.Builtin("number", (loc("p", WHITE_BLACK),), N), lit(10))
    lines = (ir.ScoreLine("seat", worth, "p", RULE), ir.ScoreLine("all", var("x"), None, RULE))
    machine = ReferenceMachine(game([], [state("x", initial=lit(3))], WHITE_BLACK, scores=lines))
    assert machine.score_lines(machine.initial()) == (("seat", (10, 20)), ("all", (3, 3)))
    assert machine.scores(machine.initial()) == (13, 23)


# -- seeing and asking ------------------------------------------------------------------------------------------------


def test_observation() -> None:
    hands = MapType(WHITE_BLACK, SetType(FRUIT))
    decks = MapType(WHITE_BLACK, DeckType(FRUIT, 3))
    both: Type = SetType(WHITE_BLACK)
    variables = [
        state("open", initial=lit(4)),
        state("hands", hands, lit((0b1, 0b10), hands), ir.Seen("owner")),
        state("secret", N, lit(5), ir.Seen("none")),
        state("deck", DeckType(FRUIT, 3), lit(((1,), (2, 0, 1)), DeckType(FRUIT, 3)), ir.Seen("none")),
        state("piles", decks, lit((((), (1, 0, 0)), ((2,), (0, 0, 0))), decks), ir.Seen("owner")),
        state("hers", N, lit(6), ir.Seen("by", lit(1, WHITE_BLACK))),
        state("theirs", N, lit(7), ir.Seen("by", lit(0b10, both))),
    ]
    machine = ReferenceMachine(game([], variables, WHITE_BLACK))
    start = machine.initial()
    assert machine.observation(start, 0) == (
        4,
        (0b1, HIDDEN),
        HIDDEN,
        (1, 3),
        (((), (1, 0, 0)), (1, 0)),
        HIDDEN,
        HIDDEN,
        0,
    )
    assert machine.observation(start, 1) == (4, (HIDDEN, 0b10), HIDDEN, (1, 3), ((0, 1), ((2,), (0, 0, 0))), 6, 7, 0)


def test_values_of_expressions_with_locals() -> None:
    machine = ReferenceMachine(game([decide(("up", 0))], [state("x", initial=lit(3))], actions=(UP,)))
    assert machine.value(op("+", var("x"), loc("more")), machine.initial(), {"more": 4}) == 7


def test_start_resume_and_run() -> None:
    nodes = [decide(("up", 0)), ir.RunNode((add("x", 5),), 0)]
    five = ending("goal", is_("==", var("x"), lit(2)))
    machine = ReferenceMachine(game(nodes, [state("x")], actions=(UP,), sections=(("night", 1),), endings=(five,)))
    assert machine.start((put("x", lit(3)),)) == State((3,), 0)
    assert machine.start((put("x", lit(3)),), "night") == State((8,), 0)
    assert machine.resume(State((1,), 0), "night") == State((6,), 0)
    assert machine.run(State((0,), 0), (add("x", 1), ir.Settle())) == State((1,), 0)
    assert machine.run(State((1,), 0), (add("x", 1), ir.Settle())) == State((2,), 2)
