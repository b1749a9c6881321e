"""Closures of the builtins of `ir.BUILTINS`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.conversions import make_ordinal
from rules_dsl.ir.evaluate_parts import list_as_set
from rules_dsl.ir.failures import stop_play
from rules_dsl.ir.frames import Closure, Frame
from rules_dsl.ir.random_numbers import shuffle_items
from rules_dsl.ir.types import (
    BagType,
    BoolType,
    DeckType,
    ListType,
    SetType,
    Type,
    Value,
    cardinality,
    ordinal,
    value_of,
)

if TYPE_CHECKING:
    from rules_dsl.ir.evaluate import ClosureCompiler

Make = Callable[[ir.Builtin, list[Closure]], Closure]


def builtin(compiler: ClosureCompiler, expr: ir.Builtin) -> Closure:
    """The closure of a builtin."""
    if expr.name == "members":
        return _members(compiler, expr)
    return MAKERS[expr.name](expr, [compiler.closure(argument) for argument in expr.arguments])


def letters(number: int) -> str:
    """1 → a, 26 → z, 27 → aa; nothing below 1."""
    text = ""
    while number > 0:
        number, digit = divmod(number - 1, 26)
        text = chr(ord("a") + digit) + text
    return text


def _one(function: Callable[[Value], Value]) -> Make:
    """A builtin of one argument that looks at the value only."""

    def make(expr: ir.Builtin, arguments: list[Closure]) -> Closure:
        (argument,) = arguments
        return lambda frame: function(argument(frame))

    return make


def _two(function: Callable[[Value, Value], Value]) -> Make:
    def make(expr: ir.Builtin, arguments: list[Closure]) -> Closure:
        first, second = arguments
        return lambda frame: function(first(frame), second(frame))

    return make


def _length(expr: ir.Builtin, arguments: list[Closure]) -> Closure:
    (argument,) = arguments
    match expr.arguments[0].type:
        case SetType():
            return lambda frame: argument(frame).bit_count()
        case BagType():
            return lambda frame: sum(argument(frame))
        case DeckType():
            return lambda frame: len((deck := argument(frame))[0]) + sum(deck[1])
        case _:
            return lambda frame: len(argument(frame))


def _end(place: int, word: str) -> Make:
    """`top` or `last`."""

    def make(expr: ir.Builtin, arguments: list[Closure]) -> Closure:
        (argument,) = arguments

        def run(frame: Frame) -> Value:
            items = argument(frame)
            if not items:
                stop_play("E0903", f"an empty list has no {word}", expr.span, label="the list is empty here")
            return items[place]

        return run

    return make


def _step(by: int) -> Make:
    """`next` or `previous`."""

    def make(expr: ir.Builtin, arguments: list[Closure]) -> Closure:
        (argument,) = arguments
        kind = expr.arguments[0].type
        size = cardinality(kind)
        if make_ordinal(kind) is None and not isinstance(kind, BoolType):
            return lambda frame: (argument(frame) + by) % size
        return lambda frame: value_of(kind, (ordinal(kind, argument(frame)) + by) % size)

    return make


def _number(expr: ir.Builtin, arguments: list[Closure]) -> Closure:
    (argument,) = arguments
    kind = expr.arguments[0].type
    return lambda frame: 1 + ordinal(kind, argument(frame))


def _nth(expr: ir.Builtin, arguments: list[Closure]) -> Closure:
    argument = arguments[-1]
    kind: Type = expr.type
    size = cardinality(kind)

    def run(frame: Frame) -> Value:
        number = argument(frame)
        if not 1 <= number <= size:
            stop_play(
                "E0907", f"{kind} has no value number {number}", expr.span, label=f"this is {number} here, of 1..{size}"
            )
        return value_of(kind, number - 1)

    return run


def _members(compiler: ClosureCompiler, expr: ir.Builtin) -> Closure:
    (argument,) = expr.arguments
    closure = compiler.closure(argument)
    match argument.type, expr.type:
        case BagType(), _:
            return lambda frame: sum([1 << number for number, count in enumerate(closure(frame)) if count])
        case ListType(), SetType(item):
            return list_as_set(compiler, argument, item)
        case _:
            return closure


MAKERS: dict[str, Make] = {
    "len": _length,
    "abs": _one(abs),
    "top": _end(0, "first item"),
    "last": _end(-1, "last item"),
    "rest": _one(lambda items: items[1:]),
    "take_last": _two(lambda items, n: items[-n:] if n > 0 else ()),
    "without_last": _two(lambda items, n: items[:-n] if n > 0 else items),
    "take_first": _two(lambda items, n: items[: max(n, 0)]),
    "reversed": _one(lambda items: items[::-1]),
    "shuffled": _two(shuffle_items),
    "next": _step(1),
    "previous": _step(-1),
    "number": _number,
    "nth": _nth,
    "unseen": _one(lambda deck: deck[1]),
    "known": _one(lambda deck: deck[0]),
    "letter": _one(letters),
}
