"""The possible argument types of an action's moves: parameters, then choices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product

from rules_dsl.ir.nodes import Action, Choose, For, If, Stmt
from rules_dsl.ir.texts import parse_value
from rules_dsl.ir.types import (
    BagType,
    DeckType,
    EnumType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    SetType,
    Type,
    Value,
    cardinality,
    is_scalar,
)

Signature = tuple[Type, ...]

MOST_CHOICES = 12
MOST_SIGNATURES = 200


@lru_cache(maxsize=1024)
def signatures(action: Action) -> tuple[Signature, ...]:
    """Every sequence of argument types, shortest first.

    Branches may differ; choices inside a loop may come any number of times.
    """
    start: Signature = tuple(parameter.type for parameter in action.parameters)
    result = [start + choices for choices in _sequences(action.body)]
    return tuple(sorted(dict.fromkeys(result), key=len))


def fitting(action: Action, arguments: Sequence[Value]) -> list[Signature]:
    """The signatures that these values may fit, judged by their form."""
    same_length = [signature for signature in signatures(action) if len(signature) == len(arguments)]
    return [signature for signature in same_length if all(map(fits, signature, arguments))]


def fits(type_: Type, value: Value) -> bool:
    """May this be a value of the type, judged by its form?"""
    match type_:
        case OptionalType(item):
            return value is None or fits(item, value)
        case IntType(low, high):
            return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        case EnumType() | RecordType() if is_scalar(type_):
            return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < cardinality(type_)
        case SetType():
            return isinstance(value, int)
        case BagType() | ListType() | MapType() | DeckType() | RecordType():
            return isinstance(value, tuple)
        case _:
            return isinstance(value, bool)


def readings(action: Action, texts: Sequence[str]) -> tuple[list[tuple[Signature, tuple[Value, ...]]], list[str]]:
    """The argument values that texts may mean, with their signature, and why other signatures do not fit."""
    values: list[tuple[Signature, tuple[Value, ...]]] = []
    problems: list[str] = []
    for signature in signatures(action):
        if len(signature) != len(texts):
            continue
        try:
            values.append(
                (signature, tuple(parse_value(type_, text) for type_, text in zip(signature, texts, strict=True)))
            )
        except ValueError as problem:
            problems.append(str(problem))
    return values, problems


def counts(action: Action) -> list[int]:
    """How many arguments a move of the action may have."""
    return sorted({len(signature) for signature in signatures(action)})


def _sequences(body: Iterable[Stmt]) -> set[Signature]:
    sequences: set[Signature] = {()}
    for stmt in body:
        parts = _of_statement(stmt)
        if parts != {()}:
            sequences = _join_signatures(sequences, parts)
    return sequences


def _of_statement(stmt: Stmt) -> set[Signature]:
    match stmt:
        case Choose(type=type_):
            return {(type_,)}
        case If(then=then, otherwise=otherwise):
            return _sequences(then) | _sequences(otherwise)
        case For(body=body):
            return _repeat_signatures(_sequences(body))
        case _:
            return {()}


def _repeat_signatures(once: set[Signature]) -> set[Signature]:
    result: set[Signature] = {()}
    latest = result
    while once != {()} and latest:
        latest = _join_signatures(latest, once) - result
        result = result | latest
    return result


def _join_signatures(first: set[Signature], second: set[Signature]) -> set[Signature]:
    pairs = sorted(product(first, second), key=lambda pair: len(pair[0]) + len(pair[1]))
    return {a + b for a, b in pairs[:MOST_SIGNATURES] if len(a) + len(b) <= MOST_CHOICES}
