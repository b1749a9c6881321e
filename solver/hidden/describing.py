"""An information set in words: what the player sees that has changed, and his own moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.texts import show_value
from rules_dsl.ir.types import DeckType, MapType, Type, Value, value_of
from rules_dsl.machine.observe import HIDDEN


def describe(game: ir.Game, first: Sequence[Value], seen: Sequence[Value], own: Sequence[str]) -> str:
    """One line. `first` is the player's first observation, `own` are his moves so far."""
    parts: list[str] = []
    for variable, before, now in zip(game.variables, first, seen, strict=False):
        if not variable.control and now != before:
            parts.extend(_differences(variable.name, variable.type, before, now))
    if own:
        parts.append(f"after {', '.join(own)}")
    return ", ".join(parts) or "at first"


def _differences(name: str, kind: Type, before: Value, now: Value) -> Iterator[str]:
    if isinstance(kind, MapType) and isinstance(now, tuple) and isinstance(before, tuple):
        for number, (old, new) in enumerate(zip(before, now, strict=True)):
            if old != new:
                yield from _differences(
                    f"{name}[{show_value(kind.key, value_of(kind.key, number))}]", kind.value, old, new
                )
    elif not isinstance(kind, DeckType) and now != HIDDEN:
        yield f"{name} = {show_value(kind, now)}"
