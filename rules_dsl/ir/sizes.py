"""How many values a set or list that the rules make can have at most, from its form rather than from its type alone."""

from __future__ import annotations

from math import prod

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.calls import by_name
from rules_dsl.ir.cost import largest, most_items
from rules_dsl.ir.folds import FOLDS, FoldMembers
from rules_dsl.ir.types import BagType, IntType, ListType, SetType, cardinality

COLLECTIONS = (SetType, ListType, BagType)


class Sizes:
    """Upper bounds for the expressions of one game."""

    def __init__(self, game: ir.Game) -> None:
        self.functions = by_name(game.functions)
        self.constants = {constant.name: constant.value for constant in game.constants}

    def most_members(self, expr: ir.Expr) -> int:
        """At most so many different values; a set made by going through four directions has at most four members, whatever they are."""
        return min(most_items(expr.type), self._by_form(expr)) if isinstance(expr.type, COLLECTIONS) else self._by_form(expr)

    def _by_form(self, expr: ir.Expr) -> int:
        match expr:
            case ir.Literal(value, SetType()):
                return int(value).bit_count()
            case ir.Domain(item):
                return cardinality(item)
            case ir.Range(low, high) if isinstance(low.type, IntType) and isinstance(high.type, IntType):
                return max(0, high.type.high - low.type.low + 1)
            case ir.Collect(items):
                return len(items)
            case ir.Fold(kind) if FOLDS[kind].members is FoldMembers.ONE_A_ROUND:
                return self.most_rounds(expr)
            case ir.Fold(kind) if FOLDS[kind].members is FoldMembers.ITEMS_OF_ALL:
                return self.most_rounds(expr) * self.most_members(expr.item)
            case ir.Call(name):
                return self.most_members(self.functions[name].body)
            case ir.Convert(value=value) | ir.LetIn(body=value):
                return self.most_members(value)
            case ir.IfElse(_, then, otherwise):
                return max(self.most_members(then), self.most_members(otherwise))
            case ir.Binary("union" | "concat", left, right):
                return self.most_members(left) + self.most_members(right)
            case ir.Binary("common", left, right):
                return min(self.most_members(left), self.most_members(right))
            case ir.Binary("difference", left, _):
                return self.most_members(left)
            case _:
                return self._in_table(expr)

    def most_rounds(self, expr: ir.Fold) -> int:
        """How many values a fold goes through at most."""
        return prod([self.most_members(clause.domain) for clause in expr.clauses if isinstance(clause, ir.Each)])

    def _in_table(self, expr: ir.Expr) -> int:
        """Of an entry of a constant: the most members of any entry."""
        whole = expr
        while isinstance(whole, ir.Index):
            whole = whole.base
        return largest(self.constants[whole.name], expr.type) if isinstance(whole, ir.Const) else most_items(expr.type)
