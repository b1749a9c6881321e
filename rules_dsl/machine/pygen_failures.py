"""What the generated source calls where the rules fail: the same words as the reference machine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NoReturn

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.failures import stop_play
from rules_dsl.ir.texts import say_value
from rules_dsl.ir.types import Type, Value
from rules_dsl.machine.statements import say_place
from rules_dsl.source import Span

Failure = Callable[[Value], NoReturn]


def misfit(target: Type, span: Span) -> Callable[[Type, Value], NoReturn]:
    """A value, or one inside it, does not fit the type it is converted to."""

    def fail(kind: Type, found: Value) -> NoReturn:
        shown = say_value(kind, found)
        stop_play("E0901", f"{shown} does not fit {target}", span, label=f"this is {shown} here")

    return fail


def no_value_of(source: Type, target: Type, span: Span) -> Failure:
    """A value does not fit the type it is converted to."""
    return with_type(source, misfit(target, span))


def with_type(kind: Type, fail: Callable[[Type, Value], NoReturn]) -> Failure:
    """A failure that is told the value alone."""

    def fail_with(found: Value) -> NoReturn:
        fail(kind, found)

    return fail_with


def no_field(expr: ir.Construct, name: str, kind: Type, given: Type) -> Failure:
    """A value does not fit a field of a record."""

    def fail(value: Value) -> NoReturn:
        shown = say_value(given, value)
        stop_play("E0901", f"{shown} does not fit {name} of {expr.type.name}, which is {kind}", expr.span, label=f"{name} is {shown} here")

    return fail


def no_item(span: Span) -> Callable[[Value, int], NoReturn]:
    """A list has no item with that number."""

    def fail(items: Value, number: int) -> NoReturn:
        stop_play("E0902", f"no item {number} in a list of {len(items)}", span, label=f"the list has {len(items)} items here")

    return fail


def empty_list(word: str, span: Span) -> Callable[[], NoReturn]:
    """An empty list has no first or last item."""

    def fail() -> NoReturn:
        stop_play("E0903", f"an empty list has no {word}", span, label="the list is empty here")

    return fail


def extreme_of_nothing(kind: str, span: Span) -> Callable[[], NoReturn]:
    """`min` or `max` when nothing comes."""

    def fail() -> NoReturn:
        stop_play("E0904", f"{kind} of nothing", span, label="there are no values here", repair=f"say {kind}(… else 0)")

    return fail


def division_by_zero(operator: str, span: Span) -> Failure:
    """`/` or `%` by 0."""

    def fail(dividend: Value) -> NoReturn:
        stop_play("E0905", f"{dividend} {operator} 0 has no value", span, label="the divisor is 0 here")

    return fail


def no_number(kind: Type, size: int, span: Span) -> Failure:
    """`nth` outside of its type."""

    def fail(number: Value) -> NoReturn:
        stop_play("E0907", f"{kind} has no value number {number}", span, label=f"this is {number} here, of 1..{size}")

    return fail


def too_long(most: int, span: Span) -> Failure:
    """More items than a list may hold."""

    def fail(items: Value) -> NoReturn:
        stop_play("E0901", f"{len(items)} items do not fit a list of at most {most}", span)

    return fail


def unfit(stmt: ir.Assign) -> Callable[[Type, Value], NoReturn]:
    """A value, or one inside it, does not fit the place it is assigned to."""

    def fail(kind: Type, found: Value) -> NoReturn:
        message = f"{say_value(kind, found)} does not fit {say_place(stmt.place)}, which is {stmt.place.type}"
        stop_play("E0901", message, stmt.span, label=f"in {stmt.rule.name}")

    return fail


def required(stmt: ir.Require) -> Callable[[str], NoReturn]:
    """What a Require asks for does not hold."""

    def fail(message: str) -> NoReturn:
        stop_play("E0908", message, stmt.span, label=f"in {stmt.rule.name}")

    return fail


def no_outcome(node: ir.ChanceNode) -> Callable[[], NoReturn]:
    """Chance has nothing to give."""

    def fail() -> NoReturn:
        message = f"{node.label or node.variable} has no possible value"
        stop_play("E0911", message, node.domain.span, label="nothing is possible here")

    return fail


def negative_weight(node: ir.ChanceNode) -> Callable[[Value, int], NoReturn]:
    """A value weighs less than nothing."""

    def fail(value: Value, weight: int) -> NoReturn:
        stop_play("E0911", f"{say_value(node.type, value)} has the weight {weight}", node.domain.span, label="drawn from this")

    return fail


def endless(reactions: Sequence[ir.Reaction]) -> Callable[[list[int]], NoReturn]:
    """Reactions that fire again and again."""

    def fail(fired: list[int]) -> NoReturn:
        names = ", ".join(name for name, _ in Counter(reactions[number].name for number in fired).most_common())
        repair = "let each make its own condition false"
        span = reactions[fired[-1]].rule.span
        stop_play("E0909", f"reactions fire without end: {names}", span, label="fires again and again", repair=repair)

    return fail


def asks_itself(action: ir.Action) -> Callable[[], NoReturn]:
    """`possible` of an action whose own needs ask it."""

    def fail() -> NoReturn:
        stop_play("E0912", f"possible({action.name}) asks for itself", action.rule.span, label="this is what it tests")

    return fail
