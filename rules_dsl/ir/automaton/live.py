"""Which locals are needed later: at each node, and behind each action."""

from __future__ import annotations

from collections.abc import Mapping

from rules_dsl.ir.automaton.graph import AutomatonGraph
from rules_dsl.ir.names import NONE, free_in_all, free_locals, list_defined, live_before
from rules_dsl.ir.nodes import Action, BranchNode, ChanceNode, DecideNode, Node, RunNode, StopNode
from rules_dsl.ir.rebuild import walk_statements


class Liveness:
    """The locals each node of a graph needs on entry."""

    def __init__(self, graph: AutomatonGraph, actions: Mapping[str, Action]) -> None:
        self.free = {name: free_of_action(action) for name, action in actions.items()}
        self.bound = {name: list_bound_by_action(action) for name, action in actions.items()}
        self.before: dict[int, frozenset[str]] = dict.fromkeys(graph.nodes, NONE)
        self._solve(graph)

    def _solve(self, graph: AutomatonGraph) -> None:
        ways_in = graph.predecessors()
        waiting = dict.fromkeys(graph.nodes)
        while waiting:
            label, _ = waiting.popitem()
            names = self._entry(graph.nodes[label])
            if names != self.before[label]:
                self.before[label] = names
                waiting.update(dict.fromkeys(ways_in[label]))

    def _entry(self, node: Node) -> frozenset[str]:
        after = self.after(node)
        match node:
            case RunNode(body):
                return live_before(body, after)
            case BranchNode(condition):
                return after | free_locals(condition)
            case DecideNode(actor):
                return after | free_locals(actor)
            case ChanceNode(_, domain, weight):
                weighs = NONE if weight is None else free_locals(weight) - {node.variable}
                return after | free_locals(domain) | weighs
            case StopNode():
                return NONE

    def after(self, node: Node) -> frozenset[str]:
        """What is needed once the node has done its own: behind a decision also what its actions need."""
        match node:
            case RunNode(_, then):
                return self.before[then]
            case BranchNode(_, then, otherwise):
                return self.before[then] | self.before[otherwise]
            case DecideNode(_, options, otherwise):
                needed = [
                    self.free[option.action] | (self.before[option.then] - self.bound[option.action])
                    for option in options
                ]
                return NONE.union(NONE if otherwise is None else self.before[otherwise], *needed)
            case ChanceNode(variable, then=then):
                return self.before[then] - {variable}
            case StopNode():
                return NONE


def list_bound_by_action(action: Action) -> frozenset[str]:
    """The locals an action binds."""
    inside = [name for stmt in walk_statements(action.body) for name in list_defined(stmt)]
    return frozenset([action.player, *(parameter.name for parameter in action.parameters), *inside])


def free_of_action(action: Action) -> frozenset[str]:
    """The locals of its surroundings an action reads; only actions made of chooses read any."""
    domains = [parameter.domain for parameter in action.parameters if parameter.domain is not None]
    reads = free_in_all([*domains, *(need.condition for need in action.needs)])
    return (reads | live_before(action.body, NONE)) - list_bound_by_action(action)
