"""Which state variables an expression reads and a block writes, through all functions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.calls import walk_through
from rules_dsl.ir.rebuild import body_expressions, place_variable, walk, walk_statements
from rules_dsl.ir.trimming import trim_body

STATE = "stuck()"  # stands for the whole position in the sets below: `stuck` asks the node play rests at


class StateReads:
    """Reads of functions and actions of one game, remembered by name."""

    def __init__(self, game: ir.Game) -> None:
        self._direct: dict[str, frozenset[str]] = {}
        self._calls: dict[str, frozenset[str]] = {}
        for function in game.functions:
            self._note(f"call {function.name}", [function.body])
        for action in game.actions:
            self.note_action(action, trim_body(action.body))

    def note_action(self, action: ir.Action, trial: tuple[ir.Stmt, ...]) -> None:
        """Note what finding the moves of an action reads, when this is done of its body."""
        domains = [parameter.domain for parameter in action.parameters if parameter.domain is not None]
        needs = [need.condition for need in action.needs]
        self._note(f"possible {action.name}", [*domains, *needs, *body_expressions(trial)], writes(trial))

    def _note(self, name: str, exprs: Iterable[ir.Expr], more: frozenset[str] = frozenset()) -> None:
        parts = [_direct(expr) for expr in exprs]
        self._direct[name] = more.union(*[reads for reads, _ in parts])
        self._calls[name] = frozenset().union(*[calls for _, calls in parts])

    def _closure(self, names: frozenset[str]) -> frozenset[str]:
        """What is read by these functions and actions and all they ask in turn."""
        seen: set[str] = set()
        waiting = set(names)
        while waiting:
            name = waiting.pop()
            seen.add(name)
            waiting |= self._calls[name] - seen
        return frozenset().union(*[self._direct[name] for name in seen])

    def reads(self, expr: ir.Expr | None) -> frozenset[str]:
        """The variables an expression may read."""
        if expr is None:
            return frozenset()
        reads, calls = _direct(expr)
        return reads | self._closure(calls)

    def reads_of_all(self, exprs: Iterable[ir.Expr | None]) -> frozenset[str]:
        """The variables several expressions may read."""
        return frozenset().union(*[self.reads(expr) for expr in exprs])

    def of_function(self, name: str) -> frozenset[str]:
        """The variables a function may read."""
        return self._closure(frozenset([f"call {name}"]))

    def of_action(self, name: str) -> frozenset[str]:
        """The variables that finding the legal moves of an action needs. (`stuck` is false there.)"""
        return self._closure(frozenset([f"possible {name}"])) - {STATE}

    def asks_itself(self, action: str) -> bool:
        """May finding the legal moves of an action ask whether it is possible?"""
        name = f"possible {action}"
        seen: set[str] = set()
        waiting = set(self._calls[name])
        while waiting:
            current = waiting.pop()
            seen.add(current)
            waiting |= self._calls[current] - seen
        return name in seen


def _direct(expr: ir.Expr) -> tuple[frozenset[str], frozenset[str]]:
    """The variables an expression reads itself, and what it calls or asks."""
    reads: set[str] = set()
    calls: set[str] = set()
    for part in walk(expr):
        match part:
            case ir.Var(name):
                reads.add(name)
            case ir.Call(function):
                calls.add(f"call {function}")
            case ir.Possible(action):
                calls.add(f"possible {action}")
            case ir.Stuck():
                reads.add(STATE)
            case _:
                pass
    return frozenset(reads), frozenset(calls)


def variables_read(expr: ir.Expr, functions: Mapping[str, ir.Function]) -> frozenset[str]:
    """The variables an expression reads while not all actions of the game are known; `possible` reads none here."""
    return frozenset([part.name for part in walk_through([expr], functions) if isinstance(part, ir.Var)])


def writes(body: tuple[ir.Stmt, ...]) -> frozenset[str]:
    """The variables a block may change."""
    return frozenset(place_variable(stmt.place) for stmt in walk_statements(body) if isinstance(stmt, ir.Assign))
