"""Cuts a file into blocks at keywords in column 0, so that a faulty block does not hide others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rules_dsl.diagnostics.diagnostic import Diagnostic, finding
from rules_dsl.quantities import quantity
from rules_dsl.source import SourceFile, Span
from rules_dsl.syntax.keywords import BLOCKS
from rules_dsl.syntax.tokens import COMMENT, DOC, SIGN, WORD, Scanner, Token

Report = Callable[[Diagnostic], None]


@dataclass(frozen=True, slots=True)
class SourceRow:
    """One physical line: how far it is indented and its tokens, comments included."""

    number: int
    indent: int
    tokens: tuple[Token, ...]

    @property
    def code(self) -> tuple[Token, ...]:
        """Its tokens without comments."""
        return tuple(token for token in self.tokens if token.kind not in (COMMENT, DOC))


@dataclass(slots=True)
class RawBlock:
    """The rows of one block; `keyword` is empty when its first word starts no block."""

    keyword: str
    rows: list[SourceRow] = field(default_factory=list)
    open_brackets: int = 0

    def add(self, row: SourceRow) -> None:
        """Take one more row."""
        self.rows.append(row)
        for token in row.code:
            if token.kind == SIGN:
                self.open_brackets += (token.text in "([{") - (token.text in ")]}")


def scan(source: SourceFile, text: str, report: Report) -> list[SourceRow]:
    """Every line of a text as a row (`text` is the code of `source`, prose blanked)."""
    tabbed: list[Span] = []
    rows = [
        _row(source.name, number, line.rstrip("\r"), report, tabbed) for number, line in enumerate(text.split("\n"), 1)
    ]
    if tabbed:
        more = f"and {quantity(len(tabbed) - 1, 'more line')}" if len(tabbed) > 1 else ""
        report(
            finding(
                "E0104",
                "a tab indents this line",
                tabbed[0],
                more,
                reason="tabs have no fixed width",
                repair="indent with spaces, two for each level",
            )
        )
    return rows


def _row(file: str, number: int, line: str, report: Report, tabbed: list[Span]) -> SourceRow:
    blank = line[: len(line) - len(line.lstrip(" \t"))]
    if "\t" in blank and blank != line:
        tabbed.append(Span(file, number, 1, number, len(blank) + 1))
    indent = sum(2 if character == "\t" else 1 for character in blank)
    tokens = tuple(Scanner(file, number, line, 0, len(line), report).tokens())
    return SourceRow(number, indent, tokens)


def cut(rows: list[SourceRow]) -> list[RawBlock]:
    """The blocks of a file; rows before the first block make a block without a keyword."""
    blocks: list[RawBlock] = []
    for row in rows:
        if row.code and (not blocks or _starts(row, blocks[-1])):
            blocks.append(RawBlock(_keyword(row)))
        if blocks:
            blocks[-1].add(row)
    return blocks


def _keyword(row: SourceRow) -> str:
    first = row.code[0]
    return first.text if row.indent == 0 and first.kind == WORD and first.text in BLOCKS else ""


def _starts(row: SourceRow, current: RawBlock) -> bool:
    if row.indent > 0:
        return False
    return bool(_keyword(row)) or (row.code[0].kind == WORD and current.open_brackets <= 0)


def docs_of(rows: list[SourceRow]) -> dict[int, str]:
    """Line of code → the doc comment above it."""
    comments: dict[int, str] = {}
    held: list[str] = []
    for row in rows:
        if row.code:
            if held:
                comments[row.number] = "\n".join(held)
            held = []
        else:
            held += [token.text[3:].removeprefix(" ") for token in row.tokens if token.kind == DOC]
    return comments
