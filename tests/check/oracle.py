"""What a game does, found by playing all of it on the reference machine: nothing here knows of marks, goals or provers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.failures import PlayError
from rules_dsl.ir.types import Value, values
from rules_dsl.machine.api import State
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.source import Span


@dataclass
class Played:
    """All positions of a game, the actions that were done, the needs that refused a move where somebody decides, and
    the failures: code and message.
    """

    machine: ReferenceMachine
    states: list[State]
    done: set[str] = field(default_factory=set)
    refusing: set[Span] = field(default_factory=set)
    failures: set[str] = field(default_factory=set)

    def holds(self, expr: ir.Expr) -> set[object]:
        """The values of a condition over all positions; the code of an error where it has none."""
        found: set[object] = set()
        for state in self.states:
            try:
                found.add(bool(self.machine.value(expr, state)))
            except PlayError as error:
                found.add(error.diagnostics[0].code)
        return found

    def stuck(self) -> bool:
        """Is somebody left without a legal move and without a rule for it?"""
        return any(ended is not None and ended.kind == "stuck" for ended in map(self.machine.find_end, self.states))

    def visit(self, state: State) -> Iterator[State]:
        """The positions after one, whatever fails on the way."""
        try:
            moves = self.machine.moves(state)
            node = self.machine.game.nodes[state.node]
            if moves and isinstance(node, ir.DecideNode):
                self._note_refusals(state, node)
            if not moves:
                self.machine.find_end(state)
                self.machine.scores(state)
        except PlayError as error:
            self.failures.add(f"{error.diagnostics[0].code} {error.diagnostics[0].message}")
            return
        for move in moves:
            try:
                yield self.machine.apply(state, move)
            except PlayError as error:
                self.failures.add(f"{error.diagnostics[0].code} {error.diagnostics[0].message}")
                continue
            if isinstance(node, ir.DecideNode):
                self.done.add(node.options[move.option].action)

    def _note_refusals(self, state: State, node: ir.DecideNode) -> None:
        actor = self.machine.actor(state)
        for action in self.machine.game.actions:
            if any(option.action == action.name for option in node.options) and not any(
                each.domain for each in action.parameters
            ):
                for given in product(*[values(each.type) for each in action.parameters]):
                    self._note_refused(
                        state,
                        action,
                        {
                            action.player: actor,
                            **{each.name: value for each, value in zip(action.parameters, given, strict=True)},
                        },
                    )

    def _note_refused(self, state: State, action: ir.Action, known: dict[str, Value]) -> None:
        for need in action.needs:
            if not self.machine.value(need.condition, state, known):
                self.refusing.add(need.span)
                return


def played(game: ir.Game, most: int) -> Played | None:
    """Everything, or nothing if there are more positions than that."""
    machine = ReferenceMachine(game)
    found = Played(machine, [machine.initial()])
    known = set(found.states)
    for state in found.states:
        if len(known) > most:
            return None
        for after in found.visit(state):
            if after not in known:
                known.add(after)
                found.states.append(after)
    return found
