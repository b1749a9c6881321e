"""Values that are not known yet: the rules run on them as on any value, once for each way they can go.

An `UnknownValue` is a function of one slot of the state. What is computed from it alone is an `UnknownValue` again;
where the rules want to know (a condition, an index, two slots at once), the way forks: the values the slot may have are
narrowed, and the rules are run again for what is left.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from rules_dsl.ir.failures import PlayError
from rules_dsl.ir.types import Value, members_of_set
from solver.factored.branching import MergedValue, NoneThere, NotOneSlot, SlotQuestion, TooManyBranches

MOST_QUESTIONS = 400
"""Questions with more ends than this are not kept."""

Result = TypeVar("Result")
Operator = Callable[[Value, Value], Value]


class RuleBranches:
    """All branches of an execution of the rules, one after another.

    `allowed` has the values (as bits) that each slot may have on the current branch.
    """

    def __init__(self, domains: Sequence[Sequence[Value]], most: int, is_late: Callable[[], bool]) -> None:
        self.domains = domains
        self.most = most
        self.is_late = is_late
        self.allowed: list[int] = []
        self.taken = 0
        self._script: list[tuple[int, int]] = []  # what was chosen at each fork, of how many
        self._place = 0
        self._only: list[int] | None = None  # while ways come together again: the slot they fork at
        self._asked: list[tuple[int, tuple[int, ...], int]] | None = (
            None  # while questions are noted: the slot, the parts, which of them
        )

    def all(self, run: Callable[[], Result], start: Sequence[int]) -> Iterator[tuple[tuple[int, ...], Result]]:
        """For each branch, the allowed values and the result of `run`; `start` restricts the slots."""
        self._script = []
        yield from self._enumerate_runs(run, start)

    def _enumerate_runs(
        self, run: Callable[[], Result], start: Sequence[int]
    ) -> Iterator[tuple[tuple[int, ...], Result]]:
        while True:
            self.allowed, self._place = list(start), 0
            if self._only is None:
                self.taken += 1
            if self.taken > self.most or self.is_late():
                raise TooManyBranches
            runs = run()
            yield tuple(self.allowed), runs
            if not self._advance():
                return

    def _advance(self) -> bool:
        while self._script:
            chosen, among = self._script.pop()
            if chosen + 1 < among:
                self._script.append((chosen + 1, among))
                return True
        return False

    def pick(self, among: int) -> int:
        """A number below a limit, one per branch."""
        if among == 1:
            return 0
        if self._place == len(self._script):
            self._script.append((0, among))
        self._place += 1
        return self._script[self._place - 1][0]

    def narrow(self, slot: int, parts: Sequence[int]) -> int:
        """Which of the parts the value of the slot belongs to on this branch."""
        if self._only is not None and len(parts) > 1 and slot not in self._only:
            if self._only:
                raise NotOneSlot
            self._only.append(slot)
        chosen = self.pick(len(parts))
        self.allowed[slot] = parts[chosen]
        if self._asked is not None:
            self._asked.append((slot, tuple(parts), chosen))
        return chosen

    def merge_runs(self, run: Callable[[], Value]) -> Value:
        """The result of `run`; if its branches depend on one slot only, they are merged into one value that depends on
        it.
        """
        runs = self.apart(run, self.allowed)
        return run() if runs is None else runs.value

    def apart(self, run: Callable[[], Value], start: Sequence[int]) -> MergedValue | None:
        """The result of `run` for slots restricted to `start`; None if its branches depend on several slots."""
        with self._inside(only=[]):
            try:
                return MergedValue(self._together(list(self._enumerate_runs(run, start)), self._only or ()))
            except (NotOneSlot, PlayError):
                return None

    def questions(self, run: Callable[[], Value]) -> SlotQuestion | MergedValue | None:
        """What `run` asks of states, in order, and what it gives; None if it asks too much or fails."""
        asked: list[tuple[int, tuple[int, ...], int]] = []
        first: list[SlotQuestion | MergedValue] = []
        with self._inside(asked=asked):
            try:
                for number, (_, value) in enumerate(self._enumerate_runs(run, self.allow_everything())):
                    if number == MOST_QUESTIONS:
                        return None
                    _grow(first, asked, value)
                    asked.clear()
            except (PlayError, NoneThere):
                return None
        return first[0]

    def answer_question(self, questions: SlotQuestion | MergedValue) -> Value:
        """The result of a recorded tree of questions; branches where a question has several answers."""
        while isinstance(questions, SlotQuestion):
            allowed = self.allowed[questions.slot]
            left = [
                (part & allowed, then)
                for part, then in zip(questions.parts, questions.then, strict=True)
                if part & allowed
            ]
            chosen = self.narrow(questions.slot, [part for part, _ in left]) if len(left) > 1 else 0
            questions = left[chosen][1]
        return questions.value

    @contextmanager
    def _inside(
        self, only: list[int] | None = None, asked: list[tuple[int, tuple[int, ...], int]] | None = None
    ) -> Iterator[None]:
        """Nested branches; the outer ones continue afterwards."""
        outer = (self._script, self._place, self.allowed, self._only, self._asked)
        self._script, self._only, self._asked = [], only, asked
        try:
            yield
        finally:
            self._script, self._place, self.allowed, self._only, self._asked = outer

    def _together(self, pairs: Sequence[tuple[Sequence[int], Value]], only: Sequence[int]) -> Value:
        if len(pairs) == 1:
            return pairs[0][1]
        (slot,) = only
        table: dict[int, Value] = {}
        for allowed, value in pairs:
            table |= _entries(slot, allowed[slot], value)
        return UnknownValue.make_choice(self, slot, table)

    def allow_everything(self) -> list[int]:
        """All values of all slots."""
        return [(1 << len(domain)) - 1 for domain in self.domains]

    def unknown(self, slot: int) -> Value:
        """The value of a slot."""
        return UnknownValue.make_choice(self, slot, dict(enumerate(self.domains[slot])))


def _grow(
    first: list[SlotQuestion | MergedValue], asked: Sequence[tuple[int, tuple[int, ...], int]], value: Value
) -> None:
    """Add the next branch to a tree of questions."""
    level = first
    place = 0
    for slot, parts, chosen in asked:
        if place == len(level):
            level.append(SlotQuestion(slot, parts, []))
        question = level[place]
        assert isinstance(question, SlotQuestion), "the same questions have the same answers"
        level, place = question.then, chosen
    level.append(MergedValue(value))


def _entries(slot: int, mask: int, value: Value) -> dict[int, Value]:
    """What a value is for some of the values of a slot."""
    if isinstance(value, UnknownValue) and value.slot == slot:
        return {number: item for number, item in value.table.items() if mask >> number & 1}
    if isinstance(value, UnknownValue | UnknownSet | tuple):
        raise NotOneSlot
    return dict.fromkeys(members_of_set(mask), value)


class UnknownValue:
    """A value that depends on one slot: for each number of a value of the slot what it is then."""

    __slots__ = ("slot", "table", "ways")

    def __init__(self, ways: RuleBranches, slot: int, table: dict[int, Value]) -> None:
        self.ways, self.slot, self.table = ways, slot, table

    @staticmethod
    def make_choice(ways: RuleBranches, slot: int, table: dict[int, Value]) -> Value:
        """The value itself if there is only one."""
        entries = iter(table.values())
        first = next(entries)
        for entry in entries:
            if type(entry) is not type(first) or entry != first:
                return UnknownValue(ways, slot, table)
        return first

    def now(self) -> dict[int, Value]:
        """The part of the table that is possible on this branch."""
        allowed = self.ways.allowed[self.slot]
        if allowed.bit_count() == len(self.table):  # nothing is allowed that the table does not have
            return self.table
        return {number: value for number, value in self.table.items() if allowed >> number & 1}

    def settle_value(self) -> Value:
        """One value per branch."""
        parts: dict[Value, int] = {}
        for number, value in self.now().items():
            parts[value] = parts.get(value, 0) | 1 << number
        return list(parts)[self.ways.narrow(self.slot, list(parts.values()))]

    def apply(self, function: Callable[[Value], Value]) -> Value:
        """What a function makes of it."""
        try:
            return UnknownValue.make_choice(
                self.ways, self.slot, {number: function(value) for number, value in self.now().items()}
            )
        except TypeError:
            if None in self.now().values():
                raise NoneThere(self.slot) from None
            raise

    def _with(self, combine: Operator, other: Value) -> Value:
        if not isinstance(other, UnknownValue):
            return NotImplemented if isinstance(other, UnknownSet) else self.apply(lambda value: combine(value, other))
        if other.slot == self.slot:
            right = other.now()
            return UnknownValue.make_choice(
                self.ways, self.slot, {number: combine(value, right[number]) for number, value in self.now().items()}
            )
        if len(set(self.now().values())) <= len(set(other.now().values())):
            left = self.settle_value()
            return other.apply(lambda value: combine(left, value))
        known = other.settle_value()
        return self.apply(lambda value: combine(value, known))

    def __bool__(self) -> bool:
        parts = [0, 0]
        for number, value in self.now().items():
            parts[bool(value)] |= 1 << number
        if not parts[0] or not parts[1]:
            return bool(parts[1])
        return self.ways.narrow(self.slot, parts) == 1

    def __index__(self) -> int:
        value = self.settle_value()
        if value is None:
            raise NoneThere(self.slot)
        return operator.index(value)

    def __int__(self) -> int:
        return self.__index__()

    def __hash__(self) -> int:
        raise TypeError("what is not known has no hash")

    def __eq__(self, other: object) -> Any:
        return self._with(operator.eq, other)

    def __ne__(self, other: object) -> Any:
        return self._with(operator.ne, other)

    def __neg__(self) -> Value:
        return self.apply(operator.neg)

    def __invert__(self) -> Value:
        return self.apply(operator.invert)

    def __abs__(self) -> Value:
        return self.apply(abs)

    def bit_count(self) -> Value:
        """Of a set: how many are in it."""
        return self.apply(int.bit_count)


def _one_way(name: str, combine: Operator) -> None:
    """A comparison; Python finds its mirror image by itself."""
    setattr(UnknownValue, f"__{name}__", lambda self, other: self._with(combine, other))


def _both_ways(name: str, combine: Operator) -> None:
    """An operator and its mirror image."""
    setattr(UnknownValue, f"__{name}__", lambda self, other: self._with(combine, other))
    setattr(UnknownValue, f"__r{name}__", lambda self, other: self._with(lambda a, b: combine(b, a), other))


for _name, _combine in (
    ("add", operator.add), ("sub", operator.sub), ("mul", operator.mul), ("floordiv", operator.floordiv), ("mod", operator.mod),
    ("and", operator.and_), ("or", operator.or_), ("lshift", operator.lshift), ("rshift", operator.rshift),
):  # fmt: skip
    _both_ways(_name, _combine)
for _name, _combine in (("lt", operator.lt), ("le", operator.le), ("gt", operator.gt), ("ge", operator.ge)):
    _one_way(_name, _combine)


class UnknownSet:
    """A set with a possibly unknown truth value for each member; all further bits are `above`."""

    __slots__ = ("above", "bits")

    def __init__(self, bits: Sequence[Value], above: bool = False) -> None:
        self.bits, self.above = tuple(bits), above

    def settle_value(self) -> int:
        """One set per branch."""
        number = sum([1 << place for place, bit in enumerate(self.bits) if bit])
        return number - (1 << len(self.bits)) if self.above else number

    def bit(self, place: int) -> Value:
        """Is this one in the set?"""
        return self.bits[place] if place < len(self.bits) else self.above

    def _with(self, combine: Callable[[Value, Value], Value], other: Value) -> Value:
        if isinstance(other, UnknownValue):
            other = other.settle_value()
        known = as_set(other, len(self.bits))
        size = max(len(self.bits), len(known.bits))
        return UnknownSet(
            [combine(self.bit(place), known.bit(place)) for place in range(size)],
            bool(combine(self.above, known.above)),
        )

    def __and__(self, other: Value) -> Value:
        return self._with(_and, other)

    def __or__(self, other: Value) -> Value:
        return self._with(_or, other)

    __rand__, __ror__ = __and__, __or__

    def __invert__(self) -> UnknownSet:
        return UnknownSet([_not(bit) for bit in self.bits], not self.above)

    def __rshift__(self, places: Value) -> UnknownSet:
        return UnknownSet(self.bits[operator.index(places) :], self.above)

    def __eq__(self, other: object) -> Any:
        known = as_set(other, len(self.bits))
        size = max(len(self.bits), len(known.bits))
        return self.above == known.above and all(self.bit(place) == known.bit(place) for place in range(size))

    def __ne__(self, other: object) -> Any:
        return not self == other

    def __hash__(self) -> int:
        raise TypeError("what is not known has no hash")

    def __bool__(self) -> bool:
        return self.above or any(self.bits)

    def __index__(self) -> int:
        return self.settle_value()

    def __neg__(self) -> int:
        return -self.settle_value()

    def bit_count(self) -> int:
        """How many are in the set."""
        return self.settle_value().bit_count()


def as_set(value: Value, size: int) -> UnknownSet:
    """A known set as an UnknownSet."""
    if isinstance(value, UnknownSet):
        return value
    number = operator.index(value)
    return UnknownSet([bool(number >> place & 1) for place in range(max(size, number.bit_length()))], number < 0)


def _and(left: Value, right: Value) -> Value:
    if left is False or right is False:
        return False
    return right if left is True else left if right is True else left & right


def _or(left: Value, right: Value) -> Value:
    if left is True or right is True:
        return True
    return right if left is False else left if right is False else left | right


def _not(value: Value) -> Value:
    return value.apply(operator.not_) if isinstance(value, UnknownValue) else not value
