"""What is written in C for expressions of core."""

from __future__ import annotations

import pytest

from cython_ext.emit.code import Code, Unit
from cython_ext.emit.operations import value, value_as
from cython_ext.emit.scalars import SCALAR_WRITERS
from cython_ext.emit.structs import STRUCT_WRITERS
from rules_dsl.ir.core.forms import TRUTH, CoreForm, NumberForm, OptionForm, SequenceForm, WordForm
from rules_dsl.ir.core.nodes import CoreExpr, Immediate, Operate, Operator, Register
from rules_dsl.ir.lowering.builder import number, operate
from rules_dsl.loading import load

FEW, SIGNED, MANY = NumberForm(0, 3), NumberForm(-3, 3), NumberForm(0, 2**40)
X, Y = Register("x", FEW), Register("y", FEW)
ZERO = Operate(Operator.EQUAL, (X, number(0)), TRUTH)
LESS = Operate(Operator.LESS, (X, Y), TRUTH)


@pytest.fixture
def code() -> Code:
    unit = Unit(load("hanoi"))
    unit.writers = SCALAR_WRITERS | STRUCT_WRITERS
    return Code(unit)


def truth(operator: Operator, *operands: CoreExpr) -> Operate:
    return Operate(operator, operands, TRUTH)


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (truth(Operator.NOT, ZERO), "(x != 0)"),
        (truth(Operator.NOT, LESS), "(!(x < y))"),
        (truth(Operator.NOT, truth(Operator.OR, ZERO, LESS)), "(!((x == 0) | (x < y)))"),
        (truth(Operator.NOT, truth(Operator.AND, ZERO, LESS)), "(!((x == 0) & (x < y)))"),
        (truth(Operator.UNEQUAL, X, Y), "(x != y)"),
        (truth(Operator.HAS_BIT, Register("w", WordForm(9)), X), "((int32_t)(w >> (x & 63) & 1))"),
        (operate(Operator.ADD, X, Register("m", MANY)), "(((int64_t)x) + m)"),
        (operate(Operator.DIVIDE, X, number(2)), "(x / 2)"),
        (operate(Operator.DIVIDE, Register("z", SIGNED), number(2)), "rw_divide(z, 2)"),
        (operate(Operator.REMAINDER, X, number(3)), "(x >= 3 ? 0 : x)"),
        (operate(Operator.REMAINDER, Register("z", SIGNED), number(3)), "rw_modulo(z, 3)"),
    ],
)
def test_operators(code: Code, expr: CoreExpr, text: str) -> None:
    assert value(code, expr) == text


@pytest.mark.parametrize(
    ("source", "target", "text"),
    [
        (OptionForm(FEW), OptionForm(FEW), "o"),
        (OptionForm(FEW), OptionForm(SIGNED), "(o == (-1) ? (-4) : o)"),
        (FEW, OptionForm(FEW), "o"),
    ],
)
def test_the_number_for_none_depends_on_the_form(code: Code, source: CoreForm, target: CoreForm, text: str) -> None:
    assert value_as(code, Register("o", source), target) == text


def test_what_an_operand_guards_is_computed_behind_it(code: Code) -> None:
    rest = operate(Operator.REMAINDER, operate(Operator.ADD, X, Y), number(6))
    assert value(code, truth(Operator.AND, ZERO, truth(Operator.EQUAL, rest, number(1)))) == "holds_"
    assert code.out.lines[1].strip() == "if (holds_) {"


def test_a_sequence_of_another_length_is_copied(code: Code) -> None:
    short, long = SequenceForm(FEW, 2), SequenceForm(FEW, 5)
    assert value_as(code, Register("l", short), long).startswith("h__convert")
    made = Operate(Operator.SEQUENCE, (X, Immediate(1, FEW)), short)
    assert value_as(code, made, long) == f"(({code.unit.forms.of(long).value}){{.e = {{x, 1}}, .n = 2}})"
