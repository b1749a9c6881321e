"""Conditions that may be computed where nobody asks, at less than the cost of a branch."""

from __future__ import annotations

from cython_ext.layout.states import Forms, bounds, is_number
from rules_dsl.ir.core import nodes as core
from rules_dsl.ir.core.forms import NumberForm, RowForm, WordForm
from rules_dsl.ir.core.nodes import Operator
from rules_dsl.ir.core.walk import walk_expression

MOST_HARMLESS = 8
"""More parts than that are not computed in vain."""
COMPARING = {Operator.EQUAL, Operator.UNEQUAL, Operator.LESS, Operator.AT_MOST, Operator.IS_NONE}


def is_harmless(forms: Forms, expr: core.CoreExpr) -> bool:
    """Is it a few comparisons and tests of bits that are defined whatever comes?"""
    return len(list(walk_expression(expr))) <= 2 * MOST_HARMLESS and _is_harmless(forms, expr)


def _is_harmless(forms: Forms, expr: core.CoreExpr) -> bool:
    match expr:
        case core.Operate(Operator.NOT | Operator.AND | Operator.OR, operands):
            return all(_is_harmless(forms, operand) for operand in operands)
        case core.Operate(Operator.HAS_BIT, (word, place)):
            return (
                isinstance(word.form, WordForm)
                and forms.of(word.form).kind == "word"
                and _is_direct(word)
                and _is_register(place)
            )
        case core.Operate(operator, operands) if operator in COMPARING:
            return all(is_number(operand.form) and _is_direct(operand) for operand in operands)
        case _:
            return False


def _is_direct(expr: core.CoreExpr) -> bool:
    """Is it there without computing?"""
    match expr:
        case core.Register() | core.Immediate() | core.StateSlot():
            return True
        case core.Operate(Operator.UNWRAP, (inner,)):
            return is_number(inner.form) and _is_direct(inner)
        case core.Operate(Operator.ITEM, (core.StateSlot(_, RowForm(_, size)), place)):
            return _is_within(place, size)
        case _:
            return False


def _is_within(place: core.CoreExpr, size: int) -> bool:
    """Is it surely a place of a row? An option that may be none is not."""
    if not isinstance(place.form, NumberForm) or not (isinstance(place, core.Immediate) or _is_sum(place)):
        return False
    low, high = bounds(place.form)
    return low >= 0 and high < size


def _is_register(expr: core.CoreExpr) -> bool:
    """A register, or one with a constant added; the value of an option whether it is none or not."""
    match expr:
        case core.Operate(Operator.UNWRAP, (core.Register(),)):
            return True
        case _:
            return _is_sum(expr)


def _is_sum(expr: core.CoreExpr) -> bool:
    match expr:
        case core.Register():
            return True
        case core.Operate(Operator.ADD | Operator.SUBTRACT, (core.Register(), core.Immediate())):
            return True
        case _:
            return False
