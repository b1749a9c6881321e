"""Exceptions by which statements leave a body early."""

from __future__ import annotations

from collections.abc import Sequence

from rules_dsl.ir.nodes import Rule
from rules_dsl.ir.types import Type, Value


class EndOfPlay(Exception):
    """An ending holds: the game is over."""


class IllegalMove(Exception):
    """The move is illegal; says why in the author's words."""

    def __init__(self, reason: str, rule: Rule) -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule


class Fork(Exception):
    """A choice is met for which no value was given; these values of this type are open."""

    def __init__(self, values: Sequence[Value], kind: Type) -> None:
        super().__init__("a choice is open")
        self.values = values
        self.kind = kind
