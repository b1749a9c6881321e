"""A player's beliefs: the states consistent with his observations since the start, with their likelihoods."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from rules_dsl.machine.api import Machine, Move, State
from rules_dsl.machine.reference import ReferenceMachine

MOST = 200
"""If more states may be true, so many are drawn by how likely they are."""

Likely = Mapping[State, float]


def estimate_beliefs(machine: Machine, history: Sequence[Move], player: int, dice: Random) -> Likely:
    """The states that may be true after what has happened; all moves that the player did not see are taken as equally
    likely.
    """
    truth = ReferenceMachine(machine.game).initial()
    event: Likely = {truth: 1.0}
    for move in history:
        after = machine.apply(truth, move)
        event = _follow_event(machine, truth, move, player, event, machine.observation(after, player))
        event = event if len(event) <= MOST else _thin_out(event, dice)
        truth = after
    return event


def _follow_event(
    machine: Machine, truth: State, move: Move, player: int, before: Likely, seen: Sequence[object]
) -> dict[State, float]:
    """The states after one more event that look as the true one does."""
    own = machine.kind(truth) == "decide" and machine.actor(truth) == player
    event: dict[State, float] = {}
    for state, likely in before.items():
        for item, share in [(move, 1.0)] if own else _possible(machine, state):
            after = machine.apply(state, item)
            if machine.observation(after, player) == seen:
                event[after] = event.get(after, 0.0) + likely * share
    return event


def _possible(machine: Machine, state: State) -> Iterator[tuple[Move, float]]:
    """What may happen in a state, with its odds."""
    if machine.kind(state) == "chance":
        yield from [(outcome.move, float(outcome.probability)) for outcome in machine.outcomes(state)]
    elif machine.kind(state) == "decide":
        moves = machine.moves(state)
        yield from [(move, 1 / len(moves)) for move in moves]


def _thin_out(beliefs: Likely, dice: Random) -> dict[State, float]:
    """A sample of the states, in proportion to their likelihoods."""
    kept: dict[State, float] = {}
    for state in dice.choices(list(beliefs), list(beliefs.values()), k=MOST):
        kept[state] = kept.get(state, 0.0) + 1.0
    return kept
