"""How much the moves of a cycle change each slot, in any number and order, and how often each can be made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver.phases.circles import Circle, CycleMove, NoCircle
from solver.phases.slots import Row, Slots, is_same
from solver.symbolic.forms import is_truth
from solver.symbolic.terms import Symbol, Term, TermKind, Terms, high_of, low_of


@dataclass(frozen=True, slots=True)
class SlotChange:
    """A slot grows by at least and at most so much."""

    low: int = 0
    high: int = 0

    @property
    def is_known(self) -> bool:
        """Is it always the same?"""
        return self.low == self.high


STAYS = SlotChange()


class CycleChanges:
    """The changes by slot and move.

    `added` are the slots that are only added to; `times` bounds how often each move is made.
    """

    def __init__(self, terms: Terms, slots: Slots, circle: Circle, row: Row) -> None:
        self.terms, self.slots, self.circle, self.row = terms, slots, circle, row
        self.of = {slot: [self._change(deed, slot) for deed in circle.deeds] for slot in sorted(circle.changed)}
        self.added = frozenset([slot for slot, rows in self.of.items() if all(row.is_known for row in rows)])
        self.times = [self._times(number) for number in range(len(circle.deeds))]

    def before(self, slot: int) -> Term:
        """The unknown for a slot before a move."""
        symbol = self.slots.unknown[slot]
        assert isinstance(symbol, Term), "a slot that changes has more than one value"
        return symbol

    def _change(self, deed: CycleMove, slot: int) -> SlotChange:
        before, after = self.before(slot), deed.after[slot]
        if is_same(before, after):
            return STAYS
        if before.truth:
            return self._read_flip(deed, before, after)
        low, high = self._apart(after, before)
        return SlotChange(max(low, before.low - before.high), min(high, before.high - before.low))

    def _read_flip(self, deed: CycleMove, before: Term, after: Symbol) -> SlotChange:
        """The change of a truth value by a move that sets it; constant if the value was the opposite before."""
        if isinstance(after, Term):
            return SlotChange(-1, 1)
        if after:
            return SlotChange(1 if self.terms.negate_truth(before) in deed.needs else 0, 1)
        return SlotChange(-1, -1 if before in deed.needs else 0)

    def _apart(self, after: Symbol, before: Term) -> tuple[int, int]:
        """Bounds on the difference, looking inside caps."""
        if isinstance(after, Term) and after.kind in (TermKind.LEAST, TermKind.MOST, TermKind.IF):
            parts = after.parts[1:] if after.kind is TermKind.IF else after.parts
            ends = [self._apart(part, before) for part in parts]
            lows, highs = [low for low, _ in ends], [high for _, high in ends]
            match after.kind:
                case TermKind.LEAST:
                    return min(lows), min(highs)
                case TermKind.MOST:
                    return max(lows), max(highs)
                case _:
                    return min(lows), max(highs)
        difference = self.terms.sum([(1, after), (-1, before)])
        return low_of(difference), high_of(difference)

    # -- how often ----------------------------------------------------------------------------------------------------

    def _times(self, number: int) -> int:
        """An upper bound on how often a move is made; raises NoCircle if nothing limits it."""
        counts = list(self._limits(number))
        if self.circle.moves is not None:
            counts.append(self.circle.moves)
        if not counts:
            raise NoCircle(f"nothing shows how often {self.circle.deeds[number].title} can be made")
        return max(0, min(counts))

    def _limits(self, number: int) -> Iterator[int]:
        """Slots that only rise, or only fall, end it."""
        for slot, rows in self.of.items():
            mine, before, start = rows[number], self.before(slot), self.row[slot]
            if mine.low > 0 and all(row.low >= 0 for row in rows):
                yield (before.high - low_of(start)) // mine.low
            if mine.high < 0 and all(row.high <= 0 for row in rows):
                yield (high_of(start) - before.low) // -mine.high

    # -- how slots end up ---------------------------------------------------------------------------------------------

    def cap(self, slot: int) -> tuple[TermKind, int, list[int]] | None:
        """For a slot that only rises up to a cap or only falls to one: the direction, the cap, and the uncapped
        changes.
        """
        pairs: set[tuple[TermKind, int]] = set()
        steps: list[int] = []
        for deed in self.circle.deeds:
            after, before = deed.after[slot], self.before(slot)
            if is_same(after, before):
                steps.append(0)
                continue
            capped = self._read_cap(after, before)
            if capped is None:
                return None
            kind, cap, step = capped
            pairs.add((kind, cap))
            steps.append(step)
        if len(pairs) != 1:
            return None
        ((kind, cap),) = pairs
        return (kind, cap, steps) if self._starts_inside(slot, kind, cap) else None

    def _read_cap(self, after: Symbol, before: Term) -> tuple[TermKind, int, int] | None:
        """min(before + step, cap), or max(before - step, cap)."""
        if not isinstance(after, Term) or after.kind not in (TermKind.LEAST, TermKind.MOST) or len(after.parts) != 2:
            return None
        caps = [int(part) for part in after.parts if not isinstance(part, Term)]
        steps = [self.terms.sum([(1, part), (-1, before)]) for part in after.parts if isinstance(part, Term)]
        if len(caps) != 1 or isinstance(steps[0], Term):
            return None
        step = int(steps[0])
        return (after.kind, caps[0], step) if step == 0 or (step > 0) == (after.kind is TermKind.LEAST) else None

    def _starts_inside(self, slot: int, kind: TermKind, cap: int) -> bool:
        start = self.row[slot]
        return high_of(start) <= cap if kind is TermKind.LEAST else low_of(start) >= cap


def is_truth_slot(changes: CycleChanges, slot: int) -> bool:
    """Is a slot a truth?"""
    return is_truth(changes.before(slot))
