"""Statements of `does`: what they mean, and what is said of those that mean nothing."""

from __future__ import annotations

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.rebuild import walk_statements
from tests.semantics.desk import act, action, codes, findings, orchard, played, value


def assigns(text: str) -> list[ir.Assign]:
    """The assignments of the action `act`."""
    return [stmt for stmt in walk_statements(action(text).body) if isinstance(stmt, ir.Assign)]


def test_numbers_are_set_and_changed() -> None:
    text = act(
        "day = 4", "day -= 1", "tree[Apple] -= 2", "hand[player][Pear] += 3", "pool.coins += 1", "pool.fruit[Plum] += 2"
    )
    state = played(text, "act")
    assert value(text, state, "day") == 3
    assert value(text, state, "tree") == (3, 5, 5)
    assert value(text, state, "hand") == ((0, 3, 0), (0, 0, 0))
    assert value(text, state, "pool") == (1, (0, 0, 2))


def test_sets_take_an_element_or_a_set() -> None:
    text = act("taken += Apple", "taken += {Pear, Plum}", "taken -= Pear", "taken -= {Plum}")
    assert value(text, played(text, "act"), "taken") == 0b001


def test_bags_take_a_value_or_a_bag() -> None:
    text = act("basket += Apple", "basket += {Apple, Pear}", "basket -= Pear", "basket[Plum] = 2", "basket[Plum] -= 1")
    assert value(text, played(text, "act"), "basket") == (2, 0, 1)


def test_lists_take_an_item_or_a_list() -> None:
    text = act("row += Plum", "row += [Apple, Pear]")
    assert value(text, played(text, "act"), "row") == (2, 0, 1)


def test_records_and_maps_of_numbers_change_item_by_item() -> None:
    text = act("pool.coins = 1", "tree -= {Apple: 2, Plum: 1}", "pool.fruit += {Plum: 4}", "pool -= pool")
    state = played(text, "act")
    assert value(text, state, "tree") == (3, 5, 4)
    assert value(text, state, "pool") == (0, (0, 0, 0))


def test_only_what_may_leave_its_range_is_checked() -> None:
    text = orchard("action act\n  needs day > 2\n  does\n    day -= 3\n    day -= 1\n    day += 2\n    day = 6\n")
    assert [assign.checked for assign in assigns(text)] == [False, True, False, False]


def test_a_condition_is_known_in_its_branch_only() -> None:
    text = act("when tree[Apple] > 0", "  tree[Apple] -= 1", "tree[Apple] -= 1")
    assert [assign.checked for assign in assigns(text)] == [False, True]


def test_what_is_known_is_forgotten_when_it_changes() -> None:
    text = act("when day > 1", "  day = tree[Pear]", "  day -= 1")
    assert [assign.checked for assign in assigns(text)] == [False, True]


def test_both_ways_together_tell_what_is_known_after_them() -> None:
    text = act("when open", "  day = 2", "else", "  day = 4", "day -= 2")
    assert [assign.checked for assign in assigns(text)][-1] is False


def test_a_loop_forgets_what_it_changes_from_round_to_round() -> None:
    text = act("day = 3", "for f in Fruit", "  day -= 1")
    assert [assign.checked for assign in assigns(text)] == [False, True]


def test_what_one_assignment_tells_is_not_told_of_the_next() -> None:
    text = orchard("action act\n  does\n    day -= 4\n    day = (day * 3 + 6) % 7\n    tree[Pear] = day % 6\n").replace(
        "day: 0..6", "day: 0..6 = 4"
    )
    assert value(text, played(text, "act"), "tree") == (5, 0, 5)


def test_an_optional_is_usable_where_it_was_given_a_value() -> None:
    text = act("when best == none", "  best = Pear", "tree[best] = 2")
    assert value(text, played(text, "act"), "tree") == (5, 2, 5)


def test_an_optional_is_not_usable_where_it_may_be_none() -> None:
    assert codes(act("when best != none", "  tree[best] = 1", "else", "  tree[best] = 2")) == ["E0410"]


def test_a_key_that_is_changed_itself_tells_nothing() -> None:
    text = orchard("state\n  link: [0..2] 0..2\naction act\n  does\n    link[link[0]] = 2\n    link[link[0]] += 1\n")
    assert [assign.checked for assign in assigns(text)] == [False, True]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("row[1] = Apple", "E0602"),
        ("day += 10", "E0510"),
        ("day -= 7", "E0510"),
        ("day = 9", "E0501"),
        ("dya = 3", "E0604"),
        ("White = Black", "E0601"),
        ("Fruit = Apple", "E0601"),
        ("open += 1", "E0605"),
        ("row -= Apple", "E0605"),
        ("best += Apple", "E0605"),
        ("cards += Apple", "E0605"),
        ("pool.price = 2", "E0603"),
        ("day.price = 2", "E0603"),
        ("day[3] = 2", "E0603"),
        ("taken += 3", "E0401"),
        ("open = 3", "E0401"),
        ("loop\n      day = 1", "E0606"),
        ("choose act", "E0606"),
        ("leave", "E0606"),
        ("act", "E0607"),
        ("nope", "E0607"),
    ],
)
def test_lines_that_mean_nothing(line: str, code: str) -> None:
    assert codes(act(line)) == [code]


def test_locals_never_change() -> None:
    found = findings(act("let n = 3", "n = 4"))
    assert [each.code for each in found] == ["E0601"]
    assert "n is a name for a value" in found[0].labels[0].text


def test_a_number_that_never_fits_tells_by_how_much() -> None:
    found = findings(act("day += 10"))[0]
    assert "day holds 0..6" in found.message
    assert "at least 10" in found.message


def test_a_misspelt_variable_gets_a_suggestion() -> None:
    assert "tree" in findings(act("tere[Apple] = 1"))[0].repair


def test_whoever_repeats_in_an_action_is_told_how() -> None:
    assert "for i in 1..n" in findings(act("repeat 3\n      day = 1"))[0].repair


def test_several_mistakes_are_told_at_once() -> None:
    assert codes(act("day = 9", "nope", "row[1] = Apple")) == ["E0501", "E0607", "E0602"]
