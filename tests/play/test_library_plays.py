"""Plays at random of games of the library are written, read and replayed to the same positions, in every form."""

from random import Random

import pytest

from rules_dsl import loading
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.play import itf, jsonl
from rules_dsl.play.file import format_play, parse_play
from rules_dsl.play.notation import read_move, show_move
from rules_dsl.play.replay import record, replay

MOST_MOVES = 25


@pytest.mark.parametrize(
    "name", ["auction", "hanoi", "klondike", "kuhn_poker", "orchard", "reversi", "river_crossing", "tictactoe"]
)
def test_plays_survive_being_written(name):
    machine = ReferenceMachine(loading.load(name))
    dice, states, moves = Random(name), [machine.initial()], []
    while machine.kind(states[-1]) != "over" and len(moves) < MOST_MOVES:
        legal = machine.moves(states[-1])
        for move in dice.sample(list(legal), min(3, len(legal))):
            assert read_move(machine, states[-1], show_move(machine, states[-1], move)) == move
        moves.append(dice.choice(legal))
        states.append(machine.apply(states[-1], moves[-1]))
    assert len(moves) > 3
    for again in (
        parse_play(format_play(record(machine, states, moves))),
        jsonl.read_jsonl(jsonl.write_jsonl(machine, states, moves)),
        itf.read_itf(itf.write_itf(machine, states, moves)),
    ):
        found = replay(machine, again)
        assert (found.findings, list(found.states)) == ((), states)
