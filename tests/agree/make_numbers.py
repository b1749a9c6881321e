"""Random numbers and conditions."""

from __future__ import annotations

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BOOL, BagType, DeckType, IntType, ListType, SetType, Type, cardinality
from tests.agree.basis import Basis
from tests.agree.intervals import arithmetic, extreme, interval, most_items
from tests.agree.scopes import Scope
from tests.agree.values import number

LIMIT = 10_000
"""Numbers whose interval grows beyond this are brought back."""


class Numbers(Basis):
    """Expressions of types Int and Bool."""

    __slots__ = ()

    def _fitted_number(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        assert isinstance(kind, IntType)
        found = self.number(depth, scope)
        return ir.Convert(found, kind, checked=True) if self.risky() else self.within(found, kind)

    def within(self, found: ir.Expr, kind: IntType) -> ir.Expr:
        """A number held inside a range, as one of that type."""
        low, high = interval(found)
        if high > kind.high:
            found = extreme("min", found, number(kind.high))
        if low < kind.low:
            found = extreme("max", found, number(kind.low))
        return found if found.type == kind else ir.Convert(found, kind)

    def number(self, depth: int, scope: Scope) -> ir.Expr:
        """A number whose type is the interval it is known to lie in."""
        if depth <= 0:
            return self._plain_number(scope)
        maker = self.dice.choice(
            [self._arithmetic] * 3
            + [self._quotient, self._size, self._count, self._sum, self._extreme_of, self._place_of]
        )
        found = maker(depth - 1, scope)
        low, high = interval(found)
        return self.within(found, IntType(max(low, -99), min(high, 99))) if high > LIMIT or low < -LIMIT else found

    def _plain_number(self, scope: Scope) -> ir.Expr:
        names = [name for name in scope.names() if isinstance(name.type, IntType)]
        return self.dice.choice(names) if names and self.dice.random() < 0.7 else number(self.dice.randint(-3, 7))

    def _arithmetic(self, depth: int, scope: Scope) -> ir.Expr:
        left, right = self.number(depth, scope), self.number(depth, scope)
        operator = self.dice.choice(["+", "-", "*", "min", "max", "abs", "minus"])
        if operator == "abs":
            return ir.Builtin("abs", (left,), IntType(0, max(map(abs, interval(left)))))
        if operator == "minus":
            low, high = interval(left)
            return ir.Unary("-", left, IntType(-high, -low))
        return extreme(operator, left, right) if operator in ("min", "max") else arithmetic(operator, left, right)

    def _quotient(self, depth: int, scope: Scope) -> ir.Expr:
        left = self.number(depth, scope)
        right = self.number(depth, scope) if self.risky() else number(self.dice.choice([-2, 1, 2, 3]))
        most = max(map(abs, (*interval(left), *interval(right))))
        return ir.Binary(self.dice.choice(["/", "%"]), left, right, IntType(-most, most))

    def _size(self, depth: int, scope: Scope) -> ir.Expr:
        kinds = [name.type for name in scope.names() if isinstance(name.type, SetType | BagType | ListType | DeckType)]
        if not kinds:
            return self._plain_number(scope)
        kind = self.dice.choice(kinds)
        return ir.Builtin("len", (self.make(kind, depth, scope),), IntType(0, most_items(kind)))

    def _count(self, depth: int, scope: Scope) -> ir.Expr:
        clauses, inner, most = self.clauses(depth, scope)
        return ir.Fold("count", self.make(BOOL, depth, inner), clauses, IntType(0, most))

    def _sum(self, depth: int, scope: Scope) -> ir.Expr:
        clauses, inner, most = self.clauses(depth, scope)
        item = self.number(depth, inner)
        low, high = interval(item)
        return ir.Fold("sum", item, clauses, IntType(min(0, low * most), max(0, high * most)))

    def _extreme_of(self, depth: int, scope: Scope) -> ir.Expr:
        clauses, inner, _ = self.clauses(depth, scope)
        item, default = self.number(depth, inner), None if self.risky() else self.number(depth, scope)
        ends = [*interval(item), *(interval(default) if default else ())]
        return ir.Fold(self.dice.choice(["min", "max"]), item, clauses, IntType(min(ends), max(ends)), default=default)

    def _place_of(self, depth: int, scope: Scope) -> ir.Expr:
        kind = self.dice.choice(self.countable)
        return ir.Builtin("number", (self.make(kind, depth, scope),), IntType(1, cardinality(kind)))

    # -- conditions ---------------------------------------------------------------------------------------------------

    def _comparison(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        operator = self.dice.choice(["<", "<=", ">", ">=", "==", "!="])
        return ir.Binary(operator, self.number(depth, scope), self.number(depth, scope), BOOL)

    def _equality(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        kinds = [name.type for name in scope.names()] or list(self.countable)
        of = self.dice.choice(kinds)
        return ir.Binary(self.dice.choice(["==", "!="]), self.make(of, depth, scope), self.make(of, depth, scope), BOOL)

    def _logic(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        operator = self.dice.choice(["and", "or", "implies", "not"])
        left = self.make(BOOL, depth, scope)
        return (
            ir.Unary("not", left, BOOL)
            if operator == "not"
            else ir.Binary(operator, left, self.make(BOOL, depth, scope), BOOL)
        )

    def _member(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        item = self.dice.choice(self.countable)
        whole: Type = self.dice.choice((SetType(item), BagType(item, 2), ListType(item, 2)))
        if isinstance(item, IntType) and self.dice.random() < 0.5:
            return ir.Binary("in", self.number(depth, scope), self.range(depth, scope), BOOL)
        return ir.Binary("in", self.make(item, depth, scope), self.make(whole, depth, scope), BOOL)

    def _subset(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        of = SetType(self.dice.choice(self.countable))
        return ir.Binary("<=", self.make(of, depth, scope), self.make(of, depth, scope), BOOL)

    def _quantifier(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        clauses, inner, _ = self.clauses(depth, scope)
        return ir.Fold(self.dice.choice(["any", "all"]), self.make(BOOL, depth, inner), clauses, BOOL)

    def _question(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        if scope.actions and scope.players is not None and (not scope.stuck or self.dice.random() < 0.5):
            return ir.Possible(self.dice.choice(scope.actions), self.make(scope.players, depth, scope), BOOL)
        return ir.Stuck(BOOL) if scope.stuck else self.leaf(BOOL, scope)
