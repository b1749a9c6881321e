"""The gap between incumbent and relaxation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from cython_ext.kernels.barring import Bars
from cython_ext.native import NativeMachine
from rules_dsl.machine.api import State
from solver.explicit.climbing import Climber, Line
from solver.protocol.answers import ArgumentLink, BoundEvent, Event, Incumbent, Links
from solver.protocol.clock import Clock
from solver.relaxed.turns import PlayFamily

SCIP_ALONE = ArgumentLink("solver SCIP", "one solver on one translation, in floating point")
"""What a bound rests on that nobody else has said, and nobody has looked at in whole numbers."""
APART = 1_000_003
"""Seeds of random plays that take one another's place are so far apart."""


@dataclass(slots=True)
class GapState:
    """Incumbent and upper bound.

    The bound comes first from the ranges of the rules, then from the model while it is being solved, and finally from
    its optimum.
    """

    machine: NativeMachine
    start: State
    seed: int
    clock: Clock
    most: int
    climber: Climber
    links: Links = ()  # what the model rests on
    rests_on: Links = ()  # the same, once what cannot be surpassed comes from the model
    plays: int = 0
    model: int | None = None
    best: Incumbent | None = None
    forbidden: list[PlayFamily] = field(default_factory=list)
    begun: int = 0  # plans whose beginning was forbidden
    ordered: int = 0  # plans that were put in every order, and the positions this took
    positions: int = 0
    _late: Line | None = None  # what random plays found before others took their place
    _climbs: int = 0

    def better(self, line: Line | None = None) -> Iterator[Event]:
        """A line that is better than all before: this one, or what random plays have found."""
        late, self._late = self._late, None
        for item in (line, late, self.climber.better()):
            if item is not None and (self.best is None or item[0] > self.best.value):
                self.best = Incumbent(*item, self.clock.seconds)
                self.clock.better()
                yield self.best

    def lower(self, worth: int, sure: bool = False) -> Iterator[Event]:
        """Lower the bound to what the model allows; plus one while that comes from unconfirmed floating-point
        arithmetic.
        """
        most = worth if sure else worth + 1
        if most < self.most:
            self.most, self.rests_on = most, self.links if sure else (*self.links, SCIP_ALONE)
            self.clock.better()
            yield BoundEvent(self.most, self.clock.seconds, self.rests_on)

    def climb(self, bars: Bars | None = None) -> None:
        """Other random plays from now on."""
        self.stop()
        self.plays, self._climbs, self._late = self.plays + self.climber.plays, self._climbs + 1, self.climber.better()
        known = self.best.play if bars is None and self.best is not None else ()
        self.climber = Climber(self.machine, self.start, self.seed + APART * self._climbs, bars, known=known)

    def stop(self) -> None:
        """No more random plays."""
        self.climber.stop()

    @property
    def visited_count(self) -> int:
        """How many plays and positions there were."""
        return self.plays + self.climber.plays + self.positions

    @property
    def is_closed(self) -> bool:
        """Is there nothing between the line and the solved model?"""
        return self.best is not None and self.model is not None and self.best.value >= self.model
