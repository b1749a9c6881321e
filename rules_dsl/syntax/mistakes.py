"""Where the parser stopped, turned into what is wrong and how to write it."""

from __future__ import annotations

from rules_dsl.diagnostics.diagnostic import Diagnostic, finding
from rules_dsl.source import Span
from rules_dsl.syntax.engine import Refusal, written
from rules_dsl.syntax.lines import LogicalLine


def explain(file: str, lines: list[LogicalLine], refusal: Refusal) -> Diagnostic:
    """The finding for a place where the parser stopped."""
    token = refusal.token
    span = Span(file, token.line or 1, token.column or 1, token.end_line or 1, max(token.end_column or 1, (token.column or 1) + 1))
    names = sorted(f"`{written()[kind]}`" if kind in written() else kind for kind in refusal.expected)
    return finding("E0201", f"`{token}` is not expected here", span, reason="expected " + ", ".join(names))


def unknown_block(file: str, line: LogicalLine) -> Diagnostic:
    """The finding for a line at column 0 that starts no block."""
    return finding("E0207", f"`{line.first.text}` does not start a block", line.first.span(file))
