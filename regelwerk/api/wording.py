"""Answers in words: labelled numbers, and what a bound rests on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rules_dsl.examples.claims import write_play
from rules_dsl.machine.api import Machine
from rules_dsl.quantities import quantity
from solver.protocol.answers import NOBODY_TO_MOVE, Answer, Links, Number, SampledMeans, compute_gap, join_links
from solver.protocol.questions import Aim, Question

LONG, LONG_BOUND = 1 << 16, 10**6
"""Denominators up to which a fraction is written as one: of an exact value where it is a power of two, as odds of fair
coins are, and of a bound.
"""


def describe_number(value: Number | None) -> str:
    """A best value or bound for people; "none" if there is none."""
    if value is None:
        return "none"
    return (
        f"{float(value):.6g}"
        if isinstance(value, Fraction) and value.denominator > LONG_BOUND
        else describe_exact(value)
    )


def describe_exact(value: Number) -> str:
    """A proved value to the last digit."""
    if not isinstance(value, Fraction):
        return str(value)
    if value.denominator.bit_count() == 1 and value.denominator > LONG:
        return repr(float(value))
    return f"{value} = {float(value):.6g}"


def describe_bounds(aim: str, value: Number | None, bound: Number | None, links: Links = ()) -> str:
    """Best and bound with their labels, what the bound rests on, and the gap."""
    by = f" by {join_links(links)}" if links else ""
    best = _describe_best(aim, value)
    if value is not None and value == bound:
        return f"{best}, no better{by}" if links else f"{best} equals the bound"
    if bound is None:
        return f"{best}, no bound"
    gap = compute_gap(value, bound)
    side = "lower" if aim.startswith(Aim.FEWEST) else "upper"
    share = "" if gap is None else f", gap {describe_gap(gap)}"
    return f"{best}, {side} bound {describe_number(bound)}{by}{share}"


def _describe_best(aim: str, value: Number | None) -> str:
    """The value of a line that was found, or what is known to be attained."""
    is_line = aim.startswith((Aim.FEWEST, Aim.HIGHEST))
    if value is None:
        return "no line was found" if is_line else "no value was found"
    return f"{'best' if is_line else 'lower bound'} {describe_number(value)}"


def describe_basis(links: Links) -> str:
    """What an interim bound rests on, for a line of figures; empty if it is proved."""
    return f" ({', '.join(link.name for link in links)}, not proved)" if links else ""


def describe_gap(gap: float) -> str:
    """The part of the bound that is open, in per cent."""
    return f"{100 * gap:.2g} %" if 0 < gap < 0.1 else f"{100 * gap:.1f} %"


def describe_means(sampled: SampledMeans) -> str:
    """The mean of a policy and the means that bound it, with their intervals."""
    upper = _describe_knowing(sampled)
    if sampled.later:
        known = describe_interval(sum(sampled.bests) / len(sampled.bests), sampled.knowing)
        seen = describe_interval(sum(sampled.later) / len(sampled.later), sampled.bound_interval)
        upper = (
            f"upper bound {seen}, the mean with the deck seen after the first turn "
            f"({quantity(len(sampled.later), 'deck')}; {known} with the deck known)"
        )
    return (
        f"policy mean {describe_interval(sum(sampled.results) / sampled.decks, sampled.value)}, "
        f"{upper}; {quantity(sampled.decks, 'deck')}, 95 % intervals"
    )


def _describe_knowing(sampled: SampledMeans) -> str:
    """The clairvoyant mean; the ranges of the rules stand in for decks that are too large to search."""
    if all(best == sampled.most for best in sampled.bests):
        return f"upper bound {sampled.most}, the most the rules allow"
    return f"upper bound {describe_interval(sum(sampled.bests) / len(sampled.bests), sampled.knowing)}, the mean with the deck known"


def describe_infeasible(sought: str) -> str:
    """That there is no line: none to a goal, or no play that ends."""
    return "no line reaches the goal" if sought.startswith(Aim.FEWEST) else "no play ends"


def describe_interval(mean: float, interval: tuple[float, float]) -> str:
    """A mean with its confidence interval."""
    return f"{mean:.4g} ({interval[0]:.4g} to {interval[1]:.4g})"


def describe_answer(machine: Machine, question: Question, answer: Answer) -> Iterator[str]:
    """The answer in words."""
    for number, words in enumerate(write_play(machine, answer.play, question.start), 1):
        yield f"{number:>3}. {words}"
    for habit in answer.strategy:
        chances = ", ".join([words if odds == 1 else f"{words} {odds}" for words, odds in habit.chances])
        yield f"{habit.player}, {habit.when}: {chances}"
    yield describe_status(question.purpose, answer)
    yield from answer.remarks


def describe_status(aim: str, answer: Answer) -> str:
    """The last line of an answer: its status, its numbers with labels, how it was found."""
    how = f"{answer.method}, {quantity(answer.nodes, 'node')}, {answer.seconds:.1f} s"
    how += f"; confirmed by {answer.confirmed}" if answer.confirmed else ""
    how += f"; stopped: {answer.stopped}" if answer.stopped else ""
    match answer.status:
        case "optimal":
            assert answer.value is not None
            return f"optimal: {aim} {describe_exact(answer.value)}   ({how})"
        case "bounded" if answer.sampled is not None:
            resting_on = f"; the bound by {join_links(answer.rests_on)}" if answer.rests_on else ""
            return f"bounded: {aim}: {describe_means(answer.sampled)}{resting_on}   ({how})"
        case "bounded":
            return f"bounded: {aim}: {describe_bounds(aim, answer.value, answer.bound, answer.rests_on)}   ({how})"
        case "infeasible":
            return f"infeasible: {describe_infeasible(aim)}   ({how})"
        case _ if answer.estimate is not None:
            return f"undecided: the most visited move, mean {answer.estimate:.4g} in its trials   ({how})"
        case _ if answer.stopped == NOBODY_TO_MOVE or aim == Aim.MOVE:
            return f"undecided   ({how})"
        case _:
            return f"undecided: {aim}: {describe_bounds(aim, None, answer.bound, answer.rests_on)}   ({how})"
