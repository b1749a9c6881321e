"""The value of a two-player game with hidden information and an optimal strategy for each player: exact, or between
converging bounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from solver.explicit.exact import plain
from solver.hidden.refuting import insist_not_refuted
from solver.hidden.regrets import Regrets
from solver.hidden.sequences import equilibrium
from solver.hidden.strategies import Strategy, best_reply
from solver.hidden.tree import MOST_NODES, GameTreeBuilder, Tree, TreeChoice, TreeTooLarge, after
from solver.protocol.answers import Answer, Event, LocalStrategy, Status
from solver.protocol.clock import Clock
from solver.protocol.context import SearchContext
from solver.protocol.questions import Limits

METHOD = "mixed strategies"
CLOSE = Fraction(1, 1000)
"""Without a limit the search ends when the bounds differ by this."""
DEFAULT = "gap: best and bound are 1/1000 apart or less, enough without --time or --gap"
CONFIRMED = "the best replies to both strategies"


def search(context: SearchContext) -> Iterator[Event]:
    """Events, the answer last.

    Optimal is only what a best reply to either strategy cannot change. In the middle of a play the whole game is
    solved, too.
    """
    clock = context.clock
    begin = context.reference.initial() if context.question.history else context.start
    try:
        tree = GameTreeBuilder(context.machine, begin, clock).tree()
    except (TreeTooLarge, RecursionError):
        yield Answer(
            Status.UNDECIDED,
            None,
            None,
            (),
            METHOD,
            clock.nodes,
            clock.seconds,
            clock.stopped or f"more than {MOST_NODES:,} nodes",
        )
        return
    result = equilibrium(tree, lambda: not clock.is_over())
    if result is not None:
        answer = bound_value(tree, clock, result.first, result.second)
        if answer.status is Status.OPTIMAL:
            yield _here(tree, context, answer, result.first, result.second)
            return
    yield from _closing_in(tree, context)


def _here(tree: Tree, context: SearchContext, answer: Answer, first: Strategy, second: Strategy) -> Answer:
    """The answer, held against random plays and replies, with the likeliest move of who decides where the question
    begins; what he does there stands first.
    """
    if answer.value is not None and answer.bound is not None:
        insist_not_refuted(context.rules, tree, first, second, answer.value, answer.bound, context.question.seed)
    at, state, machine, strategy = tree.root, context.reference.initial(), context.machine, {**first, **second}
    for move in context.question.history:
        at = after(at)[list(machine.moves(state)).index(move)]
        state = machine.apply(state, move)
    if not isinstance(at, TreeChoice):
        return answer
    habit, odds = habit_at(tree, strategy, at.knows), strategy[at.knows]
    likeliest = machine.moves(state)[odds.index(max(odds))]
    others = [
        strategy for strategy in answer.strategy if (strategy.player, strategy.when) != (habit.player, habit.when)
    ]
    return replace(answer, play=(likeliest,), strategy=(habit, *others))


def bound_value(tree: Tree, clock: Clock, first: Strategy, second: Strategy) -> Answer:
    """What two strategies prove: what the first player gets at least, and what the second one concedes at most."""
    low, high = plain(best_reply(tree, 1, first)), plain(best_reply(tree, 0, second))
    status = Status.OPTIMAL if low == high else Status.BOUNDED
    habits = habits_of(tree, first) + habits_of(tree, second)
    confirmed = CONFIRMED if status is Status.OPTIMAL else ""
    return Answer(status, low, high, (), METHOD, tree.nodes, clock.seconds, clock.stopped, confirmed, habits)


def _closing_in(tree: Tree, context: SearchContext) -> Iterator[Event]:
    """Rounds of learning, twice as many each time, until the bounds are near each other or a limit is reached."""
    clock = context.clock
    learner, next_look = Regrets(tree), 16
    while True:
        learner.play()
        over = clock.is_over()
        yield from clock.heartbeat(learner.rounds * tree.nodes)
        if learner.rounds < next_look and not over:
            continue
        next_look *= 2
        answer = bound_value(tree, clock, learner.strategy(0), learner.strategy(1))
        if over or answer.status is Status.OPTIMAL or _near(answer, context.question.limits):
            if not over and answer.status is not Status.OPTIMAL:
                answer = replace(answer, stopped=DEFAULT if context.question.limits.gap is None else "gap")
            yield _here(tree, context, answer, learner.strategy(0), learner.strategy(1))
            return


def _near(answer: Answer, limits: Limits) -> bool:
    """Is the gap that was asked for reached? Where a limit of time is given and no gap, it is used up."""
    if limits.gap is not None:
        return answer.gap is not None and answer.gap <= limits.gap
    if limits.seconds is not None:
        return False
    return answer.value is not None and answer.bound is not None and answer.bound - answer.value <= CLOSE


def habits_of(tree: Tree, strategy: Strategy) -> tuple[LocalStrategy, ...]:
    """A strategy in words, without what it never leads to."""
    return tuple([habit_at(tree, strategy, at) for at in sorted(strategy) if _is_led_to(tree, strategy, at)])


def habit_at(tree: Tree, strategy: Strategy, at: int) -> LocalStrategy:
    """What a strategy does in an information set."""
    knowledge = tree.sets[at]
    chances = tuple([(words, odds) for words, odds in zip(knowledge.moves, strategy[at], strict=True) if odds])
    return LocalStrategy(tree.names[knowledge.player], knowledge.words, chances)


def _is_led_to(tree: Tree, strategy: Strategy, at: int) -> bool:
    before = tree.sets[at].before
    return before is None or (strategy[before[0]][before[1]] > 0 and _is_led_to(tree, strategy, before[0]))
