"""Expressions as C. What does not fit in an expression is written as lines before it; evaluation has no effects, so that only what may fail must wait."""

from __future__ import annotations

from typing import assert_never

from cython_ext.emit import builtins as to_c_builtins
from cython_ext.emit import convert as to_c_convert
from cython_ext.emit import folds as to_c_folds
from cython_ext.emit import operators as to_c_operators
from cython_ext.emit import walks as to_c_walks
from cython_ext.emit.code import Code, is_atom, negated
from cython_ext.emit.planes import entry_of_constant, entry_of_planes
from cython_ext.emit.unsupported import NoTranslation
from cython_ext.emit.values import (
    all_of,
    cast,
    constant,
    field_of_scalar,
    found_ordinal,
    has,
    literal,
    loaded,
    nothing,
    ordinal_text,
    value_text,
    weight_of,
)
from cython_ext.layout.states import bounds, number_form, planes_of
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.partial import fits
from rules_dsl.ir.types import BagType, BoolType, DeckType, ListType, MapType, RecordType, Type, is_scalar


def value(code: Code, expr: ir.Expr) -> str:
    """The text of an expression: a name, a number, a path, a call or something in brackets."""
    match expr:
        case ir.Literal(found):
            return literal(code.unit, expr.type, found)
        case ir.Local(name):
            return local(code, name)
        case ir.Var(name):
            return loaded(code.unit.forms.of(expr.type), code.variable(name))
        case ir.Const(name):
            return constant(code.unit, name)
        case ir.Index():
            return _index(code, expr)
        case ir.Field(base, name):
            return field_text(code, value(code, base), base.type, name)
        case ir.Construct():
            return _construct(code, expr)
        case ir.Collect() | ir.MapOfEntries():
            return to_c_builtins.collection(code, expr)
        case ir.Convert(inner):
            return to_c_convert.converted(code, value(code, inner), inner.type, expr.type, expr.span, expr.checked)
        case ir.Unary(operator, operand):
            return negated(value(code, operand)) if operator == "not" else to_c_operators.negative(code, expr)
        case ir.Binary():
            return to_c_operators.binary(code, expr)
        case ir.IfElse():
            return to_c_operators.if_else(code, expr)
        case ir.LetIn(name, given, body):
            code.bind(name, given.type, value(code, given))
            return value(code, body)
        case _:
            return _larger_value(code, expr)


Larger = ir.Call | ir.Builtin | ir.Domain | ir.Range | ir.Fold | ir.Walk | ir.Possible | ir.Stuck | ir.Template


def _larger_value(code: Code, expr: Larger) -> str:
    match expr:
        case ir.Call():
            return _call(code, expr)
        case ir.Builtin():
            return to_c_builtins.builtin(code, expr)
        case ir.Domain(item):
            return all_of(code.unit, item)
        case ir.Range():
            return to_c_folds.range_as_set(code, expr)
        case ir.Fold():
            return to_c_folds.fold(code, expr)
        case ir.Walk():
            return to_c_walks.walk(code, expr)
        case ir.Possible(action, player):
            return f"{code.unit.possible(action, expr.span)}({code.state}, fail, {value(code, player)})"
        case ir.Stuck():
            return code.stuck
        case ir.Template():
            raise NoTranslation("text in an expression", expr.span)
        case _:
            assert_never(expr)


def local(code: Code, name: str) -> str:
    """A local of the game."""
    return code.locals[name]


def fitted(code: Code, expr: ir.Expr, target: Type, reason: ir.Expr) -> str:
    """An expression as a value of `target`; one that does not fit fails at `reason`."""
    return to_c_convert.converted(code, value(code, expr), expr.type, target, reason.span)


def key_text(code: Code, key: ir.Expr, key_type: Type) -> str:
    """The ordinal of a key among the keys of a map, bag or set."""
    return ordinal_text(code, key_type, fitted(code, key, key_type, key))


def entry(code: Code, base: str, base_type: Type, key: str) -> str:
    """The entry of a map or bag with an ordinal of the key."""
    form = code.unit.forms.of(base_type)
    match base_type:
        case MapType(_, BoolType()):
            return has(form, base, key)
        case MapType() if planes_of(base_type):
            return entry_of_planes(code, base, base_type, key)
        case MapType(_, item):
            return loaded(code.unit.forms.of(item), f"{base}.e[{key}]")
        case _:
            return f"{base}.e[{key}]"


def _call(code: Code, expr: ir.Call) -> str:
    name, stuck = code.unit.function(expr.function)
    arguments = [value(code, argument) for argument in expr.arguments]
    return f"{name}({', '.join([code.state, 'fail', *([code.stuck] if stuck else []), *arguments])})"


def kept_whole(code: Code, text: str, type_: Type) -> str:
    """A struct as something that can be looked into more than once."""
    form = code.unit.forms.of(type_)
    return text if form.kind != "struct" or not text.endswith(")") else code.declare(f"const {form.value}", "whole", text)


def _index(code: Code, expr: ir.Index) -> str:
    kind = expr.base.type
    base = kept_whole(code, value(code, expr.base), kind)
    match kind:
        case ListType(item):
            return _list_item(code, expr, base, item)
        case MapType(key) if planes_of(kind) and isinstance(expr.base, ir.Const):
            return entry_of_constant(code, expr.base.name, kind, key_text(code, expr.key, key))
        case MapType(key) | BagType(key):
            return entry(code, base, kind, key_text(code, expr.key, key))
        case _:
            raise NoTranslation(f"an entry of {kind}", expr.span)


def _list_item(code: Code, expr: ir.Index, base: str, item: Type) -> str:
    place = code.keep(value(code, expr.key), code.unit.forms.of(expr.key.type).value, "number")
    fail = f"rw_fail(fail, 902, {code.place('E0902', expr.span)}, {place})"
    return checked_item(code, f"1 <= {place} && {place} <= {base}.n", f"{base}.e[{place} - 1]", item, fail)


def checked_item(code: Code, test: str, text: str, item: Type, fail: str) -> str:
    """An item of a list if the test holds; else the failure is noted and the zero of the type is taken."""
    form = code.unit.forms.of(item)
    return f"({test} ? {loaded(form, text)} : ({fail}, {nothing(code.unit, item)}))"


def field_text(code: Code, base: str, record: Type, name: str) -> str:
    """A field of a record or deck."""
    if isinstance(record, DeckType):
        return f"{kept_whole(code, base, record)}.{name}"
    assert isinstance(record, RecordType)
    field = record.field_index(name)
    item = record.fields[field][1]
    if not is_scalar(record):
        return loaded(code.unit.forms.of(item), f"{kept_whole(code, base, record)}.f_{name}")
    return value_text(code, item, field_of_scalar(record, field, base))


def _construct(code: Code, expr: ir.Construct) -> str:
    record = expr.type
    parts = list(zip(expr.arguments, record.fields, strict=True))
    if not is_scalar(record):
        items = [f".f_{name} = {fitted(code, part, kind, expr)}" for part, (name, kind) in parts]
        return code.declare(f"const {code.unit.forms.of(record).value}", record.name, f"{{{', '.join(items)}}}")
    digits = []
    for field, (part, (_, kind)) in enumerate(parts):
        weight = weight_of(record, field)
        digit = _digit(code, expr, part, kind)
        if digit != "0":
            digits.append(digit if weight == 1 else f"{digit} * {weight}")
    return f"({' + '.join(digits)})" if digits else "0"


def _digit(code: Code, expr: ir.Construct, part: ir.Expr, kind: Type) -> str:
    """The ordinal of a field; what does not fit fails."""
    text = value(code, part)
    if fits(part.type, kind):
        return ordinal_text(code, kind, to_c_convert.converted(code, text, part.type, kind, expr.span))
    found = code.keep(found_ordinal(code, part.type, kind, text), "int32_t", "digit")
    return f"({found} < 0 ? rw_fail(fail, 901, {code.place('E0901', expr.span)}, 0) : {found})"


def integer(code: Code, expr: ir.Expr, target: str) -> str:
    """A number in an expression as one of a wider C type."""
    text = value(code, expr)
    if is_atom(text) and text.isdigit():
        return text
    return cast(text, number_type(expr), target)


def number_type(expr: ir.Expr) -> str:
    """The C type of a number in expressions."""
    return number_form(*bounds(expr.type)).value
