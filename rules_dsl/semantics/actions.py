"""Actions, events and reactions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.automaton.cut import has_chance
from rules_dsl.ir.rebuild import Body, rebuild_statement
from rules_dsl.ir.state_reads import writes
from rules_dsl.ir.types import BOOL, TEXT
from rules_dsl.semantics import narrow
from rules_dsl.semantics.clauses import demand, insist
from rules_dsl.semantics.exceptions import work_in
from rules_dsl.semantics.rulebook import Done, Frame, Rulebook, rule_of
from rules_dsl.semantics.scope import Scope
from rules_dsl.semantics.statements import block, let, unknown_call
from rules_dsl.semantics.type_exprs import countable
from rules_dsl.semantics.writes import forget
from rules_dsl.source import Span
from rules_dsl.syntax import ast

# -- actions ----------------------------------------------------------------------------------------------------------


def actions(book: Rulebook) -> tuple[ir.Action, ...]:
    """Every action of the game with its exceptions worked in."""
    for name, decl in book.symbols.actions.items():
        book.actions[name] = action(decl, name, book)
    return tuple(book.actions.values())


def action(decl: ast.ActionDecl, name: str, book: Rulebook) -> ir.Action:
    """One action."""
    rule = rule_of(book, name, decl.tags, decl.span)
    player = ir.Local(book.symbols.fresh(f"{name}.player"), book.symbols.players, span=decl.name.span)
    parameters, scope = book.elaborator.parameters(decl.parameters, book.scope(name, player))
    _must_be_countable(decl.parameters, parameters, book)
    needs, body = work_in(decl, scope, Frame(book, rule, "move"))
    body = (*_stopping_after_chance(body), ir.Settle(span=decl.span))
    return ir.Action(name, decl.name.text, player.name, parameters, needs, body, rule, decl.doc)


def _must_be_countable(nodes: Sequence[ast.ParameterDecl], parameters: Sequence[ir.Parameter], book: Rulebook) -> None:
    """Every value of a parameter is tried when moves are listed."""
    for node, parameter in zip(nodes, parameters, strict=True):
        if node.type is not None:
            countable(book.elaborator, parameter.type, node.type.span, "a parameter of an action")


def _stopping_after_chance(body: Body) -> Body:
    """Chance cannot be undone: needs after it stop play instead of refusing the move."""
    acted = False
    done: list[ir.Stmt] = []
    for stmt in body:
        if acted:
            done += _insisting((stmt,))
        elif isinstance(stmt, ir.If):
            then, otherwise = _stopping_after_chance(stmt.then), _stopping_after_chance(stmt.otherwise)
            done.append(replace(stmt, then=then, otherwise=otherwise))
        elif isinstance(stmt, ir.For) and has_chance(stmt.body):
            done += _insisting((stmt,))
        else:
            done.append(stmt)
        acted = acted or has_chance((stmt,))
    return tuple(done)


def _insisting(body: Body) -> Body:
    """The block with each Need, nested ones too, made a Require."""
    return tuple(
        [
            insist(stmt) if isinstance(stmt, ir.Need) else rebuild_statement(stmt, lambda expr: expr, _insisting)
            for stmt in body
        ]
    )


# -- events -----------------------------------------------------------------------------------------------------------


def happen(node: ast.DoStmt, scope: Scope, frame: Frame) -> Done:
    """An event, inlined where it is called."""
    decl = frame.book.symbols.events.get(node.name.text)
    if decl is None:
        unknown_call(node, frame)
        return (), scope
    if node.name.text in frame.calls:
        _circle(node, frame)
        return (), scope
    rule = rule_of(frame.book, node.name.text, decl.tags, decl.span)
    lets, inner = bind_parameters(node.name.text, decl.parameters, node.arguments, scope, frame, node.span)
    inside = frame.within(node.name.text, rule)
    needs, body = work_in(decl, inner, inside)
    done = (*lets, *(demand(need, inside) for need in needs), *body)
    return done, forget(scope, writes(done), frame.book)


def bind_parameters(
    name: str,
    parameters: tuple[ast.ParameterDecl, ...],
    arguments: tuple[ast.Argument, ...],
    scope: Scope,
    frame: Frame,
    span: Span,
) -> Done:
    """The parameters of a call as lets, and the scope of the callee; facts about the state carry over."""
    book = frame.book
    start = replace(book.scope(name, scope.player, scope.in_play), facts=scope.facts)
    result, inner = book.elaborator.parameters(parameters, start)
    values = book.elaborator.arguments(name, result, arguments, scope, span)
    done: list[ir.Stmt] = []
    for parameter, value in zip(result, values, strict=False):
        done.append(ir.Let(parameter.name, value, span=value.span))
        if parameter.domain is not None:
            done.append(_in_domain(name, parameter, parameter.domain, frame))
    return tuple(done), inner


def _in_domain(name: str, parameter: ir.Parameter, domain: ir.Expr, frame: Frame) -> ir.Stmt:
    short = parameter.name.rpartition(".")[2].partition("#")[0]
    inside = ir.Binary("in", ir.Local(parameter.name, parameter.type), domain, BOOL, span=parameter.span)
    return ir.Require(
        inside, ir.Template((f"{short} of {name} is outside of its domain",), TEXT), frame.rule, span=parameter.span
    )


def _circle(node: ast.DoStmt, frame: Frame) -> None:
    name = node.name.text
    way = [*frame.calls[frame.calls.index(name) :], name]
    reason = " calls ".join(way)
    repair = "use `loop` in `play`, or a `whenever` that fires again"
    frame.book.report("E0620", f"{name} calls itself", node.span, "calls it again", reason=reason, repair=repair)


def try_unused_events(book: Rulebook, used: frozenset[str]) -> None:
    """Read events that nothing calls, so that their mistakes are found."""
    for name, decl in book.symbols.events.items():
        if name not in used:
            rule = rule_of(book, name, decl.tags, decl.span)
            player = ir.Local(book.symbols.fresh(f"{name}.player"), book.symbols.players)
            _, scope = book.elaborator.parameters(decl.parameters, book.scope(name, player))
            work_in(decl, scope, Frame(book, rule, "play", (name,)))


# -- reactions --------------------------------------------------------------------------------------------------------


def reactions(book: Rulebook) -> tuple[ir.Reaction, ...]:
    """Every `whenever`, in file order."""
    return tuple(_reaction(decl, book) for decl in book.reactions)


def _reaction(decl: ast.WheneverDecl, book: Rulebook) -> ir.Reaction:
    name = decl.name.text
    frame = Frame(book, rule_of(book, name, decl.tags, decl.span), "reaction")
    parameters, scope = book.elaborator.parameters(decl.parameters, book.scope(name))
    scope = replace(scope, player=scope.player or only_player(parameters, book))
    condition = book.elaborator.condition(decl.condition, scope)
    scope = narrow.assume(condition, scope)
    body: list[ir.Stmt] = []
    for clause in decl.clauses:
        statements, scope = _reacting(clause, scope, frame)
        body += statements
    return ir.Reaction(name, parameters, condition, tuple(body), frame.rule)


def _reacting(clause: ast.ActionClause, scope: Scope, frame: Frame) -> Done:
    match clause:
        case ast.Does(body):
            return block(body, scope, frame)
        case ast.LetClause():
            return let(clause, scope, frame)
        case ast.Needs() | ast.Ensures():
            word = "needs" if isinstance(clause, ast.Needs) else "ensures"
            repair = "put it into the condition after `:`, with `and`"
            frame.book.report(
                "E0624", f"a reaction has no `{word}`", clause.span, "there is no move to refuse here", repair=repair
            )
            return (), scope


def only_player(parameters: tuple[ir.Parameter, ...], book: Rulebook) -> ir.Expr | None:
    """The only parameter that is a player; None if there is none or several."""
    players = [parameter for parameter in parameters if parameter.type == book.symbols.players]
    return ir.Local(players[0].name, players[0].type, span=players[0].span) if len(players) == 1 else None
