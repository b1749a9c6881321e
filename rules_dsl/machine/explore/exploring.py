"""Breadth-first exploration of a game: counts, depths and claims."""

from __future__ import annotations

import time
from dataclasses import dataclass

from rules_dsl.ir.failures import PlayError
from rules_dsl.ir.nodes import Game
from rules_dsl.ir.passes.symmetry import Symmetry
from rules_dsl.machine.api import Machine, Move, State
from rules_dsl.machine.explore.claims import ClaimFinding, ClaimJudge
from rules_dsl.machine.explore.search import Canonical, ExploreLimits, Search
from rules_dsl.machine.stopping import StopReason
from rules_dsl.machine.walker import Position, Walker, walker_of


@dataclass(frozen=True, slots=True)
class PlayFailure:
    """The rules failed while playing: a shortest play to it, and what they say."""

    play: tuple[Move, ...]
    error: PlayError


@dataclass(frozen=True, slots=True)
class ExplorationResult:
    """The result.

    `by_depth[d]` counts positions at distance d (the last entry may be incomplete unless `complete`). `solutions`: for
    a fill-in puzzle, how many of the `terminals` are solutions; otherwise None. `stopped`: what ended it, unless it is
    `complete`.
    """

    states: int
    transitions: int
    terminals: int
    by_depth: tuple[int, ...]
    complete: bool
    seconds: float
    memory: int
    findings: tuple[ClaimFinding, ...]
    failure: PlayFailure | None
    stopped: StopReason = StopReason.NONE
    solutions: int | None = None

    @property
    def deepest(self) -> int:
        """The moves to a position of the greatest depth."""
        return len(self.by_depth) - 1

    @property
    def states_per_second(self) -> float:
        """Positions found in a second."""
        return self.states / self.seconds if self.seconds > 0 else 0.0


def explore(
    machine: Machine,
    limits: ExploreLimits | None = None,
    *,
    claims: bool = True,
    compact: bool = False,
    alike: bool = False,
    canonical: Canonical | None = None,
    start: State | None = None,
) -> ExplorationResult:
    """Visit positions breadth first from the start (None: where the game begins) and judge the claims on the way.

    `compact` remembers packed positions: less memory, but slower. With `alike` positions that differ only in the names
    of alike things count as one: the figures are then figures of classes, and a play that comes round again may do so
    under other names. `canonical` may pick the representatives in another way.
    """
    started = time.perf_counter()
    walker = walker_of(machine)
    if alike and canonical is None:
        canonical = _representative(machine.game, walker)
    judge = ClaimJudge(machine.game, walker) if claims and machine.game.claims else None
    pack = (lambda position: machine.encode(walker.state(position))) if compact else None
    solved = (lambda position: () not in walker.state(position).values) if machine.game.finds else None
    search = Search(walker, canonical, pack, judge is not None and judge.needs_transitions, solved, start)
    complete = search.run(limits or ExploreLimits(), None if judge is None else judge.look)
    findings = () if judge is None else judge.findings(search, complete)
    failure = None if search.failure is None else PlayFailure(search.failing_play(), search.failure[1])
    return ExplorationResult(
        states=len(search.parents), transitions=search.transitions, terminals=search.terminals, by_depth=tuple(search.by_depth),
        complete=complete, seconds=time.perf_counter() - started, memory=search.memory(), findings=findings, failure=failure,
        stopped=search.stopped, solutions=search.solutions if machine.game.finds else None,
    )  # fmt: skip


def _representative(game: Game, walker: Walker) -> Canonical | None:
    """The function that maps a position to its representative up to names of interchangeable values; None if the game
    has none.
    """
    symmetry = Symmetry(game)
    if not symmetry.enums:
        return None

    def represent(position: Position) -> Position:
        state = walker.state(position)
        return walker.position(State(symmetry.canonical(state.values), state.node))

    return represent
