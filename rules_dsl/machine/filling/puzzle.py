"""Find puzzles: all ways to fill the cells so that every rule holds.

The search keeps for each cell the values it may still have. Every rule is looked at whenever one of its cells changes:
values with which it surely fails are dropped; the cell with the fewest values left is then tried with each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.evaluate import ClosureCompiler
from rules_dsl.ir.evaluate_clauses import items
from rules_dsl.ir.failures import PlayError, stop_play
from rules_dsl.ir.frames import Closure, Frame
from rules_dsl.ir.texts import show_value
from rules_dsl.ir.types import BOOL, MapType, SetType, Type, Value, cardinality, is_countable, value_of, values, zero
from rules_dsl.machine.filling.grounding import Grounder
from rules_dsl.machine.filling.terms import Domains, Entries, SetTerm, Term, cell, cells_of, look_of, truth
from rules_dsl.source import NOWHERE


def make_solved_game(game: ir.Game) -> ir.Game:
    """The puzzle as a game that is over: its states `State(solution, 0)` are solutions, for pictures and expressions."""
    variables = tuple(
        [
            ir.StateVar(find.name, find.type, ir.Literal(zero(find.type), find.type), ir.Seen("all"))
            for find in game.finds
        ]
    )
    return replace(game, variables=variables, nodes=(ir.StopNode(),))


@dataclass(frozen=True, slots=True)
class FillCell:
    """One thing to be filled in: an entry of a map, whether a value is in a set, or a whole variable."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class RuleInstance:
    """A rule for certain values of its `each`."""

    rule: ir.FindRule
    values: tuple[Value, ...]
    condition: Term
    cells: frozenset[int]


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """A rule that cannot hold any more, and for which values of its `each`."""

    rule: ir.FindRule
    values: tuple[Value, ...]


class FindPuzzle:
    """The cells and rules of a puzzle, and the search for its solutions."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        cells: list[FillCell] = []
        self.places = {find.name: _place(find.name, find.type, cells) for find in game.finds}
        self.cells = tuple(cells)
        grounder = Grounder(game, self.places)
        self.instances = tuple([instance for rule in game.find_rules for instance in _instances(rule, grounder)])
        self._rules_at: list[list[int]] = [[] for _ in cells]
        for number, instance in enumerate(self.instances):
            for place in instance.cells:
                self._rules_at[place].append(number)
        self._looks = [look_of(instance.condition) for instance in self.instances]
        self._checks = _checks(game)

    def solutions(self, fixed: Mapping[int, Value] | None = None) -> Iterator[tuple[Value, ...]]:
        """Every solution once, as the values of `game.finds`; `fixed` gives some cells.

        The order is the same in every run.
        """
        waiting = [(self._domains(fixed or {}), list(range(len(self.instances))))]
        while waiting:
            domains, changed = waiting.pop()
            if not self._propagate(domains, changed):
                continue
            place = _fewest(domains)
            if place is None:
                solutions = self._values(domains)
                if not self.list_violated(solutions):
                    yield solutions
                continue
            for value in reversed(domains[place]):
                tried = domains.copy()
                tried[place] = (value,)
                waiting.append((tried, self._rules_at[place]))

    def count(self, limit: int) -> int:
        """How many solutions there are, counted up to a limit."""
        return sum(1 for _ in zip(range(limit), self.solutions(), strict=False))

    def list_violated(self, violated: Sequence[Value]) -> tuple[BrokenRule, ...]:
        """The rules that these values of `game.finds` break; where they break none and a rule fails, its error."""
        broken: list[BrokenRule] = []
        failures: list[PlayError] = []
        for check in self._checks:
            try:
                broken += check(violated)
            except PlayError as error:
                failures.append(error)
        if failures and not broken:
            raise failures[0]
        return tuple(broken)

    def list_broken(self, fixed: Mapping[int, Value]) -> tuple[BrokenRule, ...]:
        """The rules that cannot hold any more when these cells are filled like this."""
        return self._surely_broken(self._domains(fixed), range(len(self.instances)))

    def list_broken_at(self, place: int, fixed: Mapping[int, Value]) -> tuple[BrokenRule, ...]:
        """Those of them that depend on a certain cell."""
        return self._surely_broken(self._domains(fixed), self._rules_at[place])

    def _surely_broken(self, domains: Domains, numbers: Iterable[int]) -> tuple[BrokenRule, ...]:
        sure = [number for number in numbers if truth(self._looks[number](domains)) is False]
        return tuple([BrokenRule(self.instances[number].rule, self.instances[number].values) for number in sure])

    def domains_of(self, cells: Sequence[tuple[Value, ...]]) -> Domains:
        """The possible values of each cell in a position: its value if filled, otherwise all."""
        return [domains or tuple(values(item.type)) for domains, item in zip(cells, self.cells, strict=True)]

    def narrow_domains(self, domains: Domains, changed: Iterable[int] | None = None) -> bool:
        """Drop what the rules rule out one by one, beginning with those at cells that have changed; False if a cell has
        no value left.
        """
        numbers = (
            range(len(self.instances))
            if changed is None
            else sorted({number for place in changed for number in self._rules_at[place]})
        )
        return self._propagate(domains, numbers)

    def complete_values(self, fixed: Mapping[int, Value]) -> tuple[Value, ...]:
        """The values of `game.finds` when every cell is filled."""
        return self._values([(fixed[number],) for number in range(len(self.cells))])

    def _domains(self, fixed: Mapping[int, Value]) -> Domains:
        return [
            (fixed[number],) if number in fixed else tuple(values(item.type)) for number, item in enumerate(self.cells)
        ]

    def _values(self, domains: Domains) -> tuple[Value, ...]:
        return tuple([_single(look_of(self.places[find.name])(domains)) for find in self.game.finds])

    def beside(self, place: int) -> frozenset[int]:
        """The cells that share a rule with this one."""
        return frozenset().union(*[self.instances[number].cells for number in self._rules_at[place]])

    def variable_of(self, place: int) -> str:
        """The variable of which a cell is a part."""
        return next(name for name, term in self.places.items() if place in cells_of([term]))

    def narrow_once(self, domains: Domains) -> Domains:
        """The domains after one pass in which each rule prunes by itself, without seeing the results of others."""
        left = domains.copy()
        for number, instance in enumerate(self.instances):
            alone = domains.copy()
            self._narrow(number, alone, {})
            for place in instance.cells:
                left[place] = tuple([value for value in left[place] if value in alone[place]])
        return left

    def _propagate(self, domains: Domains, changed: Iterable[int]) -> bool:
        """Drop values with which a rule surely fails, as long as that changes anything; False if a cell has none left."""
        waiting = dict.fromkeys(changed)
        while waiting:
            number, _ = waiting.popitem()
            sure = truth(self._looks[number](domains))
            if sure is False:
                return False
            if sure is None and not self._narrow(number, domains, waiting):
                return False
        return True

    def _narrow(self, number: int, domains: Domains, waiting: dict[int, None]) -> bool:
        for place in sorted(self.instances[number].cells):
            before = domains[place]
            if len(before) == 1:
                continue
            kept = self._filter_values(number, place, domains)
            domains[place] = kept
            if len(kept) < len(before):
                waiting.update(dict.fromkeys(self._rules_at[place]))
            if not kept:
                return False
        return True

    def _filter_values(self, number: int, place: int, domains: Domains) -> tuple[Value, ...]:
        """The values with which the rule does not surely fail; the cell is left with the last one tried."""
        look, kept = self._looks[number], []
        for value in domains[place]:
            domains[place] = (value,)
            if truth(look(domains)) is not False:
                kept.append(value)
        return tuple(kept)


def _single(possible: Sequence[Value] | None) -> Value:
    assert possible is not None and len(possible) == 1
    return possible[0]


def _fewest(domains: Domains) -> int | None:
    """The first cell with the fewest values left, of those with more than one."""
    still_open = [number for number, domain in enumerate(domains) if len(domain) > 1]
    return min(still_open, key=lambda number: len(domains[number]), default=None)


def _instances(rule: ir.FindRule, grounder: Grounder) -> list[RuleInstance]:
    result = grounder.instances(rule.each, rule.condition)
    return [RuleInstance(rule, bound, condition, cells_of([condition])) for bound, condition in result]


def _place(name: str, type_: Type, cells: list[FillCell]) -> Term:
    """A variable as a term; its cells are added to `cells`."""
    match type_:
        case MapType(key, kind):
            return Entries(tuple([_place(f"{name}[{show_value(key, at)}]", kind, cells) for at in values(key)]))
        case SetType(item):
            return SetTerm(
                tuple(
                    [
                        _place(f"{show_value(item, value_of(item, n))} in {name}", BOOL, cells)
                        for n in range(cardinality(item))
                    ]
                )
            )
        case _ if not is_countable(type_):
            stop_play("E0914", f"{name} cannot be searched for: {type_} has too many values to try", NOWHERE)
        case _:
            cells.append(FillCell(name, type_))
            return cell(len(cells) - 1)


Check = Callable[[Sequence[Value]], list[BrokenRule]]


def _checks(game: ir.Game) -> list[Check]:
    """For each rule, a function that lists where complete values break it; independent of the search."""
    constants = {constant.name: constant.value for constant in game.constants}
    compiler = ClosureCompiler(
        [find.name for find in game.finds], constants, {function.name: function for function in game.functions}
    )
    return [_check(compiler, rule) for rule in game.find_rules]


def _check(compiler: ClosureCompiler, rule: ir.FindRule) -> Check:
    slots = [compiler.slot(clause.name) for clause in rule.each]
    domains = [items(compiler, clause.domain) for clause in rule.each]
    condition = compiler.closure(rule.condition)
    return lambda result: list(_breaks(rule, slots, domains, condition, compiler.frame(result), ()))


def _breaks(
    rule: ir.FindRule,
    slots: Sequence[int],
    domains: Sequence[Callable[[Frame], Sequence[Value]]],
    condition: Closure,
    frame: Frame,
    bound: tuple[Value, ...],
) -> Iterator[BrokenRule]:
    if len(bound) == len(slots):
        if not condition(frame):
            yield BrokenRule(rule, bound)
        return
    for value in domains[len(bound)](frame):
        frame[slots[len(bound)]] = value
        yield from _breaks(rule, slots, domains, condition, frame, (*bound, value))
