"""Are control variables at rest wherever play rests and nobody needs them?

Without that, equal positions would be different states.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules_dsl.ir.automaton.graph import targets
from rules_dsl.ir.nodes import Assign, BranchNode, ChanceNode, DecideNode, Game, Node, RunNode, Stmt, StopNode, VarPlace
from rules_dsl.ir.passes.effects import Effects, GameEffects, effects
from rules_dsl.ir.rebuild import Body

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
        self.effects: GameEffects = effects(game)
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
        own = self.effects.nodes[number].reads & self.names
        match node:
            case RunNode(body, then):
                return self._list_needed_before(body, self.needed[then])
            case ChanceNode(variable, then=then):
                return own | (self.needed[then] - {variable})
            case BranchNode() | DecideNode() | StopNode():
                actions = (
                    [self._action(option.action).reads for option in node.options]
                    if isinstance(node, DecideNode)
                    else []
                )
                return own | NONE.union(*actions, *[self.needed[target] for target in targets(node)]) & self.names

    def _action(self, name: str) -> Effects:
        return self.effects.actions.get(name, Effects())

    def _list_needed_before(self, body: Body, after: Names) -> Names:
        needed = after
        for stmt in reversed(body):
            if isinstance(stmt, Assign) and isinstance(stmt.place, VarPlace):
                needed -= {stmt.place.name}
            needed |= self.effects.of_block((stmt,)).reads & self.names
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
                return before.union(*[self._action(option.action).writes & self.names for option in options])
            case BranchNode() | StopNode():
                return before

    def _set_after(self, stmt: Stmt, before: Names) -> Names:
        written = self.effects.of_block((stmt,)).writes & self.names
        if (
            isinstance(stmt, Assign)
            and isinstance(stmt.place, VarPlace)
            and stmt.value == self.resting.get(stmt.place.name)
        ):
            return before - written
        return before | written
