"""The variables that rules write, and the facts that are lost by that."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.rebuild import Body
from rules_dsl.ir.types import IntType, Type
from rules_dsl.semantics import narrow
from rules_dsl.semantics.numbers import hull
from rules_dsl.semantics.rulebook import Rulebook
from rules_dsl.semantics.scope import Scope
from rules_dsl.syntax import ast

# -- what was written, before it has a meaning ------------------------------------------------------------------------


def list_written(nodes: Iterable[ast.Stmt], book: Rulebook) -> frozenset[str]:
    """The variables that statements may write, through events, sub-plays and chosen actions too."""
    return frozenset(_find_written(nodes, book, set()))


def list_written_by_actions(names: Iterable[str], book: Rulebook) -> frozenset[str]:
    """The variables that actions, and the reactions to them, may write."""
    seen: set[str] = set()
    written_names = {name for action in names for name in _find_written_by_call(action, book, seen)}
    return frozenset(written_names) | list_written_by_reactions(book)


def list_written_by_reactions(book: Rulebook) -> frozenset[str]:
    """The variables that reactions may write."""
    seen: set[str] = set()
    return frozenset(
        name for reaction in book.reactions for name in _find_written_by_clauses(reaction.clauses, book, seen)
    )


def _find_written(nodes: Iterable[ast.Stmt], book: Rulebook, seen: set[str]) -> Iterator[str]:
    for node in nodes:
        match node:
            case ast.AssignStmt(target) | ast.DrawStmt(_, target) | ast.ShuffleStmt(target) | ast.PutStmt(_, _, target):
                yield root(target)
            case ast.WhenStmt(_, then, otherwise):
                yield from _find_written((*then, *otherwise), book, seen)
            case ast.ForStmt(body=body) | ast.LoopStmt(body=body) | ast.RepeatStmt(body=body):
                yield from _find_written(body, book, seen)
            case ast.DoStmt(name):
                yield from _find_written_by_call(name.text, book, seen)
            case ast.ChooseActionStmt(actions, _, otherwise):
                yield from (name for action in actions for name in _find_written_by_call(action.text, book, seen))
                yield from _find_written(otherwise or (), book, seen)
            case ast.LetStmt() | ast.ChooseValueStmt() | ast.RollStmt() | ast.LeaveStmt() | ast.StopStmt():
                pass


def _find_written_by_call(name: str, book: Rulebook, seen: set[str]) -> Iterator[str]:
    if name in seen:
        return
    seen.add(name)
    symbols = book.symbols
    if name in symbols.plays:
        yield from _find_written(symbols.plays[name].body, book, seen)
    head = symbols.actions.get(name) or symbols.events.get(name)
    if head is not None:
        yield from _find_written_by_clauses(head.clauses, book, seen)
    for exception in book.exceptions.get(name, ()):
        yield from _find_written_by_clauses(exception.clauses, book, seen)


def _find_written_by_clauses(clauses: Iterable[ast.ActionClause], book: Rulebook, seen: set[str]) -> Iterator[str]:
    for clause in clauses:
        if isinstance(clause, ast.Does):
            yield from _find_written(clause.body, book, seen)


def root(target: ast.Expr) -> str:
    """The variable an assignment goes to, as far as one can see without knowing the names."""
    match target:
        case ast.SubscriptExpr(base) | ast.DotExpr(base):
            return root(base)
        case ast.Ref(name):
            return name
        case _:
            return ""


# -- what is known ----------------------------------------------------------------------------------------------------


def forget(scope: Scope, names: Collection[str], book: Rulebook) -> Scope:
    """The scope without facts about expressions that read these variables."""
    if not names or not scope.facts:
        return scope
    return narrow.forget(scope, frozenset(names), book.symbols.functions)


def join_scopes(before: Scope, left: Scope, right: Scope) -> Scope:
    """The scope after two branches: the facts that hold in both."""
    if narrow.is_unreachable(left) or narrow.is_unreachable(right):
        return replace(before, facts=right.facts if narrow.is_unreachable(left) else left.facts)
    facts: dict[ir.Expr, Type] = {}
    for expr, type_ in left.facts.items():
        other = right.facts.get(expr)
        if other == type_:
            facts[expr] = type_
        elif isinstance(other, IntType) and isinstance(type_, IntType):
            facts[expr] = hull(type_, other)
    return replace(before, facts=facts)


def never_goes_on(body: Body) -> bool:
    """Does a block always leave the loop or stop the game at its end?"""
    match body[-1:]:
        case (ir.Leave() | ir.Stop(),):
            return True
        case (ir.If(_, then, otherwise),):
            return never_goes_on(then) and never_goes_on(otherwise)
        case (ir.Settle(),):
            return never_goes_on(body[:-1])
        case _:
            return False
