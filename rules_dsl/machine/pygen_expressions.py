"""Expressions as Python text. What does not fit in an expression is written as lines before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.conversions import ordinal_in
from rules_dsl.ir.evaluate_parts import field_table
from rules_dsl.ir.texts import say_value
from rules_dsl.ir.types import (
    BagType,
    DeckType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    TextType,
    Type,
    cardinality,
    is_scalar,
)
from rules_dsl.machine import pygen_builtins, pygen_folds, pygen_operators, pygen_walks
from rules_dsl.machine.pygen_code import Code
from rules_dsl.machine.pygen_effects import STATE
from rules_dsl.machine.pygen_failures import asks_itself, no_field, no_item
from rules_dsl.machine.pygen_forms import converted, fits, ordinal_text
from rules_dsl.machine.pygen_writer import bare, is_atom, written


def value(code: Code, expr: ir.Expr) -> str:
    """The text of an expression: a name, a number, a call or something in brackets."""
    match expr:
        case ir.Literal(found):
            return code.module.literal(found)
        case ir.Local(name):
            return code.local(name)
        case ir.Var(name):
            return code.whole(name)
        case ir.Const(name):
            return code.module.constant(name)
        case ir.Index():
            return _index(code, expr)
        case ir.Field():
            return _field(code, expr)
        case ir.Construct():
            return _construct(code, expr)
        case ir.Collect() | ir.MapOfEntries():
            return pygen_builtins.collection(code, expr)
        case ir.Convert(inner):
            return converted(code, value(code, inner), inner.type, expr.type, expr.span, expr.checked)
        case ir.Unary(operator, operand):
            return pygen_operators.contrary(code, operand) if operator == "not" else f"(-{value(code, operand)})"
        case ir.Binary():
            return pygen_operators.binary(code, expr)
        case ir.IfElse():
            return pygen_operators.if_else(code, expr)
        case ir.LetIn(name, given, body):
            code.out.line(f"{code.local(name)} = {value(code, given)}")
            return value(code, body)
        case _:
            return _larger_value(code, expr)


Larger = ir.Call | ir.Builtin | ir.Domain | ir.Range | ir.Fold | ir.Walk | ir.Possible | ir.Stuck | ir.Template


def _larger_value(code: Code, expr: Larger) -> str:
    match expr:
        case ir.Call():
            return _call(code, expr)
        case ir.Builtin():
            return pygen_builtins.builtin(code, expr)
        case ir.Domain(item):
            return code.module.literal((1 << cardinality(item)) - 1, "all_of")
        case ir.Range():
            return pygen_folds.range_as_set(code, expr)
        case ir.Fold():
            return pygen_folds.fold(code, expr)
        case ir.Walk():
            return pygen_walks.walk(code, expr)
        case ir.Possible(action, player):
            return _possible(code, action, player)
        case ir.Stuck():
            return f"is_stuck({code.position})"
        case ir.Template(parts):
            return _template(code, parts)
        case _:
            assert_never(expr)


def test(code: Code, expr: ir.Expr) -> str:
    """The text of a condition where only its truth counts."""
    return pygen_operators.test(code, expr)


def several(code: Code, exprs: Sequence[ir.Expr]) -> list[str]:
    """The texts of operands that are computed from left to right."""
    texts: list[str] = []
    for expr in exprs:
        position = len(code.out.lines)
        text = value(code, expr)
        if len(code.out.lines) > position:
            spill(code, texts, position)
        texts.append(text)
    return texts


def spill(code: Code, texts: list[str], position: int) -> None:
    """Give names to what must be computed before the lines written since `position`."""
    for number, text in enumerate(texts):
        if not is_atom(text):
            texts[number] = code.temporary("value")
            code.out.insert(position, f"{texts[number]} = {bare(text)}")
            position += 1


def fitted(code: Code, expr: ir.Expr, target: Type, reason: ir.Expr) -> str:
    """An expression as a value of `target`; one that does not fit stops the play at `reason`."""
    return converted(code, value(code, expr), expr.type, target, reason.span)


def key_text(code: Code, key: ir.Expr, key_type: Type) -> str:
    """The ordinal of a key among the keys of a map, bag or set."""
    return ordinal_text(code, key_type, fitted(code, key, key_type, key))


def base_text(code: Code, base: ir.Expr) -> str:
    """A value that is only looked into: a variable held as a list may stay one."""
    return code.variable(base.name) if isinstance(base, ir.Var) else value(code, base)


def arguments(code: Code, reads: frozenset[str], exprs: Sequence[ir.Expr]) -> str:
    """What a generated function is called with: the variables it reads, then its own arguments."""
    position = [code.position] if STATE in reads else []
    return ", ".join([*position, *[code.variable(name) for name in code.module.in_order(reads)], *several(code, exprs)])


def _call(code: Code, expr: ir.Call) -> str:
    reads = code.module.effects.of_function(expr.function)
    return f"{code.module.names.of('f', expr.function)}({arguments(code, reads, expr.arguments)})"


def _possible(code: Code, action: str, player: ir.Expr) -> str:
    ask = code.module.names.of("possible", action)
    given = arguments(code, code.module.effects.of_action(action), [player])
    if not code.module.effects.asks_itself(action):
        return f"{ask}({given})"
    found = next(each for each in code.module.game.actions if each.name == action)
    fail = code.module.known("asks_itself", action, lambda: asks_itself(found))
    return f"ask_once({fail}, {ask}, {given})"


def _index(code: Code, expr: ir.Index) -> str:
    base_type = expr.base.type
    base = base_text(code, expr.base)
    if isinstance(base_type, ListType):
        return _list_item(code, expr, base, base_type)
    position = len(code.out.lines)
    key = key_text(code, expr.key, base_type.key if isinstance(base_type, MapType) else _item(base_type))
    if len(code.out.lines) > position and not is_atom(base):
        kept = [base]
        spill(code, kept, position)
        base = kept[0]
    return f"{base}[{bare(key)}]"


def _item(type_: Type) -> Type:
    assert isinstance(type_, BagType)
    return type_.item


def _list_item(code: Code, expr: ir.Index, base: str, kind: ListType) -> str:
    items = code.keep(base, "items")
    number = code.keep(value(code, expr.key), "number")
    fail = code.module.helper("fail", no_item(expr.span))
    return f"({items}[{number} - 1] if 1 <= {number} <= len({items}) else {fail}({items}, {number}))"


def _field(code: Code, expr: ir.Field) -> str:
    return field_text(code, base_text(code, expr.base), expr.base.type, expr.name)


def field_text(code: Code, base: str, record: Type, name: str) -> str:
    """A field of a record or deck."""
    if isinstance(record, DeckType):
        return f"{base}[{0 if name == 'known' else 1}]"
    assert isinstance(record, RecordType)
    number = record.field_index(name)
    return f"{field_name(code, record, number)}[{bare(base)}]" if is_scalar(record) else f"{base}[{number}]"


def field_name(code: Code, record: RecordType, number: int) -> str:
    """The constant that holds a field of each value of a countable record."""
    table = field_table(record, number)
    return code.module.pooled(table, written(table), f"{record.name}_{record.fields[number][0]}")


def _construct(code: Code, expr: ir.Construct) -> str:
    record = expr.type
    texts = several(code, expr.arguments)
    if not is_scalar(record):
        kinds = [kind for _, kind in record.fields]
        items = [converted(code, text, part.type, kind, expr.span) for text, part, kind in zip(texts, expr.arguments, kinds, strict=True)]
        return f"({', '.join(items)},)"
    return _ordinal_of_record(code, expr, texts)


def _ordinal_of_record(code: Code, expr: ir.Construct, texts: list[str]) -> str:
    digits, weight = [], 1
    for (name, kind), part, text in reversed(list(zip(expr.type.fields, expr.arguments, texts, strict=True))):
        digit = ordinal_text(code, kind, _field_value(code, expr, name, kind, part.type, text))
        digits.append(digit if weight == 1 else f"{digit} * {weight}")
        weight *= cardinality(kind)
    return f"({' + '.join(reversed(digits))})"


def _field_value(code: Code, expr: ir.Construct, name: str, kind: Type, given: Type, text: str) -> str:
    if fits(given, kind) or (isinstance(kind, OptionalType) and fits(given, kind.item)):
        return text
    fail = code.module.helper("fail", no_field(expr, name, kind, given))
    number = code.keep(text, "field")
    check = code.module.known("fits", kind, lambda: _fit_test(kind))
    return f"({number} if {check}({number}) else {fail}({number}))"


def _fit_test(kind: Type) -> object:
    find = ordinal_in(kind)
    return lambda found: find(found) >= 0


def _template(code: Code, parts: tuple[str | ir.Expr, ...]) -> str:
    shown = [repr(part) if isinstance(part, str) else _shown(code, part) for part in parts]
    return f"({' + '.join(shown)})" if shown else "''"


def _shown(code: Code, part: ir.Expr) -> str:
    text = value(code, part)
    if isinstance(part.type, TextType):
        return text
    kind = part.type
    return f"{code.module.known('say', kind, lambda: lambda found: say_value(kind, found))}({text})"
