"""Realising plans: the rules try every order of a plan, and plans without a legal order are forbidden."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import partial

from cython_ext.kernels.barring import Bars, bars_of
from solver.explicit.narrowed import NarrowedSearch
from solver.protocol.answers import Event
from solver.relaxed.growing import Deed, RoundModel
from solver.relaxed.meeting import GapState
from solver.relaxed.models import model_for
from solver.relaxed.priced import prices
from solver.relaxed.turns import PlayFamily, beginnings, keep_to, limits, list_barred

PRICED_AFTER, PRICED_AGAIN = 3_000_000, 4
"""A search through so many positions gets prices for them, and others when it is so many times as long."""
BEGINNING = 30.0
"""So many seconds a play may be looked for that begins as a plan does."""


def search_orders(
    plan: RoundModel, meeting: GapState, allowed: PlayFamily, seconds: float | None
) -> Generator[Event, None, NarrowedSearch]:
    """Search the plays that do exactly what the plan says for one that beats the incumbent, within a time limit."""
    clock, before = meeting.clock, meeting.positions
    meeting.climb(_bars(plan, meeting, allowed.loose))
    narrowed = NarrowedSearch(
        meeting.machine,
        meeting.start,
        _bars(plan, meeting, allowed),
        None if meeting.best is None else int(meeting.best.value),
        clock,
    )
    end = None if seconds is None else clock.seconds + seconds
    due = PRICED_AFTER
    while narrowed.running and not meeting.is_closed and not clock.is_over() and (end is None or clock.seconds < end):
        yield from meeting.better(narrowed.better())
        yield from meeting.better()
        meeting.positions = before + narrowed.positions
        yield from clock.heartbeat(meeting.visited_count)
        if narrowed.positions >= due:
            yield from _improve_prices(meeting, narrowed, allowed)
            due *= PRICED_AGAIN
    meeting.climb()
    return narrowed


def _bars(plan: RoundModel, meeting: GapState, allowed: PlayFamily) -> Bars:
    game = meeting.machine.game
    return bars_of(game, list_barred(plan, allowed), model_for(game, meeting.start).plugin.COUNTER, limits(allowed))


def _improve_prices(meeting: GapState, narrowed: NarrowedSearch, allowed: PlayFamily) -> Iterator[Event]:
    """A long search gets prices that are good near where it is."""
    machine = meeting.machine
    for result in prices(machine.game, meeting.start, narrowed.path, meeting.clock, partial(keep_to, allowed)):
        yield from meeting.better()
        if result is not None:
            narrowed.price(result.pricing)


# -- beginnings
# ---------------------------------------------------------------------------------------------------------


def find_impossible_prefix(
    plan: RoundModel, meeting: GapState, exact: PlayFamily
) -> Generator[Event, None, PlayFamily | None]:
    """The weakest prefix of a plan that no play realises: what is done up to a round, in any places, and roughly what
    is gained by then. None if plays exist, or if time runs out. If time runs out for a set of moves, stronger demands
    on the same moves are not tried.
    """
    gap = 0 if meeting.best is None or meeting.model is None else int(meeting.model - meeting.best.value)
    for number in plan.rounds[:-1]:
        choices = beginnings(plan, exact, number, gap)
        if not (yield from _is_impossible(plan, meeting, choices[-1])):
            continue
        given_up: set[frozenset[Deed]] = set()
        for choice in choices[:-1]:
            impossible = None if choice.deeds in given_up else (yield from _is_impossible(plan, meeting, choice))
            if impossible:
                return choice
            if impossible is None:
                given_up.add(choice.deeds)
        return choices[-1]
    return None


def _is_impossible(plan: RoundModel, meeting: GapState, allowed: PlayFamily) -> Generator[Event, None, bool | None]:
    """Is there surely no play that does nothing else, however little it is worth? None where time ran out."""
    clock, before = meeting.clock, meeting.positions
    narrowed = NarrowedSearch(meeting.machine, meeting.start, _bars(plan, meeting, allowed), None, clock)
    end = clock.seconds + BEGINNING
    plan_values = None
    while plan_values is None and narrowed.running and not clock.is_over() and clock.seconds < end:
        plan_values = narrowed.better()
        yield from meeting.better(plan_values)
        yield from meeting.better()
        meeting.positions = before + narrowed.positions
        yield from clock.heartbeat(meeting.visited_count)
    return False if plan_values is not None else narrowed.complete or None
