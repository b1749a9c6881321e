"""A beam in Python, equivalent to the kernel in `cython_ext/kernels/_beam.pyx`."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules_dsl.machine.api import Move
from rules_dsl.machine.walker import Position, Walker, walker_of
from solver.explicit.promise import PositionHeuristic
from solver.protocol.context import SearchContext
from solver.protocol.lines import REACHED, moves_of, refuse_chance, score_of, way
from solver.protocol.questions import Aim


@dataclass(slots=True)
class BeamCandidate:
    """A candidate for the next layer: its heuristic value, and the best known upper bound for plays through it."""

    promise: int
    most: int | None
    position: Position


@dataclass(slots=True)
class PlainBeam:
    """What the kernel's attributes of the same names say."""

    context: SearchContext
    promise: PositionHeuristic
    width: int
    best: int | None
    status_name: str = "running"
    nodes: int = 0
    depth: int = 0
    dropped: bool = False
    dropped_at: int = -1
    dropped_most: int | None = None
    play: list[Move] = field(default_factory=list)
    pruned: list[int] = field(default_factory=list)
    _walker: Walker = field(init=False)
    _parents: dict[Position, Position | None] = field(default_factory=dict)
    _layer: list[Position] = field(default_factory=list)
    _next: dict[Position, BeamCandidate] = field(default_factory=dict)
    _improved: bool = False

    def __post_init__(self) -> None:
        self._walker = walker_of(self.context.machine)
        self.pruned = [0] * len(self.context.ceilings)
        first = self._walker.position(self.context.start)
        self._parents[first] = None
        if self._is_open(first, 0):
            self._layer = [first]
        else:
            self.status_name = "complete"

    def run(self, work: int) -> bool:
        """Search some more nodes; stop and return True when a better line is found."""
        last = self.nodes + work
        while self.status_name == "running" and not self._improved and self.nodes < last:
            if self._layer:
                self._expand(self._layer.pop())
            else:
                self._end_layer()
        improved, self._improved = self._improved, False
        return improved

    def _expand(self, position: Position) -> None:
        self.nodes += 1
        for after in self._walker.successors(position):
            if after in self._parents or after in self._next:
                continue
            self._parents[after] = position
            if self._is_open(after, self.depth + 1):
                self._propose(after)
            else:
                del self._parents[after]

    def _is_open(self, position: Position, moves: int) -> bool:
        """Does play go on from here? An end is judged."""
        machine = self.context.machine
        refuse_chance(self._walker, position)
        ended = machine.find_end(self._walker.state(position))
        if ended is None:
            return True
        if self.context.aim is not Aim.FEWEST:
            self._note(position, score_of(machine, self._walker, position))
        elif ended.kind in REACHED:
            self._note(position, -moves)
        return False

    def _note(self, position: Position, value: int) -> None:
        if self.best is None or value > self.best:
            self.best, self._improved = value, True
            self.play = list(moves_of(self._walker, way(self._parents, position)))

    def _propose(self, position: Position) -> None:
        """Add a candidate to the next layer unless a bound prunes it; its parent is known."""
        state = self._walker.state(position)
        limits = [ceiling.at(state) for ceiling in self.context.ceilings]
        hopeless = next(
            (which for which, limit in enumerate(limits) if self.best is not None and limit <= self.best), None
        )
        if hopeless is not None:
            self.pruned[hopeless] += 1
            return
        promise = self.promise.sign * self.promise.machine.scores(state)[0]
        self._next[position] = BeamCandidate(promise, min(limits, default=None), position)

    def _end_layer(self) -> None:
        """The most promising candidates are the next layer."""
        self.depth += 1
        ranked = sorted(self._next.values(), key=lambda candidate: -candidate.promise)
        useful = [candidate for candidate in ranked if not self._is_useless(candidate)]
        self._layer = [candidate.position for candidate in useful[: self.width]][::-1]
        self._drop(useful[self.width :])
        self._next = {}
        if not self._layer:
            self.status_name = "complete"

    def _is_useless(self, candidate: BeamCandidate) -> bool:
        if self.best is None:
            return False
        late = self.context.aim is Aim.FEWEST and -(self.depth + 1) <= self.best
        return late or (candidate.most is not None and candidate.most <= self.best)

    def _drop(self, candidates: list[BeamCandidate]) -> None:
        for candidate in candidates:
            del self._parents[candidate.position]
            if not self.dropped:
                self.dropped, self.dropped_at, self.dropped_most = True, self.depth, candidate.most
            elif self.dropped_most is not None:
                self.dropped_most = None if candidate.most is None else max(self.dropped_most, candidate.most)
