"""Errors in foreign formats."""

from __future__ import annotations


class FormatError(ValueError):
    """The text is not in the format; the message says where and why."""
