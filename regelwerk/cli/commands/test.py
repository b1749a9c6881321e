"""`regelwerk test`: runs the examples, counts and claims of a rules file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from regelwerk import output
from regelwerk.cli.commands.common import CommandSettings, Exit, GameArgument
from rules_dsl.quantities import quantity

if TYPE_CHECKING:
    from rules_dsl.examples import ExampleOutcome, ExampleReport
    from rules_dsl.examples.coverage import Branch, Coverage

MOST_POSITIONS = 20_000
NOTHING = "nothing was tested: the rules have no examples, plays, counts or claims"
MARKS = {"passed": "ok  ", "failed": "FAIL", "undecided": "?   "}

Cover = Annotated[
    bool, typer.Option("--cover", help="List rules that no example or play uses, and conditions that never change.")
]
Random = Annotated[
    int,
    typer.Option(
        "--random", metavar="N", min=0, max=10**6, help="Let --cover also count N random plays of each set-up."
    ),
]
MaxStates = Annotated[
    int,
    typer.Option(
        "--max-states", metavar="N", min=1, max=10**15, help="Limit on the positions visited for counts and claims."
    ),
]


def test(
    game: GameArgument,
    settings: CommandSettings,
    cover: Cover = False,
    random: Random = 0,
    max_states: MaxStates = MOST_POSITIONS,
) -> Exit:
    """Run the examples, plays, counts and claims of a rules file."""
    from regelwerk.api.machines import machine_for
    from rules_dsl.examples import run_all
    from rules_dsl.machine.explore import ExploreLimits
    from solver.filling.search import list_solutions

    limits = ExploreLimits(max_states, settings.seconds(), settings.room())

    done: list[ExampleOutcome] = []

    def tell(outcome: ExampleOutcome) -> None:
        done.append(outcome)
        if settings.json:
            _write_outcome(outcome)
        elif not settings.quiet or outcome.status != "passed":
            output.answer(_line(outcome))
        settings.so_far(
            "test", _sums(done), _counts(done), Exit.LIMIT if all(outcome.ok for outcome in done) else Exit.FALSE
        )

    report = run_all(
        rules := settings.rules(game),
        lambda options, givens: settings.alone(game, rules, options, givens),
        lambda rules: machine_for(rules, settings.machine.value),
        list_solutions,
        limits,
        tell,
        random,
    )
    if settings.json:
        _write_json(report)
    else:
        _write_text(report, cover)
    return Exit.FALSE if report.failures else Exit.FINE


def _line(outcome: ExampleOutcome) -> str:
    from rules_dsl.source import NOWHERE

    detail = f": {outcome.detail}" if outcome.detail else ""
    place = f"   {outcome.span}" if not outcome.ok and outcome.span != NOWHERE else ""
    way = f"\n        after {'; '.join(outcome.moves)}" if not outcome.ok and outcome.moves else ""
    return f"{MARKS[outcome.status]} {outcome.kind} {outcome.label}{detail}{place}{way}"


def _write_text(report: ExampleReport, cover: bool) -> None:
    output.answer(_sums(report.outcomes) if report.outcomes else NOTHING)
    if cover:
        _write_coverage(report.coverage)


def _write_coverage(coverage: Coverage) -> None:
    used = len(coverage.rules) - len(coverage.unused)
    output.answer(f"{used} of {quantity(len(coverage.rules), 'rule')} are used by examples and plays")
    for rule in coverage.unused:
        cited = f" ({', '.join(rule.cites)})" if rule.cites else ""
        output.answer(f"  never used: {rule.name}{cited}   {rule.span}")
    for paragraph, used_there in coverage.paragraphs.items():
        if not used_there:
            output.answer(f"  paragraph without an example: {paragraph}")
    if coverage.branches:
        _write_branches(coverage)


def _write_branches(coverage: Coverage) -> None:
    from rules_dsl.diagnostics.sources import text_at

    both = len(coverage.branches) - len(coverage.untaken)
    output.answer(f"{both} of {quantity(len(coverage.branches), 'condition')} are met both ways")
    for branch in coverage.untaken:
        output.answer(f"  {_never(branch)}: {text_at(branch.span)}   {branch.span}")


def _never(branch: Branch) -> str:
    return "never asked" if len(branch.never) == 2 else "never true" if branch.never[0] else "never false"


def _counts(outcomes: Sequence[ExampleOutcome]) -> dict[str, int]:
    """How many passed, failed, are undecided."""
    return {
        "passed": sum(outcome.status == "passed" for outcome in outcomes),
        "failed": sum(not outcome.ok for outcome in outcomes),
        "undecided": sum(outcome.status == "undecided" for outcome in outcomes),
    }


def _sums(outcomes: Sequence[ExampleOutcome]) -> str:
    counts = _counts(outcomes)
    return f"{counts['passed']} passed, {counts['failed']} failed" + (
        f", {counts['undecided']} undecided" if counts["undecided"] else ""
    )


def _write_outcome(outcome: ExampleOutcome) -> None:
    output.line(
        kind=outcome.kind,
        label=outcome.label,
        status=outcome.status,
        detail=outcome.detail,
        where=str(outcome.span),
        play=list(outcome.moves),
    )


def _write_json(report: ExampleReport) -> None:
    from rules_dsl.diagnostics.sources import text_at

    coverage = report.coverage
    output.last_line(
        "test",
        **_counts(report.outcomes),
        coverage={
            "rules": len(coverage.rules),
            "used": len(coverage.rules) - len(coverage.unused),
            "unused": [rule.name for rule in coverage.unused],
            "paragraphs": coverage.paragraphs,
            "conditions": len(coverage.branches),
            "untaken": [
                {"where": str(branch.span), "text": text_at(branch.span), "never": list(branch.never)}
                for branch in coverage.untaken
            ],
        },
    )
