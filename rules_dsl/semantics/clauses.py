"""The clauses of actions, events and exceptions: needs, lets, does, ensures."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from itertools import takewhile

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.names import free_locals
from rules_dsl.ir.state_reads import writes
from rules_dsl.ir.types import TEXT, zero
from rules_dsl.semantics import narrow
from rules_dsl.semantics.rulebook import Done, Frame
from rules_dsl.semantics.scope import Scope
from rules_dsl.semantics.statements import block, let
from rules_dsl.semantics.writes import forget
from rules_dsl.syntax import ast


@dataclass(frozen=True, slots=True)
class RulePart:
    """Clauses under the rule they belong to."""

    clauses: tuple[ast.ActionClause, ...]
    rule: ir.Rule


Added = tuple[RulePart, ir.Local, Scope]  # what is added, the flag it stands under, what is known where it applies

# -- needs ------------------------------------------------------------------------------------------------------------


def needs_of(part: RulePart, scope: Scope, frame: Frame) -> tuple[ir.Need, ...]:
    """The needs of a part as conditions of their own: the lets before them are inside."""
    before: list[ast.LetClause | ast.Needs] = []
    needs: list[ir.Need] = []
    for clause in _before_does(part):
        if isinstance(clause, ast.Needs):
            needs.append(_need(clause, before, part.rule, scope, frame))
        before.append(clause)
    return tuple(needs)


def _before_does(part: RulePart) -> list[ast.LetClause | ast.Needs]:
    """The clauses that are read before anything is done (the parser sees to it that no `needs` comes later)."""
    before = takewhile(lambda clause: not isinstance(clause, ast.Does), part.clauses)
    return [clause for clause in before if isinstance(clause, ast.LetClause | ast.Needs)]


def _need(
    clause: ast.Needs, before: Sequence[ast.LetClause | ast.Needs], rule: ir.Rule, scope: Scope, frame: Frame
) -> ir.Need:
    elaborator = frame.book.elaborator
    condition = _inside(before, scope, frame, lambda inner: elaborator.condition(clause.condition, inner))
    text = clause.reason
    reason = None if text is None else _inside(before, scope, frame, lambda inner: elaborator.template(text, inner))
    return ir.Need(condition, reason, rule, span=clause.span)


def _inside(
    before: Sequence[ast.LetClause | ast.Needs], scope: Scope, frame: Frame, build: Callable[[Scope], ir.Expr]
) -> ir.Expr:
    """An expression under lets, knowing what was needed before it; the lets it reads are put around it."""
    lets: list[tuple[str, ir.Expr]] = []
    for clause in before:
        if isinstance(clause, ast.LetClause):
            value = frame.book.elaborator.expression(clause.value, scope)
            local, scope = frame.book.elaborator.local(clause.name, value.type, scope)
            lets.append((local.name, value))
        else:
            scope = _knowing_safely(frame.book.elaborator.condition(clause.condition, scope), lets, scope)
    built = build(scope)
    for name, value in reversed(lets):
        if name in free_locals(built):
            built = ir.LetIn(name, value, built, built.type, span=built.span)
    return built


def _knowing_safely(condition: ir.Expr, lets: Sequence[tuple[str, ir.Expr]], scope: Scope) -> Scope:
    """What a need tells to a later one.

    Needs are tested as soon as their parameters are bound. So only facts about expressions with all parameters of the
    need may be used: what reads them is tested after it.
    """
    values = dict(lets)
    needed = _parameters(condition, values)
    learned = narrow.assume(condition, scope).facts
    new = {
        expr: type_
        for expr, type_ in learned.items()
        if scope.facts.get(expr) != type_ and needed <= _parameters(expr, values)
    }
    return scope.knowing(new)


def _parameters(expr: ir.Expr, lets: dict[str, ir.Expr]) -> Set[str]:
    names: set[str] = set()
    for name in free_locals(expr):
        names |= _parameters(lets[name], lets) if name in lets else {name}
    return names


# -- bodies -----------------------------------------------------------------------------------------------------------


def body_of(part: RulePart, scope: Scope, frame: Frame, added: Sequence[Added]) -> tuple[ir.Stmt, ...]:
    """The statements of a part, then of additions to it, then its ensures."""
    prepared = [_prepare_added(item, frame) for item in added]
    done, scope = _sequence(
        [clause for clause in part.clauses if not isinstance(clause, ast.Ensures)], scope, frame.of(part.rule)
    )
    body = [stmt for before, _ in prepared for stmt in before] + list(done)
    for (extra, flag, _), (_, known) in zip(added, prepared, strict=True):
        inner, _ = _sequence(
            _from_does(extra), forget(known, writes(tuple(body)), frame.book), frame.of(extra.rule)
        )
        body.append(ir.If(flag, inner, (), span=extra.rule.span))
        scope = forget(scope, writes(inner), frame.book)
    last, _ = _sequence(
        [clause for clause in part.clauses if isinstance(clause, ast.Ensures)], scope, frame.of(part.rule)
    )
    return (*body, *last)


def _prepare_added(added: Added, frame: Frame) -> Done:
    """The lets of an addition, evaluated before any statement, and the facts that its needs imply."""
    part, flag, scope = added
    done: list[ir.Stmt] = []
    for clause in _before_does(part):
        statements, scope = _clause(clause, scope, frame.of(part.rule))
        done += [_read_if(flag, stmt) for stmt in statements]
    return tuple(done), scope


def _read_if(flag: ir.Local, stmt: ir.Stmt) -> ir.Stmt:
    if not isinstance(stmt, ir.Let):
        return stmt
    type_ = stmt.value.type
    return ir.Let(
        stmt.name,
        ir.IfElse(flag, stmt.value, ir.Literal(zero(type_), type_), type_, span=stmt.value.span),
        span=stmt.span,
    )


def _from_does(part: RulePart) -> Sequence[ast.ActionClause]:
    kinds = [isinstance(clause, ast.Does) for clause in part.clauses]
    if True not in kinds:
        return [clause for clause in part.clauses if isinstance(clause, ast.Ensures)]
    rest = part.clauses[kinds.index(True) :]
    return [clause for clause in rest if not isinstance(clause, ast.Needs)]


def _sequence(clauses: Sequence[ast.ActionClause], scope: Scope, frame: Frame) -> Done:
    done: list[ir.Stmt] = []
    for clause in clauses:
        statements, scope = _clause(clause, scope, frame)
        done += statements
    return tuple(done), scope


def _clause(clause: ast.ActionClause, scope: Scope, frame: Frame) -> Done:
    match clause:
        case ast.LetClause():
            return let(clause, scope, frame)
        case ast.Needs(condition):
            # tested before the body; here it only tells what is known
            return (), narrow.assume(frame.book.elaborator.condition(condition, scope), scope)
        case ast.Does(body):
            return block(body, scope, frame)
        case ast.Ensures(condition, text):
            expr = frame.book.elaborator.condition(condition, scope)
            reason = None if text is None else frame.book.elaborator.template(text, scope)
            demanded = demand(ir.Need(expr, reason, frame.rule, span=clause.span), frame)
            return (demanded,), narrow.assume(expr, scope)


def demand(need: ir.Need, frame: Frame) -> ir.Stmt:
    """A need refuses a move; outside of moves its failure stops play."""
    return need if frame.place == "move" else insist(need)


def insist(need: ir.Need) -> ir.Require:
    """The same condition, whose failing stops the play."""
    text = need.reason or ir.Template((f"{need.rule.name} is not possible here",), TEXT)
    return ir.Require(need.condition, text, need.rule, span=need.span)
