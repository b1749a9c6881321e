"""Run by the Python of the environment that has open_spiel: measures one game and prints the figure as JSON."""

from __future__ import annotations

import argparse
import json
import random
import time

import pyspiel


def looped(game: pyspiel.Game, seconds: float) -> tuple[int, int, float]:
    """Random plays one move at a time from Python: plays, moves, seconds."""
    if game.get_type().chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC:
        return looped_with_chance(game, seconds)
    plays, moves, start, choice = 0, 0, time.thread_time(), random.choice
    while time.thread_time() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            moves += 1
        plays += 1
    return plays, moves, time.thread_time() - start


def looped_with_chance(game: pyspiel.Game, seconds: float) -> tuple[int, int, float]:
    """The same where chance acts, too."""
    plays, moves, start, choice = 0, 0, time.thread_time(), random.choice
    while time.thread_time() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, odds)[0])
            else:
                state.apply_action(choice(state.legal_actions()))
            moves += 1
        plays += 1
    return plays, moves, time.thread_time() - start


def rolled_out(game: pyspiel.Game, seconds: float) -> tuple[int, int, float]:
    """Random plays by its evaluator in C++, which a search of two steps calls twice: from the start, and after one
    move.
    """
    plays, moves, _ = looped(game, seconds / 2)
    length, rollouts, state = moves / plays, 16, game.new_initial_state()
    while True:
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(rollouts, 1), 2.0, 2, 100, False, 1, False)
        start = time.thread_time()
        bot.step(state)
        spent = time.thread_time() - start
        if spent >= seconds / 2:
            return 2 * rollouts, round(rollouts * (2 * length - 1)), spent
        rollouts *= 4


def main() -> None:
    """What to do, with which game, for how long."""
    reader = argparse.ArgumentParser(prog="python -m bench.peers.open_spiel_driver", description=__doc__)
    reader.add_argument("what", choices=("loop", "playouts"))
    reader.add_argument("game")
    reader.add_argument("seconds", type=float)
    asked = reader.parse_args()
    game = pyspiel.load_game(asked.game)
    count, moves, spent = (looped if asked.what == "loop" else rolled_out)(game, asked.seconds)
    print(json.dumps({"count": count, "moves": moves, "seconds": spent}))


if __name__ == "__main__":
    main()
