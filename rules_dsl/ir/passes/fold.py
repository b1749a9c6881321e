"""Expressions that read neither state nor names → their values; conditions that are settled → the branch taken."""

from __future__ import annotations

from dataclasses import replace

from rules_dsl.ir.calls import by_name, state_readers
from rules_dsl.ir.constants import Constants
from rules_dsl.ir.names import list_bound_here, substitute
from rules_dsl.ir.nodes import (
    Action,
    Binary,
    Call,
    Const,
    Convert,
    Domain,
    Expr,
    Fold,
    Game,
    If,
    IfElse,
    LetIn,
    Literal,
    Local,
    Loop,
    Need,
    Possible,
    Range,
    Require,
    Stmt,
    Stuck,
    Template,
    Unary,
    Var,
    Where,
)
from rules_dsl.ir.rebuild import Body, rebuild, rebuild_statement
from rules_dsl.ir.rebuild_game import map_game
from rules_dsl.ir.shapes import FALSE, TRUE, fit_expression, is_false, is_true
from rules_dsl.ir.types import IntType, TextType, is_scalar


def run(game: Game) -> Game:
    """Constant parts → literals; dead branches, needs that always hold and endings that never come → gone."""
    folder = _Folder(game)
    folded = map_game(game, folder.expression, folder.block)
    return replace(
        folded,
        actions=tuple(_without_true_needs(action) for action in folded.actions),
        reactions=tuple(reaction for reaction in folded.reactions if not is_false(reaction.condition)),
        endings=tuple(ending for ending in folded.endings if not is_false(ending.condition)),
    )


def _without_true_needs(action: Action) -> Action:
    return replace(action, needs=tuple(need for need in action.needs if not is_true(need.condition)))


class _Folder:
    def __init__(self, game: Game) -> None:
        self.constants = Constants(game)
        self.functions = by_name(game.functions)
        self.readers = state_readers(game.functions)
        self.open: set[str] = set()  # locals the expression under way reads and does not bind
        self.constant = True  # does it read no state?

    def expression(self, expr: Expr) -> Expr:
        """The expression with its constant parts evaluated."""
        outer_open, outer_constant = self.open, self.constant
        self.open, self.constant = set(), True
        folded = self._visit(expr)
        self.open = outer_open | self.open
        self.constant = outer_constant and self.constant
        return folded

    def _visit(self, expr: Expr) -> Expr:
        changed = rebuild(expr, self.expression)
        self.open.difference_update(list_bound_here(changed))
        match changed:
            case Literal() | Domain():
                return changed
            case Local(name):
                self.open.add(name)
                return changed
            case Var() | Possible() | Stuck():
                self.constant = False
                return changed
            case Call(name) if name in self.readers:
                self.constant = False
                return changed
            case Range() | Template():
                return changed
            case Const() if not is_scalar(changed.type):
                return changed
            case _:
                closed = self.constant and not self.open and not isinstance(changed.type, TextType)
                value = self.constants.literal(changed) if closed else None
                return simplify_expression(changed) if value is None else value

    def block(self, body: Body) -> Body:
        """The block with its expressions folded and without branches that are never taken."""
        folded: list[Stmt] = []
        for stmt in body:
            folded += _settle_statement(rebuild_statement(stmt, self.expression, self.block))
        return tuple(folded)


def _settle_statement(stmt: Stmt) -> Body:
    match stmt:
        case If(condition, then, otherwise) if isinstance(condition, Literal):
            return then if condition.value else otherwise
        case Need(condition) | Require(condition) if is_true(condition):
            return ()
        case Loop(until) if is_true(until):
            return ()
        case Loop(until) if is_false(until):
            return (replace(stmt, until=None),)
        case _:
            return (stmt,)


def simplify_expression(expr: Expr) -> Expr:
    """The expression without tests that are settled and conversions that change nothing; its parts are simple already."""
    match expr:
        case Binary(operator, left, right):
            return _logic(expr, operator, left, right)
        case Unary("not", Unary("not", inner)):
            return inner
        case IfElse(condition, then, otherwise) if isinstance(condition, Literal):
            return fit_expression(then if condition.value else otherwise, expr.type)
        case Convert(value) if value.type == expr.type:
            return value
        case Convert(Convert(value, middle, False)) if _all_numbers(value, middle, expr):
            return replace(expr, value=value)
        case LetIn(name, value, body) if isinstance(value, Literal | Local | Const):
            return substitute(body, {name: value})
        case Fold(clauses=clauses) if any(_always(clause) for clause in clauses):
            return replace(expr, clauses=tuple(clause for clause in clauses if not _always(clause)))
        case _:
            return expr


def _all_numbers(value: Expr, middle: object, expr: Expr) -> bool:
    return isinstance(value.type, IntType) and isinstance(middle, IntType) and isinstance(expr.type, IntType)


def _always(clause: object) -> bool:
    return isinstance(clause, Where) and is_true(clause.condition)


def _logic(expr: Binary, operator: str, left: Expr, right: Expr) -> Expr:
    match operator:
        case "and" if is_true(left):
            return right
        case "and" if is_true(right):
            return left
        case "and" if is_false(left):
            return FALSE
        case "or" if is_false(left):
            return right
        case "or" if is_false(right):
            return left
        case "or" if is_true(left):
            return TRUE
        case "implies" if is_true(left):
            return right
        case "implies" if is_false(left):
            return TRUE
        case _:
            return expr
