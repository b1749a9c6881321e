"""Words of the text form: names, strings, values, rules; written and taken apart again."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass

from rules_dsl.ir.types import Value

TOKEN = re.compile(
    r"""\s*(?:(?P<string>"(?:[^"\\]|\\.)*")|(?P<raw>\[\|.*?\|\])|(?P<name>[^\W\d]\w*(?:[.#]\w+)*)|`(?P<quoted>[^`]*)`|(?P<number>-?\d+)"""
    r"""|(?P<symbol>=>|->|==|!=|<=|>=|=!|\.\.|[-+*/%<>=!?:,.()\[\]{}$@'&]))"""
)
PLAIN = re.compile(r"[^\W\d]\w*(?:[.#]\w+)*")


@dataclass(frozen=True, slots=True)
class Token:
    """A word; `kind` is string, raw, name, quoted, number or symbol."""

    kind: str
    text: str


def split_words(line: str) -> list[Token]:
    """The words of one line."""
    found: list[Token] = []
    position = 0
    while position < len(line):
        match = TOKEN.match(line, position)
        if match is None or match.lastgroup is None:
            raise ValueError(f"not the text form of a game: {line[position : position + 40]!r}")
        found.append(Token(match.lastgroup, match[match.lastgroup]))
        position = match.end()
    return found


def name_text(name: str) -> str:
    """A name; what is no plain word stands in backquotes."""
    return name if PLAIN.fullmatch(name) else f"`{name}`"


def string_text(text: str) -> str:
    """A text in double quotes."""
    return json.dumps(text, ensure_ascii=False)


def raw_text(value: Value) -> str:
    """A value just as machines hold it."""
    text = repr(value).replace("|", "\\x7c")  # a bar stands only in texts
    return f"[|{text}|]"


def unique_words(spelling: tuple[str, ...]) -> dict[str, int]:
    """The plain words among the texts of a record's values that mean one value only, with its ordinal."""
    count = Counter(spelling)
    return {text: number for number, text in enumerate(spelling) if count[text] == 1 and PLAIN.fullmatch(text)}
