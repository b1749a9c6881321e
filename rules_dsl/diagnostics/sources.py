"""The source texts that diagnostics refer to."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rules_dsl.diagnostics.diagnostic import Diagnostic
from rules_dsl.source import SourceFile, Span

LARGEST_SHOWN = 16 * 1024 * 1024


def read_sources(diagnostics: Iterable[Diagnostic]) -> dict[str, str]:
    """File name → text for every file that can still be read; others are left out, the picture then shows no lines."""
    files = dict.fromkeys(label.span.file for diagnostic in diagnostics for label in diagnostic.labels)
    texts = {file: _read(Path(file)) for file in files}
    return {file: text for file, text in texts.items() if text is not None}


def text_at(span: Span) -> str:
    """The text of a span, on one line; empty if the file cannot be read."""
    text = _read(Path(span.file))
    return "" if text is None else SourceFile(span.file, text).within(span)


def _read(path: Path) -> str | None:
    try:
        if not path.is_file() or path.stat().st_size > LARGEST_SHOWN:
            return None
        return path.read_bytes().decode("utf-8", errors="replace").removeprefix("\ufeff")
    except (OSError, ValueError):
        return None
