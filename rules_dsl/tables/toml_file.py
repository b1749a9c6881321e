"""Tables from TOML: the array of tables under a key, each field with its place."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

from rules_dsl.diagnostics.diagnostic import Diagnostic, finding
from rules_dsl.diagnostics.suggest import nearest
from rules_dsl.source import SourceFile, Span
from rules_dsl.tables.files import DataFile
from rules_dsl.tables.rows import MOST_ROWS, Rows, TableCell, TableRow
from rules_dsl.tables.toml_places import Path, TextExtent, places

_AT = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)\Z")


@dataclass(frozen=True, slots=True)
class Document:
    """A TOML file: its data and the places of everything in it."""

    file: DataFile
    data: Mapping[str, object]
    places: Mapping[Path, TextExtent]
    lines: list[int]

    def span(self, path: Path, whole: bool = False) -> Span:
        """Where a value stands (`whole`: with its key); the table it is in when it has no place of its own."""
        extent = self.places.get(path)
        if extent is None:
            return self.span(path[:-1], whole) if path else Span(self.file.source.name, 1, 1, 1, 1)
        return _span(self.file.source.name, self.lines, extent.key if whole else extent.start, extent.end)


def read_document(file: DataFile) -> Document | Diagnostic:
    """The data of a TOML file, or where it is no TOML."""
    text = file.source.text.replace("\r\n", "\n")
    source = SourceFile(file.source.name, text)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return _not_toml(source, str(error))
    except (RecursionError, ValueError) as error:
        reason = "its values are nested too deeply" if isinstance(error, RecursionError) else str(error)
        return finding("E0704", f"{source.name} cannot be read as TOML", Span(source.name, 1, 1, 1, 1), reason=reason)
    return Document(file, data, places(text), source.line_starts())


def read_toml(file: DataFile, key: str) -> Rows | tuple[Diagnostic, ...]:
    """The rows under `[[key]]` (dots lead into tables), or a diagnostic."""
    document = read_document(file)
    if isinstance(document, Diagnostic):
        return (document,)
    path = _existing(document, key)
    value = _find_value(document.data, path) if path else None
    if path is None or value is None:
        return (_missing(document, key),)
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        return (_report_shape(document, key, path, value),)
    if len(value) > MOST_ROWS:
        return (
            finding(
                "E0703",
                f"{file.source.name} has more than {MOST_ROWS} rows",
                document.span((*path, MOST_ROWS), whole=True),
            ),
        )
    return rows_at(document, path, value)


def rows_at(document: Document, path: Path, tables: list[dict[str, object]]) -> Rows:
    """An array of tables as rows."""
    rows = tuple(_row(document, (*path, number), table) for number, table in enumerate(tables))
    columns: dict[str, Span] = {}
    for number, table in enumerate(tables):
        for column in table:
            if column not in columns:
                columns[column] = _key_span(document, (*path, number, column))
    return Rows(columns, rows, ((document.file.source.name, document.file.digest),))


def arrays_of_tables(data: Mapping[str, object]) -> list[str]:
    """The keys that hold rows."""
    return [
        key
        for key, value in data.items()
        if isinstance(value, list) and value and all(isinstance(item, dict) for item in value)
    ]


def _row(document: Document, path: Path, table: dict[str, object]) -> TableRow:
    cells = {column: TableCell(raw, document.span((*path, column))) for column, raw in table.items()}
    return TableRow(cells, document.span(path, whole=True))


def _key_span(document: Document, path: Path) -> Span:
    """The key of a field alone."""
    span = document.span(path, whole=True)
    return Span(span.file, span.line, span.column, span.line, span.column + len(str(path[-1])))


def _existing(document: Document, key: str) -> Path | None:
    path: Path = (key,) if key in document.data else tuple(key.split("."))
    return path if _find_value(document.data, path) is not None else None


def _find_value(data: object, path: Path) -> object | None:
    for name in path:
        if not isinstance(data, dict) or name not in data:
            return None
        data = data[name]
    return data


def _missing(document: Document, key: str) -> Diagnostic:
    name = document.file.source.name
    there = arrays_of_tables(document.data)
    meant = nearest(key, there)
    reason = f"it has {', '.join(there[:8])}{', …' if len(there) > 8 else ''}" if there else "it has no array of tables"
    repair = f'write at "{meant}"' if meant else f"begin each row with [[{key}]]"
    return finding("E0705", f"{name} has no table {key}", Span(name, 1, 1, 1, 1), reason=reason, repair=repair)


def _report_shape(document: Document, key: str, path: Path, shape: object) -> Diagnostic:
    span = document.span(path, whole=True)
    if isinstance(shape, dict):
        message = f"{key} is one table, not rows"
        return finding("E0704", message, span, repair=f"begin each row with [[{key}]]")
    what = "a list with other things than tables in it" if isinstance(shape, list) else "a single value"
    return finding("E0704", f"{key} is {what}, not rows", span, repair=f"begin each row with [[{key}]]")


def _not_toml(source: SourceFile, message: str) -> Diagnostic:
    match = _AT.search(message)
    line, column = (int(match[1]), int(match[2])) if match and match[1] else source.position(len(source.text))
    reason = _AT.sub("", message)
    span = Span(source.name, line, column, line, column + 1)
    return finding("E0704", f"{source.name} cannot be read as TOML", span, reason=reason[:1].lower() + reason[1:])


def _span(name: str, lines: list[int], start: int, end: int) -> Span:
    line, end_line = bisect_right(lines, start), bisect_right(lines, end)
    return Span(name, line, start - lines[line - 1] + 1, end_line, end - lines[end_line - 1] + 1)
