"""The grounds of a finding, in a form that can be stored and rechecked without trust in the prover."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lemma:
    """Something that holds in all positions: in words, and for each node where it is asked as a condition of SMT-LIB
    over the parts of the state.
    """

    text: str
    places: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Positions:
    """All positions were visited; this is their number."""

    count: int


@dataclass(frozen=True, slots=True)
class Induction:
    """The lemmas hold at the start, every move preserves them, and together they make the claim inductive over one or
    several moves. `cut`: moves are divided into stretches and lemmas are about the cut points.
    """

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
