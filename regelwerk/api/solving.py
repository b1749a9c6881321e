"""Best lines from Python: `for event in regelwerk.solve("hanoi"): …`; the last event is the `Solution`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path

from regelwerk.api.asking import DECK, SearchOptions, convert_errors, history_of, make_inquiry
from regelwerk.api.game import Game, State
from regelwerk.api.loader import load
from regelwerk.api.results import Move
from regelwerk.api.wording import describe_bounds, describe_infeasible, describe_means
from rules_dsl.machine import api
from solver.protocol.answers import (
    Answer,
    BoundEvent,
    Event,
    Incumbent,
    Links,
    LocalStrategy,
    Number,
    Progress,
    SampledMeans,
)
from solver.protocol.questions import Limits


@dataclass(frozen=True, slots=True)
class ImprovedLine:
    """A better line than all before."""

    value: Number
    moves: tuple[Move, ...]
    seconds: float


@dataclass(frozen=True)
class Solution:
    """The best line that was found and how sure it is: `status` is optimal, bounded, infeasible or undecided."""

    start: State
    aim: str
    status: str
    value: Number | None
    bound: Number | None
    moves: tuple[Move, ...]
    method: str
    confirmed: str
    nodes: int
    seconds: float
    stopped: str
    strategy: tuple[LocalStrategy, ...] = ()
    sampled: SampledMeans | None = None
    estimate: float | None = None
    rests_on: Links = ()
    """What the bound rests on that is not proved."""

    @property
    def proved(self) -> bool:
        """Is there nothing better, or no line at all?"""
        return self.status in ("optimal", "infeasible")

    @cached_property
    def line(self) -> tuple[State, ...]:
        """The positions of the line, from the first to the last."""
        return tuple(_along(self.start, self.moves))

    @property
    def final(self) -> State:
        """The position at the end of the line."""
        return self.line[-1]

    def __str__(self) -> str:
        match self.status:
            case "optimal":
                said = f"{self.aim}: {self.value}, proved"
            case "bounded" if self.sampled is not None:
                said = f"{self.aim}: {describe_means(self.sampled)}"
            case "bounded":
                said = f"{self.aim}: {describe_bounds(self.aim, self.value, self.bound, self.rests_on)}"
            case "infeasible":
                said = describe_infeasible(self.aim)
            case _:
                said = f"{self.aim}: {describe_bounds(self.aim, None, self.bound, self.rests_on)}"
        return f"{said} ({self.method})"

    def _repr_html_(self) -> str:
        moves = "".join(f"<li>{escape(move.text)}</li>" for move in self.moves)
        return f"<p><b>{escape(self.start.game.title)}</b>: {escape(str(self))}</p>{self.final._repr_html_()}<ol>{moves}</ol>"


def solve(
    game: Game | State | str | Path,
    *,
    engine: str = "auto",
    know: bool | Sequence[str] = False,
    time: float | None = None,
    memory: int | None = None,
    gap: float | None = None,
    stall: float | None = None,
    seed: int = 0,
    seats: Sequence[str] = (),
    count: Sequence[str] = (),
) -> Iterator[ImprovedLine | BoundEvent | Progress | Solution]:
    """Searches for the best line from the first position of a game or from a state; `time` and `stall` are seconds,
    `memory` bytes, `seats` words such as "Bob=random" for who moves at random, `count` actions: only their moves count;
    `know` what the player is taken to know: all, or names of hidden variables.

    >>> *_, solution = solve("hanoi")
    >>> solution.status, solution.value, str(solution.moves[0])
    ('optimal', 15, 'move(1, 2)')
    """
    start = _start(game)
    known = (DECK,) if know is True else tuple(know or ())
    wish = SearchOptions(
        Limits(time, memory, gap, stall),
        engine,
        known,
        seed=seed,
        seats=tuple(seats),
        history=history_of(start),
        counted=tuple(count),
    )
    inquiry = make_inquiry(start, wish)
    with convert_errors():
        for event in inquiry.events():
            yield _public(start, inquiry.question.purpose, event)


def _start(game: Game | State | str | Path) -> State:
    match game:
        case State():
            return game
        case Game():
            return game.initial()
        case _:
            return load(game).initial()


def _public(start: State, aim: str, event: Event) -> ImprovedLine | BoundEvent | Progress | Solution:
    match event:
        case Incumbent():
            return ImprovedLine(event.value, _name_moves(start, event.play), event.seconds)
        case Answer():
            return Solution(
                start, aim, str(event.status), event.value, event.bound, _name_moves(start, event.play), event.method, event.confirmed,
                event.nodes, event.seconds, event.stopped, event.strategy, event.sampled, event.estimate, event.rests_on,
            )  # fmt: skip
        case BoundEvent() | Progress():
            return event


def _name_moves(start: State, play: tuple[api.Move, ...]) -> tuple[Move, ...]:
    """The moves with their texts."""
    state, moves = start, []
    for raw in play:
        moves.append(state.name_move(raw))
        state = state.play_raw(raw)
    return tuple(moves)


def _along(start: State, moves: tuple[Move, ...]) -> Iterator[State]:
    state = start
    yield state
    for move in moves:
        state = state.play_raw(move.raw)
        yield state
