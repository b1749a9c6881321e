"""Replays every play of a finding on the reference machine before it is reported."""

from __future__ import annotations

from collections.abc import Sequence

from rules_dsl.ir.failures import PlayError
from rules_dsl.machine.api import Move, State
from rules_dsl.machine.reference import ReferenceMachine
from solver.check.findings import Finding, ProvedFinding, RefutedFinding, report_unevaluated
from solver.check.goals import CheckGoal
from solver.check.marking import MarkedGame, mark_start
from solver.protocol.disagreement import Disagreement


class Replayer:
    """Plays on the reference machine of the game with marks."""

    def __init__(self, marked: MarkedGame, start: State) -> None:
        self.machine = ReferenceMachine(marked.game)
        self.start = mark_start(marked.game, self.machine.initial(), start)

    def confirm_goal(self, goal: CheckGoal, finding: Finding) -> Finding:
        """The finding, if its play reaches the goal.

        If the condition cannot be evaluated at the end, the finding that follows from that.
        """
        if not isinstance(finding, ProvedFinding | RefutedFinding) or not (
            finding.play or isinstance(finding, ProvedFinding) == goal.wanted
        ):
            return finding
        try:
            if self._comes_about(goal, self._end(finding.play)) and isinstance(finding, ProvedFinding) == goal.wanted:
                return finding
        except PlayError as error:
            return report_unevaluated(goal.question, finding.method, error, finding.play)
        raise Disagreement(f"on the reference machine the play is not a counterexample: {goal.question.text}")

    def confirm_play(self, finding: Finding) -> Finding:
        """The finding, if its play is legal and closes its loop or fails at its last move, as claimed."""
        if not isinstance(finding, RefutedFinding) or not finding.play:
            return finding
        states = [_clear_marks(self.start)]
        try:
            for move in finding.play:
                states.append(self.after(states[-1], move))
            if not self.machine.moves(states[-1]):
                self.machine.find_end(states[-1])
                self.machine.scores(states[-1])
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
        return _clear_marks(self.machine.apply(state, move))

    def _end(self, play: Sequence[Move]) -> State:
        """Where a play leads, with the marks of its last move."""
        state = self.start
        try:
            for move in play:
                state = self.machine.apply(_clear_marks(state), move)
        except PlayError as error:
            raise Disagreement(f"the reference machine fails in a play that shows something: {error}") from None
        return state

    def _comes_about(self, goal: CheckGoal, state: State) -> bool:
        """Does a part hold there? Raises PlayError if none does and one cannot be evaluated."""
        failed: PlayError | None = None
        for part in goal.parts:
            try:
                if part.applies_at(state.node) and self.machine.value(part.condition, state):
                    return True
            except PlayError as error:
                failed = failed or error
        if failed is not None:
            raise failed
        return False


def _clear_marks(state: State) -> State:
    return State((*state.values[:-1], 0), state.node)
