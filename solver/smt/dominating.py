"""Is a state with more at least as good? For every two states that `dominates` puts in order, the first can do all that
the second can, and stays the better one.

What fails in the first state stops a search that looks at it, so nothing has to be shown of moves in which the rules
fail.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import z3

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.dominance import path_of
from rules_dsl.ir.texts import say_value
from rules_dsl.ir.types import BagType, BoolType, MapType, SetType, Type, zero
from rules_dsl.machine.api import State
from solver.smt.proving import Judge, Prover, kinds_of_moves
from solver.symbolic.course import Forms, Rest
from solver.symbolic.expressions import SymbolicEvaluator
from solver.symbolic.forms import Form, equate_forms, make_form, symbols_of
from solver.symbolic.replacing import SymbolReplacer, knowing
from solver.symbolic.rising import STAYS, Monotonicity, TermMonotonicity
from solver.symbolic.scores import derive_reached, sum_scores
from solver.symbolic.steps import SymbolicStep
from solver.symbolic.terms import Symbol, Term, Terms

LONGEST_TEXT = 400
"""Of states that would take more letters only what is compared is told."""


@dataclass(frozen=True, slots=True)
class DominanceVerdict:
    """Was it proved, and how, or what prevents it; and the two states where a step of the proof fails, which may be
    unreachable.
    """

    proved: bool
    why: str
    states: tuple[State, State] | None = None


def compare_states(prover: Prover, dominance: ir.Dominance, lemmas: Sequence[ir.Claim], goal: bool) -> DominanceVerdict:
    """Examine two states of one node at a time: their endings, then each move of the second.

    `goal` selects goals instead of scores.
    """
    pair = _Pair(prover, dominance, [prover.judge(lemma) for lemma in lemmas], goal)
    kinds = 0
    for number, node in enumerate(prover.machine.game.nodes):
        questions = [pair.at_end(number)] if isinstance(node, ir.DecideNode | ir.StopNode) else []
        if isinstance(node, ir.DecideNode):
            mine = [step for step in prover.moves if step.node == number]
            questions, kinds = [*questions, *map(pair.after_move, mine)], kinds + len(mine)
        for question in questions:
            for text, conditions in question:
                if prover.clock.is_over():
                    return DominanceVerdict(False, "the time for proofs was over")
                states = prover.ask(conditions)
                if states is not None:
                    return pair.objection(text, states, number)
    return DominanceVerdict(True, f"by simulation over {kinds_of_moves(kinds)} (Z3)")


Query = tuple[str, list[Symbol]]
"""What would be wrong, and the conditions under which it comes about."""


class _Pair:
    """Two unknown states that differ only in what is compared; the first has no less.

    What follows from monotonicity is not asked.
    """

    def __init__(self, prover: Prover, dominance: ir.Dominance, lemmas: Sequence[Judge], goal: bool) -> None:
        self.prover, self.dominance, self.lemmas, self.goal = prover, dominance, lemmas, goal
        self.steps, self.terms, self.game = prover.steps, prover.steps.terms, prover.machine.game
        self.first = prover.state
        self.other = SymbolReplacer(self.terms, dict(self._others()))
        self.second = {name: self.other.form(form) for name, form in self.first.items()}
        self.ways = TermMonotonicity(dict(self._list_orderings()))
        self.ordered = self.terms.all([fine for _, fine, _ in self._compare_parts(self.first, self.second)])

    def _others(self) -> Iterator[tuple[int, Symbol]]:
        """Other values for what is compared."""
        for symbol, _ in self._list_grades():
            yield (
                symbol.number,
                self.terms.truth(f"other {symbol.name}")
                if symbol.truth
                else self.terms.number(f"other {symbol.name}", symbol.low, symbol.high),
            )

    def _list_orderings(self) -> Iterator[tuple[str, Monotonicity]]:
        """How each compared value changes from the second state to the first; a value named in both directions is
        equal.
        """
        less = {symbol.name for symbol, less in self._list_grades() if less}
        more = {symbol.name for symbol, less in self._list_grades() if not less}
        yield from ((name, Monotonicity(rises=name not in less, falls=name not in more)) for name in less | more)

    def _list_grades(self) -> Iterator[tuple[Term, bool]]:
        for grade in self.dominance.grades:
            name, path = path_of(grade.place)
            yield from (
                (symbol, grade.less) for symbol in symbols_of(_at(self.first[name], path)) if isinstance(symbol, Term)
            )

    def _compare_parts(self, first: Forms, second: Forms) -> Iterator[tuple[str, Symbol, bool]]:
        """For each compared value whether it is no worse in the first state, and whether monotonicity implies that."""
        for grade in self.dominance.grades:
            name, path = path_of(grade.place)
            more, less = _at(first[name], path), _at(second[name], path)
            fine = _not_less(self.terms, grade.place.type, *((less, more) if grade.less else (more, less)))
            ways = [self.ways.of(symbol) for symbol in symbols_of(_at(first[name], path))]
            yield name, fine, not any(way.rises if grade.less else way.falls for way in ways)

    def _rest(self, first: Forms, second: Forms) -> Iterator[tuple[str, Symbol, bool]]:
        """For each variable whether both states agree on it apart from what is compared, and whether that is implied."""
        for variable in self.game.variables:
            mine, others = first[variable.name], second[variable.name]
            for grade in self.dominance.grades:
                name, path = path_of(grade.place)
                if name == variable.name:
                    mine, others = (_put(form, path, _make_zero(grade.place.type)) for form in (mine, others))
            stays = all(self.ways.of(symbol) == STAYS for symbol in symbols_of(mine))
            yield variable.name, equate_forms(self.terms, variable.type, mine, others), stays

    def _list_assumptions(self, at: SymbolicEvaluator, fine: Symbol) -> list[Symbol]:
        """What may be assumed of two states at rest: they are ordered, invariants hold in both, and the rules do not
        fail.
        """
        mine = [*[judge(at) for judge in self.lemmas], fine, self._fine(at)]
        return [self.ordered, *mine, *[self.other.symbol(item) for item in mine]]

    def _fine(self, at: SymbolicEvaluator | SymbolicStep) -> Symbol:
        return self.terms.all([self.terms.negate_truth(failure.condition) for failure in at.failures])

    # -- what is asked ------------------------------------------------------------------------------------------------

    def at_end(self, node: int) -> Iterator[Query]:
        """Where play is over for the second, it is for the first, with no worse end."""
        at = self.steps.make_evaluator(self.first, node)
        stopped = isinstance(self.game.nodes[node], ir.StopNode)
        over = True if stopped else at.stuck()
        worth = self.terms.all((over, derive_reached(at, self.game))) if self.goal else sum_scores(at, self.game)
        if not self.ways.of(worth).falls and (self.goal or not self.ways.of(over).falls):
            return
        given = [self.other.symbol(over), *self._list_assumptions(at, True)]
        if self.goal:
            yield (
                "the first may miss the goal where the second reaches it",
                [*given, self.other.symbol(worth), self.terms.negate_truth(worth)],
            )
            return
        worse = self.terms.any((self.terms.negate_truth(over), self.terms.below(worth, self.other.symbol(worth))))
        yield (
            f"the first may {'' if stopped else 'go on, or '}be worth less where the second is {'over' if stopped else 'stuck'}",
            [*given, worse],
        )

    def after_move(self, step: SymbolicStep) -> Iterator[Query]:
        """The move is possible in the first state if it is in the second, and leads to two states of the same kind."""
        title = "" if step.action is None else step.action.title
        given = [
            self.other.symbol(step.legal),
            *self._list_assumptions(self.steps.make_evaluator(self.first, step.node), self._fine(step)),
        ]
        beyond = self.terms.any((step.beyond, self.other.symbol(step.beyond)))
        if isinstance(beyond, Term) or beyond:
            yield f"after {title} play may go on longer than was spelled out", [*given, beyond]
        if self.ways.of(step.legal).falls:
            yield f"{title} may be possible in the second state only", [*given, self.terms.negate_truth(step.legal)]
        within = knowing(self.terms, (step.legal, self._fine(step)))
        rests = [
            Rest(
                rest.node, within.symbol(rest.condition), {name: within.form(form) for name, form in rest.state.items()}
            )
            for rest in step.rests
        ]
        solved = self._derive_solved(rests)
        for rest in rests:
            matters = (
                self.other.symbol(solved)
                if self.goal and rest.node == self.steps.stop
                else self.terms.negate_truth(solved)
            )
            yield from self._after(title, [*given, step.legal, matters], rest)

    def _derive_solved(self, rests: Sequence[Rest]) -> Symbol:
        """Has the move reached the goal? Then the other state does not matter; neither does one that has lost."""
        ends = [rest for rest in rests if rest.node == self.steps.stop] if self.goal else []
        return self.terms.any(
            [
                self.terms.all((rest.condition, derive_reached(self.steps.evaluator(rest.state), self.game)))
                for rest in ends
            ]
        )

    def _after(self, title: str, given: list[Symbol], rest: Rest) -> Iterator[Query]:
        if self.ways.of(rest.condition).falls:
            wrong = [*given, self.other.symbol(rest.condition), self.terms.negate_truth(rest.condition)]
            yield f"after {title} play may continue elsewhere in the first state", wrong
        given = [*given, rest.condition, self.other.symbol(rest.condition)]
        second = {name: self.other.form(form) for name, form in rest.state.items()}
        for name, fine, follows in (*self._compare_parts(rest.state, second), *self._rest(rest.state, second)):
            if not follows:
                yield (
                    f"after {title} {name} may be worse, or not the same, in the first state",
                    [*given, self.terms.negate_truth(fine)],
                )

    # -- what is told -------------------------------------------------------------------------------------------------

    def objection(self, text: str, model: z3.ModelRef | str, node: int) -> DominanceVerdict:
        """What prevents the proof, with the two states."""
        if isinstance(model, str):
            return DominanceVerdict(False, f"{text}: {model}")
        first, second = (self.prover.state_in(model, node, state) for state in (self.first, self.second))
        return DominanceVerdict(False, f"{text}, as with {self._describe_pair(first, second)}", (first, second))

    def _describe_pair(self, first: State, second: State) -> str:
        """The first state, and the differences in the second."""
        mine = self._values(first, [variable.name for variable in self.game.variables if not variable.control])
        if len(mine) > LONGEST_TEXT:
            mine = self._values(first, [path_of(grade.place)[0] for grade in self.dominance.grades])
        changed = [
            variable.name
            for variable, one, other in zip(self.game.variables, first.values, second.values, strict=True)
            if one != other
        ]
        return f"{mine} in the first and {self._values(second, changed) or 'the same'} in the second"

    def _values(self, state: State, names: Sequence[str]) -> str:
        rows = zip(self.game.variables, state.values, strict=True)
        return ", ".join(
            [
                f"{variable.name} = {say_value(variable.type, value)}"
                for variable, value in rows
                if variable.name in names
            ]
        )


def _at(form: Form, path: Sequence[int]) -> Form:
    for step in path:
        form = form[step]
    return form


def _put(form: Form, path: Sequence[int], new: Form) -> Form:
    if not path:
        return new
    return (*form[: path[0]], _put(form[path[0]], path[1:], new), *form[path[0] + 1 :])


def _make_zero(type_: Type) -> Form:
    return make_form(type_, zero(type_))


def _not_less(terms: Terms, type_: Type, more: Form, less: Form) -> Symbol:
    """Is there nowhere less in the first than in the second?"""
    match type_:
        case MapType(_, value):
            return terms.all([_not_less(terms, value, one, other) for one, other in zip(more, less, strict=True)])
        case BagType():
            return terms.all([terms.not_above(other, one) for one, other in zip(more, less, strict=True)])
        case SetType():
            return terms.all([terms.implies(other, one) for one, other in zip(more, less, strict=True)])
        case BoolType():
            return terms.implies(less, more)
        case _:
            return terms.not_above(less, more)
