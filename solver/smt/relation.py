"""The transition relation for Z3: the condition of each move, its effect on the state, and where the rules fail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import z3

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.calls import asks_stuck
from rules_dsl.machine.api import Machine, Move, State
from rules_dsl.source import Span
from solver.protocol.clock import Clock
from solver.smt.asking import check_conditions
from solver.smt.proving import MILLISECONDS, Prover
from solver.smt.translating import Z3Translation
from solver.symbolic.forms import Form, is_truth, refill_form, symbols_of, value_in
from solver.symbolic.steps import SymbolicStep
from solver.symbolic.term_values import conjuncts, is_small
from solver.symbolic.terms import Symbol, Term

MOST_CASES = 64
UNITS = 5_000
"""What Z3 counts as its work in a millisecond of the processor; counted so, an answer does not depend on what else a
computer does.
"""
MOST_WAITING = 20
FIRST_TRY = 3_000
"""Milliseconds for a case that can be taken apart once more."""
SLIM = 300
"""A condition of more terms is left out where less may be enough for a proof."""


@dataclass(frozen=True, slots=True)
class Transition:
    """One transition between nodes under a condition.

    `after` has the changed parts of the state; `slim` is the part of the condition with few terms.
    """

    step: SymbolicStep
    source: int
    target: int
    condition: z3.BoolRef
    slim: z3.BoolRef
    after: tuple[tuple[z3.ExprRef, z3.ExprRef], ...]

    def then(self, expr: z3.ExprRef) -> z3.ExprRef:
        """An expression after the move."""
        return z3.substitute(expr, *self.after) if self.after else expr

    def touches(self, expr: z3.ExprRef) -> bool:
        """Can the move make a difference to an expression over the state?"""
        return not self.then(expr).eq(expr)


@dataclass(frozen=True, slots=True)
class RelationFault:
    """The rules fail at a move from a node; `code` is empty where play may go on longer than was spelled out."""

    source: int
    condition: z3.BoolRef
    code: str
    span: Span | None
    title: str


class Relation:
    """All transitions over one unknown state; with `cut`, all stretches."""

    def __init__(
        self,
        machine: Machine,
        clock: Clock,
        translation: Z3Translation | None = None,
        cut: bool = False,
        start: State | None = None,
    ) -> None:
        self.machine = machine
        self.clock = clock
        self.prover = Prover(machine, clock, translation, cut, start)
        self.translation = self.prover.translation
        self.parts = dict(self._list_named())
        self._conditions: dict[tuple[ir.Expr, int | None, bool], z3.BoolRef] = {}
        self.edges = [edge for step in self.prover.moves for edge in self._edges(step)]
        self.faults = [fault for step in self.prover.moves for fault in self._faults(step)]
        self.start = self.prover.start
        self.rests = self.prover.points
        nodes = machine.game.nodes
        self.resting = [
            rest for rest in self.rests if rest < len(nodes) and not isinstance(nodes[rest], ir.RunNode | ir.BranchNode)
        ]

    def _list_named(self) -> Iterator[tuple[str, z3.ExprRef]]:
        for form in self.prover.state.values():
            for symbol in symbols_of(form):
                if isinstance(symbol, Term):
                    yield symbol.name, self.z3_of(symbol)

    def z3_of(self, symbol: Symbol) -> z3.ExprRef:
        """A truth or a number."""
        return self.translation.truth(symbol) if is_truth(symbol) else self.translation.number(symbol)

    @property
    def ranges(self) -> list[z3.BoolRef]:
        """The ranges of all unknowns."""
        return self.translation.ranges

    def _edges(self, step: SymbolicStep) -> Iterator[Transition]:
        terms = self.prover.steps.terms
        for rest in step.rests:
            condition = terms.all([step.legal, rest.condition, terms.negate_truth(step.beyond)])
            if not isinstance(condition, Term) and not condition:
                continue
            after = []
            for name, form in self.prover.state.items():
                for old, new in zip(symbols_of(form), symbols_of(rest.state[name]), strict=True):
                    if isinstance(old, Term) and old is not new:
                        after.append(
                            (
                                self.z3_of(old),
                                self.translation.truth(new) if old.truth else self.translation.number(new),
                            )
                        )
            slim = terms.all([part for part in conjuncts(condition) if is_small(part, SLIM)])
            yield Transition(
                step,
                step.node,
                rest.node,
                self.translation.truth(condition),
                self.translation.truth(slim),
                tuple(after),
            )

    def _faults(self, step: SymbolicStep) -> Iterator[RelationFault]:
        title = "chance" if step.action is None else step.action.title
        at: dict[tuple[str, Span], list[Symbol]] = {}
        for failure in step.failures:
            at.setdefault((failure.code, failure.span), []).append(failure.condition)
        for (code, span), conditions in at.items():
            yield RelationFault(
                step.node, self.translation.truth(self.prover.steps.terms.any(conditions)), code, span, title
            )
        beyond = self.prover.steps.terms.all((step.legal, step.beyond))
        if isinstance(beyond, Term) or beyond:
            yield RelationFault(step.node, self.translation.truth(beyond), "", None, title)

    def condition(self, expr: ir.Expr, node: int, failing: bool = False) -> z3.BoolRef:
        """A condition of the rules in the unknown state where play rests at a node; where it cannot be evaluated it
        holds if `failing`. It is the same everywhere unless it asks who is stuck.
        """
        place = node if asks_stuck([expr], self.prover.steps.functions) else None
        if (expr, place, failing) not in self._conditions:
            at = self.prover.steps.make_evaluator(self.prover.state, node)
            holds, terms = at.form(expr), self.prover.steps.terms
            failed = terms.any([failure.condition for failure in at.failures])
            truth = terms.any((holds, failed)) if failing else terms.all((holds, terms.negate_truth(failed)))
            self._conditions[expr, place, failing] = self.translation.truth(truth)
        return self._conditions[expr, place, failing]

    def values(self, state: State) -> dict[str, int]:
        """What the symbols are in a state."""
        known = self.prover.steps.model(state)
        return {name: known[name] for name in self.parts}

    def constants(self, state: State) -> list[tuple[z3.ExprRef, z3.ExprRef]]:
        """The symbols and their values in a state, as Z3 has them."""
        return [
            (self.parts[name], self.translation.constant(self.parts[name], value))
            for name, value in self.values(state).items()
        ]

    def solver(self) -> z3.Solver:
        """A solver with the ranges of all unknowns and the time limit."""
        solver = z3.Solver()
        solver.add(self.ranges)
        self.limit(solver)
        return solver

    def limit(self, solver: z3.Solver | z3.Fixedpoint, most: int = MILLISECONDS) -> None:
        """Limit the next query to the remaining time, or to this many milliseconds if that is less."""
        left = self.clock.deadline
        solver.set("timeout", most if left is None else max(1, min(most, int(1000 * left))))

    # -- questions ----------------------------------------------------------------------------------------------------

    def solve_fresh(self, conditions: Sequence[z3.BoolRef], most: int) -> z3.ModelRef | z3.CheckSatResult:
        """A model of all conditions, or Z3's verdict, by a fresh solver within a limit of CPU time in milliseconds."""
        solver = z3.SolverFor(self.translation.logic)
        self.limit(solver, MOST_WAITING * most)
        solver.set("rlimit", UNITS * most)
        solver.add(self.ranges)
        solver.add(conditions)
        answer = check_conditions(solver)
        return solver.model() if answer == z3.sat else answer

    def cases(self, edge: Transition, conditions: Sequence[z3.BoolRef], most: int) -> z3.ModelRef | z3.CheckSatResult:
        """The same, split by the player to move, and by the first choice if there are few."""
        return self._apart(
            [term for term in self._first(edge.step) if term.high - term.low < MOST_CASES], conditions, most
        )

    def _first(self, step: SymbolicStep) -> Iterator[Term]:
        """The player to move and the first choice, if they are not known."""
        node = self.machine.game.nodes[step.node] if step.node < len(self.machine.game.nodes) else None
        actor = self.prover.before.form(node.actor) if isinstance(node, ir.DecideNode) else None
        chosen = next((choice.form for choice in step.choices if isinstance(choice.form, Term)), None)
        yield from [item for item in (actor, chosen) if isinstance(item, Term)]

    def _apart(
        self, symbols: Sequence[Term], conditions: Sequence[z3.BoolRef], most: int
    ) -> z3.ModelRef | z3.CheckSatResult:
        if not symbols:
            return self.solve_fresh(conditions, most)
        part, more = self.z3_of(symbols[0]), symbols[1:]
        for value in range(symbols[0].low, symbols[0].high + 1):
            known = self.translation.constant(part, value)
            case = [part == known, *[z3.substitute(condition, (part, known)) for condition in conditions]]
            answer = self.solve_fresh(case, min(most, FIRST_TRY) if more else most)
            if answer == z3.unknown and more:
                answer = self._apart(more, case, most)
            if answer != z3.unsat:
                return answer
        return z3.unsat

    # -- models -------------------------------------------------------------------------------------------------------

    def state_in(self, model: z3.ModelRef, node: int, renamed: Mapping[str, z3.ExprRef] | None = None) -> State:
        """The state of a model."""
        values = []
        for variable in self.machine.game.variables:
            form = self.prover.state[variable.name]
            values.append(value_in(variable.type, self._fill_form(model, form, renamed or {})))
        return State(tuple(values), node)

    def move_in(self, model: z3.ModelRef, edge: Transition, renamed: Mapping[str, z3.ExprRef]) -> Move:
        """The move of a model."""
        arguments = []
        for choice in edge.step.choices:
            if self._value(model, choice.made, renamed):
                arguments.append(value_in(choice.type, self._fill_form(model, choice.form, renamed)))
        return Move(edge.step.option, tuple(arguments))

    def _fill_form(self, model: z3.ModelRef, form: Form, renamed: Mapping[str, z3.ExprRef]) -> Form:
        return refill_form(form, iter([self._value(model, symbol, renamed) for symbol in symbols_of(form)]))

    def _value(self, model: z3.ModelRef, symbol: Symbol, renamed: Mapping[str, z3.ExprRef]) -> int:
        if not isinstance(symbol, Term):
            return symbol
        expr = self.z3_of(symbol)
        if renamed:
            expr = z3.substitute(expr, *[(self.translation.unknowns[name], other) for name, other in renamed.items()])
        value = model.eval(expr, model_completion=True)
        return bool(z3.is_true(value)) if symbol.truth else self.translation.read(value)


def conjunction(parts: Sequence[z3.BoolRef]) -> z3.BoolRef:
    """All of them."""
    return z3.And(*parts) if parts else z3.BoolVal(True)


def disjunction(parts: Sequence[z3.BoolRef]) -> z3.BoolRef:
    """One of them."""
    return z3.Or(*parts) if parts else z3.BoolVal(False)
