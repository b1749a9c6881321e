"""A report on rules as text, by paragraph of the rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from regelwerk.report.findings import FindingReport, by_paragraph
from rules_dsl.machine.explore.claims import describe_loop
from rules_dsl.quantities import quantity

MOST_STEPS = 60
MOST_USED = 8


def render(entries: Sequence[FindingReport]) -> str:
    """Each finding under its paragraphs; refuted ones with their plays."""
    lines = [summary(entries)]
    shown: set[int] = set()
    for paragraph, group in by_paragraph(entries).items():
        lines += ["", f"§ {paragraph}"]
        for finding in group:
            lines += _lines(finding, id(finding) in shown)
            shown.add(id(finding))
    return "\n".join(lines)


def summary(entries: Sequence[FindingReport]) -> str:
    """How many of each verdict."""
    counts = Counter(finding.verdict for finding in entries)
    return ", ".join(f"{counts[verdict]} {verdict}" for verdict in ("proved", "refuted", "undecided"))


def _lines(finding: FindingReport, again: bool) -> Iterator[str]:
    if finding.verdict != "refuted":
        yield f"  {finding.verdict}: {finding.text}   {_place(finding)}"
    else:
        yield f"{finding.code}  does not hold: {finding.text}   {_place(finding)}"
    if again:
        return
    yield f"    {finding.why}; {finding.method}" if finding.why else f"    {finding.method}"
    if finding.used:
        yield f"    with {', '.join(finding.used[:MOST_USED])}{f' and {len(finding.used) - MOST_USED} more' if len(finding.used) > MOST_USED else ''}"
    if finding.excluded_by:
        yield f"    excluded by {'; '.join(finding.excluded_by)}"
    if finding.verdict == "refuted":
        yield from _play(finding)


def _place(finding: FindingReport) -> str:
    return f"{Path(finding.span.file).name}:{finding.span.line}"


def _play(finding: FindingReport) -> Iterator[str]:
    for number, step in enumerate(finding.play[:MOST_STEPS], 1):
        changed = f"   {', '.join(step.changes)}" if step.changes else ""
        yield f"    {number:3}. {step.move}{changed}"
    if len(finding.play) > MOST_STEPS:
        yield f"    and {quantity(len(finding.play) - MOST_STEPS, 'more move')}"
    if finding.loop is not None:
        yield f"    {describe_loop(finding.loop)}"
