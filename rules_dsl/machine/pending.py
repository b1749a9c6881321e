"""Endings that hold although play goes on: they are tested after moves, so one that holds at a start ends nothing."""

from __future__ import annotations

from rules_dsl.diagnostics.diagnostic import Diagnostic, finding
from rules_dsl.ir.failures import PlayError
from rules_dsl.ir.nodes import Game
from rules_dsl.machine.api import GameEnd, State
from rules_dsl.machine.reference import ReferenceMachine

BUT = "but it counts only when it holds after a move"
OVER = "play is over at the start"


def describe_start(machine: ReferenceMachine, start: State) -> str:
    """What a reader of an answer must know of the start: an ending holds there, or play is over; empty otherwise."""
    if machine.kind(start) == "over":
        return OVER
    ending = find_pending_ending(machine, start)
    return "" if ending is None else _describe(ending)


def find_pending_ending(machine: ReferenceMachine, start: State) -> GameEnd | None:
    """The first ending that holds at a decision from which play goes on."""
    try:
        return machine.find_holding(start) if machine.kind(start) == "decide" else None
    except PlayError:  # a condition that fails here may be fine after a move
        return None


def report_pending_ending(game: Game) -> tuple[Diagnostic, ...]:
    """A warning if an ending holds where the game begins; none where the rules fail there or are filled in."""
    if game.finds:
        return ()
    try:
        machine = ReferenceMachine(game)
        ending = find_pending_ending(machine, machine.initial())
    except PlayError:
        return ()
    return () if ending is None or ending.rule is None else (_warn(ending),)


def _describe(ending: GameEnd) -> str:
    return f"{_name(ending)} holds at the start, {BUT}"


def _name(ending: GameEnd) -> str:
    rule = "" if ending.rule is None else ending.rule.name
    return "the goal" if rule == "goal" else f"the ending `{rule}`"


def _warn(ending: GameEnd) -> Diagnostic:
    assert ending.rule is not None
    return finding(
        "W1028",
        f"{_name(ending)} holds at the start",
        ending.rule.span,
        "this holds before the first move",
        reason="endings are tested after each move, not before the first one",
        repair="begin play where it does not hold yet, or let it ask for what a move has done",
    )
