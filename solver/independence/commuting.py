"""Finds pairs of actions that commute: made one after the other at a decision, in either order, they have the same
effect. A search needs only one order of such moves, because the other leads to the same states.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import cardinality
from rules_dsl.machine.api import Machine, Move, State
from solver.protocol.clock import Clock, OutOfTime
from solver.smt.proving import ConditionSolver
from solver.symbolic.course import Rest
from solver.symbolic.forms import UnsupportedTerm, equate_forms
from solver.symbolic.steps import Steps, SymbolicStep
from solver.symbolic.terms import Symbol

MILLISECONDS = 2_000
"""So long Z3 may take for one query."""


PLAYS, MOST_MOVES = 10, 60
"""So many random plays are looked at first, so far."""

UNSEEN = "the time limit was reached first"

Key = tuple[int, int, int]
"""A node and two of its options."""


@dataclass(frozen=True, slots=True)
class Pair:
    """An action and its successor, as options of a node.

    `swaps`: they commute in every state with any arguments; `why` gives the reason either way.
    """

    node: int
    first: int
    second: int
    swaps: bool
    why: str


def swaps_of(machine: Machine, start: State, clock: Clock) -> frozenset[tuple[int, int, int]]:
    """Node, first and second option of all pairs shown to commute within the time.

    Pairs refuted by random plays are not given to Z3.
    """
    met = _sample_pairs(machine, start, clock) if cardinality(machine.game.players) == 1 else {}
    wanted = frozenset([key for key, swapped in met.items() if swapped])
    return (
        frozenset([(pair.node, pair.first, pair.second) for pair in pairs(machine, clock, wanted) if pair.swaps])
        if wanted
        else frozenset()
    )


def pairs(machine: Machine, clock: Clock, wanted: frozenset[Key] | None = None) -> Iterator[Pair]:
    """Every pair of actions of one decision, or those wanted; of games of one player only."""
    game = machine.game
    if cardinality(game.players) > 1:
        return
    for number, node in enumerate(game.nodes):
        if isinstance(node, ir.DecideNode) and (wanted is None or any(key[0] == number for key in wanted)):
            yield from _at_node(game, number, len(node.options), clock, wanted)


def _sample_pairs(machine: Machine, start: State, clock: Clock) -> dict[Key, bool]:
    """The pairs that random plays come upon in time, and whether each of them could be swapped there."""
    dice, result = random.Random(0), dict[Key, bool]()
    for _ in range(PLAYS):
        before, state = start, start
        last: Move | None = None
        for _ in range(MOST_MOVES):
            if machine.kind(state) == "over" or clock.is_over():
                break
            move = dice.choice(list(machine.moves(state)))
            after = machine.apply(state, move)
            if last is not None and before.node == state.node and machine.kind(state) == "decide":
                key = before.node, last.option, move.option
                result[key] = result.get(key, True) and _is_swapped(machine, before, (last, move), after)
            before, last, state = state, move, after
    return result


def _is_swapped(machine: Machine, state: State, moves: tuple[Move, Move], after: State) -> bool:
    """Do two moves in the other order lead to the same state?"""
    for move in reversed(moves):
        if machine.kind(state) != "decide" or machine.explain(state, move) is not None:
            return False
        state = machine.apply(state, move)
    return state == after


def _at_node(game: ir.Game, node: int, options: int, clock: Clock, wanted: frozenset[Key] | None) -> Iterator[Pair]:
    judge = CommutationJudge(game, node, clock)
    for first in range(options):
        for second in range(options):
            if wanted is not None and (node, first, second) not in wanted:
                continue
            why = UNSEEN if clock.is_over() else judge.objection(first, second)
            yield Pair(
                node,
                first,
                second,
                not why,
                why or "the other order is always legal, too, and has the same effect (Z3)",
            )


class CommutationJudge:
    """Examines the pairs of one decision in an unknown state."""

    def __init__(self, game: ir.Game, node: int, clock: Clock) -> None:
        self.game, self.node = game, node
        self.steps = Steps(game)
        self.terms = self.steps.terms
        self.state = self.steps.unknown_state()
        self.asker = ConditionSolver(clock, MILLISECONDS)
        self.terms.watch = clock.insist

    def objection(self, first: int, second: int) -> str:
        """Why the order of two options cannot be changed; empty if it can."""
        try:
            return self._objection(first, second)
        except OutOfTime:
            return UNSEEN
        except UnsupportedTerm as reason:
            return f"{reason} cannot be translated for Z3"

    def _objection(self, first: int, second: int) -> str:
        one = self._step(first, self.state, "one ")
        again = [rest for rest in one.rests if rest.node == self.node]
        if not again:
            return f"after {self._title(first)} play continues elsewhere"
        two_first = self._step(second, self.state, "two ")
        for rest in again:
            text = self._after(one, rest, two_first, first, second)
            if text:
                return text
        return ""

    def _after(self, one: SymbolicStep, rest: Rest, two_first: SymbolicStep, first: int, second: int) -> str:
        """The obstacle where the first action leads to this rest, if any."""
        two = self._step(second, rest.state, "two ")
        given = [self._fine(one), rest.condition, self._fine(two)]
        names = self._title(first), self._title(second)
        if self._may(*given, self.terms.negate_truth(self._fine(two_first))):
            return f"{names[1]} may be possible only after {names[0]}"
        back = [rest for rest in two_first.rests if rest.node == self.node]
        if self._may(*given, self.terms.negate_truth(self.terms.any([rest.condition for rest in back]))):
            return f"after {names[1]} play may continue elsewhere"
        for item in back:
            one_second = self._step(first, item.state, "one ")
            if self._may(*given, item.condition, self.terms.negate_truth(self._fine(one_second))):
                return f"{names[1]} may make illegal {names[0]}"
            differing = self._differing([*given, item.condition], (one, two), (two_first, one_second))
            if differing:
                return f"{differing} may depend on which of them comes first"
        return ""

    def _step(self, option: int, state: dict[str, object], name: str) -> SymbolicStep:
        return self.steps.step(self.node, option, state, name)

    def _title(self, option: int) -> str:
        node = self.game.nodes[self.node]
        assert isinstance(node, ir.DecideNode)
        return self.steps.actions[node.options[option].action].title

    def _fine(self, step: SymbolicStep) -> Symbol:
        """The move is legal, and the rules do not fail in it."""
        failures = [self.terms.negate_truth(failure.condition) for failure in step.failures]
        return self.terms.all([step.legal, self.terms.negate_truth(step.beyond), *failures])

    def _may(self, *conditions: Symbol) -> bool:
        """Is it possible, or not found out, that all of these hold?"""
        return self.asker.ask(conditions) is not None

    def _differing(
        self, given: list[Symbol], order: tuple[SymbolicStep, SymbolicStep], other: tuple[SymbolicStep, SymbolicStep]
    ) -> str:
        """What may be different at the end, by name."""
        terms = self.terms
        moves = [(order[0].choices, other[1].choices), (order[1].choices, other[0].choices)]
        if any([choice.name for choice in here] != [choice.name for choice in there] for here, there in moves):
            return "what is chosen on the way"
        choices = [
            terms.equate_truths(one.made, two.made)
            for here, there in moves
            for one, two in zip(here, there, strict=True)
        ]
        if self._may(*given, terms.negate_truth(terms.all(choices))):
            return "what is chosen on the way"
        for end in order[1].rests:
            met = [rest for rest in other[1].rests if rest.node == end.node]
            if self._may(*given, end.condition, terms.negate_truth(terms.any([rest.condition for rest in met]))):
                return "where play goes on"
            for rest in met:
                for variable in self.game.variables:
                    alike = equate_forms(terms, variable.type, end.state[variable.name], rest.state[variable.name])
                    if self._may(*given, end.condition, rest.condition, terms.negate_truth(alike)):
                        return variable.name
        return ""
