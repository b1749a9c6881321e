"""Examples, counts, replays and best scores."""

from __future__ import annotations

import pytest

from rules_dsl.ir import nodes as ir
from tests.semantics.desk import codes, findings, game, orchard, read

RULES = """
option rounds: 1..6 = 3
reading strictness: strict | lenient
given start: [Fruit] 0..5 = 2
action act(f: Fruit, n: 1..2)
  does
    tree[f] -= n
action dig
  does
    roll d: 1..6
    day = d
    choose g in taken
    taken -= g
event chill(n: 1..2)
  does
    day += n
play
  for p in players
    choose act, dig
  night(White)
play night(p: Player)
  feed
  choose act
event feed
  does
    choose h in Fruit
    tree[h] = start[h]
"""


def orchard_with(example: str) -> str:
    """The rules and one example."""
    return orchard("", RULES) + 'example "one"\n' + "".join(f"  {line}\n" for line in example.splitlines())


def steps(example: str) -> tuple[ir.ExampleStep, ...]:
    """The steps of an example."""
    return game(orchard_with(example)).examples[0].steps


def test_moves_are_kept_in_the_notation_of_plays() -> None:
    found = steps(
        "play act(Apple, 1 + 1); dig; d = 2 * 3; dig(Pear); feed(Plum)\nplay act(f_, 2)".replace("f_", "Fruit.Plum")
    )
    texts = [step.text for step in found if isinstance(step, ir.MoveStep)]
    assert texts == ["act(Apple, 2)", "dig", "d = 6", "dig(Pear)", "feed(Plum)", "act(Plum, 2)"]


def test_steps_in_their_order() -> None:
    found = steps(
        'given tree[Apple] = 4\nat night\nplay act(Apple, 1)\nrun chill(2)\nthen tree[Apple] == 3 and\n  day == 2\nplay act(Apple, 2)\nrefused because "no"'
    )
    assert [type(step).__name__ for step in found] == [
        "GivenStep",
        "AtStep",
        "MoveStep",
        "RunStep",
        "ThenStep",
        "MoveStep",
        "RefusedStep",
    ]
    assert isinstance(found[3], ir.RunStep)
    assert isinstance(found[3].body[-1], ir.Settle)
    assert isinstance(found[4], ir.ThenStep)
    assert found[4].source == "tree[Apple] == 3 and day == 2"
    assert found[6] == ir.RefusedStep("no")


def test_settings_that_hold_already_change_nothing() -> None:
    found = game(
        orchard_with(
            "option rounds = 3\noption strictness = strict\ngiven start = {Apple: 2, Pear: 2, Plum: 2}\nthen day == 0"
        )
    ).examples[0]
    assert found.ready
    assert found.options == (("rounds", "3"), ("strictness", "strict"))
    assert len(found.steps) == 1


def test_other_options_ask_for_another_game() -> None:
    text = orchard_with("option strictness = lenient\nthen day == 0")
    found = game(text).examples[0]
    assert (found.ready, found.steps, found.options) == (False, (), (("strictness", "lenient"),))
    again = read(text, dict(found.options))[0]
    assert again is not None
    assert again.examples[0].ready
    assert len(again.examples[0].steps) == 1


def test_an_example_is_about_the_options_of_the_file() -> None:
    text = orchard_with("play dig")
    found = read(text, {"rounds": "5"})[0]
    assert found is not None
    assert (found.examples[0].ready, found.examples[0].options) == (False, ())
    assert game(text).examples[0].ready


def test_names_of_other_settings_are_no_mistake() -> None:
    text = (
        'option size: 1..4 = 3\ntype Cell = { column: 1..size, row: 1..size } shown "{letter(column)}{row}"\nstate\n  here: Cell\n'
        'action go(c: Cell)\n  does\n    here = c\nplay\n  choose go\nexample "far"\n  play go(c3)\n  then here == c3\n'
    )
    assert read(text, {"size": "2"})[1] == ()
    assert game(text).examples[0].ready


def test_other_givens_ask_for_another_game() -> None:
    text = orchard_with("given start[Pear] = 5\nthen day == 0")
    found = game(text).examples[0]
    assert not found.ready
    again = read(text, {}, dict(found.givens))[0]
    assert again is not None
    assert again.examples[0].ready


def test_a_drawing_is_given_as_text() -> None:
    level = 'given level: drawing of Bool\n  legend\n    "#" = true\n    "." = false\n  "#."\n  ".."\n'
    text = orchard(level, RULES) + 'example "one"\n  given level =\n    "###"\n    "#.#"\n  then width(level) == 3\n'
    found = game(text).examples[0]
    assert (found.ready, found.givens) == (False, (("level", "###\n#.#"),))
    again = read(text, {}, dict(found.givens))[0]
    assert again is not None
    assert again.examples[0].ready


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("option round = 3", "E0812"),
        ("option rounds = 9", "E0501"),
        ("given nix = 3", "E0604"),
        ("given start[Apple][Pear] = 3", "E0813"),
        ("given day = 9", "E0501"),
        ("at nigth", "E0814"),
        ("play atc(Apple, 1)", "E0815"),
        ("play chill(1)", "E0815"),
        ("play e = 3", "E0816"),
        ("play dig; d = 7", "E0501"),
        ("play act(Apple)", "E0817"),
        ("play act(Apple, 1, Pear)", "E0817"),
        ("play act(Apple, 3)", "E0501"),
        ("play act(White, 1)", "E0401"),
        ("refused", "E0818"),
        ('play act(Apple, 1)\nrefused because "{day}"', "E0627"),
        ("then day", "E0408"),
        ("run act", "E0607"),
        ("run feed", "E0608"),
        ("run chill(3)", "E0501"),
    ],
)
def test_steps_that_are_none(line: str, code: str) -> None:
    assert codes(orchard_with(line)) == [code]


def test_two_examples_of_one_name() -> None:
    assert codes(orchard_with("then day == 0") + 'example "one"\n  then day == 0\n') == ["E0811"]


def test_a_misspelt_move_gets_a_suggestion() -> None:
    assert "dig" in findings(orchard_with("play digg"))[0].repair


def test_counts_replays_and_bests() -> None:
    text = orchard("", RULES) + (
        'count depth 2 == 3 * 4\ncount states == 7\n  option rounds = 5\n  given start = 1\nplay "plays/one.play"\nbest score at least 3 proof "plays/two.play"\nbest score exactly 4\n'
    )
    found = game(text)
    assert [(each.what, each.depth, each.expected, each.options, each.ready) for each in found.counts] == [
        ("depth", 2, 12, (), True), ("states", 0, 7, (("rounds", "5"),), False),
    ]  # fmt: skip
    assert [each.path for each in found.replays] == ["plays/one.play"]
    assert [(each.exact, each.value, each.proof) for each in found.bests] == [
        (False, 3, "plays/two.play"),
        (True, 4, ""),
    ]


@pytest.mark.parametrize(
    ("line", "code"),
    [("count depth open == 3", "E0630"), ("count depth 2 == day", "E0504"), ("best score at least Apple", "E0630")],
)
def test_counts_that_are_none(line: str, code: str) -> None:
    assert codes(orchard("", RULES) + line + "\n") == [code]
