"""Domains of parameters, choices and chance: each value once, in ascending order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.evaluate import ClosureCompiler
from rules_dsl.ir.evaluate_clauses import items
from rules_dsl.ir.frames import Frame
from rules_dsl.ir.texts import phrase_value
from rules_dsl.ir.types import ListType, Type, Value, ordinal, values
from rules_dsl.machine.refusing import RefusalKind, refuse_in

Values = Callable[[Frame], Sequence[Value]]

SHOWN = 12
"""How many values of a domain a refusal names."""


def domain_values(compiler: ClosureCompiler, domain: ir.Expr) -> Values:
    """The values of a domain as a set, upwards."""
    result = items(compiler, domain)
    if not isinstance(domain.type, ListType):
        return result
    item = domain.type.item
    return lambda frame: sorted(set(result(frame)), key=lambda value: ordinal(item, value))


def parameter_values(compiler: ClosureCompiler, parameter: ir.Parameter) -> Values:
    """The values a parameter may take, upwards."""
    if parameter.domain is not None:
        return domain_values(compiler, parameter.domain)
    everything = tuple(values(parameter.type))
    return lambda frame: everything


def not_among(language: str, type_: Type, value: Value, allowed: Sequence[Value]) -> str:
    """Why a value outside its domain is refused."""
    if not allowed:
        return refuse_in(language, RefusalKind.NOTHING, say_any_value(type_, value))
    shown = ", ".join([phrase_value(type_, item) for item in allowed[:SHOWN]] + ["…"] * (len(allowed) > SHOWN))
    return refuse_in(language, RefusalKind.NOT_AMONG, say_any_value(type_, value), shown)


def say_any_value(type_: Type, value: Value) -> str:
    """A value in a sentence, even if it is not of the type."""
    try:
        return phrase_value(type_, value)
    except (IndexError, TypeError, ValueError):
        return str(value)
