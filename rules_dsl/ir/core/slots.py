"""Which slots of the state the functions of a program read and change, themselves or through what they call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rules_dsl.ir.core.nodes import (
    AskStuck,
    Block,
    CanAct,
    Invoke,
    PerformEffect,
    StateSlot,
    StoreInto,
)
from rules_dsl.ir.core.program import (
    CoreFunction,
    CoreProgram,
    FunctionRole,
)
from rules_dsl.ir.core.walk import expressions_in, walk_block

NO_SLOTS: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class SlotUse:
    """The slots a function needs, those it changes (which it needs, too), and whether it asks for "stuck"."""

    reads: frozenset[int] = NO_SLOTS
    writes: frozenset[int] = NO_SLOTS
    stuck: bool = False


class SlotUses:
    """The slots of all functions of a program, remembered by name."""

    def __init__(self, program: CoreProgram) -> None:
        self._functions = {function.name: function for function in program.functions}
        self._actions = dict(program.actions)
        self._direct = {name: _direct(function.body) for name, function in self._functions.items()}
        self._calls = {name: self._called(function) for name, function in self._functions.items()}
        self._closed: dict[str, SlotUse] = {}

    def of(self, name: str) -> SlotUse:
        """What a function uses, with all it calls."""
        if name not in self._closed:
            self._closed[name] = self._close(name)
        return self._closed[name]

    def function(self, name: str) -> CoreFunction:
        """A function by name."""
        return self._functions[name]

    def _called(self, function: CoreFunction) -> frozenset[str]:
        found: set[str] = set()
        for expr in expressions_in(function.body):
            if isinstance(expr, Invoke):
                found.add(expr.function)
            if isinstance(expr, CanAct):
                found.add(self._actions[expr.action].search)
        found |= {statement.function for statement in walk_block(function.body) if isinstance(statement, PerformEffect)}
        if function.role is FunctionRole.SEARCH:
            found |= {
                action.trial
                for action in self._actions.values()
                if action.search == function.name and action.trial is not None
            }
        return frozenset(found)

    def _close(self, name: str) -> SlotUse:
        seen, waiting = {name}, [name]
        while waiting:
            for called in self._calls[waiting.pop()] - seen:
                seen.add(called)
                waiting.append(called)
        uses = [self._direct[each] for each in seen]
        reads = NO_SLOTS.union(*[use.reads | use.writes for use in uses])
        return SlotUse(reads, self._changed(seen), self._asks(name))

    def _changed(self, names: set[str]) -> frozenset[int]:
        """A trial changes slots for itself alone."""
        return NO_SLOTS.union(
            *[self._direct[name].writes for name in names if self._functions[name].role is not FunctionRole.TRIAL]
        )

    def _asks(self, name: str) -> bool:
        """Is "stuck" asked on a way of values alone? Moves are looked for as if it were false."""
        seen, waiting = {name}, [name]
        while waiting:
            current = waiting.pop()
            if self._functions[current].role not in (FunctionRole.VALUE, FunctionRole.ENTRY):
                continue
            if self._direct[current].stuck:
                return True
            waiting += self._calls[current] - seen
            seen |= self._calls[current]
        return False


def _direct(body: Block) -> SlotUse:
    parts = list(expressions_in(body))
    reads = frozenset(part.number for part in parts if isinstance(part, StateSlot))
    return SlotUse(reads, slots_stored(body), any(isinstance(part, AskStuck) for part in parts))


def slots_stored(body: Block, wanted: Callable[[StoreInto], bool] = lambda store: True) -> frozenset[int]:
    """The slots that a block itself changes by stores that are wanted."""
    return frozenset(
        store.target.number for store in _stores(body) if isinstance(store.target, StateSlot) and wanted(store)
    )


def _stores(body: Block) -> list[StoreInto]:
    return [statement for statement in walk_block(body) if isinstance(statement, StoreInto)]


def slots_stored_in_part(body: Block) -> frozenset[int]:
    """The slots of which a block itself changes a part."""
    return slots_stored(body, lambda store: bool(store.path))
