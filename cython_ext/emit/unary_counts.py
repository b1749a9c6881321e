"""Counts held as the words "at least 1", "at least 2", …: their sum, and how they compare with a number."""

from __future__ import annotations

from cython_ext.emit.cases import Flag, UnaryCount
from cython_ext.emit.words import Word, Words


def add_counts(words: Words, left: UnaryCount, right: UnaryCount) -> UnaryCount:
    """The sum of two counts."""
    most = len(left.least) + len(right.least)
    one, other = [(words.all, *count.least) for count in (left, right)]
    least = []
    for total in range(1, most + 1):
        ways = [(i, total - i) for i in range(total + 1) if i < len(one) and total - i < len(other)]
        least.append(words.any_of(words.both(one[i], other[j]) for i, j in ways))
    return UnaryCount(tuple(least))


def compare_count(words: Words, count: UnaryCount, operator: str, limit: int) -> Flag:
    """A count compared with a number."""

    def least(k: int) -> Word:
        return words.all if k <= 0 else count.least[k - 1] if k <= len(count.least) else 0

    contrary = {"<": ">=", "<=": ">", "!=": "=="}
    if operator in contrary:
        return Flag(words.without(words.all, compare_count(words, count, contrary[operator], limit).word))
    if operator == "==":
        return Flag(words.without(least(limit), least(limit + 1)))
    return Flag(least(limit if operator == ">=" else limit + 1))
