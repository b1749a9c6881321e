"""Names of the game as names of Python."""

from __future__ import annotations

import builtins
import keyword
import re

FIXED = "s at script found after fired outcomes outcome values position zeros move actor initial react is_over ANY RUN PLAYS"
NUMBERED = (
    "actor add after all any any_move as_set asks_itself bag best bit bound chance claim convert count counted deck distance dividend divisor each_once either ending "
    "endless fail field find first fits found highest holds item items key kinds_in last least letters list lowest map members_as members_of moves "
    "most nearest next number old options outcomes part present previous rank react record run say score seen set steps subtract successors target "
    "then total union value values wave weight weights"
)
RESERVED = frozenset(keyword.kwlist) | frozenset(keyword.softkwlist) | frozenset(dir(builtins)) | frozenset(FIXED.split())
OURS = re.compile(rf"({'|'.join(NUMBERED.split())})_?\d*")


class Names:
    """One Python name for each thing of the game, close to the author's word; never one that the generator makes up itself."""

    def __init__(self) -> None:
        self._given: dict[tuple[str, str], str] = {}
        self._taken: set[str] = set(RESERVED)

    def of(self, kind: str, name: str) -> str:
        """The Python name of a thing; `kind` keeps variables, locals, functions and constants apart."""
        if (kind, name) not in self._given:
            plain = _plain(name if kind in ("variable", "local") else f"{kind}_{name}")
            self._given[kind, name] = self._free(f"{plain}_" if OURS.fullmatch(plain) else plain, "__")
        return self._given[kind, name]

    def fresh(self, wish: str) -> str:
        """A name for something of the generator's own that nothing else in the module has."""
        return self._free(_plain(wish), "_")

    def _free(self, wish: str, joint: str) -> str:
        name, number = wish, 2
        while name in self._taken:
            name, number = f"{wish}{joint}{number}", number + 1
        self._taken.add(name)
        return name


def _plain(name: str) -> str:
    plain = re.sub(r"\W", "_", name)
    return plain if plain[:1].isidentifier() else f"n_{plain}"
