"""Overlays: a TOML file of one's own that corrects rows of a game's tables, or adds some.

Rows are found by table and name; the fields given replace the game's. A row with `new = true` is added.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from rules_dsl.diagnostics.diagnostic import Diagnostic, finding
from rules_dsl.diagnostics.suggest import hint, nearest
from rules_dsl.source import Span
from rules_dsl.tables.files import read_data
from rules_dsl.tables.rows import NAME_COLUMNS, Rows, TableCell, TableRow, is_remark, row_name
from rules_dsl.tables.toml_file import Document, arrays_of_tables, read_document, rows_at

NEW = "new"


@dataclass(frozen=True, slots=True)
class Overlay:
    """The rows of an overlay file by table, and where each table begins."""

    name: str
    tables: Mapping[str, Rows]


def read_overlay(path: Path, name: str = "") -> Overlay | tuple[Diagnostic, ...]:
    """Read an overlay file; else all that is wrong with it."""
    name = name or str(path)
    file = read_data(path, name)
    if isinstance(file, Diagnostic):
        return (file,)
    document = read_document(file)
    if isinstance(document, Diagnostic):
        return (document,)
    strangers = tuple(_stranger(document, key) for key in document.data if key not in arrays_of_tables(document.data))
    return strangers or Overlay(name, {key: rows_at(document, (key,), _tables(document, key)) for key in document.data})


def overlaid(
    tables: Mapping[str, Rows], fields: Mapping[str, frozenset[str]], overlay: Overlay
) -> tuple[dict[str, Rows], tuple[Diagnostic, ...]]:
    """The tables with the overlay's corrections. `fields` names the fields of each table's record."""
    changed = dict(tables)
    findings: list[Diagnostic] = []
    for table, rows in overlay.tables.items():
        if table not in tables:
            repair = hint(table, tables) or f"its tables are: {', '.join(tables) or 'none'}"
            findings.append(
                finding("E0712", f"the game has no table {table}", _first(rows, overlay.name), repair=repair)
            )
            continue
        changed[table], diagnostics = _correct_rows(table, tables[table], rows, fields[table])
        findings += diagnostics
    return changed, tuple(findings)


def _correct_rows(table: str, rows: Rows, corrections: Rows, fields: frozenset[str]) -> tuple[Rows, list[Diagnostic]]:
    places = {row_name(row, fields) or f"{table}#{number}": number - 1 for number, row in enumerate(rows.rows, 1)}
    merged = list(rows.rows)
    findings: list[Diagnostic] = []
    for row in corrections.rows:
        name = row_name(row, fields)
        findings += _unknown_fields(table, row, fields)
        if name in places:
            merged[places[name]] = _correct_row(merged[places[name]], row, fields)
        elif row.text(NEW) == "True":
            places[name] = len(merged)
            merged.append(_correct_row(TableRow({}, row.span), row, fields))
        else:
            findings.append(_unknown_row(table, row, name, places))
    return Rows(rows.columns, tuple(merged), rows.sources + corrections.sources), findings


def _correct_row(row: TableRow, correction: TableRow, fields: frozenset[str]) -> TableRow:
    """The row with a correction; a replaced figure gets the correction's source."""
    given = {column: cell for column, cell in correction.cells.items() if column != NEW or NEW in fields}
    cells = {
        **row.cells,
        **{column: cell for column, cell in given.items() if column in fields or column in NAME_COLUMNS},
    }
    for field in fields & given.keys():
        cells[f"{field}_confidence"] = _remark(given, field, "confidence", "high")
        cells[f"{field}_provenance"] = _remark(given, field, "provenance", given[field].span.file)
    return TableRow(cells, row.span)


def _remark(given: Mapping[str, TableCell], field: str, remark: str, otherwise: str) -> TableCell:
    return given.get(f"{field}_{remark}") or given.get(remark) or replace(given[field], raw=otherwise)


def _unknown_fields(table: str, row: TableRow, fields: frozenset[str]) -> list[Diagnostic]:
    strange = [
        (column, cell)
        for column, cell in row.cells.items()
        if column not in fields and not is_remark(column, fields) and column != NEW
    ]
    return [
        finding("E0709", f"{table} has no column {column}", cell.span, hint(column, fields)) for column, cell in strange
    ]


def _unknown_row(table: str, row: TableRow, name: str, known: Mapping[str, int]) -> Diagnostic:
    if not name:
        return finding(
            "E0714",
            f"this row of {table} has no name",
            row.span,
            repair="give its name, so that the row meant can be found",
        )
    cell = row.cells.get("name") or row.cells.get("id")
    meant = nearest(name, known)
    repair = f"write {meant}, or new = true to add a row" if meant else "write new = true to add a row"
    return finding("E0714", f"{table} has no row {name}", cell.span if cell else row.span, repair=repair)


def _first(rows: Rows, name: str) -> Span:
    return rows.rows[0].span if rows.rows else Span(name, 1, 1, 1, 1)


def _stranger(document: Document, key: str) -> Diagnostic:
    return finding(
        "E0704",
        f"{key} is not a table with rows",
        document.span((key,), whole=True),
        repair=f"begin each row with [[{key}]]",
    )


def _tables(document: Document, key: str) -> list[dict[str, object]]:
    row = document.data[key]
    return [item for item in row if isinstance(item, dict)] if isinstance(row, list) else []
