"""What happens when the rules themselves fail while playing."""

from __future__ import annotations

from typing import NoReturn

from rules_dsl.diagnostics.diagnostic import RulesError, finding
from rules_dsl.source import Span

FIRINGS = 100_000
"""How many reactions may fire in one Settle."""

PATIENCE = 1_000_000
"""How many nodes play may pass without a rest."""


class PlayError(RulesError):
    """The rules themselves failed while playing: a range was left, a draw from nothing, exceptions that clash."""


def stop_play(code: str, message: str, span: Span, *, label: str = "", reason: str = "", repair: str = "") -> NoReturn:
    """Stop the play with one E09xx diagnostic."""
    raise PlayError(finding(code, message, span, label, reason=reason, repair=repair))
