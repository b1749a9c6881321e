"""Observations: what a player can see of a state."""

from __future__ import annotations

from collections.abc import Callable

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.evaluate import ClosureCompiler
from rules_dsl.ir.frames import Frame
from rules_dsl.ir.types import DeckType, MapType, SetType, Type, Value

HIDDEN = "hidden"
"""Stands for a value the player cannot see."""

View = Callable[[Frame, int], Value]


def view(compiler: ClosureCompiler, variable: ir.StateVar) -> View:
    """What a player sees of a variable."""
    slot, kind = compiler.variables[variable.name], variable.type
    match variable.seen:
        case ir.Seen("all"):
            return lambda frame, player: frame[slot]
        case ir.Seen("owner"):
            assert isinstance(kind, MapType)
            return _of_owner(slot, kind.value)
        case ir.Seen("by", by) if by is not None:
            sees = _sees(compiler, by)
            return lambda frame, player: frame[slot] if sees(frame, player) else hide_value(kind, frame[slot])
        case _:
            return lambda frame, player: hide_value(kind, frame[slot])


def hide_value(type_: Type, value: Value) -> Value:
    """What everybody sees of a hidden value: of a deck how many cards it has, of others nothing."""
    if isinstance(type_, DeckType):
        return len(value[0]), sum(value[1])
    if isinstance(type_, MapType) and isinstance(type_.value, DeckType):
        return tuple([hide_value(type_.value, deck) for deck in value])
    return HIDDEN


def _of_owner(slot: int, item: Type) -> View:
    return lambda frame, player: tuple(
        [value if owner == player else hide_value(item, value) for owner, value in enumerate(frame[slot])]
    )


def _sees(compiler: ClosureCompiler, by: ir.Expr) -> Callable[[Frame, int], bool]:
    closure = compiler.closure(by)
    if isinstance(by.type, SetType):
        return lambda frame, player: closure(frame) >> player & 1 == 1
    return lambda frame, player: closure(frame) == player
