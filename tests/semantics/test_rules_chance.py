"""Choices and chance: choose, roll, draw, shuffle, put."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.semantics.desk import act, codes, findings, machine, moves, orchard, played, value

DECK = """
action act
  does
    open = true
action fill
  does
    put {Apple, Pear} into cards
    put [Apple] into cards
    put Plum on cards
event take
  does
    draw c from cards
    tree[c] -= 1
play
  choose fill by White
  take
  take
  choose act by White
"""


def test_a_choice_is_a_further_parameter_of_the_move() -> None:
    text = act("choose f in Fruit where tree[f] > 4", "tree[f] -= 1")
    assert moves(text) == ["act(Apple)", "act(Pear)", "act(Plum)"]
    assert moves(text, "act(Pear)") == ["act(Apple)", "act(Plum)"]


def test_a_known_top_card_is_certain_and_goes_first() -> None:
    text = orchard("", DECK)
    player = machine(text)
    state = played(text, "fill")
    assert value(text, state, "tree") == (5, 5, 4)
    assert [(outcome.move.arguments, outcome.probability) for outcome in player.outcomes(state)] == [
        ((0,), Fraction(2, 3)),
        ((1,), Fraction(1, 3)),
    ]
    after = player.apply(state, player.moves(state)[0])
    assert value(text, after, "cards") == ((), (1, 1, 0))


def test_a_shuffled_deck_knows_no_card() -> None:
    text = act("put Apple on cards", "put Pear on cards", "shuffle cards")
    assert value(text, played(text, "act"), "cards") == ((), (1, 1, 0))


def test_the_last_card_put_on_a_deck_lies_on_top() -> None:
    text = act("put Apple on cards", "put Pear on cards")
    assert value(text, played(text, "act"), "cards") == ((1, 0), (0, 0, 0))


def test_drawing_from_a_bag_weighs_and_takes() -> None:
    text = orchard(
        "action act\n  does\n    basket += {Apple}\n    basket += {Apple, Pear}\n    draw c from basket\n    best = c\n"
    )
    player, state = machine(text), played(text, "act")
    assert [outcome.probability for outcome in player.outcomes(state)] == [Fraction(2, 3), Fraction(1, 3)]
    after = player.apply(state, player.moves(state)[0])
    assert value(text, after, "basket") == (1, 1, 0)


def test_drawing_from_a_set_is_fair_and_takes() -> None:
    text = act("taken = {Apple, Plum}", "draw c from taken", "best = c")
    player, state = machine(text), played(text, "act")
    assert [outcome.probability for outcome in player.outcomes(state)] == [Fraction(1, 2), Fraction(1, 2)]
    assert value(text, player.apply(state, player.moves(state)[1]), "taken") == 0b001


def test_outcomes_have_the_name_the_author_gave() -> None:
    text = act("roll d: 1..6", "day = d")
    assert value(text, played(text, "act", "d = 5"), "day") == 5


def test_needs_after_chance_stop_the_play() -> None:
    text = orchard('action act\n  does\n    roll d: 1..6\n    day = d\n  ensures day < 6 "too late"\n')
    player, state = machine(text), played(text, "act")
    with pytest.raises(Exception, match="too late"):
        player.apply(state, player.moves(state)[5])


def test_drawing_from_nothing_stops_the_play() -> None:
    text = act("draw c from cards", "tree[c] -= 1")
    with pytest.raises(Exception, match="nothing to draw from cards"):
        played(text, "act")


@pytest.mark.parametrize(
    "line", ["draw c from row", "draw c from day", "shuffle basket", "put Apple on basket", "put Apple into row"]
)
def test_things_that_are_no_decks(line: str) -> None:
    assert codes(act(line)) == ["E0609"]


def test_a_name_that_could_not_be_drawn_is_not_missed_too() -> None:
    assert codes(act("draw c from row", "tree[c] -= 1")) == ["E0609"]


def test_cards_of_another_kind_are_refused() -> None:
    assert codes(act("put 3 on cards", "put 3 into cards")) == ["E0401", "E0401"]


def test_reactions_neither_choose_nor_roll() -> None:
    rules = "action act\n  does\n    day = 1\nwhenever late: day == 6\n  does\n    choose f in Fruit\n    roll d: 1..6\n    day = d\n"
    found = findings(orchard(rules))
    assert [each.code for each in found] == ["E0608", "E0608"]
