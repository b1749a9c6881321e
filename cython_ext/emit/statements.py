"""Statements as lines of C; the state is changed in place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

from cython_ext.emit import convert as to_c_convert
from cython_ext.emit import expressions, folds
from cython_ext.emit.code import Code, bare, negated
from cython_ext.emit.planes import put_in_planes
from cython_ext.emit.unsupported import NoTranslation
from cython_ext.emit.values import field_of_scalar, loaded, ordinal_text, weight_of
from cython_ext.layout.states import map_storage, planes_of
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.partial import can_fail, fits
from rules_dsl.ir.rebuild import place_variable, walk_statements
from rules_dsl.ir.types import BagType, BoolType, DeckType, IntType, MapType, RecordType, SetType, Type, is_scalar


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the function around the statements does where they do not run to their end."""

    refuse: str = ""  # where a Need fails
    settle: Callable[[Code], None] | None = None  # writes the lines for a Settle
    choose: Callable[[Code, ir.Choose], None] | None = None  # binds what is chosen


def statements(code: Code, body: tuple[ir.Stmt, ...], around: Surroundings) -> None:
    """The lines of a block."""
    for stmt in body:
        _statement(code, stmt, around)


def _statement(code: Code, stmt: ir.Stmt, around: Surroundings) -> None:
    match stmt:
        case ir.Assign():
            _assign(code, stmt)
        case ir.Let(name, found):
            code.bind(name, found.type, expressions.value(code, found))
        case ir.If():
            _if(code, stmt, around)
        case ir.For():
            _for(code, stmt, around)
        case ir.Need(condition):
            if around.refuse:
                code.out.line(f"if ({bare(negated(expressions.value(code, condition)))}) {around.refuse};")
        case ir.Require(condition):
            place = code.place("E0908", stmt.span, stmt.rule.name)
            code.out.line(f"if ({bare(negated(expressions.value(code, condition)))}) rw_fail(fail, 908, {place}, 0);")
        case ir.Choose():
            assert around.choose is not None
            around.choose(code, stmt)
        case ir.Settle():
            assert around.settle is not None
            around.settle(code)
        case ir.Chance() | ir.Decide() | ir.Loop() | ir.Leave() | ir.Stop() | ir.Section():
            raise NoTranslation(f"{type(stmt).__name__} after the passes")
        case _:
            assert_never(stmt)


def _if(code: Code, stmt: ir.If, around: Surroundings) -> None:
    if not stmt.then and not stmt.otherwise:
        if can_fail(stmt.condition, code.unit.functions):
            code.declare("const int32_t", "tested", expressions.value(code, stmt.condition))
        return
    condition = expressions.value(code, stmt.condition)
    if not stmt.then:
        condition = negated(condition)
    with code.out.block(f"if ({bare(condition)})"):
        statements(code, stmt.then or stmt.otherwise, around)
    if stmt.then and stmt.otherwise:
        with code.out.block("else"):
            statements(code, stmt.otherwise, around)


def _for(code: Code, stmt: ir.For, around: Surroundings) -> None:
    domain = stmt.domain
    if not isinstance(domain.type, SetType) and isinstance(domain, ir.Var | ir.Index | ir.Field | ir.Builtin) and _changes_state(stmt.body):
        form = code.unit.forms.of(domain.type)
        copy = code.declare(f"const {form.value}", "domain", expressions.value(code, domain))
        code.locals[copy] = copy
        domain = ir.Local(copy, domain.type, span=domain.span)
    with folds.items(code, stmt.name, domain):
        statements(code, stmt.body, around)


def _changes_state(body: tuple[ir.Stmt, ...]) -> bool:
    return any(isinstance(stmt, ir.Assign | ir.Settle) for stmt in walk_statements(body))


# -- places -----------------------------------------------------------------------------------------------------------


def _assign(code: Code, stmt: ir.Assign) -> None:
    source, target = stmt.value.type, stmt.place.type
    text = expressions.value(code, stmt.value)
    if isinstance(source, IntType) and isinstance(target, IntType):
        if stmt.checked and not fits(source, target):
            text = to_c_convert.converted(code, text, source, target, stmt.span)
    else:
        text = to_c_convert.converted(code, text, source, target, stmt.span)
    if place_variable(stmt.place) in _variables(code, stmt) and code.unit.forms.of(target).kind == "struct":
        text = code.declare(f"const {code.unit.forms.of(target).value}", "after", text)
    _put(code, stmt.place, text)


def _variables(code: Code, stmt: ir.Assign) -> frozenset[str]:
    return code.unit.effects.reads(stmt.value)


def _put(code: Code, place: ir.Place, text: str) -> None:
    """The lines that put a value into a place."""
    match place:
        case ir.VarPlace():
            code.out.line(f"{path(code, place)} = {bare(text)};")
        case ir.ItemPlace(base, key) if isinstance(base.type, MapType) and isinstance(base.type.value, BoolType):
            where = expressions.key_text(code, key, base.type.key)
            _put(code, base, folds.with_flag(code, base.type, read(code, base), where, code.keep(text, "int32_t", "flag")))
        case ir.ItemPlace(base, key) if planes_of(base.type):
            assert isinstance(base.type, MapType)
            put_in_planes(code, path(code, base), base.type, expressions.key_text(code, key, base.type.key), text)
        case ir.FieldPlace(base, name) if isinstance(base.type, RecordType) and is_scalar(base.type):
            before = code.keep(read(code, base), "int32_t", "before")
            _put(code, base, _with_digit(code, base.type, name, before, text))
        case ir.ItemPlace() | ir.FieldPlace():
            code.out.line(f"{path(code, place)} = {bare(text)};")
        case _:
            assert_never(place)


def path(code: Code, place: ir.Place) -> str:
    """A place that has an address of its own."""
    match place:
        case ir.VarPlace(name):
            return code.variable(name)
        case ir.ItemPlace(base, key):
            kind = base.type
            assert isinstance(kind, MapType | BagType)
            where = expressions.key_text(code, key, kind.key if isinstance(kind, MapType) else kind.item)
            return f"{path(code, base)}.e[{bare(where)}]"
        case ir.FieldPlace(base, name):
            return f"{path(code, base)}.{name if isinstance(base.type, DeckType) else f'f_{name}'}"
        case _:
            assert_never(place)


def read(code: Code, place: ir.Place) -> str:
    """The present value of a place."""
    match place:
        case ir.ItemPlace(base, key) if isinstance(base.type, MapType) and map_storage(base.type) != "array":
            return expressions.entry(code, read(code, base), base.type, expressions.key_text(code, key, base.type.key))
        case ir.FieldPlace(base, name) if isinstance(base.type, RecordType) and is_scalar(base.type):
            return expressions.field_text(code, read(code, base), base.type, name)
        case _:
            return loaded(code.unit.forms.of(place.type), path(code, place))


def _with_digit(code: Code, kind: RecordType, name: str, before: str, text: str) -> str:
    """A countable record with another field: the difference of the digits times their weight."""
    field = kind.field_index(name)
    item: Type = kind.fields[field][1]
    return f"({before} + ({ordinal_text(code, item, text)} - {field_of_scalar(kind, field, before)}) * {weight_of(kind, field)})"
