"""What every maker of random expressions stands on."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BOOL, BagType, IntType, ListType, SetType, Type, cardinality
from tests.agree.scopes import Scope
from tests.agree.values import number

RISK = 0.04
"""How often something is written that may fail while playing."""

FILTERS: tuple[Callable[[ir.Expr], ir.Clause], ...] = (ir.Where, ir.Where, ir.While, ir.Until)

Maker = Callable[[Type, int, Scope], ir.Expr]


@dataclass(slots=True)
class Basis(ABC):
    """One source of randomness; every local that is bound has a name of its own."""

    dice: random.Random
    countable: tuple[Type, ...]
    bound: int = 0

    @abstractmethod
    def make(self, kind: Type, depth: int, scope: Scope) -> ir.Expr:
        """An expression of exactly this type."""

    @abstractmethod
    def leaf(self, kind: Type, scope: Scope) -> ir.Expr:
        """A name or a literal."""

    @abstractmethod
    def number(self, depth: int, scope: Scope) -> ir.Expr:
        """A number whose type is the interval it is known to lie in."""

    @abstractmethod
    def within(self, found: ir.Expr, kind: IntType) -> ir.Expr:
        """A number held inside a range, as one of that type."""

    def fresh(self, hint: str = "x") -> str:
        """A name no other local has."""
        self.bound += 1
        return f"{hint}#{self.bound}"

    def risky(self) -> bool:
        """Shall this one be allowed to fail?"""
        return self.dice.random() < RISK

    # -- going through things -----------------------------------------------------------------------------------------

    def domain(self, depth: int, scope: Scope) -> tuple[ir.Expr, Type, int]:
        """Something to go through, the type of its items, and how many they are at most."""
        item = self.dice.choice(self.countable)
        match self.dice.randrange(6):
            case 0 | 1:
                return ir.Domain(item, SetType(item)), item, cardinality(item)
            case 2:
                found = self.range(depth, scope)
                assert isinstance(found.type, SetType)
                return found, found.type.item, cardinality(found.type.item)
            case 3:
                return self.make(ListType(item, 3), depth, scope), item, 3
            case 4:
                return self.make(BagType(item, 2), depth, scope), item, cardinality(item)
            case _:
                return self.make(SetType(item), depth, scope), item, cardinality(item)

    def range(self, depth: int, scope: Scope) -> ir.Expr:
        """A few numbers from a literal on."""
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
                found.append(self.dice.choice(FILTERS)(self.make(BOOL, depth - 1, scope)))
        return tuple(found), scope, most
