"""Lines: the moves between the positions that a search stores."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import pairwise

from cython_ext.native import NativeMachine
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.passes.symmetry import Symmetry
from rules_dsl.ir.types import IntType
from rules_dsl.machine.api import Machine, Move, State
from rules_dsl.machine.walker import Position, Walker
from rules_dsl.quantities import quantity
from solver.protocol.context import SearchContext
from solver.protocol.questions import UnsupportedQuestion

REACHED = ("goal", "win")
CHANCE = "chance decides something in the play; an option that fixes it is needed, such as deck=1"


def way(parents: Mapping[Position, Position | None], last: Position) -> list[Position]:
    """The positions from the first one to this."""
    result = [last]
    while (before := parents[result[-1]]) is not None:
        result.append(before)
    return result[::-1]


def sameness(machine: Machine, walker: Walker) -> Callable[[Position], Hashable]:
    """Map each position to a representative up to the names of interchangeable values."""
    symmetry = Symmetry(machine.game)

    def find_representative(position: Position) -> Hashable:
        state = walker.state(position)
        return symmetry.canonical(state.values), state.node

    return find_representative if symmetry.enums else lambda position: position


def moves_of(walker: Walker, positions: Sequence[Position]) -> tuple[Move, ...]:
    """The moves that lead from each position to the next."""
    return tuple([_move(walker, before, after) for before, after in pairwise(positions)])


def _move(walker: Walker, before: Position, after: Position) -> Move:
    number = list(walker.successors(before)).index(after)
    return walker.move(walker.choices(before)[number])


def in_words(machine: NativeMachine, start: State, numbers: Sequence[int]) -> tuple[Move, ...]:
    """Translate a line from kernel move numbers into moves."""
    position, moves = machine.position(start), list[Move]()
    for number in numbers:
        choice = (position, number)
        moves.append(machine.move(choice))
        position = machine.follow(position, choice)
    return tuple(moves)


def in_numbers(machine: NativeMachine, start: State, moves: Sequence[Move]) -> tuple[tuple[int, ...], int]:
    """Translate a line into kernel move numbers; also compute its value."""
    position, numbers = machine.position(start), list[int]()
    for move in moves:
        choice = next(choice for choice in machine.choices(position) if machine.move(choice) == move)
        numbers.append(choice[1])
        position = machine.follow(position, choice)
    return tuple(numbers), machine.scores(machine.state(position))[0]


def refuse_chance(walker: Walker, position: Position) -> None:
    """Raises UnsupportedQuestion where chance acts: a line of play is made of choices."""
    if walker.weights(position) is not None:
        raise UnsupportedQuestion(CHANCE)


def is_reached(machine: Machine, walker: Walker, position: Position) -> bool:
    """Is a game that is over here won or solved?"""
    ended = machine.find_end(walker.state(position))
    return ended is not None and ended.kind in REACHED


def score_of(machine: Machine, walker: Walker, position: Position) -> int:
    """The worth for the first player where the game is over."""
    return worth(machine.game, machine.scores(walker.state(position)))


def worth(game: ir.Game, scores: Sequence[int], me: int = 0) -> int:
    """A player's score; of two by how much he is ahead, and without score lines only whether."""
    if len(scores) != 2:
        return scores[me]
    ahead = scores[me] - scores[1 - me]
    return ahead if game.scores else (ahead > 0) - (ahead < 0)


def highest_possible(game: ir.Game) -> int:
    """The highest score that the ranges of the score lines allow."""
    return sum(line.value.type.high for line in game.scores if isinstance(line.value.type, IntType))


def ceiling_of(context: SearchContext) -> int:
    """An upper bound for every play, from the ranges of the score lines and the author's bounds that may be used."""
    return min([highest_possible(context.rules), *[ceiling.at(context.start) for ceiling in context.ceilings]])


def in_one_order(context: SearchContext, skipped: int) -> tuple[str, ...]:
    """How many moves were left out, and why."""
    if not context.swaps:
        return ()
    return (
        (
            f"{quantity(len(context.swaps), 'pair')} of actions {'commutes' if len(context.swaps) == 1 else 'commute'} "
            f"(Z3), tried in one order: {quantity(skipped, 'move')} left out"
        ),
    )
