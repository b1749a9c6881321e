"""The test of the relaxation: random plays from many starts, then all recorded plays, must be in the model with no less than their score.

A batch is a start and some random plays from there; its seed decides both. What came of all batches is kept in a file, which the answers quote.
"""

from __future__ import annotations

import json
import random
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ortools.sat.python import cp_model

from bench.railroads.feasible import Rows
from bench.railroads.records import ENDINGS, GAME, PLACE, ROUNDS
from cython_ext.barring import place_of
from cython_ext.moves import move_codes
from cython_ext.native import NativeMachine
from regelwerk.loader import load
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.digest import rules_digest
from rules_dsl.machine.api import Move, State
from rules_dsl.machine.starting import starting_at
from rules_dsl.play.file import read_play
from rules_dsl.play.record import PlayFile
from rules_dsl.play.replay import replay
from solver.mip.translating import Row
from solver.relaxed.growing import Doing
from solver.relaxed.railroads.plugin import PLUGIN
from solver.relaxed.railroads.telling import Played, Step, Teller, Told, played, round_of
from solver.relaxed.relaxation import HERE
from solver.sampling.modelled import known_deck

FILE = HERE / "railroads" / "evidence.json"
Options = tuple[tuple[str, str], ...]

PLAYS = PLACE.parent / "plays"
OTHER_DECKS = (101, 102, 103, 104)
VARIED = (105, 106)
"""Decks that are played under each of the other readings, too."""
READINGS = {
    "emil_three": "takes_two", "emil_tie": "yours", "second_key": "two_keys_there",
    "wooden_on_basic": "gives_none", "lowest_space_again": "is_never_held",
}  # fmt: skip
IDLE = ("pass", "finish")
EACH = 250
"""Random plays from one start."""
BUSY = 0.97
"""How often a random play does something where it might pass."""
OFTEN = 0.6
"""How often a start is taken from a recorded play where there is one."""
EVERY = 5
"""Recorded plays are looked at from their beginning and from every fifth turn."""


@dataclass(frozen=True, slots=True)
class Batch:
    """How many different plays there were, and those the model does not have."""

    plays: int
    by_solver: int
    missed: tuple[str, ...]


# -- plays ----------------------------------------------------------------------------------------------------------------


@cache
def machine_of(options: Options) -> NativeMachine:
    """The game compiled with its chance fixed."""
    return NativeMachine(load(GAME, dict(options)).rules)


def instances() -> list[Options]:
    """A deck that is not fixed, decks, and decks under other readings."""
    decks = [*{deck for deck, _ in recorded()}, *map(str, OTHER_DECKS)]
    varied = [(("deck", str(deck)), (name, value)) for deck, (name, value) in zip(VARIED * len(READINGS), READINGS.items(), strict=False)]
    return [(), *[(("deck", deck),) for deck in sorted(decks, key=int)], *varied, (("deck", str(VARIED[0])), *READINGS.items())]


@cache
def recorded() -> tuple[tuple[str, Path], ...]:
    """Decks and the plays that are on record of them."""
    found = []
    for path in sorted([*PLACE.glob("*.play"), *ENDINGS.glob("*.play"), *PLAYS.glob("*.play")]):
        play = read_play(path)
        options = dict(play.options) if isinstance(play, PlayFile) else {}
        if set(options) == {"deck"}:
            found.append((options["deck"], path))
    return tuple(found)


@cache
def line_of(path: Path) -> tuple[tuple[State, ...], tuple[Move, ...]]:
    """All positions and moves of a recorded play."""
    play = read_play(path)
    assert isinstance(play, PlayFile)
    found = replay(machine_of(tuple(play.options)), play)
    assert not found.findings
    return found.states, found.moves


class Course:
    """Random plays of an instance. They are followed as bytes; states are made of few of their positions."""

    def __init__(self, options: Options) -> None:
        self.machine = machine_of(options)
        self._codes = move_codes(self.machine.game)
        self._places = [place_of(self.machine.game, name) for name in ("node", "v round")]

    def _numbers(self, position: bytes) -> list[int]:
        """The node and the round."""
        return [int.from_bytes(position[at : at + size], "little") for at, size in self._places]

    def _step(self, position: bytes, number: int) -> Step | None:
        """A move; None for one of chance."""
        at, round_ = self._numbers(position)
        node = self.machine.game.nodes[at]
        if not isinstance(node, ir.DecideNode):
            return None
        action = node.options[number & (1 << self._codes.option_width) - 1].action
        fields = self._codes.actions[action].parameters
        return Step(action, tuple([number >> field.shift & (1 << field.width) - 1 for field in fields]), round_)

    def moves(self, start: State, dice: random.Random) -> tuple[list[bytes], list[int]]:
        """A random play that seldom passes: its positions and moves."""
        positions, numbers = [self.machine.position(start)], []
        while choices := [number for _, number in self.machine.choices(positions[-1])]:
            number = dice.choice(choices)
            step = self._step(positions[-1], number)
            if step is not None and step.action in IDLE and len(choices) > 1 and dice.random() < BUSY:
                number = dice.choice([each for each in choices if each != number])
            positions.append(self.machine.follow(positions[-1], (positions[-1], number)))
            numbers.append(number)
        return positions, numbers

    def played(self, positions: Sequence[bytes], numbers: Sequence[int]) -> Played:
        """What a model is told of a play."""
        steps = [self._step(position, number) for position, number in zip(positions, numbers, strict=False)]
        rounds = [self._numbers(position)[1] for position in positions]
        last = len(positions) - 1
        ends = [at for at in range(last) if rounds[at + 1] != rounds[at] or at + 1 == last]
        told = [round_of(self.machine.game, self.machine.state(positions[at]), self.machine.state(positions[at + 1])) for at in ends]
        return Played(tuple([step for step in steps if step is not None]), tuple(told), self.machine.scores(self.machine.state(positions[-1]))[0])


@cache
def course_of(options: Options) -> Course:
    """The random plays of an instance."""
    return Course(options)


@cache
def _turning(options: Options) -> frozenset[int]:
    """The nodes where a turn begins."""
    game = machine_of(options).game
    return frozenset([at for at, node in enumerate(game.nodes) if isinstance(node, ir.DecideNode) and any(each.action == PLUGIN.LEAVING for each in node.options)])


def _turns(options: Options, states: Sequence[State]) -> list[int]:
    """The positions of a play at which a turn begins, but for the last one."""
    return [at for at, state in enumerate(states) if state.node in _turning(options)][:-1]


def _start(options: Options, dice: random.Random) -> State:
    """A turn of a recorded or of a random play, later ones more likely; in the last round where the deck is not fixed, which is fixed there."""
    machine = machine_of(options)
    lines = [path for deck, path in recorded() if options == (("deck", deck),)]
    along = lines and dice.random() < OFTEN
    states = line_of(dice.choice(lines))[0] if along else [machine.state(each) for each in course_of(options).moves(machine.initial(), dice)[0]]
    turns = _turns(options, states)
    if options:
        return states[turns[int(len(turns) * dice.random() ** 0.5)]]
    counter = [each.name for each in machine.game.variables].index("round")
    last = [states[at] for at in turns if states[at].values[counter] == ROUNDS]
    return known_deck(starting_at(machine, dice.choice(last)), dice.getrandbits(32))[1]


# -- is a play in the model? ----------------------------------------------------------------------------------------------


class Checked:
    """The model of one start, asked for many plays."""

    def __init__(self, machine: NativeMachine, start: State) -> None:
        self.machine, self.teller = machine, Teller(machine.game, start)
        self.rows = Rows(self.teller.plan.model)
        self.score = self._row(self.teller.plan.score)
        self.by_solver = 0

    def has(self, play: Played) -> bool:
        """Does the model have the play with no less than its score?"""
        told = self.teller.told(play)
        if told.contradiction:
            return False
        settled = _settled(told)
        if settled is not None and self.rows.has(settled, [*_done(told), Row(self.score.terms, play.score + self.score.low)]):
            return True
        self.by_solver += 1
        return self._solved(told)

    def _solved(self, told: Told) -> bool:
        """CP-SAT decides."""
        model = self.teller.plan.model.clone()
        self.teller.add(told, model)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        status = solver.solve(model)
        assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE), "a model without a limit is decided"
        if status != cp_model.INFEASIBLE:
            self.rows.guesses = array("q", list(solver.response_proto.solution)[: self.rows.count])
        return status != cp_model.INFEASIBLE

    def _row(self, score: object) -> Row:
        """The score as a row: its terms, and what is to be taken from any limit for the numbers in it."""
        model = cp_model.CpModel()
        model.proto.copy_from(self.teller.plan.model.proto)
        before = len(model.proto.constraints)
        model.add(score >= 0)
        linear = model.proto.constraints[before].linear
        terms: dict[int, int] = {}
        for each, times in zip(linear.vars, linear.coeffs, strict=True):
            terms[each] = terms.get(each, 0) + times
        return Row(terms, linear.domain[0])


def _settled(told: Told) -> dict[int, int] | None:
    """Values by the number of the variable; None where a play settles one in two ways."""
    found: dict[int, int] = {}
    for variable, value in told.settled:
        if found.setdefault(variable.index, value) != value:
            return None
    return found


def _done(told: Told) -> Iterator[Row]:
    """One at least of some deeds."""
    for doings in told.done:
        terms: dict[int, int] = {}
        number = sum([_added(terms, doing) for doing in doings])
        yield Row(terms, 1 - number)


def _added(terms: dict[int, int], doing: Doing) -> int:
    """Adds the variables of a deed; the rest of it is a number."""
    number = 0
    for sign, some in ((1, doing.more), (-1, doing.less)):
        for each in some:
            if isinstance(each, int):
                number += sign * each
            else:
                terms[each.index] = terms.get(each.index, 0) + sign
    return number


# -- the test -------------------------------------------------------------------------------------------------------------


def batch(seed: int, each: int = EACH) -> Batch:
    """The random plays of a seed."""
    dice, known = random.Random(seed), instances()
    options = known[seed % len(known)]
    course, start = course_of(options), _start(options, dice)
    checked, seen, missed = Checked(course.machine, start), set[tuple[int, ...]](), []
    for _ in range(each):
        positions, numbers = course.moves(start, dice)
        if tuple(numbers) in seen:
            continue
        seen.add(tuple(numbers))
        play = course.played(positions, numbers)
        if not checked.has(play):
            missed.append(f"seed {seed}, {options}, play {len(seen)}, {play.score} points, moves {numbers}")
    return Batch(len(seen), checked.by_solver, tuple(missed))


def record(path: Path) -> tuple[int, list[str]]:
    """From how many of its turns a recorded play was looked at, and from which the model does not have it."""
    states, moves = line_of(path)
    options = next((("deck", deck),) for deck, each in recorded() if each == path)
    machine = machine_of(options)
    turns = _turns(options, states)
    missed = [f"{path.name} from move {at}" for at in turns[::EVERY] if not Checked(machine, states[at]).has(played(machine, states[at:], moves[at:]))]
    return len(turns[::EVERY]), missed


def look(plays: int) -> None:
    """Go on until so many random plays were looked at, and all recorded ones; then the relaxation is bound to the rules as they stand."""
    bind(keep=False)
    while (found := _found())["random"] < plays:
        one = batch(found["seeds"])
        seed, found["seeds"] = found["seeds"], found["seeds"] + 1
        found["random"] += one.plays
        found["by_solver"] += one.by_solver
        found["missed"] += one.missed
        _keep(found)
        print(f"seed {seed}: {one.plays} plays, {len(one.missed)} missed; {found['random']:,} in all", flush=True)
    for path in [path for deck, path in recorded() if path.name not in found["recorded"] and _is_over(deck, path)]:
        found["recorded"][path.name], missed = record(path)
        found["missed"] += missed
        _keep(found)
        print(f"{path.name}: from {found['recorded'][path.name]} positions, {len(missed)} missed", flush=True)


def _is_over(deck: str, path: Path) -> bool:
    return machine_of((("deck", deck),)).kind(line_of(path)[0][-1]) == "over"


def _found() -> dict[str, Any]:
    """What came of the test so far."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found["tested"]


def _keep(tested: Mapping[str, Any]) -> None:
    """Put it beside the relaxation, in numbers that answers quote."""
    whole = json.loads(FILE.read_text(encoding="utf-8"))
    whole["evidence"] |= {"random_plays": tested["random"], "recorded_plays": len(tested["recorded"]), "starts": tested["seeds"], "missed": len(tested["missed"])}
    FILE.write_text(json.dumps({**whole, "tested": tested}, indent=1) + "\n", encoding="utf-8")


# -- which rules ----------------------------------------------------------------------------------------------------------


def digests() -> dict[str, str]:
    """The rules, data and options that are tested, by their digests."""
    free, found = frozenset(json.loads(FILE.read_text(encoding="utf-8"))["free"]), {}
    for options in [(), (("deck", "1"),), *[each for each in instances() if len(each) > 1]]:
        game = load(GAME, dict(options)).rules
        readings = ", ".join([f"{name} = {value}" for name, value in options if name != "deck"]) or "the usual readings"
        turn = min(at for at, node in enumerate(game.nodes) if isinstance(node, ir.DecideNode) and any(each.action == PLUGIN.LEAVING for each in node.options))
        found[rules_digest(game, turn, free)] = f"{readings}, {'a deck' if options else 'the deck'} {'that is fixed' if options else 'known from the last round on'}"
    return found


def bind(keep: bool) -> None:
    """Write down the digests of the rules as they stand; what was tested on others counts for nothing, unless their meaning is the same and only the form of it has changed."""
    whole = json.loads(FILE.read_text(encoding="utf-8"))
    now = digests()
    if now == whole["digests"]:
        return
    whole["digests"] = now
    FILE.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
    if not keep:
        _keep({"random": 0, "seeds": 0, "recorded": {}, "by_solver": 0, "missed": []})
