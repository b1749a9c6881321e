"""Locals that outlive a node become control variables, back at their resting value wherever they are not needed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules_dsl.ir.automaton.graph import AutomatonGraph
from rules_dsl.ir.automaton.live import Liveness
from rules_dsl.ir.names import NONE, substitute, substitute_in
from rules_dsl.ir.nodes import (
    Action,
    Assign,
    BranchNode,
    ChanceNode,
    Choose,
    DecideNode,
    Expr,
    For,
    If,
    Let,
    Literal,
    Local,
    Node,
    Parameter,
    Rule,
    RunNode,
    Seen,
    StateVar,
    Stmt,
    StopNode,
    Var,
    VarPlace,
)
from rules_dsl.ir.rebuild import Body, walk_statements
from rules_dsl.ir.types import Type, zero

CONTROL = Rule("play")


@dataclass(frozen=True, slots=True)
class Promotion:
    """The locals that become variables, with the types of their values."""

    types: Mapping[str, Type]

    def variables(self) -> tuple[StateVar, ...]:
        """The control variables."""
        return tuple(
            StateVar(name, type_, Literal(zero(type_), type_), Seen("all"), control=True)
            for name, type_ in self.types.items()
        )

    def references(self, without: frozenset[str] = NONE) -> dict[str, Expr]:
        """What stands for each local from now on."""
        return {name: Var(name, type_) for name, type_ in self.types.items() if name not in without}

    def assign(self, name: str, value: Expr) -> Assign:
        """Put a value into the variable."""
        return Assign(VarPlace(name, self.types[name]), value, False, CONTROL)

    def reset(self, name: str) -> Assign:
        """Put the variable to rest."""
        return self.assign(name, Literal(zero(self.types[name]), self.types[name]))


def find_promotion(graph: AutomatonGraph, live: Liveness, actions: Mapping[str, Action], players: Type) -> Promotion:
    """All outcomes of chance, and the locals some node needs from before."""
    known = _types(graph, actions, players)
    needed = NONE.union(*live.before.values())
    outcomes = {node.variable for node in graph.nodes.values() if isinstance(node, ChanceNode)}
    return Promotion({name: type_ for name, type_ in known.items() if name in needed or name in outcomes})


def _types(graph: AutomatonGraph, actions: Mapping[str, Action], players: Type) -> dict[str, Type]:
    """The type of each local a node or action binds, in the order of the graph."""
    types: dict[str, Type] = {}
    for node in graph.nodes.values():
        match node:
            case RunNode(body):
                _note_types(body, types)
            case ChanceNode(variable, type=type_):
                types.setdefault(variable, type_)
            case DecideNode(_, options):
                for option in options:
                    action = actions[option.action]
                    types.setdefault(action.player, players)
                    _note_types(action.parameters + action.body, types)
            case BranchNode() | StopNode():
                pass
    return types


def _note_types(parts: tuple[Parameter | Stmt, ...], types: dict[str, Type]) -> None:
    for part in parts:
        if isinstance(part, Parameter):
            types.setdefault(part.name, part.type)
            continue
        for stmt in walk_statements((part,)):
            if isinstance(stmt, Let):
                types.setdefault(stmt.name, stmt.value.type)
            elif isinstance(stmt, Choose):
                types.setdefault(stmt.name, stmt.type)


def promote_in_node(node: Node, promotion: Promotion) -> Node:
    """The node with variables for the promoted locals."""
    values = promotion.references()
    match node:
        case RunNode(body):
            return replace(node, body=_assign_promoted(substitute_in(body, values), promotion))
        case BranchNode(condition):
            return replace(node, condition=substitute(condition, values))
        case DecideNode(actor):
            return replace(node, actor=substitute(actor, values))
        case ChanceNode(variable, domain, weight):
            heavy = None if weight is None else substitute(weight, promotion.references(frozenset([variable])))
            return replace(node, domain=substitute(domain, values), weight=heavy)
        case StopNode():
            return node


def promote_in_action(action: Action, promotion: Promotion) -> Action:
    """The action with its own promoted locals kept in variables for what follows it."""
    given = frozenset([action.player, *(p.name for p in action.parameters), *_list_choices(action.body)])
    values = promotion.references(given)
    kept = tuple(promotion.assign(name, Local(name, type_)) for name, type_ in _list_given_types(action, promotion))
    parameters = tuple(
        replace(p, domain=None if p.domain is None else substitute(p.domain, values)) for p in action.parameters
    )
    needs = tuple(replace(need, condition=substitute(need.condition, values)) for need in action.needs)
    body = _assign_promoted(substitute_in(action.body, values), promotion)
    return replace(action, parameters=parameters, needs=needs, body=body + kept)


def _list_given_types(action: Action, promotion: Promotion) -> list[tuple[str, Type]]:
    names = [action.player, *(parameter.name for parameter in action.parameters)]
    return [(name, promotion.types[name]) for name in names if name in promotion.types]


def _list_choices(body: Body) -> list[str]:
    return [stmt.name for stmt in walk_statements(body) if isinstance(stmt, Choose)]


def _assign_promoted(body: Body, promotion: Promotion) -> Body:
    """Promoted lets as assignments; promoted chooses followed by one."""
    done: list[Stmt] = []
    for stmt in body:
        match stmt:
            case Let(name, value) if name in promotion.types:
                done.append(replace(promotion.assign(name, value), span=stmt.span))
            case Choose(name, type=type_) if name in promotion.types:
                done += [stmt, promotion.assign(name, Local(name, type_))]
            case If(_, then, otherwise):
                done.append(
                    replace(
                        stmt, then=_assign_promoted(then, promotion), otherwise=_assign_promoted(otherwise, promotion)
                    )
                )
            case For(body=inner):
                done.append(replace(stmt, body=_assign_promoted(inner, promotion)))
            case _:
                done.append(stmt)
    return tuple(done)
