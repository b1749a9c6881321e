"""Which forms the operators of core take and give."""

from __future__ import annotations

from rules_dsl.ir.core.forms import (
    NUMBER,
    TEXT_FORM,
    TRUTH,
    CoreForm,
    NumberForm,
    OptionForm,
    RowForm,
    SequenceForm,
    TextForm,
    TruthForm,
    TupleForm,
    WordForm,
)
from rules_dsl.ir.core.nodes import Immediate, Operate, Operator

BINARY_NUMBERS = {
    Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY, Operator.DIVIDE, Operator.REMAINDER, Operator.LEAST,
    Operator.MOST,
}  # fmt: skip
OF_TWO_WORDS = {Operator.UNITE, Operator.COMMON, Operator.WITHOUT}
PARTS_OF_SEQUENCES = {Operator.FIRST_ITEMS, Operator.LAST_ITEMS, Operator.DROP_LAST, Operator.SHUFFLE}


def agree(one: CoreForm, other: CoreForm) -> bool:
    """May a value of one form stand where one of the other is wanted? Ranges and lengths are tested while playing."""
    match one, other:
        case (NumberForm(), NumberForm()) | (TruthForm(), TruthForm()) | (TextForm(), TextForm()):
            return True
        case WordForm(size), WordForm(wanted):
            return size == wanted
        case OptionForm(item), OptionForm(wanted):
            return agree(item, wanted)
        case RowForm(item, size), RowForm(wanted, count):
            return size == count and agree(item, wanted)
        case SequenceForm(item), SequenceForm(wanted):
            return agree(item, wanted)
        case TupleForm(parts), TupleForm(wanted):
            return len(parts) == len(wanted) and all(
                agree(part, other_part) for part, other_part in zip(parts, wanted, strict=True)
            )
        case _:
            return False


def fits_signature(expr: Operate) -> bool:
    """Do the operands have forms that the operator takes, and is the form of the result what it gives?"""
    forms = tuple(operand.form for operand in expr.operands)
    plain = _plain(expr.operator)
    if plain is not None:
        taken, given = plain
        return len(forms) == len(taken) and all(map(agree, forms, taken)) and agree(expr.form, given)
    return _of_any(expr, forms) or _of_words(expr, forms) or _of_collections(expr, forms)


def _plain(operator: Operator) -> tuple[tuple[CoreForm, ...], CoreForm] | None:
    """The signature of operators on numbers, truths and texts."""
    if operator in BINARY_NUMBERS:
        return (NUMBER, NUMBER), NUMBER
    match operator:
        case Operator.NEGATE | Operator.ABSOLUTE:
            return (NUMBER,), NUMBER
        case Operator.BETWEEN:
            return (NUMBER, NUMBER, NUMBER), TRUTH
        case Operator.NOT:
            return (TRUTH,), TRUTH
        case Operator.AND | Operator.OR:
            return (TRUTH, TRUTH), TRUTH
        case Operator.NUMBER_OF:
            return (TRUTH,), NUMBER
        case Operator.TRUTH_OF:
            return (NUMBER,), TRUTH
        case Operator.LETTERS:
            return (NUMBER,), TEXT_FORM
        case _:
            return None


def _of_any(expr: Operate, forms: tuple[CoreForm, ...]) -> bool:
    match expr.operator, forms:
        case ((Operator.EQUAL | Operator.UNEQUAL), (left, right)):
            return agree(left, right) and agree(expr.form, TRUTH)
        case ((Operator.LESS | Operator.AT_MOST), (left, right)):
            return isinstance(left, NumberForm | TruthForm) and agree(left, right) and agree(expr.form, TRUTH)
        case Operator.CHOOSE, (TruthForm(), yes, no):
            return agree(yes, expr.form) and agree(no, expr.form)
        case Operator.IS_NONE, (OptionForm(),):
            return agree(expr.form, TRUTH)
        case Operator.PRESENT, (item,):
            return agree(OptionForm(item), expr.form)
        case Operator.UNWRAP, (OptionForm(item),):
            return agree(item, expr.form)
        case Operator.TEXT, _:
            return all(isinstance(form, TextForm) for form in forms) and agree(expr.form, TEXT_FORM)
        case _:
            return False


def _of_words(expr: Operate, forms: tuple[CoreForm, ...]) -> bool:
    match expr.operator, forms:
        case Operator.BIT, (NumberForm(),):
            return isinstance(expr.form, WordForm)
        case Operator.HAS_BIT, (WordForm(), NumberForm()):
            return agree(expr.form, TRUTH)
        case Operator.IS_SUBSET, (WordForm() as left, right):
            return agree(left, right) and agree(expr.form, TRUTH)
        case Operator.SHIFT, (WordForm(), NumberForm()):
            return isinstance(expr.operands[1], Immediate) and isinstance(expr.form, WordForm)
        case Operator.BITS_BETWEEN, (NumberForm(), NumberForm()):
            return isinstance(expr.form, WordForm)
        case Operator.COUNT_BITS, (WordForm(),):
            return agree(expr.form, NUMBER)
        case operator, (WordForm() as left, right) if operator in OF_TWO_WORDS:
            return agree(left, right) and agree(left, expr.form)
        case _:
            return False


def _of_collections(expr: Operate, forms: tuple[CoreForm, ...]) -> bool:
    match expr.operator, forms:
        case Operator.SUPPORT, (RowForm(NumberForm(), size),):
            return expr.form == WordForm(size)
        case Operator.TOTAL, (RowForm(NumberForm()),):
            return agree(expr.form, NUMBER)
        case Operator.ITEM, (RowForm(item) | SequenceForm(item), NumberForm()):
            return agree(item, expr.form)
        case Operator.LENGTH, (SequenceForm(),):
            return agree(expr.form, NUMBER)
        case Operator.CONTAINS, (SequenceForm(item), wanted):
            return agree(item, wanted) and agree(expr.form, TRUTH)
        case Operator.JOIN, (SequenceForm() as left, right):
            return agree(left, right) and agree(left, expr.form)
        case ((Operator.REVERSE | Operator.DROP_FIRST), (SequenceForm() as items,)):
            return agree(items, expr.form)
        case operator, (SequenceForm() as items, NumberForm()) if operator in PARTS_OF_SEQUENCES:
            return agree(items, expr.form)
        case _:
            return _made(expr, forms)


def _made(expr: Operate, forms: tuple[CoreForm, ...]) -> bool:
    """Operators that put collections together or take tuples apart."""
    match expr.operator, expr.form:
        case Operator.SEQUENCE, SequenceForm(item):
            return all(agree(form, item) for form in forms)
        case Operator.FILL, RowForm(item, size):
            return (
                len(forms) == 2
                and agree(forms[0], item)
                and isinstance(expr.operands[1], Immediate)
                and expr.operands[1].value == size
            )
        case Operator.TUPLE, TupleForm():
            return agree(TupleForm(forms), expr.form)
        case Operator.PART, form:
            whole, place = expr.operands
            return (
                isinstance(whole.form, TupleForm)
                and isinstance(place, Immediate)
                and agree(whole.form.parts[place.value], form)
            )
        case _:
            return False
