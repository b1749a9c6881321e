"""Operators of core on numbers, truths and options."""

from __future__ import annotations

from cython_ext.emit import collections as whole
from cython_ext.emit.code import Code, Writer
from cython_ext.emit.harmless import is_harmless
from cython_ext.emit.operations import base, integer, value, value_as
from cython_ext.emit.parts import as_form, write_out
from cython_ext.emit.texts import bare, negate, number
from cython_ext.emit.unsupported import NoTranslation
from cython_ext.emit.values import (
    SUFFIX,
    load_text,
    shift_text,
    test_equal,
    widest,
)
from cython_ext.layout.states import bounds, is_number, none_of
from rules_dsl.ir.core import nodes as core
from rules_dsl.ir.core.forms import OptionForm, SequenceForm
from rules_dsl.ir.core.nodes import Operator

SIGNS = {Operator.ADD: "+", Operator.SUBTRACT: "-", Operator.MULTIPLY: "*", Operator.LESS: "<", Operator.AT_MOST: "<="}


# -- numbers ----------------------------------------------------------------------------------------------------------


def _number_type(code: Code, expr: core.Operate) -> str:
    return widest(*[code.unit.forms.of(part.form).value for part in (expr, *expr.operands)])


def _arithmetic(code: Code, expr: core.Operate) -> str:
    kind = _number_type(code, expr)
    left, right = expr.operands
    if isinstance(right, core.Immediate) and expr.operator in (Operator.ADD, Operator.SUBTRACT):
        return shift_text(integer(code, left, kind), right.value if expr.operator is Operator.ADD else -right.value)
    return f"({integer(code, left, kind)} {SIGNS[expr.operator]} {integer(code, right, kind)})"


def _write_division(code: Code, expr: core.Operate) -> str:
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


def _of_function(name: str) -> Writer:
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
        text = test_equal(code.unit, form, value_as(code, left, form), value_as(code, right, form), code)
    return text if expr.operator is Operator.EQUAL else _contrary(text)


def _contrary(equal: str) -> str:
    """!= from the text of one comparison by ==."""
    if equal.startswith("(") and equal.count(" == ") == 1 and "?" not in equal and "&&" not in equal:
        return equal.replace(" == ", " != ")
    return negate(equal)


def _not(code: Code, expr: core.Operate) -> str:
    (operand,) = expr.operands
    compares = isinstance(operand, core.Operate) and operand.operator in (Operator.EQUAL, Operator.IS_NONE)
    return _contrary(value(code, operand)) if compares else negate(value(code, operand))


def _write_comparison(code: Code, expr: core.Operate) -> str:
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
    return text if is_number(expr.form) else write_out(code, expr.form, [f".value = {bare(text)}", ".has = 1"])


def _write_unwrapping(code: Code, expr: core.Operate) -> str:
    (option,) = expr.operands
    assert isinstance(option.form, OptionForm)
    if is_number(option.form):
        return value(code, option)
    return as_form(
        code, load_text(code.unit.forms.of(option.form.item), f"{base(code, option)}.value"), option.form.item, expr.form
    )


def _text(code: Code, expr: core.Operate) -> str:
    raise NoTranslation("text in an expression")


SCALAR_WRITERS: dict[Operator, Writer] = {
    Operator.ADD: _arithmetic,
    Operator.SUBTRACT: _arithmetic,
    Operator.MULTIPLY: _arithmetic,
    Operator.DIVIDE: _write_division,
    Operator.REMAINDER: _write_division,
    Operator.NEGATE: lambda code, expr: f"(-{integer(code, expr.operands[0], _number_type(code, expr))})",
    Operator.ABSOLUTE: _of_function("rw_abs"),
    Operator.LEAST: _of_function("rw_least"),
    Operator.MOST: _of_function("rw_most"),
    Operator.EQUAL: _equal,
    Operator.UNEQUAL: _equal,
    Operator.LESS: _write_comparison,
    Operator.AT_MOST: _write_comparison,
    Operator.BETWEEN: _between,
    Operator.NOT: _not,
    Operator.AND: _logic,
    Operator.OR: _logic,
    Operator.CHOOSE: _choose,
    Operator.NUMBER_OF: lambda code, expr: value(code, expr.operands[0]),
    Operator.TRUTH_OF: lambda code, expr: value(code, expr.operands[0]),
    Operator.IS_NONE: _is_none,
    Operator.PRESENT: _present,
    Operator.UNWRAP: _write_unwrapping,
    Operator.LETTERS: _text,
    Operator.TEXT: _text,
}
"""What is written for an operator."""
