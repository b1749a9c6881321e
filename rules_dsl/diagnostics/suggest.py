"""Suggests the most similar word."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

MOST_CANDIDATES = 5_000
LONGEST_WORD = 80


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate most like `word`, None when nothing is near enough to be worth saying."""
    if not word or len(word) > LONGEST_WORD:
        return None
    best, best_ratio = None, _least_ratio(word)
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(word.casefold())
    for candidate in _plausible(word, candidates):
        matcher.set_seq1(candidate.casefold())
        if matcher.quick_ratio() > best_ratio and (ratio := matcher.ratio()) > best_ratio:
            best, best_ratio = candidate, ratio
    return best


def hint(word: str, candidates: Iterable[str]) -> str:
    """`did you mean Apple?`, or nothing."""
    text = nearest(word, candidates)
    return f"did you mean {text}?" if text else ""


def _least_ratio(word: str) -> float:
    return 0.7 if len(word) <= 2 else 0.6 if len(word) <= 4 else 0.62


def _plausible(word: str, candidates: Iterable[str]) -> list[str]:
    """Candidates of a like length, each once, in a fixed order; the word itself is no suggestion."""
    room = max(2, len(word) // 2)
    near = {candidate for candidate in candidates if abs(len(candidate) - len(word)) <= room and candidate != word}
    return sorted(near)[:MOST_CANDIDATES]
