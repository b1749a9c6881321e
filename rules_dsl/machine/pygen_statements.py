"""Statements as lines of Python.

State variables are Python locals of the function being written. A map that is changed in part is held as a list from the first change on;
which form a variable has is known at every line, so both branches of an `if` leave it in the same form.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.conversions import converter
from rules_dsl.ir.types import BagType, DeckType, IntType, ListType, MapType, RecordType, Type, cardinality, is_scalar, ordinal
from rules_dsl.machine import pygen_expressions as expressions
from rules_dsl.machine import pygen_folds as folds
from rules_dsl.machine.pygen_code import Code
from rules_dsl.machine.pygen_effects import partial_writes
from rules_dsl.machine.pygen_failures import required, unfit, with_type
from rules_dsl.machine.pygen_forms import fits, in_range, ordinal_text
from rules_dsl.machine.pygen_writer import bare, is_atom, negated


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the function around the statements does where they do not run to their end."""

    refuse: str = ""  # where a Need fails
    settle: Callable[[Code], None] | None = None  # writes the lines for a Settle


def statements(code: Code, body: tuple[ir.Stmt, ...], around: Surroundings) -> None:
    """The lines of a block."""
    for stmt in body:
        _statement(code, stmt, around)


def _statement(code: Code, stmt: ir.Stmt, around: Surroundings) -> None:
    match stmt:
        case ir.Assign():
            _assign(code, stmt)
        case ir.Let(name, found):
            code.out.line(f"{code.local(name)} = {bare(expressions.value(code, found))}")
        case ir.If():
            _if(code, stmt, around)
        case ir.For():
            _for(code, stmt, around)
        case ir.Need(condition):
            with code.out.block(f"if {bare(negated(expressions.test(code, condition)))}:"):
                code.out.line(around.refuse)
        case ir.Require():
            _require(code, stmt)
        case ir.Choose():
            _choose(code, stmt)
        case ir.Settle():
            assert around.settle is not None
            around.settle(code)
        case ir.Chance() | ir.Decide() | ir.Loop() | ir.Leave() | ir.Stop() | ir.Section():
            raise TypeError(f"{type(stmt).__name__} is gone after the passes")
        case _:
            assert_never(stmt)


# -- control ----------------------------------------------------------------------------------------------------------


def _if(code: Code, stmt: ir.If, around: Surroundings) -> None:
    for name in code.module.in_order(partial_writes(stmt.then) & partial_writes(stmt.otherwise)):
        open_list(code, name)
    with code.out.block(f"if {bare(expressions.test(code, stmt.condition))}:"):
        _branch(code, stmt.then, around)
    if stmt.otherwise:
        with code.out.block("else:"):
            _branch(code, stmt.otherwise, around)


def _branch(code: Code, body: tuple[ir.Stmt, ...], around: Surroundings) -> None:
    """A block that leaves every variable in the form it had before."""
    before = set(code.lists)
    statements(code, body, around)
    for name in code.module.in_order(frozenset(code.lists ^ before)):
        if name in before:
            open_list(code, name)
        else:
            close_list(code, name)


def _for(code: Code, stmt: ir.For, around: Surroundings) -> None:
    domain = folds.iterable(code, stmt.domain)
    for name in code.module.in_order(partial_writes(stmt.body)):
        open_list(code, name)
    with code.out.block(f"for {code.local(stmt.name)} in {domain}:"):
        _branch(code, stmt.body, around)


def open_list(code: Code, name: str) -> None:
    """From here on hold a map as a list."""
    if name not in code.lists and isinstance(code.module.types[name], MapType | BagType):
        text = code.variable(name)
        code.out.line(f"{text} = list({text})")
        code.lists.add(name)


def close_list(code: Code, name: str) -> None:
    """From here on hold a map as a tuple."""
    if name in code.lists:
        text = code.variable(name)
        code.out.line(f"{text} = tuple({text})")
        code.lists.remove(name)


def _require(code: Code, stmt: ir.Require) -> None:
    with code.out.block(f"if {bare(negated(expressions.test(code, stmt.condition)))}:"):
        message = expressions.value(code, stmt.message)
        code.out.line(f"{code.module.helper('fail', required(stmt))}({message})")


def _choose(code: Code, stmt: ir.Choose) -> None:
    """The next value of the script; at its end all values that may be chosen are handed out."""
    with code.out.block("if at == len(script):"):
        options = code.temporary("options")
        code.out.line(f"{options} = []")
        with code.out.block(f"for {code.local(stmt.name)} in {as_set(code, stmt.domain)}:"):
            if stmt.condition is None:
                code.out.line(f"{options}.append({code.local(stmt.name)})")
            else:
                with code.out.block(f"if {bare(expressions.test(code, stmt.condition))}:"):
                    code.out.line(f"{options}.append({code.local(stmt.name)})")
        code.out.line(f"return {options}")
    code.out.line(f"{code.local(stmt.name)} = script[at]")
    code.out.line("at += 1")


def as_set(code: Code, domain: ir.Expr) -> str:
    """A Python iterable over a domain that counts as a set: each value once, upwards."""
    if isinstance(domain.type, ListType):
        return f"{each_once(code, domain.type.item)}({bare(expressions.value(code, domain))})"
    return folds.iterable(code, domain)


def each_once(code: Code, item: Type) -> str:
    """A function from a list to its values, each once, upwards."""
    return code.module.known("each_once", item, lambda: lambda found: sorted(set(found), key=lambda value: ordinal(item, value)))


# -- places -----------------------------------------------------------------------------------------------------------


def _assign(code: Code, stmt: ir.Assign) -> None:
    source, target = stmt.value.type, stmt.place.type
    text = expressions.value(code, stmt.value)
    if isinstance(source, IntType) and isinstance(target, IntType):
        if stmt.checked and not fits(source, target):
            fail = code.module.helper("fail", with_type(source, unfit(stmt)))
            text = in_range(code, text, target.low, target.high, f"{fail}({{}})")
    else:
        convert = converter(source, target, unfit(stmt))
        text = text if convert is None else f"{code.module.helper('convert', convert)}({text})"
    _put(code, stmt.place, text)


def _put(code: Code, place: ir.Place, text: str) -> None:
    """The lines that put a value into a place."""
    match place:
        case ir.VarPlace(name):
            code.assigned.add(name)
            code.out.line(f"{code.variable(name)} = {bare(text)}")
            code.lists.discard(name)
        case ir.ItemPlace(ir.VarPlace(name) as base, key):
            found = text if is_atom(text) else code.keep(text, "item")
            open_list(code, name)
            code.assigned.add(name)
            code.out.line(f"{code.variable(name)}[{bare(expressions.key_text(code, key, _key_type(base.type)))}] = {found}")
        case ir.ItemPlace(base, key):
            found, where = code.keep(text, "item"), code.keep(expressions.key_text(code, key, _key_type(base.type)), "key")
            items = code.temporary("items")
            code.out.line(f"{items} = list({_read(code, base)})")
            code.out.line(f"{items}[{where}] = {found}")
            _put(code, base, f"tuple({items})")
        case ir.FieldPlace(base, name):
            found = code.keep(text, "field")
            _put(code, base, _with_field(code, base, name, found))
        case _:
            assert_never(place)


def _key_type(type_: Type) -> Type:
    assert isinstance(type_, MapType | BagType)
    return type_.key if isinstance(type_, MapType) else type_.item


def _read(code: Code, place: ir.Place) -> str:
    """The present value of a place."""
    match place:
        case ir.VarPlace(name):
            return code.variable(name)
        case ir.ItemPlace(base, key):
            return f"{_read(code, base)}[{bare(expressions.key_text(code, key, _key_type(base.type)))}]"
        case ir.FieldPlace(base, name):
            return expressions.field_text(code, _read(code, base), base.type, name)
        case _:
            assert_never(place)


def _with_field(code: Code, base: ir.Place, name: str, text: str) -> str:
    """The value of the place `base` with another field."""
    before = code.keep(_read(code, base), "record")
    kind = base.type
    if isinstance(kind, DeckType):
        return f"({text}, {before}[1])" if name == "known" else f"({before}[0], {text})"
    assert isinstance(kind, RecordType)
    if is_scalar(kind):
        return _with_digit(code, kind, name, before, text)
    items = [text if field == name else f"{before}[{number}]" for number, (field, _) in enumerate(kind.fields)]
    return f"({', '.join(items)},)"


def _with_digit(code: Code, kind: RecordType, name: str, before: str, text: str) -> str:
    """A countable record with another field: the difference of the digits times their weight."""
    number = kind.field_index(name)
    item = kind.fields[number][1]
    weight = 1
    for _, later in kind.fields[number + 1 :]:
        weight *= cardinality(later)
    old = code.keep(f"{expressions.field_name(code, kind, number)}[{before}]", "old")
    return f"({before} + ({ordinal_text(code, item, text)} - {ordinal_text(code, item, old)}) * {weight})"
