"""Which diagnostics are shown, and in what order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules_dsl.diagnostics.diagnostic import Diagnostic

MOST_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Selection:
    """What is shown, by place, and what is left out."""

    shown: tuple[Diagnostic, ...]
    left_out: tuple[Diagnostic, ...]


def by_place(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Each finding once; files in the order they are first named, then lines and columns."""
    found = list(dict.fromkeys(diagnostics))
    files = {file: rank for rank, file in enumerate(dict.fromkeys(d.span.file for d in found))}
    return sorted(found, key=lambda d: (files[d.span.file], d.span.line, d.span.column, d.code))


def select(diagnostics: Iterable[Diagnostic], most: int = MOST_SHOWN) -> Selection:
    """At most `most` findings, errors before warnings."""
    found = sorted(by_place(diagnostics), key=lambda d: d.severity)
    return Selection(tuple(by_place(found[:most])), tuple(found[most:]))


def tally(diagnostics: Sequence[Diagnostic]) -> str:
    """`2 errors, 1 warning`."""
    counts = [(kind, sum(d.severity == kind for d in diagnostics)) for kind in ("error", "warning")]
    return ", ".join(f"{count} {kind}{'' if count == 1 else 's'}" for kind, count in counts if count)
