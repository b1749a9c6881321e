"""Actions with their exceptions, and reactions, drawn at random."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tests.whole.declaring import record_names
from tests.whole.draft import Draft, Lines, entry_target
from tests.whole.parts import Action, Env, Exceptional, Part
from tests.whole.saying import MAYBE, THING, THINGS, TRUTH, Name, Said, Sight, indented, range_of
from tests.whole.stating import Scope, Statements
from tests.whole.wording import row_names

RECORDS = tuple((number, thing) for number in range(3) for thing in THINGS)


@dataclass(slots=True)
class Head:
    """The parameters of an action, and what can be read behind them."""

    sight: Sight
    parameters: list[str] = field(default_factory=list)
    domains: list[Callable[[Env], Any]] = field(default_factory=list)
    written: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Actions:
    """Draws actions for a program."""

    draft: Draft
    statements: Statements

    def action(self, name: str) -> None:
        """An action, now and then with exceptions."""
        draft, head = self.draft, self._head()
        scope = self._scope(head)
        lines, part = self._part(
            scope, needs=draft.dice.choice([0, 0, 1, 1, 2]), body=draft.dice.choice([0, 1, 2, 2, 3])
        )
        draft.text.append(f"action {name}({', '.join(head.written)})" if head.written else f"action {name}")
        draft.text += lines
        made = Action(name, tuple(head.parameters), tuple(head.domains), part)
        draft.model.actions[name] = self._excepted(made, scope) if draft.chance(0.2) else made

    def own(self, name: str) -> None:
        """An action that may be chosen at once with others: it changes what is the player's own."""
        draft = self.draft
        owned, parameter = draft.dice.choice(draft.own), draft.say.local()
        assert owned.kind is not None
        domain, values = owned.kind.text, owned.kind.values
        sight = draft.sight.with_names(Name("player", "player"), *draft.of_player("player"), Name(parameter, "number"))
        test = draft.say.truth(sight, 1) if draft.chance(0.3) else None
        draft.text.append(f"action {name}({parameter}: {domain})")
        draft.text += [f"  needs {test.text}"] if test else []
        draft.text += ["  does", f"    {owned.text}[player] = {parameter}"]
        put = entry_target(owned, "player").put
        part = Part((test.of,) if test else (), lambda env: put(env, env[parameter]))
        draft.model.actions[name] = Action(name, (parameter,), (lambda _env: values,), part)

    def reaction(self) -> None:
        """Something that happens where a condition holds."""
        draft = self.draft
        test = draft.say.truth(draft.sight, 1)
        inner = self.statements.assign(Scope(draft.sight, draft.sight, tuple(draft.targets)))
        draft.text += [f"whenever react: {test.text}", "  does", *indented(indented(inner.lines))]
        draft.model.reactions.append((test.of, inner.deed))

    # -- parts
    # ------------------------------------------------------------------------------------------------------------

    def _head(self) -> Head:
        draft = self.draft
        sight = draft.sight
        if draft.several:
            sight = sight.with_names(Name("player", "player"), *draft.of_player("player"))
        if draft.careless:
            sight = sight.with_names(*draft.secret)
        head = Head(sight)
        for _ in range(draft.dice.choice([0, 0, 1, 1, 1, 2])):
            parameter = draft.say.local()
            word, values, names = self._domain(parameter, head.sight)
            head.written.append(f"{parameter}{word}")
            head.parameters.append(parameter)
            head.domains.append(values)
            head.sight = head.sight.with_names(*names)
        return head

    def _domain(self, parameter: str, sight: Sight) -> tuple[str, Callable[[Env], Any], tuple[Name, ...]]:
        """The domain of a parameter as it is written behind its name, its values upwards, and what can be read of it."""
        draft, thing = self.draft, (Name(parameter, "thing"),)
        if draft.chance(0.3):
            some = draft.say.things(sight)
            return f" in {some.text}", lambda env: [each for each in THINGS if each in some.of(env)], thing
        if sight.of("list") and draft.chance(0.3):
            items = draft.dice.choice(sight.of("list")).said
            return f" in {items.text}", lambda env: [each for each in THINGS if each in items.of(env)], thing
        if draft.say.table and draft.chance(0.4):
            rows = draft.say.table
            return ": rows", lambda _env: [row.name for row in rows], row_names(parameter, rows)
        if draft.chance(0.12):
            return self._records(parameter)
        low = draft.dice.choice([0, 1, -2])
        kind = draft.dice.choice(
            [THING, TRUTH, MAYBE, range_of(low, low + draft.dice.randint(0, 2)), range_of(low, low + 1)]
        )
        return f": {kind.text}", lambda _env: kind.values, (Name(parameter, kind.sort),)

    def _records(self, parameter: str) -> tuple[str, Callable[[Env], Any], tuple[Name, ...]]:
        if self.draft.chance(0.4):
            return ": Rec", lambda _env: RECORDS, record_names(parameter)
        some = sorted(self.draft.dice.sample(RECORDS, 2), key=RECORDS.index)
        text = ", ".join(f"Rec({number}, {thing})" for number, thing in some)
        return f" in {{{text}}}", lambda _env: some, record_names(parameter)

    def _scope(self, head: Head) -> Scope:
        """In an action what is hidden may change what it does, but not, as a rule, whether it is legal."""
        draft = self.draft
        values = head.sight.with_names(*draft.secret) if draft.chance(0.25) else head.sight
        own = [entry_target(name, "player") for name in draft.own] if draft.several else []
        return Scope(head.sight, values, (*draft.targets, *own, *own))

    def _part(self, scope: Scope, needs: int, body: int) -> tuple[list[str], Part]:
        draft = self.draft
        asked = [draft.say.truth(scope.sight) for _ in range(needs)]
        done = [self.statements.statement(scope) for _ in range(body)]
        ensured = [draft.say.truth(scope.sight, 1)] if draft.chance(0.15) else []
        lines = [f"  needs {need.text}" for need in asked]
        if done:
            lines += ["  does", *indented(indented([line for each in done for line in each.lines]))]
        lines += [f"  ensures {each.text}" for each in ensured]
        return lines, Part(_meanings(asked), _in_turn(done), _meanings(ensured))

    def _excepted(self, action: Action, scope: Scope) -> Action:
        """One or two exceptions, written behind the action."""
        for number in range(self.draft.dice.choice([1, 1, 2])):
            replaces = self.draft.chance(0.5)
            earlier = (action.instead if replaces else action.also)[:1]
            made = self._exception(action, f"{action.name}ex{number}", replaces, earlier, scope)
            action = (
                replace(action, instead=(*action.instead, made))
                if replaces
                else replace(action, also=(*action.also, made))
            )
        return action

    def _exception(
        self, action: Action, name: str, replaces: bool, earlier: tuple[Exceptional, ...], scope: Scope
    ) -> Exceptional:
        """Of two that replace one is ordered before the other, unless rules are written carelessly."""
        draft = self.draft
        test = draft.say.truth(scope.sight, 1)
        lines, part = self._part(scope, needs=draft.dice.choice([0, 0, 1]), body=draft.dice.choice([0, 1, 1, 2]))
        if not lines:
            only = self.statements.assign(scope)
            lines, part = ["  does", *indented(indented(only.lines))], replace(part, body=only.deed)
        beats = tuple(
            each.name
            for each in earlier
            if (replaces and not (draft.careless and draft.chance(0.5))) or draft.chance(0.5)
        )
        before = f" before {beats[0]}" if beats else ""
        draft.text.append(
            f"{'instead of' if replaces else 'also for'} {action.name} when {test.text} as {name}{before}"
        )
        draft.text += lines
        return Exceptional(name, test.of, part, beats)


def _meanings(conditions: Sequence[Said]) -> tuple[Callable[[Env], Any], ...]:
    return tuple(each.of for each in conditions)


def _in_turn(done: Sequence[Lines]) -> Callable[[Env], None]:
    def deed(env: Env) -> None:
        for statement in done:
            statement.deed(env)

    return deed
