"""The settings in which a game is looked at, too: each option by itself at its other values, or at the ends of its
range.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules_dsl.ir.nodes import Game, OptionInfo
from rules_dsl.ir.texts import show_value
from rules_dsl.ir.types import BoolType, EnumType, IntType, Value, cardinality, value_of

MOST_VALUES = 6
"""Of an option with more values than this some are left out."""


def variants(game: Game, options: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """The options as they were set, with one that was not set changed."""
    for option in game.options:
        if option.name not in options:
            for value in _others(option):
                yield {**options, option.name: show_value(option.type, value)}


def _others(option: OptionInfo) -> list[Value]:
    match option.type:
        case IntType(low, high):
            result: list[Value] = [low, high]
        case BoolType() | EnumType():
            result = [value_of(option.type, at) for at in range(min(cardinality(option.type), MOST_VALUES))]
        case _:
            result = []
    return [value for value in dict.fromkeys(result) if value != option.value]
