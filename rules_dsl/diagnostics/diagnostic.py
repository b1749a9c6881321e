"""Diagnostics are values: what is wrong, where, why, and one repair."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules_dsl.source import Span


@dataclass(frozen=True, slots=True)
class Label:
    """A place and what to see there."""

    span: Span
    text: str = ""


@dataclass(frozen=True, slots=True)
class Fix:
    """One edit an editor can apply: put `replacement` where `span` is."""

    span: Span
    replacement: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. `code` is in the closed list of `codes.py`; the first label is where to look."""

    code: str
    message: str
    labels: tuple[Label, ...]
    reason: str = ""
    repair: str = ""
    fix: Fix | None = None

    @property
    def severity(self) -> str:
        """`error` for E codes, `warning` for W codes."""
        return "warning" if self.code.startswith("W") else "error"

    @property
    def span(self) -> Span:
        """Where to look first."""
        return self.labels[0].span

    def also(self, span: Span, text: str) -> Diagnostic:
        """The same finding with one more label."""
        return replace(self, labels=(*self.labels, Label(span, text)))


def finding(
    code: str, message: str, span: Span, label: str = "", *, reason: str = "", repair: str = "", fix: Fix | None = None
) -> Diagnostic:
    """The usual way to make a diagnostic with one place."""
    return Diagnostic(code, message, (Label(span, label),), reason, repair, fix)


class RulesError(Exception):
    """Raised where no answer can be given; carries the diagnostics to show (exit code 2)."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        self.diagnostics = diagnostics
        super().__init__("; ".join(f"{d.code} {d.message} ({d.span})" for d in diagnostics))

    def __reduce__(self) -> tuple[type[RulesError], tuple[Diagnostic, ...]]:
        """It is made again from its diagnostics, as in another process."""
        return type(self), self.diagnostics
