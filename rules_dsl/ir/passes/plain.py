"""Names for literals, constants and other names → what they stand for."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from rules_dsl.ir.names import list_defined, substitute, substitute_in
from rules_dsl.ir.nodes import Const, Decide, Expr, For, Game, If, Let, Literal, Local, Loop, Section, Stmt
from rules_dsl.ir.rebuild import Body, walk_statements
from rules_dsl.ir.rebuild_game import map_game


def run(game: Game) -> Game:
    """Blocks without names that only stand for a literal, a constant or another name."""
    return map_game(game, lambda expr: expr, without_plain_names)


def without_plain_names(body: Body) -> Body:
    """The block without such names; one bound twice stays."""
    plain = _plain_names(body)
    return substitute_in(_without_lets(body, frozenset(plain)), plain) if plain else body


def _plain_names(body: Body) -> dict[str, Expr]:
    lets: list[Let] = []
    bound: Counter[str] = Counter()
    for stmt in walk_statements(body):
        result = list(stmt.parameters) if isinstance(stmt, Section) else [stmt] if isinstance(stmt, Let) else []
        lets += result
        bound.update([let.name for let in result] or list_defined(stmt))
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
