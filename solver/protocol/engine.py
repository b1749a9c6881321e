"""The engine protocol: `accepts` names what an engine cannot do, `search` yields events."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from solver.protocol.answers import Event
from solver.protocol.context import SearchContext
from solver.protocol.questions import Aim, Question

ONE = range(1, 2)
ANY = range(1, 257)
NONE = range(0)
"""With how many threads an engine can be asked to search; NONE: it sets the number of its threads and processes by
itself.
"""

Search = Callable[[SearchContext], Iterator[Event]]
Objection = Callable[[Question], str | None]
"""Why a question is refused, None if it is not.

It looks at the question only: nothing is compiled or modelled for it.
"""


class Engine(Protocol):
    """A search that answers questions of some aims."""

    @property
    def name(self) -> str:
        """Its name for users."""
        ...

    @property
    def method(self) -> str:
        """What it calls itself in answers."""
        ...

    @property
    def aims(self) -> frozenset[Aim]:
        """What it can seek."""
        ...

    @property
    def kernel(self) -> bool:
        """Does it search a compiled game? Otherwise none is made for it."""
        ...

    @property
    def threads(self) -> range:
        """With how many threads it can be asked to search."""
        ...

    def accepts(self, question: Question) -> str | None:
        """Why it does not take a question of its aims, None if it does. This is cheap."""
        ...

    def search(self, context: SearchContext) -> Iterator[Event]:
        """Events, the answer last. Raises UnsupportedQuestion where only the search shows that it cannot go on."""
        ...


def accept_all(_question: Question) -> str | None:
    """The objection of engines that have none."""
    return None


def counts_all(name: str) -> Objection:
    """The objection of an engine for which every move counts."""

    def object_to(question: Question) -> str | None:
        return f"{name} counts all moves; astar counts those of some actions" if question.counted else None

    return object_to


@dataclass(frozen=True, slots=True)
class FunctionEngine:
    """An engine whose search is a function."""

    name: str
    method: str
    aims: frozenset[Aim]
    run: Search
    kernel: bool = False
    threads: range = ONE
    objection: Objection = accept_all

    def accepts(self, question: Question) -> str | None:
        """Why it does not take a question, None if it does."""
        return self.objection(question)

    def search(self, context: SearchContext) -> Iterator[Event]:
        """Events, the answer last."""
        return self.run(context)
