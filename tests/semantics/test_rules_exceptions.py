"""Actions, events, and the exceptions to them."""

from __future__ import annotations

import pytest

from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.machine.api import PlayError
from tests.semantics.desk import action, codes, findings, game, moves, orchard, played, value

PICK = """
action act(f: Fruit, n: 1..2)
  needs tree[f] >= n "not enough {f}"
  let left = tree[f] - n
  needs left >= 1 "one stays, not {left}"
  does
    tree[f] -= n
  ensures tree[f] != 2 "two are bad luck"
action wait
  does
    day += 1
"""
TURNS = "play\n  loop\n    choose act, wait by White\n"


def refusal(text: str, *before_and_move: str) -> str:
    """Why the last move is refused."""
    with pytest.raises(RulesError) as caught:
        played(text, *before_and_move)
    return caught.value.diagnostics[0].message


def test_needs_and_ensures_say_why() -> None:
    text = orchard(PICK, TURNS)
    assert "two are bad luck" in refusal(text, "act(Apple, 2)", "act(Apple, 1)")
    poor = orchard(PICK.replace("!= 2", "!= 9"), TURNS)
    assert "one stays, not 0" in refusal(poor, "act(Apple, 2)", "act(Apple, 2)", "act(Apple, 1)")
    assert "not enough Apple" in refusal(poor, "act(Apple, 2)", "act(Apple, 2)", "act(Apple, 2)")


def test_what_was_needed_is_known_while_doing() -> None:
    assert [stmt.checked for stmt in action(orchard(PICK, TURNS)).body if hasattr(stmt, "checked")] == [False]


def test_the_player_of_an_action_is_a_local_of_its_own() -> None:
    found = action(orchard(PICK, TURNS))
    assert (found.name, found.title, found.player) == ("act", "act", "act.player")


def test_instead_of_replaces_needs_does_and_ensures() -> None:
    rules = PICK + 'instead of act when day == 2 as frost\n  needs f == Plum "only plums"\n  does\n    tree[f] = 2\n'
    text = orchard(rules, TURNS)
    waited = ("wait", "wait")
    assert moves(text, *waited) == ["act(Plum, 1)", "act(Plum, 2)", "wait"]
    assert "only plums" in refusal(text, *waited, "act(Apple, 1)")
    assert value(text, played(text, *waited, "act(Plum, 1)"), "tree") == (5, 5, 2)


def test_also_for_adds_its_needs_and_what_it_does() -> None:
    rules = (
        PICK
        + 'also for act when day == 1 as rain\n  let more = n\n  needs n == 1 "one in the rain"\n  does\n    day += more\n'
    )
    text = orchard(rules, TURNS)
    assert "one in the rain" in refusal(text, "wait", "act(Apple, 2)")
    state = played(text, "wait", "act(Apple, 1)")
    assert (value(text, state, "tree"), value(text, state, "day")) == ((4, 5, 5), 2)
    assert value(text, played(text, "act(Apple, 1)"), "day") == 0


def test_also_for_adds_to_what_was_replaced() -> None:
    rules = (
        PICK
        + "instead of act when day == 1 as frost\n  does\n    tree[f] = 0\nalso for act when day < 2 as rain\n  does\n    day += 2\n"
    )
    text = orchard(rules, TURNS)
    state = played(text, "wait", "act(Apple, 1)")
    assert (value(text, state, "tree"), value(text, state, "day")) == ((0, 5, 5), 3)


def test_conditions_are_read_before_anything_is_done() -> None:
    rules = "action act\n  does\n    day = 3\nalso for act when day == 0 as first\n  does\n    open = true\n"
    text = orchard(rules)
    assert value(text, played(text, "act"), "open") is True


def test_the_earlier_exception_wins() -> None:
    rules = (
        PICK
        + "instead of act when n == 2 as many before frost\n  does\n    tree[f] = 4\ninstead of act when day == 0 as frost\n  does\n    tree[f] = 0\n"
    )
    text = orchard(rules, TURNS)
    assert value(text, played(text, "act(Apple, 2)"), "tree") == (4, 5, 5)
    assert value(text, played(text, "act(Apple, 1)"), "tree") == (0, 5, 5)


def test_exceptions_without_order_that_both_apply_stop_the_play() -> None:
    rules = (
        PICK
        + "instead of act when n == 2 as many\n  does\n    tree[f] = 4\ninstead of act when day == 0 as frost\n  does\n    tree[f] = 0\n"
    )
    with pytest.raises(PlayError) as caught:
        moves(orchard(rules, TURNS))
    assert "many and frost both replace act" in caught.value.diagnostics[0].message.replace(
        "frost and many", "many and frost"
    )


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("n == 1", "n == 2"),
        ("open", "not open"),
        ("day < 3", "day > 2"),
        ("f == Apple", "f == Pear"),
        ("f == Apple", "f != Apple"),
    ],
)
def test_conditions_that_exclude_each_other_need_no_order(first: str, second: str) -> None:
    rules = f"{PICK}instead of act when {first} as a\n  does\n    day = 1\ninstead of act when {second} as b\n  does\n    day = 2\n"
    kinds = [type(stmt).__name__ for stmt in action(orchard(rules, TURNS)).body]
    assert "Require" not in kinds


def test_events_have_exceptions_too() -> None:
    rules = "action act\n  does\n    chill(2)\nevent chill(n: 1..3)\n  does\n    day += n\ninstead of chill when n == 2 as thaw\n  does\n    open = true\n"
    text = orchard(rules)
    state = played(text, "act")
    assert (value(text, state, "day"), value(text, state, "open")) == (0, True)


def test_needs_of_an_event_refuse_the_move_it_happens_in() -> None:
    rules = (
        'action act(n: 1..3)\n  does\n    pay(n)\nevent pay(c: 1..3)\n  needs c < 3 "too dear"\n  does\n    day += c\n'
    )
    text = orchard(rules)
    assert moves(text) == ["act(1)", "act(2)"]
    assert "too dear" in refusal(text, "act(3)")


def test_optionals_named_by_let_are_known_in_later_needs() -> None:
    rules = "action act(f: Fruit)\n  let b = best\n  needs b != none or f == Apple\n  needs b == none or b == f\n  does\n    best = f\n"
    assert moves(orchard(rules)) == ["act(Apple)"]
    rules = "action act\n  let b = best\n  needs b != none\n  needs tree[b] > 1\n  does\n    tree[b] -= 1\n"
    assert moves(orchard(rules)) == []


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (
            "instead of act when open as x before y\n  does\n    day = 1\ninstead of act when day == 1 as y before x\n  does\n    day = 2\n",
            "E0615",
        ),
        (
            "instead of act when open as x\n  does\n    day = 1\ninstead of x when day == 1\n  does\n    day = 2\n",
            "E0613",
        ),
        (
            "instead of act when open as x\n  does\n    day = 1\nalso for act when day == 1 as x\n  does\n    day = 2\n",
            "E0614",
        ),
        ("instead of act when open as tree\n  does\n    day = 1\n", "E0614"),
        ("instead of act when open as x before nobody\n  does\n    day = 1\n", "E0616"),
        ("instead of acct when open as x\n  does\n    day = 1\n", "E0612"),
        ("instead of act when 3\n  does\n    day = 1\n", "E0408"),
    ],
)
def test_exceptions_that_are_none(rules: str, code: str) -> None:
    assert codes(orchard("action act\n  does\n    day = 1\n" + rules)) == [code]


def test_events_in_a_circle_name_the_circle() -> None:
    rules = "event a\n  does\n    b\nevent b\n  does\n    a\naction act\n  does\n    a\n"
    found = findings(orchard(rules))
    assert [each.code for each in found] == ["E0620"]
    assert found[0].reason == "a calls b calls a"


def test_mistakes_in_an_event_are_told_once() -> None:
    rules = "event grow\n  does\n    day = 9\naction act\n  does\n    grow\n    grow\n"
    assert codes(orchard(rules)) == ["E0501"]


def test_unused_events_are_looked_at_too() -> None:
    assert codes(orchard("event grow\n  does\n    day = 9\naction act\n  does\n    day = 1\n")) == ["E0501"]


def test_citations_carry_their_prefix_on() -> None:
    text = orchard('action act @rule "UR 7, 14, 8-9, AP 3"\n  does\n    day = 1\n')
    rule = next(rule for rule in game(text).rules if rule.name == "act")
    assert rule.cites == ("UR 7", "UR 14", "UR 8-9", "AP 3")


def test_reactions_fire_after_every_step() -> None:
    rules = "action act\n  does\n    day += 2\nwhenever second(f: Fruit): day == 2 and tree[f] == 5\n  does\n    tree[f] = 4\n"
    text = orchard(rules)
    assert value(text, played(text, "act"), "tree") == (4, 4, 4)


def test_reactions_refuse_nobody() -> None:
    rules = "action act\n  does\n    day = 1\nwhenever late: day == 3\n  needs open\n  does\n    day = 0\n"
    assert codes(orchard(rules)) == ["E0624"]
