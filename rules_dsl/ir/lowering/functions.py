"""Functions of the rules, and entries that give one value."""

from __future__ import annotations

from collections.abc import Callable

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.core import nodes as core
from rules_dsl.ir.core.forms import form_of
from rules_dsl.ir.core.nodes import Operator
from rules_dsl.ir.core.program import CoreFunction, FunctionRole
from rules_dsl.ir.lowering.actions import note
from rules_dsl.ir.lowering.builder import FunctionBuilder, operate
from rules_dsl.ir.lowering.conversions import Conversion, does_not_fit
from rules_dsl.ir.types import Type

Finish = Callable[[core.CoreExpr], core.CoreExpr]


def lower_function(build: FunctionBuilder, function: ir.Function) -> CoreFunction:
    """`f NAME`: a function of the rules."""
    parameters = tuple(build.bind(parameter.name, parameter.type) for parameter in function.parameters)
    body, target = function.body, function.type
    conversion = Conversion(build, does_not_fit(target, body.span))
    put_return(build, body, target, lambda value: conversion.convert(value, body.type, target))
    title = note(f"define {function.name}", function.rule)
    return CoreFunction(
        f"f {function.name}", FunctionRole.VALUE, parameters, build.statements(), form_of(target), title
    )


def put_return(build: FunctionBuilder, expr: ir.Expr, target: Type, finish: Finish) -> None:
    """The function ends with the value of an expression; branches that need statements end it by themselves."""
    match expr:
        case ir.LetIn(name, given, body):
            found = build.value(given)
            build.set(build.bind(name, given.type), found)
            put_return(build, body, target, finish)
        case ir.IfElse():
            _return_either(build, expr, target, finish)
        case _:
            build.put(core.ReturnValue(finish(build.value(expr))))


def _return_either(build: FunctionBuilder, expr: ir.IfElse, target: Type, finish: Finish) -> None:
    condition = build.value(expr.condition)
    with build.aside() as then:
        put_return(build, expr.then, target, finish)
    with build.aside() as otherwise:
        put_return(build, expr.otherwise, target, finish)
    match then, otherwise:
        case [core.ReturnValue(yes)], [core.ReturnValue(no)]:
            build.put(core.ReturnValue(operate(Operator.CHOOSE, condition, yes, no, form=form_of(target))))
        case _:
            build.put(core.Conditional(condition, tuple(then)))
            for statement in otherwise:
                build.put(statement)
