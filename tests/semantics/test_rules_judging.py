"""Endings, scores, claims, bounds, pictures, find-puzzles."""

from __future__ import annotations

import pytest

from rules_dsl.ir import nodes as ir
from tests.semantics.desk import codes, game, machine, orchard, played

ACT = "action act\n  does\n    hand[player][Apple] += 1\n"
FIND = "type Cell = { column: 1..2, row: 1..2 }\nfind star: [Cell] Bool\n"


def test_endings_in_file_order_with_names_of_their_own() -> None:
    text = orchard(
        ACT
        + "win p: Player when hand[p][Apple] == 2\nwin p: Player when hand[p][Pear] == 2\ndraw when day == 6\nlose White when open\nend when day == 5\n"
    )
    endings = game(text).endings
    assert [(each.kind, each.rule.name) for each in endings] == [
        ("win", "win p"), ("win", "win p (2)"), ("draw", "draw"), ("lose", "lose White"), ("end", "end"),
    ]  # fmt: skip
    assert endings[0].each == "win.p"
    assert endings[3].each is None
    ended = machine(text).find_end(played(text, "act", "act", "act"))
    assert ended is not None
    assert (ended.kind, ended.who) == ("win", 0)


def test_alone_one_wins_oneself() -> None:
    found = game(
        "state\n  day: 0..3\naction act\n  does\n    day = 1\nplay\n  choose act\nwin when day == 1\n"
    ).endings[0]
    assert isinstance(found.who, ir.Literal)


def test_scores_of_each_player() -> None:
    text = orchard(ACT + "score p: Player\n  apples: 2 * hand[p][Apple]\n  late: -day\n")
    assert [line.label for line in game(text).scores] == ["apples", "late"]
    assert machine(text).scores(played(text, "act")) == (2, 0)


def test_claims_of_five_kinds() -> None:
    claims = (
        'claim always "a": day <= 6 @rule "2"\nclaim never "b": stuck()\nclaim sometimes "c": open\n'
        'claim leads "d": open to not open\nclaim terminates "e" by 6 - day, then day\nbound "f": 6 - day\n'
    )
    found = game(orchard(ACT + claims))
    assert [(each.mode, each.label, each.then is not None) for each in found.claims] == [
        ("always", "a", False), ("never", "b", False), ("sometimes", "c", False), ("leads", "d", True), ("terminates", "e", False),
    ]  # fmt: skip
    assert found.claims[0].rule.cites == ("2",)
    assert [len(each.falling) for each in found.claims] == [0, 0, 0, 0, 2]
    assert [bound.label for bound in found.bounds] == ["f"]


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ("win when day == 3\n", "E0628"),
        ("lose p: Fruit when day == 3\n", "E0629"),
        ("win 3 when open\n", "E0401"),
        ("end when day\n", "E0408"),
        ("score\n  x: open\n", "E0630"),
        ("score p: Fruit\n  x: 3\n", "E0629"),
        ('claim always "a": day\n', "E0408"),
        ('claim always "a": open\nclaim never "a": open\n', "E0811"),
        ('claim always "{day}": open\n', "E0627"),
        ('bound "b": Apple\n', "E0630"),
        ('dominates "b": day + 1\n', "E0632"),
        ('dominates "b": Apple\n', "E0632"),
        ('dominates "b": tree[nobody]\n', "E0301"),
        ('dominates "b": day[3]\n', "E0632"),
        ('dominates "b": day.month\n', "E0632"),
        ('dominates "b": tree[Apple if open else Plum]\n', "E0504"),
        ("rule x: open\n", "E0650"),
        ('end when open @cite "3"\n', "E0626"),
        ('show\n  grid Fruit as c: "{c}"\n', "E0640"),
        ('show\n  network Gain as f at 1, 2: "{f}"\n', "E0641"),
        ('show\n  "{dya}"\n', "E0301"),
    ],
)
def test_judgements_that_are_none(rules: str, code: str) -> None:
    assert codes(orchard(ACT + rules)) == [code]


def test_pictures_of_every_kind() -> None:
    show = (
        'type Cell = { column: 1..2, row: 1..2 }\nshow\n  "Day {day}"\n  for f in Fruit: "{f}: {tree[f]}"\n  grid Cell as c: "{c.row}" fill "red" when open, "blue"\n'
        '  track "T" 0..6 for f in taken at day: "{f}"\n  network Fruit as f at number(f), day: "{f}" link g in taken\n'
    )
    found = game(orchard(ACT + show)).show
    assert [type(item).__name__ for item in found] == ["ShowText", "ShowEach", "ShowGrid", "ShowTrack", "ShowNetwork"]
    assert isinstance(found[2], ir.ShowGrid)
    assert [condition is None for _, condition in found[2].look.parts[0].choices] == [False, True]


def test_a_find_puzzle_needs_no_play() -> None:
    text = (
        FIND
        + 'rule rows @rule "1": for r in 1..2: count(star[c] for c in Cell where c.row == r) == 1 "one in each row"\nunique solution\n'
    )
    found = game(text.replace(' @rule "1"', ""))
    assert [variable.name for variable in found.finds] == ["star"]
    assert (found.find_rules[0].reason, len(found.find_rules[0].each)) == ("one in each row", 1)
    assert found.unique


def test_rules_of_a_puzzle_have_names_of_their_own() -> None:
    assert codes(FIND + "rule a: star[Cell(1, 1)]\nrule a: star[Cell(1, 2)]\n") == ["E0651"]
