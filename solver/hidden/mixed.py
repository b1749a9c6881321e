"""The value of a game of two in which something is hidden, with a strategy for each that is as good as any: in fractions, or between bounds that come together."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from solver.answers import Answer, Event, Habit, Progress, Status
from solver.clock import Clock
from solver.explicit.exact import plain
from solver.hidden.regrets import Regrets
from solver.hidden.sequences import equilibrium
from solver.hidden.strategies import Strategy, best_reply
from solver.hidden.tree import Builder, TooLarge, Tree
from solver.questions import Question

METHOD = "mixed strategies"
CLOSE = Fraction(1, 1000)
"""Without a limit the search ends when the bounds differ by this."""
CONFIRMED = "the best replies to both strategies"


def search(question: Question, clock: Clock) -> Iterator[Event]:
    """Events, the answer last. Optimal is only what a best reply to either strategy cannot change."""
    try:
        tree = Builder(question.machine, clock).tree()
    except (TooLarge, RecursionError):
        yield Answer(Status.UNDECIDED, None, None, (), METHOD, clock.nodes, clock.seconds, clock.stopped or "memory")
        return
    found = equilibrium(tree, lambda: not clock.is_over())
    if found is not None:
        answer = judged(tree, clock, found.first, found.second)
        if answer.status is Status.OPTIMAL:
            yield answer
            return
    yield from _closing_in(tree, question, clock)


def judged(tree: Tree, clock: Clock, first: Strategy, second: Strategy) -> Answer:
    """What two strategies prove: what the first player gets at least, and what the second one concedes at most."""
    low, high = plain(best_reply(tree, 1, first)), plain(best_reply(tree, 0, second))
    status = Status.OPTIMAL if low == high else Status.BOUNDED
    habits = habits_of(tree, first) + habits_of(tree, second)
    confirmed = CONFIRMED if status is Status.OPTIMAL else ""
    return Answer(status, low, high, (), METHOD, tree.nodes, clock.seconds, clock.stopped, confirmed, habits)


def _closing_in(tree: Tree, question: Question, clock: Clock) -> Iterator[Event]:
    """Rounds of learning, twice as many each time, until the bounds are near each other or a limit is reached."""
    learner, next_look = Regrets(tree), 16
    while True:
        learner.play()
        over = clock.is_over()
        if clock.sign():
            yield Progress(learner.rounds * tree.nodes, clock.seconds)
        if learner.rounds < next_look and not over:
            continue
        next_look *= 2
        answer = judged(tree, clock, learner.strategy(0), learner.strategy(1))
        if over or answer.status is Status.OPTIMAL or _near(answer, question.limits.gap):
            yield answer
            return


def _near(answer: Answer, gap: float | None) -> bool:
    if gap is not None:
        return answer.gap is not None and answer.gap <= gap
    return answer.value is not None and answer.bound is not None and answer.bound - answer.value <= CLOSE


def habits_of(tree: Tree, strategy: Strategy) -> tuple[Habit, ...]:
    """A strategy in words, without what it never leads to."""
    found = []
    for at in sorted(strategy):
        knowledge = tree.sets[at]
        if _led_to(tree, strategy, at):
            chances = tuple([(words, odds) for words, odds in zip(knowledge.moves, strategy[at], strict=True) if odds])
            found.append(Habit(tree.names[knowledge.player], knowledge.words, chances))
    return tuple(found)


def _led_to(tree: Tree, strategy: Strategy, at: int) -> bool:
    before = tree.sets[at].before
    return before is None or (strategy[before[0]][before[1]] > 0 and _led_to(tree, strategy, before[0]))
