"""Lines of Python source under construction."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rules_dsl.source_lines import IndentedLines, plain_words


class PythonLines(IndentedLines):
    """Lines of Python with their indentation; blocks open and close with `with`."""

    def comment(self, text: str) -> None:
        """A comment; authors' words in it cannot end it."""
        self.line(f"# {plain_words(text)}")

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Write a line that opens a block and indent what follows. An empty block gets a `pass`."""
        self.line(head)
        start = len(self.lines)
        with self.deeper():
            yield
            if len(self.lines) == start:
                self.line("pass")

    def take(self, other: PythonLines) -> None:
        """All lines of another writer, which knew its depth."""
        self.lines += other.lines

    def text(self) -> str:
        """The source."""
        return "\n".join(self.lines) + "\n"


def write_literal(value: object) -> str:
    """A value as Python source; large numbers by their bits, for Python reads no decimal number of that length."""
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 256:
        return hex(value)
    if isinstance(value, tuple):
        return f"({', '.join([write_literal(part) for part in value])}{',' if len(value) == 1 else ''})"
    return repr(value)


def is_atom(text: str) -> bool:
    """A name or a number: may be written twice at no cost."""
    return text.isidentifier() or text.isdigit()


def bare(text: str) -> str:
    """The text without brackets that enclose all of it."""
    while text.startswith("(") and _closes_at_end(text) and not _is_group(text):
        text = text[1:-1]
    return text


def _closes_at_end(text: str) -> bool:
    """Does the bracket that opens the text close at its end?"""
    depth = 0
    for position, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if depth == 0:
            return position == len(text) - 1
    return False


def _is_group(text: str) -> bool:
    """Do the outer brackets form a tuple or a named expression?"""
    depth = 0
    for position, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if depth == 1 and (character == "," or text.startswith(":=", position)):
            return True
    return text == "()"
