"""`play` and sub-plays."""

from __future__ import annotations

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.rebuild import walk_statements
from tests.semantics.desk import codes, findings, game, machine, moves, orchard, played, read, value

ACT = "action act\n  does\n    day = 1\naction pass\n  does\n    open = true\n"
OWN = "action act(f: Fruit)\n  does\n    hand[player][f] = 1\n"
AT_ONCE = "play\n  at once for p in players\n    choose act\n"


def decisions(text: str) -> list[ir.Decide]:
    """The decisions of a play."""
    return [stmt for stmt in walk_statements(game(text).play) if isinstance(stmt, ir.Decide)]


def test_each_statement_of_play_is_a_step() -> None:
    text = orchard(ACT, "play\n  day = 2\n  let n = 3\n  day = n\n  when open\n    day = 4\n  choose act by White\n")
    names = [type(stmt).__name__ for stmt in game(text).play]
    assert names == ["Assign", "Settle", "Let", "Assign", "Settle", "If", "Decide"]


def test_an_event_is_one_step() -> None:
    text = orchard(ACT + "event grow\n  does\n    day = 2\n    day = 3\n", "play\n  grow\n  choose act by White\n")
    assert [type(stmt).__name__ for stmt in game(text).play] == ["Assign", "Assign", "Settle", "Decide"]


def test_the_player_in_sight_decides() -> None:
    play = "play\n  for p in players\n    choose act\n  night(Black)\n  choose act by White\nplay night(q: Player)\n  choose act\n"
    names = [
        each.actor.name if isinstance(each.actor, ir.Local) else each.actor for each in decisions(orchard(ACT, play))
    ]
    assert names[:2] == ["play.p", "night.q"]
    assert names[2] == ir.Literal(0, game(orchard(ACT, play)).players)


def test_a_sub_play_without_a_player_takes_the_one_around_it() -> None:
    play = "play\n  for p in players\n    turn\nplay turn\n  choose act\n"
    assert decisions(orchard(ACT, play))[0].actor == ir.Local("play.p", game(orchard(ACT, play)).players)


def test_nobody_in_sight() -> None:
    assert codes(orchard(ACT, "play\n  choose act\n")) == ["E0617"]
    assert codes(orchard(ACT, "play\n  feud(White, Black)\nplay feud(a: Player, b: Player)\n  choose act\n")) == [
        "E0617"
    ]


def test_alone_one_decides_alone() -> None:
    text = "state\n  day: 0..3\naction act\n  does\n    day = 1\nplay\n  choose act\n"
    assert moves(text) == ["act"]


def test_else_happens_when_nothing_is_legal() -> None:
    rules = "action act\n  needs day == 3\n  does\n    day = 1\naction pass\n  does\n    open = true\n"
    text = orchard(rules, "play\n  choose act by White\n  else\n    day = 5\n  choose pass by White\n")
    assert value(text, played(text), "day") == 5


def test_repeat_counts_from_one() -> None:
    text = orchard(
        ACT, "play\n  repeat 3 as r\n    day += r\n  repeat 2\n    tree[Apple] -= 1\n  choose pass by White\n"
    )
    state = played(text)
    assert (value(text, state, "day"), value(text, state, "tree")) == (6, (3, 5, 5))


def test_loops_leave_and_stop() -> None:
    play = "play\n  loop\n    day += 1\n    when day == 4\n      leave\n  loop until day == 0\n    day -= 1\n    when tree[Apple] < 3\n      stop\n    tree[Apple] -= 1\n  choose pass by White\n"
    text = orchard(ACT, play)
    state = played(text)
    assert machine(text).kind(state) == "over"
    assert (value(text, state, "day"), value(text, state, "tree")) == (0, (2, 5, 5))


def test_sub_plays_with_parameters_are_put_in_line() -> None:
    play = "play\n  grow(2)\n  grow(n = 3)\n  choose act by White\nplay grow(n: 0..5)\n  day += n\n"
    text = orchard(ACT, play)
    sections = [stmt for stmt in game(text).play if isinstance(stmt, ir.Section)]
    assert [(each.name, len(each.parameters)) for each in sections] == [("grow", 1), ("grow", 1)]
    assert value(text, played(text), "day") == 5


def test_choices_in_events_are_decisions_of_their_own() -> None:
    rules = ACT + "event feed\n  does\n    choose f in Fruit where f != Pear\n    tree[f] -= 1\n"
    text = orchard(rules, "play\n  for p in players\n    feed\n  choose act by White\n")
    assert moves(text) == ["feed(Apple)", "feed(Plum)"]
    assert machine(text).actor(played(text, "feed(Apple)")) == 1


@pytest.mark.parametrize(
    ("play", "code"),
    [
        ("play\n  leave\n  choose act by White\n", "E0619"),
        ("play\n  choose atc by White\n", "E0612"),
        ("play\n  choose White by White\n", "E0612"),
        ("play\n  loop\n    day = 1\n", "E0621"),
        ("play\n  choose act by White\nplay\n  stop\n", "E0622"),
        ("play\n  night\nplay night\n  night\n", "E0620"),
        ("play\n  choose act by 3\n", "E0401"),
        ("play\n  repeat open\n    choose act by White\n", "E0401"),
        ("play\n  night\n  choose act by White\n", "E0607"),
        ("", "E0631"),
    ],
)
def test_plays_that_are_none(play: str, code: str) -> None:
    assert codes(orchard(ACT, play))[:1] == [code]


def test_a_loop_that_waits_for_a_condition_may_run_by_itself() -> None:
    assert codes(orchard(ACT, "play\n  loop until day == 3\n    day += 1\n  choose act, pass by White\n")) == []


def test_everybody_chooses_before_anybody_sees() -> None:
    assert codes(orchard(OWN, AT_ONCE)) == []


def test_a_sub_play_of_decisions_may_stand_in_at_once() -> None:
    play = "play\n  at once for p in players\n    pick(p)\nplay pick(q: Player)\n  choose act\n"
    assert codes(orchard(OWN, play)) == []
    assert codes(orchard(OWN, play + "  day = 1\n")) == ["E0618"]


@pytest.mark.parametrize(
    ("rules", "play", "code"),
    [
        (ACT, AT_ONCE, "E0625"),
        ("action act\n  does\n    hand[White][Apple] = 1\n", AT_ONCE, "E0625"),
        ("action act\n  does\n    hand[player][Apple] = hand[next(player)][Apple]\n", AT_ONCE, "E0625"),
        (
            "action act\n  needs total() < 3\n  does\n    hand[player][Apple] = 1\ndefine total() -> 0..60 = sum(hand[p][f] for p in players for f in Fruit)\n",
            AT_ONCE,
            "E0625",
        ),
        (OWN, AT_ONCE + "    day = 1\n", "E0618"),
        (OWN, AT_ONCE.replace("choose act", "choose act by White"), "E0618"),
    ],
)
def test_what_would_tell_others_at_once(rules: str, play: str, code: str) -> None:
    assert codes(orchard(rules, play)) == [code]


def test_a_function_of_the_players_own_entry_tells_nothing() -> None:
    rules = "action act(f: Fruit)\n  needs held(player) < 3\n  does\n    hand[player][f] += 1\ndefine held(p: Player) -> 0..30 = sum(hand[p][f] for f in Fruit)\n"
    assert codes(orchard(rules, AT_ONCE)) == []


def test_what_is_never_used_is_told() -> None:
    rules = ACT + "event grow\n  does\n    day = 1\ndefine big() -> Bool = day > 3\n"
    found = read(orchard(rules, "play\n  choose act by White\nplay night\n  stop\n"))[1]
    assert sorted(each.code for each in found) == ["W1021", "W1022", "W1023", "W1024"]


def test_reactions_may_change_what_was_known() -> None:
    rules = ACT + "whenever late: day == 3\n  does\n    best = none\n"
    play = "play\n  best = Apple\n  day = 3\n  tree[best] = 1\n  choose act, pass by White\n"
    assert [each.code for each in findings(orchard(rules, play))] == ["E0410"]
