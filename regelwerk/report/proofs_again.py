"""Rechecks saved proofs, claim by claim."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from regelwerk.api.loader import load_state
from regelwerk.report.kept_proofs import ProofEntry, SavedProofFile
from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import Machine, State
from rules_dsl.play.replay import rules_digest
from solver.check import claims
from solver.check.again import Again, RecheckOutcome, RecordedProof, again, of_stretches, together_again
from solver.check.grounds import Lemma
from solver.protocol.disagreement import Disagreement
from solver.trust.replaying import read_line


@dataclass(frozen=True, slots=True)
class RecheckedClaim:
    """A claim, what was said of it (proved, refuted), and what came of looking again."""

    claim: str
    outcome: RecheckOutcome
    how: str
    verdict: str = ""


def recheck_proofs(saved: SavedProofFile, seconds: float) -> Iterator[RecheckedClaim]:
    """Each finding that claims something; if the file or the rules are not what they were, that alone."""
    asked = saved.asked
    state = load_state(asked.game, asked.options, asked.givens, [Path(file) for file in asked.data], "python", None)
    machine, start = state.game.machine, state.raw
    changed = _describe_changes(machine, start, saved)
    if changed:
        yield RecheckedClaim("", RecheckOutcome.FAILED, changed)
        return
    said = {claims.question(claim).text: claim for claim in machine.game.claims}
    decided = [entry for entry in saved.entries if entry.verdict != "undecided"]
    known: dict[tuple[Lemma, ...], dict[str, Again]] = {}
    for entry in decided:
        claim, number = said.get(entry.claim), seconds / len(decided)
        kept = (
            _restore_proof(machine, start, claim, entry)
            if claim is not None
            else Again(RecheckOutcome.FAILED, "the rules have no such claim")
        )
        lemmas = None if isinstance(kept, Again) else of_stretches(kept)
        if lemmas is None:
            proofs = kept if isinstance(kept, Again) else again(machine, start, kept, number)
        else:
            if lemmas not in known:
                known[lemmas] = _together(machine, start, lemmas, said, decided, number)
            proofs = known[lemmas][entry.claim]
        nothing = proofs.outcome is RecheckOutcome.OPEN and not entry.play
        outcome = RecheckOutcome.UNCHECKED if nothing else proofs.outcome
        yield RecheckedClaim(entry.claim, outcome, proofs.how, entry.verdict)


def _together(
    machine: Machine,
    start: State,
    lemmas: tuple[Lemma, ...],
    said: Mapping[str, ir.Claim],
    entries: Sequence[ProofEntry],
    seconds: float,
) -> dict[str, Again]:
    """Recheck all claims that share lemmas, with this many seconds for each."""
    made = [_restore_proof(machine, start, said[entry.claim], entry) for entry in entries if entry.claim in said]
    mine = [item for item in made if isinstance(item, RecordedProof) and of_stretches(item) == lemmas]
    result = together_again(machine, start, mine, lemmas, seconds * len(mine))
    return {claims.question(proof.claim).text: again_ for proof, again_ in zip(mine, result, strict=True)}


def _describe_changes(machine: Machine, start: State, saved: SavedProofFile) -> str:
    """What has changed since the proofs were saved; "" if nothing."""
    if rules_digest(machine.game) != saved.rules:
        return "the rules or their data are not those of the proofs"
    if machine.encode(start).hex() != saved.start:
        return "the start differs from the one in the proofs"
    return "" if saved.whole else "the file is not as it was written"


def _restore_proof(machine: Machine, start: State, claim: ir.Claim, entry: ProofEntry) -> RecordedProof | Again:
    try:
        return RecordedProof(claim, entry.verdict, read_line(machine, start, entry.play), entry.loop, entry.grounds)
    except Disagreement as reason:
        return Again(RecheckOutcome.FAILED, str(reason))
