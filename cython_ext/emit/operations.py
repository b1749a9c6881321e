"""Expressions of core as C: a name, a number, a path, a call or something in brackets.

What does not fit in an expression is written as lines before it. Nothing in core fails; still, what an operand guards
is computed behind it only, for it may read beyond an array.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from cython_ext.emit import collections as whole
from cython_ext.emit.code import Code, bare, is_atom, negated, number
from cython_ext.emit.harmless import is_harmless
from cython_ext.emit.parts import as_form, entry, filled, kept_whole, written_out
from cython_ext.emit.unsupported import Refused
from cython_ext.emit.values import (
    SUFFIX,
    addressed,
    bit,
    cast,
    combined,
    has,
    how_many,
    initialiser,
    literal,
    loaded,
    not_empty,
    nothing,
    place_of,
    same,
    scalar,
    shifted,
    span,
    value_text,
    widest,
)
from cython_ext.layout.states import bounds, is_number, none_of, planes_of
from rules_dsl.ir.core import nodes as core
from rules_dsl.ir.core.forms import CoreForm, OptionForm, RowForm, SequenceForm, TupleForm, WordForm, form_of
from rules_dsl.ir.core.nodes import Operator
from rules_dsl.source import NOWHERE

MAKING = {
    Operator.SEQUENCE, Operator.JOIN, Operator.FIRST_ITEMS, Operator.LAST_ITEMS, Operator.DROP_FIRST,
    Operator.DROP_LAST, Operator.TUPLE, Operator.FILL,
}  # fmt: skip
"""Operators that make a struct, in whatever form is wanted."""
SIGNS = {Operator.ADD: "+", Operator.SUBTRACT: "-", Operator.MULTIPLY: "*", Operator.LESS: "<", Operator.AT_MOST: "<="}
WORDS = {Operator.UNITE: "union", Operator.COMMON: "common", Operator.WITHOUT: "difference"}
RECOGNISED = "words "
"""Stands before the C names of functions made for recognised folds; the functions of the game have an f there."""


def value(code: Code, expr: core.CoreExpr) -> str:
    """An expression in its own form."""
    match expr:
        case core.Immediate(found, form):
            return literal(code.unit, form, found)
        case core.Pooled(name):
            return constant(code, name)
        case core.Register():
            return code.register(expr)
        case core.StateSlot(place, form):
            return loaded(code.unit.forms.of(form), code.variable(code.unit.game.variables[place].name))
        case core.Operate(operator):
            return WRITERS[operator](code, expr)
        case core.Invoke():
            return _invoke(code, expr)
        case core.CanAct(action, player):
            return f"{code.unit.possible(action, NOWHERE)}({code.state}, fail, {bare(value(code, player))})"
        case core.AskStuck():
            return code.stuck
        case core.SayValue():
            raise Refused("text in an expression")
        case _:
            assert_never(expr)


def value_as(code: Code, expr: core.CoreExpr, form: CoreForm) -> str:
    """An expression whose value fits a form, in that form."""
    if isinstance(expr, core.Immediate):
        return literal(code.unit, form, expr.value)
    if isinstance(expr, core.Operate) and expr.operator in MAKING and expr.form != form:
        return value(code, replace(expr, form=form))
    return as_form(code, value(code, expr), expr.form, form)


def integer(code: Code, expr: core.CoreExpr, kind: str) -> str:
    """A number as one of a wider C type."""
    text = value(code, expr)
    return text if is_atom(text) and text.isdigit() else cast(text, code.unit.forms.of(expr.form).value, kind)


def base(code: Code, expr: core.CoreExpr) -> str:
    """A row, sequence, tuple or option as something that is looked into."""
    return kept_whole(code, value(code, expr), expr.form)


def constant(code: Code, name: str) -> str:
    """A constant of the program: its table, or what it is if that is short."""
    unit = code.unit
    if name not in unit.constant_texts:
        found = unit.lowering.pooled(name)
        form = unit.forms.of(found.form)
        if form.kind in ("number", "word", "wide"):
            unit.constant_texts[name] = literal(unit, found.form, found.value)
        else:
            unit.constant_texts[name] = unit.table(
                name, f"{form.stored} {{}}", initialiser(found.form, found.value), found.note
            )
    return unit.constant_texts[name]


def _invoke(code: Code, expr: core.Invoke) -> str:
    if expr.function.startswith(RECOGNISED):
        arguments = [bare(value(code, argument)) for argument in expr.arguments]
        return f"{expr.function.removeprefix(RECOGNISED)}({', '.join([code.state, 'fail', *arguments])})"
    function = code.unit.functions[expr.function.removeprefix("f ")]
    name, stuck = code.unit.function(function.name)
    pairs = zip(expr.arguments, function.parameters, strict=True)
    arguments = [bare(value_as(code, argument, form_of(parameter.type))) for argument, parameter in pairs]
    return f"{name}({', '.join([code.state, 'fail', *([code.stuck] if stuck else []), *arguments])})"


# -- numbers ----------------------------------------------------------------------------------------------------------


def _number_type(code: Code, expr: core.Operate) -> str:
    return widest(*[code.unit.forms.of(part.form).value for part in (expr, *expr.operands)])


def _arithmetic(code: Code, expr: core.Operate) -> str:
    kind = _number_type(code, expr)
    left, right = expr.operands
    if isinstance(right, core.Immediate) and expr.operator in (Operator.ADD, Operator.SUBTRACT):
        return shifted(integer(code, left, kind), right.value if expr.operator is Operator.ADD else -right.value)
    return f"({integer(code, left, kind)} {SIGNS[expr.operator]} {integer(code, right, kind)})"


def _divided(code: Code, expr: core.Operate) -> str:
    kind = _number_type(code, expr)
    left, right = expr.operands
    low, high = bounds(left.form)
    if (
        expr.operator is Operator.REMAINDER
        and isinstance(right, core.Immediate)
        and not (low >= 0 and high < right.value)
    ):
        around = _around(code, left, right.value, low, high)
        if around:
            return around
    texts = [integer(code, part, kind) for part in expr.operands]
    divides = expr.operator is Operator.DIVIDE
    if low >= 0 and bounds(right.form)[0] > 0:
        return f"({texts[0]} {'/' if divides else '%'} {texts[1]})"
    return f"{'rw_divide' if divides else 'rw_modulo'}{SUFFIX[kind]}({bare(texts[0])}, {bare(texts[1])})"


def _around(code: Code, left: core.CoreExpr, size: int, low: int, high: int) -> str:
    """The remainder of a number that is at most one step beyond the end: without a division."""
    if not -size <= low <= high < 2 * size or (low < 0 and high >= size):
        return ""
    kept = code.keep(value(code, left), code.unit.forms.of(left.form).value, "around")
    if low < 0:
        return f"({kept} < 0 ? {size - 1 if low == -1 else f'{kept} + {size}'} : {kept})"
    return f"({kept} >= {size} ? {0 if high == size else f'{kept} - {size}'} : {kept})"


def _of_function(name: str) -> Callable[[Code, core.Operate], str]:
    """A function of the runtime for each width of numbers."""

    def write(code: Code, expr: core.Operate) -> str:
        kind = _number_type(code, expr)
        return f"{name}{SUFFIX[kind]}({', '.join([bare(integer(code, part, kind)) for part in expr.operands])})"

    return write


def _between(code: Code, expr: core.Operate) -> str:
    low, middle, high = expr.operands
    kept = code.keep(value(code, middle), code.unit.forms.of(middle.form).value, "middle")
    return f"({value(code, low)} <= {kept} && {kept} <= {value(code, high)})"


# -- truths -----------------------------------------------------------------------------------------------------------


def _equal(code: Code, expr: core.Operate) -> str:
    left, right = expr.operands
    if isinstance(right, core.Immediate) and right.value == () and isinstance(left.form, SequenceForm):
        text = f"({base(code, left)}.n == 0)"
    else:
        form = left.form if left.form == right.form else whole.larger_form(left.form, right.form)
        text = same(code.unit, form, value_as(code, left, form), value_as(code, right, form), code)
    return text if expr.operator is Operator.EQUAL else _contrary(text)


def _contrary(equal: str) -> str:
    """!= from the text of ==."""
    if equal.startswith("(") and equal.count(" == ") == 1 and "?" not in equal and "&&" not in equal:
        return equal.replace(" == ", " != ")
    return negated(equal)


def _compared(code: Code, expr: core.Operate) -> str:
    left, right = [value(code, part) for part in expr.operands]
    return f"({left} {SIGNS[expr.operator]} {right})"


def _logic(code: Code, expr: core.Operate) -> str:
    """`and`, `or`: the right side only when it decides."""
    sign = "&&" if expr.operator is Operator.AND else "||"
    first, second = expr.operands
    left = value(code, first)
    with code.aside() as lines:
        right = value(code, second)
    if not lines.lines:
        return f"({left} {sign[0] if is_harmless(code.unit.forms, expr) else sign} {right})"
    name = code.declare("int32_t", "holds", left)
    code.out.line(f"if ({name}) {{" if sign == "&&" else f"if (!{name}) {{")
    lines.line(f"{name} = {bare(right)};")
    code.take(lines)
    code.out.line("}")
    return name


def _choose(code: Code, expr: core.Operate) -> str:
    """Only the value that is wanted is computed."""
    condition = value(code, expr.operands[0])
    with code.aside() as yes_lines:
        yes = value_as(code, expr.operands[1], expr.form)
    with code.aside() as no_lines:
        no = value_as(code, expr.operands[2], expr.form)
    if not yes_lines.lines and not no_lines.lines:
        return f"({condition} ? {yes} : {no})"
    name = code.declare(code.unit.forms.of(expr.form).value, "either")
    yes_lines.line(f"{name} = {bare(yes)};")
    no_lines.line(f"{name} = {bare(no)};")
    code.out.line(f"if ({bare(condition)}) {{")
    code.take(yes_lines)
    code.out.line("} else {")
    code.take(no_lines)
    code.out.line("}")
    return name


# -- options ----------------------------------------------------------------------------------------------------------


def _is_none(code: Code, expr: core.Operate) -> str:
    (option,) = expr.operands
    if is_number(option.form):
        return f"({value(code, option)} == {number(none_of(option.form))})"
    return f"(!{base(code, option)}.has)"


def _present(code: Code, expr: core.Operate) -> str:
    (item,) = expr.operands
    assert isinstance(expr.form, OptionForm)
    text = value_as(code, item, expr.form.item)
    return text if is_number(expr.form) else written_out(code, expr.form, [f".value = {bare(text)}", ".has = 1"])


def _unwrapped(code: Code, expr: core.Operate) -> str:
    (option,) = expr.operands
    assert isinstance(option.form, OptionForm)
    if is_number(option.form):
        return value(code, option)
    return as_form(
        code, loaded(code.unit.forms.of(option.form.item), f"{base(code, option)}.value"), option.form.item, expr.form
    )


# -- words ------------------------------------------------------------------------------------------------------------


def _of_two_words(code: Code, expr: core.Operate) -> str:
    return combined(code.unit.forms.of(expr.form), WORDS[expr.operator], *[value(code, part) for part in expr.operands])


def _has_bit(code: Code, expr: core.Operate) -> str:
    word, place = expr.operands
    return has(code.unit.forms.of(word.form), value(code, word), value(code, place))


def _moved(code: Code, expr: core.Operate) -> str:
    word, by = expr.operands
    assert isinstance(word.form, WordForm) and isinstance(expr.form, WordForm) and isinstance(by, core.Immediate)
    old, new = code.unit.forms.of(word.form), code.unit.forms.of(expr.form)
    text = value(code, word)
    if "words" in (old.kind, new.kind):
        same_words = old == new and by.value == 0
        return text if same_words else f"{whole.moved(code.unit, word.form, expr.form, by.value)}({bare(text)})"
    wide = text if old.value == new.value else f"(({new.value}){text})"
    return wide if by.value == 0 else f"({wide} << {by.value})"


def _span(code: Code, expr: core.Operate) -> str:
    return span(code.unit.forms.of(expr.form), *[bare(value(code, part)) for part in expr.operands])


def _is_subset(code: Code, expr: core.Operate) -> str:
    form = code.unit.forms.of(expr.operands[0].form)
    return negated(not_empty(form, combined(form, "difference", *[value(code, part) for part in expr.operands])))


# -- rows, sequences and tuples ---------------------------------------------------------------------------------------


def _item(code: Code, expr: core.Operate) -> str:
    items, place = expr.operands
    if isinstance(items, core.Pooled):
        found = _item_of_constant(code, items, place)
        if found is not None:
            return found
    return as_form(
        code, entry(code, base(code, items), items.form, value(code, place)), _item_form(items.form), expr.form
    )


def _item_form(form: CoreForm) -> CoreForm:
    assert isinstance(form, RowForm | SequenceForm)
    return form.item


def _item_of_constant(code: Code, items: core.Pooled, place: core.CoreExpr) -> str | None:
    """An entry of a constant that is computed from its place, or is in a table of bytes instead of planes."""
    found, form = code.unit.lowering.pooled(items.name), items.form
    if not isinstance(form, RowForm | SequenceForm) or not is_number(form.item) or not found.value:
        return None
    digits = _as_digits([scalar(form.item, entry) for entry in found.value])
    if digits is not None:
        low, weight, size = digits
        text = value(code, place)
        before = text if weight == 1 else f"({text} / {weight})"
        return shifted(before if weight * size >= len(found.value) else f"({before} % {size})", low)
    if not planes_of(form):
        return None
    numbers = ", ".join([str(place_of(form.item, entry)) for entry in found.value])
    table = code.unit.table(f"entries_{items.name}", "uint8_t {}[]", f"{{{numbers}}}")
    return value_text(code, form.item, f"{table}[{bare(value(code, place))}]")


def _as_digits(numbers: list[int]) -> tuple[int, int, int] | None:
    """Numbers as `low + place / weight % size`, if they are that, like the fields of a countable record."""
    low, size = numbers[0], max(numbers) - numbers[0] + 1
    weight = next((place for place, entry in enumerate(numbers) if entry != low), 0)
    if weight and all(entry == low + place // weight % size for place, entry in enumerate(numbers)):
        return low, weight, size
    return None


def _support(code: Code, expr: core.Operate) -> str:
    return _by_address(code, expr, whole.support)


def _total(code: Code, expr: core.Operate) -> str:
    return _by_address(code, expr, whole.total)


def _by_address(code: Code, expr: core.Operate, function: Callable[..., str]) -> str:
    (row,) = expr.operands
    text = addressed(code, code.unit.forms.of(row.form), value(code, row))
    return f"{function(code.unit, row.form)}(&{text})"


def _contains(code: Code, expr: core.Operate) -> str:
    items, wanted = expr.operands
    assert isinstance(items.form, SequenceForm)
    text = addressed(code, code.unit.forms.of(items.form), value(code, items))
    return f"{whole.contains(code.unit, items.form)}(&{text}, {bare(value_as(code, wanted, items.form.item))})"


def _joined(code: Code, expr: core.Operate) -> str:
    left, right = expr.operands
    assert (
        isinstance(left.form, SequenceForm)
        and isinstance(right.form, SequenceForm)
        and isinstance(expr.form, SequenceForm)
    )
    name = whole.joined(code.unit, left.form, right.form, expr.form)
    return f"{name}({', '.join([bare(value(code, part)) for part in expr.operands])})"


def _slice(code: Code, expr: core.Operate) -> str:
    items, *counts = expr.operands
    assert isinstance(items.form, SequenceForm) and isinstance(expr.form, SequenceForm)
    name = whole.part_of(code.unit, expr.operator, items.form, expr.form)
    return f"{name}({', '.join([bare(value(code, items)), *([bare(value(code, part)) for part in counts] or ['0'])])})"


def _changed(function: Callable[..., str]) -> Callable[[Code, core.Operate], str]:
    def write(code: Code, expr: core.Operate) -> str:
        items = expr.operands[0]
        given = ", ".join([bare(value(code, part)) for part in expr.operands])
        return as_form(code, f"{function(code.unit, items.form)}({given})", items.form, expr.form)

    return write


def _sequence(code: Code, expr: core.Operate) -> str:
    assert isinstance(expr.form, SequenceForm)
    if not expr.operands:
        return nothing(code.unit, expr.form)
    items = ", ".join([bare(value_as(code, part, expr.form.item)) for part in expr.operands])
    return written_out(code, expr.form, [f".e = {{{items}}}", f".n = {len(expr.operands)}"])


def _filled(code: Code, expr: core.Operate) -> str:
    assert isinstance(expr.form, RowForm)
    item = expr.operands[0]
    if isinstance(item, core.Immediate):
        return literal(code.unit, expr.form, (item.value,) * expr.form.size)
    return filled(code, expr.form, value_as(code, item, expr.form.item))


def _tuple(code: Code, expr: core.Operate) -> str:
    assert isinstance(expr.form, TupleForm)
    pairs = zip(expr.operands, expr.form.parts, strict=True)
    parts = [f".f_{place} = {bare(value_as(code, *pair))}" for place, pair in enumerate(pairs)]
    return written_out(code, expr.form, parts)


def _part(code: Code, expr: core.Operate) -> str:
    items, place = expr.operands
    assert isinstance(items.form, TupleForm) and isinstance(place, core.Immediate)
    form = items.form.parts[place.value]
    return as_form(code, loaded(code.unit.forms.of(form), f"{base(code, items)}.f_{place.value}"), form, expr.form)


def _text(code: Code, expr: core.Operate) -> str:
    raise Refused("text in an expression")


WRITERS: dict[Operator, Callable[[Code, core.Operate], str]] = {
    Operator.ADD: _arithmetic,
    Operator.SUBTRACT: _arithmetic,
    Operator.MULTIPLY: _arithmetic,
    Operator.DIVIDE: _divided,
    Operator.REMAINDER: _divided,
    Operator.NEGATE: lambda code, expr: f"(-{integer(code, expr.operands[0], _number_type(code, expr))})",
    Operator.ABSOLUTE: _of_function("rw_abs"),
    Operator.LEAST: _of_function("rw_least"),
    Operator.MOST: _of_function("rw_most"),
    Operator.EQUAL: _equal,
    Operator.UNEQUAL: _equal,
    Operator.LESS: _compared,
    Operator.AT_MOST: _compared,
    Operator.BETWEEN: _between,
    Operator.NOT: lambda code, expr: _contrary(value(code, expr.operands[0])),
    Operator.AND: _logic,
    Operator.OR: _logic,
    Operator.CHOOSE: _choose,
    Operator.NUMBER_OF: lambda code, expr: value(code, expr.operands[0]),
    Operator.TRUTH_OF: lambda code, expr: value(code, expr.operands[0]),
    Operator.IS_NONE: _is_none,
    Operator.PRESENT: _present,
    Operator.UNWRAP: _unwrapped,
    Operator.BIT: lambda code, expr: bit(code.unit.forms.of(expr.form), value(code, expr.operands[0])),
    Operator.HAS_BIT: _has_bit,
    Operator.UNITE: _of_two_words,
    Operator.COMMON: _of_two_words,
    Operator.WITHOUT: _of_two_words,
    Operator.SHIFT: _moved,
    Operator.BITS_BETWEEN: _span,
    Operator.COUNT_BITS: lambda code, expr: how_many(
        code.unit.forms.of(expr.operands[0].form), value(code, expr.operands[0])
    ),
    Operator.IS_SUBSET: _is_subset,
    Operator.SUPPORT: _support,
    Operator.TOTAL: _total,
    Operator.ITEM: _item,
    Operator.LENGTH: lambda code, expr: f"((int32_t){base(code, expr.operands[0])}.n)",
    Operator.CONTAINS: _contains,
    Operator.JOIN: _joined,
    Operator.REVERSE: _changed(whole.reversed_items),
    Operator.FIRST_ITEMS: _slice,
    Operator.LAST_ITEMS: _slice,
    Operator.DROP_FIRST: _slice,
    Operator.DROP_LAST: _slice,
    Operator.SHUFFLE: _changed(whole.shuffled),
    Operator.SEQUENCE: _sequence,
    Operator.FILL: _filled,
    Operator.TUPLE: _tuple,
    Operator.PART: _part,
    Operator.LETTERS: _text,
    Operator.TEXT: _text,
}
"""What is written for an operator."""
