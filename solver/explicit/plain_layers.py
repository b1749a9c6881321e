"""Layered search over any machine."""

from __future__ import annotations

from dataclasses import dataclass

from rules_dsl.ir.dominance import DominanceReader, dominating
from rules_dsl.ir.passes.symmetry import Symmetry
from rules_dsl.ir.types import Value
from rules_dsl.machine.api import Move
from rules_dsl.machine.walker import Position, walker_of
from solver.protocol.context import SearchContext
from solver.protocol.lines import is_reached, moves_of, refuse_chance, score_of, way
from solver.protocol.questions import Aim


@dataclass(slots=True)
class _LayerEntry:
    """A state that was not dominated when it was reached."""

    position: Position
    grades: tuple[int, ...]
    gone: bool = False


class PlainLayers:
    """See `solver.explicit.layers.Layered`."""

    def __init__(self, context: SearchContext) -> None:
        self.machine = context.machine
        self.goal = context.aim is Aim.FEWEST
        self.walker = walker_of(self.machine)
        self.symmetry = Symmetry(self.machine.game)
        self.grading = None if context.order is None else DominanceReader(self.machine.game, context.order.dominance)
        self.status = "running"
        self.depth = self.nodes = self.kept_count = self.pruned_count = self.skipped_count = 0
        self.best: int | None = None
        self.parents: dict[Position, Position | None] = {}
        self.fronts: dict[Value, list[_LayerEntry]] = {}
        self.here: list[_LayerEntry] = []
        self.after: list[_LayerEntry] = []
        self._admit_position(self.walker.position(context.start), None)

    def advance(self) -> tuple[int, tuple[Move, ...]] | None:
        """See Layered: one position."""
        if not self.here:
            self._go_on()
        if self.status != "running":
            return None
        kept = self.here.pop()
        self.nodes += 1
        refuse_chance(self.walker, kept.position)
        after = self.walker.successors(kept.position)
        for item in after:
            self._admit_position(item, kept.position)
        return None if after else self._judge_end(kept.position)

    def _go_on(self) -> None:
        """Start the next layer: its undominated states in the order in which they were found."""
        self.depth += bool(self.nodes)
        self.here, self.pruned_count = (
            [item for item in reversed(self.after) if not item.gone],
            self.pruned_count + sum([item.gone for item in self.after]),
        )
        self.after = []
        if not self.here:
            self.status = "complete"

    def _judge_end(self, position: Position) -> tuple[int, tuple[Move, ...]] | None:
        """The line to an end, if it is better than all before."""
        if self.goal:
            if not is_reached(self.machine, self.walker, position):
                return None
            self.status = "reached"
            return self.depth, moves_of(self.walker, way(self.parents, position))
        score = score_of(self.machine, self.walker, position)
        if self.best is not None and score <= self.best:
            return None
        self.best = score
        return score, moves_of(self.walker, way(self.parents, position))

    def _admit_position(self, position: Position, parent: Position | None) -> None:
        """Keep a state for the next layer unless it is dominated."""
        state = self.walker.state(position)
        values = self.symmetry.canonical(state.values)
        rest, grades = (values, ()) if self.grading is None else self.grading.of(values)
        front = self.fronts.setdefault((state.node, rest), [])
        if any(dominating(item.grades, grades) for item in front):
            self.pruned_count += 1
            return
        for item in front:
            item.gone = dominating(grades, item.grades)
        kept = _LayerEntry(position, grades)
        self.fronts[state.node, rest] = [*[item for item in front if not item.gone], kept]
        self.parents[position] = parent
        self.after.append(kept)
        self.kept_count += 1
