"""Random games as source text, well typed and bounded: every part of the language, so that the whole way from text to
machines is tried.

`program(dice)` writes one rules file. The dice may be a `random.Random`, or one that Hypothesis throws (`programs()`),
so that what fails gets small.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

from hypothesis import strategies as st

from rules_dsl.ir.types import (
    BOOL,
    BagType,
    DeckType,
    EnumType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    SetType,
    Type,
    is_countable,
)
from tests.agree.text_basis import IF, IMPLIES, Function, Name, Sight, World, spell
from tests.agree.text_expressions import Expressions
from tests.agree.text_play import CLOCK, Plays
from tests.agree.text_statements import Event, Lines, Place, Statements, indented

SMALL, SIGNED, DAYS = IntType(0, 3), IntType(-2, 4), IntType(1, 5)


def program(dice: random.Random) -> str:
    """A rules file."""
    return "\n".join(_Author(dice).lines()) + "\n"


def programs() -> st.SearchStrategy[str]:
    """Rules files for Hypothesis."""
    return st.randoms(use_true_random=False).map(program)


@dataclass(slots=True)
class _Author:
    dice: random.Random
    write: Expressions = field(init=False)
    statements: Statements = field(init=False)
    alone: bool = False
    sight: Sight = field(default_factory=Sight)

    def lines(self) -> Lines:
        """All blocks; the order of most does not matter."""
        world_lines = self._world()
        settings, state = self._settings(), self._state()
        defines = [line for number in range(self.dice.randint(1, 4)) for line in self._define(number)]
        self.statements.events = []
        events = [line for number in range(self.dice.randint(0, 3)) for line in self._event(number)]
        actions = [f"act{number}" for number in range(self.dice.randint(1, 3))]
        rules = [line for name in actions for line in self._action(name)]
        secrets, secret_lines = self._secret()
        plays = Plays(self.statements, tuple(actions), secrets)
        sub_plays = [line for _ in range(self.dice.randint(0, 2)) for line in ["", *plays.sub_play(self.sight)]]
        main = ["", *plays.main(self.sight, self.alone)]
        blocks = [
            world_lines,
            settings,
            state,
            defines,
            events,
            rules,
            secret_lines,
            self._exceptions(actions),
            [*sub_plays, *main],
            self._reactions(),
        ]
        if self.dice.random() < 0.3:
            self.dice.shuffle(blocks)
        head = ["rules 1", 'game Drawn "By chance."', *self._players()]
        return [*head, *(line for block in blocks for line in block), *self._judging(actions)]

    # -- types --------------------------------------------------------------------------------------------------------

    def _players(self) -> Lines:
        if self.alone:
            return []
        return ["", f"players {', '.join(self.write.world.players.members)}"]

    def _world(self) -> Lines:
        self.alone = self.dice.random() < 0.3
        players = EnumType(
            "Player", ("Solo",) if self.alone else ("Ann", "Bob", "Cid")[: self.dice.randint(2, 3)], "player"
        )
        colours = EnumType("Colour", ("red", "green", "blue")[: self.dice.randint(2, 3)])
        faces = EnumType("Face", ("up", "down"))
        column = EnumType("Column", ("Column1", "Column2"), "alike")
        cell = RecordType("Cell", (("column", IntType(1, 2)), ("row", IntType(0, 1))))
        hand = RecordType("Hand", (("coins", DAYS), ("held", SetType(colours)), ("face", faces)))
        gain = RecordType("Gain", (("coins", SMALL), ("gems", MapType(colours, SMALL))))
        tools = EnumType("tools", ("axe", "saw", "pin"), "table")
        singles: tuple[Type, ...] = (BOOL, SMALL, SIGNED, DAYS, colours, faces, cell, players, tools, column)
        singles = (*singles, OptionalType(colours), OptionalType(SMALL), OptionalType(cell), OptionalType(players))
        world = World(singles, self._larger(colours, faces, cell, hand, gain, tools, players), players)
        world.rows["tools"] = (
            ("power", SMALL),
            ("tint", colours),
            ("sides", SetType(faces)),
            ("worth", OptionalType(DAYS)),
        )
        world.aliases |= {SMALL: "Small", OptionalType(colours): "Maybe"}
        self.write = Expressions(self.dice, world)
        self.statements = Statements(self.write)
        return ["", *self._type_lines(colours, cell, hand, gain), *self._table(tools)]

    def _larger(
        self,
        colours: EnumType,
        faces: EnumType,
        cell: RecordType,
        hand: RecordType,
        gain: RecordType,
        tools: EnumType,
        players: EnumType,
    ) -> tuple[Type, ...]:
        return (
            hand, gain, OptionalType(hand), SetType(colours), SetType(DAYS), SetType(cell), SetType(tools), SetType(OptionalType(faces)), SetType(players),
            BagType(colours, 3), BagType(tools, 2), ListType(colours, 3), ListType(cell, 2), ListType(SMALL, 3), ListType(players, 3),
            MapType(colours, SMALL), MapType(DAYS, BOOL), MapType(cell, OptionalType(colours)), MapType(faces, SetType(colours)), MapType(tools, SIGNED),
            MapType(faces, MapType(colours, SIGNED)), MapType(faces, hand), MapType(OptionalType(colours), SMALL), MapType(players, SetType(colours)),
            DeckType(colours, 2), DeckType(tools, 2), OptionalType(SetType(colours)), OptionalType(ListType(faces, 2)), MapType(players, gain),
        )  # fmt: skip

    def _type_lines(self, colours: EnumType, cell: RecordType, hand: RecordType, gain: RecordType) -> Lines:
        shown = ' shown "{letter(column)}{row}"' if self.dice.random() < 0.6 else ""
        opened = self.dice.random() < 0.2
        members = colours.members[:-1] if opened else colours.members
        extended = [f"extend Colour with {colours.members[-1]}"] if opened else []
        records = [
            f"type {kind.name} = {{ {', '.join(f'{label}: {spell(item)}' for label, item in kind.fields)} }}"
            for kind in (hand, gain)
        ]
        return [
            f"{'open ' if opened else ''}type Colour = {' | '.join(members)}", *extended, 'type Face = up "^" | down', "type Column = alike 2",
            f"type Cell = {{ column: 1..2, row: 0..1 }}{shown}", *records, "type Small = 0..3", "type Maybe = Colour?",
        ]  # fmt: skip

    def _table(self, tools: EnumType) -> Lines:
        fields = self.write.world.rows["tools"]
        typed = ", ".join(f"{label}: {spell(item)}" for label, item in fields)
        rows = [f"  {name} {' '.join(self.write.literal(item).text for _, item in fields)}" for name in tools.members]
        head = f"  name {' '.join(label for label, _ in fields)}"
        return [f"type Tool = {{ {typed} }}", "", "table tools: list of Tool", head, *rows]

    # -- what is fixed, and the state ---------------------------------------------------------------------------------

    def _settings(self) -> Lines:
        kinds = self.dice.sample([*self.write.world.singles, *self.write.world.larger], 3)
        kinds = [kind for kind in kinds if not isinstance(kind, DeckType)]
        lines = [
            "",
            f"option most: 2..4 = {self.dice.randint(2, 4)}",
            f"option frost: Bool = {self.dice.choice(['true', 'false'])}",
        ]
        lines += ["reading passing: strict | lenient", ""]
        names = [
            Name("most", IntType(2, 4)),
            Name("frost", BOOL),
            Name("passing", EnumType("passing", ("strict", "lenient"), "reading")),
        ]
        for number, kind in enumerate(kinds):
            lines.append(f"given fix{number}: {spell(kind)} = {self.write.literal(kind).text}")
            names.append(Name(f"fix{number}", kind))
        self.sight = Sight(tuple(names))
        return lines

    def _state(self) -> Lines:
        kinds = [
            *self.dice.sample(self.write.world.singles, 3),
            *self.dice.sample(self.write.world.larger, self.dice.randint(1, 4)),
            SMALL,
        ]
        names = tuple(Name(f"v{number}", kind) for number, kind in enumerate(kinds))
        lines = [
            f"  {name.text}: {self.write.world.spelled(name.kind, self.dice)}{self._initial(name.kind)}{self._seen(name.kind)}"
            for name in names
        ]
        self.statements.variables = names
        self.sight = replace(self.sight, names=(*self.sight.names, *names, Name("clock", IntType(0, CLOCK))))
        tick = ["", "event tick", "  does", f"    when clock < {CLOCK}", "      clock += 1"]
        return ["", "state", *lines, f"  clock: 0..{CLOCK}", *tick]

    def _initial(self, kind: Type) -> str:
        if self.dice.random() < 0.4:
            return ""
        if isinstance(kind, DeckType) or self.dice.random() < 0.5:
            return f" = {self.write.literal(kind).text}"
        return f" = {self.write.text(kind, 1, self.sight, IF)}"

    def _seen(self, kind: Type) -> str:
        if isinstance(kind, MapType) and kind.key == self.write.world.players and self.dice.random() < 0.7:
            return "  seen by owner"
        return self.dice.choice(["", "", "", "  seen by none", f"  seen by {self.write.world.players.members[0]}"])

    # -- rules --------------------------------------------------------------------------------------------------------

    def _define(self, number: int) -> Lines:
        name, sight = f"fun{number}", self.sight
        if self.dice.random() < 0.3:
            fixed = tuple(
                each for each in sight.names if each not in self.statements.variables and each.text != "clock"
            )
            sight = replace(sight, names=fixed, functions=())
        singles = [kind for kind in self.write.world.singles if is_countable(kind)]
        kinds = tuple(self.dice.choice(singles) for _ in range(self.dice.randint(0, 2)))
        written = []
        for kind in kinds:
            parameter = self.write.fresh("a")
            written.append(f"{parameter}: {self.write.world.spelled(kind, self.dice)}")
            sight = sight.binding(parameter, kind)
        result = self.dice.choice(
            [*singles, *singles, *(kind for kind in self.write.world.larger if not isinstance(kind, DeckType))]
        )
        lets, inner = self._lets(sight) if self.dice.random() < 0.3 else ([], sight)
        body = self.write.text(result, 3, inner, IF)
        told = "" if result == BOOL and self.dice.random() < 0.5 else f" -> {spell(result)}"
        head = f"{self.dice.choice(['', '', 'private '])}define {name}({', '.join(written)}){told} ="
        self.sight = replace(self.sight, functions=(*self.sight.functions, Function(name, kinds, result)))
        return ["", head, *indented([*lets, body])] if lets or self.dice.random() < 0.2 else ["", f"{head} {body}"]

    def _lets(self, sight: Sight) -> tuple[Lines, Sight]:
        kind = self.dice.choice([kind for kind in self.write.world.singles if isinstance(kind, EnumType | RecordType)])
        name = self.write.fresh("let")
        return [f"let {name} = {self.write.at(self.write.strong(kind, 2, sight), IF)}"], sight.binding(name, kind)

    def _event(self, number: int) -> Lines:
        name, kinds = (
            f"happen{number}",
            tuple(self.dice.choice(self.write.world.singles) for _ in range(self.dice.randint(0, 1))),
        )
        chance = self.dice.random() < 0.4
        choice = chance and self.dice.random() < 0.5
        sight, written = self.sight, []
        for kind in kinds:
            parameter = self.write.fresh("e")
            written.append(f"{parameter}: {spell(kind)}")
            sight = sight.binding(parameter, kind)
        needs = self.statements.needs(1, "needs", sight) if self.dice.random() < 0.1 else []
        body = self.statements.block(self.dice.randint(1, 2), Place(chance, choice), sight)
        self.statements.events.append(Event(name, kinds, chance, choice))
        head = f"event {name}({', '.join(written)})" if written else f"event {name}"
        return ["", head, *indented([*needs, "does", *indented(body)])]

    def _action(self, name: str) -> Lines:
        written, sight = self.statements.parameters(2, self.sight.binding("player", self.write.world.players))
        lets, inner = self._lets(sight) if self.dice.random() < 0.2 else ([], sight)
        needs = self.statements.needs(2, "needs", inner)
        place = Place(self.dice.random() < 0.25, self.dice.random() < 0.5)
        body = self.statements.block(self.dice.randint(1, 3), place, inner)
        ensures = self.statements.needs(1, "ensures", sight) if self.dice.random() < 0.2 else []
        tag = self.dice.choice(["", "", '  @rule "1.2"'])
        doc = self.dice.choice([[], [], ["--- What may be done."]])
        return ["", *doc, f"action {name}{written}{tag}", *indented([*lets, *needs, "does", *indented(body), *ensures])]

    def _secret(self) -> tuple[tuple[str, ...], Lines]:
        """An action for `at once`: it writes only what is the player's own."""
        if self.alone or self.dice.random() < 0.6:
            return (), []
        lines = [
            "",
            "state",
            "  sealed: [Player] 0..2  seen by owner",
            "",
            "action seal(n: 0..2)",
            "  does",
            "    sealed[player] = n",
        ]
        self.sight = self.sight.binding("sealed", MapType(self.write.world.players, IntType(0, 2)))
        return ("seal",), lines

    def _exceptions(self, actions: Lines) -> Lines:
        lines: Lines = []
        count = self.dice.choice([0, 0, 1, 2, 3])
        targets = sorted(self.dice.choice([*actions, *actions, "tick"]) for _ in range(count))
        for number, target in enumerate(targets):
            ordered = target in targets[number + 1 : number + 2] and self.dice.random() < 0.9
            before = f" before odd{number + 1}" if ordered else ""
            word = self.dice.choice(
                ["instead of", "also for", "also for"] if target != "tick" else ["also for"]
            )  # the clock must run
            sight = self.sight.binding("player", self.write.world.players) if target != "tick" else self.sight
            condition = self.write.truth(2, sight, IMPLIES)
            needs = self.statements.needs(1, "needs", sight) if target != "tick" else []
            body = self.statements.block(
                self.dice.randint(1, 2), Place(False, target != "tick" and self.dice.random() < 0.3), sight
            )
            lines += [
                "",
                f"{word} {target} when {condition} as odd{number}{before}",
                *indented([*needs, "does", *indented(body)]),
            ]
        return lines

    def _reactions(self) -> Lines:
        """Each fires once, or once for each value."""
        lines: Lines = []
        for number in range(self.dice.choice([0, 0, 1, 2])):
            if self.dice.random() < 0.5:
                head, sight, done = f"whenever react{number}: not done{number} and ", self.sight, f"done{number} = true"
                kind = "Bool"
            else:
                item = self.dice.choice([kind for kind in self.write.world.singles if isinstance(kind, EnumType)])
                head = f"whenever react{number}(r{number}: {item}): r{number} not in done{number} and "
                sight, done, kind = (
                    self.sight.binding(f"r{number}", item),
                    f"done{number} += r{number}",
                    f"set of {item}",
                )
            body = [done, *self.statements.block(1, Place(), sight)]
            lines += [
                "",
                "state",
                f"  done{number}: {kind}",
                "",
                head + self.write.truth(2, sight, IMPLIES + 3),
                "  does",
                *indented(indented(body)),
            ]
        return lines

    # -- judging ------------------------------------------------------------------------------------------------------

    def _judging(self, actions: Lines) -> Lines:
        asking = replace(self.sight, stuck=True)
        endings = [line for _ in range(self.dice.choice([0, 1, 1, 2])) for line in self._ending(asking)]
        return [*endings, *self._score(asking), *self._claims(asking)]

    def _ending(self, sight: Sight) -> Lines:
        kind = self.dice.choice(["end", "goal", "win", "lose", "draw"])
        who = self.write.fresh("w")
        inner = sight.binding(who, self.write.world.players) if kind in ("win", "lose") else sight
        condition = f"clock > 2 and {self.write.truth(2, inner, IMPLIES + 3)}"
        head = {"goal": "goal", "win": f"win {who}: Player when", "lose": f"lose {who}: Player when"}.get(
            kind, f"{kind} when"
        )
        return ["", f"{head} {condition}"]

    def _score(self, sight: Sight) -> Lines:
        if self.dice.random() < 0.4:
            return []
        each = self.dice.random() < 0.5
        inner = sight.binding("scored", self.write.world.players) if each else sight
        lines = [
            f"  line {number}: {self.statements.sum_of(inner)}" for number in ("one", "two")[: self.dice.randint(1, 2)]
        ]
        return ["", "score scored: Player" if each else "score", *lines]

    def _claims(self, sight: Sight) -> Lines:
        lines = [""]
        for number in range(self.dice.randint(1, 2)):
            mode = self.dice.choice(["always", "never", "sometimes", "leads"])
            then = f" to {self.write.truth(2, sight, IMPLIES)}" if mode == "leads" else ""
            lines.append(f'claim {mode} "claim {number}": {self.write.truth(2, sight, IMPLIES)}{then}')
        return lines
