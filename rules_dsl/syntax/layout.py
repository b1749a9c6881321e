"""Checks indentation: every line is at a level that was opened before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rules_dsl.diagnostics.diagnostic import Diagnostic, finding
from rules_dsl.source import Span
from rules_dsl.syntax.lines import LogicalLine

DEEPEST_LEVELS = 30


def level_lines(lines: list[LogicalLine], file: str, report: Callable[[Diagnostic], None]) -> list[LogicalLine]:
    """The lines up to the first that stands between two levels or too deep; that one is reported."""
    levels: list[int] = [0]
    result: list[LogicalLine] = []
    for line in lines:
        above = line.indent
        while levels[-1] > line.indent:
            above = levels.pop()
        if levels[-1] < line.indent < above:
            report(_between(line, levels[-1], above, file))
            result.append(replace(line, indent=above, broken=True))
            break  # below it no level is sure
        if line.indent > levels[-1]:
            levels.append(line.indent)
        if len(levels) > DEEPEST_LEVELS:
            repair = "give inner parts a name with an event or a sub-play"
            report(finding("E0103", "lines are nested too deeply", line.first.span(file), repair=repair))
            result.append(replace(line, broken=True))
            break
        result.append(line)
    return result


def _between(line: LogicalLine, lower: int, upper: int, file: str) -> Diagnostic:
    place = Span(file, line.first.line, 1, line.first.line, line.indent + 1)
    return finding(
        "E0130",
        "this line is indented between two levels",
        place,
        f"indented by {line.indent}",
        reason=f"the lines above it are indented by {lower} and by {upper}",
        repair=f"indent it by {lower} or by {upper} spaces",
    )
