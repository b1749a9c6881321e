"""The rules on symbols say the same as the reference machine: which moves are legal, where play rests, what the state is then."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest

from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.passes.pipeline import run as run_passes
from rules_dsl.ir.types import Value, cardinality, values
from rules_dsl.loading import load
from rules_dsl.machine.api import Move, State
from rules_dsl.machine.reference import ReferenceMachine
from solver.symbolic.forms import Form, UnsupportedTerm, model_of, refill_form, symbols_of, value_in
from solver.symbolic.steps import Steps, SymbolicStep
from solver.symbolic.term_values import values_of
from solver.symbolic.terms import Symbol, Term, Terms
from tests.agree.checking import analysed
from tests.agree.programs import program
from tests.seeds import drawn_daily

GAMES: dict[str, dict[str, str]] = {
    "tictactoe": {},
    "hanoi": {},
    "river_crossing": {},
    "orchard": {},
    "three_rolls": {},
    "fifteen": {"width": "3", "height": "2"},
    "connect_four": {"width": "4", "height": "4"},
    "lights_out": {},
    "rush_hour": {},
    "hex": {"size": "3"},
    "breakthrough": {"size": "4"},
    "kuhn_poker": {},
    "reversi": {"size": "4"},
    "auction": {},
    "g2048": {"size": "2"},
}
MOST_CANDIDATES = 60


class Agreement:
    """A game whose steps are made once and looked at in many positions."""

    def __init__(self, game: ir.Game) -> None:
        self.machine = ReferenceMachine(game)
        self.steps = Steps(self.machine.game)
        self.state = self.steps.unknown_state()
        self.looked = 0
        self._made: dict[tuple[int, int], SymbolicStep] = {}

    def made(self, node: int, option: int) -> SymbolicStep:
        if (node, option) not in self._made:
            chance = isinstance(self.machine.game.nodes[node], ir.ChanceNode)
            self._made[node, option] = (
                self.steps.chance(node, self.state) if chance else self.steps.step(node, option, self.state, f"{node}.{option} ")
            )
        return self._made[node, option]

    def check(self, state: State, dice: random.Random) -> None:
        machine = self.machine
        self.looked += 1
        moves = machine.moves(state)
        for move in dice.sample(list(moves), min(len(moves), 6)):
            self.check_legal(state, move)
        node = machine.game.nodes[state.node]
        for option in range(len(node.options) if isinstance(node, ir.DecideNode) else 0):
            legal = {move.arguments for move in moves if move.option == option}
            step = self.made(state.node, option)
            if len(step.choices) == len(step.action.parameters if step.action else ()):
                self.check_candidates(state, step, legal, dice)

    def check_candidates(self, state: State, step: SymbolicStep, legal: set[tuple[Value, ...]], dice: random.Random) -> None:
        types = [choice.type for choice in step.choices]
        number = 1
        for type_ in types:
            number *= cardinality(type_)
        if number <= MOST_CANDIDATES:
            candidates = list(product(*[values(type_) for type_ in types]))
        else:
            candidates = [tuple([dice.choice(values(type_)) for type_ in types]) for _ in range(MOST_CANDIDATES)]
        for arguments in candidates:
            (holds,) = values_of([step.legal], self.model(state, step, arguments))
            assert bool(holds) == (arguments in legal), (step.action, arguments)

    def model(self, state: State, step: SymbolicStep, arguments: Sequence[Value]) -> dict[str, int]:
        model = self.steps.model(state)
        given = iter(arguments)
        for choice in step.choices:
            made = isinstance(choice.made, int) or values_of([choice.made], {**Unset(), **model})[0]
            value = next(given, values(choice.type)[0]) if made else values(choice.type)[0]
            if isinstance(choice.form, int):
                continue
            names = list(model_of(choice.type, "", value).values())
            for symbol, number in zip(symbols_of(choice.form), names, strict=True):
                model[symbol.name] = number
        return model

    def check_legal(self, state: State, move: Move) -> None:
        step = self.made(state.node, move.option)
        after = self.machine.apply(state, move)
        model = self.model(state, step, move.arguments)
        wanted = [step.legal, step.beyond, *[failure.condition for failure in step.failures], *[rest.condition for rest in step.rests]]
        legal, beyond, *others = values_of(wanted, model)
        assert legal and not beyond, move
        assert not any(others[: len(step.failures)]), [failure.span for failure, holds in zip(step.failures, others, strict=False) if holds]
        taken = [rest for rest, holds in zip(step.rests, others[len(step.failures) :], strict=True) if holds]
        assert [rest.node for rest in taken] == [after.node]
        assert tuple([self.value(form, name, model) for name, form in taken[0].state.items()]) == after.values

    def value(self, form: Form, name: str, model: dict[str, int]) -> Value:
        type_ = next(variable.type for variable in self.machine.game.variables if variable.name == name)
        return value_in(type_, refill_form(form, iter(values_of(list(symbols_of(form)), model))))


class Unset(dict[str, int]):
    """Choices that are not made yet count as nothing."""

    def __missing__(self, name: str) -> int:
        return 0


LARGE = ("klondike", "freecell", "peg_solitaire", "sokoban", "pocket_cube")


@pytest.mark.parametrize("name", [*GAMES, *[pytest.param(name, marks=pytest.mark.long) for name in LARGE]])
def test_steps_agree_with_the_reference_machine(name: str) -> None:
    assert play(Agreement(load(name, GAMES.get(name, {}))), random.Random(name), 12) > 5


def play(agreement: Agreement, dice: random.Random, moves: int) -> int:
    """Two random plays, each position looked at; how many there were."""
    for _ in range(2):
        state = agreement.machine.initial()
        for _ in range(moves):
            if agreement.machine.kind(state) == "over":
                break
            agreement.check(state, dice)
            state = agreement.machine.apply(state, dice.choice(list(agreement.machine.moves(state))))
    return agreement.looked


@pytest.mark.parametrize("block", drawn_daily(range(30), 1))
def test_steps_of_random_programs(block: int) -> None:
    looked = 0
    for number in range(10 * block, 10 * block + 10):
        game, _ = analysed(program(random.Random(number)))
        if game is not None:
            agreement = Agreement(run_passes(game))
            with suppress(UnsupportedTerm, RulesError):  # what cannot be said, and rules that fail in the middle of a play
                play(agreement, random.Random(number), 6)
            looked += agreement.looked
    assert looked > 2, "nearly all of these games are over at once"


def test_long_chains_of_choices_and_sums_are_compared() -> None:
    """A count that each of many conditions raises by one or begins anew."""
    terms = Terms()
    number: Symbol = terms.number("n", 0, 3)
    for each in range(1_000):
        number = terms.choice(terms.truth(f"c{each}"), terms.sum([(1, number)], 1), 0, False)
    always = {f"c{each}": 1 for each in range(1_000)}
    last = [terms.equal(number, each) for each in (1_002, 1_004)]
    assert isinstance(last[0], Term) and last[1] is False
    assert [values_of(last[:1], {**always, "n": each, **more})[0] for each, more in ((2, {}), (3, {}), (2, {"c500": 0}))] == [1, 0, 0]


PARTS = """rules 1
game Parts
state
  whole: list of 0..3 up to 4 = [0, 1, 2, 3]
  part: list of 0..3 up to 4 = []
action cut(n: 0..2)
  does
    part = last(whole, n) if n != 1 else [3]
action drop(n: 0..2)
  does
    part = first(whole, n) if len(part) < 2 else [2]
play
  loop until len(part) == 4
    choose cut, drop
"""


def test_a_part_of_a_list_has_as_many_places_as_its_type_says(tmp_path: Path) -> None:
    (tmp_path / "parts.rules").write_text(PARTS, "utf-8")
    assert play(Agreement(load(tmp_path / "parts.rules")), random.Random(1), 5) > 5
