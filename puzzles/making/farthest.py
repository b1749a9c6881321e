"""Puzzles with long shortest solutions: the positions farthest from the goal, or those near the end of a random walk
that reaches it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random

from puzzles.making.boards import BOARDS
from puzzles.making.instances import Chosen, machine_of, plain_machine
from puzzles.making.led import find_guided_states
from puzzles.making.plays import play_positions
from puzzles.making.wishes import PuzzleRequirements, fits
from rules_dsl.machine.api import Machine, State
from rules_dsl.machine.walker import walker_of
from solver.driver.weighing import Landscape, weigh_from, weigh_positions, weigh_surroundings
from solver.protocol.questions import Aim, Limits, Question, UnsupportedQuestion

STEPS_BACK = (1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 25, 31, 38, 46, 55)
FAR = 0.8
"""A position counts as far from the goal from this part of the greatest distance on."""
TRIED = 8
DRAWINGS = 4
"""So many boards are drawn for a puzzle: half of them have no solution, most have but a short one."""

Found = tuple[State, Landscape, dict[str, str]]


def draw_farthest(
    game: str, options: Mapping[str, str], wish: PuzzleRequirements, dice: Random
) -> tuple[Mapping[str, str], Found] | None:
    """Of several random boards, the one with positions farthest from any goal, and such a position; goals on the way
    are ignored.
    """
    best: tuple[int, Mapping[str, str], Landscape] | None = None
    for _ in range(DRAWINGS):
        board = BOARDS[game](dice)
        whole = None if board is None else _country(plain_machine(game, options, board), wish.most)
        if board is not None and whole is not None and (best is None or _depth(whole) > best[0]):
            best = _depth(whole), board, whole
    result = None if best is None else _choose_position(best[2], wish, dice)
    return None if best is None or result is None else (best[1], result)


def _country(machine: Machine, most: int) -> Landscape | None:
    try:
        return weigh_surroundings(machine, most)
    except UnsupportedQuestion:  # the drawing itself is solved, or nothing in it moves
        return None


def farthest(
    game: str, options: Mapping[str, str], givens: Mapping[str, str], wish: PuzzleRequirements, dice: Random
) -> Found | None:
    """One of the positions of a game that are farthest from its goal; of a game too large for that one near the end of
    a walk.
    """
    whole = _whole(game, tuple(options.items()), tuple(givens.items()), wish.most)
    return (
        _walk_to_goal(machine_of(game, options, givens), wish, dice)
        if whole is None
        else _choose_position(whole, wish, dice)
    )


@lru_cache(maxsize=1)
def _whole(game: str, options: Chosen, givens: Chosen, most: int) -> Landscape | None:
    """The landscape of a game, for sample after sample."""
    machine = plain_machine(game, dict(options), dict(givens))
    return weigh_positions(Question(machine.game, machine.initial(), Aim.FEWEST, Limits(nodes=most)), machine)


def _depth(whole: Landscape) -> int:
    return -min([worth for worth in whole.worths if worth is not None], default=0)


def _choose_position(whole: Landscape, wish: PuzzleRequirements, dice: Random) -> Found | None:
    far = FAR * _depth(whole)
    hardest = [
        at
        for at, worth in enumerate(whole.worths)
        if worth is not None and worth < 0 and -worth >= far and whole.ties(at) == 1
    ]
    for at in dice.sample(hardest, min(TRIED, len(hardest))):
        land = weigh_from(whole, at, wish.most)
        if land is not None and fits(land, wish):
            return land.graph.state(0), land, {"from": "the positions farthest from the goal"}
    return None


def _walk_to_goal(machine: Machine, wish: PuzzleRequirements, dice: Random) -> Found | None:
    """A position near the end of a line to the goal, or else of a random play that reaches it."""
    walker = walker_of(machine)
    played = [walker.state(position) for position in play_positions(machine, "random", dice)]
    way = find_guided_states(machine, played, dice)
    states, source = (way, "a way to the goal") if way else (played, "a random play")
    best: Found | None = None
    limits = Limits(nodes=wish.most)
    for at in steps_back(machine, states, range(len(states))):
        land = weigh_positions(Question(machine.game, states[at], Aim.FEWEST, limits), machine)
        if land is None:
            break
        if fits(land, wish):
            best = states[at], land, {"from": source, "move": str(at)}
    return best


def steps_back(machine: Machine, states: Sequence[State], kept: Sequence[int]) -> Iterator[int]:
    """Decision nodes of a play, from the last one back in growing steps."""
    deciding = [number for number in sorted(kept) if machine.kind(states[number]) == "decide"]
    return (deciding[-back] for back in STEPS_BACK if back <= len(deciding))
