"""Sensitivity of a best line: how its value and the optimum change with doubtful figures."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from regelwerk.api.asking import SearchOptions, make_inquiry
from regelwerk.api.loader import load_state
from regelwerk.api.wording import describe_bounds
from regelwerk.report.plausible import AlternativeValue, Plausible
from regelwerk.report.reading import Figure, figures_read
from regelwerk.report.results import Invocation, links_key, moves_of
from regelwerk.report.results import plain as plain_number
from regelwerk.settings import position
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir import nodes as ir
from rules_dsl.loading import find_rules
from rules_dsl.machine.api import Machine, PlayError, State
from rules_dsl.quantities import quantity
from solver.protocol.answers import Answer, Number, Status, last_answer
from solver.protocol.clock import Clock
from solver.protocol.disagreement import Disagreement
from solver.protocol.questions import Limits

LONGEST = 5.0
"""So many seconds go into each other value, if there is no limit."""


@dataclass(frozen=True, slots=True)
class ChangedAnswer:
    """A fact with another value: what the same line is worth then, or why it is not legal; and best and bound then
    (None: the line is worth the same).
    """

    fact: str
    was: int | str
    other: int | str
    line: Number | None
    refused: str = ""
    answer: Answer | None = None

    @property
    def says(self) -> str:
        """In words."""
        line = f"the line is worth {self.line}" if self.line is not None else f"the line is not legal ({self.refused})"
        return f"{self.fact} {self.other} instead of {self.was}: {line}{self._best}"

    @property
    def _best(self) -> str:
        if self.answer is None:
            return ""
        if self.answer.status is Status.OPTIMAL:
            return f"; optimal {self.answer.value}"
        return f"; {describe_bounds(self.answer.value, self.answer.bound, self.answer.rests_on)}"


def plain(item: ChangedAnswer) -> dict[str, object]:
    """As JSON has it."""
    result = item.answer
    best: dict[str, object] = {"value": None, "bound": None, "status": None}
    if result is not None:
        best = {
            "value": plain_number(result.value),
            "bound": plain_number(result.bound),
            "status": str(result.status),
            **links_key(result.rests_on),
        }
    return {
        "fact": item.fact,
        "was": item.was,
        "other": item.other,
        "line": plain_number(item.line),
        "refused": item.refused,
        **best,
    }


@dataclass(frozen=True, slots=True)
class FigureTrial:
    """What came of another value:

    None where the line is worth the same. `fits` is false where the table does not take the value.
    """

    other: AlternativeValue
    moved: ChangedAnswer | None = None
    fits: bool = True


@dataclass(slots=True)
class Trials:
    """The doubtful figures of a game, the other values they may have in the order in which they are tried, and what has
    come of those that were.
    """

    figures: int
    values: Sequence[AlternativeValue]
    done: list[FigureTrial] = field(default_factory=list)

    @property
    def moving_trials(self) -> list[ChangedAnswer]:
        """What moves the line."""
        return [trial.moved for trial in self.done if trial.moved is not None]

    @property
    def keys(self) -> dict[str, object]:
        """As JSON has it."""
        counts = {
            "figures": self._figures(self.done),
            "values": len(self.done),
            "all_figures": self.figures,
            "all_values": len(self.values),
        }
        return {"moved": [plain(answer) for answer in self.moving_trials], "tried": {**counts, "unfit": self._unfit}}

    @property
    def says(self) -> Iterator[str]:
        """In words: what moves the line, and how much was tried."""
        yield from [answer.says for answer in self.moving_trials]
        yield f"{quantity(self.figures, 'figure')} {'is' if self.figures == 1 else 'are'} not sure{self._trial_summary if self.figures else ''}"

    @property
    def _trial_summary(self) -> str:
        moving = len({answer.fact for answer in self.moving_trials})
        some = f"{len(self.done):,} of {quantity(len(self.values), 'other value')} (of {quantity(self._figures(self.done), 'figure')})"
        tried = f"all {quantity(len(self.values), 'other value')}" if len(self.done) == len(self.values) else some
        unfit = f"; {quantity(self._unfit, 'value')} did not fit the table" if self._unfit else ""
        return f"; {tried} tried{unfit}; {moving:,} of these figures move{'s' if moving == 1 else ''} the line"

    @property
    def _unfit(self) -> int:
        return sum(not trial.fits for trial in self.done)

    @staticmethod
    def _figures(trials: Sequence[FigureTrial]) -> int:
        return len({_figure(trial.other.fact) for trial in trials})


def _figure(fact: ir.Fact) -> Figure:
    return fact.table, fact.row, fact.field


def trials_of(
    words: Invocation, machine: Machine, start: State, play: Sequence[str], files: Sequence[Path] = ()
) -> Trials:
    """Nothing is tried yet. First come values that the user named, then figures the line reads, then all others."""
    plausible = Plausible(machine.game, find_rules(words.game).parent, files)
    doubtful = plausible.doubtful()
    read = figures_read(machine, start, play) if doubtful else set()
    every = [other for fact in doubtful for other in plausible.others(fact)]
    return Trials(len(doubtful), sorted(every, key=lambda other: (not other.named, _figure(other.fact) not in read)))


def try_values(
    trials: Trials, words: Invocation, wish: SearchOptions, line: tuple[Sequence[str], Number], clock: Clock
) -> Iterator[FigureTrial]:
    """One value after another, each noted in `trials`, until all are tried or the time is over; `line` is what the
    moves are worth.
    """
    for number, other in enumerate(trials.values):
        if clock.is_over():
            return
        left = clock.deadline
        share = LONGEST if left is None else left / (len(trials.values) - number)
        trials.done.append(_with_other(words, other, line, replace(wish, limits=Limits(share))))
        yield trials.done[-1]


def _with_other(
    words: Invocation, changed: AlternativeValue, best: tuple[Sequence[str], Number], wish: SearchOptions
) -> FigureTrial:
    fact = changed.fact
    with tempfile.TemporaryDirectory() as folder:
        overlay = Path(folder) / "other.toml"
        overlay.write_text(
            f'[[{fact.table}]]\nname = "{fact.row}"\n{fact.field} = {changed.written}\n', encoding="utf-8"
        )
        try:
            at = None if words.at is None else position(words.at)
            state = load_state(words.game, words.options, words.givens, [*map(Path, words.data), overlay], "python", at)
        except RulesError:
            return FigureTrial(changed, fits=False)
    line, refused = _worth(state.game.machine, state.raw, best[0])
    if line == best[1]:
        return FigureTrial(changed)
    inquiry = make_inquiry(
        state, replace(wish, line=() if line is None else moves_of(state.game.machine, state.raw, best[0]))
    )
    title = f"{fact.table}[{fact.row}].{fact.field}"
    was = int(fact.value) if isinstance(changed.shown, int) else fact.value
    return FigureTrial(
        changed,
        ChangedAnswer(title, was, changed.shown, line, refused, last_answer(list(inquiry.events(confirm=False)))),
    )


def _worth(machine: Machine, start: State, play: Sequence[str]) -> tuple[Number | None, str]:
    """What a line is worth, or why it is not legal."""
    try:
        state = start
        for move in moves_of(machine, start, play):
            state = machine.apply(state, move)
    except (Disagreement, PlayError) as reason:
        return None, str(reason)
    return (machine.scores(state)[0], "") if machine.kind(state) == "over" else (None, "play goes on after it")
