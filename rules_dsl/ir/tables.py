"""Tables of what an expression is for all values of some names."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from rules_dsl.ir.evaluate import ConstantCompiler
from rules_dsl.ir.nodes import Const, Constant, Expr, Index
from rules_dsl.ir.shapes import fit_expression
from rules_dsl.ir.types import MapType, Type, Value, cardinality, values

Keys = Sequence[tuple[str, Type]]


def table_of(expr: Expr, keys: Keys, result: Type, compiler: ConstantCompiler) -> Value:
    """The values of the expression as maps of maps, the last key running fastest; raises RulesError if it fails for
    some keys.
    """
    slots = [compiler.slot(name) for name, _ in keys]
    closure = compiler.convert_value(expr, result, expr)
    frame = compiler.frame()
    table: list[Value] = []
    for arguments in product(*[values(type_) for _, type_ in keys]):
        for slot, argument in zip(slots, arguments, strict=True):
            frame[slot] = argument
        table.append(closure(frame))
    return _nest_values(table, [cardinality(type_) for _, type_ in keys])


def _nest_values(flat: list[Value], sizes: list[int]) -> Value:
    for size in reversed(sizes):
        flat = [tuple(flat[start : start + size]) for start in range(0, len(flat), size)]
    return flat[0]


def table_type(keys: Keys, result: Type) -> Type:
    """The type of such a table."""
    for _, type_ in reversed(keys):
        result = MapType(type_, result)
    return result


def look_up(table: Constant, keys: Sequence[Expr], like: Expr) -> Expr:
    """The entry of a table for these keys, in the place of another expression."""
    expr: Expr = Const(table.name, table.type, span=like.span)
    for key in keys:
        assert isinstance(expr.type, MapType)
        expr = Index(expr, fit_expression(key, expr.type.key), expr.type.value, span=like.span)
    return fit_expression(expr, like.type)
