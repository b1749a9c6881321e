"""What `dominates` compares: the numbers a state is graded by, and the rest of it, which must be the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from rules_dsl.ir.nodes import (
    Binary,
    Dominance,
    Expr,
    FieldPlace,
    Game,
    Grade,
    Index,
    ItemPlace,
    Literal,
    Place,
    VarPlace,
)
from rules_dsl.ir.rebuild import reading
from rules_dsl.ir.types import (
    BOOL,
    BagType,
    BoolType,
    IntType,
    MapType,
    RecordType,
    SetType,
    Type,
    Value,
    cardinality,
    is_scalar,
    ordinal,
    value_of,
    zero,
)

MOST_GRADES, WIDEST = 128, (1 << 31) - 1
"""More numbers than this are not compared, nor larger ones."""

Graded = tuple[tuple[Value, ...], tuple[int, ...]]
"""The values of a state without what is graded, and its grades: more is better."""


def can_be_compared(type_: Type) -> bool:
    """May a value of this type be more or less than another?"""
    match type_:
        case IntType() | BoolType() | SetType() | BagType():
            return True
        case MapType(_, value):
            return can_be_compared(value)
        case _:
            return False


def single_grades(dominance: Dominance) -> Iterator[tuple[Expr, bool]]:
    """Every number and truth that is compared, and whether less of it is better."""
    for grade in dominance.grades:
        for part in _single(reading(grade.place)):
            yield part, grade.less


def count_of(dominance: Dominance) -> int:
    """How many numbers and truths are compared."""
    return sum([_count(grade.place.type) for grade in dominance.grades])


def is_small(dominance: Dominance) -> bool:
    """Can engines compare what it compares?"""
    numbers = (
        [part.type for part, _ in single_grades(dominance)]
        if count_of(dominance) <= MOST_GRADES
        else [IntType(0, WIDEST + 1)]
    )
    return all(max(abs(number.low), abs(number.high)) <= WIDEST for number in numbers if isinstance(number, IntType))


def _count(type_: Type) -> int:
    match type_:
        case MapType(key, value):
            return cardinality(key) * _count(value)
        case SetType(item) | BagType(item):
            return cardinality(item)
        case _:
            return 1


def _single(expr: Expr) -> Iterator[Expr]:
    match expr.type:
        case MapType(key, value):
            for number in range(cardinality(key)):
                yield from _single(Index(expr, Literal(value_of(key, number), key), value))
        case BagType(item, most):
            for number in range(cardinality(item)):
                yield Index(expr, Literal(value_of(item, number), item), IntType(0, most))
        case SetType(item):
            for number in range(cardinality(item)):
                yield Binary("in", Literal(value_of(item, number), item), expr, BOOL)
        case _:
            yield expr


class DominanceReader:
    """Takes the values of a state apart as a dominance wants them."""

    def __init__(self, game: Game, dominance: Dominance) -> None:
        numbers = {variable.name: number for number, variable in enumerate(game.variables)}
        self._parts = [
            ((numbers[name], *path), grade) for grade in dominance.grades for name, path in [path_of(grade.place)]
        ]

    def of(self, values: Sequence[Value]) -> Graded:
        """The rest and the grades of a state."""
        rest: Value = tuple(values)
        grades: list[int] = []
        for path, grade in self._parts:
            result = _read(values, path)
            grades += [-number if grade.less else number for number in _numbers(grade.place.type, result)]
            rest = _without(rest, path, grade)
        return rest, tuple(grades)


def dominating(first: Sequence[int], second: Sequence[int]) -> bool:
    """Is none of the first grades less than that of the second?"""
    return all(one >= other for one, other in zip(first, second, strict=True))


def path_of(place: Place) -> tuple[str, tuple[int, ...]]:
    """The variable a place lies in, and the way there through the parts of its value."""
    match place:
        case VarPlace(name):
            return name, ()
        case ItemPlace(base, key):
            return _onward(base, _entry(base.type, key))
        case FieldPlace(base, name):
            assert isinstance(base.type, RecordType) and not is_scalar(base.type), "such a record is one number"
            return _onward(base, base.type.field_index(name))
        case _:
            assert_never(place)


def _onward(base: Place, step: int) -> tuple[str, tuple[int, ...]]:
    name, path = path_of(base)
    return name, (*path, step)


def _entry(base: Type, key: Expr) -> int:
    assert isinstance(key, Literal) and isinstance(base, MapType | BagType), "keys are known where the rules are read"
    return ordinal(base.key if isinstance(base, MapType) else base.item, key.value)


def _read(value: Value, path: tuple[int, ...]) -> Value:
    for step in path:
        value = value[step]
    return value


def _without(value: Value, path: tuple[int, ...], grade: Grade) -> Value:
    if not path:
        return zero(grade.place.type)
    return (*value[: path[0]], _without(value[path[0]], path[1:], grade), *value[path[0] + 1 :])


def _numbers(type_: Type, value: Value) -> list[int]:
    match type_:
        case MapType(_, item):
            return [number for entry in value for number in _numbers(item, entry)]
        case SetType(item):
            return [value >> number & 1 for number in range(cardinality(item))]
        case BagType():
            return list(value)
        case _:
            return [int(value)]
