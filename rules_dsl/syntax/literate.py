"""Rulebooks in Markdown: only the fenced ```rules blocks are code, and every line keeps its number."""

from __future__ import annotations

import re
from collections.abc import Callable

from rules_dsl.diagnostics.diagnostic import Diagnostic, finding
from rules_dsl.source import SourceFile, Span

_FENCE = re.compile(r"^(`{3,}|~{3,})[ ]*(\w*)[ ]*$")


def is_literate(source: SourceFile) -> bool:
    """Is this a rulebook in Markdown?"""
    return source.name.endswith(".md")


def code_lines(text: str) -> list[bool]:
    """For each line: is it code?"""
    inside, fence, result = False, "", []
    for line in text.split("\n"):
        match = _FENCE.match(line.rstrip("\r"))
        if match is None:
            result.append(inside)
            continue
        result.append(False)
        if not fence:
            fence, inside = match[1], match[2] == "rules"
        elif match[1].startswith(fence) and not match[2]:
            fence, inside = "", False
    return result


def code_of(source: SourceFile, report: Callable[[Diagnostic], None]) -> str:
    """The text with prose blanked, when it is a rulebook."""
    if not is_literate(source):
        return source.text
    flags = code_lines(source.text)
    if not any(flags):
        start = Span(source.name, 1, 1, 1, 1)
        report(finding("E0131", "this rulebook holds no rules", start, repair="put the rules between ```rules and ```"))
    return "\n".join(line if code else "" for line, code in zip(source.text.split("\n"), flags, strict=True))
