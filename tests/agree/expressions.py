"""Random expressions of a wanted type."""

from __future__ import annotations

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
)
from tests.agree.basis import Maker
from tests.agree.make_collections import Collections
from tests.agree.make_numbers import Numbers
from tests.agree.scopes import Scope
from tests.agree.values import literal, number


class Expressions(Numbers, Collections):
    """Makes expressions of any type."""

    __slots__ = ()

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
        return ir.IfElse(
            self.make(BOOL, depth, scope), self.make(kind, depth, scope), self.make(kind, depth, scope), kind
        )

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
        return ir.Call(
            function.name, tuple(self.make(parameter.type, depth, scope) for parameter in function.parameters), kind
        )

    def _insisted(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        optional = self.make(OptionalType(kind), depth, scope)
        if self.risky():
            return ir.Convert(optional, kind, checked=True)
        name = self.fresh("maybe")
        there = ir.Local(name, OptionalType(kind))
        test = ir.Binary("!=", there, ir.Literal(None, OptionalType(kind)), BOOL)
        safe = ir.IfElse(test, ir.Convert(there, kind), self.leaf(kind, scope), kind)
        return ir.LetIn(name, optional, safe, kind)

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
