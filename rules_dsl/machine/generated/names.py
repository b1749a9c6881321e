"""Python names for names of the game."""

from __future__ import annotations

import builtins
import keyword
import re

OURS = "s position script at found after actor then number_of_choice ANY RUN PLAYS"
"""Names that the generated functions use for themselves."""
RESERVED = (
    frozenset(keyword.kwlist) | frozenset(keyword.softkwlist) | frozenset(dir(builtins)) | frozenset(OURS.split())
)


class PythonNames:
    """One Python name for each thing of the program, close to the author's word."""

    def __init__(self) -> None:
        self._given: dict[tuple[str, str], str] = {}
        self._taken: set[str] = set(RESERVED)

    def of(self, kind: str, name: str) -> str:
        """The Python name of a thing; `kind` keeps slots, registers, functions and constants apart."""
        if (kind, name) not in self._given:
            self._given[kind, name] = self.fresh(name if kind in ("slot", "register", "table") else f"{kind}_{name}")
        return self._given[kind, name]

    def fresh(self, wish: str) -> str:
        """A name that nothing else in the module has."""
        plain = re.sub(r"\W", "_", wish.replace("#", ""))
        plain = plain if plain[:1].isidentifier() else f"n_{plain}"
        name, number = plain, 2
        while name in self._taken:
            name, number = f"{plain}__{number}", number + 1
        self._taken.add(name)
        return name
