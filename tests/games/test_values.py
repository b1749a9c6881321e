"""Games whose exact value is known: the rules give these numbers when they are played out in full."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from rules_dsl.loading import load
from rules_dsl.machine.api import Machine, State
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.play.notation import show_move

Policy = Callable[[State], dict[str, Fraction]]


def best_expectation(machine: Machine, state: State, cache: dict[State, Fraction]) -> Fraction:
    """The value of a solo game under best play."""
    if state not in cache:
        cache[state] = _expectation(machine, state, cache)
    return cache[state]


def _expectation(machine: Machine, state: State, cache: dict[State, Fraction]) -> Fraction:
    match machine.kind(state):
        case "over":
            return Fraction(machine.scores(state)[0])
        case "chance":
            outcomes = machine.outcomes(state)
            return sum(
                (o.probability * best_expectation(machine, machine.apply(state, o.move), cache) for o in outcomes),
                Fraction(0),
            )
        case _:
            return max(best_expectation(machine, machine.apply(state, move), cache) for move in machine.moves(state))


def test_three_rolls_are_worth_fourteen_thirds() -> None:
    machine = ReferenceMachine(load("three_rolls"))
    assert best_expectation(machine, machine.initial(), {}) == Fraction(14, 3)


def test_one_and_two_rolls() -> None:
    for rolls, value in (("1", Fraction(7, 2)), ("2", Fraction(17, 4))):
        machine = ReferenceMachine(load("three_rolls", options={"rolls": rolls}))
        assert best_expectation(machine, machine.initial(), {}) == value


class Kuhn:
    """Kuhn poker as a tree of information sets."""

    def __init__(self) -> None:
        self.machine = ReferenceMachine(load("kuhn_poker"))

    def information(self, state: State) -> tuple[object, ...]:
        """What the player to move knows."""
        return (state.node, self.machine.observation(state, self.machine.actor(state)))

    def value(self, state: State, policies: tuple[Policy, Policy]) -> Fraction:
        """What the first player wins on average."""
        machine = self.machine
        match machine.kind(state):
            case "over":
                return Fraction(machine.scores(state)[0])
            case "chance":
                return sum(
                    (
                        o.probability * self.value(machine.apply(state, o.move), policies)
                        for o in machine.outcomes(state)
                    ),
                    Fraction(0),
                )
            case _:
                weights = policies[machine.actor(state)](state)
                return sum(
                    (
                        weights[show_move(machine, state, move)] * self.value(machine.apply(state, move), policies)
                        for move in machine.moves(state)
                    ),
                    Fraction(0),
                )

    def information_sets(self, player: int) -> dict[tuple[object, ...], tuple[str, ...]]:
        """Every information set of a player with the moves it has."""
        found: dict[tuple[object, ...], tuple[str, ...]] = {}
        stack = [self.machine.initial()]
        while stack:
            state = stack.pop()
            kind = self.machine.kind(state)
            if kind == "over":
                continue
            moves = self.machine.moves(state)
            if kind == "decide" and self.machine.actor(state) == player:
                texts = tuple(show_move(self.machine, state, move) for move in moves)
                assert found.setdefault(self.information(state), texts) == texts, "a move list tells what is hidden"
            stack.extend(self.machine.apply(state, move) for move in moves)
        return found

    def best_response(self, player: int, rival: Policy) -> Fraction:
        """The best a player can get on average against a fixed policy, over all pure plans."""
        sets = self.information_sets(player)
        sign = 1 if player == 0 else -1
        values = []
        for plan in product(*sets.values()):
            chosen = dict(zip(sets, plan, strict=True))

            def policy(state: State, chosen: dict[tuple[object, ...], str] = chosen) -> dict[str, Fraction]:
                wanted = chosen[self.information(state)]
                return {text: Fraction(text == wanted) for text in sets[self.information(state)]}

            pair = (policy, rival) if player == 0 else (rival, policy)
            values.append(sign * self.value(self.machine.initial(), pair))
        return max(values)


def _mixed(**weights: Fraction) -> dict[str, Fraction]:
    return {name: Fraction(weights.get(name, 0)) for name in ("bet", "check", "fold")}


def equilibrium(kuhn: Kuhn) -> tuple[Policy, Policy]:
    """Kuhn's solution with the first player never bluffing (his parameter at zero)."""
    names = [variable.name for variable in kuhn.machine.game.variables]
    third = Fraction(1, 3)

    def card(state: State, player: int) -> int:
        return int(state.values[names.index("hand")][player])

    def stakes(state: State) -> tuple[int, ...]:
        return tuple(state.values[names.index("stake")])

    def alice(state: State) -> dict[str, Fraction]:
        if stakes(state) == (1, 1):
            return _mixed(check=Fraction(1))
        return (_mixed(fold=Fraction(1)), _mixed(bet=third, fold=1 - third), _mixed(bet=Fraction(1)))[card(state, 0)]

    def bob(state: State) -> dict[str, Fraction]:
        if stakes(state) == (1, 1):
            return (_mixed(bet=third, check=1 - third), _mixed(check=Fraction(1)), _mixed(bet=Fraction(1)))[
                card(state, 1)
            ]
        return (_mixed(fold=Fraction(1)), _mixed(bet=third, fold=1 - third), _mixed(bet=Fraction(1)))[card(state, 1)]

    return alice, bob


def test_kuhn_poker_is_worth_minus_one_eighteenth() -> None:
    kuhn = Kuhn()
    alice, bob = equilibrium(kuhn)
    assert kuhn.value(kuhn.machine.initial(), (alice, bob)) == Fraction(-1, 18)
    assert kuhn.best_response(0, bob) == Fraction(-1, 18)
    assert kuhn.best_response(1, alice) == Fraction(1, 18)


def test_kuhn_poker_has_six_information_sets_for_each() -> None:
    kuhn = Kuhn()
    assert len(kuhn.information_sets(0)) == 6
    assert len(kuhn.information_sets(1)) == 6
