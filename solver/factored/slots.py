"""The slots of a state: each variable divided into its countable parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import (
    BagType,
    IntType,
    MapType,
    RecordType,
    SetType,
    Type,
    Value,
    cardinality,
    is_scalar,
    values,
)
from solver.factored.task import Slot
from solver.factored.unknown import RuleBranches, UnknownSet, as_set

MOST_VALUES = 256
MOST_SLOTS = 256
NODE = "@node"
"""No variable has this name."""


class NotApart(Exception):
    """The game cannot be factored; the message says why."""


@dataclass(frozen=True, slots=True)
class SlotForm:
    """How values are made of slots, beginning at `first`."""

    type: Type
    first: int
    parts: tuple[SlotForm, ...] = ()

    def make_unknown(self, ways: RuleBranches) -> Value:
        """A completely unknown value."""
        match self.type:
            case SetType(item):
                return UnknownSet([ways.unknown(self.first + place) for place in range(cardinality(item))])
            case _ if is_scalar(self.type):
                return ways.unknown(self.first)
            case _:
                return tuple([part.make_unknown(ways) for part in self.parts])

    def items(self, value: Value) -> Iterator[Value]:
        """What a value has in each slot."""
        match self.type:
            case SetType(item):
                members = as_set(value, cardinality(item))
                yield from [members.bit(place) for place in range(cardinality(item))]
            case _ if is_scalar(self.type):
                yield value
            case _:
                for part, inner in zip(self.parts, value, strict=True):
                    yield from part.items(inner)

    def value(self, items: Iterator[Value]) -> Value:
        """The value with this in its slots: the inverse of `items`."""
        match self.type:
            case SetType(item):
                return sum([1 << place for place in range(cardinality(item)) if next(items)])
            case _ if is_scalar(self.type):
                return next(items)
            case _:
                return tuple([part.value(items) for part in self.parts])


def forms_of(variables: Sequence[ir.StateVar]) -> tuple[list[SlotForm], list[Slot]]:
    """The form of each variable, and all slots."""
    slots: list[Slot] = []
    forms = [_form(variable.type, variable.name, variable.name, slots) for variable in variables]
    return forms, slots


def _form(type_: Type, name: str, family: str, slots: list[Slot]) -> SlotForm:
    first = len(slots)
    if first > MOST_SLOTS:
        raise NotApart(f"the state has more than {MOST_SLOTS} parts")
    if is_scalar(type_):
        _add(slots, name, family, values(type_) if cardinality(type_) <= MOST_VALUES else ())
        return SlotForm(type_, first)
    match type_:
        case SetType(item):
            for number in range(cardinality(item)):
                _add(slots, f"{name}[{number}]", family, (False, True))
            return SlotForm(type_, first)
        case MapType(key, value):
            return SlotForm(
                type_,
                first,
                tuple([_form(value, f"{name}[{number}]", family, slots) for number in range(cardinality(key))]),
            )
        case BagType(item, most):
            count = IntType(0, most)
            return SlotForm(
                type_,
                first,
                tuple([_form(count, f"{name}[{number}]", family, slots) for number in range(cardinality(item))]),
            )
        case RecordType(fields=fields):
            return SlotForm(
                type_,
                first,
                tuple([_form(kind, f"{name}.{label}", f"{family}.{label}", slots) for label, kind in fields]),
            )
        case _:
            raise NotApart(f"{name} is a {type_}")


def _add(slots: list[Slot], name: str, family: str, domain: Sequence[Value]) -> None:
    if not domain:
        raise NotApart(f"{name} has more than {MOST_VALUES} values")
    if len(slots) >= MOST_SLOTS:
        raise NotApart(f"the state has more than {MOST_SLOTS} parts")
    slots.append(Slot(name, tuple(domain), family))
