"""Random values of types."""

from __future__ import annotations

import random

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import (
    BagType,
    DeckType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    SetType,
    Type,
    Value,
    cardinality,
    is_countable,
    pack_record,
    value_of,
)


def random_value(dice: random.Random, kind: Type) -> Value:
    """Any value of a type."""
    if is_countable(kind):
        return value_of(kind, dice.randrange(cardinality(kind)))
    match kind:
        case RecordType(fields=fields):
            return pack_record(kind, tuple(random_value(dice, item) for _, item in fields))
        case OptionalType(item):
            return None if dice.random() < 0.4 else random_value(dice, item)
        case SetType(item):
            return dice.randrange(1 << cardinality(item))
        case BagType(item, most):
            return tuple(dice.randint(0, most) for _ in range(cardinality(item)))
        case ListType(item, most):
            return tuple(random_value(dice, item) for _ in range(dice.randint(0, most)))
        case MapType(key, item):
            return tuple(random_value(dice, item) for _ in range(cardinality(key)))
        case DeckType(item, most):
            return random_value(dice, ListType(item, most)), random_value(dice, BagType(item, most))
        case _:
            raise TypeError(f"{kind} has no values in a state")


def literal(dice: random.Random, kind: Type) -> ir.Literal:
    """A random value as an expression."""
    return ir.Literal(random_value(dice, kind), kind)


def number(value: int) -> ir.Literal:
    """A number as an expression."""
    return ir.Literal(value, IntType(value, value))
