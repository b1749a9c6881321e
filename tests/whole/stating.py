"""Statements drawn at random."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tests.whole.declaring import MOST_ITEMS, MOST_OF_ONE
from tests.whole.draft import Draft, Lines, Target
from tests.whole.parts import Env, Fails, Fork
from tests.whole.saying import THINGS, Kind, Name, Said, Sight, both, constant, indented


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a statement stands: `sight` is what conditions and choices may ask, `values` what may go into variables, `targets` what may be set."""

    sight: Sight
    values: Sight
    targets: tuple[Target, ...]

    def with_names(self, *names: Name) -> Scope:
        """The same with more names."""
        return replace(self, sight=self.sight.with_names(*names), values=self.values.with_names(*names))


@dataclass(frozen=True, slots=True)
class Statements:
    """Draws statements for a program."""

    draft: Draft

    def statement(self, scope: Scope, deep: int = 1, choose: bool = True) -> Lines:
        """Any statement of an action."""
        ways = [lambda: self.assign(scope)] * 5
        if deep > 0:
            ways += [lambda: self._when(scope, deep), lambda: self._for(scope, deep)]
            if choose:
                ways += [lambda: self._choose(scope, deep)]
        return self.draft.dice.choice(ways)()

    # -- setting ----------------------------------------------------------------------------------------------------------

    def assign(self, scope: Scope) -> Lines:
        """Something is set."""
        say, sight = self.draft.say, scope.values
        numbers = [each for each in scope.targets if each.sort == "number"]
        target = self.draft.dice.choice([*scope.targets, *numbers, *numbers])
        match target.sort:
            case "number":
                return self._put(target, self._fitting(target, target.kind, sight))
            case "map":
                return self._entry(target, sight)
            case "set":
                return self._change(target, sight)
            case "list":
                return self._items(target, sight)
            case "bag":
                return self._count(target, sight)
            case "truth":
                return self._put(target, say.truth(sight, 1))
            case "thing":
                return self._put(target, say.thing(sight))
            case "player":
                return self._put(target, say.player(sight))
            case "record":
                return self._put(target, say.record(sight))
            case "row":
                return self._put(target, say.row(sight))
            case _:
                return self._put(target, say.maybe(sight))

    def _fitting(self, target: Target, kind: Kind | None, sight: Sight) -> Said:
        assert kind is not None
        value = self._moved(target, sight) if target.sort == "number" and self.draft.chance(0.6) else self.draft.say.number(sight)
        if self.draft.careless and self.draft.chance(0.3):
            return Said(value.text, lambda env: _in_range(value.of(env), kind))
        text = f"clamp({value.text}, {constant(kind.low).text}, {constant(kind.high).text})"
        return Said(text, lambda env: min(max(value.of(env), kind.low), kind.high))

    def _moved(self, target: Target, sight: Sight) -> Said:
        """The number a bit further, so that plays go somewhere."""
        own = [each for each in sight.of("number") if each.kind is None and each.text != "size"]
        step = self.draft.dice.choice(own).said if own and self.draft.chance(0.5) else self.draft.say.literal(-2, 2)
        return both("({0} + {1})", lambda a, b: a + b, Said(target.text, target.get), step)

    def _put(self, target: Target, value: Said) -> Lines:
        return Lines((f"{target.text} = {value.text}",), lambda env: target.put(env, value.of(env)))

    def _entry(self, target: Target, sight: Sight) -> Lines:
        key, value = self.draft.say.thing(sight), self._fitting(target, target.kind, sight)

        def deed(env: Env) -> None:
            at, new = THINGS.index(key.of(env)), value.of(env)
            target.put(env, tuple(new if place == at else old for place, old in enumerate(target.get(env))))

        return Lines((f"{target.text}[{key.text}] = {value.text}",), deed)

    def _change(self, target: Target, sight: Sight) -> Lines:
        sign = self.draft.dice.choice(["+=", "-=", "="])
        if sign == "=":
            return self._put(target, self.draft.say.things(sight))
        single = self.draft.chance(0.6)
        part = self.draft.say.thing(sight) if single else self.draft.say.things(sight)

        def deed(env: Env) -> None:
            value, old = frozenset([part.of(env)]) if single else part.of(env), target.get(env)
            target.put(env, old | value if sign == "+=" else old - value)

        return Lines((f"{target.text} {sign} {part.text}",), deed)

    def _items(self, target: Target, sight: Sight) -> Lines:
        """A list becomes longer or shorter; as long as anything fits."""
        if self.draft.chance(0.3):
            return self._put(target, self.draft.say.items(sight))
        if self.draft.chance(0.6):
            return self._longer(target, self.draft.say.thing(sight))
        text, left = self.draft.dice.choice([("rest({0})", slice(1, None)), ("without_last({0}, 1)", slice(None, -1))])

        def deed(env: Env) -> None:
            if target.get(env):
                target.put(env, target.get(env)[left])

        return Lines((f"when len({target.text}) > 0", f"  {target.text} = {text.format(target.text)}"), deed, lambda env: len(target.get(env)) > 0)

    def _longer(self, target: Target, item: Said) -> Lines:
        guarded = not (self.draft.careless and self.draft.chance(0.3))

        def deed(env: Env) -> None:
            old = target.get(env)
            if len(old) < MOST_ITEMS:
                target.put(env, (*old, item.of(env)))
            elif not guarded:
                raise Fails

        line = f"{target.text} += {item.text}"
        if not guarded:
            return Lines((line,), deed)
        return Lines((f"when len({target.text}) < {MOST_ITEMS}", f"  {line}"), deed, lambda env: len(target.get(env)) < MOST_ITEMS)

    def _count(self, target: Target, sight: Sight) -> Lines:
        """One more or one less of a thing in a bag, if that fits."""
        item, sign = self.draft.say.thing(sight, 0), self.draft.dice.choice("+-")
        test = f"{target.text}[{item.text}] {f'< {MOST_OF_ONE}' if sign == '+' else '> 0'}"

        def is_fitting(env: Env) -> bool:
            count = target.get(env)[THINGS.index(item.of(env))]
            return bool(count < MOST_OF_ONE if sign == "+" else count > 0)

        def deed(env: Env) -> None:
            if is_fitting(env):
                at, counts = THINGS.index(item.of(env)), list(target.get(env))
                counts[at] += 1 if sign == "+" else -1
                target.put(env, tuple(counts))

        return Lines((f"when {test}", f"  {target.text} {sign}= {item.text}"), deed, is_fitting)

    # -- conditions, loops, choices ---------------------------------------------------------------------------------------

    def _when(self, scope: Scope, deep: int) -> Lines:
        test, then = self.draft.say.truth(scope.sight, 1), self.statement(scope, deep - 1)
        other = self.statement(scope, deep - 1) if self.draft.chance(0.4) else None

        def deed(env: Env) -> None:
            if test.of(env):
                then.deed(env)
            elif other is not None:
                other.deed(env)

        return Lines((f"when {test.text}", *indented(then.lines), *(["else", *indented(other.lines)] if other else [])), deed)

    def _for(self, scope: Scope, deep: int) -> Lines:
        name = self.draft.say.local()
        inner = self.statement(scope.with_names(Name(name, "thing")), deep - 1)
        lists = scope.sight.of("list")
        some = self.draft.dice.choice(lists).said if lists and self.draft.chance(0.4) else self.draft.say.things(scope.sight)

        def deed(env: Env) -> None:
            for each in _in_order(some.of(env)):
                env[name] = each
                inner.deed(env)

        return Lines((f"for {name} in {some.text}", *indented(inner.lines)), deed)

    def _choose(self, scope: Scope, deep: int) -> Lines:
        name = self.draft.say.local()
        low = self.draft.dice.choice([0, -1, 1])
        high = low + self.draft.dice.randint(0, 2)
        test = self.draft.say.truth(scope.sight.with_names(Name(name, "number")), 1) if self.draft.chance(0.5) else None
        inner = self.statement(scope.with_names(Name(name, "number")), deep - 1, choose=False)

        def deed(env: Env) -> None:
            offered = [each for each in range(low, high + 1) if test is None or test.of({**env, name: each})]
            script = env["#script"]
            if not script:
                raise Fork(offered)
            env[name] = script.pop(0)
            inner.deed(env)

        return Lines((f"choose {name} in {low}..{high}" + (f" where {test.text}" if test else ""), *inner.lines), deed)


def _in_order(values: frozenset[str] | tuple[str, ...]) -> list[str]:
    """A list in its order, a set upwards."""
    return list(values) if isinstance(values, tuple) else [thing for thing in THINGS if thing in values]


def _in_range(value: int, kind: Kind) -> int:
    if not kind.low <= value <= kind.high:
        raise Fails
    return value
