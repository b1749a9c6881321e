"""Values of countable types and their ordinals, and what values there are to go through."""

from __future__ import annotations

from rules_dsl.ir.conversions import ordinal_in
from rules_dsl.ir.core import nodes as core
from rules_dsl.ir.core.forms import SequenceForm, form_of
from rules_dsl.ir.core.nodes import Operator
from rules_dsl.ir.lowering.builder import TRUE, FunctionBuilder, both, holds, number, operate, shifted
from rules_dsl.ir.types import (
    BoolType,
    EnumType,
    IntType,
    OptionalType,
    RecordType,
    Type,
    cardinality,
    value_of,
    values,
)


def ordinal(build: FunctionBuilder, type_: Type, value: core.CoreExpr) -> core.CoreExpr:
    """The ordinal of a value known to be of a countable type."""
    match type_:
        case IntType(low, _):
            return shifted(value, -low)
        case BoolType():
            return number(int(value.value)) if isinstance(value, core.Immediate) else operate(Operator.NUMBER_OF, value)
        case OptionalType(item):
            if isinstance(value, core.Immediate):
                return number(ordinal_in(type_)(value.value))
            if isinstance(value, core.Operate) and value.operator is Operator.PRESENT:
                return shifted(ordinal(build, item, value.operands[0]), 1)
            kept = build.keep(value, "key")
            inner = shifted(ordinal(build, item, unwrapped(kept, item)), 1)
            return operate(Operator.CHOOSE, holds(Operator.IS_NONE, kept), number(0), inner)
        case _:
            return value


def unwrapped(value: core.CoreExpr, item: Type) -> core.CoreExpr:
    """The value of an option that is not none."""
    return operate(Operator.UNWRAP, value, form=form_of(item))


def of_ordinal(build: FunctionBuilder, type_: Type, place: core.CoreExpr) -> core.CoreExpr:
    """The value with an ordinal."""
    match type_:
        case IntType(low, _):
            return shifted(place, low)
        case EnumType() | RecordType():
            return place
        case BoolType():
            return operate(Operator.TRUTH_OF, place, form=form_of(type_))
        case _:
            return operate(
                Operator.ITEM,
                build.unit.table("values", tuple(values(type_)), form_of(type_)),
                place,
                form=form_of(type_),
            )


def within(
    build: FunctionBuilder, value: core.CoreExpr, source: Type, target: Type
) -> tuple[core.CoreExpr, core.CoreExpr]:
    """Whether a value (an atom) of one countable type is one of another, and what it is there."""
    match source, target:
        case OptionalType(inner), OptionalType(item):
            fits, found = within(build, unwrapped(value, inner), inner, item)
            return holds(Operator.OR, holds(Operator.IS_NONE, value), fits) if fits != TRUE else TRUE, value
        case OptionalType(inner), _:
            fits, found = within(build, unwrapped(value, inner), inner, target)
            return both(holds(Operator.NOT, holds(Operator.IS_NONE, value)), fits), found
        case _, OptionalType(item):
            fits, found = within(build, value, source, item)
            return fits, operate(Operator.PRESENT, found, form=form_of(target))
        case IntType(least, most), IntType(low, high):
            return TRUE if low <= least and most <= high else holds(
                Operator.BETWEEN, number(low), value, number(high)
            ), value
        case _ if cardinality(source) <= cardinality(target):
            return TRUE, value
        case _:
            return holds(Operator.LESS, ordinal(build, source, value), number(cardinality(target))), value


# -- what there is to go through --------------------------------------------------------------------------------------


def all_values(type_: Type) -> core.TraverseSource:
    """All values of a countable type, upwards."""
    match type_:
        case IntType(low, high):
            return core.NumbersFrom(number(low), number(high))
        case EnumType() | RecordType():
            return core.NumbersFrom(number(0), number(cardinality(type_) - 1))
        case _:
            return core.ItemsOf(_written_out(type_, tuple(values(type_))))


def _written_out(item: Type, found: tuple[object, ...]) -> core.Immediate:
    return core.Immediate(found, SequenceForm(form_of(item), len(found)))


def members(build: FunctionBuilder, item: Type, word: core.CoreExpr) -> core.TraverseSource:
    """The values in a set, upwards. Bits whose values are not their numbers are looked up one by one before."""
    match item:
        case IntType(low, _):
            return core.BitsOf(word, low)
        case EnumType() | RecordType():
            return core.BitsOf(word, 0)
        case _:
            return core.ItemsOf(_looked_up(build, item, word))


def _looked_up(build: FunctionBuilder, item: Type, word: core.CoreExpr) -> core.CoreExpr:
    found = build.start("members", core.Immediate((), SequenceForm(form_of(item), cardinality(item))))
    place = build.fresh("place", form_of(IntType(0, cardinality(item) - 1)))
    with build.traverse(place, core.BitsOf(word, 0)):
        build.push(found, of_ordinal(build, item, place))
    return found


def written_members(item: Type, word: int) -> core.TraverseSource:
    """The values in a set that is known."""
    return core.ItemsOf(
        _written_out(item, tuple(value_of(item, place) for place in range(word.bit_length()) if word >> place & 1))
    )
