"""Numbers with their nouns, as messages write them."""

from __future__ import annotations


def quantity(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun, in the plural where English wants it: `1 terminal`, `2,714 terminals`; `plural` is for
    nouns that do not take an s alone.
    """
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"
