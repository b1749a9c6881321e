"""Diagnostics as JSON: one object per line."""

from __future__ import annotations

import json
from collections.abc import Iterable

from rules_dsl.diagnostics.diagnostic import Diagnostic, Fix
from rules_dsl.diagnostics.ordering import by_place
from rules_dsl.source import Span

Json = str | int | None | list["Json"] | dict[str, "Json"]


def render(diagnostics: Iterable[Diagnostic]) -> str:
    """One line of JSON for each diagnostic."""
    return "".join(json.dumps(as_dict(diagnostic), ensure_ascii=False) + "\n" for diagnostic in by_place(diagnostics))


def as_dict(diagnostic: Diagnostic) -> dict[str, Json]:
    """A diagnostic as plain data."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        **_place(diagnostic.span),
        "labels": [{**_place(label.span), "text": label.text} for label in diagnostic.labels],
        "reason": diagnostic.reason,
        "repair": diagnostic.repair,
        "fix": _fix(diagnostic.fix),
    }


def _place(span: Span) -> dict[str, Json]:
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def _fix(fix: Fix | None) -> Json:
    return None if fix is None else {**_place(fix.span), "replacement": fix.replacement}
