"""Random sets, bags, lists, maps and decks."""

from __future__ import annotations

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BOOL, BagType, DeckType, IntType, ListType, MapType, SetType, Type
from tests.agree.basis import Basis
from tests.agree.scopes import Scope


class Collections(Basis):
    """Expressions of types with many values inside."""

    __slots__ = ()

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
        by: Type = self.dice.choice((over, ListType(item, 2)))
        step = self.make(by, depth - 1, scope.binding(name, item))
        return ir.Walk(word, start, target, name, step, kind)

    def _members(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        assert isinstance(kind, SetType)
        whole: Type = self.dice.choice((BagType(kind.item, 2), ListType(kind.item, 2)))
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
        decks = [
            name
            for name in scope.names()
            if isinstance(name.type, DeckType) and BagType(name.type.item, name.type.most) == kind
        ]
        return ir.Builtin("unseen", (self.dice.choice(decks),), kind) if decks else self.leaf(kind, scope)

    def _list_part(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        builtin = self.dice.choice(["rest", "reversed", "shuffled", "take_last", "without_last", "take_first"])
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
        part: Type = self.dice.choice((ListType(kind.item, kind.most), BagType(kind.item, kind.most)))
        return ir.Convert(self.make(part, depth, scope), kind)
