"""What players read of the library, in every language: all of it is translated, and nothing shows how rules are written."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from rules_dsl import loading
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import cardinality, values
from rules_dsl.machine.api import Machine, Move, State
from rules_dsl.play.notation import action_named
from rules_dsl.semantics.messages import LANGUAGES
from rules_dsl.speech.sentences import Narrator
from rules_dsl.speech.untranslated import find_untranslated
from rules_dsl.view.text import draw_text
from solver.driver.engines import ENGINES

GAMES = loading.library_names()
VARIANTS = {"peg_solitaire": {"runs": "true"}, "klondike": {"frugal": "true"}, "ultimate_railroads": {"players": "4"}, "brass_lancashire": {"players": "4"}, "auction": {"players": "4"}}
"""Options under which more is said."""
PLAIN = {"backward", "beam", "breadth", "depth", "graph", "guided", "layers", "nearest", "phases", "prices", "proving", "rounds", "fair", "find", "exact", "backup", "both", "tree"}
"""Engines whose names are words that rules may use, too."""
STRANGE = re.compile(r"[_{}]|\b(None|true|false|none|Node|Optional)\b")
ENGLISH = re.compile(r"\b(the|of|with|from|and|take|put|card|cards|is|not)\b", re.IGNORECASE)
MOST_MOVES, MOST_REFUSED = 30, 12


@pytest.mark.parametrize("name", GAMES)
def test_everything_is_there_in_german_and_nothing_shows_how_rules_are_written(name: str) -> None:
    found = find_untranslated(loading.find_rules(name), "de", {})
    assert found.findings == ()
    assert (found.count, found.texts, found.names) == (0, (), ())
    assert name in VARIANTS or found.unused == ()
    for language in LANGUAGES:
        walk(name, language, {}, 5)


@pytest.mark.parametrize("name", ["peg_solitaire", "klondike"])
def test_what_an_option_adds_is_there_in_german(name: str) -> None:
    path = loading.find_rules(name)
    default, other = (find_untranslated(path, "de", options) for options in ({}, VARIANTS[name]))
    assert other.count == 0
    assert not set(default.unused) & set(other.unused)


@pytest.mark.parametrize("name", GAMES)
def test_every_action_has_a_sentence_and_one_with_parameters_a_name(name: str) -> None:
    game = loading.load(name)
    said = {say.title: say for say in game.says if say.kind is ir.SayKind.MOVE}
    assert {action.name for action in game.actions} <= set(said)
    assert [action.name for action in game.actions if action.parameters and not said[action.name].label] == []
    assert {find.name for find in game.finds} <= set(said)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_three_hundred_moves_are_made_of_words(name: str, language: str) -> None:
    walk(name, language, {}, 300)
    if name in VARIANTS:
        walk(name, language, VARIANTS[name], 300)


def walk(name: str, language: str, options: dict[str, str], most: int) -> None:
    """So many random moves, with everything that is shown on the way."""
    narrator = Narrator(loading.load(name, options, language=language))
    machine, dice = narrator.machine, random.Random(f"{name} {language}")
    engines = re.compile(rf"\b({'|'.join(re.escape(each) for each in set(ENGINES) - PLAIN)})\b")
    state = machine.initial()
    for _ in range(most):
        over = machine.kind(state) == "over"
        move = None if over else dice.choice(machine.moves(state))
        for text in shown(narrator, machine, state, move, dice):
            assert not STRANGE.search(text), text
            assert not engines.search(text), text
            assert language == "en" or not ENGLISH.search(text), text
        if move is None:
            break
        state = machine.apply(state, move)


def shown(narrator: Narrator, machine: Machine, state: State, move: Move | None, dice: random.Random) -> Iterator[str]:
    """Everything a player reads at a position: picture, turn, scores, moves, refusals, and the log of what is played."""
    yield narrator.game.title
    yield draw_text(narrator.picture(state))
    yield narrator.turn(state)
    yield from narrator.players
    yield from (label for label, _ in narrator.score_lines(state))
    if move is None:
        return
    moves = machine.moves(state)
    for each in dice.sample(list(moves), min(len(moves), MOST_MOVES)):
        sentence = narrator.move(state, each)
        assert sentence
        yield sentence
    yield from narrator.log(state, move)
    yield from refused(narrator, state, dice)


def refused(narrator: Narrator, state: State, dice: random.Random) -> Iterator[str]:
    """Some moves that are not legal, and why."""
    game = narrator.game_of_moves
    node = game.nodes[state.node]
    for number, option in enumerate(node.options if isinstance(node, ir.DecideNode) else ()):
        action = action_named(game, option.action)
        yield narrator.action(option.action, state)
        for _ in range(2 if len(action.parameters) else 1):
            given = tuple(dice.choice(values(parameter.type)) for parameter in action.parameters if cardinality(parameter.type))
            move = Move(number, given)
            reason = narrator.refusal(state, move)
            if reason is not None:
                yield reason
                yield narrator.move(state, move)
        if number > MOST_REFUSED:
            break
