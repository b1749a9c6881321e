"""Untyped rows of data files: cells with their places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rules_dsl.source import NOWHERE, Span

Raw = object
"""A CSV text, or what a TOML file holds: bool, int, float, str, date, list, dict."""

NAME_COLUMNS = ("name", "id")
REMARKS = ("confidence", "provenance", "note", "look")
MOST_ROWS = 65_536
LARGEST_FILE = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class TableCell:
    """One value as the file has it, and where."""

    raw: Raw
    span: Span = field(compare=False, default=NOWHERE)

    @property
    def empty(self) -> bool:
        """Is this an empty cell of a sheet?"""
        return isinstance(self.raw, str) and not self.raw.strip()


@dataclass(frozen=True, slots=True)
class TableRow:
    """Cells by column, and where the row begins."""

    cells: Mapping[str, TableCell]
    span: Span = field(compare=False, default=NOWHERE)

    def text(self, column: str) -> str:
        """A cell as text; "" if there is none."""
        cell = self.cells.get(column)
        return "" if cell is None else str(cell.raw).strip()


@dataclass(frozen=True, slots=True)
class Rows:
    """A table: its columns with their places, its rows, and the digests of the files it was read from (name, SHA-256)."""

    columns: Mapping[str, Span]
    rows: tuple[TableRow, ...]
    sources: tuple[tuple[str, str], ...] = ()

    def and_then(self, others: Rows) -> Rows:
        """The rows of both, as `extend` puts them together."""
        return Rows({**others.columns, **self.columns}, self.rows + others.rows, self.sources + others.sources)

    def with_rows(self, rows: tuple[TableRow, ...]) -> Rows:
        """The same table with other rows."""
        return replace(self, rows=rows)


def row_name(row: TableRow, fields: frozenset[str]) -> str:
    """The name a row gives itself; "" if it has none (fields of the record called `name` or `id` are no names)."""
    for column in NAME_COLUMNS:
        if column not in fields and (text := row.text(column)):
            return text
    return ""


def is_remark(column: str, fields: frozenset[str]) -> bool:
    """Is this a remark about the row or a field, not a field itself?"""
    if column in fields:
        return False
    if column in REMARKS or column in NAME_COLUMNS:
        return True
    subject, _, remark = column.rpartition("_")
    return remark in REMARKS and subject.split(".")[0] in fields
