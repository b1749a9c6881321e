"""Claims of small games, decided by looking at every position."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from rules_dsl.examples.graph import Graph, Limits, avoiding, endless, explore
from rules_dsl.examples.results import Outcome, failed, passed, undecided
from rules_dsl.ir.nodes import Claim
from rules_dsl.machine.api import Machine, State
from rules_dsl.machine.reference import ReferenceMachine

KIND = "claim"


def check_claims(machine: Machine, reference: ReferenceMachine, limits: Limits) -> tuple[Outcome, ...]:
    """What can be said of each claim by looking at every position up to the limits."""
    claims = machine.game.claims
    if not claims:
        return ()
    holding: list[set[int]] = [set() for _ in claims]

    def look(number: int, state: State) -> None:
        for found, holds in zip(holding, machine.claims(state), strict=True):
            if holds:
                found.add(number)

    graph = explore(machine, limits, look)
    return tuple(_judge(reference, graph, claim, holds) for claim, holds in zip(claims, holding, strict=True))


def _judge(reference: ReferenceMachine, graph: Graph, claim: Claim, holds: Collection[int]) -> Outcome:
    match claim.mode:
        case "always":
            return _refutable(claim, graph, (number for number in range(graph.looked) if number not in holds))
        case "never":
            return _refutable(claim, graph, sorted(holds))
        case "sometimes":
            return _findable(claim, graph, holds)
        case "leads":
            return _lasting(claim, graph, lambda: _not_leading(reference, graph, claim, holds))
        case _:
            return _lasting(claim, graph, lambda: endless(graph))


def _refutable(claim: Claim, graph: Graph, wrong: Iterable[int]) -> Outcome:
    """A claim that one position refutes."""
    first = next(iter(wrong), None)
    if first is not None:
        return failed(KIND, claim.label, claim.rule.span, f"false after {_moves(graph, first)}", graph.way(first))
    return _seen(claim, graph, "holds")


def _findable(claim: Claim, graph: Graph, holds: Collection[int]) -> Outcome:
    """A claim that one position proves."""
    if holds:
        return passed(KIND, claim.label, claim.rule.span, f"first after {_moves(graph, min(holds))}")
    if graph.complete:
        return failed(KIND, claim.label, claim.rule.span, f"in none of {len(graph.states):,} positions")
    return undecided(KIND, claim.label, claim.rule.span, f"in none of the first {graph.looked:,} positions")


def _lasting(claim: Claim, graph: Graph, wrong: Callable[[], Collection[int]]) -> Outcome:
    """A claim on whole plays: only the complete graph can tell."""
    if not graph.complete:
        return undecided(KIND, claim.label, claim.rule.span, f"more than {graph.looked:,} positions")
    found = wrong()
    if found:
        first = min(found)
        return failed(KIND, claim.label, claim.rule.span, f"play may avoid it after {_moves(graph, first)}", graph.way(first))
    return _seen(claim, graph, "holds")


def _not_leading(reference: ReferenceMachine, graph: Graph, claim: Claim, holds: Collection[int]) -> list[int]:
    goal = claim.then
    assert goal is not None
    reached = {number for number, state in enumerate(graph.states) if reference.value(goal, state)}
    never = avoiding(graph, reached.__contains__)
    return [number for number in holds if number in never]


def _seen(claim: Claim, graph: Graph, word: str) -> Outcome:
    if graph.complete:
        return passed(KIND, claim.label, claim.rule.span, f"{word} in all {len(graph.states):,} positions")
    return undecided(KIND, claim.label, claim.rule.span, f"{word} in the first {graph.looked:,} positions")


def _moves(graph: Graph, number: int) -> str:
    length = len(graph.way(number))
    return "1 move" if length == 1 else f"{length} moves"
