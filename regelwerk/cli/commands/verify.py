"""`regelwerk verify`: checks a saved result from scratch."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from regelwerk import output
from regelwerk.cli.commands.common import Exit
from regelwerk.report.rechecked import TERMS_LEFT, UNDECIDED, decks_replayed, is_replayed, question_of, wording
from regelwerk.supervision.reporting import REPORTER, STOPPED
from rules_dsl.quantities import quantity

if TYPE_CHECKING:
    from regelwerk.api.game import State
    from regelwerk.report.kept_proofs import SavedProofFile as SavedProofs
    from regelwerk.report.results import SavedResult
    from solver.protocol.answers import Number, SampledMeans
    from solver.protocol.context import SearchContext

ResultArgument = Annotated[
    Path, typer.Argument(metavar="RESULT", help="A result file or its folder.", show_default=False)
]
Time = Annotated[
    str | None,
    typer.Option(
        "--time",
        metavar="30s|10m",
        help="Time limit for the second proof.",
        show_default="60s, 10m for proofs about stretches of moves",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON Lines; the last line is the answer.")]

CONFIRMED, REPLAY_ONLY, UNCHECKED, FAILED = "confirmed", "replay-only", "unchecked", "failed"
SECONDS = 60.0
SECONDS_OF_STRETCHES = 600.0
"""Where no limit is set; proofs about stretches of moves took `prove` minutes, too."""


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """The outcome: whether the line was replayed and the proof holds.

    `proved_by` says who proved the bound again, `left` what was not checked again.
    """

    replayed: bool
    proof: str
    why: str
    proved_by: str = ""
    left: str = ""


def verify(result: ResultArgument, time: Time = None, json: Json = False) -> Exit:
    """Replay a result on the reference machine and prove it again with an engine that did not find it; look at proofs
    again with fresh solvers.
    """
    from regelwerk.report import kept_proofs, results
    from regelwerk.settings import seconds

    if kept_proofs.is_one(result):
        return _proofs(kept_proofs.read(result), seconds(time), json)
    saved = results.read(result)
    verdict = _verdict(saved, seconds(time) or SECONDS, json)
    REPORTER.answering()
    output.answer(_print_verdict(verdict, saved, json))
    return Exit.FALSE if verdict.proof == FAILED else Exit.FINE


def _print_verdict(verdict: VerifyReport, saved: SavedResult, json: bool) -> str:
    """As text or as JSON."""
    from regelwerk.report import results

    keys = {
        "replayed": verdict.replayed,
        "value": results.plain(saved.value),
        "proof": verdict.proof,
        "why": verdict.why,
        "proved_by": verdict.proved_by,
        "left": verdict.left,
    }
    return output.last_text("verify", **keys) if json else f"{verdict.proof}: {verdict.why}"


def _proofs(saved: SavedProofs, time: float | None, json: bool) -> Exit:
    from regelwerk.report.proofs_again import recheck_proofs
    from solver.check.grounds import Positions

    claims = []
    of_stretches = any(
        not isinstance(ground, Positions) and ground.cut for entry in saved.entries for ground in entry.grounds
    )
    for item in recheck_proofs(saved, time or (SECONDS_OF_STRETCHES if of_stretches else SECONDS)):
        claims.append(item)
        if not json:
            of_claim = f"{item.claim} is {item.verdict}: " if item.claim else ""
            output.answer(f"{item.outcome}: {of_claim}{item.how}")
    outcomes = {str(claim.outcome) for claim in claims}
    proof = next((item for item in (FAILED, UNCHECKED, REPLAY_ONLY) if item in outcomes), CONFIRMED)
    proof = proof if claims else UNCHECKED
    left = _count_undecided(saved) if claims else ""
    if json:
        rows = [
            {"claim": item.claim, "verdict": item.verdict, "proof": str(item.outcome), "why": item.how}
            for item in claims
        ]
        why = "; ".join(claim.how for claim in claims if str(claim.outcome) == proof) or _report_nothing(saved)
        output.last_line(
            "verify",
            replayed=any(entry.play for entry in saved.entries) and proof != FAILED,
            value=None,
            proof=proof,
            why=why,
            left=left,
            findings=rows,
        )
    elif left or not claims:
        output.answer(left or _report_nothing(saved))
    return Exit.FALSE if proof == FAILED else Exit.FINE


def _report_nothing(saved: SavedProofs) -> str:
    return f"nothing to verify: 0 of {quantity(len(saved.entries), 'claim')} are decided in this file"


def _count_undecided(saved: SavedProofs) -> str:
    """The number of undecided claims in words; "" if none."""
    number = sum(entry.verdict == UNDECIDED for entry in saved.entries)
    return f"{quantity(number, 'undecided claim')} {'was' if number == 1 else 'were'} not checked" if number else ""


def _verdict(saved: SavedResult, time: float | None, json: bool) -> VerifyReport:
    from regelwerk.api.loader import load_state
    from regelwerk.settings import position
    from rules_dsl.play.replay import rules_digest
    from solver.protocol.disagreement import Disagreement

    asked = saved.asked
    at = None if asked.at is None else position(asked.at)
    state = load_state(asked.game, asked.options, asked.givens, [Path(file) for file in asked.data], "python", at)
    if rules_digest(state.game.rules) != saved.rules:
        return VerifyReport(False, FAILED, "the rules or their data are not those of the result")
    if state.game.machine.encode(state.raw).hex() != saved.start:
        return VerifyReport(False, FAILED, "the start differs from the one in the result")
    try:
        _replay(state, saved)
    except Disagreement as reason:
        return VerifyReport(False, FAILED, str(reason))
    so_far = _not_proved_again(state, saved, f"the second proof was not finished ({STOPPED})")
    REPORTER.so_far(_print_verdict(so_far, saved, json), Exit.FINE)
    return _prove_again(state, saved, time)


def _replay(state: State, saved: SavedResult) -> None:
    """Raise Disagreement if the line is illegal or has another value than the result says."""
    from rules_dsl.machine.reference import ReferenceMachine
    from solver.trust.replaying import confirm_line, read_line

    moves = read_line(state.game.machine, state.raw, saved.play)
    confirm_line(question_of(state, saved), ReferenceMachine(state.game.rules), saved.value, moves)


def _prove_again(state: State, saved: SavedResult, time: float | None) -> VerifyReport:
    from solver.driver.confirming import second_value
    from solver.protocol.answers import PROVED, join_links
    from solver.protocol.questions import Aim

    if saved.strategy:
        return _reply_again(state, saved, time)
    if saved.aim == Aim.MIXED:
        left = f"value {saved.value}, bound {saved.bound}"
        return VerifyReport(is_replayed(saved), UNCHECKED, "the result has no strategies to be held against", left=left)
    if saved.sampled is not None:
        return _play_again(state, saved, saved.sampled, time)
    closed = saved.value is not None and saved.value == saved.bound
    if saved.status == "optimal" and not closed:
        return VerifyReport(is_replayed(saved), FAILED, "the result says optimal, but value and bound differ")
    if saved.status not in PROVED and not closed:
        return _open_again(state, saved, time)
    opinion = second_value(_context(state, saved, time), saved.method)
    if opinion is None:
        return _not_proved_again(
            state, saved, "no engine other than those that found it came to an end in the time given"
        )
    if opinion.value != saved.value:
        return VerifyReport(is_replayed(saved), FAILED, f"{opinion.how} says {opinion.value}, the result {saved.value}")
    without = f", which rests no more on {join_links(saved.rests_on)}" if saved.rests_on else ""
    terms = TERMS_LEFT if opinion.same_terms else ""
    by = f"{opinion.how}{' on the same terms; ' if terms else ''}{terms}"
    return VerifyReport(
        is_replayed(saved),
        CONFIRMED,
        f"{wording(state.game.machine, state.raw, saved).proved} by {by}{without}",
        proved_by=opinion.how,
        left=terms,
    )


def _context(state: State, saved: SavedResult, time: float | None) -> SearchContext:
    """The question of a result, with the machines to check it."""
    from solver.protocol.clock import Clock
    from solver.protocol.context import Machines, SearchContext

    question = question_of(state, saved, time)
    return SearchContext(question, Machines(state.game.rules, lambda: state.game.machine), Clock(question.limits))


def _open_again(state: State, saved: SavedResult, time: float | None) -> VerifyReport:
    """Value and bound leave something open: they are held against the graph of all positions where it is small, else
    against random plays.
    """
    from solver.driver.confirming import PROCESSOR_SECONDS, opinion_of_graph
    from solver.driver.standing import LINES
    from solver.trust.refuting import better_than

    context = _context(state, saved, time)
    opinion = opinion_of_graph(context, PROCESSOR_SECONDS)
    if opinion is not None and _is_outside(saved, opinion.value):
        return VerifyReport(
            is_replayed(saved),
            FAILED,
            f"{opinion.how} says {opinion.value}, the result has value {saved.value} and bound {saved.bound}",
        )
    if opinion is not None and saved.bound is not None:
        return VerifyReport(
            is_replayed(saved),
            CONFIRMED,
            f"{wording(state.game.machine, state.raw, saved).proved} by {opinion.how}, which says {opinion.value}",
            proved_by=opinion.how,
        )
    worth = better_than(context, saved.bound) if saved.bound is not None and saved.aim in LINES else None
    if worth is not None:
        return VerifyReport(
            is_replayed(saved),
            FAILED,
            f"a random play has {context.question.purpose} {worth}, the result has bound {saved.bound}",
        )
    return _not_proved_again(state, saved, "the result claims no proof")


def _is_outside(saved: SavedResult, truth: Number | None) -> bool:
    """Is the true value outside the interval between value and bound?"""
    from solver.protocol.questions import Aim

    if truth is None:
        return saved.value is not None
    least, most = (saved.bound, saved.value) if saved.aim == Aim.FEWEST else (saved.value, saved.bound)
    return (least is not None and truth < least) or (most is not None and truth > most)


def _not_proved_again(state: State, saved: SavedResult, reason: str) -> VerifyReport:
    """The line was replayed, if there is one, and that is all."""
    from solver.protocol.answers import join_links

    words = wording(state.game.machine, state.raw, saved)
    on = f", and the bound rests on {join_links(saved.rests_on)}" if saved.rests_on else ""
    proof, left = REPLAY_ONLY if is_replayed(saved) else UNCHECKED, f"{words.left}{on}" if words.left else ""
    why = f"{words.open}: {reason}{on}" if words.left or is_replayed(saved) else words.open
    return VerifyReport(is_replayed(saved), proof, why, left=left)


def _reply_again(state: State, saved: SavedResult, time: float | None) -> VerifyReport:
    """Do the strategies have their claimed values against best replies on the reference machine?

    Strategies are always those of the whole game, wherever the question began.
    """
    from rules_dsl.machine.reference import ReferenceMachine
    from solver.hidden.checking import replies
    from solver.protocol.clock import Clock
    from solver.protocol.disagreement import Disagreement
    from solver.protocol.questions import Limits

    machine = ReferenceMachine(state.game.rules)
    try:
        pair = replies(machine, machine.initial(), saved.strategy, Clock(Limits(seconds=time)))
    except Disagreement as reason:
        return VerifyReport(True, FAILED, str(reason))
    if pair is None:
        return VerifyReport(
            False,
            UNCHECKED,
            "the best replies to the strategies could not be found in the time given",
            left=f"value {saved.value}, bound {saved.bound}",
        )
    if saved.value is None or saved.bound is None or pair[0] < saved.value or pair[1] > saved.bound:
        return VerifyReport(
            True,
            FAILED,
            f"against the best replies the strategies are worth {pair[0]} and {pair[1]}, the result says {saved.value} and {saved.bound}",
        )
    if saved.status == "optimal" and saved.value != saved.bound:
        return VerifyReport(True, FAILED, "the result says optimal, but value and bound differ")
    how = "the best replies on the reference machine"
    bounds = f"value {saved.value}" if saved.value == saved.bound else f"value {saved.value} and bound {saved.bound}"
    worth = f"{pair[0]}" if pair[0] == pair[1] else f"{pair[0]} and {pair[1]}"
    why = f"{bounds}: against {how} the strategies are worth {worth}"
    return VerifyReport(False, CONFIRMED, why, proved_by=how)


def _play_again(state: State, saved: SavedResult, sampled: SampledMeans, time: float | None) -> VerifyReport:
    """Does the same come of the same decks?"""
    from regelwerk.api.asking import seats_at_random
    from regelwerk.api.counting import compile_for
    from rules_dsl.machine.reference import ReferenceMachine
    from solver.explicit.exact import plain
    from solver.protocol.answers import join_links
    from solver.protocol.clock import Clock
    from solver.protocol.disagreement import Disagreement
    from solver.protocol.estimates import mean_of
    from solver.protocol.questions import Limits
    from solver.protocol.seats import seats_of
    from solver.sampling.again import replay_samples

    if (
        saved.status != "bounded"
        or saved.value != plain(mean_of(sampled.results))
        or saved.bound != plain(mean_of(sampled.bounding))
    ):
        return VerifyReport(True, FAILED, "value and bound are not the means of the decks")
    rules = state.game.rules
    compiled = compile_for(state.game.machine, quiet=True)
    if compiled is None:
        return VerifyReport(False, UNCHECKED, "the game cannot be compiled here, so that no deck was played again")
    seats = seats_of(rules, seats_at_random(rules, saved.asked.seats))
    try:
        decks = replay_samples(
            ReferenceMachine(rules), state.raw, compiled, seats, saved.asked.seed, sampled, Clock(Limits(seconds=time))
        )
    except Disagreement as reason:
        return VerifyReport(True, FAILED, str(reason))
    if decks < sampled.decks:
        return VerifyReport(
            True,
            REPLAY_ONLY,
            f"{decks_replayed(decks)} of {sampled.decks:,} in the time given: same results",
            left=f"{quantity(sampled.decks - decks, 'deck')}",
        )
    resting_on = f", and still rest on {join_links(saved.rests_on)}" if saved.rests_on else ""
    left = f"upper bounds recomputed by the same model, not proved{resting_on}"
    return VerifyReport(True, CONFIRMED, f"{decks_replayed(decks)}: same results; {left}", left=left)
