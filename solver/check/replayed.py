"""Every play that shows something is played again on the reference machine before anybody sees it."""

from __future__ import annotations

from collections.abc import Sequence

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.failures import PlayError
from rules_dsl.machine.api import Move, State
from rules_dsl.machine.reference import ReferenceMachine
from solver.check.findings import Finding, Proved, Refuted
from solver.check.goals import Goal
from solver.check.marking import Marked, begun_with_marks
from solver.replaying import Disagreement


class Replayer:
    """Plays on the reference machine of the game with marks."""

    def __init__(self, marked: Marked, start: State) -> None:
        self.machine = ReferenceMachine(marked.game)
        self.start = begun_with_marks(marked.game, self.machine.initial(), start)

    def confirm_goal(self, goal: Goal, finding: Finding) -> Finding:
        """The finding, if its play comes to what it is said to come to."""
        shown = isinstance(finding, Proved) if goal.wanted else isinstance(finding, Refuted)
        if shown and isinstance(finding, Proved | Refuted) and not self._comes_about(goal, finding.play):
            raise Disagreement(f"on the reference machine the play does not show what it is said to show: {goal.question.text}")
        return finding

    def confirm_play(self, finding: Finding) -> Finding:
        """The finding, if its play is legal, comes round where it is said to, or fails with its last move if that is what it shows."""
        if not isinstance(finding, Refuted) or not finding.play:
            return finding
        states = [_wiped(self.start)]
        try:
            for move in finding.play:
                states.append(self.after(states[-1], move))
            self.machine.moves(states[-1])
        except PlayError as error:
            if len(states) < len(finding.play) or error.diagnostics[0].code not in finding.why:
                raise Disagreement(f"the reference machine fails at move {len(states)}: {error}") from None
            return finding
        if finding.loop is not None and states[finding.loop] != states[-1]:
            raise Disagreement("on the reference machine the play does not come round")
        if finding.why.startswith("E09"):
            raise Disagreement("on the reference machine the rules do not fail")
        return finding

    def after(self, state: State, move: Move) -> State:
        """The state after a move, its marks wiped off."""
        return _wiped(self.machine.apply(state, move))

    def _comes_about(self, goal: Goal, play: Sequence[Move]) -> bool:
        state = self.start
        for number, move in enumerate(play, 1):
            state = self.machine.apply(state, move)
            state = state if number == len(play) else _wiped(state)
        return any(part.asked_at(state.node) and self._holds(part.condition, state) for part in goal.parts)

    def _holds(self, condition: ir.Expr, state: State) -> bool:
        return bool(self.machine.value(condition, state))


def _wiped(state: State) -> State:
    return State((*state.values[:-1], 0), state.node)
