"""What searches need to make commuting moves in canonical order."""

from __future__ import annotations

from dataclasses import replace

from solver.independence.commuting import swaps_of
from solver.protocol.clock import Clock
from solver.protocol.context import SearchContext

SHARE, LONGEST = 0.1, 5.0
"""This part of the time, or so many seconds, may go into finding out which moves commute, and as much into whether
positions recur.
"""
RECURRING = "every order of moves is tried, for it is not proved that positions never recur"


def part_of(context: SearchContext) -> Clock:
    """The time for one such proof."""
    limit = context.question.limits.seconds
    return context.clock.part(LONGEST if limit is None else min(LONGEST, SHARE * limit))


def in_one_order(context: SearchContext) -> SearchContext:
    """The search with the moves that commute."""
    return replace(context, swaps=swaps_of(context.machine, context.start, part_of(context)))


def where_nothing_recurs(context: SearchContext) -> tuple[SearchContext, tuple[str, ...]]:
    """The canonical order for searches that visit each state once in any sequence; safe only where no position can
    recur.
    """
    result = in_one_order(context)
    if not result.swaps or never_recurs(context, part_of(context)):
        return result, ()
    return context, (RECURRING,)


def never_recurs(context: SearchContext, clock: Clock) -> bool:
    """Is it proved that play never comes back to a position? Then some numbers only fall from move to move."""
    from solver.smt.ranking import measures_that_fall
    from solver.smt.relation import Relation
    from solver.symbolic.forms import UnsupportedTerm

    try:
        return isinstance(measures_that_fall(Relation(context.machine, clock, start=context.start), {}), list)
    except UnsupportedTerm:
        return False
