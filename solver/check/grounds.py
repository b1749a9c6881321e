"""What a finding rests on, in a form that can be kept and looked at again by somebody who believes nothing."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lemma:
    """Something that holds in all positions: in words, and for each node where it is asked as a condition of SMT-LIB over the parts of the state."""

    text: str
    places: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Positions:
    """All positions were looked at; they are so many."""

    count: int


@dataclass(frozen=True, slots=True)
class Induction:
    """The lemmas hold at the start and all moves keep them; with them the claim is kept by any move, or by any so many moves in a row.
    `cut`: moves are taken apart into stretches, and lemmas are about the points between these."""

    moves: int
    lemmas: tuple[Lemma, ...]
    cut: bool = False


@dataclass(frozen=True, slots=True)
class FallingMeasures:
    """Where the lemmas hold these measures fall one after another, so that every play ends."""

    measures: tuple[str, ...]
    lemmas: tuple[Lemma, ...]
    cut: bool = False


Grounds = Positions | Induction | FallingMeasures
