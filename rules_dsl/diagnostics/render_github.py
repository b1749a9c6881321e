"""Diagnostics as GitHub workflow commands."""

from __future__ import annotations

from collections.abc import Iterable

from rules_dsl.diagnostics.diagnostic import Diagnostic
from rules_dsl.diagnostics.ordering import by_place


def render(diagnostics: Iterable[Diagnostic]) -> str:
    """One workflow command for each diagnostic."""
    return "".join(_command(diagnostic) + "\n" for diagnostic in by_place(diagnostics))


def _command(diagnostic: Diagnostic) -> str:
    span = diagnostic.span
    properties = {
        "file": span.file,
        "line": span.line,
        "endLine": span.end_line,
        "col": span.column,
        "title": diagnostic.code,
    }
    if span.end_line == span.line and span.end_column > span.column:
        properties["endColumn"] = span.end_column - 1
    listed = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    return f"::{diagnostic.severity} {listed}::{_data(_message(diagnostic))}"


def _message(diagnostic: Diagnostic) -> str:
    notes = [f"{kind}: {text}" for kind, text in (("reason", diagnostic.reason), ("repair", diagnostic.repair)) if text]
    return "\n".join([diagnostic.message, *notes])


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
