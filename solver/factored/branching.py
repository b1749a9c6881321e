"""What may stop the branches of a rule, and what they ask of slots."""

from __future__ import annotations

from dataclasses import dataclass

from rules_dsl.ir.types import Value


class TooManyBranches(Exception):
    """The rules branch too often, or branching takes too long."""


class NotOneSlot(Exception):
    """A value depends on more than one slot."""


class NoneThere(Exception):
    """A slot that may be empty was used as if it were not: it must be settled first whether it is."""

    def __init__(self, slot: int) -> None:
        super().__init__(slot)
        self.slot = slot


@dataclass(frozen=True, slots=True)
class MergedValue:
    """A value that depends on one slot at the most."""

    value: Value


@dataclass(frozen=True, slots=True)
class SlotQuestion:
    """What the rules ask first: in which of the parts (as bits) is the value of the slot?

    For each part what they ask then, or what they say.
    """

    slot: int
    parts: tuple[int, ...]
    then: list[SlotQuestion | MergedValue]
