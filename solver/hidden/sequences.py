"""Optimal mixed strategies by the sequence-form linear program, solved in fractions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from solver.hidden.simplex import Optimum, maximise
from solver.hidden.strategies import Strategy
from solver.hidden.tree import Node, Step, Tree, TreeChance, TreeChoice, TreeEnd

LARGEST = 90_000
"""So many numbers may the program have."""
ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(slots=True)
class Sequences:
    """The sequences of both players by number, 0 the empty one, and what each pair of them leads to on average."""

    tree: Tree
    numbers: tuple[dict[Step, int], dict[Step, int]] = field(default_factory=lambda: ({}, {}))
    results: dict[tuple[int, int], Fraction] = field(default_factory=dict)
    lowest: int = 0

    def of(self, player: int, step: Step | None) -> int:
        """The number of the sequence that ends with a step."""
        return 0 if step is None else self.numbers[player][step]


def sequences_of(tree: Tree) -> Sequences:
    """Number the sequences and add up the results; these are raised so that all are above zero."""
    made = Sequences(tree)
    for at, knowledge in enumerate(tree.sets):
        numbers = made.numbers[knowledge.player]
        for move in range(len(knowledge.moves)):
            numbers[at, move] = len(numbers) + 1
    made.lowest = _least(tree, tree.root) - 1
    _gather(made, tree.root, ONE, (0, 0))
    return made


def _least(tree: Tree, node: Node) -> int:
    """The least result below a node."""
    return tree.result(node) if isinstance(node, TreeEnd) else min([_least(tree, item) for item in node.after])


def _gather(made: Sequences, node: Node, share: Fraction, at: tuple[int, int]) -> None:
    match node:
        case TreeEnd():
            made.results[at] = made.results.get(at, ZERO) + share * (made.tree.result(node) - made.lowest)
        case TreeChance(shares=shares, after=after):
            for part, item in zip(shares, after, strict=True):
                _gather(made, item, share * part, at)
        case TreeChoice(knows=knows, after=after):
            player = made.tree.sets[knows].player
            for move, item in enumerate(after):
                number = made.numbers[player][knows, move]
                _gather(made, item, share, (number, at[1]) if player == 0 else (at[0], number))


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """Strategies of both; what they are worth is for others to find out."""

    first: Strategy
    second: Strategy


def equilibrium(tree: Tree, goes_on: Callable[[], bool]) -> Equilibrium | None:
    """Optimal strategies of both players; None if the program is too large or was interrupted."""
    made = sequences_of(tree)
    sets = [[at for at, knowledge in enumerate(tree.sets) if knowledge.player == player] for player in (0, 1)]
    own, others = len(made.numbers[0]), len(made.numbers[1]) + 1
    if (others + len(sets[0])) * (own + len(sets[1]) + 1) > LARGEST:
        return None
    optimum = _solve_rows(made, sets, own, others, goes_on)
    if optimum is None:
        return None
    first = _strategy(tree, sets[0], made.numbers[0], [ONE, *optimum.values[:own]])
    second = _strategy(tree, sets[1], made.numbers[1], optimum.prices[:others])
    return Equilibrium(first, second)


def _solve_rows(
    made: Sequences, sets: Sequence[Sequence[int]], own: int, others: int, goes_on: Callable[[], bool]
) -> Optimum | None:
    """Columns: the first player's sequences but the empty one, then what the second one concedes in all and at each of
    his sets.
    """
    tree, width = made.tree, own + 1 + len(sets[1])
    column_of = {at: own + 1 + number for number, at in enumerate(sets[1])}
    rows = [[ZERO] * width for _ in range(others)]
    limits = [ZERO] * others
    rows[0][own] = ONE
    for (mine, other), result in made.results.items():
        if mine:
            rows[other][mine - 1] -= result
        else:
            limits[other] += result
    for (at, _), number in made.numbers[1].items():
        rows[number][column_of[at]] += 1
    for at in sets[1]:
        rows[made.of(1, tree.sets[at].before)][column_of[at]] -= 1
    for at in sets[0]:
        rows.append(_row_of_set(made, at, width))
        limits.append(ONE if tree.sets[at].before is None else ZERO)
    gains = [ZERO] * width
    gains[own] = ONE
    return maximise(rows, limits, gains, goes_on)


def _row_of_set(made: Sequences, at: int, width: int) -> list[Fraction]:
    """The moves at a set are not made more often than it is reached."""
    row = [ZERO] * width
    for move in range(len(made.tree.sets[at].moves)):
        row[made.numbers[0][at, move] - 1] = ONE
    before = made.of(0, made.tree.sets[at].before)
    if before:
        row[before - 1] = -ONE
    return row


def _strategy(tree: Tree, sets: Sequence[int], numbers: dict[Step, int], weights: Sequence[Fraction]) -> Strategy:
    """The odds of the moves at each information set; uniform where the strategy never leads."""
    strategy = {}
    for at in sets:
        parts = [weights[numbers[at, move]] for move in range(len(tree.sets[at].moves))]
        total = sum(parts, ZERO)
        strategy[at] = [part / total if total else Fraction(1, len(parts)) for part in parts]
    return strategy
