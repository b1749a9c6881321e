"""Operators of core on words of bits, rows, sequences and tuples."""

from __future__ import annotations

from collections.abc import Callable

from cython_ext.emit import collections as whole
from cython_ext.emit.code import Code, Writer
from cython_ext.emit.operations import base, value, value_as
from cython_ext.emit.parts import as_form, entry, fill, write_out
from cython_ext.emit.texts import bare, negate
from cython_ext.emit.values import (
    bit,
    combine_sets,
    has,
    how_many,
    least_text,
    literal,
    load_text,
    not_empty,
    place_of,
    scalar,
    shift_text,
    span,
    take_address,
    value_text,
)
from cython_ext.layout.states import is_number, planes_of
from rules_dsl.ir.core import nodes as core
from rules_dsl.ir.core.forms import CoreForm, RowForm, SequenceForm, TupleForm, WordForm
from rules_dsl.ir.core.nodes import Operator

WORDS = {Operator.UNITE: "union", Operator.COMMON: "common", Operator.WITHOUT: "difference"}


# -- words ------------------------------------------------------------------------------------------------------------


def _of_two_words(code: Code, expr: core.Operate) -> str:
    return combine_sets(code.unit.forms.of(expr.form), WORDS[expr.operator], *[value(code, part) for part in expr.operands])


def _has_bit(code: Code, expr: core.Operate) -> str:
    word, place = expr.operands
    return has(code.unit.forms.of(word.form), value(code, word), value(code, place))


def _write_shift(code: Code, expr: core.Operate) -> str:
    word, by = expr.operands
    assert isinstance(word.form, WordForm) and isinstance(expr.form, WordForm) and isinstance(by, core.Immediate)
    old, new = code.unit.forms.of(word.form), code.unit.forms.of(expr.form)
    text = value(code, word)
    if "words" in (old.kind, new.kind):
        same_words = old == new and by.value == 0
        return text if same_words else f"{whole.move_members(code.unit, word.form, expr.form, by.value)}({bare(text)})"
    wide = text if old.value == new.value else f"(({new.value}){text})"
    return wide if by.value == 0 else f"({wide} << {by.value})"


def _span(code: Code, expr: core.Operate) -> str:
    return span(code.unit.forms.of(expr.form), *[bare(value(code, part)) for part in expr.operands])


def _is_subset(code: Code, expr: core.Operate) -> str:
    form = code.unit.forms.of(expr.operands[0].form)
    return negate(not_empty(form, combine_sets(form, "difference", *[value(code, part) for part in expr.operands])))


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
    found, form = code.unit.lowering.find_pooled(items.name), items.form
    if not isinstance(form, RowForm | SequenceForm) or not is_number(form.item) or not found.value:
        return None
    digits = _as_digits([scalar(form.item, entry) for entry in found.value])
    if digits is not None:
        low, weight, size = digits
        text = value(code, place)
        before = text if weight == 1 else f"({text} / {weight})"
        return shift_text(before if weight * size >= len(found.value) else f"({before} % {size})", low)
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
    text = take_address(code, code.unit.forms.of(row.form), value(code, row))
    return f"{function(code.unit, row.form)}(&{text})"


def _contains(code: Code, expr: core.Operate) -> str:
    items, wanted = expr.operands
    assert isinstance(items.form, SequenceForm)
    text = take_address(code, code.unit.forms.of(items.form), value(code, items))
    return f"{whole.contains(code.unit, items.form)}(&{text}, {bare(value_as(code, wanted, items.form.item))})"


def _write_concatenation(code: Code, expr: core.Operate) -> str:
    left, right = expr.operands
    assert (
        isinstance(left.form, SequenceForm)
        and isinstance(right.form, SequenceForm)
        and isinstance(expr.form, SequenceForm)
    )
    name = whole.concatenate(code.unit, left.form, right.form, expr.form)
    return f"{name}({', '.join([bare(value(code, part)) for part in expr.operands])})"


def _slice(code: Code, expr: core.Operate) -> str:
    items, *counts = expr.operands
    assert isinstance(items.form, SequenceForm) and isinstance(expr.form, SequenceForm)
    name = whole.part_of(code.unit, expr.operator, items.form, expr.form)
    return f"{name}({', '.join([bare(value(code, items)), *([bare(value(code, part)) for part in counts] or ['0'])])})"


def _write_change(function: Callable[..., str]) -> Writer:
    def write(code: Code, expr: core.Operate) -> str:
        items = expr.operands[0]
        given = ", ".join([bare(value(code, part)) for part in expr.operands])
        return as_form(code, f"{function(code.unit, items.form)}({given})", items.form, expr.form)

    return write


def _sequence(code: Code, expr: core.Operate) -> str:
    assert isinstance(expr.form, SequenceForm)
    if not expr.operands:
        return least_text(code.unit, expr.form)
    items = ", ".join([bare(value_as(code, part, expr.form.item)) for part in expr.operands])
    return write_out(code, expr.form, [f".e = {{{items}}}", f".n = {len(expr.operands)}"])


def _write_filling(code: Code, expr: core.Operate) -> str:
    assert isinstance(expr.form, RowForm)
    item = expr.operands[0]
    if isinstance(item, core.Immediate):
        return literal(code.unit, expr.form, (item.value,) * expr.form.size)
    return fill(code, expr.form, value_as(code, item, expr.form.item))


def _tuple(code: Code, expr: core.Operate) -> str:
    assert isinstance(expr.form, TupleForm)
    pairs = zip(expr.operands, expr.form.parts, strict=True)
    parts = [f".f_{place} = {bare(value_as(code, *pair))}" for place, pair in enumerate(pairs)]
    return write_out(code, expr.form, parts)


def _part(code: Code, expr: core.Operate) -> str:
    items, place = expr.operands
    assert isinstance(items.form, TupleForm) and isinstance(place, core.Immediate)
    form = items.form.parts[place.value]
    return as_form(code, load_text(code.unit.forms.of(form), f"{base(code, items)}.f_{place.value}"), form, expr.form)


STRUCT_WRITERS: dict[Operator, Writer] = {
    Operator.BIT: lambda code, expr: bit(code.unit.forms.of(expr.form), value(code, expr.operands[0])),
    Operator.HAS_BIT: _has_bit,
    Operator.UNITE: _of_two_words,
    Operator.COMMON: _of_two_words,
    Operator.WITHOUT: _of_two_words,
    Operator.SHIFT: _write_shift,
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
    Operator.JOIN: _write_concatenation,
    Operator.REVERSE: _write_change(whole.reverse_items),
    Operator.FIRST_ITEMS: _slice,
    Operator.LAST_ITEMS: _slice,
    Operator.DROP_FIRST: _slice,
    Operator.DROP_LAST: _slice,
    Operator.SHUFFLE: _write_change(whole.shuffle),
    Operator.SEQUENCE: _sequence,
    Operator.FILL: _write_filling,
    Operator.TUPLE: _tuple,
    Operator.PART: _part,
}
"""What is written for an operator."""
