"""Compares the values of each reading of a rulebook: does it matter which one is meant?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.examples.steps import StepFailure, position_of
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.failures import PlayError
from rules_dsl.ir.texts import say_value
from rules_dsl.ir.types import values
from rules_dsl.machine.api import Machine
from rules_dsl.machine.reference import ReferenceMachine
from solver.check.comparing import Comparison, ComparisonLimits, Different, EquivalentGames, Sides, compare
from solver.check.distinguishing import compare_sides
from solver.check.shortening import find_distinction
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits

FIRST_LOOK = 30.0
"""Seconds in which two readings are compared from the beginning of the game before examples are asked for a place where
they differ.
"""
NEAR = 10.0
"""Seconds breadth first from where an example begins."""
PLAYING_ON = 60.0
"""Seconds in which plays go on at random from there."""


@dataclass(frozen=True, slots=True)
class ReadingComparison:
    """The comparison of two values of a reading with the other options fixed.

    `example`: it starts from the position where this example begins.
    """

    name: str
    first: str
    second: str
    options: tuple[tuple[str, str], ...]
    comparison: Comparison
    example: str = ""


def compare_readings(
    load: Callable[[Mapping[str, str]], Machine], seconds: float | None, seed: int = 0
) -> Iterator[ReadingComparison]:
    """Compare the values of each reading in pairs, with all other options at their values or as the examples of the
    reading set them. All comparisons share the time.
    """
    game, clock = load({}).game, Clock(Limits(seconds=seconds))
    readings = [option for option in game.options if option.reading]
    pairs = [
        (option.name, pair)
        for option in readings
        for pair in combinations([say_value(option.type, value) for value in values(option.type)], 2)
    ]
    for number, (name, texts) in enumerate(pairs):
        share = None if clock.deadline is None else clock.deadline / (len(pairs) - number)
        yield _reading(load, game, name, texts, share, seed)


def _reading(
    load: Callable[[Mapping[str, str]], Machine],
    game: ir.Game,
    name: str,
    texts: tuple[str, str],
    seconds: float | None,
    seed: int,
) -> ReadingComparison:
    """The examples of a reading say with which options it comes into play. From the beginning of the game it is looked
    for a while, then from where the examples begin, and only then for as long as there is time.
    """
    set_ups = list(
        dict.fromkeys([_but(name, example.options) for example in game.examples if name in dict(example.options)])
    ) or [()]
    patience = None if seconds is None else seconds / len(set_ups)
    for limit, near in ((FIRST_LOOK if patience is None else min(FIRST_LOOK, patience), True), (patience, False)):
        comparisons = []
        for options in set_ups:
            first, second = (load({**dict(options), name: text}) for text in texts)
            comparisons.append(
                ReadingComparison(name, *texts, options, *_find_distinction(first, second, name, limit, seed, near))
            )
            if isinstance(comparisons[-1].comparison, Different):
                return comparisons[-1]
        if limit == patience or all(isinstance(comparison.comparison, EquivalentGames) for comparison in comparisons):
            break
    return comparisons[-1]


def _find_distinction(
    first: Machine, second: Machine, name: str, seconds: float | None, seed: int, near: bool
) -> tuple[Comparison, str]:
    """From the beginning, with the moves of the examples of a reading rather than others, or, if it is to be `near`,
    from where one of these begins: which one.
    """
    examples = [
        example for machine in (first, second) for example in machine.game.examples if name in dict(example.options)
    ]
    moves = {step.text for example in examples for step in example.steps if isinstance(step, ir.MoveStep)}
    sides = compare_sides(Sides(first, second), seconds, seed, moves)
    if near and not isinstance(sides, Different):
        for example in examples:
            nearer = _from_example(first, second, example)
            if isinstance(nearer, Different):
                return nearer, example.label
    return sides, ""


def _from_example(first: Machine, second: Machine, example: ir.Example) -> Comparison | None:
    """Compare two games from the start of an example: breadth first, then along its moves, then by random plays, for
    differences that show only at the end. None if no difference is found.
    """
    try:
        here = [position_of(ReferenceMachine(machine.game), example) for machine in (first, second)]
    except (RulesError, StepFailure, PlayError):
        return None
    sides = Sides(first, second, (here[0], here[1]))
    result = compare(sides, replace(ComparisonLimits(), seconds=NEAR, plays=0), Clock(Limits()))
    if isinstance(result, Different):
        return result
    by_moves = find_distinction(sides, [step.text for step in example.steps if isinstance(step, ir.MoveStep)])
    return by_moves or compare(sides, replace(ComparisonLimits(), seconds=0.0), Clock(Limits(seconds=PLAYING_ON)))


def _but(name: str, options: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple([option for option in options if option[0] != name])
