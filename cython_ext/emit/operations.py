"""Expressions of core as C: a name, a number, a path, a call or something in brackets.

What does not fit in an expression is written as lines before it. Nothing in core fails; still, what an operand guards
is computed behind it only, for it may read beyond an array. What is written for each operator stands in `scalars.py` and
`structs.py`; the unit has the table.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from cython_ext.emit.code import Code
from cython_ext.emit.parts import as_form, keep_whole
from cython_ext.emit.texts import bare, is_atom
from cython_ext.emit.unsupported import NoTranslation
from cython_ext.emit.values import (
    cast,
    initialiser,
    literal,
    load_text,
)
from rules_dsl.ir.core import nodes as core
from rules_dsl.ir.core.forms import CoreForm, form_of
from rules_dsl.ir.core.nodes import Operator
from rules_dsl.source import NOWHERE

MAKING = {
    Operator.SEQUENCE, Operator.JOIN, Operator.FIRST_ITEMS, Operator.LAST_ITEMS, Operator.DROP_FIRST,
    Operator.DROP_LAST, Operator.TUPLE, Operator.FILL,
}  # fmt: skip
"""Operators that make a struct, in whatever form is wanted."""
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
            return load_text(code.unit.forms.of(form), code.variable(code.unit.game.variables[place].name))
        case core.Operate(operator):
            return code.unit.writers[operator](code, expr)
        case core.Invoke():
            return _invoke(code, expr)
        case core.CanAct(action, player):
            return f"{code.unit.possible(action, NOWHERE)}({code.state}, fail, {bare(value(code, player))})"
        case core.AskStuck():
            return code.stuck
        case core.SayValue():
            raise NoTranslation("text in an expression")
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
    return keep_whole(code, value(code, expr), expr.form)


def constant(code: Code, name: str) -> str:
    """A constant of the program: its table, or what it is if that is short."""
    unit = code.unit
    if name not in unit.constant_texts:
        found = unit.lowering.find_pooled(name)
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
