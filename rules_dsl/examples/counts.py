"""Counts: plays of a length, positions, whole games."""

from __future__ import annotations

from rules_dsl.examples.graph import Graph, Limits, explore
from rules_dsl.examples.results import Outcome, failed, passed, undecided
from rules_dsl.ir.nodes import Count
from rules_dsl.machine.api import Machine, State

KIND = "count"


def run_count(machine: Machine, count: Count, limits: Limits) -> Outcome:
    """Whether a count comes out as the rules file says, as far as the limits allow."""
    label = count.label or (f"depth {count.depth}" if count.what == "depth" else count.what)
    found = _counted(machine, count, limits)
    if found is None:
        return undecided(KIND, label, count.span, f"more than {limits.states:,} positions")
    if found != count.expected:
        return failed(KIND, label, count.span, f"there are {found:,}, not {count.expected:,}")
    return passed(KIND, label, count.span, f"{found:,}")


def _counted(machine: Machine, count: Count, limits: Limits) -> int | None:
    """The number, None where it would take too long to find."""
    if count.what == "depth":
        return plays_of_length(machine, count.depth, limits)
    graph = explore(machine, limits, lambda number, state: None)
    if not graph.complete:
        return None
    return len(graph.states) if count.what == "states" else whole_games(graph)


def plays_of_length(machine: Machine, depth: int, limits: Limits) -> int | None:
    """How many plays have this many moves; positions met again at one depth are looked at once. None beyond the limit."""
    level: dict[State, int] = {machine.initial(): 1}
    for _ in range(depth):
        following: dict[State, int] = {}
        for state, plays in level.items():
            if machine.kind(state) == "over":
                continue
            for move in machine.moves(state):
                after = machine.apply(state, move)
                following[after] = following.get(after, 0) + plays
            if len(following) > limits.states:
                return None
        level = following
    return sum(level.values())


def whole_games(graph: Graph) -> int | None:
    """How many different plays end, None if one could go on for ever."""
    waiting = [0] * len(graph.states)
    for targets in graph.after:
        for target in targets:
            waiting[target] += 1
    plays = [0] * len(graph.states)
    plays[0] = 1
    free = [0] if waiting[0] == 0 else []
    done = 0
    while free:
        number = free.pop()
        done += 1
        for target in graph.after[number]:
            plays[target] += plays[number]
            waiting[target] -= 1
            if waiting[target] == 0:
                free.append(target)
    return sum(plays[number] for number, targets in enumerate(graph.after) if not targets) if done == len(graph.states) else None
