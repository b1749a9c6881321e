"""Positions of Ultimate Railroads that no play would soon come to: tracks, locomotives, factories and wrenches set at
random, one turn from the end of room.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.random_numbers import SplitMix64
from rules_dsl.machine.api import Machine, State

LENGTHS = (15, 9, 9)
BEST = (5, 4, 3)
OPENED_AT = (0, 2, 6, 10, 15)
GAPS_AT = (5, 7, 9, 11, 13)
NUMBERS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 9)
SUPPLY = range(1, 11)
SECOND_WRENCH_TILE = 1 << 4
WITH_FACTORY = 11


def scattered(machine: Machine, state: State, random: SplitMix64) -> State:
    """The state with everything of the first player, and the locomotives on the table, at random."""
    names = [variable.name for variable in machine.game.variables]
    values: dict[str, Any] = dict(zip(names, state.values, strict=True))
    rails = [_markers(route, random) for route in range(3)]
    known = sum(1 << colour for colour, field in enumerate(OPENED_AT) if rails[0][0] >= field)
    rails = [[field if known >> colour & 1 else 0 for colour, field in enumerate(row)] for row in rails]
    berths = [None if random.below(4) == 0 else random.below(WITH_FACTORY) for _ in range(4)]
    tiles = random.below(512) & random.below(512)
    mine: dict[str, object] = {
        "rail": tuple(map(tuple, rails)), "colours": known, "loco_at": tuple(berths), "crew": 6, "ready": 6, **_industry(tiles, random),
        "claimed": _claimed(machine.game, rails, berths),
    }  # fmt: skip
    changed = {name: (value, *values[name][1:]) for name, value in mine.items()}
    changed |= {"stack": _stacks(random), "returned": _put_back(random)}
    return replace(state, values=tuple(changed.get(name, values[name]) for name in names))


def _markers(route: int, random: SplitMix64) -> list[int]:
    """The markers of a route, close together or far apart."""
    close = random.below(3) == 0
    row = [LENGTHS[route] - random.below(3) if close else 1 + random.below(LENGTHS[route])]
    for colour in range(1, 5):
        room = row[-1] - 1 if colour < BEST[route] else 0
        row.append(0 if room <= 0 else max(room - random.below(3), 0) if close else random.below(room + 1))
    return row


def _industry(tiles: int, random: SplitMix64) -> Mapping[str, object]:
    filled = random.below(6)
    end = 15 if filled == 5 else GAPS_AT[filled] - 1
    two = random.below(5) < 2
    wrenches = [end - random.below(4) if random.below(2) else random.below(end + 1) for _ in range(2)]
    return {
        "factory_at": tuple(random.below(WITH_FACTORY) if gap < filled else None for gap in range(5)),
        "wrench_at": (max(wrenches[0], 0), max(wrenches[1], 0) if two else 0),
        "wrenches": 3 if two else 1,
        "tiles_used": tiles | SECOND_WRENCH_TILE if two else tiles,
    }


def _claimed(game: ir.Game, rails: list[list[int]], berths: list[int | None]) -> int:
    """The special fields that are met."""
    column = {
        constant.name.removeprefix("specials."): constant.value
        for constant in game.constants
        if constant.name.startswith("specials.")
    }
    numbers = [0 if loco is None else NUMBERS[loco] for loco in berths]
    reach = [numbers[0] + numbers[1], numbers[2], numbers[3]]
    met = 0
    for special, (route, field, colour, by_loco) in enumerate(
        zip(column["route"], column["field"], column["colour"], column["by_loco"], strict=True)
    ):
        if rails[route][colour] >= field and (not by_loco or reach[route] >= field):
            met |= 1 << special
    return met


def _stacks(random: SplitMix64) -> tuple[int, ...]:
    """All below some number are gone, sometimes all."""
    lowest = 1 + random.below(12)
    only = random.below(4) == 0
    left = [0 if number < lowest or (only and number > lowest) else 2 - random.below(2) for number in SUPPLY]
    return (0, *left, 0)


def _put_back(random: SplitMix64) -> tuple[int, ...]:
    some = random.below(3) > 0
    return (*(int(some and random.below(8) == 0) for _ in range(WITH_FACTORY)), 0)
