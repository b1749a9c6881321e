"""Tables: rows from the rules or from data files become an enum of rows and one constant for each column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from rules_dsl.diagnostics.diagnostic import Diagnostic
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.texts import Plain, to_plain
from rules_dsl.ir.types import COUNTABLE_LIMIT, EnumType, MapType, RecordType, Type, zero
from rules_dsl.quantities import quantity
from rules_dsl.semantics.declare_types import add_values, blocks_of
from rules_dsl.semantics.declaring import DeclarationContext
from rules_dsl.semantics.fitting import describe_type
from rules_dsl.semantics.modules import inside
from rules_dsl.semantics.parts import columns_key
from rules_dsl.semantics.poison import POISON
from rules_dsl.semantics.texts import plain
from rules_dsl.source import Span
from rules_dsl.syntax import ast
from rules_dsl.tables import Overlay, Rows, TableCell, TableRow, overlaid, read_rows, row_names, type_table

NAME_COLUMNS = {"name", "id"}
REMARKS = {"confidence", "provenance", "note", "look"}


def declare_tables(work: DeclarationContext) -> None:
    """Rows when the table is first named, columns when one is first read: rows may name rows of other tables."""
    extensions = _extensions(work)
    for block in blocks_of(work, ast.TableDecl):
        name = block.name.text
        sources = (block.source, *(extension.source for extension in extensions.get(name, ())))
        work.later(name, block.name.span, partial(_declare_rows, work, block, sources))


def _extensions(work: DeclarationContext) -> dict[str, list[ast.ExtendTable]]:
    tables = {block.name.text: block for block in blocks_of(work, ast.TableDecl)}
    extensions: dict[str, list[ast.ExtendTable]] = {}
    for block in blocks_of(work, ast.ExtendTable):
        if block.name.text in tables:
            extensions.setdefault(block.name.text, []).append(block)
        else:
            work.report("E0321", f"there is no table {block.name} to extend", block.name.span, "not declared", repair="declare the table")
    return extensions


def _declare_rows(work: DeclarationContext, block: ast.TableDecl, sources: Sequence[ast.TableSource]) -> None:
    """The names of the rows: the enum of the table."""
    name, reported = block.name.text, len(work.symbols.diagnostics)
    labels = _labels(work, block.row)
    parts = [_rows(work, block, source) for source in sources]
    rows = Rows({}, ())
    for part in parts:
        rows = rows.and_then(part)
    rows = _correct_rows(work, name, rows, labels)
    names, findings = row_names(name, rows, labels)
    work.symbols.diagnostics += findings
    work.symbols.sources.update(dict(rows.sources))
    if not names and len(work.symbols.diagnostics) > reported:
        work.note_failure(name)
    if len(names) > COUNTABLE_LIMIT:
        work.report(
            "E0419",
            (f"{name} has {quantity(len(names), 'row')}, more than {COUNTABLE_LIMIT:,}"),
            block.span,
            repair="use fewer rows",
        )
        names = names[:COUNTABLE_LIMIT]
    members = tuple(dict.fromkeys(names))
    kind = EnumType(name, members, "table", words=work.words.of(name, members))
    work.symbols.types[name] = kind
    add_values(work, kind)
    work.later(columns_key(name), block.span, partial(_declare_columns, work, block, kind, rows))


def _labels(work: DeclarationContext, row: ast.TypeExpr) -> frozenset[str]:
    """The field names of a table's record type, before the type is elaborated."""
    if not isinstance(row, ast.NamedType):
        return frozenset()
    for block in blocks_of(work, ast.TypeDecl):
        if block.name.text == row.name and isinstance(block.type, ast.RecordOf):
            return frozenset(field.name.text for field in block.type.fields)
    return frozenset()


def _correct_rows(work: DeclarationContext, name: str, rows: Rows, labels: frozenset[str]) -> Rows:
    """The rows with the corrections of overlay files."""
    for overlay in work.overlays:
        if name in overlay.tables:
            tables, findings = overlaid({name: rows}, {name: labels}, replace(overlay, tables={name: overlay.tables[name]}))
            work.symbols.diagnostics += findings
            rows = tables[name]
    return rows


def report_unknown_tables(work: DeclarationContext) -> None:
    """Tables of overlay files that the game does not have."""
    names = {block.name.text: Rows({}, ()) for block in blocks_of(work, ast.TableDecl)}
    for overlay in work.overlays:
        strangers = {name: rows for name, rows in overlay.tables.items() if name not in names}
        _, findings = overlaid(names, {}, Overlay(overlay.name, strangers))
        work.symbols.diagnostics += findings


def _rows(work: DeclarationContext, block: ast.TableDecl, source: ast.TableSource) -> Rows:
    if isinstance(source, ast.InlineRows):
        return _inline(work, block, source)
    path = plain(source.path) or ""
    result = inside(path, work.folder(source.span), _root(work, source.span))
    if isinstance(result, str):
        reason = "data is read only from the folder of the game"
        work.report("E0318", f'"{path}" may not be read: {result}', source.path.span, repair="put the file beside the rules", reason=reason)
        return Rows({}, ())
    key = plain(source.key) if source.key else block.name.text.rpartition(".")[2]
    beside = Path(source.span.file).parent
    rows = read_rows(result, key or "", name=str(beside / path), asked_at=source.path.span)
    if isinstance(rows, Rows):
        return replace(rows, sources=tuple((path, digest) for _, digest in rows.sources))
    work.symbols.diagnostics += _place_findings(rows, source.path.span)
    return Rows({}, ())


def _root(work: DeclarationContext, span: Span) -> Path:
    folder = work.folder(span)
    return work.program.root if folder.is_relative_to(work.program.root) else folder


def _place_findings(findings: tuple[Diagnostic, ...], span: Span) -> list[Diagnostic]:
    """Diagnostics about a file, with the place in the rules that uses it."""
    return [diagnostic if diagnostic.span == span else diagnostic.also(span, "read here") for diagnostic in findings]


# -- rows written in the rules ----------------------------------------------------------------------------------------


def _inline(work: DeclarationContext, block: ast.TableDecl, source: ast.InlineRows) -> Rows:
    columns: dict[str, Span] = {}
    for column in source.columns:
        if column.text in columns:
            work.report("E0707", f"column {column} occurs twice", column.span, "again here", repair="give it another name")
        columns.setdefault(column.text, column.span)
    rows = [_inline_row(work, block, source, cells) for cells in source.rows]
    return Rows(columns, tuple(row for row in rows if row is not None))


def _inline_row(work: DeclarationContext, block: ast.TableDecl, source: ast.InlineRows, cells: Sequence[ast.Expr]) -> TableRow | None:
    if len(cells) != len(source.columns):
        span = cells[0].span.to(cells[-1].span) if cells else source.span
        message = f"this row has {quantity(len(cells), 'value')}, the table {quantity(len(source.columns), 'column')}"
        work.report("E0706", message, span, repair="give one value for each column")
        return None
    return TableRow({column.text: _cell(column.text, cell) for column, cell in zip(source.columns, cells, strict=True)}, cells[0].span)


def _cell(column: str, cell: ast.Expr) -> TableCell:
    """A name as text; other cells stay as written until their column's type is known."""
    match cell:
        case ast.Ref(name) if column in NAME_COLUMNS or column in REMARKS:
            return TableCell(name.rpartition(".")[2], cell.span)
        case ast.IntLit(value) if column in NAME_COLUMNS:
            return TableCell(str(value), cell.span)
        case ast.TextLit():
            return TableCell(plain(cell) or "", cell.span)
        case _:
            return TableCell(cell, cell.span)


def _evaluate_cells(work: DeclarationContext, table: str, rows: Rows, record: RecordType) -> Rows:
    """Cells that were written as expressions, as plain data."""
    kinds = dict(record.fields)
    changed = [
        TableRow({column: _plain_cell(work, table, kinds.get(column), cell) for column, cell in row.cells.items()}, row.span)
        for row in rows.rows
    ]
    return rows.with_rows(tuple(changed))


def _plain_cell(work: DeclarationContext, table: str, kind: Type | None, cell: TableCell) -> TableCell:
    if not isinstance(cell.raw, ast.Expr):
        return cell
    if kind is None:
        return TableCell("", cell.span)
    value = work.elaborator.constant(cell.raw, work.scope(table), kind)
    raw: Plain = to_plain(kind, zero(kind) if value is None and not _may_be_none(kind) else value)
    return TableCell("none" if raw is None else raw, cell.span)


def _may_be_none(kind: Type) -> bool:
    return zero(kind) is None


# -- columns ----------------------------------------------------------------------------------------------------------


def _declare_columns(work: DeclarationContext, block: ast.TableDecl, kind: EnumType, rows: Rows) -> None:
    record = work.elaborator.type(block.row, work.scope(kind.name))
    if record == POISON:
        work.note_failure(columns_key(kind.name))
        return
    if not isinstance(record, RecordType):
        repair = "declare a record type and write its name: `type Row = { … }`"
        work.report("E0728", f"rows of a table are records, but this is {describe_type(record)}", block.row.span, repair=repair)
        return
    work.symbols.table_rows[kind.name] = record
    table, findings = type_table(kind.name, _evaluate_cells(work, kind.name, rows, record), record)
    work.symbols.diagnostics += [diagnostic for diagnostic in findings if diagnostic.code != "E0708"]
    for label, type_ in record.fields:
        name, values = f"{kind.name}.{label}", table.columns[label][: len(kind.members)]
        work.symbols.constants[name] = ir.Constant(name, MapType(kind, type_), values, "table", span=block.span)
    work.symbols.facts += [_from_here(fact, block.span) for fact in table.facts]


def _from_here(fact: ir.Fact, span: Span) -> ir.Fact:
    """The fact with its path relative to the folder of the rules, so that it does not depend on where the game lies."""
    return replace(fact, where=fact.where.removeprefix(f"{Path(span.file).parent}/"))
