"""How much work an expression may be, at most and roughly: nodes evaluated."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules_dsl.ir.nodes import Call, Const, Domain, Each, Expr, Fold, Function, Index, Literal, Range, Walk
from rules_dsl.ir.rebuild import children
from rules_dsl.ir.types import BagType, IntType, ListType, SetType, Type, Value, cardinality

MOST = 10**12
NO_CONSTANTS: Mapping[str, Value] = MappingProxyType({})


class Costs:
    """Estimates for the expressions of one set of functions."""

    def __init__(self, functions: Mapping[str, Function], constants: Mapping[str, Value] = NO_CONSTANTS) -> None:
        self.functions = functions
        self.constants = constants
        self._bodies: dict[str, int] = {}
        self._sizes: dict[str, int] = {}

    def of(self, expr: Expr) -> int:
        """The estimate for an expression."""
        match expr:
            case Fold():
                return self._fold(expr)
            case Walk(_, start, target, _, step):
                ends = self.of(start) + (0 if target is None else self.of(target))
                return min(MOST, ends + most_items(start.type) * (1 + self.of(step)))
            case Call(name, arguments):
                return min(MOST, self._body(name) + sum(self.of(argument) for argument in arguments))
            case _:
                return min(MOST, 1 + sum(self.of(part) for part in children(expr)))

    def _body(self, name: str) -> int:
        if name not in self._bodies:
            self._bodies[name] = MOST if name not in self.functions else self.of(self.functions[name].body)
        return self._bodies[name]

    def _fold(self, expr: Fold) -> int:
        times, work = 1, 1
        for clause in expr.clauses:
            if isinstance(clause, Each):
                work += times * self.of(clause.domain)
                times = min(MOST, times * self._items(clause.domain))
            else:
                work += times * self.of(clause.condition)
        number = sum(self.of(part) for part in (expr.item, expr.key, expr.by) if part is not None)
        return min(MOST, work + times * (1 + number) + (0 if expr.default is None else self.of(expr.default)))

    def _items(self, domain: Expr) -> int:
        match domain:
            case Domain(item):
                return cardinality(item)
            case Range(Literal(low), Literal(high)):
                return max(0, int(high) - int(low) + 1)
            case Literal(value, SetType()):
                return int(value).bit_count()
            case Const(name) | Index(Const(name)) | Index(Index(Const(name))):
                return self._items_in_table(name, domain.type)
            case _:
                return most_items(domain.type)

    def _items_in_table(self, name: str, type_: Type) -> int:
        """The most items of an entry of a constant."""
        if name not in self._sizes:
            self._sizes[name] = largest(self.constants[name], type_) if name in self.constants else most_items(type_)
        return self._sizes[name]


def largest(value: Value, type_: Type) -> int:
    """The number of items of the largest set or list among nested entries."""
    if isinstance(type_, SetType):
        return (
            int(value).bit_count()
            if isinstance(value, int)
            else max([largest(entry, type_) for entry in value], default=0)
        )
    return most_items(type_)


def most_items(type_: Type) -> int:
    """How many values going through a value of the type may bring."""
    match type_:
        case SetType(IntType(low, high)):
            return max(0, high - low + 1)
        case SetType(item) | BagType(item, _):
            return cardinality(item)
        case ListType(_, most):
            return most
        case _:
            return 1
