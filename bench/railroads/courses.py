"""Plays that are put to the model of rounds: instances of the game, random plays of them, and plays that are on record."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path

from bench.railroads.records import FOLDER, GAME, ROUNDS
from cython_ext.kernels.barring import place_in, place_of
from cython_ext.layout.move_codes import move_codes
from cython_ext.native import NativeMachine, Position
from regelwerk.api.loader import load
from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import State
from rules_dsl.play.file import read_play
from rules_dsl.play.record import PlayFile
from rules_dsl.play.replay import replay
from solver.models.ultimate_railroads.industry import WRENCHES
from solver.models.ultimate_railroads.plugin import PLUGIN
from solver.models.ultimate_railroads.telling import ModelStep, RecordedPlay
from solver.relaxed.facts import Facts
from solver.sampling.modelled import reveal_deck

Options = tuple[tuple[str, str], ...]
Early = dict[int, Facts]
"""By round where everything stands as soon as the first field is met."""

OTHER_DECKS = (101, 102, 103, 104)
VARIED = (105, 106)
"""Decks that are played under each of the other readings, too."""
READINGS = {
    "emil_three": "takes_two", "emil_tie": "yours", "second_key": "two_keys_there",
    "wooden_on_basic": "gives_none", "lowest_space_again": "is_never_held",
}  # fmt: skip
IDLE = ("pass", "finish")
BUSY = 0.97
"""How often a random play does something where it might pass."""
OFTEN = 0.6
"""How often a start is taken from a recorded play where there is one."""


@dataclass(frozen=True, slots=True)
class Line:
    """The positions of a play, each with the number of its move or outcome; the last one has none."""

    positions: tuple[Position, ...]
    numbers: tuple[int, ...]

    def rest(self, at: int) -> Line:
        """The play from one of its positions on."""
        return Line(self.positions[at:], self.numbers[at:])


@cache
def machine_of(options: Options) -> NativeMachine:
    """The game compiled with these options; a deck fixes its chance."""
    return NativeMachine(load(GAME, dict(options)).rules)


def instances() -> list[Options]:
    """A deck that is not fixed, decks, and decks under other readings."""
    decks = {options[0][1] for _, options in recorded() if options} | {str(deck) for deck in OTHER_DECKS}
    pairs = zip(VARIED * len(READINGS), READINGS.items(), strict=False)
    varied = [(("deck", str(deck)), reading) for deck, reading in pairs]
    return [
        (),
        *[(("deck", deck),) for deck in sorted(decks, key=int)],
        *varied,
        (("deck", str(VARIED[0])), *READINGS.items()),
    ]


@cache
def recorded() -> tuple[tuple[Path, Options], ...]:
    """All plays against Emil that are on record, with their options."""
    found = [(path, read_play(path)) for path in sorted(FOLDER.rglob("*.play"))]
    mine = [(path, tuple(play.options)) for path, play in found if isinstance(play, PlayFile)]
    return tuple([(path, options) for path, options in mine if {name for name, _ in options} <= {"deck"}])


class Course:
    """Plays of an instance. They are followed as bytes; states are made of few of their positions."""

    def __init__(self, options: Options) -> None:
        self.machine = machine_of(options)
        self.game = self.machine.game
        self._codes = move_codes(self.game)
        self._counted = [place_of(self.game, name) for name in ("node", "v round")]
        self._claims = [place_in(self.game, "claimed", (0,))[:2], place_of(self.game, "v lane_idea")]
        self._wrenches = [place_in(self.game, "wrench_at", (0, wrench))[:2] for wrench in WRENCHES]
        self._points = place_in(self.game, "points", (0,))[:2]
        self._lane_end = len(Facts(self.game, self.machine.initial()).names("lane")) - 1

    # -- what stands in a position -----------------------------------------------------------------------------------

    def node_of(self, position: Position) -> ir.Node:
        """The node at which play rests."""
        return self.game.nodes[_number_at(position, self._counted[0])]

    def round_at(self, position: Position) -> int:
        """The round."""
        return _number_at(position, self._counted[1])

    def begins_turn(self, position: Position) -> bool:
        """May the player leave the round here, so that a model can begin?"""
        node = self.node_of(position)
        return isinstance(node, ir.DecideNode) and any(each.action == PLUGIN.LEAVING for each in node.options)

    def _fields(self, position: Position) -> tuple[object, ...]:
        """What changes when a field is met."""
        claims = [_number_at(position, place) for place in self._claims]
        return (*claims, *[_number_at(position, place) >= self._lane_end for place in self._wrenches])

    # -- plays -------------------------------------------------------------------------------------------------------

    def random_line(self, start: State, dice: random.Random) -> Line:
        """A random play that seldom passes."""
        positions, numbers = [self.machine.position(start)], []
        while choices := [number for _, number in self.machine.choices(positions[-1])]:
            number = dice.choice(choices)
            step = self._step(positions[-1], number)
            if step is not None and step.action in IDLE and len(choices) > 1 and dice.random() < BUSY:
                number = dice.choice([each for each in choices if each != number])
            positions.append(self.machine.follow(positions[-1], (positions[-1], number)))
            numbers.append(number)
        return Line(tuple(positions), tuple(numbers))

    def recorded_line(self, path: Path) -> Line:
        """A play on record."""
        play = read_play(path)
        assert isinstance(play, PlayFile)
        found = replay(self.machine, play)
        assert not found.findings
        positions = [self.machine.position(state) for state in found.states]
        return Line(tuple(positions), tuple([self._number_between(*pair) for pair in pairwise(positions)]))

    def _number_between(self, before: Position, after: Position) -> int:
        return next(
            number
            for _, number in self.machine.choices(before)
            if self.machine.follow(before, (before, number)) == after
        )

    def is_over(self, line: Line) -> bool:
        """Has a play come to its end?"""
        return self.machine.kind(self.machine.state(line.positions[-1])) == "over"

    def turns(self, line: Line) -> list[int]:
        """The positions of a play at which a turn begins, but for the last one."""
        return [at for at, position in enumerate(line.positions) if self.begins_turn(position)][:-1]

    # -- what a model is told ----------------------------------------------------------------------------------------

    def played(self, line: Line) -> RecordedPlay:
        """A play as a model sees it."""
        steps = [self._step(position, number) for position, number in zip(line.positions, line.numbers, strict=False)]
        rounds = [self.round_at(position) for position in line.positions]
        last = len(rounds) - 1
        ends = [at for at in range(last) if rounds[at + 1] != rounds[at] or at + 1 == last]
        told = [
            (rounds[at], Facts(self.game, self._state(line, at)), _number_at(line.positions[at + 1], self._points))
            for at in ends
        ]
        return RecordedPlay(
            tuple([step for step in steps if step is not None]),
            tuple(told),
            self.machine.scores(self._state(line, last))[0],
        )

    def early(self, line: Line) -> Early:
        """In each round where everything stands as soon as the first field is met."""
        found: Early = {}
        for before, after in pairwise(line.positions):
            number = self.round_at(after)
            if number not in found and number == self.round_at(before) and self._fields(before) != self._fields(after):
                found[number] = Facts(self.game, self.machine.state(after))
        return found

    def _state(self, line: Line, at: int) -> State:
        return self.machine.state(line.positions[at])

    def _step(self, position: Position, number: int) -> ModelStep | None:
        """A move; None for one of chance."""
        node = self.node_of(position)
        if not isinstance(node, ir.DecideNode):
            return None
        action = node.options[number & (1 << self._codes.option_width) - 1].action
        fields = self._codes.actions[action].parameters
        return ModelStep(
            action, tuple([number >> field.shift & (1 << field.width) - 1 for field in fields]), self.round_at(position)
        )


def _number_at(position: Position, place: tuple[int, int]) -> int:
    at, size = place
    return int.from_bytes(position[at : at + size], "little")


@cache
def course_of(options: Options) -> Course:
    """The plays of an instance."""
    return Course(options)


@cache
def line_of(path: Path, options: Options) -> Line:
    """A play on record."""
    return course_of(options).recorded_line(path)


# -- where a model begins
# -------------------------------------------------------------------------------------------------


def random_start(options: Options, dice: random.Random) -> State:
    """A turn of a random play, later ones more likely; in the last round where the deck is not fixed, which is fixed
    there.
    """
    course = course_of(options)
    return _start_of(course.random_line(course.machine.initial(), dice), course, bool(options), dice)


def any_start(options: Options, dice: random.Random) -> State:
    """The same of a recorded play, too, where there is one with these options that comes as far."""
    course, found = course_of(options), [path for path, each in recorded() if each == options]
    if not found or dice.random() >= OFTEN:
        return random_start(options, dice)
    line = line_of(dice.choice(found), options)
    if not options and not list(_last_turns(course, line)):  # a play that was given up before the last round
        return random_start(options, dice)
    return _start_of(line, course, bool(options), dice)


def _start_of(line: Line, course: Course, is_fixed: bool, dice: random.Random) -> State:
    turns = course.turns(line)
    if is_fixed:
        return course.machine.state(line.positions[turns[int(len(turns) * dice.random() ** 0.5)]])
    at = dice.choice(list(_last_turns(course, line)))
    return reveal_deck(course.machine, course.machine.state(line.positions[at]), dice.getrandbits(32))[1]


def _last_turns(course: Course, line: Line) -> Iterator[int]:
    return (at for at in course.turns(line) if course.round_at(line.positions[at]) == ROUNDS)


def recorded_starts(course: Course, line: Line, is_fixed: bool, every: int) -> list[tuple[int, State]]:
    """Every so many turns of a recorded play; in the last round, with the cards that came then, where no deck is fixed."""
    if is_fixed:
        return [(at, course.machine.state(line.positions[at])) for at in course.turns(line)[::every]]
    states = [course.machine.state(position) for position in line.positions]
    return [(at, _with_deck_of(course, states[at:])) for at in _last_turns(course, line)]


def _with_deck_of(course: Course, states: Sequence[State]) -> State:
    """The first of some positions with Emil's cards in the order in which they came; those that never came lie below."""
    place = [each.name for each in course.game.variables].index("emil")
    known, unseen = states[0].values[place]
    drawn = [
        card for before, after in pairwise(states) for card in _lost(before.values[place][1], after.values[place][1])
    ]
    left = [card for card, count in enumerate(states[-1].values[place][1]) for _ in range(count)]
    values = list(states[0].values)
    values[place] = ((*known, *drawn, *left), tuple([0] * len(unseen)))
    return replace(states[0], values=tuple(values))


def _lost(before: Sequence[int], after: Sequence[int]) -> list[int]:
    return [card for card, (had, has) in enumerate(zip(before, after, strict=True)) if has < had]
