"""Names of the game as names of Python."""

from __future__ import annotations

import builtins
import keyword
import re

RESERVED = frozenset(keyword.kwlist) | frozenset(keyword.softkwlist) | frozenset(dir(builtins)) | {"s", "script", "at"}


class Names:
    """One Python name for each thing of the game, close to the author's word."""

    def __init__(self) -> None:
        self._given: dict[tuple[str, str], str] = {}
        self._taken: set[str] = set(RESERVED)

    def of(self, kind: str, name: str) -> str:
        """The Python name of a thing; `kind` keeps variables, locals, functions and constants apart."""
        if (kind, name) not in self._given:
            self._given[kind, name] = self.fresh(name if kind in ("variable", "local") else f"{kind}_{name}")
        return self._given[kind, name]

    def fresh(self, wish: str) -> str:
        """A name nothing else in the module has, close to the wish."""
        plain, number = _plain(wish), 2
        name = plain
        while name in self._taken:
            name, number = f"{plain}_{number}", number + 1
        self._taken.add(name)
        return name


def _plain(name: str) -> str:
    plain = re.sub(r"\W", "_", name)
    return plain if plain[:1].isidentifier() else f"n_{plain}"
