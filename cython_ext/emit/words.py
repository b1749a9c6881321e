"""Words of bits while they are computed. Every word is known as a *cut*: a constant and the words, or what is outside of words, that it is the common part of; so constants
are put to it once, at the end, and what one word implies of another is used. A union is known by its parts.

A cut of given words, each moved, is a *pattern*: where it lies, what it asks for. Two patterns that ask for the same bits in the same places, seen from another of these
places, are empty together, so that only one of them is looked at to find out whether there is any.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cython_ext.emit.code import Code
from cython_ext.emit.values import mask_text
from cython_ext.layout.states import Form

Word = int | str
"""A constant, or the C name of a word in the function being written."""

MOST_WORDS = 4_000
MOST_PARTS = 256
DOUBLED = 4
"""From so many moved words on a pattern is put together from two equal halves."""


@dataclass(frozen=True, slots=True)
class Factor:
    """Inside of `asked` the bits of a word, or the bits it has not; outside of it all bits."""

    word: str
    holds: bool
    asked: int


@dataclass(frozen=True, slots=True)
class Cut:
    """The common part of a constant and of factors."""

    where: int
    factors: frozenset[Factor]

    def within(self, other: Cut) -> bool:
        """Is all of it surely in the other?"""
        return not self.where & ~other.where and all(self._has(factor) for factor in other.factors)

    def _has(self, wanted: Factor) -> bool:
        asked = self.where & wanted.asked
        return asked == 0 or any(
            factor.word == wanted.word and factor.holds == wanted.holds and not asked & ~factor.asked for factor in self.factors
        )

    def apart(self, other: Cut) -> bool:
        """Have they surely no bit in common?"""
        both = self.where & other.where
        contrary = {factor.word: factor for factor in other.factors}
        return both == 0 or any(
            factor.word in contrary and contrary[factor.word].holds != factor.holds and not both & ~(factor.asked & contrary[factor.word].asked)
            for factor in self.factors
        )


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
        self._known: dict[str, str] = {}
        self._cuts: dict[str, Cut] = {}
        self._sums: dict[str, tuple[Word, ...]] = {}  # the parts of a union
        self._moves: dict[str, tuple[str, int]] = {}  # a given word, and how far it was moved
        self._products: dict[frozenset[str], str] = {}

    def text(self, word: Word) -> str:
        """The word in an expression."""
        if isinstance(word, str):
            return word
        if word == 0:
            return f"({self.form.value})0"
        text = mask_text(self.size, word)
        return f"UINT64_C({text[:-1] if text.endswith('u') else text})" if self.form.kind == "word" else text

    def _made(self, text: str) -> str:
        if text not in self._known:
            if len(self._known) > MOST_WORDS:
                raise TooLarge
            self._known[text] = self.code.declare(f"const {self.form.value}", "w", text)
        return self._known[text]

    def given(self, text: str) -> Word:
        """A word that is computed by an expression of its own."""
        found = self._made(text)
        self._moves.setdefault(found, (found, 0))
        return found

    def _cut(self, word: Word) -> Cut:
        if isinstance(word, int):
            return Cut(word, frozenset())
        return self._cuts.get(word) or Cut(self.all, frozenset([Factor(word, True, self.all)]))

    # -- what is in both ----------------------------------------------------------------------------------------------

    def both(self, left: Word, right: Word) -> Word:
        """What is in both."""
        one, other = self._cut(left), self._cut(right)
        if one.apart(other):
            return 0
        if self._within(left, right):
            return left
        if self._within(right, left):
            return right
        fewer = self._sifted(left, right)
        if fewer is not None:
            return fewer
        return self._word(_merged(one, other), [one, other])

    def _within(self, left: Word, right: Word) -> bool:
        """Is each part of the first surely in a part of the second?"""
        cuts = [self._cut(part) for part in self._parts_of(right)]
        whole = self._cut(right)
        return all(
            self._cut(part).within(whole) or any(self._cut(part).within(cut) for cut in cuts) for part in self._parts_of(left)
        ) or self._cut(left).within(whole)

    def _parts_of(self, word: Word) -> tuple[Word, ...]:
        return self._sums.get(word, (word,)) if isinstance(word, str) else (word,)

    def _sifted(self, left: Word, right: Word) -> Word | None:
        """A union cut with a word each of its parts is in or apart from."""
        for whole, against in ((left, right), (right, left)):
            if not isinstance(whole, str) or whole not in self._sums:
                continue
            parts = self._sums[whole]
            kept = [part for part in parts if self._within(part, against)]
            rest = [part for part in parts if part not in kept]
            others = [self._cut(part) for part in self._parts_of(against)]
            if all(all(self._cut(part).apart(other) for other in others) for part in rest):
                return self.any_of(kept)
        return None

    def _word(self, cut: Cut, made_of: Sequence[Cut]) -> Word:
        """The word of a cut; what it is made of tells which products there are already."""
        where = cut.where
        if where == 0 or not cut.factors:
            return where
        plain = {factor.word: factor.holds for factor in cut.factors if not where & ~factor.asked}
        together = self._moved_together(plain)
        held = frozenset([word for word, holds in plain.items() if holds])
        parts = [self._product(held, [frozenset([factor.word for factor in part.factors if factor.holds]) for part in made_of])] if held else []
        parts += together
        clean = any(self._is_clean(word) for word in held)
        if where != self.all or not (clean or self.size in (64, 128)):
            parts.insert(0, self.text(where))
        parts += [f"~{word}" for word, holds in sorted(plain.items()) if not holds]
        parts += [f"~{self._missing(factor)}" for factor in sorted(cut.factors, key=str) if where & ~factor.asked]
        found = parts[0] if len(parts) == 1 and not parts[0].startswith("~") else self._made(" & ".join(parts))
        self._cuts.setdefault(found, cut)
        return found

    def _moved_together(self, plain: dict[str, bool]) -> list[str]:
        """Pairs of a word that holds and one that does not, both moved equally far, are taken out: their difference, moved once."""
        found = []
        for without in sorted(word for word, holds in plain.items() if not holds and not self._is_clean(word)):
            name, by = self._moves[without]
            for word in sorted(word for word, holds in plain.items() if holds and self._moves.get(word, ("", 0))[1] == by):
                difference = self._made(f"{self._moves[word][0]} & ~{name}")
                found.append(self._made(f"{difference} {'>>' if by > 0 else '<<'} {abs(by)}"))
                del plain[word], plain[without]
                break
        return found

    def _is_clean(self, word: str) -> bool:
        """Has a word surely no bits outside of the universe?"""
        return self._moves.get(word, ("", 0))[1] == 0

    def _missing(self, factor: Factor) -> str:
        """Where a factor that is asked for in part of the universe fails."""
        return self._made(f"{self.text(factor.asked)} & {'~' if factor.holds else ''}{factor.word}")

    def _product(self, words: frozenset[str], known: Sequence[frozenset[str]]) -> str:
        """The common part of words, from a part of them that is computed already."""
        if len(words) == 1:
            return next(iter(words))
        if words not in self._products:
            first = max([part for part in known if part < words and part], key=len, default=frozenset([min(words)]))
            rest = words - first
            self._products[words] = self._made(f"{self._product(first, ())} & {self._product(rest, ())}")
        return self._products[words]

    # -- what is in one or the other ----------------------------------------------------------------------------------

    def either(self, left: Word, right: Word) -> Word:
        """What is in one or the other."""
        if isinstance(left, int) and isinstance(right, int):
            return left | right
        if left == 0 or self._within(left, right):
            return right
        if right == 0 or self._within(right, left):
            return left
        found = self._made(f"{self.text(left)} | {self.text(right)}")
        self._sums.setdefault(found, (*self._parts_of(left), *self._parts_of(right)))
        return found

    def any_of(self, words: Iterable[Word]) -> Word:
        """What is in at least one."""
        found: Word = 0
        for word in words:
            found = self.either(found, word)
        return found

    def without(self, left: Word, right: Word) -> Word:
        """What is in the first and not in the second."""
        if left == 0 or self._within(left, right):
            return 0
        for part in self._parts_of(right):
            left = self._less(left, part)
        return left

    def _less(self, left: Word, right: Word) -> Word:
        one, other = self._cut(left), self._cut(right)
        if one.apart(other):
            return left
        asked = [factor for factor in other.factors if not one.within(Cut(self.all, frozenset([factor])))]
        if not asked:
            return self.both(left, self.all & ~other.where)
        if len(asked) == 1 and not other.where & ~asked[0].asked:
            contrary = Factor(asked[0].word, not asked[0].holds, other.where)
            return self._word(_merged(one, Cut(self.all, frozenset([contrary]))), [one])
        assert isinstance(right, str)
        return self._word(_merged(one, Cut(self.all, frozenset([Factor(right, False, self.all)]))), [one])

    def shifted(self, word: Word, by: int) -> Word:
        """The word whose bit i is bit i + by; bits from outside are not clean and must be masked."""
        if isinstance(word, int):
            return (word >> by if by >= 0 else word << -by) & self.all
        if by == 0:
            return word
        found = self._made(f"{word} {'>>' if by > 0 else '<<'} {abs(by)}")
        if word in self._moves:
            self._moves.setdefault(found, (self._moves[word][0], self._moves[word][1] + by))
        return found

    # -- is there any -------------------------------------------------------------------------------------------------

    def witnesses(self, word: Word) -> Word | None:
        """A word that is empty exactly if this one is, out of fewer patterns; None if there are no fewer."""
        kept: list[Word] = []
        seen: set[frozenset[frozenset[tuple[str, int]]]] = set()
        parts = sorted(self._spread(word), key=self._steps)
        for part in parts:
            pattern = self._pattern(part)
            asked = frozenset([frozenset([(str(part), -1)])]) if pattern is None else pattern.asked()
            if asked not in seen:
                seen.add(asked)
                kept.append(part)
        doubled = [self._doubled(part) for part in kept]
        return self.any_of(doubled) if len(kept) < len(parts) or doubled != kept else None

    def _pattern(self, word: Word) -> Pattern | None:
        cut = self._cut(word)
        if all(factor.holds and factor.word in self._moves and not cut.where & ~factor.asked for factor in cut.factors):
            return Pattern(frozenset([self._moves[factor.word] for factor in cut.factors]), cut.where)
        return None

    def _spread(self, word: Word) -> list[Word]:
        """What a word is the union of; what all are cut with is put to each."""
        if isinstance(word, str) and word in self._sums:
            return [part for side in self._sums[word] for part in self._spread(side)]
        cut = self._cut(word)
        sums = [factor for factor in cut.factors if factor.holds and factor.word in self._sums and not cut.where & ~factor.asked]
        if not sums or len(self._sums[sums[0].word]) > MOST_PARTS:
            return [word]
        rest = self._word(Cut(cut.where, cut.factors - {sums[0]}), ())
        return [part for side in self._spread(sums[0].word) for part in self._spread(self.both(rest, side))]

    def _steps(self, word: Word) -> int:
        """How far the parts of a pattern lie apart backwards: patterns that begin at their own place come first."""
        pattern = self._pattern(word)
        return 0 if pattern is None else sum([1 for _, by in pattern.parts if by < 0])

    def _doubled(self, word: Word) -> Word:
        """A pattern of one word moved by even steps as a pattern half as long, twice."""
        pattern = self._pattern(word)
        if pattern is None or len(pattern.parts) < DOUBLED or len({name for name, _ in pattern.parts}) > 1:
            return word
        name = next(iter(pattern.parts))[0]
        product = self._halves(name, sorted([by for _, by in pattern.parts]))
        return word if product is None else self._made(f"{self.text(pattern.where)} & {product}")

    def _halves(self, name: str, steps: list[int]) -> str | None:
        """The common part of a word moved by each step: some steps, and the same once more so much further."""
        if len(steps) == 1:
            moved = self.shifted(name, steps[0])
            return moved if isinstance(moved, str) else None
        by = steps[len(steps) // 2] - steps[0]
        first = steps[: len(steps) // 2]
        if min(steps) < 0 or len(steps) % 2 or [step + by for step in first] != steps[len(first) :]:
            return None
        half = self._halves(name, first)
        return None if half is None else self._made(f"{half} & {self._made(f'{half} >> {by}')}")


def _merged(one: Cut, other: Cut) -> Cut:
    """What is in both; of two factors of one word the wider counts."""
    asked: dict[tuple[str, bool], int] = {}
    for factor in (*one.factors, *other.factors):
        asked[factor.word, factor.holds] = asked.get((factor.word, factor.holds), 0) | factor.asked
    return Cut(one.where & other.where, frozenset([Factor(word, holds, places) for (word, holds), places in asked.items()]))
