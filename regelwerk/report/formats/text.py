"""A report on rules as text, under the paragraphs of the rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from regelwerk.report.findings import FindingReport, by_paragraph

MOST_STEPS = 60
MOST_USED = 8


def render(entries: Sequence[FindingReport]) -> str:
    """Each finding under its paragraphs, what is refuted with its play."""
    lines = [summary(entries)]
    shown: set[int] = set()
    for paragraph, group in by_paragraph(entries).items():
        lines += ["", f"§ {paragraph}"]
        for each in group:
            lines += _lines(each, id(each) in shown)
            shown.add(id(each))
    return "\n".join(lines)


def summary(entries: Sequence[FindingReport]) -> str:
    """How many of each verdict."""
    counts = Counter(each.verdict for each in entries)
    return ", ".join(f"{counts[verdict]} {verdict}" for verdict in ("proved", "refuted", "undecided"))


def _lines(each: FindingReport, again: bool) -> Iterator[str]:
    if each.verdict != "refuted":
        yield f"  {each.verdict}: {each.text}   {_place(each)}"
    else:
        yield f"{each.code}  does not hold: {each.text}   {_place(each)}"
    if again:
        return
    yield f"    {each.why}; {each.method}" if each.why else f"    {each.method}"
    if each.used:
        yield f"    with {', '.join(each.used[:MOST_USED])}{f' and {len(each.used) - MOST_USED} more' if len(each.used) > MOST_USED else ''}"
    if each.excluded_by:
        yield f"    excluded by {'; '.join(each.excluded_by)}"
    if each.verdict == "refuted":
        yield from _play(each)


def _place(each: FindingReport) -> str:
    return f"{Path(each.span.file).name}:{each.span.line}"


def _play(each: FindingReport) -> Iterator[str]:
    for number, step in enumerate(each.play[:MOST_STEPS], 1):
        changed = f"   {', '.join(step.changes)}" if step.changes else ""
        yield f"    {number:3}. {step.move}{changed}"
    if len(each.play) > MOST_STEPS:
        yield f"    and {len(each.play) - MOST_STEPS} more moves"
    if each.loop is not None:
        yield f"    and again from {'the start' if each.loop == 0 else f'after move {each.loop}'}"
