"""A necessary condition for a move: its need, evaluated in the most favourable state that other moves of the phase can
have made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from solver.cpsat.deciding import at_most_0
from solver.phases.changes import CycleChanges, SlotChange, is_truth_slot
from solver.phases.slots import Row, Slots
from solver.symbolic.replacing import SymbolReplacer
from solver.symbolic.rising import Monotonicity, TermMonotonicity
from solver.symbolic.term_values import below
from solver.symbolic.terms import Symbol, Term, TermKind, Terms

UP = Monotonicity(rises=True)


class Favour:
    """The favourable state for one move. `rules` are constraints on the unknowns it introduces."""

    def __init__(
        self,
        terms: Terms,
        slots: Slots,
        changes: CycleChanges,
        row: Row,
        times: Sequence[Symbol],
        number: int,
        title: str,
    ) -> None:
        self.terms, self.slots, self.changes, self.row, self.times, self.number, self.title = (
            terms,
            slots,
            changes,
            row,
            times,
            number,
            title,
        )
        self.rules: list[Symbol] = []
        self._slots = {changes.before(slot).number: slot for slot in changes.of}
        self._between: dict[int, Symbol] = {}

    def need(self, need: Symbol) -> Symbol:
        """What has to hold at least."""
        total = at_most_0(self.terms, need)
        if total is None or not self._read([total]):
            return self._replace_slots(need, True)
        return self.terms.not_above(self._least(total), 0)

    # -- sums ---------------------------------------------------------------------------------------------------------

    def _least(self, total: Term) -> Symbol:
        """The least that a sum may be: what stands alone in it adds up move by move, the rest for itself."""
        rows: list[tuple[int, Symbol]] = []
        alone: dict[int, int] = {}
        for weight, part in (
            zip(total.coefficients, total.parts, strict=True) if total.kind is TermKind.SUM else ((1, total),)
        ):
            slot = self._slots.get(part.number) if isinstance(part, Term) else None
            if slot is not None:
                alone[slot] = weight
            else:
                rows.append((weight, self._replace_slots(part, weight < 0)))
        rows += [(weight, self.row[slot]) for slot, weight in alone.items()]
        rows += self._list_losses(alone)
        return self.terms.sum(rows, total.constant if total.kind is TermKind.SUM else 0)

    def _list_losses(self, weights: Mapping[int, int]) -> list[tuple[int, Symbol]]:
        """What moves take away from a sum at most; the last time this move is made it has not added yet."""
        rows: list[tuple[int, Symbol]] = []
        for other, times in enumerate(self.times):
            change = sum([_less(weight, self.changes.of[slot][other]) for slot, weight in weights.items()])
            if other == self.number:
                rows += [(change, times), (-change, True)]
            else:
                rows.append((min(change, 0), times))
        return rows

    # -- anything -----------------------------------------------------------------------------------------------------

    def _replace_slots(self, symbol: Symbol, most: bool) -> Symbol:
        """A symbol with each slot where it is best for it to be great (or small)."""
        others: dict[int, Symbol] = {}
        for slot in self._read([symbol]):
            before = self.changes.before(slot)
            way = TermMonotonicity({before.name: UP}).of(symbol)
            if way.rises and way.falls:
                others[before.number] = self._any(slot)
            elif way.rises or way.falls:
                others[before.number] = self._end(slot, way.rises == most)
        return SymbolReplacer(self.terms, others).symbol(symbol)

    def _read(self, symbols: Iterable[Symbol]) -> list[int]:
        """The changing slots that symbols depend on."""
        return sorted({self._slots[term.number] for term in below(list(symbols)) if term.number in self._slots})

    def _end(self, slot: int, most: bool) -> Symbol:
        """The greatest or the least that may be in a slot."""
        return self._true(slot, most) if is_truth_slot(self.changes, slot) else self._number(slot, most)

    def _number(self, slot: int, most: bool) -> Symbol:
        before, rows = self.changes.before(slot), [(1, self.row[slot])]
        sums: list[tuple[int, Symbol]] = list(rows)
        for other, (change, times) in enumerate(zip(self.changes.of[slot], self.times, strict=True)):
            by = max(change.high, 0) if most else min(change.low, 0)
            sums.append((by, times))
            if other == self.number:
                sums.append((-by, True))
        total = self.terms.sum(sums)
        return self.terms.least((total, before.high)) if most else self.terms.most((total, before.low))

    def _true(self, slot: int, most: bool) -> Symbol:
        """Could a truth be true, or false, by now?"""
        helping = [
            self._has_been(other)
            for other, change in enumerate(self.changes.of[slot])
            if (change.high > 0 if most else change.low < 0)
        ]
        if most:
            return self.terms.any([self.row[slot], *helping])
        return self.terms.all([self.row[slot], *[self.terms.negate_truth(item) for item in helping]])

    def _has_been(self, other: int) -> Symbol:
        """Was another move made before the last occurrence of this one?"""
        times = self.times[other]
        least = 2 if other == self.number else 1
        if isinstance(times, Term) and times.truth:
            return times if least == 1 else False
        return self.terms.not_above(least, times)

    def _any(self, slot: int) -> Symbol:
        """Anything that a slot may hold."""
        if slot not in self._between:
            self._between[slot] = self._make_slot(slot)
        return self._between[slot]

    def _make_slot(self, slot: int) -> Symbol:
        before, name = self.changes.before(slot), f"{self.title}: {self.slots.names[slot]}"
        high, low = self._end(slot, True), self._end(slot, False)
        if before.truth:
            truth = self.terms.truth(name)
            self.rules += [self.terms.implies(truth, high), self.terms.implies(low, truth)]
            return truth
        number = self.terms.number(name, before.low, before.high)
        self.rules += [self.terms.not_above(number, high), self.terms.not_above(low, number)]
        return number


def _less(weight: int, change: SlotChange) -> int:
    """The least that a change adds to a sum."""
    return min(weight * change.low, weight * change.high)
