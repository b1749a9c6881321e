"""Closures that look into values and put them together: index, field, record, collection, map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, NoReturn

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.conversions import make_ordinal, ordinal_in
from rules_dsl.ir.failures import stop_play
from rules_dsl.ir.frames import Closure, Frame
from rules_dsl.ir.texts import say_value
from rules_dsl.ir.types import (
    BagType,
    DeckType,
    IntType,
    ListType,
    MapType,
    RecordType,
    SetType,
    Type,
    Value,
    cardinality,
    is_scalar,
    unpack_record,
)
from rules_dsl.source import Span

if TYPE_CHECKING:
    from rules_dsl.ir.evaluate import ClosureCompiler


def index(compiler: ClosureCompiler, expr: ir.Index) -> Closure:
    """`base[key]` of a map, a bag or a list."""
    base_type = expr.base.type
    if isinstance(base_type, ListType):
        return _list_item(compiler.closure(expr.base), compiler.closure(expr.key), expr.span)
    key_type = base_type.key if isinstance(base_type, MapType) else base_type.item  # type: ignore[union-attr]
    if (
        expr.key.type == key_type
        and make_ordinal(key_type) is None
        and (slot := compiler.read_slot(expr.key)) is not None
    ):
        return _entry_at_slot(compiler, expr.base, slot)
    return _entry(compiler, expr.base, key_ordinal(compiler, expr.key, key_type))


def _entry(compiler: ClosureCompiler, base: ir.Expr, number: Closure) -> Closure:
    match base:
        case ir.Const(name):
            table = compiler.constants[name]
            return lambda frame: table[number(frame)]
        case ir.Var(name):
            place = compiler.slot_of_variable(name)
            return lambda frame: frame[place][number(frame)]
        case _:
            whole = compiler.closure(base)
            return lambda frame: whole(frame)[number(frame)]


def _entry_at_slot(compiler: ClosureCompiler, base: ir.Expr, slot: int) -> Closure:
    """The commonest case, made short: the key is a name whose value is its own ordinal."""
    match base:
        case ir.Const(name):
            table = compiler.constants[name]
            return lambda frame: table[frame[slot]]
        case ir.Var(name):
            place = compiler.slot_of_variable(name)
            return lambda frame: frame[place][frame[slot]]
        case _:
            whole = compiler.closure(base)
            return lambda frame: whole(frame)[frame[slot]]


def key_ordinal(compiler: ClosureCompiler, key: ir.Expr, key_type: Type) -> Closure:
    """The ordinal of a key among the keys of a map or bag."""
    closure = compiler.convert_value(key, key_type, key)
    convert = make_ordinal(key_type)
    if convert is None:
        return closure
    if isinstance(key_type, IntType):
        low = key_type.low
        return lambda frame: closure(frame) - low
    return lambda frame: convert(closure(frame))


def _list_item(base: Closure, position: Closure, span: Span) -> Closure:
    def find(frame: Frame) -> Value:
        items, number = base(frame), position(frame)
        if not 1 <= number <= len(items):
            stop_play(
                "E0902",
                f"no item {number} in a list of {len(items)}",
                span,
                label=f"the length of the list is {len(items)} here",
            )
        return items[number - 1]

    return find


@cache
def field_table(record: RecordType, number: int) -> tuple[Value, ...]:
    """For each value of a countable record the value of one field."""
    return tuple([unpack_record(record, value)[number] for value in range(cardinality(record))])


def field_reader(record: Type, name: str) -> Callable[[Value], Value]:
    """From a record (or deck) to one field."""
    if isinstance(record, DeckType):
        place = 0 if name == "known" else 1
        return lambda value: value[place]
    assert isinstance(record, RecordType)
    number = record.field_index(name)
    if not is_scalar(record):
        return lambda value: value[number]
    table = field_table(record, number)
    return lambda value: table[value]


def field(compiler: ClosureCompiler, expr: ir.Field) -> Closure:
    """`base.name`."""
    record = expr.base.type
    base = compiler.closure(expr.base)
    if isinstance(record, RecordType) and is_scalar(record):
        table = field_table(record, record.field_index(expr.name))
        return lambda frame: table[base(frame)]
    read = field_reader(record, expr.name)
    return lambda frame: read(base(frame))


def construct(compiler: ClosureCompiler, expr: ir.Construct) -> Closure:
    """A record from its fields."""
    record = expr.type
    if not is_scalar(record):
        parts = [
            compiler.convert_value(part, kind, expr)
            for part, (_, kind) in zip(expr.arguments, record.fields, strict=True)
        ]
        return lambda frame: tuple([part(frame) for part in parts])
    weights = _weights(record)
    digits = [
        _digit(compiler, part, kind, name, expr)
        for part, (name, kind) in zip(expr.arguments, record.fields, strict=True)
    ]
    if len(digits) == 2:
        (upper, lower), weight = digits, weights[0]
        return lambda frame: upper(frame) * weight + lower(frame)
    pairs = list(zip(weights, digits, strict=True))
    return lambda frame: sum([weight * digit(frame) for weight, digit in pairs])


def _weights(record: RecordType) -> list[int]:
    """What one step in each field adds to the ordinal of the record."""
    weights, weight = [], 1
    for _, kind in reversed(record.fields):
        weights.append(weight)
        weight *= cardinality(kind)
    return weights[::-1]


def _digit(compiler: ClosureCompiler, part: ir.Expr, kind: Type, name: str, expr: ir.Construct) -> Closure:
    closure = compiler.closure(part)
    find = ordinal_in(kind)
    if part.type == kind:
        convert = make_ordinal(kind)
        return closure if convert is None else (lambda frame: convert(closure(frame)))

    def digit(frame: Frame) -> int:
        value = closure(frame)
        number = find(value)
        if number < 0:
            _misfit_field(expr, name, kind, part.type, value)
        return number

    return digit


def _misfit_field(expr: ir.Construct, name: str, kind: Type, given: Type, value: Value) -> NoReturn:
    shown = say_value(given, value)
    stop_play(
        "E0901",
        f"{shown} does not fit {name} of {expr.type.name}, which is {kind}",
        expr.span,
        label=f"{name} is {shown} here",
    )


def collect(compiler: ClosureCompiler, expr: ir.Collect) -> Closure:
    """`{a, b}` or `[a, b]`; a deck is given as its unseen cards."""
    match expr.type:
        case SetType(item):
            numbers = [key_ordinal(compiler, part, item) for part in expr.items]
            return _set_of(numbers)
        case BagType(item, most):
            counts = _bag_of(
                [key_ordinal(compiler, part, item) for part in expr.items], cardinality(item), most, expr.span
            )
            return counts
        case ListType(item):
            parts = [compiler.convert_value(part, item, expr) for part in expr.items]
            return lambda frame: tuple([part(frame) for part in parts])
        case DeckType(item, most):
            cards = _bag_of(
                [key_ordinal(compiler, part, item) for part in expr.items], cardinality(item), most, expr.span
            )
            return lambda frame: ((), cards(frame))
        case _:
            raise TypeError(f"{expr.type} is not a collection")


def _set_of(numbers: Sequence[Closure]) -> Closure:
    def run(frame: Frame) -> int:
        mask = 0
        for number in numbers:
            mask |= 1 << number(frame)
        return mask

    return run


def _bag_of(numbers: Sequence[Closure], size: int, most: int, span: Span) -> Closure:
    return lambda frame: count_items([number(frame) for number in numbers], size, most, span)


def count_items(numbers: Sequence[int], size: int, most: int, span: Span) -> tuple[int, ...]:
    """A bag of ordinals; more than `most` of one stops the play."""
    counts = [0] * size
    for number in numbers:
        counts[number] += 1
    if counts and max(counts) > most:
        stop_play("E0901", f"{max(counts)} of one value do not fit a bag with at most {most}", span)
    return tuple(counts)


def list_as_set(compiler: ClosureCompiler, expr: ir.Expr, item: Type) -> Closure:
    """The set of what is in a list, over `item`."""
    assert isinstance(expr.type, ListType)
    closure = compiler.convert_value(expr, ListType(item, expr.type.most), expr)
    number = make_ordinal(item) or (lambda value: value)
    return lambda frame: sum({1 << number(value) for value in closure(frame)})


def map_of_entries(compiler: ClosureCompiler, expr: ir.MapOfEntries) -> Closure:
    """A map written out; of two entries with one key the later counts."""
    match expr.type:
        case MapType(key, kind):
            size = cardinality(key)
        case BagType(key, most):
            kind, size = IntType(0, most), cardinality(key)
        case _:
            raise TypeError(f"{expr.type} is not a map")
    default = compiler.convert_value(expr.default, kind, expr)
    entries = [
        (key_ordinal(compiler, at, key), compiler.convert_value(value, kind, expr)) for at, value in expr.entries
    ]

    def run(frame: Frame) -> tuple[Value, ...]:
        result = [default(frame)] * size
        for at, value in entries:
            result[at(frame)] = value(frame)
        return tuple(result)

    return run
