"""The engine `rounds`: upper bounds from a round model, lines from nested playouts; where they meet, the line is
optimal. The model should contain every play that the rules allow, so its optimum bounds all of them; answers quote the
evidence. Lines come only from the rules, never from the model.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass

from rules_dsl.quantities import quantity
from solver.cpsat.running import ModelBound, ModelSolution, ModelStatus, above, narrower
from solver.explicit.climbing import BETWEEN_LOOKS, NO_KERNEL, PATIENCE, STALLED, Climber
from solver.mip.duals import limits_of, solve_fractions
from solver.mip.model_rows import impossible_for_highs
from solver.mip.running import impossible, maximise_model
from solver.ortools.library import cp_model
from solver.protocol.answers import Answer, BoundEvent, Event, Links, status_of, unite_links
from solver.protocol.clock import Clock
from solver.protocol.context import SearchContext
from solver.protocol.disagreement import Disagreement
from solver.protocol.lines import ceiling_of
from solver.protocol.questions import UnsupportedQuestion
from solver.relaxed import METHOD
from solver.relaxed.growing import RoundModel
from solver.relaxed.meeting import SCIP_ALONE, GapState
from solver.relaxed.models import model_for, model_of
from solver.relaxed.ordering import find_impossible_prefix, search_orders
from solver.relaxed.turns import PlayFamily, others, read_plan
from solver.trust.opinions import Second, time_for_another

LARGE = 4_000
"""A model of so many variables is solved with fractions first."""
CHEAP = 300_000
"""A search through so few positions can be widened by the next plan."""
ORDERING = 60.0
"""So many seconds plays may be looked for that stay behind a plan; then only those are forbidden that come as far."""


def search(context: SearchContext) -> Iterator[Event]:
    """Events, the answer last."""
    clock = context.clock
    machine, question = context.compiled, context.question
    if machine is None:
        raise UnsupportedQuestion(NO_KERNEL)
    plan, links = model_of(context.rules, context.start), model_for(context.rules, context.start).links
    climber = Climber(machine, context.start, question.seed, known=question.earlier.play)
    meeting = GapState(machine, context.start, question.seed, clock, ceiling_of(context), climber, links)
    yield BoundEvent(meeting.most, clock.seconds)
    if question.earlier.value is not None:
        yield from meeting.better((int(question.earlier.value), question.earlier.play))
    try:
        plan = yield from _close_gap(plan, meeting)
        yield from _climb_lines(context, meeting)
    finally:
        meeting.stop()
    yield from meeting.better()
    yield _answer(plan, meeting)


def _close_gap(plan: RoundModel, meeting: GapState) -> Generator[Event, None, RoundModel]:
    """Repeat until incumbent and model agree or a limit is reached: solve the model, try its plan in every order, then
    forbid the plan. Returns the last model.
    """
    wide = PlayFamily()
    yield from _bound_by_fractions(plan, meeting)
    plan = yield from _tighten_model(plan, meeting)
    while (solution := (yield from _solve_model(plan, meeting))) is not None and not meeting.is_closed:
        impossible, wide = yield from _exclude_plan(plan, meeting, read_plan(plan, solution), wide)
        if impossible is None:
            return plan
        meeting.forbidden.append(impossible)
        plan = yield from _tighten_model(plan, meeting)
    return plan


def _exclude_plan(
    plan: RoundModel, meeting: GapState, exact: PlayFamily, wide: PlayFamily
) -> Generator[Event, None, tuple[PlayFamily | None, PlayFamily]]:
    """What can be forbidden because no better play realises it: a prefix of the plan, the plan joined with earlier
    ones, or the plan alone. Also returns the family that the next plan is joined with.
    """
    beginning = yield from find_impossible_prefix(plan, meeting, exact)
    if beginning is not None or meeting.clock.is_over():
        meeting.begun += beginning is not None
        return beginning, wide
    wide = wide.wider(exact.loose)
    if not (yield from search_orders(plan, meeting, exact, None)).complete or meeting.is_closed:
        return None, wide
    meeting.ordered += 1
    widened = yield from search_orders(plan, meeting, wide, ORDERING)
    return (wide if widened.complete else exact), (
        wide if widened.complete and widened.positions < CHEAP else PlayFamily()
    )


def _tighten_model(plan: RoundModel, meeting: GapState) -> Generator[Event, None, RoundModel]:
    """The model for plays that are better than the best line and none of those that are forbidden, with the limits that
    fractions leave for such plays.
    """
    limits, names = dict(plan.limits), list(plan.loose)
    if _is_large(plan) and not meeting.forbidden:
        return plan
    if not _is_large(plan):
        for pair in limits_of(_build_narrowed(plan, meeting), list(plan.loose.values()), meeting.clock):
            yield from meeting.better()
            if pair is not None:
                limits[names[pair[0]]] = min(pair[1], limits.get(names[pair[0]], pair[1]))
            yield from meeting.clock.heartbeat(meeting.visited_count)
    after = model_of(meeting.machine.game, meeting.start, limits)
    for family in meeting.forbidden:
        after.model.add(others(after, family) >= 1)
    return after


def _build_narrowed(plan: RoundModel, meeting: GapState) -> cp_model.CpModel:
    """The model of plays that are better than the best line; as long as no plan is forbidden it must have that line,
    too, so those that are as good are let in.
    """
    if meeting.best is None:
        return plan.model.clone()
    return narrower(plan.model, above(plan.score, int(meeting.best.value) - (not meeting.forbidden)))


def _is_large(plan: RoundModel) -> bool:
    return len(plan.model.proto.variables) >= LARGE


def _bound_by_fractions(plan: RoundModel, meeting: GapState) -> Iterator[Event]:
    """The bound of the linear relaxation, as a first bound for large models where SCIP reports nothing for minutes."""
    if not _is_large(plan):
        return
    for bound in solve_fractions(plan.model, plan.score, meeting.clock):
        yield from meeting.better()
        if bound is not None:
            yield from meeting.lower(bound, sure=True)
        yield from meeting.clock.heartbeat(meeting.visited_count)


def _solve_model(plan: RoundModel, meeting: GapState) -> Generator[Event, None, dict[int, int] | None]:
    """The best plan better than the incumbent; None if there is none or a limit is reached first."""
    solution: dict[int, int] | None = None
    planned, floor = 0, None if meeting.best is None else int(meeting.best.value)
    for event in maximise_model(_build_narrowed(plan, meeting), plan.score, plan.plan_variables, meeting.clock):
        yield from meeting.better()
        match event:
            case ModelSolution(worth, values):
                planned, solution = worth, values
            case ModelBound(worth):
                yield from meeting.lower(worth)
            case ModelStatus("optimal"):
                meeting.model = planned
                yield from meeting.lower(planned)
                return solution
            case ModelStatus("infeasible"):
                if floor is None or not meeting.forbidden:
                    raise Disagreement(
                        "the model of whole rounds has no play at all"
                        if floor is None
                        else f"there is a line with {floor}, but the model of whole rounds has none above {floor - 1}"
                    )
                meeting.model = floor
                yield from meeting.lower(floor)
            case _:
                pass
        yield from meeting.clock.heartbeat(meeting.visited_count)
    return None


def _climb_lines(context: SearchContext, meeting: GapState) -> Iterator[Event]:
    """Until a line is worth what the model allows, or a limit comes, or nothing better has been found for long."""
    clock, limited = (
        meeting.clock,
        context.question.limits.seconds is not None or context.question.limits.stall is not None,
    )
    while not meeting.is_closed and not clock.is_over() and (limited or clock.patient(PATIENCE)):
        time.sleep(BETWEEN_LOOKS)
        yield from meeting.better()
        yield from clock.heartbeat(meeting.visited_count)


def _answer(plan: RoundModel, meeting: GapState) -> Answer:
    best, clock = meeting.best, meeting.clock
    if best is not None and meeting.model is not None and best.value > meeting.model:
        raise Disagreement(
            f"there is a line with {best.value}, but the model of whole rounds has none above {meeting.model}"
        )
    confirmed = _confirm_bound(plan, meeting)
    closed = confirmed is not None
    bound = best.value if closed and best is not None else meeting.most
    value, play = (None, ()) if best is None else (best.value, best.play)
    remark = f"the bound is that of a model of whole rounds ({plan.size})"
    if meeting.ordered:
        remark += (
            f"; {meeting.ordered} plans of the model were tried in every order "
            f"({quantity(meeting.positions, 'position')}) and then forbidden"
        )
    if meeting.begun:
        remark += f"; {meeting.begun} were forbidden because no play begins as they do"
    why = "" if confirmed is None else confirmed.words
    links = meeting.rests_on if confirmed is None else unite_links(meeting.links, confirmed.links)
    status = status_of(value, bound, closed and not links)
    return Answer(
        status,
        value,
        bound,
        play,
        METHOD,
        meeting.visited_count,
        clock.seconds,
        _explain_stop(confirmed, clock),
        remarks=(remark + why,),
        rests_on=links,
    )


def _explain_stop(confirmed: BoundConfirmation | None, clock: Clock) -> str:
    """Why the search ended, if there was more to find out."""
    if confirmed is None:
        return clock.stopped or STALLED
    return (clock.stopped or Second.LATE.value) if confirmed.links else ""


@dataclass(frozen=True, slots=True)
class BoundConfirmation:
    """Which solvers confirm that the model has nothing better than the incumbent, in words, and what that rests on."""

    words: str
    links: Links


def _confirm_bound(plan: RoundModel, meeting: GapState) -> BoundConfirmation | None:
    """Is nothing in the model better than the best line?"""
    if not meeting.is_closed or meeting.best is None:
        return None
    more = above(plan.score, int(meeting.best.value))
    if impossible(plan.model, plan.score, more, meeting.clock) is not True:
        return None
    also = impossible_for_highs(plan.model, plan.score, more, time_for_another(meeting.clock))
    if also is False:
        raise Disagreement(
            f"HiGHS knows something better in the model than {meeting.best.value}, which SCIP calls impossible"
        )
    evidence = "; SCIP finds nothing better in it"
    if also:
        return BoundConfirmation(f"{evidence}, nor does HiGHS on rows of its own", ())
    return BoundConfirmation(f"{evidence}; HiGHS came to no end on it", (SCIP_ALONE,))
