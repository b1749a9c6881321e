"""Progress of a search: a live table on a terminal, lines on stderr elsewhere, or JSON Lines."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from regelwerk import output
from regelwerk.api.wording import describe_basis, describe_gap
from regelwerk.report.results import links_key, plain
from rules_dsl.quantities import quantity
from solver.protocol.answers import Answer, BoundEvent, Event, Incumbent, Number, Progress, compute_gap
from solver.protocol.clock import memory_in_use

if TYPE_CHECKING:
    from rich.live import Live
    from rich.table import Table

MEGABYTE = 1 << 20


class Follower(Protocol):
    """Receives the events of a search before its answer."""

    def tell(self, event: Event) -> None:
        """Something was found, bounded, or time went on."""


class Silence:
    """Ignores all events."""

    def tell(self, event: Event) -> None:
        """Nothing."""


class Notes:
    """A line on stderr for each event."""

    def tell(self, event: Event) -> None:
        """One line."""
        match event:
            case Incumbent():
                output.note(f"{event.seconds:8.1f} s  best {event.value}")
            case BoundEvent():
                output.note(f"{event.seconds:8.1f} s  bound {event.value}{describe_basis(event.rests_on)}")
            case Progress():
                output.note(f"{event.seconds:8.1f} s  {quantity(event.nodes, 'node')}")
            case Answer():
                pass


class Lines:
    """A JSON object on stdout for each event."""

    def tell(self, event: Event) -> None:
        """One line."""
        match event:
            case Incumbent():
                output.line(event="found", value=plain(event.value), seconds=round(event.seconds, 3))
            case BoundEvent():
                output.line(
                    event="bound",
                    value=plain(event.value),
                    seconds=round(event.seconds, 3),
                    **links_key(event.rests_on),
                )
            case Progress():
                output.line(event="progress", nodes=event.nodes, seconds=round(event.seconds, 3))
            case Answer():
                pass


class LiveTable:
    """One line of figures that is written anew."""

    def __init__(self, live: Live, limit: float | None) -> None:
        self._live = live
        self._limit = limit
        self._best: Number | None = None
        self._bound: Number | None = None
        self._basis = ""
        self._nodes = 0

    def tell(self, event: Event) -> None:
        """New figures."""
        match event:
            case Incumbent():
                self._best = event.value
            case BoundEvent():
                self._bound, self._basis = event.value, describe_basis(event.rests_on)
            case Progress():
                self._nodes = event.nodes
            case Answer():
                return
        self._live.update(self._table(event.seconds))

    def _table(self, seconds: float) -> Table:
        from rich.table import Table

        gap = compute_gap(self._best, self._bound)
        table = Table(box=None, pad_edge=False)
        for title in ("best", "bound", "gap", "nodes", "nodes/s", "memory", "time"):
            table.add_column(title, justify="right")
        table.add_row(
            _print_value(self._best), _print_value(self._bound) + self._basis, "" if gap is None else describe_gap(gap), f"{self._nodes:,}",
            f"{self._nodes / max(seconds, 0.001):,.0f}", f"{memory_in_use() // MEGABYTE} MB",
            f"{seconds:.0f} s" + ("" if self._limit is None else f" of {self._limit:.0f} s"),
        )  # fmt: skip
        return table


def _print_value(value: Number | None) -> str:
    return "" if value is None else f"{float(value):.6g}"


@contextmanager
def following(quiet: bool, json: bool, limit: float | None) -> Iterator[Follower]:
    """The follower that suits the output."""
    if json:
        yield Silence() if quiet else Lines()
    elif quiet:
        yield Silence()
    elif output.colourful(sys.stderr):
        from rich.console import Console
        from rich.live import Live

        with Live(console=Console(stderr=True), transient=True, refresh_per_second=4) as live:
            yield LiveTable(live, limit)
    else:
        yield Notes()
