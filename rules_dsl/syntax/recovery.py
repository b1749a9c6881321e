"""Error recovery: a faulty line is replaced by a similar one, or dropped with what depends on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules_dsl.syntax.lines import LogicalLine
from rules_dsl.syntax.tokens import INT, SIGN, TEXT, WORD, Scanner, Token

STAND_INS = {
    "when": "when true", "if": "when true", "elif": "else when true", "elsif": "else when true", "else if": "else when true",
    "else when": "else when true", "else": "else", "loop": "loop", "while": "loop", "repeat": "repeat 1", "for": "for x in S", "does": "does",
}  # fmt: skip
"""Lines of a block that open a block of their own, whatever stands behind their first words."""

HEADS = {
    "action": "action x", "event": "event x", "whenever": "whenever x: true", "instead": "instead of x when true",
    "also": "also for x when true", "play": "play x", "state": "state", "score": "score", "show": "show", "example": 'example "x"',
}  # fmt: skip
"""First lines of blocks, whatever stands behind the first word."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """Lines without a mistake, and the first of them that has not been parsed."""

    lines: list[LogicalLine]
    unseen: int


def attempts(lines: list[LogicalLine], wrong: int) -> Iterator[Attempt]:
    """Ways to continue after a faulty line, those that keep most first."""
    if not 0 <= wrong < len(lines):
        return
    stand_in = _stand_in(lines, wrong)
    if stand_in is not None:
        yield Attempt([*lines[:wrong], stand_in, *lines[wrong + 1 :]], wrong + 1)
    if wrong == 0:
        return
    end = _end(lines, wrong)
    if not lines[wrong].broken:
        yield Attempt([*lines[:wrong], replace(lines[wrong], broken=True), *lines[end:]], wrong + 1)
    if end < len(lines):
        yield Attempt([*lines[:wrong], *lines[end:]], wrong)


def with_head(lines: list[LogicalLine]) -> list[LogicalLine]:
    """The lines of a block whose first line cannot be read, with one like it in its place."""
    stand_in = _stand_in(lines, 0)
    return lines if stand_in is None else [stand_in, *lines[1:]]


def _stand_in(lines: list[LogicalLine], wrong: int) -> LogicalLine | None:
    line = lines[wrong]
    if wrong + 1 == len(lines) or lines[wrong + 1].indent <= line.indent:
        return None
    words = [token.text for token in line.tokens[:2] if token.kind == WORD]
    known = HEADS if wrong == 0 else STAND_INS
    text = known.get(" ".join(words)) or known.get(line.first.text)
    if text is None or [token.text for token in line.tokens] == text.split():
        return None
    return LogicalLine(tuple(_tokens(text, line.first)), line.indent)


def _tokens(text: str, at: Token) -> Iterator[Token]:
    """The tokens of a short text as if they stood at a place."""
    for token in Scanner("", at.line, text, 0, len(text), lambda _finding: None).tokens():
        assert token.kind in (WORD, INT, TEXT, SIGN)
        yield Token(token.kind, token.text, at.line, at.column, at.end)


def _end(lines: list[LogicalLine], wrong: int) -> int:
    """The line behind all that hangs on a wrong one: its inner lines, and the `else` that belongs to it."""
    level, end = lines[wrong].indent, wrong + 1
    while end < len(lines) and (
        lines[end].indent > level or (lines[end].indent == level and lines[end].first.text == "else")
    ):
        end += 1
    return end
