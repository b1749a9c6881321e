"""Which numbers an operation may give: the range of its form. Back-ends choose the width of a number by it."""

from __future__ import annotations

from collections.abc import Sequence

from rules_dsl.ir.core.forms import NUMBER, CoreForm, NumberForm, RowForm, SequenceForm, TruthForm, WordForm
from rules_dsl.ir.core.nodes import CoreExpr, Operator


def range_of(operator: Operator, operands: Sequence[CoreExpr]) -> NumberForm:
    """The range of the numbers that an operation gives."""
    forms = [operand.form for operand in operands]
    match operator, forms:
        case Operator.COUNT_BITS, [WordForm(size)]:
            return NumberForm(0, size)
        case Operator.LENGTH, [SequenceForm(_, most)]:
            return NumberForm(0, most)
        case Operator.TOTAL, [RowForm(NumberForm(_, high), size)]:
            return NumberForm(0, high * size)
        case Operator.ITEM, [(RowForm(NumberForm() as item) | SequenceForm(NumberForm() as item)), _]:
            return item
        case Operator.CHOOSE, [_, yes, no]:
            return NumberForm(min(_low(yes), _low(no)), max(_high(yes), _high(no)))
        case _:
            return _of_numbers(operator, [(_low(form), _high(form)) for form in forms])


def _of_numbers(operator: Operator, ranges: Sequence[tuple[int, int]]) -> NumberForm:
    match operator, ranges:
        case Operator.ADD, [(low, high), (least, most)]:
            return NumberForm(low + least, high + most)
        case Operator.SUBTRACT, [(low, high), (least, most)]:
            return NumberForm(low - most, high - least)
        case Operator.MULTIPLY, [left, right]:
            return _hull([one * other for one in left for other in right])
        case Operator.DIVIDE, [(low, high), (least, _)]:
            return NumberForm(min(low, 0), max(high, 0)) if least > 0 else _hull([low, -low, high, -high])
        case Operator.REMAINDER, [_, (least, most)]:
            return NumberForm(min(least + 1, 0), max(most - 1, 0))
        case Operator.NEGATE, [(low, high)]:
            return NumberForm(-high, -low)
        case Operator.ABSOLUTE, [(low, high)]:
            return NumberForm(0, max(-low, high, 0))
        case Operator.LEAST, [(low, high), (least, most)]:
            return NumberForm(min(low, least), min(high, most))
        case Operator.MOST, [(low, high), (least, most)]:
            return NumberForm(max(low, least), max(high, most))
        case Operator.NUMBER_OF, _:
            return NumberForm(0, 1)
        case _:
            return NUMBER


def _hull(numbers: Sequence[int]) -> NumberForm:
    return NumberForm(min(numbers), max(numbers))


def _low(form: CoreForm) -> int:
    return form.low if isinstance(form, NumberForm) else 0


def _high(form: CoreForm) -> int:
    match form:
        case NumberForm(low, high):
            return max(low, high)
        case TruthForm():
            return 1
        case _:
            return 0
