"""The same claims with numbers as integers, as bit-vectors and as members of sorts: seconds of the processor to prove
them by induction, and to find the shortest play to something.

`python -m bench.encodings`; the figures that were decided on are in docs/decisions.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from bench.number_encodings import BitVectors, SortEncoding
from rules_dsl.ir import nodes as ir
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.check import claims
from solver.check.conditions import exclude_goal, places_of
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits
from solver.smt.invariants import check_anew
from solver.smt.relation import Relation
from solver.smt.translating import Z3Translation
from solver.smt.unrolling import UnknownVerdict, UnrolledRelation
from solver.symbolic.forms import UnsupportedTerm

MODELS = Path(__file__).parent / "models" / "claims"
ENCODINGS: dict[str, Callable[[], Z3Translation]] = {
    "integers": Z3Translation, "16 bits": BitVectors, "members": SortEncoding,
}  # fmt: skip
SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Asked:
    """A game and one of its claims: `deep` looks for a play to what it is about, else it is proved by induction."""

    game: str
    claim: str
    deep: bool = False
    options: dict[str, str] = field(default_factory=dict)


QUESTIONS = (
    Asked(str(MODELS / "economy.rules"), "no coin is lost"),
    Asked(str(MODELS / "economy.rules"), "no good is lost"),
    Asked(str(MODELS / "lights_out.rules"), "an even number"),
    Asked("hanoi", "no disc can move"),
    Asked("fifteen", "the gap is where no tile is"),
    Asked("orchard", "hands stay legal"),
    Asked(str(MODELS / "economy.rules"), "no coin is lost", True, {"broken": "true"}),
    Asked("river_crossing", "all arrive", True),
    Asked("tictactoe", "the board fills up without a line", True),
    Asked(str(MODELS / "peterson.rules"), "one at a time", True, {"processes": "3", "broken": "true"}),
)


def seconds(asked: Asked, translation: Z3Translation) -> str:
    """How long it takes; or that it is not found out."""
    machine = PythonMachine(load(asked.game, asked.options))
    claim = next(each for each in machine.game.claims if asked.claim in each.label)
    relation = Relation(machine, Clock(Limits(seconds=SECONDS)), translation)
    started = time.process_time()
    try:
        done = _met(relation, claim) if asked.deep else _kept(relation, claim)
    except UnsupportedTerm as reason:
        return str(reason)
    return f"{time.process_time() - started:.2f}" if done else "not found out"


def _kept(relation: Relation, claim: ir.Claim) -> bool:
    goal = claims.goals([claim])[0]
    return check_anew(relation, [exclude_goal(goal, places_of(relation, goal))]) is True


def _met(relation: Relation, claim: ir.Claim) -> bool:
    unrolled = UnrolledRelation(relation, {})
    bad = places_of(relation, claims.goals([claim])[0])
    while not relation.clock.is_over():
        found = unrolled.ask(unrolled.holding(bad, unrolled.depth))
        if found is not None:
            return not isinstance(found, UnknownVerdict)
        unrolled.extend()
    return False


def parser() -> argparse.ArgumentParser:
    """The words of the command line."""
    reader = argparse.ArgumentParser(prog="python -m bench.encodings", description=__doc__)
    reader.add_argument(
        "words", nargs="*", metavar="WORD", help="only claims that have one of these words; without a word all"
    )
    return reader


def main() -> None:
    """A line for each claim."""
    words = parser().parse_args().words
    for asked in QUESTIONS:
        if words and not any(word in asked.claim for word in words):
            continue
        told = [f"{name} {seconds(asked, encoding())}" for name, encoding in ENCODINGS.items()]
        print(
            f"{'find' if asked.deep else 'prove'} {Path(asked.game).stem}: {asked.claim}: {', '.join(told)}", flush=True
        )


if __name__ == "__main__":
    main()
