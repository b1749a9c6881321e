"""Words of bits while they are computed: constants are folded, equal words are computed once, and what one word implies of another is used.

A word that is the common part of given words, each moved, and of a constant is known as a *pattern*: where it lies, what it asks for. Two patterns that ask for the same
bits in the same places, seen from another of these places, are empty together, so that only one of them is looked at to find out whether there is any.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cython_ext.layout import Form
from cython_ext.to_c_code import Code
from cython_ext.to_c_values import mask_text

Word = int | str
"""A constant, or the C name of a word in the function being written."""

MOST_WORDS = 1_600
MOST_PARTS = 256


@dataclass(frozen=True, slots=True)
class Pattern:
    """The places of `where` at which every word of `parts` has its bit that many places further on."""

    parts: frozenset[tuple[str, int]]
    where: int

    def asked(self) -> frozenset[frozenset[tuple[str, int]]]:
        """The bits of given words that are asked for, one set for each place."""
        places = [place for place in range(self.where.bit_length()) if self.where >> place & 1]
        return frozenset([frozenset([(word, place + by) for word, by in self.parts]) for place in places])


class TooLarge(Exception):
    """More words would be computed than pays."""


class Words:
    """The words of one universe in one function."""

    def __init__(self, code: Code, form: Form, size: int) -> None:
        self.code = code
        self.form = form
        self.size = size
        self.all = (1 << size) - 1
        self._known: dict[tuple[str, Word, Word], Word] = {}
        self._above: dict[str, frozenset[Word]] = {}  # words that hold whatever a word holds
        self._patterns: dict[str, Pattern] = {}
        self._cuts: dict[str, tuple[Word, Word]] = {}  # what a word is the common part of
        self._sums: dict[str, tuple[Word, Word]] = {}  # what a word is the union of
        self._less: dict[str, tuple[Word, Word]] = {}  # what a word was made of as first without second

    def text(self, word: Word) -> str:
        """The word in an expression."""
        if isinstance(word, str):
            return word
        if word == 0:
            return f"({self.form.value})0"
        text = mask_text(self.size, word)
        return f"UINT64_C({text[:-1] if text.endswith('u') else text})" if self.form.kind == "word" else text

    def _is_full(self) -> bool:
        """Has the word no bits beyond the universe?"""
        return self.size in (64, 128)

    def given(self, text: str) -> Word:
        """A word that is computed by an expression of its own."""
        found = self._made("given", text, 0, text)
        assert isinstance(found, str)
        self._patterns.setdefault(found, Pattern(frozenset([(found, 0)]), self.all))
        return found

    def _made(self, operator: str, left: Word, right: Word, text: str) -> Word:
        key = (operator, left, right)
        if key not in self._known:
            if len(self._known) > MOST_WORDS:
                raise TooLarge
            self._known[key] = self.code.declare(f"const {self.form.value}", "w", text)
        return self._known[key]

    def _over(self, word: Word) -> frozenset[Word]:
        return self._above.get(word, frozenset()) | {word} if isinstance(word, str) else frozenset([word])

    def both(self, left: Word, right: Word) -> Word:
        """What is in both."""
        if isinstance(left, int) and isinstance(right, int):
            return left & right
        if isinstance(right, int):
            left, right = right, left
        if left == 0 or right == 0:
            return 0
        if left == self.all or left in self._over(right):
            return right
        if right in self._over(left):
            return left
        found = self._made("&", *_sorted(left, right), f"{self.text(left)} & {self.text(right)}")
        self._note(found, left, right)
        if isinstance(found, str):
            self._cuts[found] = (left, right)
        patterns = [self._pattern(word) for word in (left, right)]
        if isinstance(found, str) and patterns[0] is not None and patterns[1] is not None:
            self._patterns[found] = Pattern(patterns[0].parts | patterns[1].parts, patterns[0].where & patterns[1].where)
        return found

    def _pattern(self, word: Word) -> Pattern | None:
        return Pattern(frozenset(), word) if isinstance(word, int) else self._patterns.get(word)

    def _note(self, found: Word, *above: Word) -> None:
        if isinstance(found, str):
            self._above[found] = self._above.get(found, frozenset()).union(*[self._over(word) for word in above])

    def either(self, left: Word, right: Word) -> Word:
        """What is in one or the other."""
        if isinstance(left, int) and isinstance(right, int):
            return left | right
        if isinstance(right, int):
            left, right = right, left
        if left == 0 or left in self._over(right):
            return right if left == 0 else left
        if right in self._over(left) or left == self.all:
            return right if right in self._over(left) else self.all
        found = self._made("|", *_sorted(left, right), f"{self.text(left)} | {self.text(right)}")
        if isinstance(found, str):
            self._sums[found] = (left, right)
        return found

    def without(self, left: Word, right: Word) -> Word:
        """What is in the first and not in the second."""
        if isinstance(right, int):
            return self.both(left, self.all & ~right)
        if left == 0:
            return 0
        if right in self._over(left):
            return 0
        if right in self._less and self._less[right][0] in (self.all, *self._over(left)):
            return self.both(left, self._less[right][1])
        found = self._made("&~", left, right, f"~{right}" if left == self.all and self._is_full() else f"{self.text(left)} & ~{right}")
        self._note(found, left)
        if isinstance(found, str):
            self._less[found] = (left, right)
        return found

    def shifted(self, word: Word, by: int) -> Word:
        """The word whose bit i is bit i + by; bits from outside are not clean and must be masked."""
        if isinstance(word, int):
            return (word >> by if by >= 0 else word << -by) & self.all
        if by == 0:
            return word
        found = self._made("shift", word, by, f"{word} {'>>' if by > 0 else '<<'} {abs(by)}")
        pattern = self._patterns.get(word)
        if isinstance(found, str) and pattern is not None and pattern.where == self.all:
            self._patterns[found] = Pattern(frozenset([(part, at + by) for part, at in pattern.parts]), self.all)
        return found

    def witnesses(self, word: Word) -> Word | None:
        """A word that is empty exactly if this one is, out of fewer patterns; None if there are no fewer."""
        kept: list[Word] = []
        seen: set[frozenset[frozenset[tuple[str, int]]]] = set()
        parts = sorted(self._parts(word), key=self._steps)
        for part in parts:
            pattern = self._pattern(part)
            asked = frozenset([frozenset([(str(part), -1)])]) if pattern is None else pattern.asked()
            if asked not in seen:
                seen.add(asked)
                kept.append(part)
        return self.any_of(kept) if len(kept) < len(parts) else None

    def _parts(self, word: Word) -> list[Word]:
        """What a word is the union of; what all are cut with is put to each."""
        if isinstance(word, str) and word in self._sums:
            return [part for side in self._sums[word] for part in self._parts(side)]
        if isinstance(word, str) and word in self._cuts and word not in self._patterns:
            left, right = [self._parts(side) for side in self._cuts[word]]
            if len(left) * len(right) <= MOST_PARTS:
                return [self.both(one, other) for one in left for other in right]
        return [word]

    def _steps(self, word: Word) -> int:
        """How far the parts of a pattern lie apart backwards: patterns that begin at their own place come first."""
        pattern = self._pattern(word)
        return 0 if pattern is None else sum([1 for _, by in pattern.parts if by < 0])

    def any_of(self, words: Iterable[Word]) -> Word:
        """What is in at least one."""
        found: Word = 0
        for word in words:
            found = self.either(found, word)
        return found


def _sorted(left: Word, right: Word) -> tuple[Word, Word]:
    return (left, right) if str(left) <= str(right) else (right, left)
