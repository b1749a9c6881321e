"""Random statements of effects as lines of source text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from rules_dsl.ir.types import BagType, DeckType, EnumType, IntType, ListType, OptionalType, RecordType, SetType, Type
from tests.agree.text_basis import IF, IMPLIES, SUM, WITH, Name, Sight, World
from tests.agree.text_expressions import Expressions

Lines = list[str]


@dataclass(frozen=True, slots=True)
class Event:
    """An event: what it takes, and what may happen in it."""

    name: str
    parameters: tuple[Type, ...]
    chance: bool
    choice: bool


@dataclass(frozen=True, slots=True)
class Place:
    """Where statements stand: may chance act there, is there somebody who chooses, and which variables may they write."""

    chance: bool = False
    choice: bool = False


def indented(lines: Lines) -> Lines:
    """One level deeper."""
    return [f"  {line}" for line in lines]


@dataclass(slots=True)
class Statements:
    """Writes statements; `sight` is what they see of the whole program."""

    write: Expressions
    variables: tuple[Name, ...] = ()
    events: list[Event] = field(default_factory=list)

    @property
    def world(self) -> World:
        """The types there are."""
        return self.write.world

    def block(self, count: int, place: Place, sight: Sight, depth: int = 2) -> Lines:
        """Some statements, each seeing the names of those before it."""
        found: Lines = []
        for _ in range(count):
            lines, sight = self.statement(place, sight, depth)
            found += lines
        return found

    def statement(self, place: Place, sight: Sight, depth: int) -> tuple[Lines, Sight]:
        """One statement (with what guards it) and what is in sight behind it."""
        makers: list[Callable[[Place, Sight, int], tuple[Lines, Sight]]] = [
            self._assign,
            self._assign,
            self._assign,
            self._assign,
            self._let,
        ]
        if depth > 0:
            makers += [self._when, self._when, self._for]
        if place.chance:
            makers += [self._roll, self._draw]
        if place.choice:
            makers += [self._choose]
        makers += [self._deck, self._call]
        return self.write.dice.choice(makers)(place, sight, depth)

    # -- assignments --------------------------------------------------------------------------------------------------

    def _target(self, sight: Sight, depth: int) -> tuple[str, Type, str]:
        name = self.write.dice.choice(self.variables)
        found = [(path, kind) for path, kind in self._writable(name.kind, 2)]
        path, kind = self.write.dice.choice(found)
        return self.write.looked_up(name.text, path, depth, sight), kind, name.text

    def _writable(self, kind: Type, steps: int) -> Iterator[tuple[tuple[str | Type, ...], Type]]:
        """The parts that can be set: those of rows cannot, and a deck is no map."""
        for path, found in self.write.parts(kind, steps):
            if not self._through_row(kind, path):
                yield path, found

    def _through_row(self, kind: Type, path: tuple[str | Type, ...]) -> bool:
        for step in path:
            if isinstance(kind, EnumType):
                return True
            kind = (
                kind.field_type(step)
                if isinstance(kind, RecordType) and isinstance(step, str)
                else getattr(kind, "value", IntType(0, 0))
            )
        return False

    def _assign(self, place: Place, sight: Sight, depth: int) -> tuple[Lines, Sight]:
        target, kind, root = self._target(sight, 1)
        lines = self.set(target, kind, sight)
        return lines, sight.forgetting(root)

    def set(self, target: str, kind: Type, sight: Sight) -> Lines:
        """A line that sets a place, with what makes it fit."""
        dice, write = self.write.dice, self.write
        match kind:
            case IntType(low, high) if dice.random() < 0.6:
                return self._step(target, low, high, sight)
            case SetType(item) if dice.random() < 0.7:
                return [f"{target} {dice.choice(['+=', '-='])} {write.text(dice.choice([item, item, kind]), 2, sight)}"]
            case BagType(item, most) if dice.random() < 0.7:
                one = write.literal(item).text
                if dice.random() < 0.5:
                    return [f"when {target}[{one}] > 0", f"  {target} -= {one}"]
                return [f"when {target}[{one}] < {most}", f"  {target} += {dice.choice([one, f'{{{one}: 1}}'])}"]
            case ListType(item, most) if dice.random() < 0.6:
                longer = [f"when len({target}) < {most}", f"  {target} += {write.text(item, 2, sight)}"]
                return dice.choice(
                    [longer, longer, [f"{target} = rest({target})"], [f"{target} = without_last({target}, 1)"]]
                )
            case DeckType():
                return [f"shuffle {target}"] if dice.random() < 0.7 else [f"{target} = {write.literal(kind).text}"]
            case RecordType(name) if name == "Gain" and dice.random() < 0.5:
                return [f"when {target}.coins > 0", f"  {target} -= {name}(1, nothing)"]
            case _:
                return [f"{target} = {write.text(kind, 2, sight, WITH)}"]

    def _step(self, target: str, low: int, high: int, sight: Sight) -> Lines:
        dice, write = self.write.dice, self.write
        by = dice.randint(1, max(1, min(2, high - low)))
        found = dice.choice(
            [
                [f"{target} = clamp({write.at(write.number(2, sight), WITH)})"],
                [f"when {target} <= {high - by}", f"  {target} += {by}"],
                [f"when {target} - {by} >= {low}", f"  {target} -= {by}"],
                [f"{target} = min({target} + {by}, {high})"],
                [f"{target} = {target} + {by} if {target} < {high - by + 1} else {low}"],
            ]
        )
        return [f"{target} += {by}"] if write.risky() else found

    # -- structure ----------------------------------------------------------------------------------------------------

    def _let(self, place: Place, sight: Sight, depth: int) -> tuple[Lines, Sight]:
        kind = self.write.dice.choice([*self.world.singles, *(name.kind for name in self.variables)])
        if isinstance(kind, IntType | DeckType):
            kind = self.world.players
        name = self.write.fresh("let")
        return [f"let {name} = {self.write.at(self.write.strong(kind, 2, sight), WITH)}"], sight.binding(name, kind)

    def _when(self, place: Place, sight: Sight, depth: int) -> tuple[Lines, Sight]:
        condition, behind = self.write.condition(2, sight)
        lines = [f"when {condition}", *indented(self.block(self._few(), place, behind, depth - 1))]
        if self.write.chance(0.3):
            other, known = self.write.condition(2, sight)
            lines += [f"else when {other}", *indented(self.block(1, place, known, depth - 1))]
        if self.write.chance(0.4):
            lines += ["else", *indented(self.block(self._few(), place, sight, depth - 1))]
        return lines, sight.plain()

    def _for(self, place: Place, sight: Sight, depth: int) -> tuple[Lines, Sight]:
        domain, item = self.write.domain(1, sight)
        name = self.write.fresh("each")
        quiet = place if self.write.chance(0.2) else Place()
        body = self.block(self._few(), quiet, sight.plain().binding(name, item), depth - 1)
        return [f"for {name} in {domain}", *indented(body)], sight.plain()

    def _few(self) -> int:
        return self.write.dice.choice([1, 1, 2])

    # -- chance and choices -------------------------------------------------------------------------------------------

    def _choose(self, place: Place, sight: Sight, depth: int) -> tuple[Lines, Sight]:
        domain, item = self.write.domain(1, sight)
        name = self.write.fresh("pick")
        inner = sight.binding(name, item)
        kept = f" where {self.write.truth(1, inner, IF)}" if self.write.chance(0.4) else ""
        return [f"choose {name} in {domain}{kept}"], inner.plain()

    def _roll(self, place: Place, sight: Sight, depth: int) -> tuple[Lines, Sight]:
        name = self.write.fresh("die")
        if self.write.chance(0.5):
            most = self.write.dice.randint(2, 3)
            return [f"roll {name}: 1..{most}"], sight.plain().binding(name, IntType(1, most))
        sets = [found for found in sight.names if isinstance(found.kind, SetType | ListType)]
        if sets and self.write.chance(0.5):
            found = self.write.dice.choice(sets)
            return self._guarded(
                found.text, f"roll {name} in {found.text}", name, found.kind.item, sight
            ), sight.plain()
        kind = self.write.dice.choice([each for each in self.world.singles if isinstance(each, EnumType)])
        return [f"roll {name} in {kind}"], sight.plain().binding(name, kind)

    def _guarded(self, whole: str, line: str, name: str, item: Type, sight: Sight) -> Lines:
        """A line that wants something not to be empty, and a use of what it brings."""
        inner = sight.plain().binding(name, item)
        body = [line, *self._assign(Place(), inner, 1)[0]]
        return body if self.write.risky() else [f"when len({whole}) > 0", *indented(body)]

    def _draw(self, place: Place, sight: Sight, depth: int) -> tuple[Lines, Sight]:
        piles = [name for name in self.variables if isinstance(name.kind, DeckType | BagType | SetType)]
        if not piles:
            return self._roll(place, sight, depth)
        pile, name = self.write.dice.choice(piles), self.write.fresh("card")
        return self._guarded(pile.text, f"draw {name} from {pile.text}", name, pile.kind.item, sight), sight.plain()

    def _deck(self, place: Place, sight: Sight, depth: int) -> tuple[Lines, Sight]:
        decks = [name for name in self.variables if isinstance(name.kind, DeckType)]
        if not decks:
            return self._assign(place, sight, depth)
        deck = self.write.dice.choice(decks)
        assert isinstance(deck.kind, DeckType)
        card, most = self.write.literal(deck.kind.item).text, deck.kind.most
        lines = self.write.dice.choice(
            [
                [f"shuffle {deck.text}"],
                [
                    f"when len(known({deck.text})) < {most}",
                    f"  put {self.write.text(deck.kind.item, 1, sight)} on {deck.text}",
                ],
                [
                    f"when unseen({deck.text})[{card}] < {most}",
                    f"  put {self.write.dice.choice([card, f'[{card}]', f'{{{card}}}'])} into {deck.text}",
                ],
            ]
        )
        return lines, sight.forgetting(deck.text)

    def _call(self, place: Place, sight: Sight, depth: int) -> tuple[Lines, Sight]:
        found = [
            event for event in self.events if (place.chance or not event.chance) and (place.choice or not event.choice)
        ]
        if not found:
            return self._assign(place, sight, depth)
        return [self.called(self.write.dice.choice(found), sight)], sight.plain()

    def called(self, event: Event, sight: Sight) -> str:
        """A line that lets an event happen."""
        arguments = ", ".join(self.write.text(kind, 1, sight, WITH) for kind in event.parameters)
        return f"{event.name}({arguments})" if arguments else event.name

    # -- parameters ---------------------------------------------------------------------------------------------------

    def parameters(self, most: int, sight: Sight, prefix: str = "p") -> tuple[str, Sight]:
        """Parameters of an action in brackets, and what is in sight with them."""
        written = []
        for _ in range(self.write.dice.randint(0, most)):
            name = self.write.fresh(prefix)
            if self.write.chance(0.5):
                kind = self.write.dice.choice(
                    [each for each in self.world.singles if not isinstance(each, OptionalType)]
                    + list(self.world.singles)
                )
                written.append(f"{name}: {self.world.spelled(kind, self.write.dice)}")
            else:
                domain, kind = self.write.domain(1, sight)
                written.append(f"{name} in {domain}")
            sight = sight.binding(name, kind)
        return (f"({', '.join(written)})" if written else ""), sight

    def reason(self, sight: Sight) -> str:
        """A reason with something in it, or none."""
        match self.write.dice.randrange(3):
            case 0:
                return ""
            case 1 if sight.names:
                name = self.write.dice.choice(sight.names).text
                return f' "not with {{{name}}}{{{{}}}}"'
            case _:
                return ' "not now"'

    def needs(self, most: int, word: str, sight: Sight) -> Lines:
        """Some lines of needs or ensures."""
        count = self.write.dice.randint(0, most)
        return [f"{word} {self.write.truth(2, sight, IMPLIES)}{self.reason(sight)}" for _ in range(count)]

    def sum_of(self, sight: Sight) -> str:
        """A number for a line of score."""
        return self.write.at(self.write.number(2, sight), SUM)
