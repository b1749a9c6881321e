"""Finds reactions whose order matters: wherever several can fire, all orders are tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.failures import PlayError
from rules_dsl.ir.frames import Frame
from rules_dsl.machine.api import Move, State
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.machine.reference.judging import Endings, PreparedReaction, settle
from rules_dsl.machine.reference.statements import Step
from rules_dsl.quantities import quantity
from solver.check.findings import Finding, ProvedFinding, RefutedFinding, RuleQuestion, Topic, UndecidedFinding
from solver.check.survey import Survey
from solver.protocol.clock import Clock

MOST_FRAMES = 300
"""So many states between reactions are looked at in one step of play."""

Values = tuple[object, ...]


class ReactionOrderMatters(Exception):
    """Two reactions that may both fire, after which play stands differently."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(first, second)
        self.first = first
        self.second = second


def question(game: ir.Game) -> RuleQuestion:
    """The question about all reactions."""
    return RuleQuestion(Topic.ORDER, "it does not matter which reaction fires first", game.reactions[0].rule)


def judge_reaction_order(game: ir.Game, survey: Survey, clock: Clock) -> Finding:
    """Does it matter which of several reactions fires first?"""
    watching = _OrderWatcher(len(game.variables))
    machine = ReferenceMachine(game, settling=watching.settling)
    try:
        machine.initial()
        for number in range(survey.visited_count):
            state = State(survey.states[number].values[:-1], survey.states[number].node)
            for move in survey.moves[number]:
                failed = _find_difference(machine, state, move)
                if failed is not None:
                    return _refute_with_difference(game, survey, failed, (*survey.play(number), move))
            if clock.tick() and clock.is_over():
                return UndecidedFinding(question(game), f"all orders tried in the first {quantity(number, 'position')}")
    except ReactionOrderMatters as differing:
        return _refute_with_difference(game, survey, differing, ())
    if survey.complete and not watching.left_out:
        return ProvedFinding(question(game), f"all orders tried at every step of {survey.extent}")
    return UndecidedFinding(
        question(game),
        f"all orders tried in {survey.extent}{', but not all where very many may fire' if watching.left_out else ''}",
    )


def _find_difference(machine: ReferenceMachine, state: State, move: Move) -> ReactionOrderMatters | None:
    try:
        machine.apply(state, move)
    except ReactionOrderMatters as differing:
        return differing
    except PlayError:
        return None
    return None


def _refute_with_difference(
    game: ir.Game, survey: Survey, differing: ReactionOrderMatters, play: Sequence[Move]
) -> RefutedFinding:
    rule = next(reaction.rule for reaction in game.reactions if reaction.name == differing.first)
    question = RuleQuestion(Topic.ORDER, "it does not matter which reaction fires first", rule)
    if differing.first == differing.second:
        why = f"{differing.first} may fire for several values, and the result depends on their order"
    else:
        why = f"{differing.first} and {differing.second} may both fire, and the result depends on which comes first"
    return RefutedFinding(question, survey.extent, why, tuple(play))


class _OrderWatcher:
    """Tries all orders before reactions fire as they are to."""

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self.left_out = False

    def settling(self, reactions: Sequence[PreparedReaction], endings: Endings) -> Step:
        """A Settle that reports when orders differ."""
        plain = settle(reactions, endings)

        def run(frame: Frame) -> None:
            self._try(reactions, frame)
            plain(frame)

        return run

    def _try(self, reactions: Sequence[PreparedReaction], frame: Frame) -> None:
        """Depth first over all states between reactions; those in which several may fire must all lead to one end."""
        ends: dict[Values, frozenset[Values]] = {}

        def ends_of(here: Frame, depth: int) -> frozenset[Values]:
            key = tuple(here[: self.variables])
            if key in ends:
                return ends[key]
            if len(ends) > MOST_FRAMES or depth > MOST_FRAMES:
                self.left_out = True
                return frozenset()
            ends[key] = frozenset()
            names, reached = list[str](), list[frozenset[Values]]()
            for name, after in _fire_each(reactions, here):
                names.append(name)
                reached.append(ends_of(after, depth + 1))
            _compare(names, reached)
            ends[key] = frozenset().union(*reached) if names else frozenset([key])
            return ends[key]

        ends_of(frame.copy(), 0)


def _fire_each(reactions: Sequence[PreparedReaction], frame: Frame) -> Iterator[tuple[str, Frame]]:
    """Each reaction that may fire, with each of its values, and the state after it."""
    for reaction in reactions:
        bound = frame.copy()
        for _ in reaction.ready(bound):
            after = bound.copy()
            reaction.body(after)
            yield reaction.reaction.name, after


def _compare(names: Sequence[str], reached: Sequence[frozenset[Values]]) -> None:
    for name, ends in zip(names[1:], reached[1:], strict=True):
        if ends and reached[0] and ends != reached[0]:
            raise ReactionOrderMatters(names[0], name)
