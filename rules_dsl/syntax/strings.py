"""Texts with `{expression}` inside: their ends and parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

DEEPEST_TEXT = 4
ESCAPES = {"n": "\n", '"': '"', "'": "'", "\\": "\\"}


def end_of_text(line: str, start: int, stop: int, depth: int = 0) -> tuple[int, str]:
    """The end of the text that opens at `start` (exclusive), and what is wrong: nothing, `quote`, `brace` or `deep`."""
    if depth > DEEPEST_TEXT:
        return stop, "deep"
    quote, at = line[start], start + 1
    while at < stop:
        character = line[at]
        if character == quote:
            return at + 1, ""
        if character == "\\" or line.startswith("{{", at):
            at += 2
        elif character == "{":
            at, problem = end_of_hole(line, at, stop, depth)
            if problem:
                return _resume(line, quote, start, stop), problem
        else:
            at += 1
    return stop, "quote"


def _resume(line: str, quote: str, start: int, stop: int) -> int:
    """After a hole that is not closed: the text goes to the last quote of the line."""
    last = line.rfind(quote, start + 1, stop)
    return stop if last < 0 else last + 1


def end_of_hole(line: str, start: int, stop: int, depth: int) -> tuple[int, str]:
    """The end of the `{…}` that opens at `start`, and what is wrong with it."""
    level, at = 0, start
    while at < stop:
        character = line[at]
        if character in "\"'":
            at, problem = end_of_text(line, at, stop, depth + 1)
            if problem:
                return at, "deep" if problem == "deep" else "brace"
            continue
        level += (character == "{") - (character == "}")
        at += 1
        if level == 0:
            return at, ""
    return stop, "brace"


@dataclass(frozen=True, slots=True)
class PlainText:
    """Characters of a text, escapes resolved."""

    text: str


@dataclass(frozen=True, slots=True)
class Hole:
    """The stretch of an expression inside a text, without its braces (offsets into the raw text)."""

    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Slip:
    """Something wrong at an offset of the raw text: an unknown escape or a lone `}`."""

    offset: int
    what: str


def parts_of_text(raw: str) -> Iterator[PlainText | Hole | Slip]:
    """The parts of a well-closed raw text (quotes included), in order."""
    at, stop, held = 1, len(raw) - 1, ""
    while at < stop:
        pair = raw[at : at + 2]
        if pair in ("{{", "}}"):
            held, at = held + pair[0], at + 2
        elif raw[at] == "{":
            end, _ = end_of_hole(raw, at, stop, 0)
            if held:
                yield PlainText(held)
            yield Hole(at + 1, end - 1)
            held, at = "", end
        elif raw[at] == "\\":
            if pair[1:] not in ESCAPES:
                yield Slip(at, pair)
            held, at = held + ESCAPES.get(pair[1:], pair), at + 2
        else:
            if raw[at] == "}":
                yield Slip(at, "}")
            held, at = held + raw[at], at + 1
    if held:
        yield PlainText(held)
