"""How much work an expression may be, at most and roughly: nodes evaluated."""

from __future__ import annotations

from collections.abc import Mapping

from rules_dsl.ir.nodes import Call, Domain, Each, Expr, Fold, Function, Literal, Range, Walk
from rules_dsl.ir.rebuild import children
from rules_dsl.ir.types import BagType, IntType, ListType, SetType, Type, cardinality

MOST = 10**12


class Costs:
    """Estimates for the expressions of one set of functions."""

    def __init__(self, functions: Mapping[str, Function]) -> None:
        self.functions = functions
        self._bodies: dict[str, int] = {}

    def of(self, expr: Expr) -> int:
        """The estimate for an expression."""
        match expr:
            case Fold():
                return self._fold(expr)
            case Walk(_, start, target, _, step):
                ends = self.of(start) + (0 if target is None else self.of(target))
                return min(MOST, ends + items_at_most(start) * (1 + self.of(step)))
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
                times = min(MOST, times * items_at_most(clause.domain))
            else:
                work += times * self.of(clause.condition)
        each = sum(self.of(part) for part in (expr.item, expr.key, expr.by) if part is not None)
        return min(MOST, work + times * (1 + each) + (0 if expr.default is None else self.of(expr.default)))


def items_at_most(domain: Expr) -> int:
    """How many values going through the domain may bring."""
    match domain:
        case Domain(item):
            return cardinality(item)
        case Range(Literal(low), Literal(high)):
            return max(0, int(high) - int(low) + 1)
        case Literal(value, SetType()):
            return int(value).bit_count()
        case _:
            return _most_items(domain.type)


def _most_items(type_: Type) -> int:
    match type_:
        case SetType(IntType(low, high)):
            return max(0, high - low + 1)
        case SetType(item) | BagType(item, _):
            return cardinality(item)
        case ListType(_, most):
            return most
        case _:
            return 1
