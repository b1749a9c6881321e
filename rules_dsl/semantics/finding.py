"""Find puzzles: unknowns and rules."""

from __future__ import annotations

from collections.abc import Sequence

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BOOL
from rules_dsl.semantics import narrow
from rules_dsl.semantics.rulebook import Rulebook, plain_text, rule_of
from rules_dsl.syntax import ast

PLAYED = {
    ast.StateDecl: "state", ast.PlayDecl: "`play`", ast.ActionDecl: "actions", ast.EventDecl: "events", ast.ExceptionDecl: "exceptions",
    ast.WheneverDecl: "reactions", ast.EndDecl: "endings", ast.ScoreDecl: "a score", ast.ClaimDecl: "claims", ast.BoundDecl: "bounds",
    ast.DominatesDecl: "comparison of states",
    ast.CountDecl: "counts", ast.ReplayDecl: "plays", ast.BestDecl: "best scores",
}  # fmt: skip
"""What belongs to a play: blocks that mean nothing beside `find`."""


def check_blocks(book: Rulebook, blocks: Sequence[ast.Block]) -> None:
    """A puzzle is filled in or played, not both; without `find` there is no solution that could be unique."""
    filled = any(isinstance(block, ast.FindDecl) for block in blocks)
    for block in blocks:
        if filled and type(block) in PLAYED:
            repair = "write it as `rule` or in an `example`, or leave out `find` and play the puzzle"
            message = f"a puzzle with `find` has no {PLAYED[type(block)].removeprefix('a ')}"
            book.report("E0652", message, block.span, "nothing is played", repair=repair)
        if not filled and isinstance(block, ast.UniqueDecl):
            repair = "declare the unknown with `find`"
            book.report("E0650", "`unique` needs a `find`", block.span, "no `find`", repair=repair)


def finds(book: Rulebook, decls: Sequence[ast.FindDecl]) -> tuple[ir.FindVar, ...]:
    """The unknowns."""
    variables = book.symbols.variables
    return tuple(
        ir.FindVar(decl.name.text, variables[decl.name.text].type) for decl in decls if decl.name.text in variables
    )


def find_rules(book: Rulebook, decls: Sequence[ast.RuleDecl], has_finds: bool) -> tuple[ir.FindRule, ...]:
    """The rules a solution obeys."""
    names: dict[str, ast.RuleDecl] = {}
    for decl in decls:
        name = decl.name.text
        if not has_finds:
            repair = "declare the unknown with `find`, or write `claim always`"
            book.report("E0650", "`rule` needs a `find`", decl.span, "no `find`", repair=repair)
        if name in names:
            where = f"the first is in line {names[name].span.line}"
            book.report(
                "E0651",
                f"two rules are called {name}",
                decl.name.span,
                "the second",
                reason=where,
                repair="give each its own name",
            )
        names.setdefault(name, decl)
    return tuple(_rule(decl, book) for decl in decls)


def _rule(decl: ast.RuleDecl, book: Rulebook) -> ir.FindRule:
    scope = book.scope(decl.name.text)
    clauses: list[ir.Each] = []
    for clause in decl.each:
        domain, item = book.elaborator.domain(clause.domain, scope)
        local, scope = book.elaborator.local(clause.name, item, scope)
        scope = narrow.assume(ir.Binary("in", local, domain, BOOL), scope)
        clauses.append(ir.Each(local.name, domain, item, span=clause.span))
    condition = book.elaborator.condition(decl.condition, scope)
    reason = "" if decl.reason is None else plain_text(book, decl.reason)
    return ir.FindRule(
        decl.name.text, tuple(clauses), condition, reason, rule_of(book, decl.name.text, decl.tags, decl.span)
    )
