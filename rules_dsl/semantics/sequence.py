"""`play` and sub-plays: the sequence of the game as one structured statement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules_dsl.diagnostics.suggest import hint
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.rebuild import walk_statements
from rules_dsl.semantics import narrow
from rules_dsl.semantics.actions import bind_parameters, only_player
from rules_dsl.semantics.at_once import check_at_once
from rules_dsl.semantics.rulebook import Done, Frame, Rulebook, rule_of
from rules_dsl.semantics.scope import Scope
from rules_dsl.semantics.statements import Nodes, for_each, forget_loop, statement, when
from rules_dsl.semantics.writes import forget, list_written_by_actions, list_written_by_reactions, never_goes_on
from rules_dsl.source import Span
from rules_dsl.syntax import ast


def play(book: Rulebook, decls: Sequence[ast.PlayDecl]) -> tuple[ir.Stmt, ...]:
    """The main `play` with all calls inlined."""
    if not decls:
        return ()
    decl = decls[0]
    for other in decls[1:]:
        repair = "give it a name and call it, or make it one `play`"
        book.report(
            "E0622",
            "a second `play` without a name",
            other.span,
            "the second",
            reason=f"the first is in line {decl.span.line}",
            repair=repair,
        )
    frame = Frame(book, rule_of(book, "play", decl.tags, decl.span), "play")
    return steps(decl.body, book.scope("play", in_play=True), frame)[0]


def try_unused_plays(book: Rulebook, used: frozenset[str]) -> None:
    """Read sub-plays that nothing calls, so that their mistakes are found."""
    for name, decl in book.symbols.plays.items():
        if name not in used:
            rule = rule_of(book, name, decl.tags, decl.span)
            parameters, scope = book.elaborator.parameters(decl.parameters, book.scope(name, in_play=True))
            scope = replace(scope, player=only_player(parameters, book) or scope.player)
            steps(decl.body, scope, Frame(book, rule, "play", (name,)))


def steps(nodes: Nodes, scope: Scope, frame: Frame) -> Done:
    """Statements of `play`: each that changes something is a step and is followed by reactions and endings."""
    done: list[ir.Stmt] = []
    for node in nodes:
        statements, scope = _step(node, scope, frame)
        done += statements
    return tuple(done), scope


def _step(node: ast.Stmt, scope: Scope, frame: Frame) -> Done:
    match node:
        case ast.WhenStmt():
            return when(node, scope, frame, steps)
        case ast.ForStmt():
            return _for(node, scope, frame)
        case ast.ChooseActionStmt():
            return _decide(node, scope, frame)
        case ast.LoopStmt():
            return _loop(node, scope, frame)
        case ast.RepeatStmt():
            return _repeat(node, scope, frame)
        case ast.LeaveStmt():
            return _leave(node, scope, frame)
        case ast.StopStmt():
            return (ir.Stop(span=node.span),), scope
        case ast.DoStmt(name) if name.text in frame.book.symbols.plays:
            return _section(node, scope, frame)
        case ast.LetStmt() | ast.RollStmt() | ast.ChooseValueStmt():
            return statement(node, scope, frame)
        case ast.AssignStmt() | ast.DrawStmt() | ast.ShuffleStmt() | ast.PutStmt() | ast.DoStmt():
            return _add_settle(statement(node, scope, frame), node.span, frame)


def _add_settle(done: Done, span: Span, frame: Frame) -> Done:
    statements, scope = done
    if not statements:
        return done
    return (*statements, ir.Settle(span=span)), forget(scope, list_written_by_reactions(frame.book), frame.book)


# -- decisions --------------------------------------------------------------------------------------------------------


def _decide(node: ast.ChooseActionStmt, scope: Scope, frame: Frame) -> Done:
    names = tuple(name.text for name in node.actions if _is_action(name, frame.book))
    actor = _actor(node, scope, frame)
    otherwise, after = (None, scope) if node.otherwise is None else steps(node.otherwise, scope, frame)
    chosen = forget(scope, list_written_by_actions(names, frame.book), frame.book)
    if otherwise is not None and not never_goes_on(otherwise):
        chosen = replace(
            chosen, facts={key: type_ for key, type_ in chosen.facts.items() if after.facts.get(key) == type_}
        )
    return (ir.Decide(actor, names, otherwise, span=node.span),), chosen


def _is_action(name: ast.Name, book: Rulebook) -> bool:
    symbols = book.symbols
    if name.text in symbols.actions:
        return True
    if name.text in symbols.events or name.text in symbols.plays:
        what = "an event" if name.text in symbols.events else "a sub-play"
        repair = f"write `{name}` on a line of its own, or declare it as an action"
        book.report("E0612", f"{name} is {what}, not an action", name.span, what, repair=repair)
    else:
        repair = hint(name.text, symbols.actions) or f"declare `action {name}`"
        book.report("E0612", f"unknown action {name}", name.span, "no such action", repair=repair)
    return False


def _actor(node: ast.ChooseActionStmt, scope: Scope, frame: Frame) -> ir.Expr:
    players = frame.book.symbols.players
    if node.by is not None:
        return frame.book.elaborator.expression(node.by, scope, players)
    if scope.player is None:
        reason = "there is no `for p in players` around it and no parameter that is a player"
        frame.book.report(
            "E0617", "who decides here?", node.span, "nobody is named", reason=reason, repair="write `by` and a player"
        )
    return scope.player or frame.book.elaborator.poison(node.span, players)


# -- loops ------------------------------------------------------------------------------------------------------------


def _for(node: ast.ForStmt, scope: Scope, frame: Frame) -> Done:
    done, after = for_each(node, scope, frame, steps)
    if node.at_once:
        _only_decisions(node.body, frame)
        check_at_once(done, node, frame.book)
    return done, after


def _only_decisions(nodes: Nodes, frame: Frame) -> None:
    plays = frame.book.symbols.plays
    for node in nodes:
        match node:
            case ast.ChooseActionStmt() | ast.LetStmt():
                pass
            case ast.WhenStmt(_, then, otherwise):
                _only_decisions((*then, *otherwise), frame)
            case ast.LoopStmt(body=body) | ast.RepeatStmt(body=body):
                _only_decisions(body, frame)
            case ast.DoStmt(name) if name.text in plays and name.text not in frame.calls:
                _only_decisions(plays[name.text].body, frame.within(name.text, frame.rule))
            case _:
                reason = "its result must not depend on who chooses first"
                repair = "move this before or after `at once`"
                frame.book.report(
                    "E0618",
                    "`at once` contains decisions only",
                    node.span,
                    "not a decision",
                    reason=reason,
                    repair=repair,
                )


def _loop(node: ast.LoopStmt, scope: Scope, frame: Frame) -> Done:
    known = forget_loop(node.body, scope, frame)
    until = None if node.until is None else frame.book.elaborator.condition(node.until, known)
    entered = known if until is None else narrow.assume(until, known, False)
    body, _ = steps(node.body, entered, frame.looping())
    if until is None and not _can_end(body):
        reason = "it has no `until`, no `leave` or `stop`, and no decision"
        repair = "write `loop until …`, or add a decision"
        frame.book.report("E0621", "this loop never ends", node.span, "repeats for ever", reason=reason, repair=repair)
    after = known if until is None or _leaves(body) else narrow.assume(until, known)
    return (ir.Loop(until, body, span=node.span),), after


def _can_end(body: tuple[ir.Stmt, ...]) -> bool:
    return any(
        isinstance(stmt, ir.Decide | ir.Choose | ir.Chance | ir.Leave | ir.Stop) for stmt in walk_statements(body)
    )


def _leaves(body: tuple[ir.Stmt, ...]) -> bool:
    return any(isinstance(stmt, ir.Leave) for stmt in walk_statements(body))


def _repeat(node: ast.RepeatStmt, scope: Scope, frame: Frame) -> Done:
    name = node.name or ast.Name("repeat", span=node.span)  # a word of the language, so nobody can ask for it
    rounds = ast.RangeExpr(ast.IntLit(1, span=node.times.span), node.times, span=node.times.span)
    return for_each(ast.ForStmt(name, rounds, node.body, span=node.span), scope, frame, steps)


def _leave(node: ast.LeaveStmt, scope: Scope, frame: Frame) -> Done:
    if frame.loops == 0:
        frame.book.report(
            "E0619",
            "`leave` needs a loop",
            node.span,
            "no loop around it",
            repair="leave it out, or use `stop` to end the game",
        )
    return (ir.Leave(span=node.span),), scope


# -- sub-plays --------------------------------------------------------------------------------------------------------


def _section(node: ast.DoStmt, scope: Scope, frame: Frame) -> Done:
    name, book = node.name.text, frame.book
    decl = book.symbols.plays[name]
    if name in frame.calls:
        reason = " calls ".join([*frame.calls[frame.calls.index(name) :], name])
        book.report("E0620", f"{name} calls itself", node.span, "calls it again", reason=reason, repair="use `loop`")
        return (), scope
    lets, inner = bind_parameters(name, decl.parameters, node.arguments, scope, frame, node.span)
    players = [parameter for parameter in decl.parameters if _is_player(parameter, inner, book)]
    if len(players) == 1:
        inner = replace(inner, player=inner.locals[players[0].name.text])
    body, _ = steps(decl.body, inner, frame.within(name, rule_of(book, name, decl.tags, decl.span)))
    parameters = tuple(stmt for stmt in lets if isinstance(stmt, ir.Let))
    tests = tuple(stmt for stmt in lets if not isinstance(stmt, ir.Let))
    return (ir.Section(name, parameters, (*tests, *body), span=node.span),), forget_loop((node,), scope, frame)


def _is_player(parameter: ast.ParameterDecl, scope: Scope, book: Rulebook) -> bool:
    return scope.locals[parameter.name.text].type == book.symbols.players
