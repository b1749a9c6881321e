"""Counts: plays of a length, positions, whole games."""

from __future__ import annotations

from rules_dsl.examples.results import ExampleOutcome, report_failure, report_pass, report_undecided
from rules_dsl.examples.walks import TooManyPositions, plays_of_length, whole_games
from rules_dsl.ir.nodes import Count
from rules_dsl.machine.api import Machine
from rules_dsl.machine.explore import ExploreLimits, explore
from rules_dsl.quantities import quantity

KIND = "count"


def name_count(count: Count) -> str:
    """What a count is called."""
    return count.label or (f"depth {count.depth}" if count.what == "depth" else count.what)


def run_count(machine: Machine, count: Count, limits: ExploreLimits) -> ExampleOutcome:
    """Does a count agree with the rules file, as far as the limits allow?"""
    label = name_count(count)
    try:
        number = _count_up(machine, count, limits)
    except TooManyPositions:
        return report_undecided(
            KIND, label, count.span, (f"more than {quantity(limits.states or 0, 'position')} to visit")
        )
    if number != count.expected:
        return report_failure(KIND, label, count.span, f"there are {number:,}, not {count.expected:,}")
    return report_pass(KIND, label, count.span, f"{number:,}")


def _count_up(machine: Machine, count: Count, limits: ExploreLimits) -> int:
    most = limits.states if limits.states is not None else 1 << 62
    match count.what:
        case "depth":
            return plays_of_length(machine, count.depth, most)
        case "games":
            return whole_games(machine, most)
        case "states":
            return _states(machine, limits)


def _states(machine: Machine, limits: ExploreLimits) -> int:
    explored = explore(machine, limits, claims=False)
    if not explored.complete:
        raise TooManyPositions
    return explored.states
