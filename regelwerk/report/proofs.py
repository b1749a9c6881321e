"""Reports what the solver says of a game, or of its claims only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from regelwerk.report.findings import FindingReport, describe_finding
from regelwerk.report.reasons import place, reason
from regelwerk.settings import problem
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.diagnostics.suggest import hint
from rules_dsl.examples.loaded import Reload
from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import Machine, State
from rules_dsl.relaxing import Relaxable
from solver.check import checking
from solver.check.asking import ask_everything
from solver.check.proofs import Effort, ignore_progress
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits


def all_answers(
    machine: Machine, start: State, reload: Reload, rules: Relaxable, seconds: float | None, seed: int = 0
) -> Iterator[FindingReport]:
    """Findings for all questions about the rules; see `ask_everything`."""
    for answer in ask_everything(machine, start, reload, rules, seconds, seed):
        excluded_by = tuple([f"{item.text} ({place(item.span)})" for item in map(reason, answer.excluded_by)])
        yield replace(describe_finding(machine, start, answer.finding), excluded_by=excluded_by)


def claim_answers(
    machine: Machine, start: State, wanted: str | None, seconds: float | None, seed: int = 0, kept: bool = False, tell: Callable[[str], None] = ignore_progress
) -> Iterator[FindingReport]:  # fmt: skip
    """Findings for all claims or the named one.

    `kept` adds the grounds of each proof; `tell` receives the prover's progress.
    """
    claims = select_claims(machine.game, wanted)
    limits = checking.CheckLimits(proving=Effort(kept=kept, tell=tell), seed=seed)
    for result in checking.prove(machine, claims, limits, Clock(Limits(seconds=seconds)), start):
        yield describe_finding(machine, start, result)


def select_claims(game: ir.Game, wanted: str | None) -> tuple[ir.Claim, ...]:
    """The claims that are meant: all, the one with this text, or the only one in whose text it stands; raises
    RulesError otherwise.
    """
    if wanted is None:
        return game.claims
    labels = [claim.label for claim in game.claims]
    result = [claim for claim in game.claims if claim.label == wanted] or [
        claim for claim in game.claims if wanted.lower() in claim.label.lower()
    ]
    if len(result) == 1:
        return tuple(result)
    reason = "several claims have this text" if result else "no claim has this text"
    repair = hint(wanted, labels) or f"the claims are: {'; '.join(labels) or 'none'}"
    raise RulesError(
        replace(
            problem("E0820", f"{wanted!r:.80} is not a claim of {game.name}", "CLAIM", repair=repair), reason=reason
        )
    )
