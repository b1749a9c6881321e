"""The facts that a relaxation reads: columns of tables, and the variables of the start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from cython_ext.kernels.pricing import Number
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import EnumType, MapType, RecordType, Value
from rules_dsl.machine.api import State

Gains = Mapping[str, int]


class Facts:
    """Tables, options and a position by their names in the rules. A gain is a record of numbers."""

    def __init__(self, game: ir.Game, state: State) -> None:
        self.constants = {constant.name: constant for constant in game.constants}
        self._gains: dict[str, tuple[Gains, ...]] = {}
        self.variables = {variable.name: value for variable, value in zip(game.variables, state.values, strict=True)}

    def names(self, table: str) -> tuple[str, ...]:
        """The rows of a table, or of a column such as `spaces.kind`."""
        column = next(constant.type for name, constant in self.constants.items() if name.startswith(f"{table}."))
        assert isinstance(column, MapType) and isinstance(column.key, EnumType)
        return column.key.members

    def column(self, name: str) -> tuple[Value, ...]:
        """A column, row by row."""
        values: tuple[Value, ...] = self.constants[name].value
        return values

    def value(self, name: str) -> Value:
        """An option, a given or a variable of the position."""
        return self.variables[name] if name in self.variables else self.constants[name].value

    def read_number(self, what: Number) -> int:
        """A number of the position."""
        value = self.variables[what.variable]
        for ordinal in what.ordinals:
            value = value[ordinal]
        if what.member is not None:
            return int(value >> what.member & 1)
        return -1 if value is None else int(value)

    def word(self, column: str, value: Value) -> str:
        """The name of one of the values of a column or an option."""
        type_ = self.constants[column].type
        item = type_.value if isinstance(type_, MapType) else type_
        assert isinstance(item, EnumType)
        return item.members[value]

    def gains(self, table: str) -> tuple[Gains, ...]:
        """What each row of a table gives."""
        if table not in self._gains:
            self._gains[table] = tuple([self._gain(value) for value in self.column(f"{table}.gain")])
        return self._gains[table]

    @cached_property
    def _parts(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The fields of a gain, those that are maps with the names of their keys."""
        column = self.constants["spaces.gain"].type
        assert isinstance(column, MapType) and isinstance(column.value, RecordType)
        return tuple([(name, _keys(type_)) for name, type_ in column.value.fields])

    def _gain(self, value: Value) -> Gains:
        result: dict[str, int] = {}
        for (name, keys), part in zip(self._parts, value, strict=True):
            result |= dict(zip(keys, part, strict=True)) if keys else {name: part}
        return {name: number for name, number in result.items() if number}


def _keys(type_: object) -> tuple[str, ...]:
    return type_.key.members if isinstance(type_, MapType) and isinstance(type_.key, EnumType) else ()


@dataclass(frozen=True, slots=True)
class MemberNames:
    """A set of a position by the names of its members."""

    names: tuple[str, ...]

    def of(self, bits: int) -> frozenset[str]:
        """The members that are in."""
        return frozenset([name for number, name in enumerate(self.names) if bits >> number & 1])
