"""Find puzzles: what is filled in, and which rules are broken, by complete values or surely by some filled cells.

The search for solutions is `solver/filling/search.py`. Pages judge filled cells in the same way
(`puzzles/page/reading/filling.js`); `tests/page/test_filling.py` and `tests/agree/test_narrowing.py` hold both together.
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
    """The cells and rules of a puzzle.

    `instances` are its rules with values for their `each`; `rules_at` has the numbers of those that a cell takes part
    in, `looks` evaluates the condition of each over the values that cells may still have.
    """

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        cells: list[FillCell] = []
        self.places = {find.name: _place(find.name, find.type, cells) for find in game.finds}
        self.cells = tuple(cells)
        grounder = Grounder(game, self.places)
        self.instances = tuple([instance for rule in game.find_rules for instance in _instances(rule, grounder)])
        self.rules_at: list[list[int]] = [[] for _ in cells]
        for number, instance in enumerate(self.instances):
            for place in instance.cells:
                self.rules_at[place].append(number)
        self.looks = [look_of(instance.condition) for instance in self.instances]
        self._checks = _checks(game)

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
        return self._surely_broken(self.open_domains(fixed), range(len(self.instances)))

    def list_broken_at(self, place: int, fixed: Mapping[int, Value]) -> tuple[BrokenRule, ...]:
        """Those of them that depend on a certain cell."""
        return self._surely_broken(self.open_domains(fixed), self.rules_at[place])

    def _surely_broken(self, domains: Domains, numbers: Iterable[int]) -> tuple[BrokenRule, ...]:
        sure = [number for number in numbers if truth(self.looks[number](domains)) is False]
        return tuple([BrokenRule(self.instances[number].rule, self.instances[number].values) for number in sure])

    def domains_of(self, cells: Sequence[tuple[Value, ...]]) -> Domains:
        """The possible values of each cell in a position: its value if filled, otherwise all."""
        return [domains or tuple(values(item.type)) for domains, item in zip(cells, self.cells, strict=True)]

    def complete_values(self, fixed: Mapping[int, Value]) -> tuple[Value, ...]:
        """The values of `game.finds` when every cell is filled."""
        return self.values_in([(fixed[number],) for number in range(len(self.cells))])

    def open_domains(self, fixed: Mapping[int, Value]) -> Domains:
        """The possible values of each cell where these are filled."""
        return [
            (fixed[number],) if number in fixed else tuple(values(item.type)) for number, item in enumerate(self.cells)
        ]

    def values_in(self, domains: Domains) -> tuple[Value, ...]:
        """The values of `game.finds` where every cell has one value left."""
        return tuple([_single(look_of(self.places[find.name])(domains)) for find in self.game.finds])

    def beside(self, place: int) -> frozenset[int]:
        """The cells that share a rule with this one."""
        return frozenset().union(*[self.instances[number].cells for number in self.rules_at[place]])

    def variable_of(self, place: int) -> str:
        """The variable of which a cell is a part."""
        return next(name for name, term in self.places.items() if place in cells_of([term]))


def _single(possible: Sequence[Value] | None) -> Value:
    assert possible is not None and len(possible) == 1
    return possible[0]


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


ListSolutions = Callable[[FindPuzzle, Mapping[int, Value]], Iterator[tuple[Value, ...]]]
"""Every solution that extends the filled cells once, as values of `game.finds`; what examples ask a solver for."""
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
