"""Indented lines as a tree, and a cursor over the words of one line."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from rules_dsl.ir.printed.words import Token, split_words
from rules_dsl.ir.types import Value

Item = TypeVar("Item")


@dataclass(slots=True)
class Line:
    """A line and the lines indented under it."""

    text: str
    children: list[Line] = field(default_factory=list)

    def words(self) -> Words:
        """A cursor at the first word."""
        return Words(split_words(self.text), self.text)


def outline(text: str) -> list[Line]:
    """The lines of a text, those further right under those before them."""
    root = Line("")
    open_lines = [(-1, root)]
    for raw in text.splitlines():
        depth = len(raw) - len(raw.lstrip(" "))
        if not raw.strip():
            continue
        while open_lines[-1][0] >= depth:
            open_lines.pop()
        line = Line(raw.strip())
        open_lines[-1][1].children.append(line)
        open_lines.append((depth, line))
    return root.children


class Words:
    """Takes the words of a line one after the other."""

    def __init__(self, tokens: list[Token], line: str) -> None:
        self.tokens = [*tokens, Token("end", "")]
        self.line = line
        self.position = 0

    def next_is(self, text: str, ahead: int = 0) -> bool:
        """Is the next word this name or symbol?"""
        place = self.position + ahead
        return place < len(self.tokens) and self.tokens[place].text == text and self.tokens[place].kind in ("name", "symbol")

    def kind(self) -> str:
        """The kind of the next word."""
        return self.tokens[self.position].kind

    def take(self) -> Token:
        """The next word, which is used up."""
        token = self.tokens[self.position]
        if token.kind == "end":
            raise self.problem("more")
        self.position += 1
        return token

    def accept(self, *texts: str) -> bool:
        """Use up these words if they come next."""
        found = all(self.next_is(text, ahead) for ahead, text in enumerate(texts))
        self.position += len(texts) if found else 0
        return found

    def expect(self, *texts: str) -> None:
        """Use up words that must come next."""
        for text in texts:
            if not self.accept(text):
                raise self.problem(text)

    def problem(self, wanted: str) -> ValueError:
        """What is wrong with the line here."""
        found = self.tokens[self.position].text
        return ValueError(f"not the text form of a game: {wanted!r} expected at {found!r} in {self.line[:200]!r}")

    def name(self) -> str:
        """A name."""
        if self.kind() not in ("name", "quoted"):
            raise self.problem("a name")
        return self.take().text

    def number(self) -> int:
        """A number."""
        if self.kind() != "number":
            raise self.problem("a number")
        return int(self.take().text)

    def string(self) -> str:
        """A text in quotes."""
        if self.kind() != "string":
            raise self.problem("a text")
        return str(json.loads(self.take().text))

    def raw(self) -> Value:
        """A value as machines hold it."""
        if self.kind() != "raw":
            raise self.problem("a value")
        return ast.literal_eval(self.take().text[2:-2])

    def several(self, close: str, one: Callable[[], Item]) -> list[Item]:
        """Items with commas between them, up to and with the closing word."""
        found: list[Item] = []
        while not self.accept(close):
            if found:
                self.expect(",")
            found.append(one())
        return found

    def about(self) -> str:
        """What is said about a thing, if something is."""
        return self.string() if self.accept("about") else ""
