"""Random expressions of a wanted type."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import (
    BOOL,
    BagType,
    BoolType,
    DeckType,
    EnumType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    SetType,
    Type,
    cardinality,
    is_countable,
)
from tests.agree.scopes import Scope
from tests.agree.values import literal, number

LIMIT = 10_000
"""Numbers whose interval grows beyond this are brought back."""
RISK = 0.04
"""How often something is written that may fail while playing."""

Maker = Callable[[Type, int, Scope], ir.Expr]


@dataclass(slots=True)
class Expressions:
    """Makes expressions from one source of randomness; every local it binds has a name of its own."""

    dice: random.Random
    countable: tuple[Type, ...]
    bound: int = 0

    def fresh(self, hint: str = "x") -> str:
        """A name no other local has."""
        self.bound += 1
        return f"{hint}#{self.bound}"

    def risky(self) -> bool:
        """Shall this one be allowed to fail?"""
        return self.dice.random() < RISK

    def make(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        """An expression of exactly this type."""
        if depth <= 0 or self.dice.random() < 0.15:
            return self.leaf(kind, scope)
        general: list[Maker] = [self._choice, self._let, self._look_up, self._field, self._call]
        special = self._makers(kind)
        maker = self.dice.choice(special * 2 + general if special else general)
        return maker(kind, depth - 1, scope)

    def leaf(self, kind: Type, scope: Scope) -> ir.Expr:
        """A name or a literal."""
        names = scope.of_type(kind)
        return self.dice.choice(names) if names and self.dice.random() < 0.8 else literal(self.dice, kind)

    def _makers(self, kind: Type) -> list[Maker]:
        match kind:
            case BoolType():
                return [
                    self._comparison,
                    self._equality,
                    self._logic,
                    self._member,
                    self._quantifier,
                    self._comparison,
                    self._subset,
                    self._question,
                ]
            case IntType():
                return [self._fitted_number]
            case EnumType():
                return [self._neighbour, self._insisted, self._nth]
            case RecordType():
                return [self._construct, self._insisted]
            case OptionalType():
                return [self._present, self._first, self._distance]
            case SetType():
                return [
                    self._set_of,
                    self._set_operation,
                    self._set_fold,
                    self._union,
                    self._ranked,
                    self._walk,
                    self._members,
                    self._everything,
                ]
            case BagType():
                return [self._collect, self._itemwise, self._bag_fold, self._unseen]
            case ListType():
                return [self._collect, self._list_part, self._list_fold, self._concat]
            case MapType():
                return [self._map_fold, self._entries, self._itemwise]
            case DeckType():
                return [self._collect, self._deck_of]
            case _:
                return []

    # -- any type -----------------------------------------------------------------------------------------------------

    def _choice(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        return ir.IfElse(self.make(BOOL, depth, scope), self.make(kind, depth, scope), self.make(kind, depth, scope), kind)

    def _let(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        name, given = self.fresh("let"), self.dice.choice(self.countable)
        return ir.LetIn(name, self.make(given, depth, scope), self.make(kind, depth, scope.binding(name, given)), kind)

    def _look_up(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        maps = [name for name in scope.names() if isinstance(name.type, MapType) and name.type.value == kind]
        lists = [name for name in scope.names() if isinstance(name.type, ListType) and name.type.item == kind]
        if lists and self.risky():
            return ir.Index(self.dice.choice(lists), number(self.dice.randint(1, 2)), kind)
        if not maps:
            return self.leaf(kind, scope)
        base = self.dice.choice(maps)
        assert isinstance(base.type, MapType)
        return ir.Index(base, self.make(base.type.key, depth, scope), kind)

    def _field(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        found = [
            ir.Field(name, label, kind)
            for name in scope.names() if isinstance(name.type, RecordType)
            for label, item in name.type.fields if item == kind
        ]  # fmt: skip
        return self.dice.choice(found) if found else self.leaf(kind, scope)

    def _call(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        fitting = [function for function in scope.functions if function.type == kind]
        if not fitting:
            return self.leaf(kind, scope)
        function = self.dice.choice(fitting)
        return ir.Call(function.name, tuple(self.make(parameter.type, depth, scope) for parameter in function.parameters), kind)

    def _insisted(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        optional = self.make(OptionalType(kind), depth, scope)
        if self.risky():
            return ir.Convert(optional, kind, checked=True)
        name = self.fresh("maybe")
        there = ir.Local(name, OptionalType(kind))
        test = ir.Binary("!=", there, ir.Literal(None, OptionalType(kind)), BOOL)
        safe = ir.IfElse(test, ir.Convert(there, kind), self.leaf(kind, scope), kind)
        return ir.LetIn(name, optional, safe, kind)

    # -- numbers ------------------------------------------------------------------------------------------------------

    def _fitted_number(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        assert isinstance(kind, IntType)
        found = self.number(depth, scope)
        return ir.Convert(found, kind, checked=True) if self.risky() else self.within(found, kind)

    def within(self, found: ir.Expr, kind: IntType) -> ir.Expr:
        """A number held inside a range, as one of that type."""
        low, high = _interval(found)
        if high > kind.high:
            found = _extreme("min", found, number(kind.high))
        if low < kind.low:
            found = _extreme("max", found, number(kind.low))
        return found if found.type == kind else ir.Convert(found, kind)

    def number(self, depth: int, scope: Scope) -> ir.Expr:
        """A number whose type is the interval it is known to lie in."""
        if depth <= 0:
            return self._plain_number(scope)
        maker = self.dice.choice(
            [self._arithmetic] * 3 + [self._quotient, self._size, self._count, self._sum, self._extreme_of, self._place_of]
        )
        found = maker(depth - 1, scope)
        low, high = _interval(found)
        return self.within(found, IntType(max(low, -99), min(high, 99))) if high > LIMIT or low < -LIMIT else found

    def _plain_number(self, scope: Scope) -> ir.Expr:
        names = [name for name in scope.names() if isinstance(name.type, IntType)]
        return self.dice.choice(names) if names and self.dice.random() < 0.7 else number(self.dice.randint(-3, 7))

    def _arithmetic(self, depth: int, scope: Scope) -> ir.Expr:
        left, right = self.number(depth, scope), self.number(depth, scope)
        operator = self.dice.choice(["+", "-", "*", "min", "max", "abs", "minus"])
        if operator == "abs":
            return ir.Builtin("abs", (left,), IntType(0, max(map(abs, _interval(left)))))
        if operator == "minus":
            low, high = _interval(left)
            return ir.Unary("-", left, IntType(-high, -low))
        return _extreme(operator, left, right) if operator in ("min", "max") else _arithmetic(operator, left, right)

    def _quotient(self, depth: int, scope: Scope) -> ir.Expr:
        left = self.number(depth, scope)
        right = self.number(depth, scope) if self.risky() else number(self.dice.choice([-2, 1, 2, 3]))
        most = max(map(abs, (*_interval(left), *_interval(right))))
        return ir.Binary(self.dice.choice(["/", "%"]), left, right, IntType(-most, most))

    def _size(self, depth: int, scope: Scope) -> ir.Expr:
        kinds = [name.type for name in scope.names() if isinstance(name.type, SetType | BagType | ListType | DeckType)]
        if not kinds:
            return self._plain_number(scope)
        kind = self.dice.choice(kinds)
        return ir.Builtin("len", (self.make(kind, depth, scope),), IntType(0, _most(kind)))

    def _count(self, depth: int, scope: Scope) -> ir.Expr:
        clauses, inner, most = self.clauses(depth, scope)
        return ir.Fold("count", self.make(BOOL, depth, inner), clauses, IntType(0, most))

    def _sum(self, depth: int, scope: Scope) -> ir.Expr:
        clauses, inner, most = self.clauses(depth, scope)
        item = self.number(depth, inner)
        low, high = _interval(item)
        return ir.Fold("sum", item, clauses, IntType(min(0, low * most), max(0, high * most)))

    def _extreme_of(self, depth: int, scope: Scope) -> ir.Expr:
        clauses, inner, _ = self.clauses(depth, scope)
        item, default = self.number(depth, inner), None if self.risky() else self.number(depth, scope)
        ends = [*_interval(item), *(_interval(default) if default else ())]
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
        return ir.Unary("not", left, BOOL) if operator == "not" else ir.Binary(operator, left, self.make(BOOL, depth, scope), BOOL)

    def _member(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        item = self.dice.choice(self.countable)
        whole = self.dice.choice([SetType(item), BagType(item, 2), ListType(item, 2)])
        if isinstance(item, IntType) and self.dice.random() < 0.5:
            return ir.Binary("in", self.number(depth, scope), self._range(depth, scope), BOOL)
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

    # -- going through things -----------------------------------------------------------------------------------------

    def domain(self, depth: int, scope: Scope) -> tuple[ir.Expr, Type, int]:
        """Something to go through, the type of its items, and how many they are at most."""
        item = self.dice.choice(self.countable)
        match self.dice.randrange(6):
            case 0 | 1:
                return ir.Domain(item, SetType(item)), item, cardinality(item)
            case 2:
                found = self._range(depth, scope)
                assert isinstance(found.type, SetType)
                return found, found.type.item, cardinality(found.type.item)
            case 3:
                return self.make(ListType(item, 3), depth, scope), item, 3
            case 4:
                return self.make(BagType(item, 2), depth, scope), item, cardinality(item)
            case _:
                return self.make(SetType(item), depth, scope), item, cardinality(item)

    def _range(self, depth: int, scope: Scope) -> ir.Expr:
        low = self.dice.randint(-1, 2)
        high = self.within(self.number(depth, scope), IntType(low - 1, low + 4))
        return ir.Range(number(low), high, SetType(IntType(low, low + 4)))

    def clauses(self, depth: int, scope: Scope) -> tuple[tuple[ir.Clause, ...], Scope, int]:
        """The clauses of a fold, the scope behind them, and how many items come at most."""
        found: list[ir.Clause] = []
        most = 1
        for _ in range(1 if depth < 1 or self.dice.random() < 0.7 else 2):
            domain, item, size = self.domain(depth - 1, scope)
            name = self.fresh()
            found.append(ir.Each(name, domain, item))
            scope, most = scope.binding(name, item), most * size
            for _ in range(self.dice.choice([0, 0, 1, 1, 2])):
                clause = self.dice.choice([ir.Where, ir.Where, ir.While, ir.Until])
                found.append(clause(self.make(BOOL, depth - 1, scope)))
        return tuple(found), scope, most

    # -- single values ------------------------------------------------------------------------------------------------

    def _neighbour(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        return ir.Builtin(self.dice.choice(["next", "previous"]), (self.make(kind, depth, scope),), kind)

    def _nth(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        place = self.number(depth, scope)
        return ir.Builtin("nth", (place if self.risky() else self.within(place, IntType(1, cardinality(kind))),), kind)

    def _construct(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        assert isinstance(kind, RecordType)
        parts = tuple(
            self.number(depth, scope) if isinstance(item, IntType) and self.risky() else self.make(item, depth, scope)
            for _, item in kind.fields
        )
        return ir.Construct(parts, kind)

    def _present(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        assert isinstance(kind, OptionalType)
        return ir.Convert(self.make(kind.item, depth, scope), kind)

    def _first(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        assert isinstance(kind, OptionalType)
        clauses, inner, _ = self.clauses(depth, scope)
        return ir.Fold("first", self.make(kind.item, depth, inner), clauses, kind)

    def _distance(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        if kind != OptionalType(IntType(0, 3)):
            return self.leaf(kind, scope)
        item = self.dice.choice([each for each in self.countable if cardinality(each) <= 4])
        steps = OptionalType(IntType(0, cardinality(item) - 1))
        found = self._walked("distance", item, steps, depth, scope)
        return found if steps == kind else ir.Convert(found, kind)

    # -- collections --------------------------------------------------------------------------------------------------

    def _set_of(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        assert isinstance(kind, SetType)
        return ir.Collect(tuple(self.make(kind.item, depth, scope) for _ in range(self.dice.randint(0, 3))), kind)

    def _set_operation(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        operator = self.dice.choice(["union", "difference", "common"])
        return ir.Binary(operator, self.make(kind, depth, scope), self.make(kind, depth, scope), kind)

    def _set_fold(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        assert isinstance(kind, SetType)
        clauses, inner, _ = self.clauses(depth, scope)
        return ir.Fold("set", self.make(kind.item, depth, inner), clauses, kind)

    def _union(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        clauses, inner, _ = self.clauses(depth, scope)
        return ir.Fold("union", self.make(kind, depth, inner), clauses, kind)

    def _ranked(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        assert isinstance(kind, SetType)
        clauses, inner, _ = self.clauses(depth, scope)
        item, by = self.make(kind.item, depth, inner), self.number(depth, inner)
        return ir.Fold(self.dice.choice(["highest", "lowest"]), item, clauses, kind, by=by)

    def _walk(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        assert isinstance(kind, SetType)
        return self._walked(self.dice.choice(["reach", "nearest"]), kind.item, kind, depth, scope)

    def _walked(self, word: str, item: Type, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        name, over = self.fresh("at"), SetType(item)
        start = self.make(over, depth - 1, scope)
        target = None if word == "reach" else self.make(over, depth - 1, scope)
        step = self.make(self.dice.choice([over, ListType(item, 2)]), depth - 1, scope.binding(name, item))
        return ir.Walk(word, start, target, name, step, kind)

    def _members(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        assert isinstance(kind, SetType)
        whole = self.dice.choice([BagType(kind.item, 2), ListType(kind.item, 2)])
        return ir.Builtin("members", (self.make(whole, depth, scope),), kind)

    def _everything(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        assert isinstance(kind, SetType)
        return ir.Domain(kind.item, kind)

    def _collect(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        assert isinstance(kind, BagType | ListType | DeckType)
        count = self.dice.randint(0, kind.most + (1 if self.risky() and not isinstance(kind, ListType) else 0))
        return ir.Collect(tuple(self.make(kind.item, depth, scope) for _ in range(count)), kind)

    def _itemwise(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        numbers_only = isinstance(kind, BagType) or (isinstance(kind, MapType) and isinstance(kind.value, IntType))
        if not numbers_only or not self.risky():
            return self.leaf(kind, scope)
        operator = self.dice.choice(["add", "subtract"])
        return ir.Binary(operator, self.make(kind, depth, scope), self.make(kind, depth, scope), kind)

    def _bag_fold(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        assert isinstance(kind, BagType)
        name, item = self.fresh(), kind.item
        each = ir.Each(name, ir.Domain(item, SetType(item)), item)
        kept = ir.Where(self.make(BOOL, depth, scope.binding(name, item)))
        return ir.Fold("bag", ir.Local(name, item), (each, kept), kind)

    def _unseen(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        decks = [name for name in scope.names() if isinstance(name.type, DeckType) and BagType(name.type.item, name.type.most) == kind]
        return ir.Builtin("unseen", (self.dice.choice(decks),), kind) if decks else self.leaf(kind, scope)

    def _list_part(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        builtin = self.dice.choice(["rest", "reversed", "take_last", "without_last", "take_first"])
        whole = self.make(kind, depth, scope)
        if builtin in ("rest", "reversed"):
            return ir.Builtin(builtin, (whole,), kind)
        return ir.Builtin(builtin, (whole, self.number(depth, scope)), kind)

    def _list_fold(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        assert isinstance(kind, ListType)
        name, source = self.fresh(), ListType(kind.item, kind.most)
        each = ir.Each(name, self.make(source, depth, scope), kind.item)
        return ir.Fold("list", self.make(kind.item, depth, scope.binding(name, kind.item)), (each,), kind)

    def _concat(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        assert isinstance(kind, ListType)
        half = ListType(kind.item, kind.most // 2)
        joined = ListType(kind.item, 2 * half.most)
        found = ir.Binary("concat", self.make(half, depth, scope), self.make(half, depth, scope), joined)
        return found if joined == kind else ir.Convert(found, kind)

    def _map_fold(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        assert isinstance(kind, MapType)
        name = self.fresh()
        each = ir.Each(name, ir.Domain(kind.key, SetType(kind.key)), kind.key)
        inner = scope.binding(name, kind.key)
        key = ir.Local(name, kind.key) if self.dice.random() < 0.7 else self.make(kind.key, depth, inner)
        return ir.Fold("map", self.make(kind.value, depth, inner), (each,), kind, key=key)

    def _entries(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        assert isinstance(kind, MapType)
        count = self.dice.randint(0, 2)
        entries = tuple((self.make(kind.key, depth, scope), self.make(kind.value, depth, scope)) for _ in range(count))
        return ir.MapOfEntries(entries, self.make(kind.value, depth, scope), kind)

    def _deck_of(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        assert isinstance(kind, DeckType)
        part = self.dice.choice([ListType(kind.item, kind.most), BagType(kind.item, kind.most)])
        return ir.Convert(self.make(part, depth, scope), kind)


def _interval(expr: ir.Expr) -> tuple[int, int]:
    assert isinstance(expr.type, IntType), expr
    return expr.type.low, expr.type.high


def _arithmetic(operator: str, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    (a, b), (c, d) = _interval(left), _interval(right)
    ends = {"+": [a + c, b + d], "-": [a - d, b - c], "*": [a * c, a * d, b * c, b * d]}[operator]
    return ir.Binary(operator, left, right, IntType(min(ends), max(ends)))


def _extreme(operator: str, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    (a, b), (c, d) = _interval(left), _interval(right)
    best = min if operator == "min" else max
    return ir.Binary(operator, left, right, IntType(best(a, c), best(b, d)))


def _most(kind: SetType | BagType | ListType | DeckType) -> int:
    """The greatest length."""
    match kind:
        case SetType(item):
            return cardinality(item)
        case BagType(item, most):
            return most * cardinality(item)
        case ListType(_, most):
            return most
        case DeckType(item, most):
            return most + most * cardinality(item)


def countable_of(kinds: tuple[Type, ...]) -> tuple[Type, ...]:
    """Those of the types that may be keys, elements and parameters."""
    return tuple(kind for kind in kinds if is_countable(kind))
