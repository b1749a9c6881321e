"""Rows and a record type → the values of each column, with every problem at its row and column."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules_dsl.diagnostics.diagnostic import Diagnostic, finding
from rules_dsl.diagnostics.suggest import hint
from rules_dsl.ir.nodes import Fact
from rules_dsl.ir.texts import PlainError, brief_value, from_plain, has_natural_zero
from rules_dsl.ir.types import RecordType, Type, Value, zero
from rules_dsl.source import Span
from rules_dsl.tables.rows import Raw, Rows, TableCell, TableRow, is_remark, row_name

MOST_FINDINGS = 100


@dataclass(frozen=True, slots=True)
class TypedTable:
    """A table with valid values: row names in order, columns by field, and sources."""

    name: str
    rows: tuple[str, ...]
    columns: Mapping[str, tuple[Value, ...]]
    facts: tuple[Fact, ...] = ()


def row_names(table: str, rows: Rows, fields: frozenset[str]) -> tuple[tuple[str, ...], tuple[Diagnostic, ...]]:
    """The names of the rows: what they call themselves, else `table#3`. Names given twice are reported."""
    seen: dict[str, Span] = {}
    names: list[str] = []
    findings: list[Diagnostic] = []
    for number, row in enumerate(rows.rows, 1):
        name = row_name(row, fields) or f"{table}#{number}"
        if name in seen:
            span, repair = _name_span(row, fields), "give one of them another name, or leave it out"
            findings.append(
                finding("E0708", f"{table} has two rows named {name}", span, repair=repair).also(
                    seen[name], "first here"
                )
            )
        seen.setdefault(name, _name_span(row, fields))
        names.append(name)
    return tuple(names), tuple(findings[:MOST_FINDINGS])


def type_table(table: str, rows: Rows, record: RecordType) -> tuple[TypedTable, tuple[Diagnostic, ...]]:
    """The columns of a table. A faulty value is reported and replaced by zero."""
    fields = frozenset(label for label, _ in record.fields)
    names, findings = row_names(table, rows, fields)
    collector = _Collector(table, record, [*findings, *_unknown_columns(table, rows, record)])
    named = list(zip(names, rows.rows, strict=True))
    columns = {label: tuple(collector.value(row, name, label) for name, row in named) for label, _ in record.fields}
    facts = tuple(_facts(table, names, rows, record, columns))
    return TypedTable(table, names, columns, facts), tuple(collector.findings[:MOST_FINDINGS])


def _name_span(row: TableRow, fields: frozenset[str]) -> Span:
    cell = next((row.cells[column] for column in ("name", "id") if column in row.cells and column not in fields), None)
    return cell.span if cell else row.span


def _unknown_columns(table: str, rows: Rows, record: RecordType) -> Iterator[Diagnostic]:
    fields = frozenset(label for label, _ in record.fields)
    for column, span in rows.columns.items():
        if not is_remark(column, fields) and column.split(".")[0] not in fields:
            reason = f"the fields of {record.name} are {', '.join(label for label, _ in record.fields)}"
            yield finding("E0709", f"{table} has no column {column}", span, hint(column, fields), reason=reason)


class _Collector:
    """Converts values of rows and collects mistakes."""

    def __init__(self, table: str, record: RecordType, findings: list[Diagnostic]) -> None:
        self.table = table
        self.record = record
        self.findings = findings

    def value(self, row: TableRow, name: str, label: str) -> Value:
        type_ = self.record.field_type(label)
        cell = _gather_cell(row, label)
        if cell is None:
            return self._absent(row, name, label, type_)
        try:
            return from_plain(type_, cell.raw)
        except PlainError as problem:
            span = _span_inside(row, label, problem.path) or cell.span
            place = f"{label}{problem.path}"
            self.findings.append(
                finding(
                    "E0710", f"{place} of {name} does not fit: {problem.problem}", span, reason=f"{label} is {type_}"
                )
            )
            return zero(type_)

    def _absent(self, row: TableRow, name: str, label: str, type_: Type) -> Value:
        if not has_natural_zero(type_):
            reason = f"{label} is {type_}, which has no obvious zero"
            self.findings.append(
                finding(
                    "E0711",
                    f"{name} has no {label}",
                    row.span,
                    reason=reason,
                    repair=f"give {label} a value in this row",
                )
            )
        return zero(type_)


def _gather_cell(row: TableRow, label: str) -> TableCell | None:
    """The cell of a field; columns `gain.coins`, `gain.keys` together make a value of `gain`."""
    cell = row.cells.get(label)
    if cell is not None:
        return None if cell.empty else cell
    parts = [(column, cell) for column, cell in row.cells.items() if column.startswith(f"{label}.") and not cell.empty]
    if not parts:
        return None
    tree: dict[str, Raw] = {}
    for column, item in parts:
        _plant(tree, column.split(".")[1:], item.raw)
    return TableCell(tree, parts[0][1].span)


def _plant(tree: dict[str, Raw], steps: list[str], raw: Raw) -> None:
    for step in steps[:-1]:
        branch = tree.setdefault(step, {})
        if not isinstance(branch, dict):
            return
        tree = branch
    tree[steps[-1]] = raw


def _span_inside(row: TableRow, label: str, path: str) -> Span | None:
    cell = row.cells.get(f"{label}{path}")
    return cell.span if cell else None


def _facts(
    table: str, names: tuple[str, ...], rows: Rows, record: RecordType, columns: Mapping[str, tuple[Value, ...]]
) -> Iterator[Fact]:
    """Every figure with a known source."""
    for number, row in enumerate(rows.rows):
        for label, type_ in record.fields:
            cell = _gather_cell(row, label)
            confidence, provenance = _remark(row, label, "confidence"), _remark(row, label, "provenance")
            if cell is not None and (confidence or provenance):
                value, where = brief_value(type_, columns[label][number]), f"{cell.span.file}:{cell.span.line}"
                yield Fact(
                    table, names[number], label, value, confidence, provenance, where, _remark(row, label, "look")
                )


def _remark(row: TableRow, label: str, remark: str) -> str:
    return row.text(f"{label}_{remark}") or row.text(remark)
