"""The table of folds: what the passes, the notation and the front end know of each kind.

The meaning of a fold is its evaluation (`evaluate_folds.py`) and its lowering (`lowering/folds.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Literal, get_args

from rules_dsl.ir.types import IntType

FoldKind = Literal[
    "sum", "count", "any", "all", "min", "max", "union", "first", "set", "list", "bag", "map", "highest", "lowest"
]
FOLD_KINDS: dict[str, FoldKind] = {word: word for word in get_args(FoldKind)}


class FoldForm(Enum):
    """How authors write a fold."""

    CALL = auto()
    """`sum(x for …)`"""
    RANKING = auto()
    """`highest(x by y for …)`"""
    BRACKETS = auto()
    """`{x for …}`, `[x for …]`, `{k: x for …}`"""
    UNWRITTEN = auto()
    """Made from another fold where its type is wanted."""


class FoldResult(Enum):
    """What the type of a fold has to do with the type of its items."""

    TRUTH = auto()
    COUNT = auto()
    TOTAL = auto()
    """Of numbers the interval that `interval` computes, of records and maps their own type."""
    EXTREME = auto()
    """One of the items, or the default."""
    UNION = auto()
    """The same set type."""
    OPTIONAL = auto()
    SET = auto()
    COLLECTION = auto()
    """A list or a bag."""
    ENTRIES = auto()
    """A map, or a bag as a map to counts."""


class FoldFailure(Enum):
    """When a fold can fail beside its items and clauses."""

    NEVER = auto()
    OF_NOTHING = auto()
    """Where nothing comes and there is no default."""
    UNFIT_ITEM = auto()
    """Where an item does not fit the type of the fold."""
    BY_PARTS = auto()
    """Only where items are not numbers."""
    ALWAYS = auto()


class FoldMembers(Enum):
    """The number of members of what a fold makes."""

    NONE = auto()
    ONE_A_ROUND = auto()
    ITEMS_OF_ALL = auto()


@dataclass(frozen=True, slots=True)
class FoldTraits:
    """One row of the table.

    `ordered`: the result depends on the order of the values gone through. `interval`: of a total of numbers, from the
    interval of an item and the least and greatest number of items.
    """

    form: FoldForm
    result: FoldResult
    failure: FoldFailure
    members: FoldMembers = FoldMembers.NONE
    ordered: bool = False
    interval: Callable[[IntType, int, int], IntType] | None = None


def _sum_interval(item: IntType, least: int, most: int) -> IntType:
    return IntType(min(item.low * least, item.low * most), max(item.high * least, item.high * most))


_TEST = FoldTraits(FoldForm.CALL, FoldResult.TRUTH, FoldFailure.NEVER)
_EXTREME = FoldTraits(FoldForm.CALL, FoldResult.EXTREME, FoldFailure.OF_NOTHING)
_RANKING = FoldTraits(FoldForm.RANKING, FoldResult.SET, FoldFailure.UNFIT_ITEM, FoldMembers.ONE_A_ROUND)

FOLDS: dict[FoldKind, FoldTraits] = {
    "sum": FoldTraits(FoldForm.CALL, FoldResult.TOTAL, FoldFailure.BY_PARTS, interval=_sum_interval),
    "count": FoldTraits(FoldForm.CALL, FoldResult.COUNT, FoldFailure.NEVER),
    "any": _TEST,
    "all": _TEST,
    "min": _EXTREME,
    "max": _EXTREME,
    "union": FoldTraits(FoldForm.CALL, FoldResult.UNION, FoldFailure.UNFIT_ITEM, FoldMembers.ITEMS_OF_ALL),
    "first": FoldTraits(FoldForm.CALL, FoldResult.OPTIONAL, FoldFailure.UNFIT_ITEM, ordered=True),
    "set": FoldTraits(FoldForm.BRACKETS, FoldResult.SET, FoldFailure.UNFIT_ITEM, FoldMembers.ONE_A_ROUND),
    "list": FoldTraits(
        FoldForm.BRACKETS, FoldResult.COLLECTION, FoldFailure.ALWAYS, FoldMembers.ONE_A_ROUND, ordered=True
    ),
    "bag": FoldTraits(FoldForm.UNWRITTEN, FoldResult.COLLECTION, FoldFailure.ALWAYS, FoldMembers.ONE_A_ROUND),
    "map": FoldTraits(FoldForm.BRACKETS, FoldResult.ENTRIES, FoldFailure.ALWAYS),
    "highest": _RANKING,
    "lowest": _RANKING,
}
