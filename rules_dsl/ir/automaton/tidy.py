"""Fewer locals that outlive a node: names for constants and for other names are replaced, names only a condition reads move into it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from rules_dsl.ir.automaton.graph import Graph
from rules_dsl.ir.automaton.live import Liveness
from rules_dsl.ir.names import defined_by, free_locals, substitute, substitute_in
from rules_dsl.ir.nodes import (
    BranchNode,
    Const,
    Decide,
    DecideNode,
    Expr,
    For,
    If,
    Let,
    LetIn,
    Literal,
    Local,
    Loop,
    RunNode,
    Section,
    Stmt,
)
from rules_dsl.ir.rebuild import Body, walk_statements


def replace_plain_names(play: Body) -> Body:
    """The play without names for literals, constants and other names."""
    plain = _plain_names(play)
    return substitute_in(_without_lets(play, frozenset(plain)), plain) if plain else play


def _plain_names(play: Body) -> dict[str, Expr]:
    lets: list[Let] = []
    bound: Counter[str] = Counter()
    for stmt in walk_statements(play):
        found = list(stmt.parameters) if isinstance(stmt, Section) else [stmt] if isinstance(stmt, Let) else []
        lets += found
        bound.update([let.name for let in found] or defined_by(stmt))
    plain: dict[str, Expr] = {}
    for let in lets:
        if isinstance(let.value, Literal | Const | Local) and bound[let.name] == 1:
            plain[let.name] = substitute(let.value, plain)
    return plain


def _without_lets(body: Body, names: frozenset[str]) -> Body:
    kept: list[Stmt] = []
    for stmt in body:
        match stmt:
            case Let(name) if name in names:
                continue
            case If(_, then, otherwise):
                kept.append(replace(stmt, then=_without_lets(then, names), otherwise=_without_lets(otherwise, names)))
            case For(body=inner) | Loop(_, inner):
                kept.append(replace(stmt, body=_without_lets(inner, names)))
            case Section(_, parameters, inner):
                lets = tuple(let for let in parameters if let.name not in names)
                kept.append(replace(stmt, parameters=lets, body=_without_lets(inner, names)))
            case Decide(otherwise=tuple() as no):
                kept.append(replace(stmt, otherwise=_without_lets(no, names)))
            case _:
                kept.append(stmt)
    return tuple(kept)


def sink_lets(graph: Graph, live: Liveness) -> None:
    """Move names that end a run and are read by the following condition or actor only into that expression."""
    ways_in = graph.predecessors()
    for label, node in list(graph.nodes.items()):
        if not isinstance(node, RunNode) or len(ways_in[node.then]) != 1 or node.then in graph.roots():
            continue
        following = graph.nodes[node.then]
        if isinstance(following, BranchNode):
            body, condition = _sunk(node.body, following.condition, live.after(following))
            graph.nodes[node.then] = replace(following, condition=condition)
        elif isinstance(following, DecideNode):
            body, actor = _sunk(node.body, following.actor, live.after(following))
            graph.nodes[node.then] = replace(following, actor=actor)
        else:
            continue
        graph.nodes[label] = replace(node, body=body)


def _sunk(body: Body, expr: Expr, after: frozenset[str]) -> tuple[Body, Expr]:
    while body and isinstance(let := body[-1], Let) and let.name not in after and let.name in free_locals(expr):
        is_name = isinstance(expr, Local)
        body, expr = body[:-1], let.value if is_name else LetIn(let.name, let.value, expr, expr.type)
    return body, expr
