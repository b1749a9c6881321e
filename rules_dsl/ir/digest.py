"""The rules digest: a hash of what a machine plays from some point of play on, after all passes: rules, data, options and readings.

Comments, places in files, the names of game and players, and claims leave it as it is, and so does what can no longer be played from there, such as setting up.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import fields, is_dataclass
from typing import Any

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import EnumType

UNREAD = frozenset({"span", "rule", "doc", "reason", "label", "seen", "signs", "spelling", "words"})
"""Fields that say nothing of what can be played and what it is worth: where a thing stands, what it is called for people, who sees it."""
NODES = frozenset({"then", "otherwise"})
"""Fields that may be the number of a node."""
LENGTH = 16


def rules_digest(game: ir.Game, start: int, free: Collection[str] = ()) -> str:
    """The digest of what is played from a node on. The values of `free` constants and of givens that are not read make no difference."""
    return _Digest(game, start, frozenset(free)).whole()


def reachable(game: ir.Game, start: int) -> tuple[int, ...]:
    """The nodes play may come to from a node, in order."""
    numbers, waiting = {start}, [start]
    while waiting:
        for after in _after(game.nodes[waiting.pop()]):
            if after not in numbers:
                numbers.add(after)
                waiting.append(after)
    return tuple(sorted(numbers))


def _after(node: ir.Node) -> Iterable[int]:
    match node:
        case ir.RunNode(then=then) | ir.ChanceNode(then=then):
            return (then,)
        case ir.BranchNode(then=then, otherwise=otherwise):
            return (then, otherwise)
        case ir.DecideNode(options=options, otherwise=otherwise):
            return (*[option.then for option in options], *([] if otherwise is None else [otherwise]))
        case ir.StopNode():
            return ()


class _Digest:
    """Hashes parts once, and notes which constants and functions they read."""

    def __init__(self, game: ir.Game, start: int, free: frozenset[str]) -> None:
        self.game, self.free = game, free
        self.kept = reachable(game, start)
        self.ranks = {number: rank for rank, number in enumerate(self.kept)}
        self.constants = {constant.name: constant for constant in game.constants}
        self.functions = {function.name: function for function in game.functions}
        self.called: dict[str, bytes] = {}
        self.known: dict[int, bytes] = {}

    def whole(self) -> str:
        """The digest."""
        game = self.game
        tables = [constant for constant in game.constants if constant.role in ("table", "option") and constant.name not in self.free]
        kept = [game.nodes[number] for number in self.kept]
        parts = [tables, game.variables, game.actions, game.reactions, game.endings, kept, game.scores, game.finds, game.find_rules]
        said = [self.of(part) for part in parts]
        return hashlib.sha256(b"".join([*said, *[self.called[name] for name in sorted(self.called)]])).hexdigest()[:LENGTH]

    def of(self, value: Any) -> bytes:
        """The hash of a part."""
        if is_dataclass(value):
            if id(value) not in self.known:
                self.known[id(value)] = self._of_node(value)
            return self.known[id(value)]
        if isinstance(value, tuple | list):
            return _hash_parts(b"(", *[self.of(item) for item in value])
        return _hash_parts(repr(value).encode())

    def _of_node(self, value: Any) -> bytes:
        match value:
            case EnumType() if value == self.game.players:
                return _hash_parts(f"players {len(value.members)}".encode())
            case ir.Const(name=name):
                return self._of_constant(name)
            case ir.Call(function=name):
                self._call(name)
            case _:
                pass
        parts = [field.name.encode() + self._of_field(field.name, getattr(value, field.name)) for field in fields(value) if field.name not in UNREAD]
        return _hash_parts(type(value).__name__.encode(), *parts)

    def _of_field(self, name: str, value: Any) -> bytes:
        is_node = name in NODES and isinstance(value, int)
        return self.of(("node", self.ranks[value]) if is_node else value)

    def _of_constant(self, name: str) -> bytes:
        """A free one by its name; what was computed by its value, for its name is a number."""
        constant = self.constants[name]
        if name in self.free:
            return _hash_parts(b"free", name.encode())
        title = "" if constant.role == "computed" else name
        return _hash_parts(b"constant", title.encode(), self.of(constant.type), repr(constant.value).encode())

    def _call(self, name: str) -> None:
        """What is called is part of what is played."""
        if name not in self.called:
            self.called[name] = b""
            self.called[name] = self.of(self.functions[name])


def _hash_parts(*parts: bytes) -> bytes:
    return hashlib.blake2b(b"\0".join([b"%d:%s" % (len(part), part) for part in parts]), digest_size=16).digest()
