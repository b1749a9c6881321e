"""`at once for p in S`: everybody chooses before anybody sees.

The decisions are taken one after the other, so nobody may learn from those before: an action chosen there writes only
entries of its player in variables that are `seen by owner`, and reads no other entry of what is written so.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.rebuild import body_expressions, children, place_variable, walk_statements
from rules_dsl.semantics.rulebook import Rulebook
from rules_dsl.source import Span
from rules_dsl.syntax import ast


def check_at_once(done: tuple[ir.Stmt, ...], node: ast.ForStmt, book: Rulebook) -> None:
    """Report what would reveal one player's choice to another."""
    chosen: dict[str, ir.Action] = {}
    for stmt in walk_statements(done):
        if isinstance(stmt, ir.For) and stmt.span == node.span:
            _check_actors(stmt, book)
        if isinstance(stmt, ir.Decide):
            chosen |= {name: book.actions[name] for name in stmt.actions if name in book.actions}
    secret = frozenset(name for action in chosen.values() for name in _check_writes(action, book))
    for action in chosen.values():
        _check_reads(action, secret, book)


def _check_actors(loop: ir.For, book: Rulebook) -> None:
    own = {loop.name}
    for stmt in walk_statements(loop.body):
        lets = stmt.parameters if isinstance(stmt, ir.Section) else (stmt,) if isinstance(stmt, ir.Let) else ()
        own |= {let.name for let in lets if _is_player(let.value, own)}
        if isinstance(stmt, ir.Decide) and not _is_player(stmt.actor, own):
            repair = "leave `by` out: each player of the loop decides"
            book.report(
                "E0618",
                "in `at once` each player decides for themselves",
                stmt.actor.span,
                "somebody else",
                repair=repair,
            )


def _check_writes(action: ir.Action, book: Rulebook) -> Iterator[str]:
    """Report writes others could see; yields the variables written."""
    own = frozenset({action.player})
    for stmt in walk_statements(action.body):
        if isinstance(stmt, ir.Assign):
            name = place_variable(stmt.place)
            yield name
            if name not in book.owned or not _is_own(stmt.place, own):
                what = (
                    f"{name} is seen by others"
                    if name not in book.owned
                    else f"this entry of {name} may be another player's"
                )
                _tell(
                    action,
                    f"chosen at once, {action.title} writes something that is not its player's own",
                    stmt.span,
                    what,
                    book,
                )


def _is_own(place: ir.Place, own: Set[str]) -> bool:
    match place:
        case ir.ItemPlace(ir.VarPlace(), key):
            return _is_player(key, own)
        case ir.ItemPlace(base) | ir.FieldPlace(base):
            return _is_own(base, own)
        case ir.VarPlace():
            return False


def _is_player(key: ir.Expr, own: Set[str]) -> bool:
    return isinstance(key, ir.Local) and key.name in own


def _check_reads(action: ir.Action, secret: Set[str], book: Rulebook) -> None:
    """Report reads of entries that others may have chosen before."""
    reader = _Reader(secret, book)
    expressions = [need.condition for need in action.needs]
    expressions += [parameter.domain for parameter in action.parameters if parameter.domain is not None]
    for expr in (*expressions, *body_expressions(action.body)):
        variable = reader.foreign(expr, frozenset({action.player}))
        if variable is not None:
            where = expr.span if variable.span.file == "<built in>" else variable.span
            _tell(
                action,
                f"chosen at once, {action.title} reads what others choose",
                where,
                f"this may reveal what others did to {variable.name}",
                book,
            )
            return


@dataclass(frozen=True, slots=True)
class _Reader:
    """Looks for reads of secret variables that are not at the player's own entry, through functions too."""

    secret: Set[str]
    book: Rulebook

    def foreign(self, expr: ir.Expr, own: Set[str]) -> ir.Var | None:
        """The first such read."""
        match expr:
            case ir.Var(name):
                return expr if name in self.secret else None
            case ir.Index(ir.Var(), key) if _is_player(key, own):
                return None
            case ir.Call(function, arguments) if function in self.book.symbols.functions:
                called = self.book.symbols.functions[function]
                pairs = zip(called.parameters, arguments, strict=False)
                theirs = frozenset(parameter.name for parameter, argument in pairs if _is_player(argument, own))
                return self._first(arguments, own) or self.foreign(called.body, theirs)
            case _:
                return self._first(tuple(children(expr)), own)

    def _first(self, exprs: tuple[ir.Expr, ...], own: Set[str]) -> ir.Var | None:
        generator = (self.foreign(expr, own) for expr in exprs)
        return next((variable for variable in generator if variable is not None), None)


def _tell(action: ir.Action, message: str, span: Span, label: str, book: Rulebook) -> None:
    reason = "later players must not see, or be affected by, earlier choices"
    repair = f"keep it in a variable `[Player] … seen by owner` and use its entry of `player`; let the rest happen after `at once` ({action.title})"
    book.report("E0625", message, span, label, reason=reason, repair=repair)
