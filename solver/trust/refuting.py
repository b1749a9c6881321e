"""Cheap refutation: a claim that no play is better is tested on random plays."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rules_dsl.machine.api import Machine, PlayError, State
from solver.protocol.answers import PROVED, Answer, Number
from solver.protocol.context import SearchContext
from solver.protocol.disagreement import Disagreement
from solver.protocol.lines import REACHED
from solver.protocol.questions import Aim
from solver.trust.opinions import claims_proof

PLAYS, MOVES = 20, 2_000
"""So many random plays are made; one that is longer is left.

Together they make no more moves than one play may have.
"""


def insist_not_refuted(context: SearchContext, answer: Answer) -> None:
    """Raise Disagreement if a random play ends better than the answer claims is possible."""
    if context.aim not in (Aim.HIGHEST, Aim.FEWEST) or not (answer.status in PROVED or claims_proof(answer)):
        return
    worth = better_than(context, answer.value)
    if worth is not None:
        said = "no play ends so" if answer.value is None else f"none is better than {answer.value}"
        raise Disagreement(
            f"{answer.method} says that {said}, but a random play has {context.question.purpose} {worth}"
        )


def better_than(context: SearchContext, bound: Number | None) -> Number | None:
    """The value of a random play that exceeds the bound, or that ends at all where none should.

    None if no such play was met.
    """
    return next(
        (
            worth
            for worth in _sample_values(context)
            if bound is None or (worth < bound if context.aim is Aim.FEWEST else worth > bound)
        ),
        None,
    )


def _sample_values(context: SearchContext) -> Iterator[Number]:
    """What random plays are worth that end, or reach the goal where one is sought."""
    dice, left = Random(context.question.seed), MOVES
    for _ in range(PLAYS):
        try:
            state, moves = _sample_play(context, dice, left)
            worth = _worth(context, context.machine, state, moves) if context.machine.kind(state) == "over" else None
        except PlayError:  # the rules fail there; no engine counts such a play
            continue
        left -= moves
        if worth is not None:
            yield worth


def _sample_play(context: SearchContext, dice: Random, most: int) -> tuple[State, int]:
    """The last position of a random play, and its number of moves."""
    machine, state, moves = context.machine, context.start, 0
    while moves < most and machine.kind(state) == "decide":
        state, moves = machine.apply(state, dice.choice(machine.moves(state))), moves + 1
    return state, moves


def _worth(context: SearchContext, machine: Machine, state: State, moves: int) -> Number | None:
    if context.aim is Aim.HIGHEST:
        return machine.scores(state)[0]
    ended = machine.find_end(state)
    return moves if ended is not None and ended.kind in REACHED and not context.question.counted else None
