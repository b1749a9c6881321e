"""The round model under construction: named variables, gains summed by round, and costs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cython_ext.kernels.pricing import Number
from rules_dsl.quantities import quantity
from solver.ortools.library import cp_model
from solver.relaxed.facts import Facts, Gains

Term = Any  # a number, a variable or a linear expression of variables; the stubs of OR-Tools know no name for all three

Deed = tuple[str, tuple[int, ...], int]
"""An action, the ordinals of its first arguments, and a round."""

Source = tuple[int, int] | str
"""Where a gain comes from, as far as it matters for the order within a round: a wrench and the field it comes to, or
what is used once more.
"""
AGAIN: Source = "again"

Part = tuple[str, tuple[int, ...]]
"""A number of the position: a variable of the rules, and the ordinals of the keys of its maps."""


Meaning = Callable[..., int]

Name = tuple[str | int, ...]
Limits = Mapping[Name, int]
"""What some numbers are at most."""
NO_LIMITS: Limits = {}


@dataclass(frozen=True, slots=True)
class GivenVariable:
    """A variable that stands for a number of the position: the numbers it is read from, and what it means."""

    variable: Any
    seen: tuple[Number, ...]
    meaning: Meaning

    def at(self, facts: Facts) -> int:
        """What it is at a position."""
        return self.meaning(*[facts.read_number(number) for number in self.seen])


@dataclass(frozen=True, slots=True)
class OccurrenceSum:
    """How often something is done, or at least whether: the sum of some variables minus others."""

    more: tuple[Any, ...]
    less: tuple[Any, ...] = ()

    @property
    def term(self) -> Term:
        """The same for the model."""
        return sum(self.more) - sum(self.less)

    def within(self, values: Mapping[int, int]) -> int:
        """How often in a solution."""
        return _sum_of(self.more, values) - _sum_of(self.less, values)

    @property
    def variables(self) -> list[Any]:
        """The variables whose values describe a solution."""
        return [item for item in (*self.more, *self.less) if not isinstance(item, int)]


def _sum_of(terms: Iterable[Any], values: Mapping[int, int]) -> int:
    return sum([term if isinstance(term, int) else values[term.index] for term in terms])


class RoundModel:
    """Rounds from `first` to `last`; what holds before the first one is kept under the number before it.

    With `widest` it is a model for every position of the first round that may follow from that one: what such a
    position gives becomes variables.
    """

    def __init__(
        self, facts: Facts, first: int, last: int, widest: Facts | None = None, limits: Limits = NO_LIMITS
    ) -> None:
        self.facts, self.first, self.last = facts, first, last
        self.widest, self.is_open = widest or facts, widest is not None
        self.givens: list[GivenVariable] = []
        self.limits = limits
        self.loose: dict[Name, Term] = {}
        self.model = cp_model.CpModel()
        self.named: dict[Name, Any] = {}
        self.deeds: list[tuple[Deed, OccurrenceSum]] = []
        self.most: list[tuple[Part, int, OccurrenceSum]] = []
        self.least: list[tuple[Part, int, OccurrenceSum]] = []
        self.turn_gains: dict[tuple[int, str], Gains] = {}
        self.workers: dict[int, list[Term]] = defaultdict(list)
        self.coins: dict[int, list[Term]] = defaultdict(list)
        self.turns: dict[int, list[Term]] = defaultdict(list)
        self.paid: dict[int, list[Term]] = defaultdict(list)
        self.free: dict[int, list[Term]] = defaultdict(list)
        self._gains: dict[tuple[int, str], list[Term]] = defaultdict(list)
        self._later: dict[tuple[int, str], list[Term]] = defaultdict(list)
        self._sources: dict[tuple[int, str], list[tuple[Source, Term]]] = defaultdict(list)

    @property
    def rounds(self) -> range:
        """The rounds that are still to be played."""
        return range(self.first, self.last + 1)

    @property
    def before(self) -> int:
        """The number under which the position at the beginning is kept."""
        return self.first - 1

    def up_to(self, number: int) -> range:
        """The rounds from the first to this one."""
        return range(self.first, number + 1)

    def flag(self, *name: str | int) -> Any:
        """A new variable that is true or false."""
        self.named[name] = self.model.new_bool_var(" ".join(map(str, name)))
        return self.named[name]

    def number(self, low: int, high: int, *name: str | int) -> Any:
        """A new variable within bounds."""
        self.named[name] = self.model.new_int_var(low, high, " ".join(map(str, name)))
        return self.named[name]

    def read_fact(self, meaning: Meaning, high: int, seen: Iterable[Number], *name: str | int) -> Any:
        """What the position gives, at most `high`: a number, or a variable where the model is for any position."""
        if name not in self.named:
            variable = GivenVariable(None, tuple(seen), meaning)
            if self.is_open:
                variable = GivenVariable(self.number(0, high, *name), variable.seen, meaning)
                self.givens.append(variable)
            else:
                self.named[name] = variable.at(self.facts)
        return self.named[name]

    def has(self, variable: str, member: int, *ordinals: int) -> Any:
        """Is something in a set of the position?"""
        return self.read_fact(int, 1, [Number(variable, ordinals, member)], "has", variable, *ordinals, member)

    def amount(self, variable: str, high: int, *ordinals: int) -> Any:
        """A number of the position, at most so much."""
        return self.read_fact(int, high, [Number(variable, ordinals)], "amount", variable, *ordinals)

    def all_of(self, *flags: Any) -> Any:
        """A flag that needs each of these; the same one for the same flags."""
        name = ("all", *sorted(flag.index for flag in flags))
        if name not in self.named:
            made = self.flag(*name)
            for item in flags:
                self.model.add_implication(made, item)
        return self.named[name]

    def implies(self, one: Any, other: Term) -> None:
        """One flag needs another, either of them perhaps a number that is settled."""
        if isinstance(one, int) or isinstance(other, int):
            self.model.add(one <= other)
        else:
            self.model.add_implication(one, other)

    def at_most(self, term: Term, most: Term) -> None:
        """A plain linear limit, also where both sides are settled."""
        self.model.add(term - most <= 0)

    def limit(self, term: Term, most: int, *name: str | int) -> int:
        """The most that a number can be which counts only with a flag.

        It is worth to know it well: fractions take that part of the most by which they have the flag.
        """
        if not isinstance(term, int):
            self.loose[name] = term
        return max(0, min(most, self.limits.get(name, most)))

    def needs(self, doing: OccurrenceSum, action: str, number: int, *ordinals: int) -> None:
        """In a round the action is not taken with these arguments where this is nothing, except with others for the
        same.
        """
        if doing.variables:
            self.deeds.append(((action, ordinals, number), doing))

    def ends_at(
        self, doing: OccurrenceSum, number: int, variable: str, *ordinals: int, most: bool = True, least: bool = True
    ) -> None:
        """A number of the position, which only grows, is at most, or at least, so much at the end of a round."""
        for ends, holds in ((self.most, most), (self.least, least)):
            if holds:
                ends.append(((variable, ordinals), number, doing))

    @property
    def plan_variables(self) -> list[Any]:
        """The variables that describe what a solution does."""
        ends = [ending for _, _, ending in (*self.most, *self.least)]
        return [variable for doing in (*[doing for _, doing in self.deeds], *ends) for variable in doing.variables]

    # -- gains --------------------------------------------------------------------------------------------------------

    def give(self, number: int, times: Term, gain: Gains, later: bool = False, source: Source | None = None) -> None:
        """Add a gain to a round. A `later` gain counts only after some special field was reached in the same round."""
        for kind, amount in gain.items():
            self._gains[number, kind].append(amount * times)
            if later:
                self._later[number, kind].append(amount * times)
            if source is not None:
                self._sources[number, kind].append((source, amount * times))

    def sum_gains(self, number: int, kind: str) -> Term:
        """All that a round brings of something."""
        return sum(self._gains[number, kind])

    def at_once(self, number: int, kind: str) -> Term:
        """What a round brings of it without any special field."""
        return self.sum_gains(number, kind) - sum(self._later[number, kind])

    def beyond(self, number: int, kind: str, wrench: int, field: int) -> Term:
        """The gain of one kind in a round from a wrench that reaches a field or goes beyond it."""
        return sum(
            [
                term
                for source, term in self._sources[number, kind]
                if isinstance(source, tuple) and source[0] == wrench and source[1] >= field
            ]
        )

    def once_more(self, number: int, kind: str) -> Term:
        """The gain of one kind in a round from things that are used again."""
        return sum([term for source, term in self._sources[number, kind] if source == AGAIN])

    def take_gains(self, number: int, kind: str, most: int) -> Any:
        """As much of it as one takes."""
        variable = self.number(0, most, "taken", number, kind)
        self.at_most(variable, self.sum_gains(number, kind))
        return variable

    def charge(self, number: int, times: Term, workers: int, coins: int) -> None:
        """Charge the cost of a turn that is taken this many times."""
        self.turns[number].append(times)
        (self.paid if workers + coins else self.free)[number].append(times)
        self.workers[number].append(workers * times)
        self.coins[number].append(coins * times)

    @property
    def score(self) -> Term:
        """The objective."""
        return self.named["score",]

    @property
    def size(self) -> str:
        """How large the model is, in words."""
        return (
            f"{quantity(len(self.model.proto.variables), 'variable')}, "
            f"{quantity(len(self.model.proto.constraints), 'condition')}"
        )

    def some(self, *prefix: str | int) -> Iterable[tuple[Name, Any]]:
        """All variables whose names begin so."""
        return [(name, item) for name, item in self.named.items() if name[: len(prefix)] == prefix]
