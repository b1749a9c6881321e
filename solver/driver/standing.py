"""The state of a search: incumbent and upper bound, and whether an event improves them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules_dsl.machine.api import Move
from solver.protocol.answers import (
    PROVED,
    Answer,
    ArgumentLink,
    BoundEvent,
    Event,
    Incumbent,
    Number,
    Progress,
    Status,
    compute_gap,
    unite_links,
)
from solver.protocol.context import SearchContext
from solver.protocol.disagreement import Disagreement
from solver.protocol.questions import Aim
from solver.trust.replaying import confirm_line

LINES = frozenset({Aim.FEWEST, Aim.HIGHEST})
"""Aims for which the best line so far and a bound say all that an ended search leaves behind."""
KNOWN = "this line was known before the search began"
SAVED_RUN = ArgumentLink("saved run", "read from a file")
"""Anybody can write a file: a bound from one is shown, and proved only by a search that reaches it by itself."""
NOT_PROVED_AGAIN = "line replayed; bound taken from the saved run, not proved again"


@dataclass(slots=True)
class SearchRecord:
    """Takes in the events of a search after what an earlier one had found."""

    context: SearchContext
    line: Incumbent | None = None
    bound: BoundEvent | None = None

    def opening(self) -> list[Event]:
        """The events of the earlier result; its line is replayed first."""
        earlier = self.context.question.earlier
        if self.context.aim not in LINES:
            return []
        if earlier.value is not None:
            self.line = Incumbent(earlier.value, earlier.play, 0.0)
            self._replay(earlier.value, earlier.play)
        if earlier.bound is not None:
            self.bound = BoundEvent(earlier.bound, 0.0, unite_links(earlier.rests_on, (SAVED_RUN,)))
        return [event for event in (self.line, self.bound) if event is not None]

    def take_event(self, event: Event) -> Event | None:
        """Merge an event with what is known. Lines are replayed; returns None if the event adds nothing."""
        match event:
            case Incumbent():
                self._replay(event.value, event.play)
                if self.line is not None and not self._exceeds(event.value, self.line.value):
                    return None
                self.line = event
                self._insist_consistent()
            case BoundEvent():
                if self.bound is not None and not event.corrects and not self._is_better(event, self.bound):
                    return None
                self.bound = event
                self._insist_consistent()
            case Answer():
                return self._finish_answer(event)
            case Progress():
                pass
        return event

    def _replay(self, value: Number | None, play: Sequence[Move]) -> None:
        """Raises Disagreement if the line is not what the question asks for."""
        confirm_line(self.context.question, self.context.reference, value, play)

    def _insist_consistent(self) -> None:
        """Raise Disagreement if a line exceeds a reported upper bound. Means over decks are exempt."""
        if (
            self.context.aim in LINES
            and self.line is not None
            and self.bound is not None
            and self._exceeds(self.line.value, self.bound.value)
        ):
            raise Disagreement(
                f"there is a line with {self.line.value}, but {self.bound.value} was reported as the upper bound"
            )

    @property
    def gap(self) -> float | None:
        """The part that is still open."""
        return None if self.line is None or self.bound is None else compute_gap(self.line.value, self.bound.value)

    def _finish_answer(self, answer: Answer) -> Answer:
        self._replay(answer.value, answer.play)
        if self.context.aim not in LINES:
            return answer
        ended = self._proof(answer) if answer.status in PROVED else self._best_of(answer)
        return replace(ended, remarks=(*ended.remarks, *self._remarks(ended)))

    def _remarks(self, ended: Answer) -> Iterator[str]:
        """Remarks about parts of the answer that come from an earlier run."""
        if ended.play and ended.play == self.context.question.earlier.play:
            yield KNOWN
        if SAVED_RUN in ended.rests_on:
            yield NOT_PROVED_AGAIN if ended.play else NOT_PROVED_AGAIN.partition("; ")[2]

    def _proof(self, answer: Answer) -> Answer:
        """A proof must not contradict a line or a bound."""
        line = self.line
        if line is not None and (answer.value is None or self._exceeds(line.value, answer.value)):
            raise Disagreement(f"{answer.method} says {answer.value}, but there is a line with {line.value}")
        if self.bound is not None and answer.value is not None and self._exceeds(answer.value, self.bound.value):
            raise Disagreement(
                f"{answer.method} says {answer.value}, but {self.bound.value} was reported as the upper bound"
            )
        return answer

    def _best_of(self, answer: Answer) -> Answer:
        if self.line is not None and (answer.value is None or self._exceeds(self.line.value, answer.value)):
            answer = replace(answer, status=Status.BOUNDED, value=self.line.value, play=self.line.play)
        if self.bound is not None and (
            answer.bound is None or self._is_better(self.bound, BoundEvent(answer.bound, 0.0, answer.rests_on))
        ):
            answer = replace(answer, bound=self.bound.value, rests_on=self.bound.rests_on)
        if answer.value is not None and answer.value == answer.bound and not answer.rests_on:
            return replace(answer, status=Status.OPTIMAL)
        return answer

    def _is_better(self, one: BoundEvent, other: BoundEvent) -> bool:
        """Is a bound closer than another, or as close and proved where the other is not?"""
        return self._exceeds(other.value, one.value) or (
            one.value == other.value and bool(other.rests_on) and not one.rests_on
        )

    def _exceeds(self, one: Number, other: Number) -> bool:
        """Is one better than the other?"""
        return one < other if self.context.aim is Aim.FEWEST else one > other
