"""The passes keep the meaning: random games play the same before them and after."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir.passes import automaton, pipeline
from rules_dsl.ir.random_numbers import SplitMix64
from rules_dsl.machine.api import Move, State
from rules_dsl.machine.reference import ReferenceMachine
from tests.agree.generator import random_rules
from tests.seeds import drawn_daily

PLIES = 20


class _Play:
    """One random play of the same rules on two machines; states are compared by the variables that the rules name."""

    def __init__(self, seed: int, names: set[str]) -> None:
        self.random = SplitMix64(seed)
        self.names = names

    def run(self, first: ReferenceMachine, second: ReferenceMachine) -> None:
        one, other = attempt(first.initial), attempt(second.initial)
        for _ in range(PLIES):
            assert isinstance(one, State) == isinstance(other, State)
            if not isinstance(one, State) or not isinstance(other, State):
                return
            seen, also = self._look(first, one), self._look(second, other)
            assert repr(seen) == repr(also)
            moves = attempt(lambda at=one: first.moves(at))
            if not isinstance(moves, list) or not moves:
                return
            move: Move = moves[self.random.below(len(moves))]
            one = attempt(lambda at=one, move=move: first.apply(at, move))
            other = attempt(lambda at=other, move=move: second.apply(at, move))

    def _look(self, machine: ReferenceMachine, state: State) -> list[object]:
        named = [value for variable, value in zip(machine.game.variables, state.values, strict=True) if variable.name in self.names]
        questions = (machine.kind, machine.moves, machine.find_end, machine.scores, machine.claims)
        return [named, *[attempt(lambda question=question: question(state)) for question in questions]]


def attempt(ask: Callable[[], object]) -> object:
    """The answer, or that the rules fail."""
    try:
        return ask()
    except RulesError:
        return "the rules fail"


@pytest.mark.parametrize("seed", drawn_daily(range(30), 8))
def test_passes_keep_the_meaning(seed: int) -> None:
    rules = random_rules(seed)
    names = {variable.name for variable in rules.variables}
    before, after = ReferenceMachine(automaton.run(rules)), ReferenceMachine(pipeline.run(rules))
    for play in range(3):
        _Play(10 * seed + play, names).run(before, after)


@pytest.mark.parametrize("seed", drawn_daily(range(10), 3))
def test_random_games_stay_well_formed(seed: int) -> None:
    assert pipeline.run_checked(random_rules(seed)).nodes
