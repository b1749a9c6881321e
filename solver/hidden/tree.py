"""The game tree of a two-player game and its information sets."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

from rules_dsl.ir.types import EnumType, Value
from rules_dsl.machine.api import Machine, Move, State
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.play.notation import show_move
from solver.hidden.describing import describe
from solver.protocol.clock import Clock
from solver.protocol.lines import worth
from solver.protocol.questions import MIDDLE, UnsupportedQuestion

MOST_NODES = 1_000_000
FORGETFUL = "what may be chosen at a decision depends on what the player does not see; there is no engine for this"

Step = tuple[int, int]
"""An information set and the number of a move there."""


@dataclass(frozen=True, slots=True)
class TreeEnd:
    """The game is over: what the first player has won, and by how much he is ahead."""

    won: int
    ahead: int


@dataclass(frozen=True, slots=True)
class TreeChance:
    """Chance acts."""

    shares: tuple[Fraction, ...]
    after: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class TreeChoice:
    """A player chooses; all he knows is that he is in an information set."""

    knows: int
    after: tuple[Node, ...]


Node = TreeEnd | TreeChance | TreeChoice


@dataclass(frozen=True, slots=True)
class Knowledge:
    """An information set: whose it is, what he did before it, what he knows in words, and what he may do."""

    player: int
    before: Step | None
    words: str
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tree:
    """All plays, and the information sets, each behind those that its player may come from."""

    root: Node
    sets: tuple[Knowledge, ...]
    names: tuple[str, ...]
    zero_sum: bool  # what one wins the other loses, to the chip
    nodes: int

    def result(self, end: TreeEnd) -> int:
        """What an end is worth to the first player."""
        return end.won if self.zero_sum else end.ahead


def after(node: Node) -> tuple[Node, ...]:
    """What follows on each move or outcome."""
    return () if isinstance(node, TreeEnd) else node.after


class TreeTooLarge(Exception):
    """A limit was reached, or there are too many plays."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What a player has seen and done: a number for all of it, the last he saw, his last step, his moves in words."""

    number: int
    seen: tuple[Value, ...]
    step: Step | None = None
    own: tuple[str, ...] = ()


@dataclass(slots=True)
class GameTreeBuilder:
    """Follows all plays on a machine."""

    machine: Machine
    start: State
    clock: Clock
    numbers: dict[tuple[int, object], int] = field(default_factory=dict)
    places: dict[tuple[int, int], int] = field(default_factory=dict)
    sets: list[Knowledge] = field(default_factory=list)
    words: Counter[tuple[int, str]] = field(default_factory=Counter)
    first: tuple[Memory, ...] = ()
    zero_sum: bool = True
    nodes: int = 0

    def tree(self) -> Tree:
        """The whole tree; raises TreeTooLarge."""
        start = self.start
        if start != ReferenceMachine(self.machine.game).initial():
            raise UnsupportedQuestion(MIDDLE)
        self.first = tuple([Memory(0, self.machine.observation(start, player)) for player in (0, 1)])
        root = self._node(start, self.first)
        players = self.machine.game.players
        assert isinstance(players, EnumType)
        return Tree(root, tuple(self.sets), players.members, self.zero_sum, self.nodes)

    def _node(self, state: State, memories: tuple[Memory, ...]) -> Node:
        self.nodes += 1
        if self.nodes > MOST_NODES or (self.clock.tick() and self.clock.is_over()):
            raise TreeTooLarge
        match self.machine.kind(state):
            case "over":
                return self._end(state)
            case "chance":
                outcomes = self.machine.outcomes(state)
                after = [self._after(state, outcome.move, memories) for outcome in outcomes]
                return TreeChance(tuple([outcome.probability for outcome in outcomes]), tuple(after))
            case _:
                return self._choice(state, memories)

    def _end(self, state: State) -> TreeEnd:
        scores = self.machine.scores(state)
        self.zero_sum = self.zero_sum and sum(scores) == 0
        return TreeEnd(scores[0], worth(self.machine.game, scores))

    def _choice(self, state: State, memories: tuple[Memory, ...]) -> TreeChoice:
        player, moves = self.machine.actor(state), self.machine.moves(state)
        memory = memories[player]
        words = tuple([show_move(self.machine, state, move) for move in moves])
        at = self._set_of(player, memory, words)
        after = []
        for number, move in enumerate(moves):
            chosen = Memory(self._number(memory.number, move), memory.seen, (at, number), (*memory.own, words[number]))
            after.append(self._after(state, move, (chosen, memories[1]) if player == 0 else (memories[0], chosen)))
        return TreeChoice(at, tuple(after))

    def _set_of(self, player: int, memory: Memory, moves: tuple[str, ...]) -> int:
        """The information set of a player who remembers this, made if it is new."""
        at = self.places.setdefault((player, memory.number), len(self.sets))
        if at == len(self.sets):
            words = describe(self.machine.game, self.first[player].seen, memory.seen, memory.own)
            self.words[player, words] += 1
            same = self.words[player, words]
            self.sets.append(Knowledge(player, memory.step, words if same == 1 else f"{words} ({same})", moves))
        if self.sets[at].moves != moves:
            raise UnsupportedQuestion(FORGETFUL)
        return at

    def _after(self, state: State, move: Move, memories: tuple[Memory, ...]) -> Node:
        state = self.machine.apply(state, move)
        seen = [self._seeing(memory, self.machine.observation(state, player)) for player, memory in enumerate(memories)]
        return self._node(state, tuple(seen))

    def _seeing(self, memory: Memory, seen: tuple[Value, ...]) -> Memory:
        if seen == memory.seen:
            return memory
        return Memory(self._number(memory.number, seen), seen, memory.step, memory.own)

    def _number(self, before: int, what: object) -> int:
        """A number for all that was seen and done up to now."""
        return self.numbers.setdefault((before, what), len(self.numbers) + 1)
