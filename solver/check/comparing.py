"""Compares two games move by move and finds a shortest play after which they differ in legal moves, chance or score."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rules_dsl.ir.failures import PlayError
from rules_dsl.ir.types import EnumType
from rules_dsl.machine.api import Machine, Move, State
from rules_dsl.machine.stopping import StopReason
from rules_dsl.play.notation import show_move
from rules_dsl.quantities import quantity
from solver.processes.apart import out_of_memory
from solver.protocol.clock import Clock

MOST_NAMED = 3
NAMED, ALIKE, OTHERS = 30, 5, 1
"""How much a move weighs in a guided play: one that was named, another of its action, any other."""


@dataclass(frozen=True, slots=True)
class ComparisonLimits:
    """Limits of a comparison: pairs of positions and seconds for the breadth-first part, then the number and length of
    random plays.
    """

    pairs: int = 100_000
    seconds: float = 30.0
    plays: int = 500
    moves: int = 1_000


@dataclass(frozen=True, slots=True)
class EquivalentGames:
    """No play distinguishes the games."""

    method: str


@dataclass(frozen=True, slots=True)
class Different:
    """The games differ after this play. `shortest`: no shorter play distinguishes them."""

    play: tuple[str, ...]
    what: str
    shortest: bool


@dataclass(frozen=True, slots=True)
class UndecidedComparison:
    """No play up to a length distinguishes the games; of longer ones only random plays were made. `stopped`: what ended
    that, by default the number of pairs and of random plays.
    """

    upto: int
    tried: str
    stopped: StopReason = StopReason.NUMBER


Side = TypeVar("Side")

BOTH_FAIL = "the rules of both games fail"

Comparison = EquivalentGames | Different | UndecidedComparison
Pair = tuple[State, State]


def compare(
    sides: Sides, extent: ComparisonLimits, clock: Clock, seed: int = 0, named: Collection[str] = ()
) -> Comparison:
    """Visit all pairs of positions reached by the same moves, then play at random.

    Every other random play prefers the moves in `named`.
    """
    result = _Search(sides).run(
        extent, clock.part(extent.seconds if clock.deadline is None else min(extent.seconds, clock.deadline))
    )
    if not isinstance(result, UndecidedComparison):
        return result
    played = _at_random(sides, random.Random(seed), extent, clock, frozenset(named))
    return (
        played
        if isinstance(played, Different)
        else UndecidedComparison(
            result.upto, f"{result.tried} and {quantity(played, 'random play')}", _find_stop(result, extent, played)
        )
    )


def _find_stop(visited: UndecidedComparison, extent: ComparisonLimits, played: int) -> StopReason:
    """What ended the comparison: memory, or what ended the random plays, their number or the time."""
    if visited.stopped is StopReason.MEMORY:
        return visited.stopped
    return StopReason.NUMBER if played >= extent.plays else StopReason.TIME


@dataclass(frozen=True, slots=True)
class Sides:
    """The two games, and where play begins in each; None: where the games begin."""

    one: Machine
    other: Machine
    starts: Pair | None = None

    def start(self) -> Pair | str:
        """Both first positions, or the message which game has none."""
        return self.starts or _both(self.one.initial, self.other.initial)

    def moves(self, pair: Pair) -> dict[str, tuple[Move, Move]] | str:
        """The moves by their texts, or what differs."""
        sides = _both(
            lambda: self._describe_state(self.one, pair[0]), lambda: self._describe_state(self.other, pair[1])
        )
        if isinstance(sides, str):
            return sides
        (first, moves), (second, others) = sides
        if first != second:
            return f"in the first game {first}, in the second {second}"
        only, lacking = [text for text in moves if text not in others], [text for text in others if text not in moves]
        if only or lacking:
            return "; ".join(
                part
                for part in (
                    _name_some("legal in the first game only", only),
                    _name_some("legal in the second only", lacking),
                )
                if part
            )
        return {text: (move, others[text]) for text, move in moves.items()}

    def after(self, pair: Pair, moves: tuple[Move, Move]) -> Pair | str:
        """Both positions after a move, or in which game the rules fail."""
        return _both(lambda: self.one.apply(pair[0], moves[0]), lambda: self.other.apply(pair[1], moves[1]))

    def different(self, play: tuple[str, ...], what: str) -> Different | None:
        """That they differ after a play, unless the rules of both fail there."""
        return None if what == BOTH_FAIL else Different(play, what, False)

    def _describe_state(self, machine: Machine, state: State) -> tuple[str, dict[str, Move]]:
        """What can be observed at a position: the player to move, the outcomes of chance with their odds, or ending and
        score; and the moves by their texts.
        """
        kind = machine.kind(state)
        moves = {show_move(machine, state, move): move for move in machine.moves(state)}
        if kind == "decide":
            return f"{_player(machine, machine.actor(state))} decides", moves
        if kind == "chance":
            odds = ", ".join(
                f"{show_move(machine, state, outcome.move)} {outcome.probability}"
                for outcome in machine.outcomes(state)
            )
            return f"chance brings {odds}", moves
        ended = machine.find_end(state)
        assert ended is not None
        who = "" if ended.who is None else f" {_player(machine, ended.who)}"
        return f"the game ends by {ended.kind}{who}{self._describe_scores(machine, state)}", moves

    def _describe_scores(self, machine: Machine, state: State) -> str:
        """The points at an end; nothing where neither game has a score, for the ending says it all."""
        if not (self.one.game.scores or self.other.game.scores):
            return ""
        first, *others = machine.scores(state)
        return (
            (f" with {', '.join(map(str, (first, *others)))} points") if others else f" with {quantity(first, 'point')}"
        )


class _Search:
    """Breadth first."""

    def __init__(self, sides: Sides) -> None:
        self.sides = sides
        self.parents: dict[Pair, tuple[Pair, str] | None] = {}

    def run(self, extent: ComparisonLimits, clock: Clock) -> Comparison:
        """Until they differ, all pairs were seen, or a limit, of memory, too."""
        self.depth = 0
        try:
            return self._run(extent, clock)
        except MemoryError:
            many, self.parents = len(self.parents), {}
            tried = f"{quantity(many, 'pair')} of positions, then {out_of_memory()},"
            return UndecidedComparison(self.depth - 1, tried, StopReason.MEMORY)

    def _run(self, extent: ComparisonLimits, clock: Clock) -> Comparison:
        start = self.sides.start()
        if isinstance(start, str):
            return EquivalentGames("both fail at once") if start == BOTH_FAIL else Different((), start, True)
        self.parents[start] = None
        waiting = deque([(start, 0)])
        while waiting:
            pair, self.depth = waiting.popleft()
            if len(self.parents) > extent.pairs or (clock.tick() and clock.is_over()):
                return UndecidedComparison(self.depth - 1, f"{quantity(len(self.parents), 'pair')} of positions")
            for result in self._visit(pair):
                if isinstance(result, Different):
                    return result
                waiting.append((result, self.depth + 1))
        return EquivalentGames(_describe_pairs(len(self.parents)))

    def _visit(self, pair: Pair) -> Iterator[Pair | Different]:
        moves = self.sides.moves(pair)
        if isinstance(moves, str):
            if moves != BOTH_FAIL:
                yield Different(self._play(pair), moves, True)
            return
        for text, both in moves.items():
            after = self.sides.after(pair, both)
            if isinstance(after, str):
                if after == BOTH_FAIL:
                    continue
                yield Different((*self._play(pair), text), after, True)
                return
            if after not in self.parents:
                self.parents[after] = (pair, text)
                yield after

    def _play(self, pair: Pair) -> tuple[str, ...]:
        texts = []
        while (parent := self.parents[pair]) is not None:
            pair = parent[0]
            texts.append(parent[1])
        return tuple(reversed(texts))


def _describe_pairs(number: int) -> str:
    pairs = "the only pair" if number == 1 else f"all {number:,} pairs"
    return f"{pairs} of positions that the same moves lead to"


def _both(one: Callable[[], Side], other: Callable[[], Side]) -> tuple[Side, Side] | str:
    """What both games say; or, if the rules of only one of them fail, in which."""
    first, second = _ask_side(one), _ask_side(other)
    if isinstance(first, PlayError) and isinstance(second, PlayError):
        return BOTH_FAIL
    if isinstance(first, PlayError):
        return f"the rules fail in the first game only: {first.diagnostics[0].message}"
    if isinstance(second, PlayError):
        return f"the rules fail in the second game only: {second.diagnostics[0].message}"
    return first, second


def _ask_side(ask: Callable[[], Side]) -> Side | PlayError:
    try:
        return ask()
    except PlayError as error:
        return error


def _at_random(
    sides: Sides, dice: random.Random, extent: ComparisonLimits, clock: Clock, named: frozenset[str]
) -> Different | int:
    """Random plays until the games differ; else how many were played to their end."""
    for number in range(extent.plays):
        wanted = named if number % 2 else frozenset[str]()
        pair, play = sides.start(), list[str]()
        while not isinstance(pair, str) and len(play) < extent.moves:
            moves = sides.moves(pair)
            if isinstance(moves, str):
                pair = moves
                break
            if clock.is_over():
                return number
            if not moves:
                break
            play.append(_choose_text(list(moves), dice, wanted))
            pair = sides.after(pair, moves[play[-1]])
        if isinstance(pair, str) and pair != BOTH_FAIL:
            return Different(tuple(play), pair, False)
    return extent.plays


def _choose_text(texts: Sequence[str], dice: random.Random, named: frozenset[str]) -> str:
    if not named:
        return dice.choice(texts)
    actions = {_action(text) for text in named}
    return dice.choices(
        texts, [NAMED if text in named else ALIKE if _action(text) in actions else OTHERS for text in texts]
    )[0]


def _action(text: str) -> str:
    return text.partition("(")[0]


def _player(machine: Machine, number: int) -> str:
    players = machine.game.players
    assert isinstance(players, EnumType)
    return players.members[number]


def _name_some(words: str, texts: list[str]) -> str:
    if not texts:
        return ""
    more = f" and {len(texts) - MOST_NAMED} more" if len(texts) > MOST_NAMED else ""
    return f"{words}: {', '.join(texts[:MOST_NAMED])}{more}"
