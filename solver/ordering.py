"""Moves that commute are made in one order: what has to be known for that."""

from __future__ import annotations

from dataclasses import replace

from solver.clock import Clock
from solver.commuting import swaps_of
from solver.questions import Question

SHARE, LONGEST = 0.1, 5.0
"""This part of the time, or so many seconds, may go into finding out which moves commute, and as much into whether positions recur."""
RECURRING = "every order of moves is tried, for it is not proved that positions never recur"


def part_of(question: Question, clock: Clock) -> Clock:
    """The time for one such proof."""
    limit = question.limits.seconds
    return clock.part(LONGEST if limit is None else min(LONGEST, SHARE * limit))


def in_one_order(question: Question, clock: Clock) -> Question:
    """The question with the moves that commute."""
    return replace(question, swaps=swaps_of(question.machine, part_of(question, clock)))


def where_nothing_recurs(question: Question, clock: Clock) -> tuple[Question, tuple[str, ...]]:
    """The same for searches that look at each position once, in any sequence: only where no position can come again is none missed."""
    found = in_one_order(question, clock)
    if not found.swaps or never_recurs(question, part_of(question, clock)):
        return found, ()
    return question, (RECURRING,)


def never_recurs(question: Question, clock: Clock) -> bool:
    """Is it proved that play never comes back to a position? Then some numbers only fall from move to move."""
    from solver.smt.ranking import measures_that_fall
    from solver.smt.relation import Relation
    from solver.symbolic.forms import Unsayable

    try:
        return isinstance(measures_that_fall(Relation(question.machine, clock), {}), list)
    except Unsayable:
        return False
