"""Interval arithmetic: the type of a number is an interval that contains its value."""

from __future__ import annotations

from rules_dsl.ir.types import IntType

LARGEST = 2**62  # numbers of the rules stay inside, so every machine can hold them in a word


def point(value: int) -> IntType:
    """The interval of one number."""
    return IntType(value, value)


def hull(*intervals: IntType) -> IntType:
    """The smallest interval around all of them."""
    return IntType(min(interval.low for interval in intervals), max(interval.high for interval in intervals))


def meet(left: IntType, right: IntType) -> IntType | None:
    """What both hold, None if nothing."""
    low, high = max(left.low, right.low), min(left.high, right.high)
    return IntType(low, high) if low <= high else None


def inside(inner: IntType, outer: IntType) -> bool:
    """Does every number of `inner` fit into `outer`?"""
    return outer.low <= inner.low and inner.high <= outer.high


def add(left: IntType, right: IntType) -> IntType:
    """`left + right`."""
    return IntType(left.low + right.low, left.high + right.high)


def subtract(left: IntType, right: IntType) -> IntType:
    """`left - right`."""
    return IntType(left.low - right.high, left.high - right.low)


def negate(operand: IntType) -> IntType:
    """`-operand`."""
    return IntType(-operand.high, -operand.low)


def multiply(left: IntType, right: IntType) -> IntType:
    """`left * right`."""
    corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
    return IntType(min(corners), max(corners))


def _divisors(right: IntType) -> list[IntType]:
    """The parts of the divisor below and above zero."""
    below = meet(right, IntType(right.low, -1)) if right.low < 0 else None
    above = meet(right, IntType(1, right.high)) if right.high > 0 else None
    return [part for part in (below, above) if part]


def divide(left: IntType, right: IntType) -> IntType:
    """`left / right`, rounded down; the divisor is not only zero."""
    corners = [a // b for part in _divisors(right) for a in (left.low, left.high) for b in (part.low, part.high)]
    return IntType(min(corners), max(corners))


def modulo(left: IntType, right: IntType) -> IntType:
    """`left % right` with the sign of the divisor; the divisor is not only zero."""
    if right.low == right.high and left.low // right.low == left.high // right.low:
        corners = (left.low % right.low, left.high % right.low)
        return IntType(min(corners), max(corners))
    return hull(*[_remainder(left, part) for part in _divisors(right)])


def _remainder(left: IntType, part: IntType) -> IntType:
    if part.high < 0:
        return negate(_remainder(negate(left), negate(part)))
    if left.low >= 0 and left.high < part.low:
        return left
    return IntType(0, min(part.high - 1, left.high) if left.low >= 0 else part.high - 1)


def minimum(left: IntType, right: IntType) -> IntType:
    """`min(left, right)`."""
    return IntType(min(left.low, right.low), min(left.high, right.high))


def maximum(left: IntType, right: IntType) -> IntType:
    """`max(left, right)`."""
    return IntType(max(left.low, right.low), max(left.high, right.high))


def absolute(operand: IntType) -> IntType:
    """`abs(operand)`."""
    if operand.low >= 0:
        return operand
    if operand.high <= 0:
        return negate(operand)
    return IntType(0, max(-operand.low, operand.high))


ARITHMETIC = {"+": add, "-": subtract, "*": multiply, "/": divide, "%": modulo, "min": minimum, "max": maximum}
