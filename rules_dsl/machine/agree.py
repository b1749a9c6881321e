"""Compares two machines by random plays: everything observable must agree at every position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.random_numbers import SplitMix64, seed_of
from rules_dsl.ir.types import cardinality
from rules_dsl.machine.api import Machine, Move, State
from rules_dsl.machine.walker import Fast, Position, Walker

WRONG_MOVES = 4
"""How many moves that may not be legal are tried at each position."""
WIDEST = 500
"""So many moves of a position are made on both machines."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first thing on which two machines differ: what was asked, both answers, and the play that leads there."""

    what: str
    first: object
    second: object
    play: tuple[Move, ...]
    state: State | None

    def __str__(self) -> str:
        moves = ", ".join(f"{move.option}{list(move.arguments)}" for move in self.play) or "nothing"
        return f"{self.what} after {moves}\n  one says    {self.first}\n  other says  {self.second}\n  at {self.state}"


class _Differ(Exception):
    def __init__(self, difference: Difference) -> None:
        super().__init__(str(difference))
        self.difference = difference


def compare(
    first: Machine, second: Machine, *, plays: int = 20, plies: int = 100, seed: int = 0, strict: bool = False
) -> Difference | None:
    """The first difference in random plays up to these limits; None if there is none.

    Machines agree where the rules fail on both; with `strict` the messages and places must be equal, too.
    """
    try:
        for number in range(plays):
            _Play(first, second, SplitMix64(seed_of(seed, number)), strict).run(plies)
    except _Differ as differ:
        return differ.difference
    return None


class _Play:
    """One play on two machines at once."""

    def __init__(self, first: Machine, second: Machine, random: SplitMix64, strict: bool) -> None:
        self.first, self.second, self.random, self.strict = first, second, random, strict
        self.moves: list[Move] = []
        self.state: State | None = None

    def run(self, plies: int) -> None:
        """Play until the game is over, the rules fail, or the limit of plies is reached."""
        state = self._both("the first state", "initial")
        for _ in range(plies):
            if not isinstance(state, State):
                return
            self.state = state
            moves = self._look(state)
            if not moves:
                return
            move = moves[self.random.below(len(moves))]
            self.moves.append(move)
            state = self._both("the state after it", "apply", state, move)

    def _look(self, state: State) -> Sequence[Move]:
        """Compare everything there is to ask at a state."""
        kind = self._both("the kind", "kind", state)
        moves = self._both("the moves", "moves", state)
        if kind not in ("decide", "chance", "over") or not isinstance(moves, list):
            return ()  # the rules fail here, and what else they say is left open
        if kind == "decide":
            self._both("who decides", "actor", state)
        if kind == "chance":
            self._both("the outcomes", "outcomes", state)
        self._both("how it ended", "find_end", state)
        self._both("the scores", "scores", state)
        self._both("the score lines", "score_lines", state)
        self._both("the claims", "claims", state)
        self._look_at_forms(state)
        self._look_at_walkers(state, moves)
        self._try_wrong_moves(state, moves)
        return moves

    def _look_at_forms(self, state: State) -> None:
        for player in range(cardinality(self.first.game.players)):
            self._both("what a player sees", "observation", state, player)
        packed = self._both("the packed form", "encode", state)
        if isinstance(packed, bytes):
            self._both("the state unpacked", "decode", packed)

    def _look_at_walkers(self, state: State, moves: Sequence[Move]) -> None:
        """What counting and exploring use must say the same as listing and applying moves."""
        following = [self._answer(self.first, "apply", (state, move)) for move in moves[:WIDEST]]
        for machine in (self.first, self.second):
            if not isinstance(machine, Fast):
                continue
            walker = machine.walker()
            position = walker.position(state)
            self._expect("how many moves there are", len(moves), walker.count(position))
            if all(isinstance(after, State) for after in following):
                self._expect(
                    "the states after each move",
                    following,
                    [walker.state(after) for after in _walk_along(walker, position, len(moves))],
                )

    def _try_wrong_moves(self, state: State, moves: Sequence[Move]) -> None:
        for _ in range(WRONG_MOVES):
            move = self._distort_move(state, moves)
            self._both(f"why {move} is refused", "explain", state, move)

    def _distort_move(self, state: State, moves: Sequence[Move]) -> Move:
        """A move that may not be legal: of another option, with a value changed, one too few or one too many."""
        move = moves[self.random.below(len(moves))] if moves else Move(0, ())
        arguments = list(move.arguments)
        match self.random.below(4):
            case 0:
                return Move(self.random.below(_options(self.first.game, state) + 1), tuple(arguments))
            case 1 if arguments:
                place = self.random.below(len(arguments))
                other = moves[self.random.below(len(moves))].arguments
                arguments[place] = other[place] if place < len(other) else arguments[0]
                return Move(move.option, tuple(arguments))
            case 2 if arguments:
                return Move(move.option, tuple(arguments[:-1]))
            case _:
                return Move(move.option, (*arguments, arguments[-1] if arguments else 0))

    def _both(self, what: str, method: str, *given: object) -> Any:
        """The answer of both machines, if it is the same."""
        one, other = (self._answer(machine, method, given) for machine in (self.first, self.second))
        self._expect(what, one, other)
        return one

    def _expect(self, what: str, one: object, other: object) -> None:
        if one != other or repr(one) != repr(other):
            raise _Differ(Difference(what, one, other, tuple(self.moves), self.state))

    def _answer(self, machine: Machine, method: str, given: tuple[object, ...]) -> object:
        """The answer, or what the rules fail with."""
        try:
            result = getattr(machine, method)(*given)
        except RulesError as error:
            return error.diagnostics if self.strict else _family(error)
        return list(result) if method in ("moves", "outcomes") else result


def _walk_along(walker: Walker, position: Position, moves: int) -> Sequence[Position]:
    """The positions after each move, or after the first of them where there are very many."""
    if moves <= WIDEST:
        return walker.successors(position)
    return [walker.follow(position, choice) for choice in walker.choices(position)[:WIDEST]]


def _family(error: RulesError) -> str:
    """The kind of failure. Which of several errors of one expression is reported is unspecified."""
    return error.diagnostics[0].code[:3]


def _options(game: ir.Game, state: State) -> int:
    node = game.nodes[state.node]
    return len(node.options) if isinstance(node, ir.DecideNode) else 1
