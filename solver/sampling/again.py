"""Rechecks means over decks: the same decks are played again, the first plays also on the reference machine."""

from __future__ import annotations

from cython_ext.native import NativeMachine
from rules_dsl.machine.api import State
from rules_dsl.machine.reference import ReferenceMachine
from solver.protocol.answers import SampledMeans
from solver.protocol.clock import Clock
from solver.protocol.disagreement import Disagreement
from solver.protocol.seats import Seats
from solver.sampling.fair import POSITIONS, TABLE_BYTES
from solver.sampling.foreseen import Foreseen
from solver.sampling.modelled import DeckModel, SolvedDeck, bound_informed_later
from solver.sampling.policies import policy_of
from solver.sampling.policy import DeckPlay, nature_of

REPLAYED = 5


def replay_samples(
    reference: ReferenceMachine,
    start: State,
    compiled: NativeMachine,
    seats: Seats,
    seed: int,
    sampled: SampledMeans,
    clock: Clock,
) -> int:
    """How many decks were played again before a limit was reached; raises Disagreement where something else comes of
    one.
    """
    from cython_ext.kernels._kernel import Watch

    policy = policy_of(
        compiled,
        start,
        seats,
        seed,
        sampled.effort,
        Watch(clock.deadline),
        nature_of(compiled, start, seats, seed).longest,
    )
    foreseen = Foreseen(compiled, start, seats, seed, sampled.most, POSITIONS, TABLE_BYTES)
    modelled, known = DeckModel(reference, start, seed), list[SolvedDeck]()
    for number, result in enumerate(sampled.results, 1):
        played = None if clock.is_over() else policy.play(number)
        if played is None:
            return number - 1
        if number <= REPLAYED:
            _confirm(reference, start, compiled, seats, played)
        _insist(number, "the policy reaches", played.result, result)
        if sampled.later and number <= len(sampled.bests):
            deck = modelled.solve_deck(number, clock)
            if deck is None:
                return number - 1
            known.append(deck)
        if number <= len(sampled.bests):
            best = known[-1].best if sampled.later else foreseen.best(number)
            _insist(number, "somebody who knows the deck reaches at most", best, sampled.bests[number - 1])
    for number, (found_later, told_later) in enumerate(zip(bound_informed_later(known), sampled.later, strict=True), 1):
        _insist(number, "somebody who sees the deck after his first turn reaches at most", found_later, told_later)
    return sampled.decks


def _insist(number: int, words: str, result: int, most: int) -> None:
    if result != most:
        raise Disagreement(f"on deck {number} {words} {result}, not {most}")


def _confirm(plain: ReferenceMachine, start: State, compiled: NativeMachine, seats: Seats, played: DeckPlay) -> None:
    """The play on the reference machine, move by move."""
    state, position = start, compiled.position(start)
    for number in played.moves:
        move = compiled.move((position, number))
        refused = plain.explain(state, move)
        if refused is not None:
            raise Disagreement(f"a move of the policy is refused by the reference machine: {refused.reason}")
        state, position = plain.apply(state, move), compiled.follow(position, (position, number))
    if seats.worth(plain.scores(state)) != played.result:
        raise Disagreement(
            f"a play is said to be worth {played.result}, the reference machine says {seats.worth(plain.scores(state))}"
        )
