"""What the compiler to C cannot do yet is a value that names the construct and its place."""

from __future__ import annotations

from dataclasses import dataclass

from rules_dsl.source import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class UnsupportedConstruct:
    """A construct of a game that has no translation; the game is then played by another machine."""

    construct: str
    span: Span = NOWHERE
    repair: str = ""

    def __str__(self) -> str:
        place = "" if self.span == NOWHERE else f" ({self.span})"
        return f"{self.construct}{place} cannot be compiled to C{f'; {self.repair}' if self.repair else ''}"


class NoTranslation(Exception):
    """Raised inside the translation; its public function gives the value instead."""

    def __init__(self, construct: str, span: Span = NOWHERE, repair: str = "") -> None:
        super().__init__(construct)
        self.reason = UnsupportedConstruct(construct, span, repair)


class NotNative(Exception):
    """A game has no native machine here; the message says why. `defect`: because Regelwerk has a fault, not because something is missing."""

    def __init__(self, message: str, defect: bool = False) -> None:
        super().__init__(message)
        self.defect = defect
