"""Fewer locals that outlive a node: names only a condition or an actor reads move into it."""

from __future__ import annotations

from dataclasses import replace

from rules_dsl.ir.automaton.graph import AutomatonGraph
from rules_dsl.ir.automaton.live import Liveness
from rules_dsl.ir.names import free_locals
from rules_dsl.ir.nodes import (
    BranchNode,
    DecideNode,
    Expr,
    Let,
    LetIn,
    Local,
    RunNode,
)
from rules_dsl.ir.rebuild import Body


def sink_lets(graph: AutomatonGraph, live: Liveness) -> None:
    """Move names that end a run and are read by the following condition or actor only into that expression."""
    ways_in = graph.predecessors()
    for label, node in list(graph.nodes.items()):
        if not isinstance(node, RunNode) or len(ways_in[node.then]) != 1 or node.then in graph.roots():
            continue
        following = graph.nodes[node.then]
        if isinstance(following, BranchNode):
            body, condition = _sink_lets(node.body, following.condition, live.after(following))
            graph.nodes[node.then] = replace(following, condition=condition)
        elif isinstance(following, DecideNode):
            body, actor = _sink_lets(node.body, following.actor, live.after(following))
            graph.nodes[node.then] = replace(following, actor=actor)
        else:
            continue
        graph.nodes[label] = replace(node, body=body)


def _sink_lets(body: Body, expr: Expr, after: frozenset[str]) -> tuple[Body, Expr]:
    while body and isinstance(let := body[-1], Let) and let.name not in after and let.name in free_locals(expr):
        is_name = isinstance(expr, Local)
        body, expr = body[:-1], let.value if is_name else LetIn(let.name, let.value, expr, expr.type)
    return body, expr
