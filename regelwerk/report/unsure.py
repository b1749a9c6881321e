"""Sensitivity of a best line, as text and data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from regelwerk.api.asking import SearchOptions, make_inquiry
from regelwerk.api.game import State
from regelwerk.api.loader import load_state
from regelwerk.api.wording import describe_bounds
from regelwerk.report.results import Invocation, links_key
from regelwerk.report.results import plain as plain_number
from regelwerk.settings import position
from rules_dsl.machine import api
from rules_dsl.quantities import quantity
from solver.protocol.answers import Answer, Status, last_answer
from solver.protocol.questions import Aim, Limits
from solver.sensitivity.trials import ChangedAnswer, Reload, Trials


@dataclass(frozen=True, slots=True)
class ReopenedGame:
    """The position of a command line with other data, and how it is to be searched."""

    state: State
    wish: SearchOptions

    @property
    def machine(self) -> api.Machine:
        """The machine that plays it."""
        return self.state.game.machine

    @property
    def start(self) -> api.State:
        """The position that was asked about."""
        return self.state.raw

    def solve(self, line: Sequence[api.Move], limits: Limits) -> Answer:
        """The answer of the engine that was asked for, without a second opinion."""
        inquiry = make_inquiry(self.state, replace(self.wish, line=tuple(line), limits=limits))
        return last_answer(list(inquiry.events(confirm=False)))


def reopening(words: Invocation, wish: SearchOptions) -> Reload:
    """What loads the game of a command line with an overlay over its data."""

    def reopen(overlay: Path) -> ReopenedGame:
        at = None if words.at is None else position(words.at)
        data = [*map(Path, words.data), overlay]
        return ReopenedGame(load_state(words.game, words.options, words.givens, data, "python", at), wish)

    return reopen


def trial_keys(trials: Trials) -> dict[str, object]:
    """The trials as JSON has them."""
    counts = {
        "figures": trials.figures_tried,
        "values": len(trials.done),
        "all_figures": trials.figures,
        "all_values": len(trials.values),
        "unfit": trials.unfit,
        "unrecorded": trials.confidence.unrecorded,
    }
    return {"moved": [_plain(answer) for answer in trials.moving_trials], "tried": counts}


def _plain(item: ChangedAnswer) -> dict[str, object]:
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


def describe_trials(trials: Trials) -> Iterator[str]:
    """In words: what moves the line, and how much was tried."""
    yield from map(_describe_change, trials.moving_trials)
    if not trials.figures:
        yield f"no other values were tried: {trials.confidence.says}"
        return
    verb = "is" if trials.figures == 1 else "are"
    yield f"{quantity(trials.figures, 'figure')} {verb} not sure{_summary(trials)}"


def _describe_change(item: ChangedAnswer) -> str:
    line = f"the line is worth {item.line}" if item.line is not None else f"the line is not legal ({item.refused})"
    return f"{item.fact} {item.other} instead of {item.was}: {line}{_describe_best(item.answer)}"


def _describe_best(answer: Answer | None) -> str:
    if answer is None:
        return ""
    if answer.status is Status.OPTIMAL:
        return f"; optimal {answer.value}"
    return f"; {describe_bounds(Aim.HIGHEST, answer.value, answer.bound, answer.rests_on)}"


def _summary(trials: Trials) -> str:
    moving = len({answer.fact for answer in trials.moving_trials})
    values, figures = quantity(len(trials.values), "other value"), quantity(trials.figures_tried, "figure")
    some = f"{len(trials.done):,} of {values} (of {figures})"
    tried = f"all {values}" if len(trials.done) == len(trials.values) else some
    unfit = f"; {quantity(trials.unfit, 'value')} did not fit the table" if trials.unfit else ""
    unrecorded = trials.confidence.unrecorded
    others = f"; for {quantity(unrecorded, 'figure')} no confidence is recorded" if unrecorded else ""
    return f"; {tried} tried{unfit}; {moving:,} of these figures move{'s' if moving == 1 else ''} the line{others}"
