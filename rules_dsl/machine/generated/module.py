"""Shared parts of a generated module: names, constants and helpers."""

from __future__ import annotations

from collections.abc import Callable

from rules_dsl.ir.conversions import members
from rules_dsl.ir.core.forms import CoreForm, RowForm, WordForm
from rules_dsl.ir.core.nodes import (
    CoreFailure,
)
from rules_dsl.ir.core.program import (
    CoreProgram,
)
from rules_dsl.ir.core.slots import SlotUses
from rules_dsl.ir.types import Value, members_of_set
from rules_dsl.machine.generated.names import PythonNames
from rules_dsl.machine.generated.support import failing
from rules_dsl.machine.generated.writer import PythonLines, write_literal
from rules_dsl.quantities import quantity
from rules_dsl.source_lines import plain_words

SHORT = 40
"""Constants with a longer text get a name; those with a text over LONG are not written out in the source."""
LONG = 4_000
SMALL_WORD = 8
"""Words of so few bits are gone through by a table of all words."""


class PythonModule:
    """The module being generated: `namespace` is what its source is run in."""

    def __init__(self, program: CoreProgram, tools: dict[str, object]) -> None:
        self.program = program
        self.names = PythonNames()
        self.uses = SlotUses(program)
        self.actions = dict(program.actions)
        self.constants = {constant.name: constant for constant in program.constants}
        self.namespace: dict[str, object] = dict(tools)
        self.header = PythonLines()
        self._known: dict[str, str] = {}
        for name in tools:
            self.names.fresh(name)

    def function(self, name: str) -> str:
        """The Python name of a function of the program."""
        return self.names.of("core", name).removeprefix("core_")

    def literal(self, value: Value, hint: str = "K") -> str:
        """The text of a value, or a name for it."""
        text = write_literal(value)
        if isinstance(value, int) and value < 0:
            return f"({text})"
        return text if len(text) <= SHORT else self.pool_constant(value, text, hint)

    def pool_constant(self, value: Value, text: str, hint: str) -> str:
        """A name at the top of the module for a constant value, one for each text."""
        if text not in self._known:
            self._known[text] = name = self.names.fresh(hint)
            self.define(name, value, text)
        return self._known[text]

    def define(self, name: str, value: Value, text: str, comment: str = "") -> None:
        """A constant of the module, written out unless it is very long."""
        self.namespace[name] = value
        if len(text) > LONG:
            size = f"{quantity(len(value), 'entry', 'entries')}" if isinstance(value, tuple) else "a set"
            self.header.comment(f"{name}: {size}, too long to show {f'({comment})' if comment else ''}")
        else:
            self.header.line(f"{name} = {text}" + (f"  # {plain_words(comment)}" if comment else ""))

    def constant(self, name: str) -> str:
        """The Python name of a constant of the program."""
        python = self.names.of("table" if "#" in name and not self.constants[name].note else "const", name)
        if python not in self.namespace:
            constant = self.constants[name]
            self.define(python, constant.value, write_literal(constant.value), constant.note)
        return python

    def helper(self, wish: str, key: object, make: Callable[[], object]) -> str:
        """A name for a Python object that the source uses; it is made once for each key."""
        text = f"{wish} {key!r}"
        if text not in self._known:
            self._known[text] = name = self.names.fresh(wish)
            self.namespace[name] = make()
        return self._known[text]

    def failure(self, failure: CoreFailure) -> str:
        """A name for what stops play with a failure."""
        return self.helper("fail", (failure, failure.span), lambda: failing(failure))

    # -- the members of words -----------------------------------------------------------------------------------------

    def members_of(self, size: int, low: int) -> str:
        """The table or function for the members of a word with this many bits, each plus `low`."""
        if size <= SMALL_WORD:
            table = tuple(members_from(word, low) for word in range(1 << size))
            return self.pool_constant(table, write_literal(table), "members_of")
        return "members" if low == 0 else self.helper("members_from", low, lambda: lambda word: members_from(word, low))

    def members_constant(self, name: str, low: int) -> str:
        """A constant that holds tuples of members where another holds words."""
        constant = self.constants[name]
        ready = spread(constant.value, constant.form, low)
        return self.pool_constant(ready, write_literal(ready), f"members_{name}")


def members_from(word: int, low: int) -> tuple[int, ...]:
    """The numbers of the bits of a word, upwards, each with `low` added."""
    return tuple([number + low for number in members(word)]) if low else members(word)


def spread(value: Value, form: CoreForm, low: int) -> Value:
    """A constant whose words are tuples of their members."""
    match form:
        case RowForm(item):
            return tuple([spread(entry, item, low) for entry in value])
        case WordForm():
            return tuple([number + low for number in members_of_set(value)])
        case _:
            return value
