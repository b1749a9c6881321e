"""The author's bounds that were trusted, held against lines: a line that beats a bound refutes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from rules_dsl.examples.claims import write_play
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.failures import PlayError
from rules_dsl.machine.api import Move, State
from rules_dsl.quantities import quantity
from solver.protocol.context import SearchContext
from solver.protocol.questions import Aim


def is_trusting(context: SearchContext) -> bool:
    """May the answer rest on a bound that nobody has proved?"""
    return bool(list_trusted(context))


def list_trusted(context: SearchContext) -> tuple[ir.Bound, ...]:
    """The bounds that are used unproved."""
    if context.aim is Aim.FEWEST:
        return context.rules.bounds[:1] if context.question.trust else ()
    labels = {ceiling.label for ceiling in context.ceilings if not ceiling.proved}
    return tuple([bound for bound in context.rules.bounds if bound.label in labels])


def without_trust(context: SearchContext) -> SearchContext:
    """The same search with proved bounds only."""
    proved = tuple([ceiling for ceiling in context.ceilings if ceiling.proved])
    return replace(context, ceilings=proved, question=replace(context.question, trust=False))


def find_refutations(context: SearchContext, play: Sequence[Move]) -> tuple[str, ...]:
    """Of each trusted bound that a line beats, where it does."""
    states = list(_states_along(context, play))
    refutations = [_refute(context, bound, states, play) for bound in list_trusted(context)] if play else []
    return tuple([text for text in refutations if text])


def _states_along(context: SearchContext, play: Sequence[Move]) -> Iterator[State]:
    state = context.start
    yield state
    for move in play:
        state = context.reference.apply(state, move)
        yield state


def _refute(context: SearchContext, bound: ir.Bound, states: Sequence[State], play: Sequence[Move]) -> str:
    """The first position of the line at which the bound is wrong; empty if there is none."""
    reference, last = context.reference, states[-1]
    for number, state in enumerate(states):
        try:
            claimed = int(reference.value(bound.value, state))
        except PlayError:
            continue
        left = len(play) - number
        if context.aim is Aim.FEWEST and claimed > left:
            return f"{_name(bound)} is refuted: {_where(number)} it says {claimed}, this line needs {left} more"
        scored, final = reference.scores(state)[0], reference.scores(last)[0]
        if context.aim is not Aim.FEWEST and scored + claimed < final:
            most = f"score plus bound is {scored + claimed}"
            return f"{_name(bound)} is refuted: {_where(number)} {most}, this line scores {final}"
    return ""


def _name(bound: ir.Bound) -> str:
    return f'bound "{bound.label}" ({Path(bound.rule.span.file).name}:{bound.rule.span.line})'


def _where(number: int) -> str:
    return "at the start" if number == 0 else f"after {quantity(number, 'move')}"


def with_line(context: SearchContext, refutation: str, play: Sequence[Move]) -> str:
    """A refutation with its line written out, where the answer shows another one."""
    moves = "; ".join(write_play(context.reference, tuple(play), context.start))
    return f"{refutation.replace('this line', 'a line')}: {moves}"
