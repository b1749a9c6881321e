"""Small games drawn at random: the rules and, made together with them, their meaning in plain Python."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tests.whole.model import Action, Chance, Choose, Count, Deed, Do, Ending, Env, Fails, Fork, Jump, Model, Refused, Step, Stop
from tests.whole.wording import MAYBE, THING, THINGS, TRUTH, Kind, Name, Said, Sight, Wording, both, constant, named, range_of

KINDS = ("goal", "score", "two", "goal", "chance", "score", "two chance", "goal", "score", "two", "chance", "three")


@dataclass(frozen=True, slots=True)
class Program:
    """Rules with their meaning. `option` is what the option `size` is set to."""

    kind: str
    text: str
    model: Model
    option: int
    numbers: int
    """So many numbers are written as they stand."""
    seed: str = ""


@dataclass(frozen=True, slots=True)
class Lines:
    """A statement: its lines, and what it does."""

    lines: tuple[str, ...]
    deed: Deed


def program(kind: str, seed: str, twist: int = -1) -> Program:
    """The program of a seed; with a `twist` one of its numbers is another."""
    return replace(_Author(kind, random.Random(seed), twist).program(), seed=seed)


def indented(lines: Sequence[str]) -> list[str]:
    """A block."""
    return [f"  {line}" for line in lines]


@dataclass(slots=True)
class _Author:
    kind: str
    dice: random.Random
    twist: int
    say: Wording = field(init=False)
    model: Model = field(default_factory=Model)
    sight: Sight = field(default_factory=Sight)
    careless: bool = False
    text: list[str] = field(default_factory=list)

    def program(self) -> Program:
        """Everything, in the order in which it is written."""
        self.say = Wording(self.dice, self.twist)
        self.careless = self.dice.random() < 0.05
        option = self._head()
        self._state()
        for number in range(self.dice.randint(1, 4)):
            self._action(f"act{number}")
        if self.dice.random() < 0.15:
            self._reaction()
        self._play()
        self._endings()
        self._scores()
        self._claims()
        return Program(self.kind, "\n".join(self.text) + "\n", self.model, option, self.say.written)

    def chance(self, odds: float) -> bool:
        """Something that is so in this part of all cases."""
        return self.dice.random() < odds

    # -- what there is ----------------------------------------------------------------------------------------------------

    def _head(self) -> int:
        players = {"two": ("Ann", "Bob"), "two chance": ("Ann", "Bob"), "three": ("Ann", "Bob", "Cid")}.get(self.kind, ())
        self.text += ["rules 1", "game Drawn", "type E = ea | eb | ec"]
        if players:
            self.text.append(f"players {', '.join(players)}")
            self.model.players = self.say.players = players
        default, chosen = self.dice.randint(0, 3), self.dice.randint(0, 3)
        if self.chance(0.5):
            self.text.append(f"option size: 0..3 = {default}")
            self.model.constants["size"] = chosen
            self.sight = self.sight.with_names(Name("size", "number"))
            return chosen
        return -1

    def _state(self) -> None:
        self.text.append("state")
        for number in range(self.dice.randint(1, 3)):
            low = self.dice.choice([0, 0, 0, 1, -1, -2])
            self._variable(f"n{number}", range_of(low, low + self.dice.randint(1, 5)), "number")
        for sort, odds, kind in (("truth", 0.3, TRUTH), ("thing", 0.3, THING), ("maybe", 0.2, MAYBE)):
            if self.chance(odds):
                self._variable(f"{sort}0", kind, sort)
        if self.chance(0.5):
            self._set("s0")
        if self.chance(0.25):
            self._map("v0")
        if "chance" in self.kind and self.chance(0.3):
            self._deck()
        if len(self.model.players) > 1 and self.chance(0.5):
            self._variable("turn", Kind("Player", self.model.players, "player"), "player")

    def _variable(self, name: str, kind: Kind, sort: str) -> None:
        value = self.dice.choice(kind.values)
        self.text.append(f"  {name}: {kind.text} = {constant(value).text}")
        self._declared(Name(name, sort, kind), value)

    def _set(self, name: str) -> None:
        members = self.dice.sample(THINGS, self.dice.choice([0, 0, 1, 2]))
        self.text.append(f"  {name}: set of E = {{{', '.join(members)}}}")
        self._declared(Name(name, "set"), frozenset(members))

    def _map(self, name: str) -> None:
        low = self.dice.choice([0, 0, -1])
        kind = range_of(low, low + self.dice.randint(1, 2))
        value = self.dice.choice(kind.values)
        self.text.append(f"  {name}: [E] {kind.text} = {constant(value).text}")
        self._declared(Name(name, "map", kind), (value,) * 3)

    def _deck(self) -> None:
        counts = tuple(self.dice.randint(0, 2) for _ in THINGS)
        cards = ", ".join(f"{thing}: {count}" for thing, count in zip(THINGS, counts, strict=True))
        self.text.append(f"  pile: bag of E up to 2 = {{{cards}}}")
        self._declared(Name("pile", "bag"), counts)

    def _declared(self, name: Name, value: Any) -> None:
        self.model.variables.append((name.text, lambda _env: value))
        self.sight = self.sight.with_names(name)

    # -- what may be done -------------------------------------------------------------------------------------------------

    def _action(self, name: str) -> None:
        parameters, domains, written, sight = list[str](), list[Callable[[Env], Any]](), list[str](), self.sight
        if len(self.model.players) > 1:
            sight = sight.with_names(Name("player", "player"))
        for _ in range(self.dice.choice([0, 0, 1, 1, 1, 2])):
            parameter = self.say.local()
            word, values, sort = self._domain(sight)
            written.append(f"{parameter}{word}")
            parameters.append(parameter)
            domains.append(values)
            sight = sight.with_names(Name(parameter, sort))
        needs = [self.say.truth(sight) for _ in range(self.dice.choice([0, 0, 1, 1, 2]))]
        body = [self._statement(sight) for _ in range(self.dice.choice([0, 1, 2, 2, 3]))]
        ensured = [self.say.truth(sight, 1)] if self.chance(0.15) else []
        self.text.append(f"action {name}({', '.join(written)})" if written else f"action {name}")
        self.text += [f"  needs {need.text}" for need in needs]
        if body:
            self.text += ["  does", *indented(indented([line for each in body for line in each.lines]))]
        self.text += [f"  ensures {each.text}" for each in ensured]
        self.model.actions[name] = Action(name, tuple(parameters), tuple(domains), tuple(need.of for need in needs), _done(body, ensured))

    def _domain(self, sight: Sight) -> tuple[str, Callable[[Env], Any], str]:
        """The domain of a parameter as it is written behind its name, its values upwards, and their sort."""
        if self.chance(0.35):
            some = self.say.things(sight)
            return f" in {some.text}", lambda env: [each for each in THINGS if each in some.of(env)], "thing"
        low = self.dice.choice([0, 1, -2])
        kind = self.dice.choice([THING, TRUTH, MAYBE, range_of(low, low + self.dice.randint(0, 2)), range_of(low, low + 1)])
        return f": {kind.text}", lambda _env: kind.values, kind.sort

    def _statement(self, sight: Sight, deep: int = 1, choose: bool = True) -> Lines:
        ways = [lambda: self._assign(sight)] * 5
        if deep > 0:
            ways += [lambda: self._when(sight, deep), lambda: self._for(sight, deep)]
            if choose:
                ways += [lambda: self._choose(sight, deep)]
        return self.dice.choice(ways)()

    def _assign(self, sight: Sight) -> Lines:
        names = [name for name in self.sight.names if name.text not in ("size", "pile")]
        name = self.dice.choice([*names, *[each for each in names if each.sort == "number"] * 2])
        match name.sort:
            case "number":
                return self._put(name.text, self._fitting(name, sight))
            case "map":
                return self._entry(name, sight)
            case "set":
                return self._change(name.text, sight)
            case "truth":
                return self._put(name.text, self.say.truth(sight, 1))
            case "thing":
                return self._put(name.text, self.say.thing(sight))
            case "player":
                return self._put(name.text, self.say.player(sight))
            case _:
                return self._put(name.text, self.say.maybe(sight))

    def _fitting(self, name: Name, sight: Sight) -> Said:
        assert name.kind is not None
        kind, value = name.kind, self._moved(name, sight) if name.sort == "number" and self.chance(0.6) else self.say.number(sight)
        if self.careless and self.chance(0.3):
            return Said(value.text, lambda env: _in_range(value.of(env), kind))
        text = f"clamp({value.text}, {constant(kind.low).text}, {constant(kind.high).text})"
        return Said(text, lambda env: min(max(value.of(env), kind.low), kind.high))

    def _moved(self, name: Name, sight: Sight) -> Said:
        """The number a bit further, so that plays go somewhere."""
        own = [each.text for each in sight.of("number") if each.kind is None and each.text != "size"]
        step = named(self.dice.choice(own)) if own and self.chance(0.5) else self.say.literal(-2, 2)
        return both("({0} + {1})", lambda a, b: a + b, named(name.text), step)

    def _put(self, name: str, value: Said) -> Lines:
        def deed(env: Env) -> None:
            env[name] = value.of(env)

        return Lines((f"{name} = {value.text}",), deed)

    def _entry(self, name: Name, sight: Sight) -> Lines:
        key, value = self.say.thing(sight), self._fitting(name, sight)

        def deed(env: Env) -> None:
            at, new = THINGS.index(key.of(env)), value.of(env)
            env[name.text] = tuple(new if place == at else old for place, old in enumerate(env[name.text]))

        return Lines((f"{name.text}[{key.text}] = {value.text}",), deed)

    def _change(self, name: str, sight: Sight) -> Lines:
        sign = self.dice.choice(["+=", "-=", "="])
        if sign == "=":
            return self._put(name, self.say.things(sight))
        single = self.chance(0.6)
        part = self.say.thing(sight) if single else self.say.things(sight)

        def deed(env: Env) -> None:
            value = frozenset([part.of(env)]) if single else part.of(env)
            env[name] = env[name] | value if sign == "+=" else env[name] - value

        return Lines((f"{name} {sign} {part.text}",), deed)

    def _when(self, sight: Sight, deep: int) -> Lines:
        test, then = self.say.truth(sight, 1), self._statement(sight, deep - 1)
        other = self._statement(sight, deep - 1) if self.chance(0.4) else None

        def deed(env: Env) -> None:
            if test.of(env):
                then.deed(env)
            elif other is not None:
                other.deed(env)

        return Lines((f"when {test.text}", *indented(then.lines), *(["else", *indented(other.lines)] if other else [])), deed)

    def _for(self, sight: Sight, deep: int) -> Lines:
        name, some = self.say.local(), self.say.things(sight)
        inner = self._statement(sight.with_names(Name(name, "thing")), deep - 1)

        def deed(env: Env) -> None:
            for each in [thing for thing in THINGS if thing in some.of(env)]:
                env[name] = each
                inner.deed(env)

        return Lines((f"for {name} in {some.text}", *indented(inner.lines)), deed)

    def _choose(self, sight: Sight, deep: int) -> Lines:
        name = self.say.local()
        low = self.dice.choice([0, -1, 1])
        high = low + self.dice.randint(0, 2)
        test = self.say.truth(sight.with_names(Name(name, "number")), 1) if self.chance(0.5) else None
        inner = self._statement(sight.with_names(Name(name, "number")), deep - 1, choose=False)

        def deed(env: Env) -> None:
            offered = [each for each in range(low, high + 1) if test is None or test.of({**env, name: each})]
            script = env["#script"]
            if not script:
                raise Fork(offered)
            env[name] = script.pop(0)
            inner.deed(env)

        return Lines((f"choose {name} in {low}..{high}" + (f" where {test.text}" if test else ""), *inner.lines), deed)

    def _reaction(self) -> None:
        test, inner = self.say.truth(self.sight, 1), self._assign(self.sight)
        self.text += [f"whenever react: {test.text}", "  does", *indented(indented(inner.lines))]
        self.model.reactions.append((test.of, inner.deed))

    # -- the course of play -----------------------------------------------------------------------------------------------

    def _play(self) -> None:
        self.text.append("play")
        for _ in range(self.dice.choice([0, 0, 0, 1])):
            self.text += indented(self._event())
        shape = self.dice.choice(["loop", "loop", "repeat", "repeat", "once", "once" if self.chance(0.3) else "repeat"])
        self.text += indented({"loop": self._loop, "repeat": self._repeat, "once": self._once}[shape]())
        for _ in range(self.dice.choice([0, 0, 1])):
            self.text += indented(self._event())
        if self.chance(0.1):
            self.text += indented(self._once())
        self.model.steps.append(Stop())
        self.model.fresh = ("#round", "p", "d", "c")

    def _event(self) -> list[str]:
        statement = self._assign(self.sight)
        self._step(Do(statement.deed))
        return list(statement.lines)

    def _step(self, step: Step) -> int:
        self.model.steps.append(step)
        return len(self.model.steps) - 1

    def _jump_here(self, number: int, unless: Callable[[Env], Any] | None = None) -> None:
        self.model.steps[number] = Jump(len(self.model.steps), unless)

    def _once(self) -> list[str]:
        return self._round()

    def _loop(self) -> list[str]:
        test = self.say.truth(self.sight, 1) if self.chance(0.6) else None
        begin = len(self.model.steps)
        leaving = self._step(Stop()) if test else -1
        body = self._round()
        self._step(Jump(begin))
        if test is not None:
            self._jump_here(leaving, lambda env: not test.of(env))
        return [f"loop until {test.text}" if test else "loop", *indented(body)]

    def _repeat(self) -> list[str]:
        times = self.dice.randint(2, 4)
        self._step(Count("#round", lambda _env: 1))
        begin = len(self.model.steps)
        body = self._round()
        leaving = self._step(Stop())
        self._step(Count("#round", lambda env: env["#round"] + 1))
        self._step(Jump(begin))
        self._jump_here(leaving, lambda env: env["#round"] < times)
        self._step(Count("#round", None))
        return [f"repeat {times}", *indented(body)]

    def _round(self) -> list[str]:
        """What is done again and again: perhaps something by chance, then decisions."""
        lines = self._by_chance() if "chance" in self.kind or (self.kind == "three" and self.chance(0.3)) else []
        if len(self.model.players) == 1:
            lines += self._decision(None)
        elif self.chance(0.6):
            lines += self._each_player()
        else:
            names = self.sight.of("player")
            lines += self._decision(named(names[0].text) if names else constant(self.model.players[0]))
            if not names:
                lines += self._decision(constant(self.model.players[1]))
        if self.chance(0.3):
            lines += self._event()
        return lines

    def _each_player(self) -> list[str]:
        first, players = self.model.players[0], self.model.players
        self._step(Count("p", lambda _env: first))
        begin = len(self.model.steps)
        body = self._decision(named("p") if self.chance(0.5) else None)
        leaving = self._step(Stop())
        self._step(Count("p", lambda env: players[players.index(env["p"]) + 1]))
        self._step(Jump(begin))
        self._jump_here(leaving, lambda env: env["p"] != players[-1])
        self._step(Count("p", None))
        return ["for p in players", *indented(body)]

    def _decision(self, by: Said | None) -> list[str]:
        known = list(self.model.actions)
        actions = sorted(self.dice.sample(known, self.dice.randint(1, len(known))))
        player = by.of if by is not None else (lambda env: env.get("p", self.model.players[0]))
        step = Choose(tuple(actions), player, None)
        place = self._step(step)
        lines = [f"choose {', '.join(actions)}" + (f" by {by.text}" if by else "")]
        if self.chance(0.2):
            over = self._step(Stop())
            self.model.steps[place] = Choose(step.actions, step.by, len(self.model.steps))
            lines += ["else", *indented(self._event())]
            if self.chance(0.5):
                self._step(Stop())
                lines.append("  stop")
            self._jump_here(over)
        return lines

    def _by_chance(self) -> list[str]:
        if self.sight.of("bag") and self.chance(0.7):
            return self._draw()
        low = self.dice.choice([0, 1, -1])
        high = low + self.dice.randint(1, 2)
        self._step(Chance("d", lambda _env: [(value, 1) for value in range(low, high + 1)]))
        return [f"roll d: {low}..{high}", *self._used(Name("d", "number"))]

    def _draw(self) -> list[str]:
        """A card out of the bag, if there is one."""
        skipped = self._step(Stop())
        self._step(Chance("c", lambda env: list(zip(THINGS, env["pile"], strict=True)), _taken))
        lines = ["when len(pile) > 0", "  draw c from pile", *indented(self._used(Name("c", "thing")))]
        self._jump_here(skipped, lambda env: sum(env["pile"]) > 0)
        return lines

    def _used(self, name: Name) -> list[str]:
        statement = self._assign(self.sight.with_names(name))
        self._step(Do(statement.deed))
        self._step(Count(name.text, None))
        return list(statement.lines)

    # -- how it ends ------------------------------------------------------------------------------------------------------

    def _endings(self) -> None:
        number = self.dice.choice([0, 0, 1, 1, 2, 3]) if self.kind != "goal" else self.dice.choice([1, 1, 2, 3])
        for place in range(number):
            kind = self.dice.choice(["lose", "draw", "end", "goal"]) if len(self.model.players) == 1 else self.dice.choice(["win", "win", "lose", "draw", "end"])
            self._ending("goal" if self.kind == "goal" and place == 0 else kind)

    def _ending(self, kind: str) -> None:
        who, each, sight = None, "", self.sight
        head = "goal" if kind == "goal" else f"{kind} when"
        if kind in ("win", "lose") and len(self.model.players) > 1:
            if self.chance(0.4):
                each, sight = "q", sight.with_names(Name("q", "player"))
                head = f"{kind} q: Player when"
            else:
                who = self.say.player(self.sight)
                head = f"{kind} {who.text} when"
        test = self._rare(sight)
        if self.chance(0.15) and kind != "goal":
            test = Said("stuck()", lambda env: env["stuck"])
        self.text.append(f"{head} {test.text}")
        if kind in ("win", "lose") and who is None and not each:
            who = constant("Solo")
        self.model.endings.append(Ending(kind, test.of, who.of if who else None, each))

    def _rare(self, sight: Sight) -> Said:
        """A condition that does not often hold, else most games would be over at once."""
        if self.chance(0.3):
            return self.say.truth(sight, 1)
        name = self.dice.choice([each for each in sight.of("number") if each.kind is not None])
        assert name.kind is not None
        value = self.dice.choice([name.kind.low, name.kind.high, name.kind.high])
        test = Said(f"({name.text} == {constant(value).text})", lambda env: env[name.text] == value)
        return test if self.chance(0.4) else both("({0} and {1})", lambda a, b: a and b, test, self.say.truth(sight, 1))

    def _scores(self) -> None:
        if self.kind == "goal" or (self.kind != "score" and self.chance(0.4)):
            return
        several = len(self.model.players) > 1
        sight = self.sight.with_names(Name("p", "player")) if several else self.sight
        self.text.append("score p: Player" if several else "score")
        for number in range(self.dice.randint(1, 2)):
            value = self.say.number(sight)
            self.text.append(f"  line{number}: {value.text}")
            self.model.scores.append(value.of)

    def _claims(self) -> None:
        for number in range(self.dice.choice([0, 0, 1, 2])):
            mode = self.dice.choice(["always", "never", "sometimes"])
            test = self.say.truth(self.sight, 1)
            if self.chance(0.2):
                test = Said(f"(stuck() and {test.text})", lambda env, inside=test: env["stuck"] and inside.of(env))
            self.text.append(f'claim {mode} "claim {number}": {test.text}')
            self.model.claims.append((mode, f"claim {number}", test.of))


def _in_range(value: int, kind: Kind) -> int:
    if not kind.low <= value <= kind.high:
        raise Fails
    return value


def _done(body: Sequence[Lines], ensured: Sequence[Said]) -> Deed:
    def deed(env: Env) -> None:
        for statement in body:
            statement.deed(env)
        if not all(each.of(env) for each in ensured):
            raise Refused

    return deed


def _taken(env: Env) -> None:
    """The card that was drawn leaves the bag."""
    at = THINGS.index(env["c"])
    env["pile"] = tuple(count - (place == at) for place, count in enumerate(env["pile"]))
