"""Which functions call which, and which read the state; what an expression reads is in `state_reads.py`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rules_dsl.ir.nodes import Call, Expr, Function, Possible, Stuck, Var
from rules_dsl.ir.rebuild import walk


def list_calls(expr: Expr) -> list[str]:
    """The functions an expression calls itself, each once."""
    return list(dict.fromkeys(part.function for part in walk(expr) if isinstance(part, Call)))


def callees_first(functions: Iterable[Function]) -> list[Function]:
    """The functions so that each stands behind those it calls.

    Recursion, which the language has not, ends at what is under way.
    """
    by_name = {function.name: function for function in functions}
    done: dict[str, Function] = {}
    under_way: set[str] = set()

    def visit(name: str) -> None:
        if name in done or name in under_way or name not in by_name:
            return
        under_way.add(name)
        for callee in list_calls(by_name[name].body):
            visit(callee)
        done[name] = by_name[name]

    for name in by_name:
        visit(name)
    return list(done.values())


def state_readers(functions: Iterable[Function]) -> frozenset[str]:
    """The names of functions that read the state, themselves or through others."""
    names: set[str] = set()
    for function in callees_first(functions):
        if any(reads_state(part, names) for part in walk(function.body)):
            names.add(function.name)
    return frozenset(names)


def reads_state(part: Expr, readers: set[str] | frozenset[str]) -> bool:
    """Does this very expression read the state?"""
    return isinstance(part, Var | Possible | Stuck) or (isinstance(part, Call) and part.function in readers)


def walk_through(exprs: Iterable[Expr], functions: Mapping[str, Function]) -> Iterator[Expr]:
    """The expressions and everything in them, with the bodies of the functions that are called, each once."""
    waiting, seen = list(exprs), set[str]()
    while waiting:
        for part in walk(waiting.pop()):
            yield part
            if isinstance(part, Call) and part.function not in seen and part.function in functions:
                seen.add(part.function)
                waiting.append(functions[part.function].body)


def asks_stuck(exprs: Iterable[Expr], functions: Mapping[str, Function]) -> bool:
    """Does one of the expressions ask `stuck()`, itself or through functions?"""
    return any(isinstance(part, Stuck) for part in walk_through(exprs, functions))


def by_name(functions: Iterable[Function]) -> Mapping[str, Function]:
    """The functions by name."""
    return {function.name: function for function in functions}
