"""What is shared while Python source is generated: names, constants and helpers of the module, and the function being written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.conversions import members
from rules_dsl.ir.types import BagType, MapType, Type, Value
from rules_dsl.machine.pygen_effects import Effects
from rules_dsl.machine.pygen_names import OURS, Names
from rules_dsl.machine.pygen_writer import Writer, bare, is_atom, plain, written

SHORT = 40
"""Constants with a longer text get a name; those with a text over LONG are not written out in the source."""
LONG = 4_000


class Module:
    """The module being generated: `namespace` is what its source is run in."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.names = Names()
        self.effects = Effects(game)
        self.order = {variable.name: position for position, variable in enumerate(game.variables)}
        self.types: dict[str, Type] = {variable.name: variable.type for variable in game.variables}
        self.constants: dict[str, ir.Constant] = {constant.name: constant for constant in game.constants}
        self.namespace: dict[str, object] = {"members": members}
        self.names.fresh("members")
        self.header = Writer()
        self._pool: dict[str, str] = {}

    def literal(self, value: Value, hint: str = "K") -> str:
        """The text of a value, or a name for it."""
        text = written(value)
        if isinstance(value, int) and value < 0:
            return f"({text})"
        return text if len(text) <= SHORT else self.pooled(value, text, hint)

    def pooled(self, value: Value, text: str, hint: str) -> str:
        """A name at the top of the module for a constant value, one for each text."""
        if text not in self._pool:
            self._pool[text] = name = self.names.fresh(hint)
            self.define(name, value, text)
        return self._pool[text]

    def define(self, name: str, value: Value, text: str, comment: str = "") -> None:
        """A constant of the module, written out unless it is very long."""
        self.namespace[name] = value
        if len(text) > LONG:
            size = f"{len(value)} entries" if isinstance(value, tuple) else "a set"
            self.header.comment(f"{name}: {size}, too long to show {f'({comment})' if comment else ''}")
        else:
            self.header.line(f"{name} = {text}" + (f"  # {plain(comment)}" if comment else ""))

    def constant(self, name: str) -> str:
        """The Python name of a constant of the game."""
        python = self.names.of("const", name)
        if python not in self.namespace:
            constant = self.constants[name]
            self.define(python, constant.value, written(constant.value), f"{constant.role} {name}")
        return python

    def helper(self, wish: str, thing: object) -> str:
        """A name for a Python object that the source uses."""
        name = self.names.fresh(wish)
        self.namespace[name] = thing
        return name

    def known(self, wish: str, key: object, make: Callable[[], object]) -> str:
        """A name for a Python object that is made once for each key."""
        text = f"{wish} {key!r}"
        if text not in self._pool:
            self._pool[text] = self.helper(wish, make())
        return self._pool[text]

    def in_order(self, variables: frozenset[str]) -> list[str]:
        """Variables in the order of the game."""
        return sorted(variables & self.order.keys(), key=self.order.__getitem__)


class Code:
    """One function while it is written.

    Maps that a block changes in part are held as Python lists meanwhile (`lists`); in functions a map may come as either (`doubtful`).
    `position` is the text of the whole position where `stuck` may be asked, else None.
    """

    def __init__(self, module: Module, out: Writer, *, doubtful: bool = False, position: str = "None") -> None:
        self.module = module
        self.out = out
        self.doubtful = doubtful
        self.position = position
        self.lists: set[str] = set()
        self.used: set[str] = set()  # variables that are Python locals of the function
        self.assigned: set[str] = set()  # those it has changed so far
        self._temporaries = 0

    def temporary(self, hint: str) -> str:
        """A Python name for a value of this function."""
        assert OURS.fullmatch(hint), hint
        self._temporaries += 1
        return f"{hint}{self._temporaries}"

    def keep(self, text: str, hint: str) -> str:
        """The text, or a name for its value if writing it twice would compute it twice."""
        if is_atom(text):
            return text
        name = self.temporary(hint)
        self.out.line(f"{name} = {bare(text)}")
        return name

    def local(self, name: str) -> str:
        """The Python name of a local of the game."""
        return self.module.names.of("local", name)

    def variable(self, name: str) -> str:
        """The Python name of a state variable, whatever form it has at the moment."""
        self.used.add(name)
        return self.module.names.of("variable", name)

    def whole(self, name: str) -> str:
        """A state variable as a value."""
        text = self.variable(name)
        changeable = isinstance(self.module.types[name], MapType | BagType)
        return f"tuple({text})" if name in self.lists or (self.doubtful and changeable) else text

    @contextmanager
    def aside(self) -> Iterator[Writer]:
        """Write one step deeper into lines of their own, to be put in place later."""
        saved, self.out = self.out, Writer(self.out.depth + 1)
        yield self.out
        self.out = saved
