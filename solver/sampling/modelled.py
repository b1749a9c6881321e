"""The clairvoyant bound by a round model, where plays on a known deck are too many to search.

The order of one deck must be the only chance left in the position; otherwise the model says that it does not fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import lcm

from rules_dsl.ir.random_numbers import SplitMix64, seed_of
from rules_dsl.ir.types import DeckType
from rules_dsl.machine.api import Machine, State
from solver.cpsat.running import ModelSolution
from solver.mip.running import maximise_model
from solver.protocol.answers import Links
from solver.protocol.clock import Clock
from solver.protocol.questions import UnsupportedQuestion
from solver.relaxed.growing import RoundModel
from solver.relaxed.meeting import SCIP_ALONE
from solver.relaxed.models import model_for, model_of


@dataclass(frozen=True, slots=True)
class SolvedDeck:
    """A solved deck.

    `best` bounds a player who sees the deck, `seen` is the state before the deck matters. `missed` is what a player
    misses who sees it only after his first turn, unless he uses it in that turn; `without` bounds play without it.
    """

    best: int
    seen: State
    missed: str
    without: int

    def after(self, first: str) -> int:
        """The bound for a player whose first turn was fixed before he saw the deck."""
        return self.best if self.missed in ("", first) else self.without


@dataclass(slots=True)
class DeckModel:
    """A start, and the seed of the decks."""

    machine: Machine
    start: State
    seed: int

    @property
    def fits(self) -> bool:
        """Is there a round model of the game on a known deck?"""
        try:
            self._plan(1)
        except UnsupportedQuestion:
            return False
        return True

    @property
    def links(self) -> Links:
        """What its bounds rest on: each is a solution by SCIP under one setting."""
        return (*model_for(self.machine.game, self.start).links, SCIP_ALONE)

    def solve_deck(self, number: int, clock: Clock) -> SolvedDeck | None:
        """The deck of a number; None if the time is over before its models are solved."""
        plan, seen = self._plan(number)
        best = _solve_plan(plan, clock)
        if best is None:
            return None
        missed = model_for(self.machine.game, seen).plugin.find_missed_space(plan)
        if missed is None:
            return SolvedDeck(best, seen, "", best)
        name, done = missed
        plan.model.add(done == 0)
        without = _solve_plan(plan, clock)
        return None if without is None else SolvedDeck(best, seen, name, without)

    def _plan(self, number: int) -> tuple[RoundModel, State]:
        seen, state = reveal_deck(self.machine, self.start, seed_of(self.seed, number))
        return model_of(self.machine.game, state), seen


def bound_informed_later(decks: Sequence[SolvedDeck]) -> tuple[int, ...]:
    """For each deck the bound for a player who sees it after his first turn.

    Decks that look the same before that turn share the first turn, the one with the best total.
    """
    firsts: dict[State, str] = {}
    for seen in {deck.seen for deck in decks}:
        mine = [deck for deck in decks if deck.seen == seen]
        firsts[seen] = max(
            sorted({deck.missed for deck in mine}), key=lambda first: sum([deck.after(first) for deck in mine])
        )
    return tuple([deck.after(firsts[deck.seen]) for deck in decks])


def _solve_plan(plan: RoundModel, clock: Clock) -> int | None:
    worths = [
        event.worth for event in maximise_model(plan.model, plan.score, [], clock) if isinstance(event, ModelSolution)
    ]
    return worths[-1] if worths else None


def reveal_deck(machine: Machine, start: State, seed: int) -> tuple[State, State]:
    """The state after immediate chance; and the same state with the deck in its actual order."""
    luck, state = SplitMix64(seed), start
    while machine.kind(state) == "chance":
        outcomes = machine.outcomes(state)
        whole = lcm(*[outcome.probability.denominator for outcome in outcomes])
        state = machine.apply(
            state, outcomes[luck.draw_weighted([int(outcome.probability * whole) for outcome in outcomes])].move
        )
    seen, values = state, list(state.values)
    decks = [
        place
        for place, variable in enumerate(machine.game.variables)
        if isinstance(variable.type, DeckType) and any(values[place][1])
    ]
    if len(decks) > 1:
        raise UnsupportedQuestion("there are several decks of unknown order")
    for place in decks:
        known, unseen = values[place]
        values[place] = ((*known, *_draw_all(list(unseen), luck)), tuple([0] * len(unseen)))
    return seen, replace(state, values=tuple(values))


def _draw_all(unseen: list[int], luck: SplitMix64) -> list[int]:
    """All cards, one after another."""
    order: list[int] = []
    while any(unseen):
        present = [card for card, count in enumerate(unseen) if count]
        order.append(present[luck.draw_weighted([unseen[card] for card in present])])
        unseen[order[-1]] -= 1
    return order
