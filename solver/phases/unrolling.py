"""Unrolls play by phases: decisions whose moves lead back are aggregated, all others are unrolled move by move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import Machine, State
from rules_dsl.quantities import quantity
from solver.cpsat.merging import Arrivals
from solver.cpsat.unrolling import Layer, Offer, Unrolling
from solver.phases.circles import Circle, CycleMove, CycleSearch, NoCircle, at, key_of
from solver.phases.phase import Phase, PhaseBuilder
from solver.phases.slots import Slots
from solver.symbolic.course import Forms
from solver.symbolic.steps import SymbolicStep
from solver.symbolic.terms import Symbol, Term

MOST_IN_VAIN = 5_000
"""Once so many terms were asked for at a decision and no circle was found, no more is looked for there: a look may take
longer than all else.
"""


@dataclass(frozen=True, slots=True)
class DecisionFinding:
    """Are the moves of a decision counted, and why not? `relaxed` are slots known only between bounds."""

    node: int
    counted: bool
    why: str
    deeds: tuple[CycleMove, ...] = ()
    relaxed: tuple[str, ...] = ()


class PhasedUnrolling(Unrolling):
    """`phases` by layer; `findings` has the latest finding for each decision."""

    def __init__(self, machine: Machine, start: State) -> None:
        super().__init__(machine, start)
        self.slots = Slots(self.steps)
        self.phases: dict[int, list[Phase]] = {}
        self.findings: dict[int, DecisionFinding] = {}
        self._in_vain: Counter[int] = Counter()
        self._looking = CycleSearch(self.steps, self.slots)

    def _decide(
        self, layer: Layer, acted: Arrivals, where: tuple[int, ir.DecideNode], condition: Symbol, state: Forms
    ) -> None:
        node, decision = where
        if self._in_vain[node] > MOST_IN_VAIN and not self.findings[node].counted:
            super()._decide(layer, acted, where, condition, state)
            return
        asked = self.terms.asked
        try:
            circle, phase = self._phase(node, condition, state)
        except NoCircle as reason:
            self._note(DecisionFinding(node, False, str(reason)))
            self._in_vain[node] += self.terms.asked - asked
            super()._decide(layer, acted, where, condition, state)
            return
        self.phases.setdefault(self.depth, []).append(phase)
        layer.rules += phase.rules
        after = self.slots.state(at(self.slots, phase.after, circle.then))
        if circle.moves is not None:
            super()._decide(layer, acted, where, condition, after)
        else:
            self._leave(layer, acted, (node, decision), condition, after, circle)

    def _phase(self, node: int, condition: Symbol, state: Forms) -> tuple[Circle, Phase]:
        row = self.slots.row(state)
        circle = self._looking.circle(node, row)
        phase = PhaseBuilder(self.terms, self.slots, circle, row, condition, self._title(node, state)).build_phase()
        how = "any number of moves" if circle.moves is None else f"{quantity(circle.moves, 'move')}"
        self._note(DecisionFinding(node, True, how, circle.deeds, tuple(phase.relaxed)))
        return circle, phase

    def _note(self, finding: DecisionFinding) -> None:
        before = self.findings.get(finding.node)
        if before is None or finding.counted:
            self.findings[finding.node] = finding

    @property
    def counts_nothing(self) -> bool:
        """Was no cycle found at any decision of the game, or at any that play reaches?"""
        if any(finding.counted for finding in self.findings.values()):
            return False
        decisions = [number for number, node in enumerate(self.game.nodes) if isinstance(node, ir.DecideNode)]
        return self.is_over or all(self._in_vain[node] > MOST_IN_VAIN for node in decisions)

    # -- out of a circle ----------------------------------------------------------------------------------------------

    def _leave(
        self,
        layer: Layer,
        acted: Arrivals,
        where: tuple[int, ir.DecideNode],
        condition: Symbol,
        state: Forms,
        circle: Circle,
    ) -> None:
        """After the counted moves comes one that leads elsewhere, or none is legal."""
        node, decision = where
        every = list(self._steps(node, decision, state))
        stuck = self._derive_stuck(every, node, decision, condition, state)
        nothing = self._derive_no_move(every, decision, state) if isinstance(stuck, Term) else True
        steps = list(self._leaving(every, state, circle))
        self._offer(layer, acted, Offer(node, condition, state, steps, stuck, nothing))

    def _leaving(self, every: list[SymbolicStep], state: Forms, circle: Circle) -> Iterator[SymbolicStep]:
        """The moves that lead elsewhere; of those that may or may not, only where they do."""
        back = {deed.key: deed for deed in circle.deeds}
        for step in every:
            deed = back.get(key_of(step))
            if deed is None:
                yield step
            elif not deed.stays:
                yield from self._only_elsewhere(step, state, circle)

    def _only_elsewhere(self, step: SymbolicStep, state: Forms, circle: Circle) -> Iterator[SymbolicStep]:
        assert step.action is not None
        arguments = [choice.form for choice in step.choices[: len(step.action.parameters)]]
        whole = self.steps.step(step.node, step.option, state, "", arguments)
        rests = tuple(
            [rest for rest in whole.rests if rest.node != step.node or self._read_control(rest.state) != circle.then]
        )
        leaves = self.terms.any([rest.condition for rest in rests])
        if isinstance(leaves, Term) or leaves:
            yield replace(whole, legal=self.terms.all((whole.legal, leaves)), rests=rests)
