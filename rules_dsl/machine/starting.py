"""A machine whose play begins at a given position: for counting, exploring and random plays from the middle of a game."""

from __future__ import annotations

from collections.abc import Sequence

from rules_dsl.ir.nodes import Game
from rules_dsl.ir.types import Value
from rules_dsl.machine.api import Ended, Machine, Move, Outcome, Refusal, State
from rules_dsl.machine.pygen import PythonMachine
from rules_dsl.machine.walker import Position, StateWalker, Walker


class StartingAt:
    """The machine of the same game that begins elsewhere."""

    def __init__(self, machine: Machine, start: State) -> None:
        self.game: Game = machine.game
        self._machine = machine
        self._start = start

    def initial(self) -> State:
        """The given position."""
        return self._start

    def walker(self) -> Walker:
        """Positions from the given one on."""
        machine = self._machine
        return _FlatFrom(machine, machine.position(self._start)) if isinstance(machine, PythonMachine) else StateWalker(self)

    def kind(self, state: State) -> str:
        """`decide`, `chance`, or `over`."""
        return self._machine.kind(state)

    def actor(self, state: State) -> int:
        """Who decides."""
        return self._machine.actor(state)

    def moves(self, state: State) -> Sequence[Move]:
        """Legal moves, or possible outcomes, in order."""
        return self._machine.moves(state)

    def apply(self, state: State, move: Move) -> State:
        """The position after a move."""
        return self._machine.apply(state, move)

    def outcomes(self, state: State) -> Sequence[Outcome]:
        """The finite distribution at a `chance` state."""
        return self._machine.outcomes(state)

    def ended(self, state: State) -> Ended | None:
        """How the game ended, None if it has not."""
        return self._machine.ended(state)

    def scores(self, state: State) -> tuple[int, ...]:
        """One number for each player."""
        return self._machine.scores(state)

    def score_lines(self, state: State) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Label and numbers of each score line."""
        return self._machine.score_lines(state)

    def observation(self, state: State, player: int) -> tuple[Value, ...]:
        """What a player can see."""
        return self._machine.observation(state, player)

    def encode(self, state: State) -> bytes:
        """The canonical packed form."""
        return self._machine.encode(state)

    def decode(self, data: bytes) -> State:
        """The inverse of `encode`."""
        return self._machine.decode(data)

    def claims(self, state: State) -> tuple[bool, ...]:
        """The condition of each claim."""
        return self._machine.claims(state)

    def explain(self, state: State, move: Move) -> Refusal | None:
        """Why a move is refused; None if it is legal."""
        return self._machine.explain(state, move)


class _FlatFrom:
    """The flat positions of the Python machine, from a given one on."""

    def __init__(self, machine: PythonMachine, first: Position) -> None:
        self._machine = machine
        self._first = first
        self.state, self.successors, self.count = machine.state, machine.successors, machine.count
        self.choices, self.move, self.follow, self.weights = machine.choices, machine.move, machine.follow, machine.weights
        self.judge, self.goal = machine.judge, machine.goal

    def first_position(self) -> Position:
        """The given position."""
        return self._first
