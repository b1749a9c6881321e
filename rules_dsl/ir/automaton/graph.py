"""Nodes while they are made: labels instead of numbers, and what can be tidied without knowing what statements mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import assert_never

from rules_dsl.ir.nodes import BranchNode, ChanceNode, DecideNode, Expr, Node, Option, RunNode, Stmt, StopNode

STOP = 0


@dataclass(slots=True)
class AutomatonGraph:
    """Nodes by label; label `STOP` is the stop node. `sections` are further ways in."""

    nodes: dict[int, Node] = field(default_factory=lambda: {STOP: StopNode()})
    entry: int = STOP
    sections: dict[str, int] = field(default_factory=dict)
    used: int = 0

    def reserve(self) -> int:
        """A label whose node comes later."""
        self.used += 1
        return self.used

    def add(self, node: Node) -> int:
        """A label for a node."""
        label = self.reserve()
        self.nodes[label] = node
        return label

    def roots(self) -> list[int]:
        """Where play can begin."""
        return [self.entry, *self.sections.values()]

    def retarget(self, change: Callable[[int], int]) -> None:
        """Change every jump and root."""
        self.entry = change(self.entry)
        self.sections = {name: change(label) for name, label in self.sections.items()}
        self.nodes = {label: with_targets(node, change) for label, node in self.nodes.items()}

    def predecessors(self) -> dict[int, list[int]]:
        """For each label the labels that go there, once for each way."""
        predecessors: dict[int, list[int]] = {label: [] for label in self.nodes}
        for label, node in self.nodes.items():
            for target in targets(node):
                predecessors[target].append(label)
        return predecessors


def targets(node: Node) -> list[int]:
    """Where play may go on after a node, in order."""
    match node:
        case RunNode(_, then) | ChanceNode(then=then):
            return [then]
        case BranchNode(_, then, otherwise):
            return [then, otherwise]
        case DecideNode(_, options, otherwise):
            return [option.then for option in options] + ([] if otherwise is None else [otherwise])
        case StopNode():
            return []
        case _:
            assert_never(node)


def with_targets(node: Node, change: Callable[[int], int]) -> Node:
    """The node with each of its jumps changed."""
    match node:
        case RunNode(_, then) | ChanceNode(then=then):
            return replace(node, then=change(then))
        case BranchNode(_, then, otherwise):
            return replace(node, then=change(then), otherwise=change(otherwise))
        case DecideNode(_, options, otherwise):
            changed = tuple(Option(option.action, change(option.then)) for option in options)
            return replace(node, options=changed, otherwise=None if otherwise is None else change(otherwise))
        case StopNode():
            return node
        case _:
            assert_never(node)


def note_deciders(graph: AutomatonGraph, note: Callable[[Expr], Stmt], forget: Stmt) -> None:
    """Before each decision at which somebody may be stuck a statement that notes who decides, after each of its moves
    one that forgets it.
    """
    entering = {
        label: graph.reserve()
        for label, node in graph.nodes.items()
        if isinstance(node, DecideNode) and node.otherwise is None
    }
    graph.retarget(lambda label: entering.get(label, label))
    for label, before in entering.items():
        node = graph.nodes[label]
        assert isinstance(node, DecideNode)
        graph.nodes[before] = RunNode((note(node.actor),), label)
        options = tuple([Option(option.action, graph.add(RunNode((forget,), option.then))) for option in node.options])
        graph.nodes[label] = replace(node, options=options)


def simplify(graph: AutomatonGraph) -> None:
    """Thread jumps to jumps, join runs, drop what cannot be reached."""
    _thread_jumps(graph)
    _drop_unreachable(graph)
    _join_runs(graph)


def _thread_jumps(graph: AutomatonGraph) -> None:
    final = {label: _end_of_jumps(graph, label) for label in graph.nodes}
    graph.retarget(final.__getitem__)


def _end_of_jumps(graph: AutomatonGraph, label: int) -> int:
    seen: set[int] = set()
    while label not in seen:
        seen.add(label)
        node = graph.nodes[label]
        if (isinstance(node, RunNode) and not node.body) or (
            isinstance(node, BranchNode) and node.then == node.otherwise
        ):
            label = node.then
    return label


def _drop_unreachable(graph: AutomatonGraph) -> None:
    kept = {label: graph.nodes[label] for label in reachable(graph)}
    graph.nodes = {STOP: graph.nodes[STOP], **kept}


def reachable(graph: AutomatonGraph) -> Iterator[int]:
    """Labels in depth-first order, from the entry and then from the sections."""
    seen: set[int] = set()
    waiting = list(reversed(graph.roots()))
    while waiting:
        label = waiting.pop()
        if label not in seen:
            seen.add(label)
            yield label
            waiting.extend(reversed(targets(graph.nodes[label])))


def _join_runs(graph: AutomatonGraph) -> None:
    ways_in = graph.predecessors()
    roots = set(graph.roots())
    for label in list(graph.nodes):
        node = graph.nodes.get(label)
        while isinstance(node, RunNode) and node.then != label and node.then not in roots:
            following = graph.nodes[node.then]
            if not isinstance(following, RunNode) or len(ways_in[node.then]) != 1:
                break
            del graph.nodes[node.then]
            node = graph.nodes[label] = RunNode(node.body + following.body, following.then)


def number_nodes(graph: AutomatonGraph) -> tuple[tuple[Node, ...], tuple[tuple[str, int], ...]]:
    """The nodes in their final order (depth first, the stop node last) and the numbers of the sections."""
    order = [label for label in reachable(graph) if label != STOP] + [STOP]
    number = {label: position for position, label in enumerate(order)}
    nodes = tuple(with_targets(graph.nodes[label], number.__getitem__) for label in order)
    return nodes, tuple((name, number[label]) for name, label in graph.sections.items())
