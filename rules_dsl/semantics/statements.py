"""Statements: each becomes IR and yields the scope after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from rules_dsl.diagnostics.foreign import foreign_call
from rules_dsl.diagnostics.suggest import hint
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BOOL
from rules_dsl.semantics import chance, narrow, places
from rules_dsl.semantics.rulebook import Done, Frame, is_poison
from rules_dsl.semantics.scope import Scope
from rules_dsl.semantics.writes import forget, join_scopes, list_written, list_written_by_reactions, never_goes_on
from rules_dsl.syntax import ast

Nodes = Sequence[ast.Stmt]
Block = Callable[[Nodes, Scope, Frame], Done]  # how the statements inside a compound one are taken

ONLY_IN_PLAY = {
    ast.ChooseActionStmt: "choose",
    ast.LoopStmt: "loop",
    ast.RepeatStmt: "repeat",
    ast.LeaveStmt: "leave",
    ast.StopStmt: "stop",
}


def block(nodes: Nodes, scope: Scope, frame: Frame) -> Done:
    """The statements of a `does`, one after the other."""
    done: list[ir.Stmt] = []
    for node in nodes:
        statements, scope = statement(node, scope, frame)
        done += statements
    return tuple(done), scope


def statement(node: ast.Stmt, scope: Scope, frame: Frame) -> Done:
    """One statement of a `does`."""
    match node:
        case ast.AssignStmt():
            return places.assign(node, scope, frame)
        case ast.LetStmt():
            return let(node, scope, frame)
        case ast.WhenStmt():
            return when(node, scope, frame, block)
        case ast.ForStmt():
            return _plain_for(node, scope, frame)
        case ast.ChooseValueStmt():
            return chance.choose(node, scope, frame)
        case ast.RollStmt():
            return chance.roll(node, scope, frame)
        case ast.DrawStmt():
            return chance.draw(node, scope, frame)
        case ast.ShuffleStmt():
            return chance.shuffle(node, scope, frame)
        case ast.PutStmt():
            return chance.put(node, scope, frame)
        case ast.DoStmt():
            return frame.book.call(node, scope, frame)
        case ast.ChooseActionStmt() | ast.LoopStmt() | ast.RepeatStmt() | ast.LeaveStmt() | ast.StopStmt():
            word = ONLY_IN_PLAY[type(node)]
            reason = "the order of decisions belongs into one place"
            repair = "write `for i in 1..n`" if isinstance(node, ast.RepeatStmt) else "move it to `play`"
            frame.book.report(
                "E0606", f"`{word}` is only allowed in `play`", node.span, "not here", reason=reason, repair=repair
            )
            return (), scope


def let(node: ast.LetStmt | ast.LetClause, scope: Scope, frame: Frame) -> Done:
    """A name for a value."""
    value = frame.book.elaborator.expression(node.value, scope)
    local, after = frame.book.elaborator.local(node.name, value.type, scope)
    return (() if is_poison(value) else (ir.Let(local.name, value, span=node.span),)), after


def when(node: ast.WhenStmt, scope: Scope, frame: Frame, inside: Block) -> Done:
    """A choice by condition."""
    condition = frame.book.elaborator.condition(node.condition, scope)
    then, after_then = inside(node.then, narrow.assume(condition, scope), frame)
    otherwise, after_otherwise = inside(node.otherwise, narrow.assume(condition, scope, False), frame)
    if never_goes_on(then):
        after = replace(scope, facts=after_otherwise.facts)
    elif never_goes_on(otherwise):
        after = replace(scope, facts=after_then.facts)
    else:
        after = join_scopes(scope, after_then, after_otherwise)
    return (ir.If(condition, then, otherwise, span=node.span),), after


def for_each(node: ast.ForStmt, scope: Scope, frame: Frame, inside: Block) -> Done:
    """`for x in S`."""
    domain, item = frame.book.elaborator.domain(node.domain, scope)
    looping = forget_loop(node.body, scope, frame)
    local, entered = frame.book.elaborator.local(node.name, item, looping)
    entered = narrow.assume(ir.Binary("in", local, domain, BOOL), entered)
    if frame.place == "play" and item == frame.book.symbols.players:
        entered = replace(entered, player=local)
    body, _ = inside(node.body, entered, frame.looping())
    return (ir.For(local.name, domain, item, body, span=node.span),), looping


def forget_loop(body: Nodes, scope: Scope, frame: Frame) -> Scope:
    """The facts that hold in every round of a loop, and after it."""
    names = list_written(body, frame.book)
    if frame.place == "play":
        names |= list_written_by_reactions(frame.book)
    return forget(scope, names, frame.book)


def _plain_for(node: ast.ForStmt, scope: Scope, frame: Frame) -> Done:
    if node.at_once:
        frame.book.report(
            "E0606", "`at once` is only allowed in `play`", node.span, "not here", repair="leave `at once` out"
        )
    return for_each(node, scope, frame, block)


def unknown_call(node: ast.DoStmt, frame: Frame) -> None:
    """Report a name that stands as a statement and means nothing that can happen."""
    symbols, name = frame.book.symbols, node.name.text
    if name in symbols.actions:
        message, label, repair = (
            f"{name} is an action",
            "an action is chosen",
            f"write `choose {name}` in `play`, or make it an event",
        )
    elif name in symbols.plays:
        message, label, repair = f"{name} is a sub-play", "called outside of `play`", "call it in `play`"
    elif name in symbols.functions:
        message, label, repair = f"{name} is a definition", "it changes nothing", f"use its value: `let x = {name}`"
    else:
        known = (*symbols.events, *symbols.plays)
        repair = foreign_call(name) or hint(name, known) or f"declare `event {name}`"
        message, label = f"unknown event {name}", "no such event"
    frame.book.report("E0607", message, node.span, label, repair=repair)
