"""Conditions on one name, for all its values at once, as functions of C."""

from __future__ import annotations

from collections.abc import Callable

from cython_ext.emit import expressions
from cython_ext.emit.code import Code
from cython_ext.emit.decisions import Obstacle, ObstacleError
from cython_ext.emit.evaluator import Evaluator
from cython_ext.emit.lookups import WIDEST
from cython_ext.emit.texts import bare
from cython_ext.emit.unsupported import NoTranslation
from cython_ext.emit.values import not_empty
from cython_ext.emit.words import TooLarge, Word, Words
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.names import free_locals
from rules_dsl.ir.rebuild import walk
from rules_dsl.ir.state_reads import STATE
from rules_dsl.ir.types import Type, cardinality
from rules_dsl.quantities import quantity


def vector_mask(code: Code, name: str, type_: Type, condition: ir.Expr) -> str | Obstacle:
    """The set of the values for which a condition holds, as a call of a function, or why it cannot be had in words.

    That is tried once.
    """
    known = code.unit.hindered.get((name, condition))
    if known is not None:
        return known
    result = _call_of(code, name, type_, condition, lambda words, result: (words.form.value, words.text(result)))
    if isinstance(result, Obstacle):
        code.unit.hindered[name, condition] = result
    return result


def vector_any(code: Code, name: str, type_: Type, condition: ir.Expr) -> str | Obstacle:
    """Is there a value for which a condition holds? Only if that is less work than to find all of them."""

    def any_(words: Words, result: Word) -> tuple[str, str]:
        fewer = words.witnesses(result)
        if fewer is None:
            raise ObstacleError("there is nothing to save")
        return "int32_t", bare(not_empty(words.form, words.text(fewer)))

    return _call_of(code, name, type_, condition, any_)


def _call_of(
    code: Code, name: str, type_: Type, condition: ir.Expr, finish: Callable[[Words, Word], tuple[str, str]]
) -> str | Obstacle:
    """A call of a function of its own, which is shared by all that ask the same."""
    if not 2 <= cardinality(type_) <= WIDEST:
        return Obstacle(f"{quantity(cardinality(type_), 'value')} do not fit a word (2 to {WIDEST})")
    if STATE in code.unit.effects.reads(condition):
        return Obstacle("it asks for the legal moves", condition.span)
    free = free_locals(condition) - {name}
    types = {part.name: part.type for part in walk(condition) if isinstance(part, ir.Local) and part.name in free}
    inner = Code(code.unit)
    heads = []
    for number_, (local, kind) in enumerate(types.items()):
        inner.locals[local] = f"p{number_}"
        heads.append(f"const {code.unit.forms.of(kind).value} p{number_} RW_UNUSED")
    evaluator = Evaluator(inner, type_)
    try:
        word = evaluator.flag(evaluator.value(condition, {name: evaluator.subject()}))
        result, text = finish(evaluator.words, word)
    except ObstacleError as hindered:
        return hindered.obstacle
    except (TooLarge, NoTranslation):
        return Obstacle("it would take too many words", condition.span)
    inner.prune(inner.out, text)
    lines = [*inner.finish(), f"    return {text};"]

    def write(made: str) -> list[str]:
        given = ", ".join(["const state *s RW_UNUSED", "rw_failure *fail RW_UNUSED", *heads])
        return [f"RW_FUNCTION {result} {made}({given})", "{", *lines, "}"]

    arguments = ", ".join([code.state, "fail", *[expressions.local(code, local) for local in types]])
    return f"{code.unit.helper(chr(10).join([result, *heads, *lines]), 'where', write)}({arguments})"
