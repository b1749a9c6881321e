"""Boards as grids: places by their columns and rows, and the labels at their sides."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rules_dsl.ir.texts import phrase_value, words_of
from rules_dsl.ir.types import (
    RecordType,
    Type,
    Value,
    is_countable,
    ordinal,
    unpack_record,
    values,
)
from rules_dsl.view.panels import (
    Grid,
    GridCell,
    PlaceLook,
)


def grids_over(type_: RecordType, looks: Mapping[Value, PlaceLook]) -> list[Grid]:
    """One grid for each value of the fields other than `column` and `row`."""
    layers: dict[str, list[GridCell]] = {}
    for value, look in looks.items():
        column, row, layer = _place(type_, value)
        layers.setdefault(layer, []).append(GridCell(column, row, look))
    columns, rows = _labels(type_)
    return [Grid(tuple(cells), columns, rows, layer) for layer, cells in layers.items()]


def _place(type_: RecordType, value: Value) -> tuple[int, int, str]:
    numbers: dict[str, int] = {}
    others: list[str] = []
    for (name, item), part in zip(type_.fields, unpack_record(type_, value), strict=True):
        if name in ("column", "row"):
            numbers[name] = ordinal(item, part)
        else:
            others.append(f"{words_of(name)} {phrase_value(item, part)}")
    return numbers["column"], numbers["row"], ", ".join(others)


def _labels(type_: RecordType) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Letters and numbers if the cells are spelled that way, else the values of the two fields."""
    spelled = _split_spelling(type_)
    return spelled if spelled is not None else (_field_labels(type_, "column"), _field_labels(type_, "row"))


def _split_spelling(type_: RecordType) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    columns: dict[int, str] = {}
    rows: dict[int, str] = {}
    for value, text in zip(values(type_), type_.spelling, strict=False):
        split = re.fullmatch(r"([A-Za-z]+)([0-9]+)", text)
        column, row, layer = _place(type_, value)
        if split is None or layer or columns.setdefault(column, split[1]) != split[1] or rows.setdefault(row, split[2]) != split[2]:
            return None
    return (_in_order(columns), _in_order(rows)) if columns else None


def _in_order(labels: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(labels[number] for number in sorted(labels))


def _field_labels(type_: RecordType, name: str) -> tuple[str, ...]:
    item = type_.field_type(name)
    return tuple(phrase_value(item, value) for value in values(item))


def is_board(type_: Type) -> bool:
    """Can be drawn as a grid: a countable record with fields `column` and `row`."""
    if not isinstance(type_, RecordType) or not is_countable(type_):
        return False
    return {"column", "row"} <= {name for name, _ in type_.fields}
