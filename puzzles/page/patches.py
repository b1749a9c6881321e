"""Texts that are much alike, told as what is different: the rules of one game under several settings on one page."""

from __future__ import annotations

from collections.abc import Iterator

BLOCK = 24
"""So many letters must be the same before it is worth telling where."""
PLACES = 8
"""Of letters that stand in many places so many are tried."""

Patch = list[str | list[int]]
"""Letters of its own, or [where in the first text, how many]."""


def patch(first: str, other: str) -> Patch:
    """The other text by pieces of the first; `patched` in patches.js is the way back."""
    return list(_join_letters(_pieces(first, other)))


def _pieces(first: str, other: str) -> Iterator[str | list[int]]:
    known = _places(first)
    at, last = 0, 0
    while at < len(other):
        best, length = last, _common(first, last, other, at)
        if length < BLOCK:
            for place in known.get(other[at : at + BLOCK], ()):
                common = _common(first, place, other, at)
                best, length = max((best, length), (place, common), key=lambda pair: pair[1])
        if length < BLOCK:
            yield other[at]
            at, last = at + 1, last + 1
        else:
            yield [best, length]
            at, last = at + length, best + length


def _places(text: str) -> dict[str, list[int]]:
    result: dict[str, list[int]] = {}
    for at in range(len(text) - BLOCK + 1):
        places = result.setdefault(text[at : at + BLOCK], [])
        if len(places) < PLACES:
            places.append(at)
    return result


def _common(first: str, here: int, other: str, there: int) -> int:
    """How many letters are the same from there on."""
    most, length, step = min(len(first) - here, len(other) - there), 0, BLOCK
    while step:
        if (
            length + step <= most
            and first[here + length : here + length + step] == other[there + length : there + length + step]
        ):
            length, step = length + step, step * 2
        else:
            step //= 2
    return max(length, 0)


def _join_letters(pieces: Iterator[str | list[int]]) -> Iterator[str | list[int]]:
    """Letters one behind the other as one piece."""
    own = ""
    for piece in pieces:
        if isinstance(piece, str):
            own += piece
            continue
        if own:
            yield own
        own = ""
        yield piece
    if own:
        yield own
