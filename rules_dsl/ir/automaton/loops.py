"""`for` with decisions inside: a counter over ranges and domains, the values that are left over sets and lists."""

from __future__ import annotations

from collections.abc import Callable

from rules_dsl.ir.automaton.graph import AutomatonGraph
from rules_dsl.ir.nodes import (
    Binary,
    BranchNode,
    Builtin,
    Collect,
    Const,
    Convert,
    Domain,
    Each,
    Expr,
    Fold,
    For,
    Let,
    Literal,
    Local,
    Range,
    RunNode,
    Stmt,
)
from rules_dsl.ir.types import (
    BOOL,
    BagType,
    IntType,
    ListType,
    OptionalType,
    SetType,
    Type,
    cardinality,
    value_of,
    zero,
)

BodyFrom = Callable[[int], int]  # where the body goes on → entry of the body


def lower_for(stmt: For, then: int, graph: AutomatonGraph, body: BodyFrom) -> int:
    """The entry of nodes that go through the values of the domain and then to `then`."""
    domain = stmt.domain
    match domain:
        case Range(low, high):
            return _count(stmt, low, high, then, graph, body)
        case Domain(item):
            return _through_all(stmt, item, then, graph, body)
        case Literal(value, SetType(item)) if value == (1 << cardinality(item)) - 1:
            return _through_all(stmt, item, then, graph, body)
        case _:
            return _drain(stmt, domain, then, graph, body)


def _through_all(stmt: For, item: Type, then: int, graph: AutomatonGraph, body: BodyFrom) -> int:
    size = cardinality(item)
    if size == 0:
        return then
    first, last = (Literal(value_of(item, number), item) for number in (0, size - 1))
    return _from_to(stmt, first, last, size, then, graph, body)


def _count(stmt: For, low: Expr, high: Expr, then: int, graph: AutomatonGraph, body: BodyFrom) -> int:
    """The name itself counts; it never passes the last value, so it stays in its type."""
    current = Local(stmt.name, stmt.type)
    start = Let(stmt.name, fit_expression(low, stmt.type))
    if isinstance(low, Literal) and isinstance(high, Literal):
        return _from_to(stmt, low, high, high.value - low.value + 1, then, graph, body)
    last = high if isinstance(high, Literal | Const) else Local(f"{stmt.name}.last", high.type)
    entry = graph.add(RunNode((start,), _rounds(current, last, then, graph, body)))
    guard = graph.add(BranchNode(Binary("<=", low, last, BOOL), entry, then))
    return graph.add(RunNode((Let(last.name, high),), guard)) if isinstance(last, Local) else guard


def _from_to(
    stmt: For, low: Literal, high: Literal, size: int, then: int, graph: AutomatonGraph, body: BodyFrom
) -> int:
    """So many rounds, known beforehand."""
    if size <= 0:
        return then
    start = Let(stmt.name, fit_expression(low, stmt.type))
    inside = body(then) if size == 1 else _rounds(Local(stmt.name, stmt.type), high, then, graph, body)
    return graph.add(RunNode((start,), inside))


def _rounds(current: Local, last: Expr, then: int, graph: AutomatonGraph, body: BodyFrom) -> int:
    tail = graph.reserve()
    inside = body(tail)
    step = graph.add(RunNode((Let(current.name, _following(current)),), inside))
    graph.nodes[tail] = BranchNode(Binary("==", current, fit_expression(last, current.type), BOOL), then, step)
    return inside


def _following(current: Local) -> Expr:
    if isinstance(current.type, IntType):
        return Binary("+", current, Literal(1, IntType(1, 1)), current.type)
    return Builtin("next", (current,), current.type)


def _drain(stmt: For, domain: Expr, then: int, graph: AutomatonGraph, body: BodyFrom) -> int:
    """A variable holds what is left of the set or list, which is read once."""
    left = Local(f"{stmt.name}.left", _remaining_type(domain.type))
    head = graph.reserve()
    take = graph.add(RunNode(_take(stmt, left), body(head)))
    graph.nodes[head] = BranchNode(_is_empty(left), then, take)
    return graph.add(RunNode((Let(left.name, _as_left(domain, left.type)),), head))


def _remaining_type(type_: Type) -> Type:
    return SetType(type_.item) if isinstance(type_, BagType) else type_


def _as_left(domain: Expr, type_: Type) -> Expr:
    return Builtin("members", (domain,), type_) if isinstance(domain.type, BagType) else domain


def _is_empty(left: Local) -> Expr:
    return Binary("==", left, Literal(zero(left.type), left.type), BOOL)


def _take(stmt: For, left: Local) -> tuple[Stmt, ...]:
    """The first of what is left, and the rest."""
    if isinstance(left.type, ListType):
        first: Expr = fit_expression(Builtin("top", (left,), left.type.item), stmt.type)
        return Let(stmt.name, first), Let(left.name, Builtin("rest", (left,), left.type))
    assert isinstance(left.type, SetType)
    item = left.type.item
    clause = Each(f"{stmt.name}.first", left, item)
    fold = Fold("first", Local(clause.name, item), (clause,), OptionalType(item))
    taken = Local(stmt.name, stmt.type)
    rest = Binary("difference", left, Collect((fit_expression(taken, item),), left.type), left.type)
    return Let(stmt.name, fit_expression(Convert(fold, item, checked=True), stmt.type)), Let(left.name, rest)


def fit_expression(expr: Expr, type_: Type) -> Expr:
    """The expression as a value of a type it is known to fit."""
    if isinstance(expr, Literal) and isinstance(expr.type, IntType) and isinstance(type_, IntType):
        return Literal(expr.value, type_, span=expr.span)
    return expr if expr.type == type_ else Convert(expr, type_)
