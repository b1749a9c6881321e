"""Those who know Emil's cards, and those who see them after their first turn: by models of known decks, never below what real plays reach."""

from __future__ import annotations

from pathlib import Path

import pytest

import regelwerk
from regelwerk.api.loader import load_state
from regelwerk.settings import position
from rules_dsl.machine.api import Machine, State
from solver.models.ultimate_railroads.unforeseen import find_missed_space
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits
from solver.relaxed.models import model_of
from solver.sampling.modelled import DeckModel, SolvedDeck, bound_informed_later, reveal_deck
from tests.seeds import drawn_daily
from tests.solver.railroad_plays import begins_a_turn, played_at_random

PLAYS = Path(__file__).parents[2] / "games" / "ultimate_railroads" / "plays"


def unknown_deck(name: str = "last_round_fair.play") -> tuple[Machine, State]:
    state = load_state("ultimate_railroads", (), (), (), "python", position(f"{PLAYS / name}"))
    return state.game.machine, state.raw


def test_a_deck_of_a_number_is_one_order_of_the_cards_that_are_left() -> None:
    machine, start = unknown_deck()
    place = [variable.name for variable in machine.game.variables].index("emil")
    unseen = start.values[place][1]
    orders = set()
    for number in range(5):
        seen, state = reveal_deck(machine, start, number)
        assert seen == start and state == reveal_deck(machine, start, number)[1]
        order, left = state.values[place]
        assert not any(left) and sorted(order) == [card for card, count in enumerate(unseen) for _ in range(count)]
        assert [value for at, value in enumerate(state.values) if at != place] == [value for at, value in enumerate(seen.values) if at != place]
        orders.add(order)
    assert len(orders) == 5
    begun, begin = unknown_deck("last_round_unknown.play")
    assert begun.kind(begin) == "chance" and begun.kind(reveal_deck(begun, begin, 1)[0]) == "decide"


def space_of(machine: Machine, before: State, after: State) -> frozenset[str]:
    """The spaces that the player has come to stand on."""
    names = [variable.name for variable in machine.game.variables]
    kind = next(variable.type for variable in machine.game.variables if variable.name == "occupied")
    members = kind.item.members  # type: ignore[union-attr]
    stands = [state.values[names.index("stands_on")][0] for state in (before, after)]
    return frozenset(name for bit, name in enumerate(members) if stands[1] >> bit & 1 and not stands[0] >> bit & 1)


def checked(machine: Machine, state: State, seed: int) -> bool:
    """In random plays that do not do it in the first turn, it is not done in that round; False where nothing is missed for sure."""
    found = find_missed_space(model_of(machine.game, state))
    if found is None:
        return False
    number = [variable.name for variable in machine.game.variables].index("round")
    for number_of_play in range(3):
        played = played_at_random(machine, 7 * seed + number_of_play, state)
        turns = [at for at, each in enumerate(played.states[:-1]) if begins_a_turn(machine, each)]
        after_first = played.states[turns[1]] if len(turns) > 1 else played.states[-1]
        same = [later for later in played.states if later.values[number] == state.values[number]]
        if found[0] not in space_of(machine, state, after_first):
            assert all(found[0] not in space_of(machine, state, later) for later in same)
    return True


def test_what_is_missed_in_the_first_turn_is_never_done_in_that_round() -> None:
    machine, start = unknown_deck()
    assert sum(checked(machine, reveal_deck(machine, start, seed)[1], seed) for seed in range(16)) > 5


@pytest.mark.parametrize("seed", drawn_daily(range(12), 1))
def test_nor_in_other_rounds(seed: int) -> None:
    machine = regelwerk.load("ultimate_railroads", options={"deck": seed + 1}).machine
    played = played_at_random(machine, seed)
    turns = [state for state in played.states[:-1] if begins_a_turn(machine, state)]
    assert sum(checked(machine, state, seed) for state in turns[::4]) > 0


def test_models_bound_what_is_reached_on_known_decks() -> None:
    machine, start = unknown_deck()
    modelled = DeckModel(machine, start, 3)
    assert modelled.fits and modelled.solve_deck(1, Clock(Limits(seconds=0))) is None
    plain = regelwerk.load("connect_four").machine
    assert not DeckModel(plain, plain.initial(), 3).fits


def known(best: int, missed_then: str, without: int, seen: str = "") -> SolvedDeck:
    return SolvedDeck(best, State((seen,), 0), missed_then, without)


def test_one_first_turn_for_all_decks_that_look_the_same() -> None:
    decks = [known(10, "a", 7), known(10, "b", 4), known(9, "a", 8), known(6, "", 6)]
    assert bound_informed_later(decks) == (7, 10, 8, 6)
    assert bound_informed_later([*decks, known(10, "a", 5)]) == (10, 4, 9, 6, 10)
    assert bound_informed_later([known(10, "a", 7, "x"), known(10, "b", 4, "y")]) == (10, 10)
    assert bound_informed_later([]) == ()
