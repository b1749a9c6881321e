"""The automaton as closures: each node runs and returns the next node, or says that play rests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import assert_never

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.failures import PATIENCE, stop_play
from rules_dsl.ir.frames import Closure, Frame
from rules_dsl.ir.types import Value
from rules_dsl.machine.reference.chance import possible_outcomes
from rules_dsl.machine.reference.moves import PreparedAction
from rules_dsl.machine.reference.signals import EndOfPlay
from rules_dsl.machine.reference.statements import StatementCompiler, Step
from rules_dsl.source import NOWHERE

Advance = Callable[[Frame], int | None]


class Automaton:
    """The nodes of a game, ready to run."""

    def __init__(
        self,
        game: ir.Game,
        statements: StatementCompiler,
        actions: Mapping[str, PreparedAction],
        resting: Mapping[int, Value],
    ) -> None:
        self.nodes = game.nodes
        self.stop = len(game.nodes) - 1
        self.statements = statements
        self.actions = actions
        self.resting = resting
        self.actors: dict[int, Closure] = {}
        self.chances = {
            number: possible_outcomes(statements.compiler, node)
            for number, node in enumerate(game.nodes)
            if isinstance(node, ir.ChanceNode)
        }
        self.advances = [self._advance(number, node) for number, node in enumerate(game.nodes)]

    def run(self, frame: Frame, node: int) -> int:
        """Run from a node until play rests; the node where it does."""
        for _ in range(PATIENCE):
            following = self.advances[node](frame)
            if following is None:
                return node
            node = following
        stop_play(
            "E0910",
            f"play passes {PATIENCE:,} steps without a decision",
            NOWHERE,
            repair="let every loop reach a choose or an end",
        )

    def _advance(self, number: int, node: ir.Node) -> Advance:
        match node:
            case ir.RunNode(body, then):
                return _run_body(self.statements.block(body), then, self.stop)
            case ir.BranchNode(condition, then, otherwise):
                closure = self.statements.compiler.closure(condition)
                return lambda frame: then if closure(frame) else otherwise
            case ir.DecideNode():
                return self._decide(number, node)
            case ir.ChanceNode():
                return self._chance(number, node)
            case ir.StopNode():
                return self._rest_at_stop
            case _:
                assert_never(node)

    def _decide(self, number: int, node: ir.DecideNode) -> Advance:
        self.actors[number] = self.statements.compiler.closure(node.actor)
        if node.otherwise is None:
            return _rest
        return lambda frame: None if self.can_move(frame, number) else node.otherwise

    def can_move(self, frame: Frame, number: int) -> bool:
        """Has the decision at this node a legal move?"""
        node = self.nodes[number]
        assert isinstance(node, ir.DecideNode)
        player = self.actors[number](frame)
        copy = frame.copy()
        return any(True for option in node.options for _ in self.actions[option.action].legal(copy, player))

    def _chance(self, number: int, node: ir.ChanceNode) -> Advance:
        slot = self.statements.compiler.variables[node.variable]

        def advance(frame: Frame) -> int | None:
            weights = self.chances[number](frame)
            if len(weights) > 1:
                return None
            frame[slot] = weights[0][0]
            return node.then

        return advance

    def _rest_at_stop(self, frame: Frame) -> None:
        for slot, value in self.resting.items():
            frame[slot] = value


def _rest(frame: Frame) -> None:
    """Play rests here."""


def _run_body(body: Step, then: int, stop: int) -> Advance:
    def advance(frame: Frame) -> int:
        try:
            body(frame)
        except EndOfPlay:
            return stop
        return then

    return advance
