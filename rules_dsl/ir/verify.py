"""Is a game of the IR well formed?

Used by tests between passes; what it finds is a defect of the compiler, not of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules_dsl.ir.calls import list_calls
from rules_dsl.ir.nodes import Game
from rules_dsl.ir.verifying.automaton import automaton_problems
from rules_dsl.ir.verifying.control import control_problems
from rules_dsl.ir.verifying.parts import PartVerifier


def verify(game: Game) -> list[str]:
    """Everything that is wrong with the game, each with its place; nothing for a well-formed game."""
    parts = PartVerifier(game)
    parts.look_at_everything()
    shape = list(automaton_problems(game)) if game.nodes else []
    control = [] if shape else list(control_problems(game))
    return [*_twice(game), *_recursion(game), *parts.problems, *shape, *control]


def _twice(game: Game) -> Iterator[str]:
    for kind in ("constants", "functions", "variables", "actions"):
        names = [part.name for part in getattr(game, kind)]
        yield from (
            f"{kind}: {name} is there twice" for name in sorted({name for name in names if names.count(name) > 1})
        )


def _recursion(game: Game) -> Iterator[str]:
    callees = {function.name: list_calls(function.body) for function in game.functions}
    for name in callees:
        reached: set[str] = set()
        waiting = list(callees[name])
        while waiting:
            callee = waiting.pop()
            if callee not in reached:
                reached.add(callee)
                waiting.extend(callees.get(callee, ()))
        if name in reached:
            yield f"function {name}: calls itself"
