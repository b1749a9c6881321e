"""Closures of operators."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.arithmetic import itemwise
from rules_dsl.ir.conversions import ordinal_in
from rules_dsl.ir.failures import stop_play
from rules_dsl.ir.frames import Closure, Frame
from rules_dsl.ir.types import BagType, EnumType, IntType, ListType, RecordType, SetType, Type, Value

if TYPE_CHECKING:
    from rules_dsl.ir.evaluate import ClosureCompiler

General = Callable[[Closure, Closure], Closure]
WithConstant = Callable[[Closure, Value], Closure]

# operator → the closure of two closures, and of a closure and a constant
PLAIN: dict[str, tuple[General, WithConstant]] = {
    "==": (lambda a, b: lambda f: a(f) == b(f), lambda a, c: lambda f: a(f) == c),
    "!=": (lambda a, b: lambda f: a(f) != b(f), lambda a, c: lambda f: a(f) != c),
    "<": (lambda a, b: lambda f: a(f) < b(f), lambda a, c: lambda f: a(f) < c),
    "<=": (lambda a, b: lambda f: a(f) <= b(f), lambda a, c: lambda f: a(f) <= c),
    ">": (lambda a, b: lambda f: a(f) > b(f), lambda a, c: lambda f: a(f) > c),
    ">=": (lambda a, b: lambda f: a(f) >= b(f), lambda a, c: lambda f: a(f) >= c),
    "+": (lambda a, b: lambda f: a(f) + b(f), lambda a, c: lambda f: a(f) + c),
    "-": (lambda a, b: lambda f: a(f) - b(f), lambda a, c: lambda f: a(f) - c),
    "*": (lambda a, b: lambda f: a(f) * b(f), lambda a, c: lambda f: a(f) * c),
    "min": (lambda a, b: lambda f: min(a(f), b(f)), lambda a, c: lambda f: min(a(f), c)),
    "max": (lambda a, b: lambda f: max(a(f), b(f)), lambda a, c: lambda f: max(a(f), c)),
    "and": (lambda a, b: lambda f: a(f) and b(f), lambda a, c: lambda f: a(f) and c),
    "or": (lambda a, b: lambda f: a(f) or b(f), lambda a, c: lambda f: a(f) or c),
    "implies": (lambda a, b: lambda f: not a(f) or b(f), lambda a, c: lambda f: not a(f) or c),
    "union": (lambda a, b: lambda f: a(f) | b(f), lambda a, c: lambda f: a(f) | c),
    "difference": (lambda a, b: lambda f: a(f) & ~b(f), lambda a, c: lambda f: a(f) & ~c),
    "common": (lambda a, b: lambda f: a(f) & b(f), lambda a, c: lambda f: a(f) & c),
    "concat": (lambda a, b: lambda f: a(f) + b(f), lambda a, c: lambda f: a(f) + c),
    "subset": (lambda a, b: lambda f: a(f) & ~b(f) == 0, lambda a, c: lambda f: a(f) & ~c == 0),
}


def unary(compiler: ClosureCompiler, expr: ir.Unary) -> Closure:
    """`not` and `-`."""
    operand = compiler.closure(expr.operand)
    if expr.operator == "not":
        return lambda frame: not operand(frame)
    return lambda frame: -operand(frame)


def binary(compiler: ClosureCompiler, expr: ir.Binary) -> Closure:
    """All operators with two operands."""
    match expr.operator:
        case "in":
            return _contains(compiler, expr)
        case "/" | "%":
            return _divide(compiler, expr)
        case "add" | "subtract":
            return itemwise_closure(compiler, expr)
        case "<=" if isinstance(expr.left.type, SetType):
            return _plain("subset", compiler, expr)
        case "union" | "difference" | "common" | "concat":
            return _align_operands(compiler, expr)
        case operator:
            return _plain(operator, compiler, expr)


def if_else(compiler: ClosureCompiler, expr: ir.IfElse) -> Closure:
    """Only the branch that is taken is evaluated."""
    condition = compiler.closure(expr.condition)
    then = compiler.closure(expr.then)
    otherwise = compiler.closure(expr.otherwise)
    return lambda frame: then(frame) if condition(frame) else otherwise(frame)


def itemwise_closure(compiler: ClosureCompiler, expr: ir.Binary) -> Closure:
    """`add` and `subtract`; a sum that leaves the range of its item stops the play."""
    left = compiler.convert_value(expr.left, expr.type, expr)
    right = compiler.convert_value(expr.right, expr.type, expr)
    combine = itemwise(expr.type, 1 if expr.operator == "add" else -1, expr.span)
    return lambda frame: combine(left(frame), right(frame))


def _plain(operator: str, compiler: ClosureCompiler, expr: ir.Binary) -> Closure:
    general, with_constant = PLAIN[operator]
    left = compiler.closure(expr.left)
    if isinstance(expr.right, ir.Literal):
        return with_constant(left, expr.right.value)
    return general(left, compiler.closure(expr.right))


def _align_operands(compiler: ClosureCompiler, expr: ir.Binary) -> Closure:
    """Sets and lists whose operands may be over parts of the result's item type."""
    general, _ = PLAIN[expr.operator]
    return general(
        *[compiler.convert_value(side, _loosen_length(expr.type, side.type), expr) for side in (expr.left, expr.right)]
    )


def _loosen_length(result: Type, side: Type) -> Type:
    """The result's type with the length of the side: how long a list may be is known only of the whole."""
    if isinstance(result, ListType) and isinstance(side, ListType):
        return ListType(result.item, side.most)
    return result


def _divide(compiler: ClosureCompiler, expr: ir.Binary) -> Closure:
    left = compiler.closure(expr.left)
    right = compiler.closure(expr.right)
    quotient = expr.operator == "/"
    if isinstance(expr.right, ir.Literal) and expr.right.value != 0:
        number = expr.right.value
        return (lambda frame: left(frame) // number) if quotient else (lambda frame: left(frame) % number)

    def divide(frame: Frame) -> int:
        dividend, divisor = left(frame), right(frame)
        if divisor == 0:
            stop_play("E0905", f"{dividend} {expr.operator} 0 has no value", expr.span, label="the divisor is 0 here")
        result: int = dividend // divisor if quotient else dividend % divisor
        return result

    return divide


def _contains(compiler: ClosureCompiler, expr: ir.Binary) -> Closure:
    item = compiler.closure(expr.left)
    whole = compiler.closure(expr.right)
    match expr.right.type:
        case SetType(kind):
            return _in_set(item, whole, expr.left.type, kind)
        case BagType(kind):
            find = ordinal_in(kind)
            return lambda frame: (number := find(item(frame))) >= 0 and whole(frame)[number] > 0
        case _:
            return lambda frame: item(frame) in whole(frame)


def _in_set(item: Closure, whole: Closure, given: Type, kind: Type) -> Closure:
    if isinstance(kind, IntType) and isinstance(given, IntType) and kind.low <= given.low and given.high <= kind.high:
        low = kind.low
        return lambda frame: whole(frame) >> (item(frame) - low) & 1 == 1
    if given == kind and isinstance(kind, EnumType | RecordType):
        return lambda frame: whole(frame) >> item(frame) & 1 == 1
    find = ordinal_in(kind)
    return lambda frame: (number := find(item(frame))) >= 0 and whole(frame) >> number & 1 == 1
