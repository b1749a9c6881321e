"""The report of `verify`: what was replayed, what was proved again, and what was not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules_dsl.quantities import quantity

if TYPE_CHECKING:
    from regelwerk.api.game import State as GameState
    from regelwerk.report.results import SavedResult
    from rules_dsl.machine.api import Machine, State
    from solver.protocol.questions import Question

UNDECIDED = "undecided"
TERMS_LEFT = "the terms themselves were not checked"


@dataclass(frozen=True, slots=True)
class Wording:
    """Beginnings of sentences: where the value was `proved` again (by …), where it stayed `open` (why), and what was
    `left`.
    """

    proved: str
    open: str
    left: str


def question_of(state: GameState, saved: SavedResult, seconds: float | None = None) -> Question:
    """What was asked, again."""
    from regelwerk.api.asking import actions_counted, seats_at_random
    from solver.protocol.questions import Aim, Limits, Question

    rules, aim = state.game.rules, Aim(saved.aim)
    counted, random = actions_counted(rules, aim, saved.asked.counted), seats_at_random(rules, saved.asked.seats)
    return Question(rules, state.raw, aim, Limits(seconds=seconds), random=random, counted=counted)


def is_replayed(saved: SavedResult) -> bool:
    """Does the result have a line, or the first move of one, that `verify` plays again?"""
    from solver.driver.standing import LINES

    return bool(saved.play) or (saved.value is not None and saved.aim in LINES)


def wording(machine: Machine, start: State, saved: SavedResult) -> Wording:
    """A line has a value only if it is complete; others are only reported as legal."""
    replayed, claim = _describe_replay(machine, start, saved), _claim(saved)
    if not claim:
        return (
            _of_no_line(saved)
            if saved.value is None and not saved.play
            else Wording(f"{replayed}confirmed", replayed.removesuffix("; "), "")
        )
    verb = "re-proved" if claim.startswith("bound") else "confirmed"
    return Wording(f"{replayed}{claim} {verb}", f"{replayed}{claim} not {verb}", f"{claim} was not {verb}")


def _claim(saved: SavedResult) -> str:
    """The bound, or the value if both are equal; "" if there is neither."""
    from solver.driver.standing import LINES

    if saved.bound is None:
        return ""
    return f"{'value' if saved.value == saved.bound and saved.aim not in LINES else 'bound'} {saved.bound}"


def _of_no_line(saved: SavedResult) -> Wording:
    if saved.status == "infeasible":
        return Wording("no line exists: confirmed", "that no line exists was not confirmed", "that no line exists")
    nothing = "the result has neither a line nor a bound; nothing was verified"
    return Wording(nothing, nothing, "")


def _describe_replay(machine: Machine, start: State, saved: SavedResult) -> str:
    match len(saved.play):
        case 0 if is_replayed(saved):
            return f"line without moves replayed: {saved.value}; "
        case 0:
            return "the result has no line; "
        case _ if _is_whole(machine, start, saved):
            return f"line replayed: {saved.value}; "
        case 1:
            return "the first move is legal; "
        case number:
            return f"the first {number:,} moves are legal; "


def _is_whole(machine: Machine, start: State, saved: SavedResult) -> bool:
    """Does the line go to the end of play, where its worth is checked?"""
    from solver.protocol.questions import Aim
    from solver.trust.replaying import read_line

    if not saved.play or saved.value is None or saved.aim == Aim.MIXED:
        return False
    state = start
    for move in read_line(machine, start, saved.play):
        state = machine.apply(state, move)
    return machine.kind(state) == "over"


def decks_replayed(number: int) -> str:
    """How many decks were played again, and how many of them on the reference machine."""
    from solver.sampling.again import REPLAYED

    return f"{quantity(number, 'deck')} replayed ({min(number, REPLAYED):,} on the reference machine)"
