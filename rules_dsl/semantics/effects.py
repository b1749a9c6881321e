"""What an expression reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.rebuild import walk


def inside(expr: ir.Expr, functions: Mapping[str, ir.Function]) -> Iterator[ir.Expr]:
    """The expression and everything in it, the bodies of the functions it calls included, each once."""
    seen: set[str] = set()
    waiting = [expr]
    while waiting:
        for each in walk(waiting.pop()):
            yield each
            if isinstance(each, ir.Call) and each.function not in seen and each.function in functions:
                seen.add(each.function)
                waiting.append(functions[each.function].body)


def variables_read(expr: ir.Expr, functions: Mapping[str, ir.Function]) -> frozenset[str]:
    """State variables the expression reads, through functions too."""
    return frozenset(each.name for each in inside(expr, functions) if isinstance(each, ir.Var))


def functions_called(expr: ir.Expr) -> frozenset[str]:
    """Functions the expression itself calls."""
    return frozenset(each.function for each in walk(expr) if isinstance(each, ir.Call))
