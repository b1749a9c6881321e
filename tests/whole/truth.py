"""What is true of a small game, by looking at every position: shares nothing with the engines."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from tests.whole.model import Model
from tests.whole.parts import Fails, Move, Position

REACHED = ("goal", "win")


class TooLarge(Exception):
    """The game has more positions than are looked at."""


@dataclass(slots=True)
class Facts:
    """Every position of a game with its moves; `fails`: somewhere the rules fail."""

    model: Model
    first: Position | None = None
    moves: dict[Position, list[Move]] = field(default_factory=dict)
    by_depth: list[int] = field(default_factory=list)
    fails: bool = False

    @property
    def ends(self) -> list[Position]:
        """Where the game is over."""
        return [position for position, moves in self.moves.items() if not moves]

    @property
    def transitions(self) -> int:
        """How many moves there are in all positions together."""
        return sum(map(len, self.moves.values()))

    def perft(self, depth: int) -> list[int]:
        """How many plays of 0, 1, … moves there are."""
        assert self.first is not None
        wave, found = {self.first: 1}, [1]
        for _ in range(depth):
            after: dict[Position, int] = {}
            for position, ways in wave.items():
                for move in self.moves[position]:
                    after[move.after] = after.get(move.after, 0) + ways
            wave = after
            found.append(sum(wave.values()))
        return found

    def fewest(self) -> int | None:
        """The moves to the nearest goal."""
        for depth, wave in enumerate(self._waves()):
            if any(not self.moves[each] and self.model.ended(each)[0] in REACHED for each in wave):
                return depth
        return None

    def _waves(self) -> list[list[Position]]:
        assert self.first is not None
        seen, wave, found = {self.first}, [self.first], list[list[Position]]()
        while wave:
            found.append(wave)
            fresh = dict.fromkeys(move.after for each in wave for move in self.moves[each] if move.after not in seen)
            seen.update(fresh)
            wave = list(fresh)
        return found

    def worth(self, end: Position) -> int:
        """What an end is worth to the first player."""
        points = self.model.points(end)
        if len(points) != 2:
            return points[0]
        ahead = points[0] - points[1]
        return ahead if self.model.scores else (ahead > 0) - (ahead < 0)

    def highest(self) -> int | None:
        """The best end."""
        return max(map(self.worth, self.ends), default=None)

    def value(self) -> Fraction | None:
        """What the first position is worth where the first player and chance and his opponent do their best; None where
        it depends on what a play without end is worth.
        """
        known = self.values()
        assert self.first is not None
        return self._forced() if known is None else known[self.first]

    def _forced(self) -> Fraction | None:
        """What each of two can force, where positions recur, whatever a play without end is worth; None where these
        differ, or chance acts.

        Such a play is worth no less and no more than some position: a victory and a defeat are the most and the least,
        or what the score may be.
        """
        assert self.first is not None
        if any(move.odds is not None for moves in self.moves.values() for move in moves):
            return None
        worths = [self.worth(position) for position in self.moves] if self.model.scores else [-1, 1]
        low, high = [self._fixed(Fraction(endless))[self.first] for endless in (min(worths), max(worths))]
        return low if low == high else None

    def _fixed(self, endless: Fraction) -> dict[Position, Fraction]:
        """The values where a play without end is worth so much."""
        known = {
            position: endless if moves else Fraction(self.worth(position)) for position, moves in self.moves.items()
        }
        while True:
            fresh = {position: self._valued(position, known) for position in known}
            if fresh == known:
                return known
            known = fresh

    def values(self) -> dict[Position, Fraction] | None:
        """The same for each position."""
        order = self._backwards()
        if order is None:
            return None
        known: dict[Position, Fraction] = {}
        for position in order:
            known[position] = self._valued(position, known)
        return known

    def distances(self) -> dict[Position, int]:
        """The moves to the nearest goal, from each position that leads to one."""
        goals = [end for end in self.ends if self.model.ended(end)[0] in REACHED]
        return self._spread([(end, 0) for end in goals], 1)

    def bests(self) -> dict[Position, int]:
        """The best end, from each position that leads to one."""
        ends = sorted([(self.worth(end), number, end) for number, end in enumerate(self.ends)], reverse=True)
        return self._spread([(end, worth) for worth, _, end in ends], 0)

    def _spread(self, ends: list[tuple[Position, int]], cost: int) -> dict[Position, int]:
        """From ends backwards; what reaches a position first stays."""
        before: dict[Position, list[Position]] = {}
        for position, moves in self.moves.items():
            for move in moves:
                before.setdefault(move.after, []).append(position)
        known: dict[Position, int] = {}
        waves = [ends] if cost else [[end] for end in ends]
        for wave in waves:
            while wave:
                fresh = {position: value for position, value in reversed(wave) if position not in known}
                known.update(fresh)
                wave = [
                    (earlier, value + cost) for position, value in fresh.items() for earlier in before.get(position, [])
                ]
        return known

    def _valued(self, position: Position, known: dict[Position, Fraction]) -> Fraction:
        moves = self.moves[position]
        if not moves:
            return Fraction(self.worth(position))
        after = [known[move.after] for move in moves]
        if self.model.kind(position) == "chance":
            return sum(
                ((move.odds or Fraction(0)) * value for move, value in zip(moves, after, strict=True)), Fraction(0)
            )
        return max(after) if self.model.actor(position) == self.model.players[0] else min(after)

    def _backwards(self) -> list[Position] | None:
        """Positions so that each stands behind all it leads to; None where positions recur."""
        assert self.first is not None
        order, state, waiting = list[Position](), {self.first: 1}, [(self.first, iter(self.moves[self.first]))]
        while waiting:
            position, left = waiting[-1]
            move = next(left, None)
            if move is None:
                state[position] = 2
                order.append(position)
                waiting.pop()
            elif state.get(move.after) == 1:
                return None
            elif move.after not in state:
                state[move.after] = 1
                waiting.append((move.after, iter(self.moves[move.after])))
        return order

    def claimed(self, number: int) -> bool:
        """Is a claim true?"""
        holds = [self.model.claim(number, position) for position in self.moves]
        return {"always": all(holds), "never": not any(holds), "sometimes": any(holds)}[self.model.claims[number][0]]

    def recurs(self) -> bool:
        """May a position come again?"""
        return self._backwards() is None


def facts_of(model: Model, most: int) -> Facts:
    """Everything about a game of so many positions at most."""
    found = Facts(model)
    try:
        found.first = model.initial()
    except Fails:
        found.fails = True
        return found
    seen, wave = {found.first}, [found.first]
    while wave:
        found.by_depth.append(len(wave))
        after: dict[Position, None] = {}
        for position in wave:
            try:
                found.moves[position] = model.moves(position)
            except Fails:
                found.fails = True
                found.moves[position] = []
            after.update(dict.fromkeys(move.after for move in found.moves[position] if move.after not in seen))
        seen.update(after)
        if len(seen) > most:
            raise TooLarge
        wave = list(after)
    return found
