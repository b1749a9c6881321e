"""Brass:

Lancashire: its examples, the machines over whole plays of every set-up, what always holds, and how large a position is.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from cython_ext.native import NativeMachine
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.examples import run_all
from rules_dsl.ir import nodes as ir
from rules_dsl.loading import load
from rules_dsl.machine.explore import ExploreLimits
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.playouts import Playouts, playouts
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.play.file import read_play
from rules_dsl.play.record import PlayFile
from rules_dsl.play.replay import replay
from solver.filling.search import list_solutions
from tests.native.compiling import native

ROOT = Path(__file__).resolve().parents[2]
OPTIONS: tuple[dict[str, str], ...] = (
    {"players": "2"},
    {"players": "2", "board": "community"},
    {"players": "3", "classic_deck": "true"},
    {"players": "3", "introduction": "true"},
    {"players": "4", "virtual_link": "true", "deck": "7"},
)
NAMES = [" ".join(f"{name}={value}" for name, value in options.items()) for options in OPTIONS]


@cache
def _game(number: int) -> ir.Game:
    return load("brass_lancashire", OPTIONS[number])


@cache
def _native(number: int) -> NativeMachine:
    return native(_game(number))


@pytest.mark.long
def test_its_examples_hold_and_meet_every_condition_both_ways() -> None:
    report = run_all(
        _game(0),
        lambda options, givens: load("brass_lancashire", options, givens),
        ReferenceMachine,
        list_solutions,
        ExploreLimits(10),
    )
    assert report.failures == ()
    assert report.coverage.unused == ()
    assert [str(branch.span) for branch in report.coverage.untaken] == []


@pytest.mark.parametrize(
    ("options", "message", "repair"),
    [
        ({"players": "3", "board": "community"}, "community is for two", "players or board"),
        ({"players": "4", "board": "community"}, "community is for two", "players or board"),
        ({"classic_deck": "true"}, "for three or four", "players or classic_deck"),
    ],
)
def test_variants_for_other_numbers_of_players_are_refused(options: dict[str, str], message: str, repair: str) -> None:
    with pytest.raises(RulesError) as refused:
        load("brass_lancashire", options)
    (found,) = refused.value.diagnostics
    assert found.code == "E0729"
    assert message in found.message
    assert repair in found.repair
    assert Path(found.span.file).name == "variants.rules"


def _outcome(found: Playouts) -> tuple[object, ...]:
    return found.plies, found.outcomes, found.mean_score, found.broken_off


@pytest.mark.parametrize("number", range(len(OPTIONS)), ids=NAMES)
def test_the_machines_play_the_same_plays(number: int) -> None:
    machines = (_native(number), PythonMachine(_game(number)))
    one, other = (_outcome(playouts(machine, 2, seed=11)) for machine in machines)
    assert one == other
    assert one[-1] == 0, "a play without end"


def _choose_action_first(choices: Sequence[tuple[int, object]], chance: random.Random) -> tuple[int, object]:
    """A move of an action that is chosen first: such plays build and sell more than those that choose among all moves."""
    action = chance.choice(sorted({choice[0] for choice in choices}))
    return chance.choice([choice for choice in choices if choice[0] == action])


@pytest.mark.parametrize("number", range(len(OPTIONS)), ids=NAMES)
def test_claims_hold_along_random_plays(number: int) -> None:
    machine, chance = _native(number), random.Random(number)
    judged = [at for at, claim in enumerate(machine.game.claims) if claim.mode in ("always", "never")]
    expected = [machine.game.claims[at].mode == "always" for at in judged]
    for play in range(100):
        choose = _choose_action_first if play % 2 else lambda choices, chance: chance.choice(choices)
        position, moves = machine.first_position(), 0
        while choices := machine.choices(position):
            held = machine.judge(position)
            assert [held[at] for at in judged] == expected, f"play {play}, move {moves}"
            position, moves = machine.follow(position, choose(choices, chance)), moves + 1
            assert moves < 1000, "a play without end"


def _overlay(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_line_to_nowhere_is_refused_with_row_and_reason(tmp_path: Path) -> None:
    data = _overlay(tmp_path, '[[lines]]\nname = "preston_wigan"\nb = "wogan"\n')
    with pytest.raises(RulesError) as refused:
        load("brass_lancashire", data=[data])
    (found,) = refused.value.diagnostics
    assert found.code == "E0710"
    assert "b of preston_wigan" in found.message
    assert "wogan is not a value of places" in found.message
    assert (Path(found.span.file).name, found.span.line) == ("mine.toml", 3)


def test_the_supply_of_coal_runs_out_in_a_play() -> None:
    machine = ReferenceMachine(_game(0))
    play = read_play(ROOT / "games/brass_lancashire/plays/coal_runs_out.play")
    assert isinstance(play, PlayFile)
    replayed = replay(machine, play)
    assert replayed.findings == ()
    names = [variable.name for variable in machine.game.variables]
    assert replayed.last.values[names.index("coal_supply")] == -1


def test_a_position_of_four_takes_at_most_512_bytes() -> None:
    assert len(_native(OPTIONS.index(OPTIONS[-1])).first_position()) <= 512
