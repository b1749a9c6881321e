"""Source files and spans."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A text with a name; `name` is what messages show."""

    name: str
    text: str = field(repr=False)

    def line_starts(self) -> list[int]:
        """Offsets at which each line begins."""
        starts = [0]
        for offset, character in enumerate(self.text):
            if character == "\n":
                starts.append(offset + 1)
        return starts

    def line(self, number: int) -> str:
        """Line `number` (1-based) without its newline, or nothing past the end."""
        lines = self.text.split("\n")
        return lines[number - 1].rstrip("\r") if 1 <= number <= len(lines) else ""

    def within(self, span: Span) -> str:
        """The text of a span, on one line."""
        lines = [self.line(number) for number in range(span.line, span.end_line + 1)]
        lines[-1] = lines[-1][: span.end_column - 1]
        lines[0] = lines[0][span.column - 1 :]
        return " ".join(line.strip() for line in lines)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column (both 1-based) of an offset."""
        starts = self.line_starts()
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a file: lines and columns are 1-based, the end column is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: Span) -> Span:
        """From the start of this span to the end of another."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


NOWHERE = Span("<built in>", 1, 1, 1, 1)


def span_field() -> Span:
    """The field for a node's span; spans do not count in comparisons."""
    return field(default=NOWHERE, compare=False, repr=False, kw_only=True)


def source_text(span: Span, sources: Mapping[str, SourceFile]) -> str:
    """The text of a span, on one line; empty if the file is not known."""
    return sources[span.file].within(span) if span.file in sources else ""
