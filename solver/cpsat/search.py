"""The engine `cpsat`: unrolls play to its end for the highest score, and move by move for the fewest moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules_dsl.machine.api import Move
from solver.cpsat import METHOD
from solver.cpsat.growing import ENDLESS, MOST_TERMS, grow_unrolling
from solver.cpsat.modelling import CpSatModel
from solver.cpsat.running import (
    ModelBound,
    ModelSolution,
    ModelStatus,
    above,
    impossible,
    maximise_model,
    one_of,
    solution,
)
from solver.cpsat.translating import Linear, TooWide
from solver.mip.plays import confirm_best, confirm_fewest
from solver.protocol.answers import Answer, BoundEvent, Event, Incumbent, Status, status_of
from solver.protocol.clock import Clock, OutOfTime
from solver.protocol.context import SearchContext
from solver.protocol.disagreement import Disagreement
from solver.protocol.questions import Aim, UnsupportedQuestion
from solver.symbolic.forms import UnsupportedTerm
from solver.symbolic.terms import Symbol, Term
from solver.trust.opinions import alone, apply_second_opinion, mark_unconfirmed, time_for_another

OPEN = "CP-SAT did not finish"
"""Why a search stops that has reached no limit."""
SHORT = 20.0
"""So many seconds may go into showing that nobody is ever stuck."""


def search(context: SearchContext) -> Iterator[Event]:
    """Events, the answer last."""
    try:
        yield from (_fewest if context.aim is Aim.FEWEST else _highest)(
            context, CpSatModel(context.machine, context.start, context.swaps)
        )
    except (UnsupportedTerm, TooWide) as reason:
        raise UnsupportedQuestion(f"the rules cannot be translated for CP-SAT: {reason}") from None


# -- highest score ----------------------------------------------------------------------------------------------------


def _highest(context: SearchContext, model: CpSatModel) -> Iterator[Event]:
    clock = context.clock
    yield from grow_unrolling(model, clock)
    if not model.unrolling.is_over:
        yield Answer(Status.UNDECIDED, None, None, (), METHOD, 0, clock.seconds, clock.stopped)
        return
    whole = close_model(model, clock)
    score = model.score()
    known = (
        context.question.earlier.play if context.pool is None else context.pool.play or context.question.earlier.play
    )
    if known:
        model.hint(known)
    yield from _climb_score(model, score, whole, clock)


def close_model(model: CpSatModel, clock: Clock) -> bool:
    """Exclude stuck ends where they are proved impossible. Does the model now contain every play?"""
    stuck = [end.condition for end in model.ends if end.stuck and isinstance(end.condition, Term)]
    if stuck and _never_stuck(model, stuck, clock):
        model.forbid(stuck)
    else:
        model.say_stuck()
    whole = not model.beyond or _never(model, model.beyond, clock)
    model.forbid(model.beyond)
    return whole


def _never_stuck(model: CpSatModel, stuck: Sequence[Symbol], clock: Clock) -> bool:
    rules = model.stuck
    with model.translation.trying():
        model.say_stuck()
        never = _never(model, stuck, clock)
    model.stuck = rules
    return never


def _never(model: CpSatModel, truths: Sequence[Symbol], clock: Clock) -> bool:
    literals = [model.translation.truth(item) for item in truths]
    return impossible(model.translation.model, one_of(literals), clock, SHORT) is True


def _climb_score(model: CpSatModel, score: Linear, whole: bool, clock: Clock) -> Iterator[Event]:
    best: Incumbent | None = None
    most: int | None = None
    ended, variables = "unknown", list(model.translation.unknowns.values())
    for event in maximise_model(model.translation.model, score, variables, clock):
        match event:
            case ModelSolution(worth, values):
                line = _replay_incumbent(model, values, worth, clock)
                if best is None or line.value > best.value:
                    best = line
                    clock.better()
                    yield best
            case ModelBound(worth) if whole:
                most = worth
                yield BoundEvent(worth, clock.seconds, alone(METHOD))
            case None | ModelBound():
                yield from clock.heartbeat()
            case ModelStatus(status):
                ended = status
    yield _answer(model, score, best, most, ended if whole else "unknown", clock)


def _replay_incumbent(model: CpSatModel, values: Mapping[int, int], worth: int, clock: Clock) -> Incumbent:
    """The line with what it is worth when it is played: the solver may not have added up all of it yet."""
    machine, play = model.machine, model.line(values)
    state = model.start
    for move in play:
        if machine.explain(state, move) is not None:
            raise Disagreement(f"the solver makes move {move}, which is not legal")
        state = machine.apply(state, move)
    score = machine.scores(state)[0]
    if score < worth:
        raise Disagreement(f"the solver says that a line is worth {worth}, but it is worth {score}")
    return Incumbent(score, play, clock.seconds)


def _answer(
    model: CpSatModel, score: Linear, best: Incumbent | None, most: int | None, ended: str, clock: Clock
) -> Answer:
    value, play = (None, ()) if best is None else (best.value, best.play)
    claimed = _is_claimed(model, score, best, ended, clock)
    bound = value if claimed else most
    links = () if bound is None else alone(METHOD)
    answer = Answer(
        status_of(value, bound, False),
        value,
        bound,
        play,
        METHOD,
        clock.nodes,
        clock.seconds,
        clock.stopped or OPEN,
        remarks=(f"the model: {model.size}",),
        rests_on=links,
    )
    if not claimed:
        return answer
    second = confirm_best(model, None if best is None else int(best.value), time_for_another(clock))
    return apply_second_opinion(answer, METHOD, second, clock)


def _is_claimed(model: CpSatModel, score: Linear, best: Incumbent | None, ended: str, clock: Clock) -> bool:
    """Does CP-SAT confirm with other settings that nothing is better than the incumbent, or that no play ends?"""
    if ended == "infeasible":
        return best is None and impossible(model.translation.model, lambda _: None, clock) is True
    return (
        ended == "optimal"
        and best is not None
        and impossible(model.translation.model, above(score, int(best.value)), clock) is True
    )


# -- fewest moves -----------------------------------------------------------------------------------------------------


def _fewest(context: SearchContext, model: CpSatModel) -> Iterator[Event]:
    """Is there a line with 0 moves, with 1, with 2 …?"""
    clock = context.clock
    while not clock.is_over():
        try:
            layer = model.grow(clock.insist)
        except OutOfTime:
            break
        model.say_stuck()
        moves = len(model.layers) - 1
        line = _find_line(model, model.goal(layer), clock)
        if line is not None:
            yield Incumbent(moves, line, clock.seconds)
            yield _once_more(
                model, Answer(Status.BOUNDED, moves, moves, line, METHOD, clock.nodes, clock.seconds), moves, clock
            )
            return
        if clock.is_over():
            break
        if model.beyond:
            raise UnsupportedQuestion("play may go on as is not spelled out: by chance, or through many reactions")
        if model.unrolling.is_over:
            yield _once_more(
                model, Answer(Status.UNDECIDED, None, None, (), METHOD, clock.nodes, clock.seconds), moves + 1, clock
            )
            return
        yield BoundEvent(moves + 1, clock.seconds, alone(METHOD))
        if len(model.unrolling.terms) > MOST_TERMS:
            raise UnsupportedQuestion(ENDLESS.format(moves=moves, terms=len(model.unrolling.terms)))
    yield mark_unconfirmed(
        Answer(
            Status.UNDECIDED, None, max(0, len(model.layers) - 1), (), METHOD, clock.nodes, clock.seconds, clock.stopped
        ),
        METHOD,
        clock,
    )


def _once_more(model: CpSatModel, answer: Answer, moves: int, clock: Clock) -> Answer:
    """The answer after a second opinion on that no play reaches the goal with fewer moves."""
    second = confirm_fewest(model, moves, time_for_another(clock))
    return apply_second_opinion(answer, METHOD, second, clock)


def _find_line(model: CpSatModel, goal: Symbol, clock: Clock) -> tuple[Move, ...] | None:
    """A line to the goal; None if both settings report that there is none, or if the time is over."""
    if not isinstance(goal, Term) and not goal:
        return None
    values = solution(
        model.translation.model,
        one_of([model.translation.truth(goal)]),
        list(model.translation.unknowns.values()),
        clock,
    )
    return None if values is None else model.line(values)
