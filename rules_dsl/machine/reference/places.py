"""Writes to places: maps and records are copied with one part changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.evaluate import ClosureCompiler
from rules_dsl.ir.evaluate_parts import field_reader, key_ordinal
from rules_dsl.ir.frames import Closure, Frame
from rules_dsl.ir.types import DeckType, RecordType, Type, Value, entry_types, pack_record, unpack_record

Write = Callable[[Frame, Value], None]


def writer(compiler: ClosureCompiler, place: ir.Place) -> Write:
    """A function that puts a value into the place."""
    match place:
        case ir.VarPlace(name):
            return _into_variable(compiler.variables[name])
        case ir.ItemPlace(base, key):
            return _into_item(reader(compiler, base), _entry_number(compiler, base, key), writer(compiler, base))
        case ir.FieldPlace(base, name):
            return _into_field(reader(compiler, base), _field_setter(base.type, name), writer(compiler, base))
        case _:
            assert_never(place)


def reader(compiler: ClosureCompiler, place: ir.Place) -> Closure:
    """A function that reads the place."""
    match place:
        case ir.VarPlace(name):
            slot = compiler.variables[name]
            return lambda frame: frame[slot]
        case ir.ItemPlace(base, key):
            whole, number = reader(compiler, base), _entry_number(compiler, base, key)
            return lambda frame: whole(frame)[number(frame)]
        case ir.FieldPlace(base, name):
            record, read = reader(compiler, base), field_reader(base.type, name)
            return lambda frame: read(record(frame))
        case _:
            assert_never(place)


def _entry_number(compiler: ClosureCompiler, base: ir.Place, key: ir.Expr) -> Closure:
    return key_ordinal(compiler, key, entry_types(base.type)[0])


def _into_variable(slot: int) -> Write:
    def write(frame: Frame, value: Value) -> None:
        frame[slot] = value

    return write


def _into_item(whole: Closure, number: Closure, write_whole: Write) -> Write:
    def write(frame: Frame, value: Value) -> None:
        entries = list(whole(frame))
        entries[number(frame)] = value
        write_whole(frame, tuple(entries))

    return write


def _into_field(whole: Closure, change: Callable[[Value, Value], Value], write_whole: Write) -> Write:
    return lambda frame, value: write_whole(frame, change(whole(frame), value))


def _field_setter(record: Type, name: str) -> Callable[[Value, Value], Value]:
    if isinstance(record, DeckType):
        return (lambda deck, known: (known, deck[1])) if name == "known" else (lambda deck, unseen: (deck[0], unseen))
    assert isinstance(record, RecordType)
    place = record.field_index(name)

    def change(whole: Value, value: Value) -> Value:
        fields = unpack_record(record, whole)
        return pack_record(record, (*fields[:place], value, *fields[place + 1 :]))

    return change
