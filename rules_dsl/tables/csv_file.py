"""Tables from CSV: a header and rows, `,` `;` or tab between cells, quotes around cells that need them; every cell has
its place.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from rules_dsl.diagnostics.diagnostic import Diagnostic, finding
from rules_dsl.quantities import quantity
from rules_dsl.source import Span
from rules_dsl.tables.files import DataFile
from rules_dsl.tables.rows import MOST_ROWS, Rows, TableCell, TableRow

SEPARATORS = (",", ";", "\t")
MOST_FINDINGS = 50


@dataclass(frozen=True, slots=True)
class _Piece:
    """A cell and its offsets in the text."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _UnmatchedQuotes:
    """Quotes that do not fit together, from an offset on."""

    start: int
    message: str


def read_csv(file: DataFile) -> Rows | tuple[Diagnostic, ...]:
    """The table of a CSV file, or all that is wrong with its shape."""
    return _Reader(file).table()


class _Reader:
    def __init__(self, file: DataFile) -> None:
        self.file = file
        self.text = file.source.text
        self.line_starts = file.source.line_starts()
        self.findings: list[Diagnostic] = []

    def table(self) -> Rows | tuple[Diagnostic, ...]:
        lines = self._lines(_separator(self.text))
        header = next(lines, None)
        if header is None:
            self._note(
                "E0704", f"{self.file.source.name} is empty", 0, 0, "write a header line with the names of the columns"
            )
            return tuple(self.findings)
        columns = self._header(header)
        rows = self._rows(lines, list(columns), _without_trailing(header))
        table = Rows(columns, tuple(rows), ((self.file.source.name, self.file.digest),))
        return tuple(self.findings) or table

    def _lines(self, separator: str) -> Iterator[list[_Piece]]:
        """Lines with something in them; stops at the first torn quote."""
        place = 0
        while place < len(self.text):
            pieces, place = _line(self.text, place, separator)
            if isinstance(pieces, _UnmatchedQuotes):
                self._note(
                    "E0706",
                    pieces.message,
                    pieces.start,
                    pieces.start + 1,
                    'a quote inside a quoted cell is written ""',
                )
                return
            if any(piece.text for piece in pieces):
                yield pieces

    def _header(self, header: list[_Piece]) -> dict[str, Span]:
        columns: dict[str, Span] = {}
        for number, piece in enumerate(_without_trailing(header), 1):
            span = self._span(piece.start, piece.end)
            if not piece.text:
                self.findings.append(
                    finding("E0704", f"column {number} has no name", span, repair="name it in the header line")
                )
            elif piece.text in columns:
                twice = finding(
                    "E0707", f"the column {piece.text} is there twice", span, repair="give one of them another name"
                )
                self.findings.append(twice.also(columns[piece.text], "first here"))
            columns.setdefault(piece.text, span)
        return columns

    def _rows(self, lines: Iterator[list[_Piece]], columns: list[str], header: list[_Piece]) -> Iterator[TableRow]:
        for number, pieces in enumerate(lines, 1):
            if number > MOST_ROWS:
                self._note(
                    "E0703",
                    f"{self.file.source.name} has more than {MOST_ROWS} rows",
                    pieces[0].start,
                    pieces[0].end,
                    "",
                )
                return
            if len(self.findings) >= MOST_FINDINGS:
                return
            pieces = _drop_empty_tail(pieces, len(header))
            if len(pieces) == len(header):
                yield self._row(pieces, columns)
            else:
                self._report_ragged(pieces, len(header))

    def _row(self, pieces: list[_Piece], columns: list[str]) -> TableRow:
        cells = {
            column: TableCell(piece.text, self._span(piece.start, piece.end))
            for column, piece in zip(columns, pieces, strict=False)
        }
        return TableRow(cells, self._span(pieces[0].start, pieces[-1].end))

    def _report_ragged(self, pieces: list[_Piece], wanted: int) -> None:
        cells = "1 cell" if len(pieces) == 1 else f"{quantity(len(pieces), 'cell')}"
        repair = (
            "put quotes around cells with separators in them"
            if len(pieces) > wanted
            else "write an empty cell for what is missing"
        )
        self._note("E0706", f"this row has {cells}, the header has {wanted}", pieces[0].start, pieces[-1].end, repair)

    def _note(self, code: str, message: str, start: int, end: int, repair: str) -> None:
        self.findings.append(finding(code, message, self._span(start, end), repair=repair))

    def _span(self, start: int, end: int) -> Span:
        line, column = self._position(start)
        return Span(self.file.source.name, line, column, *self._position(end))

    def _position(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1


def _separator(text: str) -> str:
    """What stands between cells: the separator met most often outside quotes in the first line with something in it."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    outside = "".join(first.split('"')[::2])
    return max(SEPARATORS, key=outside.count)


def _line(text: str, place: int, separator: str) -> tuple[list[_Piece] | _UnmatchedQuotes, int]:
    """The cells of one line (quoted cells may hold line ends) and where the next line begins."""
    pieces: list[_Piece] = []
    while True:
        piece = (
            _read_quoted(text, place, separator)
            if _opens_quote(text, place, separator)
            else _bare(text, place, separator)
        )
        if isinstance(piece, _UnmatchedQuotes):
            return piece, len(text)
        pieces.append(piece[0])
        place = piece[1]
        if text[place : place + 1] != separator:
            return pieces, place + 1
        place += 1


def _opens_quote(text: str, place: int, separator: str) -> bool:
    while text[place : place + 1] in {" ", "\t"} - {separator}:
        place += 1
    return text[place : place + 1] == '"'


def _bare(text: str, place: int, separator: str) -> tuple[_Piece, int]:
    """A cell without quotes, and the offset of what ends it."""
    ends = [ends for ends in (text.find(separator, place), text.find("\n", place)) if ends >= 0]
    end = min(ends, default=len(text))
    inside = text[place:end].strip()
    start = place + len(text[place:end]) - len(text[place:end].lstrip()) if inside else place
    return _Piece(inside, start, start + len(inside)), end


def _read_quoted(text: str, place: int, separator: str) -> tuple[_Piece, int] | _UnmatchedQuotes:
    start = text.index('"', place)
    inside = start + 1
    while True:
        close = text.find('"', inside)
        if close < 0:
            return _UnmatchedQuotes(start, "this quote is never closed")
        if text[close + 1 : close + 2] != '"':
            break
        inside = close + 2
    rest, end = _bare(text, close + 1, separator)
    if rest.text:
        return _UnmatchedQuotes(rest.start, "there is text after the closing quote")
    return _Piece(text[start + 1 : close].replace('""', '"').strip(), start, close + 1), end


def _without_trailing(pieces: list[_Piece]) -> list[_Piece]:
    """Without the empty cells at the end that sheets leave behind."""
    while len(pieces) > 1 and not pieces[-1].text:
        pieces = pieces[:-1]
    return pieces


def _drop_empty_tail(pieces: list[_Piece], wanted: int) -> list[_Piece]:
    return pieces[:wanted] if len(pieces) > wanted and not any(piece.text for piece in pieces[wanted:]) else pieces
