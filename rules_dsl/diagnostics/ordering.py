"""Selects and orders diagnostics for display."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rules_dsl.diagnostics.diagnostic import Diagnostic
from rules_dsl.quantities import quantity
from rules_dsl.source import Span

MOST_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Selection:
    """The diagnostics to show, by place, and those left out."""

    shown: tuple[Diagnostic, ...]
    left_out: tuple[Diagnostic, ...]


def by_place(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Each finding once; files in the order they are first named, then lines and columns."""
    place = list(dict.fromkeys(diagnostics))
    files = {file: rank for rank, file in enumerate(dict.fromkeys(d.span.file for d in place))}
    return sorted(place, key=lambda d: (files[d.span.file], d.span.line, d.span.column, d.code))


def select(diagnostics: Iterable[Diagnostic], most: int = MOST_SHOWN) -> Selection:
    """At most `most` findings, errors before warnings."""
    result = sorted(by_place(diagnostics), key=lambda d: d.severity)
    return Selection(tuple(by_place(result[:most])), tuple(result[most:]))


def tally(diagnostics: Sequence[Diagnostic]) -> str:
    """`2 errors, 1 warning`."""
    counts = [(kind, sum(d.severity == kind for d in diagnostics)) for kind in ("error", "warning")]
    return ", ".join(quantity(count, kind) for kind, count in counts if count)


UNUSED = frozenset({"W1021", "W1022", "W1023", "W1024"})
UNKNOWN_THINGS = frozenset(
    {
        "E0301", "E0307", "E0308", "E0311", "E0314", "E0321", "E0604", "E0607", "E0612", "E0613", "E0616",
        "E0631", "E0650", "E0812", "E0814", "E0815", "E0816", *UNUSED,
    }
)  # fmt: skip
"""Said of names that nothing declares or nothing uses; in a file with unreadable parts they may well be declared or
used there.
"""

MISSPELT = frozenset({"E0301", "E0607", "E0612", "E0815"})
"""An unknown name may be a misspelt one, which is used then."""

READ_ON = frozenset(
    {
        "E0104", "E0121", "E0122", "E0123", "E0124", "E0125", "E0127", "E0129", "E0240", "E0241", "E0242", "E0243", "E0244", "E0245",
        "E0246", "E0247",
    }
)  # fmt: skip
"""Slips behind which is read on as if the right word stood there."""

NOT_LOADED = frozenset({"E0317", "E0318", "E0319", "E0701", "E0702", "E0703", "E0704", "E0705", "E0706", "E0713"})
"""A whole file of rules or data is missing."""


def causes(
    diagnostics: Iterable[Diagnostic], names_nothing: Callable[[Span], bool] = lambda place: False
) -> list[Diagnostic]:
    """Findings without those that may only follow from others: what cannot be read hides what is missing because of it.

    `names_nothing` tells of a place whether it lies in a block that declares nothing others could miss, a score or a
    claim.
    """
    result = list(diagnostics)
    codes = {diagnostic.code for diagnostic in result}
    hidden = {"E0212"} if "E0131" in codes else set()
    unreadable = [
        diagnostic
        for diagnostic in result
        if diagnostic.code.startswith(("E01", "E02")) and diagnostic.code not in READ_ON
    ]
    if codes & NOT_LOADED or not all(names_nothing(diagnostic.span) for diagnostic in unreadable):
        hidden |= UNKNOWN_THINGS
    if unreadable or codes & (MISSPELT | READ_ON):
        hidden |= UNUSED
    return [diagnostic for diagnostic in result if diagnostic.code not in hidden]
