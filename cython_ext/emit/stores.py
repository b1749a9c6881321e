"""Single statements of core as lines of C: values put into places, and failures."""

from __future__ import annotations

from collections.abc import Sequence

from cython_ext.emit.code import Code
from cython_ext.emit.operations import value, value_as
from cython_ext.emit.parts import put_entry
from cython_ext.emit.texts import bare
from cython_ext.emit.unsupported import NoTranslation
from rules_dsl.ir.core import nodes as core
from rules_dsl.ir.core.forms import CoreForm, NumberForm, RowForm, TupleForm


def write_failure(code: Code, failure: core.FailWith) -> None:
    """The lines that note a failure and leave the function."""
    note_failure(code, failure)
    code.out.line(code.exit)


def note_failure(code: Code, failure: core.FailWith) -> None:
    """The line that notes a failure."""
    stop = failure.failure
    argument = next((value(code, part) for part in failure.arguments if isinstance(part.form, NumberForm)), "0")
    label = (
        "".join([word for word in stop.label if isinstance(word, str)])
        if all(isinstance(word, str) for word in stop.label)
        else ""
    )
    code.out.line(f"rw_fail(fail, {int(stop.code[1:])}, {code.place(stop.code, stop.span, label)}, {bare(argument)});")


def put_into(code: Code, path: str, form: CoreForm, steps: Sequence[core.PathStep], expr: core.CoreExpr) -> None:
    """The lines that put a value into a part of what is at a path."""
    if not steps:
        code.out.line(f"{path} = {bare(value_as(code, expr, form))};")
        return
    step, *rest = steps
    match step, form:
        case core.PartStep(place), TupleForm(parts):
            put_into(code, f"{path}.f_{place}", parts[place], rest, expr)
        case core.ItemStep(index), RowForm(item) if not rest:
            put_entry(code, path, form, value(code, index), value_as(code, expr, item))
        case core.ItemStep(index), RowForm(item):
            put_into(code, f"{path}.e[{bare(value(code, index))}]", item, rest, expr)
        case _:
            raise NoTranslation(f"a part of {form}")
