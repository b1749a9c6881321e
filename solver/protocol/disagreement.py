"""The error raised when two independent computations disagree."""

from __future__ import annotations


class Disagreement(Exception):
    """Two machines or two engines say different things: a defect, reported with what they say."""
