"""One phase of a play: how often each move of a circle is made, what has to hold for that, and the state after all of
them.

Every real play is in it with its counts: a slot after the phase is what all moves together make of it, exactly where
moves only add up, between bounds elsewhere; and what a move needs holds at least in the best state that other moves may
have made by then. That is less than the rules ask where order matters; the plays are then tried in every order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from solver.cpsat.deciding import at_most_0
from solver.cpsat.unrolling import Implication
from solver.phases.changes import STAYS, CycleChanges, is_truth_slot
from solver.phases.circles import Circle, CycleMove
from solver.phases.favour import Favour
from solver.phases.slots import Row, Slots, is_same
from solver.symbolic.replacing import SymbolReplacer
from solver.symbolic.steps import SymbolicStep
from solver.symbolic.terms import Symbol, Term, TermKind, Terms, high_of


@dataclass(frozen=True, slots=True)
class CountedMove:
    """A move and how often it is made in a phase."""

    step: SymbolicStep
    times: Symbol


@dataclass(slots=True)
class Phase:
    """The constraints of one phase. `relaxed` says, by slot, what is known only between bounds."""

    condition: Symbol
    counts: list[CountedMove] = field(default_factory=list)
    rules: list[Implication] = field(default_factory=list)
    after: Row = ()
    relaxed: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SumLimit:
    """A sum that is at most `most` after the last move that adds to it; `first` is what it is at the beginning, `rises`
    whether nothing takes from it.
    """

    total: Term
    most: int
    first: Symbol
    rises: bool

    @property
    def holds_first(self) -> bool:
        """Is the sum below it from the beginning?"""
        return high_of(self.first) <= self.most


class PhaseBuilder:
    """Makes the phase of a circle."""

    def __init__(self, terms: Terms, slots: Slots, circle: Circle, row: Row, condition: Symbol, title: str) -> None:
        self.terms, self.slots, self.circle, self.row, self.condition, self.title = (
            terms,
            slots,
            circle,
            row,
            condition,
            title,
        )
        self.changes = CycleChanges(terms, slots, circle, row)
        self.phase = Phase(condition)
        self.times = [self._count(deed, most) for deed, most in zip(circle.deeds, self.changes.times, strict=True)]
        self.ceilings = self._all_ceilings()
        self.made = [terms.not_above(1, times) if not _is_truth(times) else times for times in self.times]

    def build_phase(self) -> Phase:
        """The phase."""
        self.phase.counts = [
            CountedMove(deed.step, times) for deed, times in zip(self.circle.deeds, self.times, strict=True)
        ]
        for made in self.made:
            self._rule((made,), self.condition)
        if self.circle.moves is not None:
            self._rule(
                (self.condition,),
                self.terms.equal(self.terms.sum([(1, times) for times in self.times]), self.circle.moves),
            )
        self.phase.after = self.slots.with_(self.row, {slot: self._after(slot) for slot in sorted(self.circle.changed)})
        self._needs()
        self._ceilings()
        return self.phase

    def _count(self, deed: CycleMove, most: int) -> Symbol:
        name = f"{self.title}: {deed.title} #{deed.key}"
        return self.terms.truth(name) if most == 1 else self.terms.number(name, 0, most)

    def _rule(self, given: tuple[Symbol, ...], then: Symbol) -> None:
        self.phase.rules.append(Implication(self.terms.all(given), then))

    # -- the state after it -------------------------------------------------------------------------------------------

    def _after(self, slot: int) -> Symbol:
        truth = is_truth_slot(self.changes, slot)
        exact = self._exactly_true(slot) if truth else self._exactly(slot)
        if exact is not None:
            return exact
        self.phase.relaxed.append(self.slots.names[slot])
        return self._loosely_true(slot) if truth else self._loosely(slot)

    def _total(self, slot: int, steps: list[int]) -> Symbol:
        return self.terms.sum([(1, self.row[slot]), *zip(steps, self.times, strict=True)])

    def _exactly(self, slot: int) -> Symbol | None:
        if slot in self.changes.added:
            return self._bound_total(slot, self._total(slot, [change.low for change in self.changes.of[slot]]))
        capped = self.changes.cap(slot)
        if capped is None:
            return None
        kind, cap, steps = capped
        parts = (self._total(slot, steps), cap)
        return self.terms.least(parts) if kind is TermKind.LEAST else self.terms.most(parts)

    def _bound_total(self, slot: int, total: Symbol) -> Symbol:
        """A total that has to be in the range of its slot."""
        before = self.changes.before(slot)
        if not isinstance(total, Term) or (before.low <= total.low and total.high <= before.high):
            return total
        result = self.terms.number(f"{self.title}: {self.slots.names[slot]} after it", before.low, before.high)
        self._rule((self.condition,), self.terms.equal(result, total))
        return result

    def _loosely(self, slot: int) -> Symbol:
        """Anything between what all moves take away at most and what they add."""
        rows, before = self.changes.of[slot], self.changes.before(slot)
        symbol = self.terms.number(f"{self.title}: {self.slots.names[slot]} after it", before.low, before.high)
        self._rule((self.condition,), self.terms.not_above(symbol, self._total(slot, [row.high for row in rows])))
        self._rule((self.condition,), self.terms.not_above(self._total(slot, [row.low for row in rows]), symbol))
        self._or_set(
            slot,
            self.terms.equal(symbol, self.row[slot]),
            [self.terms.equal(symbol, deed.after[slot]) for deed in self._changing(slot)],
        )
        return symbol

    def _exactly_true(self, slot: int) -> Symbol | None:
        start = self.row[slot]
        if slot in self.changes.added:
            total = self._total(slot, [change.low for change in self.changes.of[slot]])
            if not isinstance(total, Term):
                return bool(total)
            self._rule(
                (self.condition,), self.terms.all([self.terms.not_above(0, total), self.terms.not_above(total, 1)])
            )
            return _as_truth(self.terms, total)
        afters = [deed.after[slot] for deed in self._changing(slot)]
        made = [self.made[number] for number in self._numbers(slot)]
        if all(after is True for after in afters):
            return self.terms.any([start, *made])
        if all(after is False for after in afters):
            return self.terms.all([start, *[self.terms.negate_truth(item) for item in made]])
        return None

    def _loosely_true(self, slot: int) -> Symbol:
        term = self.terms.truth(f"{self.title}: {self.slots.names[slot]} after it")
        self._or_set(
            slot,
            self.terms.equate_truths(term, self.row[slot]),
            [self.terms.equate_truths(term, deed.after[slot]) for deed in self._changing(slot)],
        )
        return term

    def _or_set(self, slot: int, unchanged: Symbol, ends: list[Symbol]) -> None:
        """A slot whose last change sets a constant has that value; an unknown value is unconstrained."""
        unknown = [not _is_known(deed.after[slot]) for deed in self._changing(slot)]
        made = [self.made[number] for number in self._numbers(slot)]
        rows = [
            self.terms.all([item, True if open_ else end]) for item, open_, end in zip(made, unknown, ends, strict=True)
        ]
        self._rule(
            (self.condition,),
            self.terms.any([self.terms.all([unchanged, *[self.terms.negate_truth(item) for item in made]]), *rows]),
        )

    def _numbers(self, slot: int) -> list[int]:
        before = self.changes.before(slot)
        return [number for number, deed in enumerate(self.circle.deeds) if not is_same(deed.after[slot], before)]

    def _changing(self, slot: int) -> list[CycleMove]:
        return [self.circle.deeds[number] for number in self._numbers(slot)]

    # -- what moves need ----------------------------------------------------------------------------------------------

    def _needs(self) -> None:
        for number, deed in enumerate(self.circle.deeds):
            favour = Favour(
                self.terms,
                self.slots,
                self.changes,
                self.row,
                self.times,
                number,
                f"{self.title}: before {deed.title} #{deed.key}",
            )
            for need in [need for need in deed.needs if not self._is_said(number, need)]:
                self._rule((self.made[number],), favour.need(need))
            for rule in favour.rules:
                self._rule((self.made[number],), rule)

    def _ceilings(self) -> None:
        """A sum that no single move may raise above a limit does not exceed the limit at the end."""
        after = SymbolReplacer(
            self.terms, {self.changes.before(slot).number: self.phase.after[slot] for slot in self.circle.changed}
        )
        for ceiling in self.ceilings.values():
            end = after.symbol(ceiling.total)
            most = self.terms.not_above(end, ceiling.most)
            self._rule(
                (self.condition,),
                most if ceiling.holds_first else self.terms.any([most, self.terms.not_above(end, ceiling.first)]),
            )

    def _all_ceilings(self) -> dict[int, SumLimit]:
        start = SymbolReplacer(
            self.terms, {self.changes.before(slot).number: self.row[slot] for slot in self.circle.changed}
        )
        limits: dict[int, SumLimit] = {}
        for total in {
            total.number: total for deed in self.circle.deeds for total, _ in _limits(self.terms, deed)
        }.values():
            most = self._most(total)
            if most is not None:
                limits[total.number] = SumLimit(total, most, start.symbol(total), self._never_falls(total))
        return limits

    def _never_falls(self, total: Term) -> bool:
        lows = [growth(self.terms, self.changes, total, number)[0] for number in range(len(self.circle.deeds))]
        return all(low is not None and low >= 0 for low in lows)

    def _is_said(self, number: int, need: Symbol) -> bool:
        """Does a need follow from the ceiling of its sum at the end, as the sum only grows?"""
        split = _split(self.terms, need)
        ceiling = None if split is None else self.ceilings.get(split[0].number)
        if split is None or ceiling is None or not ceiling.rises or not ceiling.holds_first:
            return False
        grows = growth(self.terms, self.changes, split[0], number)[0]
        return grows is not None and ceiling.most <= split[1] + grows

    def _most(self, total: Term) -> int | None:
        """An upper bound on a sum after a move that adds to it; None if there is none, or nothing adds to it."""
        numbers: list[int] = []
        for number, deed in enumerate(self.circle.deeds):
            _, grows = growth(self.terms, self.changes, total, number)
            if grows is not None and grows <= 0:
                continue
            limits = [limit for other, limit in _limits(self.terms, deed) if other is total]
            if grows is None or not limits:
                return None
            numbers.append(min(limits) + grows)
        return max(numbers, default=None)


def growth(terms: Terms, changes: CycleChanges, total: Symbol, number: int) -> tuple[int | None, int | None]:
    """Bounds on the change of a sum by one move; None if unknown."""
    low, high = 0, 0
    rows = (
        zip(total.coefficients, total.parts, strict=True)
        if isinstance(total, Term) and total.kind is TermKind.SUM
        else ((1, total),)
    )
    slots = {changes.before(slot).number: slot for slot in changes.of}
    for weight, part in rows:
        if not isinstance(part, Term):
            continue
        if part.number in slots:
            change = changes.of[slots[part.number]][number]
            low, high = (
                low + min(weight * change.low, weight * change.high),
                high + max(weight * change.low, weight * change.high),
            )
        elif any(changes.of[slot][number] != STAYS for slot in _reads(part, slots)):
            return None, None
    return low, high


def _reads(part: Term, slots: dict[int, int]) -> Iterator[int]:
    """The changing slots that a term depends on."""
    from solver.symbolic.term_values import below

    for term in below([part]):
        if term.number in slots:
            yield slots[term.number]


def _limits(terms: Terms, deed: CycleMove) -> Iterator[tuple[Term, int]]:
    """Sums without their constants, with the limits that a move's need puts on them."""
    for need in deed.needs:
        split = _split(terms, need)
        if split is not None:
            yield split


def _split(terms: Terms, need: Symbol) -> tuple[Term, int] | None:
    total = at_most_0(terms, need)
    if total is None:
        return None
    constant = total.constant if total.kind is TermKind.SUM else 0
    plain = terms.sum([(1, total)], -constant)
    return (plain, -constant) if isinstance(plain, Term) else None


def _as_truth(terms: Terms, total: Term) -> Symbol:
    """The condition that a 0/1 number is 1; the truth it stands for, if it stands for one."""
    if (
        total.kind is TermKind.SUM
        and len(total.parts) == 1
        and isinstance(total.parts[0], Term)
        and total.parts[0].truth
    ):
        if (total.coefficients, total.constant) == ((1,), 0):
            return total.parts[0]
        if (total.coefficients, total.constant) == ((-1,), 1):
            return terms.negate_truth(total.parts[0])
    return terms.not_above(1, total)


def _is_known(symbol: Symbol) -> bool:
    return not isinstance(symbol, Term)


def _is_truth(symbol: Symbol) -> bool:
    return symbol.truth if isinstance(symbol, Term) else False
