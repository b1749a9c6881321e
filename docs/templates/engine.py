"""A template for an engine: the highest score among random plays. Copy it to the room it belongs to and change what it does."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import Move
from solver.protocol.answers import Answer, Event, Incumbent, Status
from solver.protocol.context import SearchContext
from solver.protocol.engine import FunctionEngine
from solver.protocol.questions import Aim, Question

METHOD = "random plays"
"""How answers name the engine. Second opinions are asked of engines with other methods."""
MOST_PLAYS = 1_000
LONGEST = 10_000
"""A play of more moves is left."""


def object_to(question: Question) -> str | None:
    """Why this engine does not take a question, None if it does; only what can be seen at once."""
    chance = any(isinstance(node, ir.ChanceNode) for node in question.rules.nodes)
    return "random plays say nothing about choices where chance decides" if chance else None


def search(context: SearchContext) -> Iterator[Event]:
    """Events, the answer last. Lines begin at `context.start`; `solve` replays each of them on the reference machine."""
    clock, dice = context.clock, Random(context.question.seed)
    best: Incumbent | None = None
    for plays in range(1, MOST_PLAYS + 1):
        if clock.is_over():
            break
        found = _played(context, dice)
        if found is not None and (best is None or found[0] > best.value):
            best = Incumbent(*found, clock.seconds)
            clock.better()
            yield best
        yield from clock.heartbeat(plays)
    yield _answer(best, context)


def _played(context: SearchContext, dice: Random) -> tuple[int, tuple[Move, ...]] | None:
    """The score of one random play and its moves; None for one that is too long."""
    machine, state, moves = context.machine, context.start, list[Move]()
    while machine.kind(state) != "over":
        if len(moves) == LONGEST:
            return None
        moves.append(dice.choice(machine.moves(state)))
        state = machine.apply(state, moves[-1])
    return machine.scores(state)[0], tuple(moves)


def _answer(best: Incumbent | None, context: SearchContext) -> Answer:
    """Nothing is proved, so the answer is bounded at best and says what ended the search."""
    status = Status.UNDECIDED if best is None else Status.BOUNDED
    value, play = (None, ()) if best is None else (best.value, best.play)
    stopped = context.clock.stopped or f"{MOST_PLAYS:,} plays"
    return Answer(status, value, None, play, METHOD, context.clock.nodes, context.clock.seconds, stopped)


ENGINE = FunctionEngine("random", METHOD, frozenset({Aim.HIGHEST}), search, objection=object_to)
