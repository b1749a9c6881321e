"""One value compared with several others that read no state → is it in the set of them, which `fold` and `lift` then
compute.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules_dsl.ir.calls import by_name, reads_state, state_readers
from rules_dsl.ir.names import free_locals, list_bound_here
from rules_dsl.ir.nodes import Binary, Collect, Each, Expr, Fold, Function, Game, Where
from rules_dsl.ir.partial import can_fail
from rules_dsl.ir.rebuild import bottom_up, walk
from rules_dsl.ir.rebuild_game import map_game
from rules_dsl.ir.types import BOOL, SetType, is_countable


def run(game: Game) -> Game:
    """`v == a or v == b` and `any(v == e for x in S)` → `v in {…}`."""
    finder = _Finder(by_name(game.functions), state_readers(game.functions))
    return map_game(game, lambda expr: bottom_up(expr, finder.membership))


class _Finder:
    def __init__(self, functions: Mapping[str, Function], readers: frozenset[str]) -> None:
        self.functions = functions
        self.readers = readers

    def membership(self, expr: Expr) -> Expr:
        """The expression as a test of membership if it is one."""
        match expr:
            case Binary("or", left, right):
                return self._rebuild_disjunction(expr, left, right)
            case Fold("any", Binary("==", left, right), clauses) if all(
                isinstance(clause, Each | Where) for clause in clauses
            ):
                return self._any(expr, left, right)
            case _:
                return expr

    def _rebuild_disjunction(self, expr: Expr, left: Expr, right: Expr) -> Expr:
        first, second = self._members(left), self._members(right)
        if first is None or second is None or first[0] != second[0]:
            return expr
        value, items = first[0], first[1] + second[1]
        return Binary("in", value, Collect(items, SetType(value.type), span=expr.span), BOOL, span=expr.span)

    def _members(self, expr: Expr) -> tuple[Expr, tuple[Expr, ...]] | None:
        """A value, and what the expression compares it with."""
        match expr:
            case Binary("==", value, other) if (
                self._is_constant(other) and not self._is_constant(value) and _fit(value, other)
            ):
                return value, (other,)
            case Binary("==", other, value) if (
                self._is_constant(other) and not self._is_constant(value) and _fit(value, other)
            ):
                return value, (other,)
            case Binary("in", value, Collect(items)) if _fit(value, *items) and all(
                self._is_constant(item) for item in items
            ):
                return value, items
            case _:
                return None

    def _any(self, expr: Fold, left: Expr, right: Expr) -> Expr:
        bound = set(list_bound_here(expr))
        for value, other in ((left, right), (right, left)):
            values = Fold("set", other, expr.clauses, SetType(other.type), span=expr.span)
            if (
                not free_locals(value) & bound
                and not self._is_constant(value)
                and self._is_constant(values)
                and _fit(value, other)
            ):
                return Binary("in", value, values, BOOL, span=expr.span)
        return expr

    def _is_constant(self, expr: Expr) -> bool:
        return not any(reads_state(part, self.readers) for part in walk(expr)) and not can_fail(expr, self.functions)


def _fit(value: Expr, *others: Expr) -> bool:
    return is_countable(value.type) and all(other.type == value.type for other in others)
