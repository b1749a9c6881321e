"""Exit codes."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """The exit codes of the contract."""

    FINE = 0
    FALSE = 1
    WRONG_INPUT = 2
    LIMIT = 3
    UNSUPPORTED = 4
    INTERNAL = 5
    INTERRUPTED = 130
