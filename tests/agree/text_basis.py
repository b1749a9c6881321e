"""What every writer of random source text stands on: terms with their binding strength, types as they are written,
names in sight.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rules_dsl.ir.types import (
    BagType,
    BoolType,
    DeckType,
    EnumType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    SetType,
    Type,
)

RISK = 0.02
"""How often something is written that may fail while playing, or that the range of a number refuses."""

WITH, IF, IMPLIES, OR, AND, NOT, COMPARE, SUM, PRODUCT, NEGATED, ATOM = range(-1, 10)

Fields = tuple[tuple[str, Type], ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A piece of source and how strongly it holds together."""

    text: str
    level: int = ATOM


@dataclass(frozen=True, slots=True)
class Name:
    """Something that has a name; `root` is the variable it changes with."""

    text: str
    kind: Type
    root: str = ""


@dataclass(frozen=True, slots=True)
class Function:
    """A define."""

    name: str
    parameters: tuple[Type, ...]
    kind: Type


@dataclass(frozen=True, slots=True)
class Sight:
    """What an expression may read; `actions` may be asked `possible`."""

    names: tuple[Name, ...] = ()
    functions: tuple[Function, ...] = ()
    actions: tuple[str, ...] = ()
    stuck: bool = False

    def binding(self, text: str, kind: Type, root: str = "") -> Sight:
        """With one name more."""
        return replace(self, names=(*self.names, Name(text, kind, root)))

    def forgetting(self, root: str) -> Sight:
        """Without what was known of a variable that changes."""
        return replace(self, names=tuple(name for name in self.names if name.root != root))

    def plain(self) -> Sight:
        """Without what was known of any variable."""
        return replace(self, names=tuple(name for name in self.names if not name.root))


@dataclass(slots=True)
class World:
    """The types of one program; the rows of a table have fields."""

    singles: tuple[Type, ...]
    larger: tuple[Type, ...]
    players: EnumType
    rows: dict[str, Fields] = field(default_factory=dict)
    aliases: dict[Type, str] = field(default_factory=dict)

    def spelled(self, kind: Type, dice: random.Random) -> str:
        """A type as it is written, sometimes by another name it has."""
        return self.aliases[kind] if kind in self.aliases and dice.random() < 0.5 else spell(kind)

    def values(self, kind: Type) -> str:
        """All values of a type, to go through."""
        return self.aliases[kind] if isinstance(kind, OptionalType) else spell(kind)


def spell(kind: Type) -> str:
    """A type as it is written."""
    match kind:
        case IntType(low, high):
            return f"{low}..{high}"
        case OptionalType(item):
            return f"{_closed(item)}?"
        case SetType(item):
            return f"set of {_closed(item)}"
        case BagType(item, most) | ListType(item, most) | DeckType(item, most):
            word = {BagType: "bag", ListType: "list", DeckType: "deck"}[type(kind)]
            return f"{word} of {_closed(item)} up to {most}"
        case MapType(key, item):
            return f"[{spell(key)}] {spell(item)}"
        case _:
            return str(kind)


def _closed(kind: Type) -> str:
    plain = isinstance(kind, BoolType | EnumType | RecordType)
    return spell(kind) if plain else f"({spell(kind)})"


def fits(source: Type, wanted: Type) -> bool:
    """May a value of the one stand where the other is wanted?"""
    if isinstance(source, IntType) and isinstance(wanted, IntType):
        return wanted.low <= source.low and source.high <= wanted.high
    return source == wanted


@dataclass(slots=True)
class Writer(ABC):
    """One source of randomness; every name that is bound is a new one."""

    dice: random.Random
    world: World
    bound: int = 0

    @abstractmethod
    def make(self, kind: Type, depth: int, sight: Sight) -> Term:
        """An expression where this type is wanted."""

    @abstractmethod
    def leaf(self, kind: Type, sight: Sight) -> Term:
        """A name or a literal."""

    @abstractmethod
    def strong(self, kind: Type, depth: int, sight: Sight) -> Term:
        """An expression that tells its type by itself."""

    @abstractmethod
    def number(self, depth: int, sight: Sight) -> Term:
        """Any number."""

    def fresh(self, hint: str = "x") -> str:
        """A name nothing else has."""
        self.bound += 1
        return f"{hint}{self.bound}"

    def chance(self, probability: float) -> bool:
        """Does it happen?"""
        return self.dice.random() < probability

    def risky(self) -> bool:
        """Shall this one be allowed to fail?"""
        return self.chance(RISK)

    def at(self, term: Term, level: int) -> str:
        """A term where one of this strength is wanted; now and then in brackets that it does not need."""
        return f"({term.text})" if term.level < level or self.chance(0.04) else term.text

    def truth(self, depth: int, sight: Sight, level: int = IF) -> str:
        """A condition."""
        return self.at(self.make(BoolType(), depth, sight), level)

    def text(self, kind: Type, depth: int, sight: Sight, level: int = IF) -> str:
        """An expression as text."""
        return self.at(self.make(kind, depth, sight), level)

    def named(self, kind: type, sight: Sight) -> list[Name]:
        """All names of a sort of types."""
        return [name for name in sight.names if isinstance(name.kind, kind)]

    # -- looking into things ------------------------------------------------------------------------------------------

    def parts(self, kind: Type, steps: int = 2) -> Iterator[tuple[tuple[str | Type, ...], Type]]:
        """What can be looked up in a value: field names and key types, and what is found there."""
        yield (), kind
        if steps == 0:
            return
        inner: Fields = self.world.rows.get(str(kind), ())
        if isinstance(kind, RecordType):
            inner = kind.fields
        for label, item in inner:
            for path, found in self.parts(item, steps - 1):
                yield (label, *path), found
        if isinstance(kind, MapType | BagType):
            key, item = (kind.key, kind.value) if isinstance(kind, MapType) else (kind.item, IntType(0, kind.most))
            for path, found in self.parts(item, steps - 1):
                yield (key, *path), found

    def looked_up(self, name: str, path: tuple[str | Type, ...], depth: int, sight: Sight) -> str:
        """A look-up as text."""
        for step in path:
            name += f".{step}" if isinstance(step, str) else f"[{self.text(step, depth, sight)}]"
        return name

    def access(self, kind: Type | None, depth: int, sight: Sight) -> Term | None:
        """A name, or a part of one, that fits; of any number type if none is given."""
        found = [
            (name.text, path)
            for name in sight.names
            for path, part in self.parts(name.kind, min(depth + 1, 2))
            if (isinstance(part, IntType) if kind is None else fits(part, kind))
        ]
        return Term(self.looked_up(*self.dice.choice(found), depth - 1, sight)) if found else None

    def call(self, kind: Type | None, depth: int, sight: Sight) -> Term | None:
        """A call of a define that fits."""
        found = [
            each
            for each in sight.functions
            if (isinstance(each.kind, IntType) if kind is None else fits(each.kind, kind))
        ]
        if not found:
            return None
        function = self.dice.choice(found)
        arguments = ", ".join(self.text(each, depth - 1, sight, WITH) for each in function.parameters)
        return Term(function.name if not arguments and self.chance(0.5) else f"{function.name}({arguments})")

    # -- going through things -----------------------------------------------------------------------------------------

    def domain(self, depth: int, sight: Sight) -> tuple[str, Type]:
        """Something to go through, and the type of its items."""
        item = self.dice.choice(
            [kind for kind in self.world.singles if not isinstance(kind, OptionalType | IntType | BoolType)]
        )
        match self.dice.randrange(7):
            case 0 | 1:
                return ("players" if item == self.world.players and self.chance(0.7) else str(item)), item
            case 2:
                low = self.dice.randint(-1, 2)
                high = self.at(self.number(depth - 1, sight), WITH)
                return f"{low}..clamp({high}, {low}, {low + 3})", IntType(low, low + 3)
            case 3:
                found = [name for name in sight.names if isinstance(name.kind, SetType | ListType | BagType)]
                if found:
                    name = self.dice.choice(found)
                    assert isinstance(name.kind, SetType | ListType | BagType)
                    return name.text, name.kind.item
        return self.at(self.strong(SetType(item), depth, sight), IMPLIES), item

    def clauses(self, depth: int, sight: Sight) -> tuple[str, Sight]:
        """The clauses of a fold and what is in sight behind them."""
        written = ""
        for _ in range(1 if depth < 1 or self.chance(0.75) else 2):
            domain, item = self.domain(depth - 1, sight)
            name = self.fresh()
            written += f" for {name} in {domain}"
            sight = sight.binding(name, item)
            for _ in range(self.dice.choice([0, 0, 1, 1, 2])):
                word = self.dice.choice(["where", "where", "while", "until"])
                condition, behind = self.condition(depth - 1, sight)
                written += f" {word} {condition}"
                sight = behind if word != "until" else sight
        return written.strip(), sight

    def condition(self, depth: int, sight: Sight) -> tuple[str, Sight]:
        """A condition, and what is known where it holds."""
        maybe = [name for name in sight.names if isinstance(name.kind, OptionalType)]
        if not maybe or self.chance(0.7):
            return self.truth(depth, sight, IMPLIES), sight
        name = self.dice.choice(maybe)
        assert isinstance(name.kind, OptionalType)
        known = sight.binding(name.text, name.kind.item, name.root or name.text)
        if self.chance(0.5):
            return f"{name.text} != none", known
        return f"{name.text} != none and {self.truth(depth - 1, known, NOT)}", known
