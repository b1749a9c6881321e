"""Names, types and expressions: each expression is how it is written together with what it means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tests.whole.parts import Value, said


@dataclass(frozen=True, slots=True)
class Said:
    """An expression: as it is written, and what it is worth where names have values."""

    text: str
    of: Value


@dataclass(frozen=True, slots=True)
class Kind:
    """A type: how it is written, its values upwards, and whether it is of numbers, truths or things."""

    text: str
    values: tuple[Any, ...]
    sort: str

    @property
    def low(self) -> int:
        """The least number."""
        return int(self.values[0])

    @property
    def high(self) -> int:
        """The greatest number."""
        return int(self.values[-1])


THINGS = ("ea", "eb", "ec")
TRUTH = Kind("Bool", (False, True), "truth")
THING = Kind("E", THINGS, "thing")
MAYBE = Kind("E?", (None, *THINGS), "maybe")


def range_of(low: int, high: int) -> Kind:
    """Numbers from `low` to `high`."""
    return Kind(f"{low}..{high}", tuple(range(low, high + 1)), "number")


@dataclass(frozen=True, slots=True)
class Name:
    """Something that can be read: a variable, a parameter, a constant, a field (`r0.num`), an entry (`h0[player]`).

    Sorts are those of kinds, and `set`, `list`, `bag` (of things), `map` (from things to numbers), `record`, `row` (of
    the table). `value` is given for what is no variable by itself. A `bounded` name is one whose range is known.
    """

    text: str
    sort: str
    kind: Kind | None = None
    value: Value | None = None

    @property
    def said(self) -> Said:
        """The name as an expression."""
        return Said(self.text, self.of)

    def of(self, env: dict[str, Any]) -> Any:
        """What it is worth."""
        return env[self.text] if self.value is None else self.value(env)


@dataclass(frozen=True, slots=True)
class Sight:
    """The names that can be read at a place."""

    names: tuple[Name, ...] = ()

    def with_names(self, *names: Name) -> Sight:
        """The same and some more."""
        return replace(self, names=(*self.names, *names))

    def of(self, sort: str) -> list[Name]:
        """The names of a sort."""
        return [name for name in self.names if name.sort == sort]


def named(name: str) -> Said:
    """A variable."""
    return Said(name, lambda env: env[name])


def constant(value: Any) -> Said:
    """A value as it stands."""
    text = f"({value})" if isinstance(value, int) and not isinstance(value, bool) and value < 0 else said(value)
    return Said(text, lambda _env: value)


def both(template: str, meaning: Any, *parts: Said) -> Said:
    """Parts in a template (`{0}`, `{1}`, …), and what becomes of their values."""
    return Said(template.format(*(part.text for part in parts)), lambda env: meaning(*(part.of(env) for part in parts)))


def indented(lines: Sequence[str]) -> list[str]:
    """A block."""
    return [f"  {line}" for line in lines]
