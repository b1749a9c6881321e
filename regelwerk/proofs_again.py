"""Proofs that were kept are looked at again, claim by claim."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from regelwerk.kept_proofs import Entry, Saved
from regelwerk.loader import load_state
from regelwerk.results import moves_of
from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import Machine
from rules_dsl.play.replay import rules_digest
from solver.check import claims
from solver.check.again import Again, Kept, Outcome, again
from solver.replaying import Disagreement


@dataclass(frozen=True, slots=True)
class Looked:
    """A claim, and what came of looking again."""

    claim: str
    outcome: Outcome
    how: str


def looked_at_again(saved: Saved, seconds: float) -> Iterator[Looked]:
    """Each finding that claims something; if the file or the rules are not what they were, that alone."""
    asked = saved.asked
    machine = load_state(asked.game, asked.options, asked.givens, [Path(each) for each in asked.data], "python", None).machine
    changed = _changed(machine, saved)
    if changed:
        yield Looked("", Outcome.FAILED, changed)
        return
    said = {claims.question(claim).text: claim for claim in machine.game.claims}
    decided = [each for each in saved.entries if each.verdict != "undecided"]
    for entry in decided:
        found = _again(machine, said.get(entry.claim), entry, seconds / len(decided))
        yield Looked(entry.claim, found.outcome, found.how)


def _changed(machine: Machine, saved: Saved) -> str:
    """What is not as it was; "" if all is."""
    if rules_digest(machine.game) != saved.rules:
        return "the rules or their data are not those of the proofs"
    if machine.encode(machine.initial()).hex() != saved.start:
        return "play begins elsewhere than in the proofs"
    return "" if saved.whole else "the file is not as it was written"


def _again(machine: Machine, claim: ir.Claim | None, entry: Entry, seconds: float) -> Again:
    if claim is None:
        return Again(Outcome.FAILED, "the rules have no such claim")
    try:
        play = moves_of(machine, entry.play)
    except Disagreement as reason:
        return Again(Outcome.FAILED, str(reason))
    return again(machine, Kept(claim, entry.verdict, play, entry.loop, entry.grounds), seconds)
