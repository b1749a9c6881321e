"""Finds decisions whose moves lead back to them: which moves do, what each changes regardless of the others, and where
the cycle is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules_dsl.ir import nodes as ir
from solver.cpsat.unrolling import symbols_in
from solver.phases.needs import plainly
from solver.phases.slots import Row, Slots
from solver.symbolic.course import Rest
from solver.symbolic.forms import symbols_of
from solver.symbolic.offering import arguments_of
from solver.symbolic.steps import Steps, SymbolicStep
from solver.symbolic.terms import Symbol, Term

MOST_DEEDS = 400
"""Decisions with more moves are not counted."""
MOST_LINKS = 60

Key = tuple[int, tuple[Symbol, ...]]
"""An option and its arguments, as numbers."""
Where = tuple[int, ...]
"""The control variables."""


class NoCircle(Exception):
    """Why the moves of a decision are made one by one."""


@dataclass(frozen=True, slots=True)
class CycleMove:
    """A move that leads back: its condition, and each slot after it. `stays`: it never leads elsewhere."""

    step: SymbolicStep
    needs: tuple[Symbol, ...]
    after: Row
    stays: bool

    @property
    def title(self) -> str:
        """As a person would write it."""
        assert self.step.action is not None
        arguments = ", ".join([str(symbol) for symbol in self.key[1]])
        return f"{self.step.action.title}({arguments})" if arguments else self.step.action.title

    @property
    def key(self) -> Key:
        """Which move it is."""
        return key_of(self.step)


def key_of(step: SymbolicStep) -> Key:
    """Which move a step is."""
    return step.option, tuple([symbol for choice in step.choices for symbol in symbols_of(choice.form)])


@dataclass(frozen=True, slots=True)
class Circle:
    """The moves that lead back and the slots they change.

    With `moves`, exactly that many are made and play continues at `then`; None: any number.
    """

    deeds: tuple[CycleMove, ...]
    changed: frozenset[int]
    moves: int | None
    then: Where


class CycleSearch:
    """Looks for circles from a state at a decision."""

    def __init__(self, steps: Steps, slots: Slots) -> None:
        self.steps, self.slots, self.terms = steps, slots, steps.terms

    def circle(self, node: int, row: Row) -> Circle:
        """The circle of a decision; raises NoCircle."""
        if any(isinstance(row[slot], Term) for slot in self.slots.control):
            raise NoCircle("where play is depends on what is not known")
        changed: frozenset[int] = frozenset()
        while True:
            forgetful = self.slots.without(row, changed)
            link = self._link(node, forgetful)
            more = {slot for deed in link.deeds for slot in self.slots.apart(deed.after, forgetful)}
            if more <= changed:
                moves, then = self._around(node, forgetful, link)
                return Circle(link.deeds, changed, moves, then)
            changed |= more

    def _around(self, node: int, row: Row, first: CycleLink) -> tuple[int | None, Where]:
        """How many moves are made, and where play is then."""
        if first.then == self._where(row):
            return None, first.then
        self._insist_goes_on(first)
        moves, place = 0, row
        link: CycleLink | None = first
        while link is not None and link.is_whole and moves < MOST_LINKS:
            self._insist_same(first, link)
            moves, place = moves + 1, at(self.slots, place, link.then)
            link = self._next(node, place)
        if moves < 2:
            raise NoCircle("no move leads back to it more than once")
        return moves, self._where(place)

    def _insist_goes_on(self, link: CycleLink) -> None:
        """In a chain of turns nothing may end play before its time."""
        if not link.is_whole:
            raise NoCircle("play may continue elsewhere before all turns are over")
        if all(deed.needs for deed in link.deeds):
            raise NoCircle("nobody may be able to move before all turns are over")

    def _insist_same(self, first: CycleLink, other: CycleLink) -> None:
        """A move must have the same meaning in each turn."""
        known = {deed.key: deed for deed in first.deeds}
        alike = len(known) == len(other.deeds) and all(
            deed.key in known and self._means_same(deed, known[deed.key]) for deed in other.deeds
        )
        if not alike:
            raise NoCircle("moves differ from turn to turn")

    def _means_same(self, one: CycleMove, other: CycleMove) -> bool:
        return set(one.needs) == set(other.needs) and not self.slots.apart(one.after, other.after)

    def _next(self, node: int, row: Row) -> CycleLink | None:
        try:
            return self._link(node, row)
        except NoCircle:
            return None

    def _link(self, node: int, row: Row) -> CycleLink:
        """The moves at a place that lead back to it, or those that lead to the next place of the same decision."""
        link: dict[Where, list[CycleMove]] = {}
        elsewhere = False
        for step in self._all(node, row):
            back = [rest for rest in step.rests if rest.node == node]
            elsewhere = elsewhere or not back
            for rest in back:
                link.setdefault(self._where(self.slots.row(rest.state)), []).append(self._make_move(step, rest))
        here = self._where(row)
        if here in link:
            return CycleLink(tuple(link.pop(here)), here, elsewhere or bool(link))
        if len(link) != 1:
            raise NoCircle("moves lead back to it in different turns" if link else "no move leads back to it")
        then, deeds = link.popitem()
        return CycleLink(tuple(deeds), then, elsewhere)

    def _all(self, node: int, row: Row) -> Iterator[SymbolicStep]:
        """Every move that may be legal, with its results."""
        decision, state, result = self.steps.game.nodes[node], self.slots.state(row), 0
        assert isinstance(decision, ir.DecideNode)
        for number, option in enumerate(decision.options):
            action = self.steps.actions[option.action]
            for arguments in arguments_of(self.steps, state, decision, action):
                result += 1
                if arguments is None or result > MOST_DEEDS:
                    raise NoCircle(f"{action.title} has too many moves")
                step = self.steps.step(node, number, state, "", arguments)
                if isinstance(step.legal, Term) or step.legal:
                    yield step

    def _make_move(self, step: SymbolicStep, back: Rest) -> CycleMove:
        assert step.action is not None
        if any(isinstance(symbol, Term) for symbol in symbols_in(step)):
            raise NoCircle(f"{step.action.title} goes on to choose in its middle")
        if isinstance(step.beyond, Term) or step.beyond:
            raise NoCircle(f"what {step.action.title} sets off is too long to be spelled out")
        return CycleMove(step, self._needs(step, back), self.slots.row(back.state), len(step.rests) == 1)

    def _needs(self, step: SymbolicStep, back: Rest) -> tuple[Symbol, ...]:
        """The condition of a move that leads back."""
        return plainly(
            self.terms,
            [step.legal, back.condition, *[self.terms.negate_truth(failure.condition) for failure in step.failures]],
        )

    def _where(self, row: Row) -> Where:
        known = [row[slot] for slot in sorted(self.slots.control)]
        if any(isinstance(symbol, Term) for symbol in known):
            raise NoCircle("where play goes on depends on what is not known")
        return tuple([int(symbol) for symbol in known if not isinstance(symbol, Term)])


@dataclass(frozen=True, slots=True)
class CycleLink:
    """The moves at a place that lead back, where they lead, and whether others lead elsewhere."""

    deeds: tuple[CycleMove, ...]
    then: Where
    elsewhere: bool

    @property
    def is_whole(self) -> bool:
        """Do all moves lead back, wherever they are made?"""
        return not self.elsewhere and all(deed.stays for deed in self.deeds)


def at(slots: Slots, row: Row, where: Where) -> Row:
    """A row at another place of the play."""
    before = [row[slot] for slot in sorted(slots.control)]
    rows = zip(sorted(slots.control), where, before, strict=True)
    return slots.with_(row, {slot: bool(number) if isinstance(old, bool) else number for slot, number, old in rows})
