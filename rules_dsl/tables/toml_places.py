"""Finds the place of each value in a TOML text that is known to be valid."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

Path = tuple[str | int, ...]
"""How to reach a value: names of tables and fields, places in arrays from 0."""

DEEPEST = 40

_TOKEN = re.compile(
    r"""
    (?P<skip>[ \t\r]+|\#[^\n]*)
  | (?P<newline>\n)
  | (?P<text>\"{3}(?:[^\\"]|\\.|"{1,2}(?!"))*"{3,5}|'{3}(?:[^']|'{1,2}(?!'))*'{3,5}|"(?:[^\\"\n]|\\.)*"|'[^'\n]*')
  | (?P<mark>[\[\]{},=.])
  | (?P<bare>[^\s\[\]{},=.\#"']+)
  | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class TextExtent:
    """Offsets in the text: where the key begins (for items of arrays the value), where the value begins, where it ends."""

    key: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    start: int
    end: int


def places(text: str) -> Mapping[Path, TextExtent]:
    """The place of every table, field and item."""
    finder = _Finder(text)
    finder.whole()
    return finder.found


class _Finder:
    def __init__(self, text: str) -> None:
        self.tokens = [
            _Token(match.lastgroup or "other", match[0], match.start(), match.end())
            for match in _TOKEN.finditer(text)
            if match.lastgroup != "skip"
        ]
        self.place = 0
        self.found: dict[Path, TextExtent] = {}
        self.lengths: dict[Path, int] = {}

    def whole(self) -> None:
        table: Path = ()
        while token := self._peek():
            if token.kind == "newline":
                self.place += 1
            elif token.text == "[":
                table = self._header()
            else:
                self._entry(table, 0)

    def _peek(self) -> _Token | None:
        return self.tokens[self.place] if self.place < len(self.tokens) else None

    def _next(self) -> _Token | None:
        token = self._peek()
        self.place += 1
        return token

    def _is(self, mark: str) -> bool:
        token = self._peek()
        return token is not None and token.kind in {"mark", "newline"} and token.text == mark

    def _header(self) -> Path:
        start = self.tokens[self.place].start
        self.place += 1
        many = self._is("[")
        self.place += many
        names = self._key("]")
        end = self.tokens[min(self.place, len(self.tokens)) - 1].end
        self.place += many
        table = self._resolve_path(names, many)
        self.found[table] = TextExtent(start, start, end + many)
        return table

    def _resolve_path(self, names: list[str], many: bool) -> Path:
        """Names with the index in each array of tables on the way; `[[…]]` starts a new item."""
        path: Path = ()
        for number, name in enumerate(names):
            path = (*path, name)
            if many and number == len(names) - 1:
                self.lengths[path] = self.lengths.get(path, 0) + 1
            if path in self.lengths:
                path = (*path, self.lengths[path] - 1)
        return path

    def _key(self, end: str) -> list[str]:
        """The parts of a dotted key, up to and with the mark after it."""
        parts: list[str] = []
        while (token := self._next()) is not None and not (token.kind == "mark" and token.text == end):
            if token.kind in {"bare", "text"}:
                parts.append(_plain(token))
        return parts

    def _entry(self, table: Path, depth: int) -> None:
        """`key = value`."""
        token = self.tokens[self.place]
        names = self._key("=")
        path: Path = (*table, *names)
        begin = self._peek()
        end = self._value(path, depth)
        self.found[path] = TextExtent(token.start, begin.start if begin else token.end, end)

    def _value(self, path: Path, depth: int) -> int:
        """Reads over a value; gives its end."""
        if depth < DEEPEST and self._is("["):
            return self._items(path, depth + 1)
        if depth < DEEPEST and self._is("{"):
            return self._fields(path, depth + 1)
        return self._plain_value()

    def _plain_value(self) -> int:
        end = self.tokens[min(self.place, len(self.tokens) - 1)].start
        nesting = 0
        while (token := self._peek()) is not None:
            if nesting == 0 and (token.kind == "newline" or token.text in {",", "]", "}"}):
                break
            nesting += (token.text in {"[", "{"}) - (token.text in {"]", "}"})
            end = token.end
            self.place += 1
        return end

    def _items(self, path: Path, depth: int) -> int:
        self.place += 1
        number = 0
        while (token := self._peek()) is not None and token.text != "]":
            if token.kind == "newline" or token.text == ",":
                self.place += 1
                continue
            end = self._value((*path, number), depth)
            self.found[*path, number] = TextExtent(token.start, token.start, end)
            number += 1
        return self._find_end()

    def _fields(self, path: Path, depth: int) -> int:
        self.place += 1
        while (token := self._peek()) is not None and token.text != "}":
            if token.kind == "newline" or token.text == ",":
                self.place += 1
                continue
            self._entry(path, depth)
        return self._find_end()

    def _find_end(self) -> int:
        token = self._next()
        return token.end if token else self.tokens[-1].end


def _plain(token: _Token) -> str:
    """A part of a key without its quotes."""
    return token.text[1:-1] if token.kind == "text" else token.text
