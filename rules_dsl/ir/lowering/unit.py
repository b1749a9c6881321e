"""What is shared while a game is lowered: its parts by name, and the constants of the program."""

from __future__ import annotations

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.core.forms import CoreForm, RowForm, form_of
from rules_dsl.ir.core.nodes import (
    Pooled,
    StateSlot,
)
from rules_dsl.ir.core.program import (
    PooledConstant,
)
from rules_dsl.ir.sizes import Sizes
from rules_dsl.ir.state_reads import StateReads
from rules_dsl.ir.types import Type, Value


class LoweringUnit:
    """The program that is being made of one game."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.reads = StateReads(game)
        self.sizes = Sizes(game)
        self.functions = {function.name: function for function in game.functions}
        self.actions = {action.name: action for action in game.actions}
        self.slots = {
            variable.name: StateSlot(number, form_of(variable.type)) for number, variable in enumerate(game.variables)
        }
        self.called: list[str] = []
        self.asked: list[str] = []
        self._game_constants = {constant.name: constant for constant in game.constants}
        self._pool: dict[str, PooledConstant] = {}
        self._names: dict[tuple[str, Type | None, Value], str] = {}

    def call(self, function: str) -> str:
        """The name of the core function of a function of the game, which is lowered because it is called."""
        if function not in self.called:
            self.called.append(function)
        return f"f {function}"

    def ask(self, action: str) -> str:
        """The name of an action whose search is lowered because it is offered or asked for."""
        if action not in self.asked:
            self.asked.append(action)
        return action

    def constants(self) -> tuple[PooledConstant, ...]:
        """The constants that were asked for."""
        return tuple(self._pool.values())

    def find_pooled(self, name: str) -> PooledConstant:
        """A constant that was asked for, by name."""
        return self._pool[name]

    def constant(self, name: str) -> Pooled:
        """A constant of the game."""
        constant = self._game_constants[name]
        self._pool.setdefault(
            name, PooledConstant(name, form_of(constant.type), constant.value, f"{constant.role} {name}")
        )
        return Pooled(name, form_of(constant.type))

    def table(self, wish: str, values: tuple[Value, ...], item: CoreForm) -> Pooled:
        """A row that lowering needs; one for each name and content."""
        form = RowForm(item, len(values))
        key = (wish, None, values)
        if key not in self._names:
            self._names[key] = name = f"{wish}#{len(self._names) + 1}"
            self._pool[name] = PooledConstant(name, form, values)
        return Pooled(self._names[key], form)
