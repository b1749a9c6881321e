"""Counting independent opinions.

One solver on one translation gives one opinion, whatever its settings; two opinions that share neither count as a
proof. CP-SAT, HiGHS, phases and prices share the terms that `solver/symbolic` makes of the rules, so their agreement
says nothing about errors in the terms.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from solver.protocol.answers import Answer, ArgumentLink, Links, Status, status_of
from solver.protocol.clock import Clock

ALONE = "one solver on one translation"
HIGHS = "HiGHS (another solver, rows of its own, same terms)"
"""Who gives a second opinion on what solvers say of terms."""


class Second(Enum):
    """The result of asking HiGHS.

    Unless it agrees, `value` says why the search stops although incumbent and bound meet.
    """

    SAME = "the same"
    LATE = "no second opinion in time"
    UNSAYABLE = "no second opinion: the products or numbers of these rules are too large for HiGHS"
    INEXACT = "no second opinion: HiGHS is not exact enough for these rules"
    UNTOLD = "no second opinion: the plays of these rules cannot all be spelled out"


LEAST_SECONDS, SHARE = 60.0, 3.0
"""A second opinion may take so many seconds, or so many times as long as the first one."""


OPINION = "opinion of "


def alone(method: str) -> Links:
    """What a bound rests on that only one has found."""
    return (ArgumentLink(OPINION + method, ALONE),)


def holders(links: Links) -> list[str]:
    """Whose opinions these are."""
    return [link.name.removeprefix(OPINION) for link in links]


def is_single(links: Links) -> bool:
    """Does a bound lack nothing but a second opinion?"""
    return bool(links) and all(link.evidence == ALONE for link in links)


def time_for_another(clock: Clock) -> Clock:
    """A clock for the second opinion."""
    seconds = max(LEAST_SECONDS, SHARE * clock.seconds)
    return clock.part(seconds if clock.deadline is None else min(seconds, clock.deadline))


def mark_unconfirmed(answer: Answer, method: str, clock: Clock, stopped: str = "") -> Answer:
    """The answer while only one opinion supports it: value and bound may meet, but nothing is proved."""
    why = clock.stopped or stopped or answer.stopped
    return replace(
        answer,
        seconds=clock.seconds,
        stopped=why,
        status=status_of(answer.value, answer.bound, False),
        rests_on=alone(method),
        confirmed="",
    )


def mark_confirmed(answer: Answer, who: str, clock: Clock) -> Answer:
    """The answer after a second opinion has confirmed it."""
    status = Status.INFEASIBLE if answer.value is None else Status.OPTIMAL
    return replace(
        answer, seconds=clock.seconds, stopped="", status=status, bound=answer.value, rests_on=(), confirmed=who
    )


def claims_proof(answer: Answer) -> bool:
    """Would a second opinion make this answer a proof?"""
    return bool(answer.rests_on) and answer.value == answer.bound


def apply_second_opinion(answer: Answer, method: str, second: Second, clock: Clock) -> Answer:
    """The answer of a method once HiGHS was asked."""
    return (
        mark_confirmed(answer, HIGHS, clock)
        if second is Second.SAME
        else mark_unconfirmed(answer, method, clock, second.value)
    )
