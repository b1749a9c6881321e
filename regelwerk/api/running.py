"""Mutable plays for loops in Python that choose every move themselves; fast where the game is compiled."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from regelwerk.api.counting import PlayCounter
from rules_dsl.machine import api
from rules_dsl.machine.walker import Choice, Position, begin_at, walker_of
from rules_dsl.play import notation
from rules_dsl.quantities import quantity

if TYPE_CHECKING:
    from regelwerk.api.game import Game, State
    from regelwerk.api.results import Result


class Run(ABC):
    """One play in the making. Moves are numbers, good at their position only; `text` and `parse` turn them into the
    words of plays and back.

    Where a random move is all that is wanted, `Game.playouts` is many times quicker still.
    """

    game: Game

    @property
    @abstractmethod
    def moves(self) -> list[int]:
        """The legal moves, or at chance what may come, in the order of the rules; none when the game is over."""

    @abstractmethod
    def push(self, move: int) -> None:
        """Make a move out of `moves`; raises ValueError for any other number."""

    @abstractmethod
    def pop(self) -> None:
        """Take the last move back; raises IndexError where there is none."""

    @abstractmethod
    def reset(self) -> None:
        """Back to the position where it began."""

    @property
    @abstractmethod
    def ply(self) -> int:
        """How many moves were made and not taken back."""

    @property
    @abstractmethod
    def actor(self) -> int:
        """The number of the player who decides, -1 where chance does or the game is over."""

    @property
    @abstractmethod
    def weights(self) -> list[int] | None:
        """Where chance decides, how often each of `moves` comes in proportion; None elsewhere."""

    @abstractmethod
    def copy(self) -> Run:
        """Another play that begins where this one stands."""

    @abstractmethod
    def _raw(self) -> api.State:
        """The position."""

    @abstractmethod
    def _move(self, move: int) -> api.Move:
        """A move as the machines have it."""

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return not self.moves

    @property
    def player(self) -> str | None:
        """Who decides; None where chance does or the game is over."""
        actor = self.actor
        return None if actor < 0 else self.game.players[actor]

    @property
    def state(self) -> State:
        """The position as a value, with all that can be asked of it."""
        from regelwerk.api.game import State

        return State(self.game, self._raw())

    @property
    def result(self) -> Result | None:
        """How the game ended, None while it goes on."""
        return self.state.result

    @property
    def scores(self) -> dict[str, int]:
        """What each player has scored."""
        return self.state.scores

    def text(self, move: int) -> str:
        """A move in play notation."""
        return str(self.state.name_move(self._move(move)))

    def parse(self, text: str) -> int:
        """The number of a move from its text; raises RulesError with the reason if it is not legal here."""
        wanted = notation.legal_move(self.game.machine, self._raw(), text)
        return next(move for move in self.moves if self._move(move) == wanted)

    def __repr__(self) -> str:
        return f"<Run of {self.game.name} after {quantity(self.ply, 'move')}>"


def run_of(game: Game, counter: PlayCounter) -> Run:
    """A play that begins where the counter begins."""
    compiled = counter.native()
    if compiled is None:
        return PlainRun(game, counter.machine, counter.start)
    from regelwerk.api.running_native import native_run

    return native_run(game, compiled, counter.start)


class PlainRun(Run):
    """A play on any machine; a move is its place in the list."""

    def __init__(self, game: Game, machine: api.Machine, start: api.State | None = None) -> None:
        self.game = game
        self._machine = machine
        self._walker = walker_of(machine)
        self._line: list[Position] = [begin_at(self._walker, start)]
        self._choices: Sequence[Choice] | None = None

    def _list_choices(self) -> Sequence[Choice]:
        if self._choices is None:
            self._choices = self._walker.choices(self._line[-1])
        return self._choices

    @property
    def moves(self) -> list[int]:
        """The legal moves, or what may come."""
        return list(range(len(self._list_choices())))

    def push(self, move: int) -> None:
        """Make a move."""
        choices = self._list_choices()
        if not 0 <= move < len(choices):
            raise ValueError(f"{move} is not a legal move here")
        self._line.append(self._walker.follow(self._line[-1], choices[move]))
        self._choices = None

    def pop(self) -> None:
        """Take the last move back."""
        if self.ply == 0:
            raise IndexError("no move is left to be taken back")
        self._line.pop()
        self._choices = None

    def reset(self) -> None:
        """Back to the beginning."""
        del self._line[1:]
        self._choices = None

    @property
    def ply(self) -> int:
        """How many moves were made."""
        return len(self._line) - 1

    @property
    def actor(self) -> int:
        """The number of the player who decides."""
        state = self._raw()
        return self._machine.actor(state) if self._machine.kind(state) == "decide" else -1

    @property
    def weights(self) -> list[int] | None:
        """The weights of chance."""
        sequence = self._walker.weights(self._line[-1])
        return None if sequence is None else list(sequence)

    def copy(self) -> Run:
        """Another play from here."""
        return PlainRun(self.game, self._machine, self._raw())

    def _raw(self) -> api.State:
        return self._walker.state(self._line[-1])

    def _move(self, move: int) -> api.Move:
        return self._walker.move(self._list_choices()[move])
