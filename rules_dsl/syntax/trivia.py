"""Comments and blank lines, attached to lines: before, behind or inside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rules_dsl.syntax.blocks import RawBlock, SourceRow, cut
from rules_dsl.syntax.layout import level_lines
from rules_dsl.syntax.lines import LineJoiner, LogicalLine, join_label
from rules_dsl.syntax.tokens import COMMENT, DOC, Token


@dataclass(frozen=True, slots=True)
class Blank:
    """One or more empty lines."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment on a line of its own; `indent` is how it was written, `level` where it belongs."""

    text: str
    indent: int
    level: int = 0


@dataclass(frozen=True, slots=True)
class Inner:
    """A comment inside a logical line, behind a token; `own` when it stood on a line of its own."""

    text: str
    own: bool


@dataclass(frozen=True, slots=True)
class CodeLine:
    """A logical line with its comments; `block` numbers the block, `indents` are the levels open at it."""

    line: LogicalLine
    block: int
    keyword: str
    indents: tuple[int, ...]
    trailing: str = ""
    inner: Mapping[tuple[int, int], tuple[Inner, ...]] = field(default_factory=dict)

    @property
    def level(self) -> int:
        """The number of enclosing blocks."""
        return len(self.indents) - 1


Entry = Blank | Remark | CodeLine


def entries(rows: Sequence[SourceRow]) -> list[Entry]:
    """Everything in the rows of a well-formed text, in order."""
    blocks = cut(list(rows))
    first = blocks[0].rows[0].number if blocks else len(rows) + (rows[0].number if rows else 0)
    result: list[Entry] = [entry for row in rows if row.number < first for entry in _lone(row)]
    for number, raw in enumerate(blocks):
        result += _block_entries(number, raw)
    return _with_levels(result)


def block_lines(raw: RawBlock) -> list[LogicalLine]:
    """The logical lines of a well-formed block."""
    joined = LineJoiner("", _ignore).join([(row.indent, row.tokens) for row in raw.rows])
    lines = level_lines(joined, "", _ignore)
    return [line if number == 0 or raw.keyword != "score" else join_label(line) for number, line in enumerate(lines)]


def _ignore(_finding: object) -> None:
    """The text was parsed before: it holds no mistake."""


def _lone(row: SourceRow) -> Iterator[Entry]:
    if not row.tokens:
        yield Blank()
    yield from (Remark(token.text, row.indent) for token in row.tokens)


def _block_entries(number: int, raw: RawBlock) -> Iterator[Entry]:
    rows, levels = list(raw.rows), [0]
    for line in block_lines(raw):
        while rows and rows[0].number < line.first.line:
            yield from _lone(rows.pop(0))
        own: list[SourceRow] = []
        while rows and rows[0].number <= line.tokens[-1].line:
            own.append(rows.pop(0))
        while levels[-1] > line.indent:
            levels.pop()
        if line.indent > levels[-1]:
            levels.append(line.indent)
        yield _code(CodeLine(line, number, raw.keyword, tuple(levels)), own)
    for row in rows:
        yield from _lone(row)


def _code(code: CodeLine, rows: Sequence[SourceRow]) -> CodeLine:
    inner: dict[tuple[int, int], tuple[Inner, ...]] = {}
    last: Token | None = None
    trailing = ""
    for row in rows:
        comments = [token.text for token in row.tokens if token.kind in (COMMENT, DOC)]
        last = row.code[-1] if row.code else last
        if comments and row is rows[-1]:
            trailing = comments[0]
        elif comments and last is not None:
            place = (last.line, last.column)
            inner[place] = (*inner.get(place, ()), Inner(comments[0], not row.code))
    return replace(code, trailing=trailing, inner=inner)


def _with_levels(levels: Sequence[Entry]) -> list[Entry]:
    """Each remark at the level of the lines around it that its indentation fits."""
    result: list[Entry] = []
    following: CodeLine | None = None
    preceding = _preceding(levels)
    for entry, before in zip(reversed(levels), reversed(preceding), strict=True):
        if isinstance(entry, Remark):
            entry = replace(entry, level=_level(entry, before, following))
        following = entry if isinstance(entry, CodeLine) else following
        result.append(entry)
    return result[::-1]


def _preceding(preceding: Sequence[Entry]) -> list[CodeLine | None]:
    """For each entry the last line of code before it."""
    result: list[CodeLine | None] = []
    last: CodeLine | None = None
    for entry in preceding:
        result.append(last)
        last = entry if isinstance(entry, CodeLine) else last
    return result


def _level(remark: Remark, before: CodeLine | None, following: CodeLine | None) -> int:
    least = following.level if following else 0
    if before is None or least > before.level:
        return least
    fitting = [level for level, indent in enumerate(before.indents) if least <= level and indent <= remark.indent]
    return max(fitting, default=least)
