"""Going on after a mistake: the wrong line is taken out, and what hangs on it."""

from __future__ import annotations

from dataclasses import replace

from rules_dsl.syntax.lines import LogicalLine


def without(lines: list[LogicalLine], wrong: int) -> list[LogicalLine] | None:
    """The lines with one marked as broken and its inner lines removed; None when nothing of the block would be left."""
    if wrong <= 0 or wrong >= len(lines) or lines[wrong].broken:
        return None
    level = lines[wrong].indent
    end = wrong + 1
    while end < len(lines) and (lines[end].indent > level or (lines[end].indent == level and lines[end].first.text == "else")):
        end += 1
    return [*lines[:wrong], replace(lines[wrong], broken=True), *lines[end:]]
