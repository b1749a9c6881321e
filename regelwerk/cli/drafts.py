"""The interim answer of a search, printed if the search has to be stopped."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from time import monotonic

from regelwerk import output
from regelwerk.api.asking import Inquiry
from regelwerk.api.wording import describe_answer
from regelwerk.report.results import answer_keys
from regelwerk.supervision.exits import Exit
from regelwerk.supervision.reporting import REPORTER, STOPPED
from solver.protocol.answers import Answer, BoundEvent, Event, Incumbent, Progress, Status

BETWEEN = 0.2
"""Seconds between two drafts that differ in their bounds or positions only."""


@dataclass(slots=True)
class Draft:
    """Follows a search and keeps its interim answer with the reporter."""

    inquiry: Inquiry
    json: bool
    _written: float = 0.0
    _answer: Answer = field(init=False)

    def __post_init__(self) -> None:
        self._answer = Answer(Status.UNDECIDED, None, None, (), self.inquiry.engine.method, 0, 0.0, STOPPED)
        self._write()

    def hear(self, event: Event) -> None:
        """Update the interim answer with an event."""
        before, now = self._answer, monotonic()
        match event:
            case Incumbent():
                self._answer = replace(
                    before, status=Status.BOUNDED, value=event.value, play=event.play, seconds=event.seconds
                )
            case BoundEvent():
                self._answer = replace(before, bound=event.value, rests_on=event.rests_on, seconds=event.seconds)
            case Progress():
                self._answer = replace(before, nodes=event.nodes, seconds=event.seconds)
            case Answer():
                self._answer = (
                    replace(event, stopped=event.stopped or STOPPED) if event.status == Status.UNDECIDED else event
                )
        if isinstance(event, Incumbent | Answer) or now - self._written > BETWEEN:
            self._written = now
            self._write()

    def _write(self) -> None:
        question, answer = self.inquiry.question, self._answer
        if self.json:
            text = output.last_text("solve", **answer_keys(self.inquiry.machine, question.start, question.aim, answer))
        else:
            text = "\n".join(describe_answer(self.inquiry.machine, question, answer))
        REPORTER.so_far(text, Exit.LIMIT if answer.status == Status.UNDECIDED else Exit.FINE)
