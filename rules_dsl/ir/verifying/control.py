"""Are control variables at rest wherever play rests and nobody needs them?

Without that, equal positions would be different states.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules_dsl.ir.automaton.graph import targets
from rules_dsl.ir.nodes import (
    Action,
    Assign,
    BranchNode,
    ChanceNode,
    DecideNode,
    Expr,
    Game,
    Node,
    RunNode,
    Stmt,
    StopNode,
    VarPlace,
)
from rules_dsl.ir.rebuild import Body, body_expressions
from rules_dsl.ir.state_reads import STATE, StateReads, writes

Names = frozenset[str]
NONE: Names = frozenset()


def control_problems(game: Game) -> Iterator[str]:
    """Nodes at which a variable may be set though nothing reads it later."""
    if any(variable.control for variable in game.variables):
        control = _Control(game)
        for number, node in enumerate(game.nodes):
            if isinstance(node, DecideNode | ChanceNode):
                for name in sorted(control.set_before[number] - control.needed[number]):
                    yield f"node {number}: control variable {name} may be set and is not needed"


class _Control:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.resting = {variable.name: variable.initial for variable in game.variables if variable.control}
        self.names = frozenset(self.resting)
        self.state_reads = StateReads(game)
        self.asked_by_stuck = NONE.union(*[self.state_reads.of_action(action.name) for action in game.actions])
        self.actions = {action.name: action for action in game.actions}
        size = len(game.nodes)
        self.needed: list[Names] = [NONE] * size
        self.set_before: list[Names] = [NONE] * size
        while any(self._need(number, node) for number, node in enumerate(game.nodes)):
            pass
        while any(self._spread(number, node) for number, node in enumerate(game.nodes)):
            pass

    def _need(self, number: int, node: Node) -> bool:
        names = self._list_needed(number, node)
        changed = names != self.needed[number]
        self.needed[number] = names
        return changed

    def _list_needed(self, number: int, node: Node) -> Names:
        match node:
            case RunNode(body, then):
                return self._list_needed_before(body, self.needed[then])
            case ChanceNode(variable, domain, weight, then=then):
                own = self._reads([domain] if weight is None else [domain, weight])
                return own | (self.needed[then] - {variable})
            case BranchNode(condition):
                return self._reads([condition]).union(*[self.needed[target] for target in targets(node)])
            case DecideNode(actor, options):
                own = self._reads([actor]).union(*[self._variables_read_by(option.action) for option in options])
                return own.union(*[self.needed[target] for target in targets(node)])
            case StopNode():
                return NONE

    def _reads(self, exprs: Iterable[Expr]) -> Names:
        """The control variables that expressions read; `stuck` reads what any action asks."""
        reads = self.state_reads.reads_of_all(exprs)
        return (reads | self.asked_by_stuck if STATE in reads else reads) & self.names

    def _variables_read_by(self, name: str) -> Names:
        action = self.actions.get(name)
        return NONE if action is None else self._reads(_expressions_of(action))

    def _variables_written_by(self, name: str) -> Names:
        action = self.actions.get(name)
        return NONE if action is None else writes(action.body) & self.names

    def _list_needed_before(self, body: Body, after: Names) -> Names:
        needed = after
        for stmt in reversed(body):
            if isinstance(stmt, Assign) and isinstance(stmt.place, VarPlace):
                needed -= {stmt.place.name}
            needed |= self._reads(body_expressions((stmt,)))
        return needed

    def _spread(self, number: int, node: Node) -> bool:
        changed = False
        behind = self._set_behind(number, node)
        for target in targets(node):
            changed = changed or not behind <= self.set_before[target]
            self.set_before[target] |= behind
        return changed

    def _set_behind(self, number: int, node: Node) -> Names:
        before = self.set_before[number]
        match node:
            case RunNode(body):
                for stmt in body:
                    before = self._set_after(stmt, before)
                return before
            case ChanceNode(variable):
                return before | {variable}
            case DecideNode(_, options):
                return before.union(*[self._variables_written_by(option.action) for option in options])
            case BranchNode() | StopNode():
                return before

    def _set_after(self, stmt: Stmt, before: Names) -> Names:
        written = writes((stmt,)) & self.names
        if (
            isinstance(stmt, Assign)
            and isinstance(stmt.place, VarPlace)
            and stmt.value == self.resting.get(stmt.place.name)
        ):
            return before - written
        return before | written


def _expressions_of(action: Action) -> Iterator[Expr]:
    yield from [parameter.domain for parameter in action.parameters if parameter.domain is not None]
    yield from [need.condition for need in action.needs]
    yield from body_expressions(action.body)
