"""Inductive proofs: does a property hold in all reachable states, given known invariants?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import z3

from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import Machine, State
from solver.protocol.clock import Clock, OutOfTime
from solver.smt.asking import check_conditions
from solver.smt.stretches import Stretches
from solver.smt.translating import Z3Translation
from solver.symbolic.course import Forms
from solver.symbolic.expressions import SymbolicEvaluator
from solver.symbolic.forms import UnsupportedTerm, is_truth, refill_form, symbols_of, value_in
from solver.symbolic.steps import Steps, SymbolicStep
from solver.symbolic.terms import Symbol, Term, Terms

MILLISECONDS = 10_000
"""So long one query may take."""
MOST_TERMS = 200_000
"""Games that need more are not put before Z3 as a whole."""


class Verdict(StrEnum):
    """What came of a question."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class ProofFinding:
    """The verdict and how; where a step of the induction fails, a state (perhaps one that no play reaches) and the
    action.
    """

    verdict: Verdict
    why: str
    state: State | None = None
    action: str = ""


Judge = Callable[[SymbolicEvaluator], Symbol]
"""Something that holds or fails in a state."""
Change = Callable[[SymbolicEvaluator, SymbolicEvaluator, int], Symbol]
"""Something that holds or fails between a state and the one after a move, at a node."""


class ConditionSolver:
    """Asks Z3 whether conditions can hold together."""

    def __init__(
        self, clock: Clock, milliseconds: int = MILLISECONDS, translation: Z3Translation | None = None
    ) -> None:
        self.clock = clock
        self.milliseconds = milliseconds
        self.translation = translation or Z3Translation()

    def ask(self, conditions: Sequence[Symbol]) -> z3.ModelRef | str | None:
        """A model of all conditions; None if there is none, a text if Z3 does not know."""
        if any(not isinstance(condition, Term) and not condition for condition in conditions):
            return None
        solver = z3.Solver()
        left = self.clock.deadline
        solver.set("timeout", self.milliseconds if left is None else max(1, min(self.milliseconds, int(1000 * left))))
        truths = [self.translation.truth(condition) for condition in conditions]
        solver.add(self.translation.ranges)
        solver.add(truths)
        answer = check_conditions(solver)
        if answer == z3.unsat:
            return None
        return solver.model() if answer == z3.sat else f"Z3 did not decide ({solver.reason_unknown()})"


class Prover(ConditionSolver):
    """Asks about all moves of a game; the unknown state and its moves are built once.

    With `cut`, moves are divided into stretches and `points` are the cut points. `start` is the start state; None: that
    of the game.
    """

    def __init__(
        self,
        machine: Machine,
        clock: Clock,
        translation: Z3Translation | None = None,
        cut: bool = False,
        start: State | None = None,
    ) -> None:
        super().__init__(clock, translation=translation)
        self.machine = machine
        self.start = machine.initial() if start is None else start
        self.steps = Steps(machine.game, Terms(MOST_TERMS), strict=True)
        self.moves: list[SymbolicStep] = []
        self.points = [
            number
            for number, node in enumerate(machine.game.nodes)
            if isinstance(node, ir.DecideNode | ir.ChanceNode | ir.StopNode)
        ]
        try:
            self._say(clock, cut)
        except OutOfTime:
            raise UnsupportedTerm("in this time, all that the rules say") from None

    def _say(self, clock: Clock, cut: bool) -> None:
        """The unknown state and its moves, as long as there is time."""
        self.steps.terms.watch = clock.insist
        self.state = self.steps.unknown_state()
        self.before = self.steps.evaluator(self.state)
        if cut:
            stretches = Stretches(self.machine.game, self.steps, self.state, self.start.node)
            self.moves, self.points = stretches.found, stretches.points
            self.steps.terms.watch = None
            return
        for step in self.steps.steps(self.state):
            self.moves.append(step)
            clock.insist()
        self.steps.terms.watch = None

    # -- claims -------------------------------------------------------------------------------------------------------

    def lemmas(self, claims: Sequence[ir.Claim]) -> list[ir.Claim]:
        """Those of the claims that hold at the start and that no move breaks, as long as all of them hold."""
        judged = [
            claim for claim in claims if claim.mode in ("always", "never") and self.holds_at_start(self.judge(claim))
        ]
        while True:
            kept = [
                claim
                for claim in judged
                if self.prove_kept(self.judge(claim), [self.judge(claim) for claim in judged]).verdict is Verdict.PROVED
            ]
            if len(kept) == len(judged):
                return kept
            judged = kept

    def invariant(self, claim: ir.Claim, lemmas: Sequence[ir.Claim] = ()) -> ProofFinding:
        """Does a claim hold in all states?"""
        judge = self.judge(claim)
        if not self.holds_at_start(judge):
            return ProofFinding(Verdict.REFUTED, "it does not hold at the start", self.start)
        return self.prove_kept(judge, [judge, *[self.judge(lemma) for lemma in lemmas]])

    def judge(self, claim: ir.Claim) -> Judge:
        """The property as a condition; before a move no player is stuck, because the move exists."""

        def judge(at: SymbolicEvaluator) -> Symbol:
            holds: Symbol = at.form(claim.condition)
            return at.terms.negate_truth(holds) if claim.mode == "never" else holds

        return judge

    def holds_at_start(self, judge: Judge) -> bool:
        """Does it hold where play begins?"""
        at = self.steps.make_evaluator(self.steps.make_state(self.start), self.start.node)
        return judge(at) is True and not at.failures

    def prove_kept(self, judge: Judge, assumed: Sequence[Judge]) -> ProofFinding:
        """Does every move preserve the property under the assumptions?"""
        return self.after_moves(lambda _before, after, _node: judge(after), assumed)

    def after_moves(self, change: Change, assumed: Sequence[Judge]) -> ProofFinding:
        """Does something hold between each state in which the assumed holds, and the state after each move?"""
        known = [judge(self.before) for judge in assumed]
        for step in self.moves:
            for rest in step.rests:
                after = self.steps.make_evaluator(rest.state, rest.node)
                wrong = self.steps.terms.negate_truth(change(self.before, after, rest.node))
                wrong = self.steps.terms.any([wrong, *[failure.condition for failure in after.failures]])
                result = self.ask(
                    [*known, step.legal, rest.condition, self.steps.terms.negate_truth(step.beyond), wrong]
                )
                if result is not None:
                    return self._finding(result, step)
            if isinstance(step.beyond, Term) and self.ask([*known, step.legal, step.beyond]) is not None:
                return ProofFinding(Verdict.UNDECIDED, "play may go on longer than was spelled out", None, _title(step))
        return ProofFinding(Verdict.PROVED, f"by induction over {kinds_of_moves(len(self.moves))} (Z3)")

    def _finding(self, finding: z3.ModelRef | str, step: SymbolicStep) -> ProofFinding:
        if isinstance(finding, str):
            return ProofFinding(Verdict.UNDECIDED, finding, None, _title(step))
        state = self.state_in(finding, step.node, self.state)
        return ProofFinding(
            Verdict.UNDECIDED,
            "a step of the induction fails in a state that perhaps no play reaches",
            state,
            _title(step),
        )

    # -- models -------------------------------------------------------------------------------------------------------

    def state_in(self, model: z3.ModelRef, node: int, forms: Forms) -> State:
        """What an unknown state is in a model."""
        values = []
        for variable in self.machine.game.variables:
            form = forms[variable.name]
            values.append(
                value_in(
                    variable.type, refill_form(form, iter([self._value(model, symbol) for symbol in symbols_of(form)]))
                )
            )
        return State(tuple(values), node)

    def _value(self, model: z3.ModelRef, symbol: Symbol) -> int:
        if not isinstance(symbol, Term):
            return symbol
        if is_truth(symbol):
            return bool(z3.is_true(model.eval(self.translation.truth(symbol), model_completion=True)))
        number = model.eval(self.translation.number(symbol), model_completion=True)
        return self.translation.read(number)


def kinds_of_moves(number: int) -> str:
    """The number of kinds of moves, in words."""
    return "1 kind of move" if number == 1 else f"{number} kinds of moves"


def _title(step: SymbolicStep) -> str:
    return "chance" if step.action is None else step.action.title
