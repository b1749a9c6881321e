"""Tries other values for doubtful figures: is a line still legal, is it worth the same, and is it still the best?"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from rules_dsl.confidence import ConfidenceCount, count_confidence
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import Machine, Move, PlayError, State
from solver.protocol.answers import Answer, Number
from solver.protocol.clock import Clock
from solver.protocol.disagreement import Disagreement
from solver.protocol.questions import Limits
from solver.sensitivity.alternatives import AlternativeValue, PlausibleValues
from solver.sensitivity.figures import Figure, figures_read
from solver.trust.replaying import read_line

SECONDS_FOR_EACH = 5.0
"""Time for each other value, if there is no limit."""


@dataclass(frozen=True, slots=True)
class BestLine:
    """A line as it is written, and its score."""

    play: tuple[str, ...]
    value: Number


@dataclass(frozen=True, slots=True)
class ChangedAnswer:
    """A fact with another value: what the same line is worth then (None: it is not legal, `refused` says why), and the
    answer of a new search.
    """

    fact: str
    was: int | str
    other: int | str
    line: Number | None
    refused: str = ""
    answer: Answer | None = None


@dataclass(frozen=True, slots=True)
class FigureTrial:
    """The result for one other value: `moved` is None where the line is worth the same, `fits` is false where the table
    does not take the value.
    """

    other: AlternativeValue
    moved: ChangedAnswer | None = None
    fits: bool = True


@dataclass(slots=True)
class Trials:
    """The number of doubtful figures of a game, their other values in the order of trial, and the results so far."""

    figures: int
    values: Sequence[AlternativeValue]
    confidence: ConfidenceCount
    done: list[FigureTrial] = field(default_factory=list)

    @property
    def moving_trials(self) -> list[ChangedAnswer]:
        """The values that change what the line is worth."""
        return [trial.moved for trial in self.done if trial.moved is not None]

    @property
    def figures_tried(self) -> int:
        """How many figures were tried with some other value."""
        return len({figure_of(trial.other.fact) for trial in self.done})

    @property
    def unfit(self) -> int:
        """How many values did not fit their table."""
        return sum(not trial.fits for trial in self.done)


class ChangedGame(Protocol):
    """The game with another value in its data, at the position that was asked about."""

    @property
    def machine(self) -> Machine:
        """The machine that plays it."""
        ...

    @property
    def start(self) -> State:
        """The position that was asked about."""
        ...

    def solve(self, line: Sequence[Move], limits: Limits) -> Answer:
        """A new answer; `line` is a known play."""
        ...


Reload = Callable[[Path], ChangedGame]
"""Loads the game with an overlay over its data; raises RulesError where a value does not fit."""


def figure_of(fact: ir.Fact) -> Figure:
    """Table, row and field of a fact."""
    return fact.table, fact.row, fact.field


def list_trials(
    machine: Machine, start: State, play: Sequence[str], folder: Path, files: Sequence[Path] = ()
) -> Trials:
    """Nothing is tried yet. First come values that the user named in `files`, then figures the line reads, then all
    others. `folder` holds the rules.
    """
    plausible = PlausibleValues(machine.game, folder, files)
    doubtful = plausible.doubtful()
    read = figures_read(machine.game, start, read_line(machine, start, play)) if doubtful else set()
    others = [other for fact in doubtful for other in plausible.others(fact)]
    ordered = sorted(others, key=lambda other: (not other.named, figure_of(other.fact) not in read))
    return Trials(len(doubtful), ordered, count_confidence(machine.game.facts))


def try_values(trials: Trials, reload: Reload, line: BestLine, clock: Clock) -> Iterator[FigureTrial]:
    """Try one value after another, until all are tried or the time is over; each result is noted in `trials`."""
    for number, other in enumerate(trials.values):
        if clock.is_over():
            return
        left = clock.deadline
        share = SECONDS_FOR_EACH if left is None else left / (len(trials.values) - number)
        trials.done.append(_try_value(reload, other, line, Limits(share)))
        yield trials.done[-1]


def _try_value(reload: Reload, other: AlternativeValue, best: BestLine, limits: Limits) -> FigureTrial:
    try:
        changed = _load_with(reload, other)
    except RulesError:
        return FigureTrial(other, fits=False)
    line, refused = _score_line(changed, best.play)
    if line == best.value:
        return FigureTrial(other)
    known = () if line is None else read_line(changed.machine, changed.start, best.play)
    table, row, column = figure_of(other.fact)
    was = int(other.fact.value) if isinstance(other.shown, int) else other.fact.value
    answer = changed.solve(known, limits)
    return FigureTrial(other, ChangedAnswer(f"{table}[{row}].{column}", was, other.shown, line, refused, answer))


def _load_with(reload: Reload, other: AlternativeValue) -> ChangedGame:
    table, row, column = figure_of(other.fact)
    with tempfile.TemporaryDirectory() as folder:
        overlay = Path(folder) / "other.toml"
        overlay.write_text(f'[[{table}]]\nname = "{row}"\n{column} = {other.written}\n', encoding="utf-8")
        return reload(overlay)


def _score_line(changed: ChangedGame, play: Sequence[str]) -> tuple[Number | None, str]:
    """What a line is worth, or why it is not legal."""
    machine, state = changed.machine, changed.start
    try:
        for move in read_line(machine, state, play):
            state = machine.apply(state, move)
    except (Disagreement, PlayError) as reason:
        return None, str(reason)
    return (machine.scores(state)[0], "") if machine.kind(state) == "over" else (None, "play goes on after it")
