"""The description of a relaxation: the digests of the rules it was written for, and the evidence that it contains every
play of them. It is separate from the model so that checking for a relaxation does not import a solver.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.digest import rules_digest
from rules_dsl.machine.api import State
from solver.protocol.answers import ArgumentLink

MODELS = Path(__file__).resolve().parents[1] / "models"
"""Each folder there holds the relaxation of one game."""
FILE = "evidence.json"
MOST_KNOWN = 16


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a relaxation may be believed: a proof, or the number of plays it was tested with."""

    random_plays: int = 0
    recorded_plays: int = 0
    starts: int = 0
    missed: int = 0  # of these plays, those the relaxation does not reproduce as they were played
    proved: bool = False

    def __str__(self) -> str:
        tested = f"tested on {self.random_plays:,} random plays and {f'{self.recorded_plays:,}' if self.recorded_plays else 'no'} recorded plays"
        return (
            "proved"
            if self.proved
            else f"{tested}, of which it reproduces all but {self.missed:,}"
            if self.missed
            else tested
        )


@dataclass(frozen=True, slots=True)
class Relaxation:
    """A model that should contain every play of some rules.

    `module` builds it; `digests` name the rules, data and options it holds for, each with a description. Constants in
    `free` may have any value, because the model reads them or the position determines all they affect.
    """

    name: str
    game: str
    module: str
    digests: Mapping[str, str] = field(hash=False)
    free: frozenset[str] = frozenset()
    evidence: Evidence = Evidence()

    @property
    def links(self) -> tuple[ArgumentLink, ...]:
        """What a bound by this relaxation rests on."""
        return () if self.evidence.proved else (ArgumentLink(self.name, str(self.evidence)),)


@cache
def relaxations() -> tuple[Relaxation, ...]:
    """All there are."""
    return tuple([read(path) for path in sorted(MODELS.glob(f"*/{FILE}"))])


def read(path: Path) -> Relaxation:
    """A relaxation from its file."""
    result = json.loads(path.read_text(encoding="utf-8"))
    evidence = result["evidence"]
    kept = Evidence(
        evidence["random_plays"], evidence["recorded_plays"], evidence["starts"], evidence["missed"], evidence["proved"]
    )
    return Relaxation(
        result["name"],
        result["game"],
        f"solver.models.{path.parent.name}",
        result["digests"],
        frozenset(result["free"]),
        kept,
    )


def relaxation_of(game: ir.Game, start: State) -> Relaxation | None:
    """The relaxation that holds for what can be played from a start."""
    return next(
        (
            relaxation
            for relaxation in relaxations()
            if digest_of(game, start.node, relaxation.free) in relaxation.digests
        ),
        None,
    )


def why_none(game: ir.Game) -> str:
    """Why no relaxation holds: is it another game, or other rules of the same name?"""
    for relaxation in relaxations():
        if relaxation.game == game.name:
            held = "; ".join(sorted(set(relaxation.digests.values())))
            return f"the {relaxation.name} of {game.name} was tested on other rules, data or options than these; it holds for the game of the library with {held}"
    return f"no model of whole rounds was tested on the rules of {game.name}; there is one for {', '.join([relaxation.game for relaxation in relaxations()])}"


def why_no_model(game: ir.Game, start: State) -> str | None:
    """Why there is no model of what can be played from a start, None if there is one; no solver's library is loaded to
    find out.
    """
    relaxation = relaxation_of(game, start)
    if relaxation is None:
        return why_none(game)
    text: str | None = import_module(f"{relaxation.module}.fitting").why_unfit(game, start)
    return text


_known: OrderedDict[tuple[int, int, frozenset[str]], tuple[ir.Game, str]] = OrderedDict()


def digest_of(game: ir.Game, start: int, free: frozenset[str]) -> str:
    """The digest, kept for the last few games: comparing whole games would take as long as making it."""
    key = (id(game), start, free)
    known = _known.get(key)
    if known is None or known[0] is not game:
        known = _known[key] = (game, rules_digest(game, start, free))
        while len(_known) > MOST_KNOWN:
            _known.popitem(last=False)
    return known[1]
