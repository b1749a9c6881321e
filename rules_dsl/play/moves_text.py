"""The moves of a play file: numbers, moves and comments, one or several per line."""

from __future__ import annotations

import re
from dataclasses import replace

from rules_dsl.diagnostics.diagnostic import Diagnostic, finding
from rules_dsl.play.record import PlayedMove
from rules_dsl.source import SourceFile, Span

MOST_MOVES = 1_000_000
_NUMBER = re.compile(r"[0-9]+\s*\.(?=\s|\Z)")
_BETWEEN = re.compile(r"[\s;]+")
_LINE_COMMENT = re.compile(r"--[^\n]*")
_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"')


def read_moves(source: SourceFile, start: int) -> tuple[str, tuple[PlayedMove, ...], list[Diagnostic]]:
    """The comment before the first move, the moves, and diagnostics."""
    reader = _Reader(source, start)
    reader.all()
    return reader.opening, tuple(reader.moves), reader.findings


class _Reader:
    def __init__(self, source: SourceFile, start: int) -> None:
        self.source = source
        self.text = source.text
        self.place = start
        self.line_number = source.text.count("\n", 0, start) + 1
        self.line_start = source.text.rfind("\n", 0, start) + 1
        self.opening = ""
        self.moves: list[PlayedMove] = []
        self.findings: list[Diagnostic] = []

    def all(self) -> None:
        while self.place < len(self.text) and not self.findings:
            if not (self._skip(_BETWEEN) or self._skip(_LINE_COMMENT) or self._skip(_NUMBER)):
                self._piece()

    def _skip(self, pattern: re.Pattern[str]) -> bool:
        result = pattern.match(self.text, self.place)
        if result:
            self._go(result.end())
        return result is not None

    def _go(self, place: int) -> None:
        newlines = self.text.count("\n", self.place, place)
        if newlines:
            self.line_number += newlines
            self.line_start = self.text.rfind("\n", 0, place) + 1
        self.place = place

    def _piece(self) -> None:
        if self.text[self.place] == "{":
            self._comment()
        elif len(self.moves) < MOST_MOVES:
            self._move()
        else:
            self._wrong(f"this play has more than {MOST_MOVES} moves", self.place + 1)

    def _comment(self) -> None:
        end = self.text.find("}", self.place)
        if end < 0:
            self._wrong("this comment is never closed", self.place + 1)
            return
        words = " ".join(self.text[self.place + 1 : end].split())
        self._go(end + 1)
        if not self.moves:
            self.opening = f"{self.opening} {words}".strip()
        else:
            last = self.moves[-1]
            self.moves[-1] = replace(last, comment=f"{last.comment} {words}".strip())

    def _move(self) -> None:
        end = self._end_of_move()
        if end is not None:
            text = self.text[self.place : end].rstrip()
            self.moves.append(PlayedMove(text, span=self._span(self.place + len(text))))
            self._go(end)

    def _end_of_move(self) -> int | None:
        """Where the move that begins here ends: outside brackets and quotes, at a line's end, `;`, a comment or the
        next number.
        """
        depth, place, opened = 0, self.place, self.place
        while place < len(self.text):
            character = self.text[place]
            quoted = _QUOTED.match(self.text, place)
            if quoted:
                place = quoted.end()
                continue
            if depth == 0 and place > self.place and self._ends(place):
                return place
            if character == "\n":
                break
            if character in "([{":
                opened = place if depth == 0 else opened
                depth += 1
            depth -= character in ")]}" and depth > 0
            place += 1
        if depth:
            self._wrong("this bracket is not closed on its line", opened + 1, opened)
            return None
        return place

    def _ends(self, place: int) -> bool:
        character = self.text[place]
        if character == "{":
            return not self.text[self.place : place].rstrip().endswith("=")
        if character in ";\n" or self.text.startswith("--", place):
            return True
        return self.text[place - 1].isspace() and _NUMBER.match(self.text, place) is not None

    def _wrong(self, message: str, end: int, start: int | None = None) -> None:
        if start is not None:
            self._go(start)
        self.findings.append(finding("E0802", message, self._span(end)))

    def _span(self, end: int) -> Span:
        column = self.place - self.line_start + 1
        return Span(self.source.name, self.line_number, column, self.line_number, column + end - self.place)
