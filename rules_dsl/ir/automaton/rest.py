"""Control variables that nobody needs are at rest wherever play rests, so that equal positions are equal states."""

from __future__ import annotations

from rules_dsl.ir.automaton.graph import AutomatonGraph, targets, with_targets
from rules_dsl.ir.automaton.live import Liveness
from rules_dsl.ir.automaton.promote import Promotion
from rules_dsl.ir.names import NONE, list_defined
from rules_dsl.ir.nodes import BranchNode, ChanceNode, DecideNode, RunNode, StopNode
from rules_dsl.ir.rebuild import Body, walk_statements


def put_to_rest(graph: AutomatonGraph, live: Liveness, promotion: Promotion) -> None:
    """Reset variables on every way into a decision or chance where they may be set and are not needed."""
    dirty = _Dirty(graph, live, frozenset(promotion.types))
    bridges: dict[tuple[int, tuple[str, ...]], int] = {}
    for label, node in list(graph.nodes.items()):
        resets = {target: dirty.needless(label, target) for target in targets(node)}
        if isinstance(node, RunNode):
            graph.nodes[label] = RunNode(node.body + _resets(resets[node.then], promotion), node.then)
        else:
            ways = {target: _bridge(graph, target, names, promotion, bridges) for target, names in resets.items()}
            graph.nodes[label] = with_targets(node, ways.__getitem__)


def _resets(names: tuple[str, ...], promotion: Promotion) -> Body:
    return tuple(promotion.reset(name) for name in names)


def _bridge(
    graph: AutomatonGraph,
    target: int,
    names: tuple[str, ...],
    promotion: Promotion,
    bridges: dict[tuple[int, tuple[str, ...]], int],
) -> int:
    """A run of resets on the way to the target; the target itself if there is nothing to reset."""
    if not names:
        return target
    if (target, names) not in bridges:
        bridges[target, names] = graph.add(RunNode(_resets(names, promotion), target))
    return bridges[target, names]


class _Dirty:
    """Which promoted locals may be away from rest behind each node."""

    def __init__(self, graph: AutomatonGraph, live: Liveness, promoted: frozenset[str]) -> None:
        self.graph, self.live, self.promoted = graph, live, promoted
        self.rests = {label for label, node in graph.nodes.items() if isinstance(node, DecideNode | ChanceNode)}
        self.needed = dict(live.before)
        self.before: dict[int, frozenset[str]] = dict.fromkeys(graph.nodes, NONE)
        self.behind: dict[int, frozenset[str]] = dict.fromkeys(graph.nodes, NONE)
        self._solve()

    def needless(self, label: int, target: int) -> tuple[str, ...]:
        """What to reset on the way from one node to the other."""
        return tuple(sorted(self.behind[label] - self.needed[target])) if target in self.rests else ()

    def _solve(self) -> None:
        waiting = dict.fromkeys(self.graph.nodes)
        while waiting:
            label, _ = waiting.popitem()
            self.behind[label] = self._behind(label)
            for target in targets(self.graph.nodes[label]):
                names = self.before[target] | self.behind[label]
                if names != self.before[target]:
                    self.before[target] = names
                    waiting[target] = None

    def _behind(self, label: int) -> frozenset[str]:
        entering = self.before[label]
        resting = entering & self.needed[label]
        match self.graph.nodes[label]:
            case RunNode(body):
                return entering | self._set_in(body)
            case BranchNode():
                return entering
            case DecideNode(_, options):
                bound = [self.live.bound[option.action] & self.promoted for option in options]
                return resting.union(*bound)
            case ChanceNode(variable):
                return resting | {variable}
            case StopNode():
                return NONE

    def _set_in(self, body: Body) -> frozenset[str]:
        return frozenset(name for stmt in walk_statements(body) for name in list_defined(stmt)) & self.promoted
