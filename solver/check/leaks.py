"""Hidden information: do a player's legal moves reveal what he must not see?

Positions with the same history of observations must have the same moves.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import cardinality
from rules_dsl.machine.api import Move
from rules_dsl.machine.stopping import StopReason
from rules_dsl.quantities import quantity
from solver.check.findings import Finding, ProvedFinding, RefutedFinding, RuleQuestion, Topic, UndecidedFinding
from solver.check.survey import Survey

MOST_PAIRS = 200_000


def is_asked(game: ir.Game) -> bool:
    """Is anything hidden?"""
    return any(variable.seen.kind != "all" for variable in game.variables)


def question(rule: ir.Rule) -> RuleQuestion:
    """The question for games with hidden information."""
    return RuleQuestion(Topic.LEAK, "no list of legal moves reveals what is hidden", rule)


def judge_leaks(game: ir.Game, rule: ir.Rule, survey: Survey) -> Finding:
    """Visit all pairs of positions that one player cannot distinguish by his observations and moves."""
    if not survey.complete:
        return UndecidedFinding(
            question(rule),
            f"{survey.extent} were visited; pairs of them are compared only where all are known",
            stopped=survey.stopped,
        )
    looked = 0
    for player in range(cardinality(game.players)):
        search = _Pairs(survey, player)
        leak = search.first_leak(MOST_PAIRS)
        if leak is not None:
            return _refute_with_leak(game, survey, leak)
        if search.waiting:
            return UndecidedFinding(
                question(rule),
                f"the first {MOST_PAIRS:,} pairs of positions that look the same",
                stopped=StopReason.NUMBER,
            )
        looked += len(search.seen)
    return ProvedFinding(
        question(rule), (f"all {quantity(looked, 'pair')} of positions that look the same to the player to move")
    )


def _refute_with_leak(game: ir.Game, survey: Survey, leak: tuple[int, int]) -> RefutedFinding:
    one, other = (set(survey.moves[number]) for number in leak)
    place = leak[0] if one - other else leak[1]
    move = next(iter(sorted(one ^ other, key=lambda index: (index.option, str(index.arguments)))))
    decision = game.nodes[survey.states[place].node]
    assert isinstance(decision, ir.DecideNode)
    action = next(item for item in game.actions if item.name == decision.options[move.option].action)
    why = f"{action.title} is legal here, but not where something hidden differs: the list of legal moves reveals which"
    return RefutedFinding(question(action.rule), survey.extent, why, survey.play(place))


class _Pairs:
    """Pairs of positions, breadth first; the smaller number first."""

    def __init__(self, survey: Survey, player: int) -> None:
        self.found = survey
        self.player = player
        self.views = [(*survey.machine.observation(state, player)[:-2], state.node) for state in survey.states]
        self.deciding = [actor == player for actor in survey.actors]
        self.seen = {(0, 0)}
        self.waiting = deque([(0, 0)])

    def first_leak(self, most: int) -> tuple[int, int] | None:
        """A pair in which the player may do different things."""
        while self.waiting and len(self.seen) <= most:
            pair = self.waiting.popleft()
            one, other = pair
            if (
                self.deciding[one]
                and self.deciding[other]
                and set(self.found.moves[one]) != set(self.found.moves[other])
            ):
                return pair
            for following in self._after(one, other):
                if following not in self.seen:
                    self.seen.add(following)
                    self.waiting.append(following)
        return None

    def _after(self, one: int, other: int) -> Iterator[tuple[int, int]]:
        if self.deciding[one] != self.deciding[other]:
            return
        for first, after in self._steps(one):
            for second, behind in self._steps(other):
                if (first == second or not self.deciding[one]) and self.views[after] == self.views[behind]:
                    yield min(after, behind), max(after, behind)

    def _steps(self, number: int) -> list[tuple[Move, int]]:
        return list(zip(self.found.moves[number], self.found.after(number), strict=True))
