"""Questions: rules, start, aim and limits, and the check whether any engine can answer them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import DeckType, cardinality
from rules_dsl.machine.api import Move, State
from rules_dsl.machine.reference import ReferenceMachine
from solver.protocol.answers import Links, Number

MIDDLE = "what the players believe within a play depends on how it was reached; ask from the start of the game"


class Aim(StrEnum):
    """What a best line of play is."""

    FEWEST = "fewest moves"
    HIGHEST = "highest score"
    EXPECTED = "highest expectation"
    VALUE = "value of the game"
    MEAN = "mean value of the game"
    MIXED = "value of the game in mixed play"
    MOVE = "good move"


class UnsupportedQuestion(Exception):
    """No engine can answer this question. The message names the part of the game that prevents it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Where to stop: seconds, bytes, a gap between found and possible that is small enough, seconds without progress,
    nodes.
    """

    seconds: float | None = None
    memory: int | None = None
    gap: float | None = None
    stall: float | None = None
    nodes: int | None = None


@dataclass(frozen=True, slots=True)
class PreviousResult:
    """The best line and the upper bound that an earlier run of the same search saved."""

    value: Number | None = None
    play: tuple[Move, ...] = ()
    bound: Number | None = None
    rests_on: Links = ()


WHOLE_GAME = "value of the whole game, from its beginning, in mixed play"


@dataclass(frozen=True, slots=True)
class Question:
    """The best line from a start; where a game begins is one start of many."""

    rules: ir.Game
    start: State
    aim: Aim
    limits: Limits = field(default_factory=Limits)
    seed: int = 0
    earlier: PreviousResult = field(default_factory=PreviousResult)
    random: frozenset[int] = frozenset()  # players who choose at random
    trust: bool = False  # use the author's bounds unproved
    counted: frozenset[str] = (
        frozenset()
    )  # the actions whose moves count where fewest moves are sought; none: all of them
    threads: int | None = None  # exactly so many search; None: as many as the engine thinks best
    history: tuple[Move, ...] = ()  # what led here from the beginning of the game, where that matters

    @property
    def purpose(self) -> str:
        """The aim in words. Mixed play has its value from the beginning of the game, wherever the question begins."""
        if self.aim is Aim.MIXED and self.history:
            return WHOLE_GAME
        return f"{self.aim} of {', '.join(sorted(self.counted))}" if self.counted else str(self.aim)


def cost_of(game: ir.Game, counted: frozenset[str], node: int, move: Move) -> int:
    """Does a move at a node count? 1 if it does, else 0."""
    decision = game.nodes[node]
    return int(not counted or (isinstance(decision, ir.DecideNode) and decision.options[move.option].action in counted))


def aim_of(
    game: ir.Game, know: bool = False, random: frozenset[int] = frozenset(), seen: frozenset[str] = frozenset()
) -> Aim:
    """The aim of a game; raises UnsupportedQuestion if no engine can pursue it.

    With `know` nothing is hidden, and a single player's chance is fixed by an option. What comes up between two players
    may still be drawn. Variables in `seen` count as visible to all; players
    in `random` move at random.
    """
    players = cardinality(game.players)
    hidden = [] if know else [name for name in list_hidden(game) if name not in seen]
    _refuse(game, players, hidden)
    if random:
        return _against_chance(players - len(random), hidden)
    if players > 2:
        return Aim.MOVE
    chance = any(isinstance(node, ir.ChanceNode) for node in game.nodes)
    if players == 2:
        return _of_two(game, bool(hidden), chance)
    if chance and not know:
        return Aim.EXPECTED
    if game.scores:
        return Aim.HIGHEST
    if any(ending.kind in ("goal", "win") for ending in game.endings):
        return Aim.FEWEST
    raise UnsupportedQuestion(
        "the rules have neither a score nor a goal, so that no line of play is better than another"
    )


def list_hidden(game: ir.Game) -> list[str]:
    """The variables that some player cannot see.

    The unseen part of a deck is not counted, because no player could know it; a deck whose order is fixed at the start
    is.
    """
    open_to_all = ("all", "owner") if cardinality(game.players) == 1 else ("all",)
    unseen = [number for number, variable in enumerate(game.variables) if variable.seen.kind not in open_to_all]
    decks = [number for number in unseen if isinstance(game.variables[number].type, DeckType)]
    values = ReferenceMachine(game).initial().values if decks else ()
    return [game.variables[number].name for number in unseen if number not in decks or values[number][0]]


def _of_two(game: ir.Game, hidden: bool, chance: bool) -> Aim:
    if game.scores and not any(line.each for line in game.scores):
        raise UnsupportedQuestion("both players have the same score; there is no engine for cooperative play yet")
    if hidden:
        return Aim.MIXED
    return Aim.MEAN if chance else Aim.VALUE


def _against_chance(left: int, hidden: list[str]) -> Aim:
    """Is one of the players a random mover?"""
    if hidden or left != 1:
        why = f"not everybody sees {', '.join(hidden)}" if hidden else f"{left} seats are left"
        raise UnsupportedQuestion(
            f"{why}; seats at random are for games in which everything is seen, all but one of them"
        )
    return Aim.EXPECTED


def _refuse(game: ir.Game, players: int, hidden: list[str]) -> None:
    if game.finds:
        raise UnsupportedQuestion("this puzzle is filled in, not played; `regelwerk view` is a page to fill it in")
    if hidden and players == 1:
        instead = f"--know {hidden[0]} plays as if that were seen, --know deck searches for the best line with everything known"
        raise UnsupportedQuestion(
            f"the player does not see {', '.join(hidden)}; there is no engine for this; {instead}"
        )
