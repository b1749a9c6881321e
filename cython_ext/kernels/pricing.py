"""What a position is worth at most, looked up in tables: some numbers of the state together say what they are still
worth, and what all say is added up.

There may be several tables for the same numbers, each of them true; the lowest sum counts. They are told so that a
kernel sees them in the bytes of a state.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from cython_ext.kernels.barring import place_in, place_of
from cython_ext.layout.states import bounds
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import SetType


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the position: that of a variable, or one of its map's at these keys, -1 where nothing is there; of a
    set whether a member is in.
    """

    variable: str
    ordinals: tuple[int, ...] = ()
    member: int | None = None


@dataclass(frozen=True, slots=True)
class JointWorth:
    """Numbers that are worth something together: a row for what they are, the last number changing first, with the
    worth in each of the tables.
    """

    numbers: tuple[Number, ...]
    worth: Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class PricingStage:
    """The tables that hold as long as the counter stands so: what each begins with, and what is added.

    Worths are in so many parts of a point.
    """

    count: int
    begins: tuple[int, ...]
    parts: tuple[JointWorth, ...]
    scale: int


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a kernel finds a number: in `size` bytes from `at` on, `shift` bits up, as many as `mask` has; the least it
    can be, and how many rows further one more is.
    """

    at: int
    size: int
    shift: int
    mask: int
    low: int
    stride: int


@dataclass(frozen=True, slots=True)
class KernelStage:
    """A stage as a kernel sees it: for each part its spots and where its worths begin."""

    count: int
    scale: int
    begins: array[int]
    parts: tuple[tuple[tuple[Spot, ...], int], ...]
    worths: array[int]


@dataclass(frozen=True, slots=True)
class Pricing:
    """All stages; at other nodes, and where the counter stands otherwise, nothing is known."""

    node_at: int
    node_bytes: int
    count_at: int
    count_bytes: int
    nodes: tuple[int, ...]
    stages: tuple[KernelStage, ...]


def pricing_of(game: ir.Game, counter: str, nodes: Collection[int], stages: Iterable[PricingStage]) -> Pricing:
    """The same for kernels."""
    return Pricing(
        *place_of(game, "node"),
        *place_of(game, f"v {counter}"),
        tuple(sorted(nodes)),
        tuple([_looks(game, stage) for stage in stages]),
    )


def values_of(game: ir.Game, number: Number) -> range:
    """What a number can be."""
    _, _, type_ = place_in(game, number.variable, number.ordinals)
    if number.member is not None:
        assert isinstance(type_, SetType)
        return range(2)
    low, high = bounds(type_)
    assert low >= -1
    return range(low, high + 1)


def _looks(game: ir.Game, stage: PricingStage) -> KernelStage:
    parts, worths = [], array("q")
    for part in stage.parts:
        parts.append((_spots(game, part.numbers), len(worths)))
        for row in part.worth:
            worths.extend(row)
    return KernelStage(stage.count, stage.scale, array("q", stage.begins), tuple(parts), worths)


def _spots(game: ir.Game, numbers: Sequence[Number]) -> tuple[Spot, ...]:
    spots, stride = [], 1
    for number in reversed(numbers):
        at, size, _ = place_in(game, number.variable, number.ordinals)
        values = values_of(game, number)
        if number.member is None:
            spots.append(Spot(at, size, 0, (1 << 8 * size) - 1, values.start, stride))
        else:
            spots.append(Spot(at + number.member // 8, 1, number.member % 8, 1, 0, stride))
        stride *= len(values)
    return tuple(spots)
