"""Core as text: one line a statement. For people and golden tests; nothing reads it back."""

from __future__ import annotations

from typing import assert_never

from rules_dsl.ir.core import nodes as core
from rules_dsl.ir.core.program import (
    CoreFunction,
    CoreProgram,
)

STEP = "  "


def print_program(program: CoreProgram) -> str:
    """A whole program."""
    lines = [f"program {program.name}"]
    lines += [f"slot s{place} {slot.name}: {slot.form}" for place, slot in enumerate(program.slots)]
    lines += [f"constant {constant.name}: {constant.form}" for constant in program.constants]
    for function in program.functions:
        lines += ["", *print_function(function)]
    return "\n".join(lines) + "\n"


def print_function(function: CoreFunction) -> list[str]:
    """A function with its head."""
    given = ", ".join(f"{parameter.name}: {parameter.form}" for parameter in function.parameters)
    result = "" if function.form is None else f" -> {function.form}"
    return [f"{function.role.name.lower()} {function.name}({given}){result}", *_block(function.body, 1)]


def _block(block: core.Block, depth: int) -> list[str]:
    return [line for statement in block for line in _statement(statement, depth)]


def _statement(statement: core.Statement, depth: int) -> list[str]:
    lead = STEP * depth
    match statement:
        case core.Conditional(condition, then, otherwise):
            last = [f"{lead}else", *_block(otherwise, depth + 1)] if otherwise else []
            return [f"{lead}if {print_expression(condition)}", *_block(then, depth + 1), *last]
        case core.Traverse(register, source, body, label):
            head = f"{lead}{label}: for {register.name}: {register.form} in {_source(source)}"
            return [head, *_block(body, depth + 1)]
        case core.Cycle(condition, body, label):
            return [f"{lead}{label}: while {print_expression(condition)}", *_block(body, depth + 1)]
        case core.TakeChoice(register, allowed, body):
            return [f"{lead}choose {register.name}: {register.form} among {allowed.name}", *_block(body, depth + 1)]
        case _:
            return [lead + _simple(statement)]


Simple = (
    core.StoreInto
    | core.PushOnto
    | core.LeaveLoop
    | core.ReturnValue
    | core.FailWith
    | core.RefuseMove
    | core.LegalMove
    | core.PerformEffect
    | core.RestAt
    | core.ResumeAt
)


def _simple(statement: Simple) -> str:
    match statement:
        case core.StoreInto(target, path, value):
            return f"{print_expression(target)}{''.join(_step(step) for step in path)} = {print_expression(value)}"
        case core.PushOnto(target, value):
            return f"push {target.name}, {print_expression(value)}"
        case core.LeaveLoop(label):
            return f"leave {label}"
        case core.ReturnValue(value):
            return f"return {print_expression(value)}"
        case core.FailWith(failure, arguments):
            return (
                f"fail {print_failure(failure)}{''.join(f', {print_expression(argument)}' for argument in arguments)}"
            )
        case core.RefuseMove():
            return "refuse"
        case core.LegalMove(arguments):
            return f"legal move({', '.join(argument.name for argument in arguments)})"
        case core.PerformEffect(function):
            return f"perform {function}"
        case core.RestAt(node):
            return f"rest at {node}"
        case core.ResumeAt(node):
            return f"resume at {print_expression(node)}"
        case _:
            assert_never(statement)


def _step(step: core.PathStep) -> str:
    return f"[{print_expression(step.index)}]" if isinstance(step, core.ItemStep) else f".{step.number}"


def _source(source: core.TraverseSource) -> str:
    match source:
        case core.NumbersFrom(low, high):
            return f"{print_expression(low)}..{print_expression(high)}"
        case core.BitsOf(word, low):
            return f"bits {print_expression(word)}" + (f" from {low}" if low else "")
        case core.ItemsOf(sequence):
            return f"items {print_expression(sequence)}"
        case _:
            assert_never(source)


def print_failure(failure: core.CoreFailure) -> str:
    """A failure with its place and words; what is said of arguments stands as `{0}`."""
    return f"{failure.code} at {failure.span} {print_words(failure.message)!r}"


def print_words(words: core.FailureWords) -> str:
    """The words of a failure."""
    return "".join(
        word
        if isinstance(word, str)
        else f"{{{word.number}}}"
        if isinstance(word, core.ArgumentText)
        else f"{{names {word.number}}}"
        for word in words
    )


def print_expression(expr: core.CoreExpr) -> str:
    """An expression; operators are written as calls."""
    match expr:
        case core.Immediate(value):
            return repr(value)
        case core.Pooled(name):
            return f"@{name}"
        case core.Register(name):
            return name
        case core.StateSlot(place):
            return f"s{place}"
        case core.Operate(operator, parts):
            return f"{operator.name.lower()}({', '.join(print_expression(part) for part in parts)})"
        case core.SayValue(value, type_):
            return f"say({print_expression(value)} as {type_})"
        case core.Invoke(function, arguments):
            return f"{function}({', '.join(print_expression(argument) for argument in arguments)})"
        case core.CanAct(action, player):
            return f"can {action}({print_expression(player)})"
        case core.AskStuck():
            return "stuck"
        case _:
            assert_never(expr)
