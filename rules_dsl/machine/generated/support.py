"""Functions shared by all generated modules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NoReturn

from rules_dsl.ir.conversions import members
from rules_dsl.ir.core.nodes import ArgumentText, CoreFailure, FailureWords, TalliedNames
from rules_dsl.ir.evaluate_builtins import letters
from rules_dsl.ir.failures import PATIENCE, stop_play
from rules_dsl.ir.random_numbers import shuffle_items
from rules_dsl.ir.texts import say_value
from rules_dsl.ir.types import Value
from rules_dsl.source import NOWHERE

Position = tuple[Value, ...]  # the variables in order, then the node
Script = tuple[Value, ...]
Trial = Callable[
    ..., Value
]  # called with a script last: a list where a choice is open, None if refused, else what came out


def outcomes_of(run: Trial, given: tuple[Value, ...], script: Script = ()) -> Iterator[tuple[Script, Value]]:
    """All sequences of choices in a body, in order, with their results."""
    outcomes = run(*given, script)
    if isinstance(outcomes, list):
        for value in outcomes:
            yield from outcomes_of(run, given, (*script, value))
    elif outcomes is not None:
        yield script, outcomes


def scripts(run: Trial, *given: Value) -> Iterator[Script]:
    """The choices of every legal path through a body."""
    return (script for script, _ in outcomes_of(run, given))


def results(run: Trial, *given: Value) -> list[Position]:
    """The positions after every legal path through a body."""
    return [result for _, result in outcomes_of(run, given)]


def support(counts: Sequence[int]) -> int:
    """The word of the indices at which a row is not 0."""
    return sum([1 << number for number, count in enumerate(counts) if count])


def last_items(items: tuple[Value, ...], count: int) -> tuple[Value, ...]:
    """The last items of a sequence, all if there are fewer."""
    return items[-count:] if count > 0 else ()


def drop_last(items: tuple[Value, ...], count: int) -> tuple[Value, ...]:
    """A sequence without its last items."""
    return items[:-count] if count > 0 else items


def failing(failure: CoreFailure) -> Callable[..., NoReturn]:
    """What stops play with a failure; it is called with its arguments."""

    def fail(*arguments: Value) -> NoReturn:
        message, label = say_words(failure.message, arguments), say_words(failure.label, arguments)
        stop_play(failure.code, message, failure.span, label=label, repair=failure.repair)

    return fail


def say_words(words: FailureWords, arguments: tuple[Value, ...]) -> str:
    """The words of a failure with its arguments."""
    return "".join([word if isinstance(word, str) else _say_argument(word, arguments[word.number]) for word in words])


def _say_argument(word: ArgumentText | TalliedNames, argument: Value) -> str:
    if isinstance(word, TalliedNames):
        return ", ".join([name for name, _ in Counter(word.names[number] for number in argument).most_common()])
    return str(argument) if word.type is None else say_value(word.type, argument)


def toolbox() -> dict[str, object]:
    """What a generated module is given: its own tables, and functions that look into them."""
    runs: dict[int, Callable[[Position], Position]] = {}
    any_move: dict[int, Callable[[Position], bool]] = {}
    asking: set[Callable[..., bool]] = set()

    def advance(position: Position) -> Position:
        """Run on until play rests. A function that runs from one node hands over to the next by its complement."""
        node = position[-1]
        for _ in range(PATIENCE):
            run = runs.get(node)
            if run is None:
                return position
            position = run(position)
            if position[-1] >= 0:
                return position
            node = ~position[-1]
        stop_play(
            "E0910",
            f"play passes {PATIENCE:,} steps without a decision",
            NOWHERE,
            repair="let every loop reach a choose or an end",
        )

    def is_stuck(position: Position | None) -> bool:
        """Is there no legal move at the decision where play rests?"""
        ask = None if position is None else any_move.get(position[-1])
        return ask is not None and position is not None and not ask(position)

    def ask_once(fail: Callable[[], NoReturn], ask: Callable[..., bool], *given: Value) -> bool:
        """`possible` of an action that may ask for itself."""
        if ask in asking:
            fail()
        asking.add(ask)
        try:
            return ask(*given)
        finally:
            asking.discard(ask)

    return {
        "RUN": runs, "ANY": any_move, "PLAYS": {}, "advance": advance, "is_stuck": is_stuck, "ask_once": ask_once,
        "scripts": scripts, "results": results, "members": members, "support": support, "last_items": last_items,
        "drop_last": drop_last, "letters": letters, "shuffled": shuffle_items,
    }  # fmt: skip
