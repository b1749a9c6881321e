"""Converts a state to a row of slots, one symbol each, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from solver.symbolic.course import Forms
from solver.symbolic.forms import refill_form, symbols_of
from solver.symbolic.steps import Steps
from solver.symbolic.terms import Symbol, Term

Row = tuple[Symbol, ...]


class Slots:
    """The slots of a game: their names, an unknown symbol for each, and which of them say where play is."""

    def __init__(self, steps: Steps) -> None:
        self.plain = steps.unknown_state("before: ")
        self.unknown = self.row(self.plain)
        variables = steps.game.variables
        owners = [variable for variable in variables for _ in symbols_of(self.plain[variable.name])]
        self.control = frozenset([number for number, variable in enumerate(owners) if variable.control])
        self.names = [_name(symbol, variable.name) for symbol, variable in zip(self.unknown, owners, strict=True)]

    def row(self, state: Forms) -> Row:
        """The symbols of a state."""
        return tuple([symbol for form in state.values() for symbol in symbols_of(form)])

    def state(self, row: Iterable[Symbol]) -> Forms:
        """The state with these symbols."""
        rest = iter(row)
        return {name: refill_form(form, rest) for name, form in self.plain.items()}

    def without(self, row: Sequence[Symbol], forgotten: Iterable[int]) -> Row:
        """The row with some slots unknown."""
        gone = frozenset(forgotten)
        return tuple([self.unknown[slot] if slot in gone else symbol for slot, symbol in enumerate(row)])

    def with_(self, row: Sequence[Symbol], others: Mapping[int, Symbol]) -> Row:
        """A row with other symbols in some slots."""
        return tuple([others.get(slot, symbol) for slot, symbol in enumerate(row)])

    def apart(self, one: Sequence[Symbol], other: Sequence[Symbol]) -> set[int]:
        """The slots in which two rows differ, or may differ; where play is counts for nothing."""
        rows = zip(one, other, strict=True)
        return {
            slot for slot, (first, second) in enumerate(rows) if slot not in self.control and not is_same(first, second)
        }


def is_same(one: Symbol, other: Symbol) -> bool:
    """Are two symbols the same, whatever the unknowns are?"""
    return one is other or (not isinstance(one, Term) and not isinstance(other, Term) and int(one) == int(other))


def _name(symbol: Symbol, variable: str) -> str:
    return symbol.name.removeprefix("before: ") if isinstance(symbol, Term) else variable
