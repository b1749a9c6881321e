"""Records and decks: fields of values, values of fields. A countable record is a number, its fields are digits."""

from __future__ import annotations

from rules_dsl.ir.core.forms import form_of
from rules_dsl.ir.core.nodes import CoreExpr, Operator
from rules_dsl.ir.evaluate_parts import field_table
from rules_dsl.ir.lowering.builder import FunctionBuilder, number, operate
from rules_dsl.ir.lowering.ordinals import ordinal
from rules_dsl.ir.types import BagType, DeckType, ListType, RecordType, Type, cardinality, is_scalar


def part_types(kind: Type) -> list[Type]:
    """The types of the parts of a large record or deck, in order."""
    match kind:
        case DeckType(item, most):
            return [ListType(item, most), BagType(item, most)]
        case RecordType(fields=fields):
            return [item for _, item in fields]
        case _:
            raise TypeError(f"{kind} has no parts")


def part_number(kind: Type, name: str) -> int:
    """The place of a field in a record or deck."""
    return kind.field_index(name) if isinstance(kind, RecordType) else int(name == "unseen")


def field(build: FunctionBuilder, value: CoreExpr, kind: Type, name: str) -> CoreExpr:
    """A field of a record or deck."""
    place = part_number(kind, name)
    form = form_of(part_types(kind)[place])
    if isinstance(kind, RecordType) and is_scalar(kind):
        table = build.unit.table(f"{kind.name}_{name}", field_table(kind, place), form)
        return operate(Operator.ITEM, table, value, form=form)
    return operate(Operator.PART, value, number(place), form=form)


def record(build: FunctionBuilder, kind: RecordType, parts: list[CoreExpr]) -> CoreExpr:
    """The value of a record from values of all its fields."""
    if not is_scalar(kind):
        return operate(Operator.TUPLE, *parts, form=form_of(kind))
    total: CoreExpr | None = None
    for (_, item), part, weight in zip(kind.fields, parts, weights(kind), strict=True):
        digit = ordinal(build, item, part)
        heavy = digit if weight == 1 else operate(Operator.MULTIPLY, digit, number(weight))
        total = heavy if total is None else operate(Operator.ADD, total, heavy)
    return number(0) if total is None else total


def weights(kind: RecordType) -> list[int]:
    """What one step in each field adds to the number of a countable record."""
    found, weight = [], 1
    for _, item in reversed(kind.fields):
        found.append(weight)
        weight *= cardinality(item)
    return found[::-1]
