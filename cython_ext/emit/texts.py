"""Pieces of C text: names, brackets, numbers and long lines."""

from __future__ import annotations

import re

from rules_dsl.source_lines import STEP

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def is_atom(text: str) -> bool:
    """A name or a number: may be written twice at no cost."""
    return NAME.fullmatch(text) is not None or text.isdigit() or (text.startswith("(-") and text[2:-1].isdigit())


def bare(text: str) -> str:
    """The text without brackets that enclose all of it."""
    while text.startswith("(") and _closes_at_end(text) and not text.startswith("({"):
        text = text[1:-1]
    return text


def _closes_at_end(text: str) -> bool:
    depth = 0
    for position, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if depth == 0:
            return position == len(text) - 1
    return False


def negate(text: str) -> str:
    """The contrary of a condition."""
    return text[2:-1] if text.startswith("(!") and text.endswith(")") and _closes_at_end(text) and _is_unit(text[2:-1]) else f"(!{text})"


def _is_unit(text: str) -> bool:
    return is_atom(text) or (text.startswith("(") and _closes_at_end(text))


def number(value: int) -> str:
    """A number as C text."""
    if -(2**31) < value < 2**31:
        return str(value) if value >= 0 else f"({value})"
    if -(2**63) < value < 2**63:
        return f"INT64_C({value})"
    high, low = value >> 64, value & (2**64 - 1)
    return f"((rw_number)(((rw_wide){hex(high & (2**64 - 1))}u << 64) | {hex(low)}u))"


def wrap(text: str, width: int = 150) -> list[str]:
    """A long line cut at its commas."""
    lines: list[str] = []
    while len(text) > width:
        cut = text.rfind(", ", 0, width)
        if cut < 0:
            break
        lines.append(text[: cut + 1])
        text = STEP + text[cut + 2 :]
    return [*lines, text]
