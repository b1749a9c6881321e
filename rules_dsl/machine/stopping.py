"""Why work ended before all was done: one list for all counts, walks and comparisons."""

from __future__ import annotations

from enum import StrEnum
from typing import assert_never


class StopReason(StrEnum):
    """What ended the work; NONE: nothing did. The values are what JSON has as `stopped`."""

    NONE = ""
    TIME = "time"
    MEMORY = "memory"
    NUMBER = "number"
    FAILURE = "failure"
    INTERRUPTED = "interrupted"


def describe_stop(reason: StopReason, number: str) -> str:
    """What ended the work, in words; `number` names the limit on a number of things. Empty if nothing did."""
    match reason:
        case StopReason.NONE:
            return ""
        case StopReason.TIME | StopReason.MEMORY:
            return f"stopped by the limit of {reason}"
        case StopReason.NUMBER:
            return f"stopped by {number}"
        case StopReason.FAILURE:
            return "stopped where the rules fail"
        case StopReason.INTERRUPTED:
            return "interrupted"
        case _:
            assert_never(reason)
