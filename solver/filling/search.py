"""All solutions of a fill-in puzzle.

The search keeps for each cell the values it may still have. Every rule is looked at whenever one of its cells changes:
values with which it surely fails are dropped; the cell with the fewest values left is then tried with each of them.
CP-SAT (`solver/cpsat/filling.py`) is the other opinion.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rules_dsl.ir.types import Value
from rules_dsl.machine.filling.puzzle import FindPuzzle
from rules_dsl.machine.filling.terms import Domains, truth


def list_solutions(puzzle: FindPuzzle, fixed: Mapping[int, Value]) -> Iterator[tuple[Value, ...]]:
    """Every solution with these cells once, as the values of `game.finds`. The order is the same in every run."""
    waiting = [(puzzle.open_domains(fixed), list(range(len(puzzle.instances))))]
    while waiting:
        domains, changed = waiting.pop()
        if not _propagate(puzzle, domains, changed):
            continue
        place = _find_narrowest(domains)
        if place is None:
            solution = puzzle.values_in(domains)
            if not puzzle.list_violated(solution):
                yield solution
            continue
        for value in reversed(domains[place]):
            tried = domains.copy()
            tried[place] = (value,)
            waiting.append((tried, puzzle.rules_at[place]))


def count_solutions(puzzle: FindPuzzle, limit: int) -> int:
    """How many solutions there are, counted up to a limit."""
    return sum(1 for _ in zip(range(limit), list_solutions(puzzle, {}), strict=False))


def narrow_domains(puzzle: FindPuzzle, domains: Domains, changed: Iterable[int] | None = None) -> bool:
    """Drop what the rules rule out one by one, beginning with those at cells that have changed (None: all); False if a
    cell has no value left.
    """
    if changed is None:
        return _propagate(puzzle, domains, range(len(puzzle.instances)))
    return _propagate(puzzle, domains, sorted({number for place in changed for number in puzzle.rules_at[place]}))


def narrow_once(puzzle: FindPuzzle, domains: Domains) -> Domains:
    """The domains after one pass in which each rule prunes by itself, without seeing the results of others."""
    left = domains.copy()
    for number, instance in enumerate(puzzle.instances):
        alone = domains.copy()
        _narrow(puzzle, number, alone, {})
        for place in instance.cells:
            left[place] = tuple([value for value in left[place] if value in alone[place]])
    return left


def _propagate(puzzle: FindPuzzle, domains: Domains, changed: Iterable[int]) -> bool:
    """Drop values with which a rule surely fails, as long as that changes anything; False if a cell has none left."""
    waiting = dict.fromkeys(changed)
    while waiting:
        number, _ = waiting.popitem()
        sure = truth(puzzle.looks[number](domains))
        if sure is False:
            return False
        if sure is None and not _narrow(puzzle, number, domains, waiting):
            return False
    return True


def _narrow(puzzle: FindPuzzle, number: int, domains: Domains, waiting: dict[int, None]) -> bool:
    for place in sorted(puzzle.instances[number].cells):
        before = domains[place]
        if len(before) == 1:
            continue
        domains[place] = kept = _filter_values(puzzle, number, place, domains)
        if len(kept) < len(before):
            waiting.update(dict.fromkeys(puzzle.rules_at[place]))
        if not kept:
            return False
    return True


def _filter_values(puzzle: FindPuzzle, number: int, place: int, domains: Domains) -> tuple[Value, ...]:
    """The values with which the rule does not surely fail; the cell is left with the last one tried."""
    look, kept = puzzle.looks[number], []
    for value in domains[place]:
        domains[place] = (value,)
        if truth(look(domains)) is not False:
            kept.append(value)
    return tuple(kept)


def _find_narrowest(domains: Domains) -> int | None:
    """The first cell with the fewest values left, of those with more than one."""
    still_open = [number for number, domain in enumerate(domains) if len(domain) > 1]
    return min(still_open, key=lambda number: len(domains[number]), default=None)
