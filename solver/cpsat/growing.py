"""Unrolls play to its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from solver.cpsat.modelling import CpSatModel
from solver.protocol.answers import Event
from solver.protocol.clock import Clock, OutOfTime
from solver.protocol.questions import UnsupportedQuestion

MOST_TERMS = 600_000
"""Larger plays are not spelled out."""
MOST_MOVES = 2_000
ENDLESS = "a play that is longer than {moves:,} moves, or whose moves depend on too much, is not spelled out ({terms:,} terms)"


def grow_unrolling(model: CpSatModel, clock: Clock, insist: Callable[[], None] = lambda: None) -> Iterator[Event]:
    """Unrolls to the end of every play, or to a limit; after each move `insist` may raise to give up."""
    while not model.unrolling.is_over and not clock.is_over():
        try:
            model.grow(clock.insist)
        except OutOfTime:
            return
        insist()
        if len(model.unrolling.terms) > MOST_TERMS or len(model.layers) > MOST_MOVES:
            raise UnsupportedQuestion(ENDLESS.format(moves=len(model.layers) - 1, terms=len(model.unrolling.terms)))
        yield from clock.heartbeat()
