"""The machine protocol. Searches, play and tests use it without knowing which machine they have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from rules_dsl.ir.failures import PlayError as PlayError
from rules_dsl.ir.nodes import Game, Rule
from rules_dsl.ir.types import Type, Value


@dataclass(frozen=True, slots=True)
class State:
    """A position: the values of the game's variables in order, and the node of the automaton where play rests.

    Rests are DecideNodes, ChanceNodes and the StopNode. Equal states are equal positions.
    """

    values: tuple[Value, ...]
    node: int


@dataclass(frozen=True, slots=True)
class Move:
    """At a decision: which of the node's options, and the values of parameters and choices.

    At a chance node: option 0 and the outcome.
    """

    option: int
    arguments: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is illegal, in the author's words, and the rule behind it."""

    reason: str
    rule: Rule


@dataclass(frozen=True, slots=True)
class Outcome:
    """One result of chance with its exact probability."""

    move: Move
    probability: Fraction


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """A choice in the middle of a move: its type, and the values that are open, upwards."""

    type: Type
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class GameEnd:
    """How a game ended:

    `kind` end, goal, win, lose, draw, stop or stuck; `who` the player's ordinal for win and lose.
    """

    kind: str
    who: int | None = None
    rule: Rule | None = None


class Machine(Protocol):
    """A game that can be played. States are values; nothing is changed in place."""

    game: Game

    def initial(self) -> State:
        """The first position where somebody decides, chance acts, or the game is over."""
        ...

    def kind(self, state: State) -> str:
        """`decide`, `chance`, or `over` (also when no move is legal and no `else` is there)."""
        ...

    def actor(self, state: State) -> int:
        """Who decides (ordinal of Player) at a `decide` state."""
        ...

    def moves(self, state: State) -> Sequence[Move]:
        """Legal moves (or, at chance, the possible outcomes), each once, in the order of options and then of argument
        ordinals.
        """
        ...

    def apply(self, state: State, move: Move) -> State:
        """The position after a legal move or possible outcome, at its next rest."""
        ...

    def outcomes(self, state: State) -> Sequence[Outcome]:
        """The finite distribution at a `chance` state."""
        ...

    def find_end(self, state: State) -> GameEnd | None:
        """How the game ended, None if it has not."""
        ...

    def scores(self, state: State) -> tuple[int, ...]:
        """One number for each player: the sum of its score lines; without score lines 1 win or goal, -1 loss, 0
        otherwise.
        """
        ...

    def score_lines(self, state: State) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Label and numbers of each score line."""
        ...

    def observation(self, state: State, player: int) -> tuple[Value, ...]:
        """What a player can see: the values with everything hidden replaced (`HIDDEN`; decks by their counts), and the
        node.
        """
        ...

    def encode(self, state: State) -> bytes:
        """The canonical packed form, the same on every machine."""
        ...

    def decode(self, data: bytes) -> State:
        """The inverse of `encode`."""
        ...

    def claims(self, state: State) -> tuple[bool, ...]:
        """The condition of each of `game.claims` in this state."""
        ...

    def explain(self, state: State, move: Move) -> Refusal | None:
        """Why a move is refused; None if it is legal."""
        ...
