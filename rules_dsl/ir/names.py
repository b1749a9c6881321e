"""Locals: which are free, which are bound, and putting expressions in their place.

Names of locals are unique, so scope needs no care.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import replace
from typing import assert_never

from rules_dsl.ir.nodes import (
    Assign,
    Chance,
    Choose,
    Clause,
    Const,
    Decide,
    Each,
    Expr,
    Fold,
    For,
    If,
    Leave,
    Let,
    LetIn,
    Literal,
    Local,
    Loop,
    Need,
    Require,
    Section,
    Settle,
    Stmt,
    Stop,
    Walk,
)
from rules_dsl.ir.rebuild import Body, map_body, rebuild, statement_expressions, walk
from rules_dsl.source import NOWHERE

DECIDER = "player()"
"""The control variable that says who has to decide, in games whose endings ask for it; no author can write its name."""

NONE: frozenset[str] = frozenset()


def list_bound_here(expr: Expr) -> tuple[str, ...]:
    """The names this very expression binds for some of its parts."""
    match expr:
        case LetIn(name) | Walk(name=name):
            return (name,)
        case Fold(clauses=clauses):
            return tuple(clause.name for clause in clauses if isinstance(clause, Each))
        case _:
            return ()


def free_locals(expr: Expr) -> frozenset[str]:
    """The locals an expression reads and does not bind itself."""
    used: set[str] = set()
    bound: set[str] = set()
    for part in walk(expr):
        if isinstance(part, Local):
            used.add(part.name)
        else:
            bound.update(list_bound_here(part))
    return frozenset(used - bound)


def free_in_all(exprs: Iterable[Expr]) -> frozenset[str]:
    """The free locals of several expressions."""
    return NONE.union(*[free_locals(expr) for expr in exprs])


def list_defined(stmt: Stmt) -> tuple[str, ...]:
    """The names a statement binds for the statements after it."""
    match stmt:
        case Let(name) | Choose(name) | Chance(name):
            return (name,)
        case Assign() | If() | For() | Need() | Require() | Settle() | Decide() | Loop() | Leave() | Stop() | Section():
            return ()
        case _:
            assert_never(stmt)


def live_before(body: Body, after: Set[str]) -> frozenset[str]:
    """The locals that must be known before a block so that it, and what reads `after` behind it, can run."""
    live = frozenset(after)
    for stmt in reversed(body):
        live = _live_before_one(stmt, live)
    return live


def _live_before_one(stmt: Stmt, after: frozenset[str]) -> frozenset[str]:
    reads = free_in_all(statement_expressions(stmt))
    match stmt:
        case Let():
            return reads | (after - {stmt.name})
        case Choose(name) | Chance(name):
            return (reads | after) - {name}
        case If(_, then, otherwise):
            return reads | live_before(then, after) | live_before(otherwise, after)
        case For(name, _, _, body):
            return reads | after | (live_before(body, NONE) - {name})
        case Loop(_, body) | Decide(otherwise=tuple() as body):
            return reads | after | live_before(body, NONE)
        case Section(_, parameters, body):
            return live_before((*parameters, *body), after)
        case Assign() | Need() | Require() | Settle() | Decide() | Leave() | Stop():
            return reads | after
        case _:
            assert_never(stmt)


def substitute(expr: Expr, values: Mapping[str, Expr]) -> Expr:
    """The expression with each local named in `values` replaced by its value."""

    def visit(part: Expr) -> Expr:
        if isinstance(part, Local):
            return _here(values[part.name], part) if part.name in values else part
        return rebuild(part, visit)

    return visit(expr) if values else expr


def _here(value: Expr, local: Local) -> Expr:
    """The value in place of a local. A mere name is from then on written where the local was."""
    return (
        replace(value, span=local.span)
        if isinstance(value, Literal | Local | Const) and local.span != NOWHERE
        else value
    )


def substitute_in(body: Body, values: Mapping[str, Expr]) -> Body:
    """The block with each local named in `values` replaced by its value."""
    return map_body(body, lambda expr: substitute(expr, values)) if values else body


def fresh_names(expr: Expr, names: Mapping[str, str]) -> Expr:
    """The expression with other names for the locals it binds, where it binds and where it reads them."""

    def visit(part: Expr) -> Expr:
        changed = rebuild(part, visit)
        match changed:
            case Local(name) | LetIn(name) | Walk(name=name) if name in names:
                return replace(changed, name=names[name])
            case Fold(clauses=clauses):
                renamed = tuple([_rename_clause(clause, names) for clause in clauses])
                return replace(changed, clauses=renamed)
            case _:
                return changed

    return visit(expr)


def _rename_clause(clause: Clause, names: Mapping[str, str]) -> Clause:
    return replace(clause, name=names[clause.name]) if isinstance(clause, Each) and clause.name in names else clause
