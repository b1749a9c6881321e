"""Counting, random plays and plays changed in place from Python: the same with compiled games and without."""

from __future__ import annotations

import random

import pytest

import regelwerk
from regelwerk.api.counting import NativePlayCounter, PlayCounter
from regelwerk.api.game import Game
from regelwerk.api.machines import machine_for
from regelwerk.api.running import PlainRun, Run
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir.failures import PlayError
from tests.native.compiling import kernels_run
from tests.samples import compiled, dice, stones

MACHINES = ("auto", "python", "reference")


@pytest.fixture(params=MACHINES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_the_machine_that_was_asked_for_counts() -> None:
    engines = [type(regelwerk.load("tictactoe", machine=name).counter) for name in MACHINES]
    assert engines == [NativePlayCounter if kernels_run() else PlayCounter, PlayCounter, PlayCounter]


def test_counts(name: str) -> None:
    game = regelwerk.load("tictactoe", machine=name)
    assert game.perft(3).counts == (1, 9, 72, 504)
    after = game.initial().play("mark(b2)")
    assert after.perft(2).counts == (1, 8, 56)
    assert after.divide(2) == {str(move): 7 for move in after.moves}


def test_playouts(name: str) -> None:
    state = (
        regelwerk.load("tictactoe", machine=name)
        .initial()
        .play("mark(b2)")
        .play("mark(a1)")
        .play("mark(b1)")
        .play("mark(a2)")
    )
    found = state.playouts(20, seed=5)
    assert found.playouts == 20 and sum(found.outcomes.values()) == 20
    assert found.outcomes == state.playouts(20, seed=5).outcomes
    assert found.plies >= 20 and state.playouts(seconds=0.01).playouts >= 1


def walk(run: Run, seed: int) -> list[str]:
    """The texts of a random play."""
    choose, texts = random.Random(seed), []
    while moves := run.moves:
        move = choose.choice(moves)
        texts.append(run.text(move))
        assert run.parse(texts[-1]) == move
        run.push(move)
    return texts


@pytest.mark.parametrize("rules", ["tictactoe", "kuhn_poker", "three_rolls"])
def test_a_run_is_a_play(rules: str, name: str) -> None:
    game = regelwerk.load(rules, machine=name)
    run = game.run()
    texts = walk(run, 3)
    state = game.initial()
    for text in texts:
        state = state.play(text)
    assert run.state == state and run.ply == len(texts) and run.over
    assert (run.result, run.scores, run.player, run.actor) == (state.result, state.scores, None, -1)


def test_all_machines_run_alike() -> None:
    texts = [walk(regelwerk.load("kuhn_poker", machine=name).run(), 8) for name in MACHINES]
    assert texts[0] == texts[1] == texts[2]


def test_moves_are_taken_back(name: str) -> None:
    run = Game(machine_for(compiled(stones(200)), "python"), machine_name=name).run()
    begun = run.state
    for _ in range(150):
        run.push(run.moves[0])
    assert run.ply == 150 and run.state["left"] == 50
    for left in range(51, 101):
        run.pop()
        assert run.state["left"] == left
    other = run.copy()
    other.push(other.moves[1])
    assert (other.ply, other.state["left"], run.state["left"]) == (1, 98, 100)
    run.reset()
    assert (run.ply, run.state) == (0, begun)
    with pytest.raises(IndexError):
        run.pop()


def test_who_decides(name: str) -> None:
    run = Game(machine_for(compiled(stones()), "python"), machine_name=name).run()
    assert (run.player, run.actor, run.weights) == ("Anna", 0, None)
    run.push(run.parse("take(2)"))
    assert (run.player, run.actor) == ("Ben", 1)
    rolling = Game(machine_for(compiled(dice()), "python"), machine_name=name).run()
    assert (rolling.player, rolling.actor, rolling.weights) == (None, -1, [1, 1, 1])


def test_what_is_not_legal_is_refused(name: str) -> None:
    run = (
        Game(machine_for(compiled(stones()), "python"), machine_name=name)
        .initial()
        .play("take(2)")
        .play("take(2)")
        .run()
    )
    for number in (2**40, -1 % 2**64):
        with pytest.raises(ValueError, match="is not a legal move"):
            run.push(number)
    with pytest.raises(RulesError, match="only 1 left"):
        run.parse("take(2)")
    assert run.ply == 0 and run.moves


FAILS = "rules 1\ngame Fails\nstate\n  x: 0..2\naction go\n  does\n    x += 1\nplay\n  loop\n    choose go\n"


def test_rules_that_fail_say_so_in_words(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("fails") / "fails.rules"
    path.write_text(FAILS)
    run = regelwerk.load(path, machine=name).run()
    run.push(run.moves[0])
    run.push(run.moves[0])
    with pytest.raises(PlayError, match="E0901"):
        run.push(run.moves[0])
    assert run.ply == 2 and run.state["x"] == 2


def test_puzzles_that_are_filled_in_run_too() -> None:
    run = regelwerk.load("star_battle").run()
    assert isinstance(run, PlainRun) and run.moves
