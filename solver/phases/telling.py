"""Reports at which decisions moves are counted, and why not at others."""

from __future__ import annotations

from rules_dsl.machine.api import Machine, State
from solver.phases.unrolling import DecisionFinding, PhasedUnrolling
from solver.protocol.clock import Clock, OutOfTime
from solver.symbolic.forms import UnsupportedTerm

MOST_LAYERS, MOST_TERMS = 60, 200_000
"""So far play is spelled out for it."""


def findings(machine: Machine, start: State, clock: Clock) -> tuple[list[DecisionFinding], str]:
    """A finding for each decision that play reaches, and what ended the search; decisions of later phases may be
    missing then.
    """
    try:
        unrolling = PhasedUnrolling(machine, start)
    except UnsupportedTerm as reason:
        return [], f"{reason} cannot be evaluated over unknown states"
    ended = _describe_unrolling(unrolling, clock)
    return list(unrolling.findings.values()), ended


def _describe_unrolling(unrolling: PhasedUnrolling, clock: Clock) -> str:
    """Unroll play and describe what stopped it, if anything did."""
    try:
        while not unrolling.is_over and unrolling.depth < MOST_LAYERS and len(unrolling.terms) < MOST_TERMS:
            unrolling.layer(clock.insist)
    except OutOfTime:
        return "out of time"
    except UnsupportedTerm as reason:
        return str(reason)
    return "" if unrolling.is_over else "play is long"
