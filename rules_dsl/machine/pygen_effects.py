"""Which state variables an expression reads and a block writes, through all functions."""

from __future__ import annotations

from collections.abc import Iterable

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.rebuild import body_expressions, place_variable, walk, walk_statements

STATE = "stuck()"  # stands for the whole position in the sets below: `stuck` asks the node play rests at


class Effects:
    """Reads and writes of the parts of one game, remembered by name."""

    def __init__(self, game: ir.Game) -> None:
        self.functions = {function.name: function for function in game.functions}
        self.actions = {action.name: action for action in game.actions}
        self._of_functions: dict[str, frozenset[str]] = {}
        self._of_actions: dict[str, frozenset[str]] = {}

    def reads(self, expr: ir.Expr | None) -> frozenset[str]:
        """The variables an expression may read."""
        if expr is None:
            return frozenset()
        found: set[str] = set()
        for part in walk(expr):
            match part:
                case ir.Var(name):
                    found.add(name)
                case ir.Call(function):
                    found |= self.of_function(function)
                case ir.Possible(action):
                    found |= self.of_action(action)
                case ir.Stuck():
                    found.add(STATE)
                case _:
                    pass
        return frozenset(found)

    def reads_of_all(self, exprs: Iterable[ir.Expr | None]) -> frozenset[str]:
        """The variables several expressions may read."""
        return frozenset().union(*[self.reads(expr) for expr in exprs])

    def of_function(self, name: str) -> frozenset[str]:
        """The variables a function may read."""
        if name not in self._of_functions:
            self._of_functions[name] = self.reads(self.functions[name].body)
        return self._of_functions[name]

    def of_action(self, name: str) -> frozenset[str]:
        """The variables that finding the legal moves of an action may read."""
        if name not in self._of_actions:
            action = self.actions[name]
            domains = [parameter.domain for parameter in action.parameters]
            needs = [need.condition for need in action.needs]
            self._of_actions[name] = self.reads_of_all([*domains, *needs]) | self.in_body(action.body) | writes(action.body)
        return self._of_actions[name]

    def in_body(self, body: tuple[ir.Stmt, ...]) -> frozenset[str]:
        """The variables a block may read, those it changes in part included."""
        partly = partial_writes(body)
        return self.reads_of_all(body_expressions(body)) | partly


def partial_writes(body: tuple[ir.Stmt, ...]) -> frozenset[str]:
    """The variables a block may change in part."""
    places = [stmt.place for stmt in walk_statements(body) if isinstance(stmt, ir.Assign)]
    return frozenset(place_variable(place) for place in places if not isinstance(place, ir.VarPlace))


def writes(body: tuple[ir.Stmt, ...]) -> frozenset[str]:
    """The variables a block may change."""
    return frozenset(place_variable(stmt.place) for stmt in walk_statements(body) if isinstance(stmt, ir.Assign))


def has(body: tuple[ir.Stmt, ...], *kinds: type) -> bool:
    """Is there a statement of one of these kinds in the block?"""
    return any(isinstance(stmt, kinds) for stmt in walk_statements(body))
