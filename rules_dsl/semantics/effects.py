"""The variables that an expression reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.rebuild import walk


def inside(expr: ir.Expr, functions: Mapping[str, ir.Function]) -> Iterator[ir.Expr]:
    """The expression and everything in it, the bodies of the functions it calls included, each once."""
    seen: set[str] = set()
    waiting = [expr]
    while waiting:
        for item in walk(waiting.pop()):
            yield item
            if isinstance(item, ir.Call) and item.function not in seen and item.function in functions:
                seen.add(item.function)
                waiting.append(functions[item.function].body)


def variables_read(expr: ir.Expr, functions: Mapping[str, ir.Function]) -> frozenset[str]:
    """State variables the expression reads, through functions too."""
    return frozenset(expr.name for expr in inside(expr, functions) if isinstance(expr, ir.Var))


def functions_called(expr: ir.Expr) -> frozenset[str]:
    """Functions the expression itself calls."""
    return frozenset(expr.function for expr in walk(expr) if isinstance(expr, ir.Call))
