"""Breadth-first exploration of a game with marks: the first play to each goal, failures of the rules, and the graph."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.failures import PlayError
from rules_dsl.ir.types import Value
from rules_dsl.machine.api import Move, State
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.stopping import StopReason, describe_stop
from rules_dsl.quantities import quantity
from solver.check.goals import CheckGoal
from solver.check.grounds import Positions
from solver.check.marking import MARKS, MarkedGame, mark_start
from solver.processes.apart import out_of_memory
from solver.protocol.clock import Clock

PART = 0.35
"""Of the time that is left; the rest is for whoever looks farther, and to tell what was found."""


@dataclass(frozen=True, slots=True)
class FailedPlay:
    """The play that ends where an evaluation fails, and the error; `moving`: by its last move, not where the moves
    after it are listed.
    """

    play: tuple[Move, ...]
    error: PlayError
    moving: bool = False


@dataclass(slots=True)
class Survey:
    """Positions by number, without marks, and the player to move (-1 for none).

    `reached` has the first play to each goal. `unevaluated` has, for each goal, the first play to a position where its
    condition cannot be evaluated. `failed` is where the rules fail.
    """

    machine: PythonMachine
    states: list[State] = field(default_factory=list)
    parents: list[tuple[int, Move] | None] = field(default_factory=list)
    targets: list[list[int]] = field(default_factory=list)
    moves: list[list[Move]] = field(default_factory=list)
    actors: list[int] = field(default_factory=list)
    reached: dict[int, tuple[Move, ...]] = field(default_factory=dict)
    unevaluated: dict[int, FailedPlay] = field(default_factory=dict)
    failed: dict[tuple[str, str], FailedPlay] = field(default_factory=dict)
    complete: bool = False
    played: int = 0
    stopped: StopReason = StopReason.NONE
    lack: str = ""
    """That memory ran out, and at which limit."""

    @property
    def visited_count(self) -> int:
        """The number of positions visited."""
        return len(self.targets)

    def after(self, number: int) -> Sequence[int]:
        """The positions after a visited one, one for each move."""
        return self.targets[number]

    def moves_along(self, number: int, way: Sequence[int]) -> list[Move]:
        """The moves that lead from a position along others."""
        moves = []
        for target in way:
            moves.append(self.moves[number][self.targets[number].index(target)])
            number = target
        return moves

    def value(self, expr: ir.Expr, number: int) -> Value:
        """The value of an expression in a position."""
        return self.machine.reference.value(expr, self.states[number])

    def play(self, number: int) -> tuple[Move, ...]:
        """The moves of a shortest play to a position."""
        moves: list[Move] = []
        while (parent := self.parents[number]) is not None:
            number = parent[0]
            moves.append(parent[1])
        return tuple(reversed(moves))

    @property
    def grounds(self) -> tuple[Positions, ...]:
        """The grounds for a recheck, if all positions are known."""
        return (Positions(len(self.states)),) if self.complete else ()

    @property
    def extent(self) -> str:
        """How far it went, in words."""
        if self.complete:
            many = "the only position" if len(self.states) == 1 else f"all {len(self.states):,} positions"
            return f"{many} reached before the rules fail" if self.failed else many
        plays = f" and {quantity(self.played, 'random play')}" if self.played else ""
        ended = "" if self.lack or not self.stopped else f" ({describe_stop(self.stopped, 'their number')})"
        return (
            "the first "
            f"{quantity(self.visited_count, 'position')}{ended}{plays}{f', then {self.lack}' if self.lack else ''}"
        )


@dataclass(frozen=True, slots=True)
class SurveyLimits:
    """Limits of an exploration: positions and seconds breadth first, then number, length and seconds of random plays.

    `until_met`: stop once every goal is met.
    """

    positions: int = 150_000
    seconds: float = 20.0
    plays: int = 2_000
    moves: int = 1_000
    playing: float = 10.0
    until_met: bool = False


def survey(
    marked: MarkedGame, goals: Sequence[CheckGoal], start: State, extent: SurveyLimits, clock: Clock, seed: int = 0
) -> Survey:
    """Visit positions breadth first; where they are too many, play at random from the start, too."""
    surveyor = _Surveyor(marked, goals)
    try:
        surveyor.run(start, extent, _part(clock, extent.seconds))
        if not surveyor.found.complete:
            surveyor.play_at_random(random.Random(seed), extent, _part(clock, extent.playing))
    except MemoryError:
        surveyor.give_up()
    return surveyor.found


def _part(clock: Clock, seconds: float) -> Clock:
    left = clock.deadline
    return clock.part(seconds if left is None else min(seconds, PART * left))


class _Surveyor:
    """The search.

    Marks are wiped off before a position is remembered: they say what the last move did, and nothing depends on them.
    """

    def __init__(self, marked: MarkedGame, goals: Sequence[CheckGoal]) -> None:
        claims = [claim for goal in goals for claim in goal.claims()]
        self.machine = PythonMachine(replace(marked.game, claims=tuple(claims)))
        self.parts = [(number, part) for number, goal in enumerate(goals) for part in goal.parts]
        self.marks = [place for place, (_, part) in enumerate(self.parts) if _reads_marks(part.condition)]
        self.plain = [place for place in range(len(self.parts)) if place not in set(self.marks)]
        self.bits = {place: 1 << _mark(self.parts[place][1].condition) for place in self.marks}
        self.asked: dict[int, list[int]] = {}  # node → the plain parts that are asked there and open
        self.found = Survey(self.machine)
        self.numbers: dict[State, int] = {}

    def run(self, start: State, extent: SurveyLimits, clock: Clock) -> None:
        """Position after position."""
        self._note(self._mark_state(start), None)
        while self.found.visited_count < len(self.found.states):
            self.found.stopped = self._find_limit(extent, clock)
            if self.found.stopped:
                return
            if extent.until_met and not (self.plain or self.marks):
                return
            self._visit(self.found.visited_count)
        self.found.complete = True

    def _find_limit(self, extent: SurveyLimits, clock: Clock) -> StopReason:
        """The limit that is reached; the clock is asked each time, for one position may have thousands of moves."""
        if len(self.found.states) > extent.positions:
            return StopReason.NUMBER
        return StopReason(clock.stopped) if clock.is_over() else StopReason.NONE

    def give_up(self) -> None:
        """Memory ran out: release what only further exploration needs, and reopen the position that was half expanded."""
        self.numbers = {}
        result = self.found
        for item in (result.targets, result.moves, result.actors):
            del item[min(len(result.targets), len(result.moves), len(result.actors)) :]
        result.complete, result.stopped, result.lack = False, StopReason.MEMORY, out_of_memory()

    def _mark_state(self, start: State) -> State:
        first = self.machine.initial()
        return mark_start(self.machine.game, first, start)

    def _visit(self, number: int) -> None:
        result, state = self.found, self.found.states[number]
        targets: list[int] = []
        made: list[Move] = []
        actor, moves = -1, list[Move]()
        self._judge(state, lambda: result.play(number))
        try:
            moves = self._moves(state)
            actor = self.machine.actor(state) if moves and self.machine.kind(state) == "decide" else -1
        except PlayError as error:
            self._fail(self.found.play(number), error)
        for move in moves:
            try:
                after = self.machine.apply(state, move)
            except PlayError as error:
                self._fail((*self.found.play(number), move), error, moving=True)
                continue
            targets.append(self._note(after, (number, move)))
            made.append(move)
        result.targets.append(targets)
        result.moves.append(made)
        result.actors.append(actor)

    def _moves(self, state: State) -> list[Move]:
        """The moves; where play is over, its end and the scores are evaluated, which may fail like a move."""
        moves = list(self.machine.moves(state))
        if not moves:
            self.machine.find_end(state)
            self.machine.scores(state)
        return moves

    def _judge(self, state: State, play: Callable[[], tuple[Move, ...]]) -> None:
        """Notes which goals hold for the first time.

        A condition is evaluated only where it is asked, and its failure is no failure of the rules.
        """
        for place in self._open_at(state.node):
            goal = self.parts[place][0]
            try:
                if goal not in self.found.reached and self.machine.claim(state, place):
                    self._reach(goal, play())
            except PlayError as error:
                if goal not in self.found.unevaluated:
                    self.found.unevaluated[goal] = FailedPlay(play(), error)

    def _open_at(self, node: int) -> list[int]:
        if node not in self.asked:
            self.asked[node] = [place for place in self.plain if self.parts[place][1].applies_at(node)]
        return self.asked[node]

    def _reach(self, goal: int, play: tuple[Move, ...]) -> None:
        self.found.reached[goal] = play
        self.plain, self.marks = (
            [place for place in places if self.parts[place][0] != goal] for places in (self.plain, self.marks)
        )
        self.asked = {}

    def _note(self, state: State, parent: tuple[int, Move] | None) -> int:
        """Remember a position; what its marks say was done by the move to it."""
        marks, wiped = state.values[-1], State((*state.values[:-1], 0), state.node)
        number = self.numbers.setdefault(wiped, len(self.found.states))
        if number == len(self.found.states):
            self.found.states.append(wiped)
            self.found.parents.append(parent)
        for goal in self._newly_marked(marks):
            self._reach(goal, () if parent is None else (*self.found.play(parent[0]), parent[1]))
        return number

    def _newly_marked(self, marks: int) -> list[int]:
        """The goals that these marks meet for the first time."""
        return [self.parts[place][0] for place in self.marks if marks & self.bits[place]]

    # -- where there are too many positions ---------------------------------------------------------------------------

    def play_at_random(self, dice: random.Random, extent: SurveyLimits, clock: Clock) -> None:
        """Random plays until everything has been met, or limits."""
        for _ in range(extent.plays):
            if clock.is_over() or not (self.plain or self.marks):
                return
            self._one_play(dice, extent.moves, clock)
            self.found.played += 1

    def _one_play(self, dice: random.Random, most: int, clock: Clock) -> None:
        state, play = self.found.states[0], list[Move]()
        try:
            for _ in range(most):
                self._judge(state, lambda: tuple(play))
                moves = self._moves(state)
                if not moves or clock.is_over():
                    return
                play.append(dice.choice(moves))
                state = self.machine.apply(state, play[-1])
                for goal in self._newly_marked(state.values[-1]):
                    self._reach(goal, tuple(play))
                state = State((*state.values[:-1], 0), state.node)
        except PlayError as error:
            self._fail(tuple(play), error)

    def _fail(self, play: tuple[Move, ...], error: PlayError, moving: bool = False) -> None:
        first = error.diagnostics[0]
        self.found.failed.setdefault((first.code, str(first.span)), FailedPlay(play, error, moving))


def _reads_marks(condition: ir.Expr) -> bool:
    return isinstance(condition, ir.Binary) and condition.right == ir.Var(MARKS, condition.right.type)


def _mark(condition: ir.Expr) -> int:
    assert isinstance(condition, ir.Binary) and isinstance(condition.left, ir.Literal)
    return int(condition.left.value)
