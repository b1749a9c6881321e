"""What is measured, and what a measurement gives."""

from __future__ import annotations

from dataclasses import dataclass, field

SECONDS = 0.5
"""How long one measurement of random plays takes."""


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do with one game: `playouts`, `perft` (the last positions are made), `bulk` (they are counted),
    `explore`, `loop` (a loop in Python), a search for the fewest moves: `blind` (A* without a bound), `astar`, `ida`;
    or `decide` (the claims hold) and `refute` (one does not, with `broken`).
    """

    what: str
    game: str
    depth: int = 0
    options: dict[str, str] = field(default_factory=dict)
    givens: dict[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The task in a few words."""
        return " ".join([self.what, *([str(self.depth)] if self.depth else []), self.game, *self.options.values()])


@dataclass(frozen=True, slots=True)
class Figure:
    """What was done in how many seconds of the processor: plays, leaves or positions, the moves of the plays, and the
    bytes the positions took at the most.
    """

    count: int
    seconds: float
    moves: int = 0
    memory: int = 0

    @property
    def rate(self) -> float:
        """How many in a second."""
        return self.count / self.seconds if self.seconds > 0 else 0.0

    @property
    def plies(self) -> float:
        """Moves in a second; 0 where they are not told."""
        return self.moves / self.seconds if self.seconds > 0 else 0.0

    @property
    def bytes_each(self) -> float:
        """Bytes of a position; 0 where they are not told."""
        return self.memory / self.count if self.count else 0.0


PERFT = {"tictactoe": 9, "connect_four": 9, "breakthrough": 5, "reversi": 9, "chess": 5}
PLAYOUTS = ("tictactoe", "connect_four", "breakthrough", "reversi", "hex", "chess", "kuhn_poker", "g2048", "nim", "pig")
SMALL = {"width": "3", "height": "3"}
KORF = {"start": "[14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15]"}
"""Number 12 of Korf's boards."""

CLAIMS = ("peterson", "economy", "river_crossing", "lights_out")
"""Small systems whose claims all checkers of models decide."""

TASKS = (
    *[Task("playouts", game) for game in PLAYOUTS],
    *[Task(what, game, depth) for what in ("perft", "bulk") for game, depth in PERFT.items()],
    Task("loop", "connect_four"),
    Task("explore", "fifteen", options=SMALL),
    Task("explore", "fifteen", options={"width": "5", "height": "2"}),
    Task("explore", "pocket_cube"),
    Task("explore", "philosophers"),
    Task("explore", "economy"),
    *[
        Task(what, game, options={"broken": "true"} if what == "refute" else {})
        for game in CLAIMS
        for what in ("decide", "refute")
    ],
    Task("decide", "peterson", options={"processes": "5"}),
    Task("blind", "fifteen", options=SMALL),
    Task("astar", "fifteen", givens=KORF),
    Task("ida", "fifteen", givens=KORF),
)
