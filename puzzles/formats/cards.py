"""Deals of cards: numbers of Microsoft FreeCell, and decks in the order they are dealt."""

from __future__ import annotations

import re
from collections.abc import Mapping

from puzzles.formats.errors import FormatError
from rules_dsl.quantities import quantity

RANKS, SUITS = "A23456789TJQK", "CDHS"
DECK = [rank + suit for rank in RANKS for suit in SUITS]
COLUMNS = 8
MOST_DEALS = 2**31 - 1


def givens_of_msdeal(text: str) -> Mapping[str, object]:
    """The columns of the deal of that number, as Microsoft's game deals it: each card drawn is replaced by the last
    one, row by row.
    """
    if not re.fullmatch(r"[0-9]{1,10}", text) or not 1 <= int(text) <= MOST_DEALS:
        raise FormatError(f"{text!r:.40} is not a number from 1 to {MOST_DEALS}")
    seed, deck = int(text), list(DECK)
    columns: list[list[str]] = [[] for _ in range(COLUMNS)]
    for place in range(len(DECK)):
        seed = (seed * 214013 + 2531011) % 2**31
        drawn = (seed >> 16) % len(deck)
        deck[drawn], deck[-1] = deck[-1], deck[drawn]
        columns[place % COLUMNS].append(deck.pop())
    return {"deal": columns}


def givens_of_deal(text: str) -> Mapping[str, object]:
    """All 52 cards in the order they are dealt, such as `4D 7C TH …` (or `10H`), with spaces, commas or `_` between
    them; or three digits a card.
    """
    words = _in_digits(text.strip()) or [
        word.upper().replace("10", "T") for word in re.split(r"[\s,_]+", text.strip(" ,_\n"))
    ]
    for word in words:
        if word not in DECK:
            raise FormatError(f"{word!r:.40} is not a card; cards are A23456789TJQK with C, D, H or S")
    twice = next((word for word in words if words.count(word) > 1), None)
    if twice is not None:
        raise FormatError(f"{twice} occurs twice")
    if len(words) != len(DECK):
        raise FormatError(f"it has {quantity(len(words), 'card')} instead of {len(DECK)}")
    return {"deal": words}


def _in_digits(text: str) -> list[str]:
    """Cards as two digits of the rank and one of the suit, `042` for the four of diamonds, without anything between
    them; none if this is something else.
    """
    if not re.fullmatch(r"((0[1-9]|1[0-3])[1-4])+", text):
        return []
    return [RANKS[int(text[at : at + 2]) - 1] + SUITS[int(text[at + 2]) - 1] for at in range(0, len(text), 3)]
