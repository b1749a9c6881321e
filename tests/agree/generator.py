"""Random games, typed and finite, to find out whether two machines mean the same.

`random_game(seed)` gives a game after all passes; the same seed gives the same game. `rules()` draws them through
Hypothesis. Every kind of type, expression, statement and node occurs. Numbers are mostly held in their ranges, but a
few things may fail while playing: machines must agree on that too.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

from hypothesis import strategies as st

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.passes import pipeline
from rules_dsl.ir.types import (
    BOOL,
    TEXT,
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
    zero,
)
from tests.agree.expressions import Expressions
from tests.agree.intervals import countable_of
from tests.agree.scopes import Scope
from tests.agree.statements import Statements
from tests.agree.values import literal, random_value

COLOURS = EnumType("Colour", ("red", "green", "blue"))
FACES = EnumType("Face", ("up", "down"))
SMALL = IntType(0, 3)
SIGNED = IntType(-2, 4)
DAYS = IntType(1, 6)
CELL = RecordType("Cell", (("column", IntType(1, 3)), ("row", IntType(0, 1))))
HAND = RecordType("Hand", (("coins", IntType(0, 9)), ("held", SetType(COLOURS)), ("face", FACES)))
PURSE = RecordType("Purse", (("gold", SIGNED), ("gems", MapType(COLOURS, SMALL))))

SINGLE: tuple[Type, ...] = (
    BOOL,
    SMALL,
    SIGNED,
    DAYS,
    COLOURS,
    FACES,
    CELL,
    OptionalType(COLOURS),
    OptionalType(SMALL),
    OptionalType(CELL),
)
LARGER: tuple[Type, ...] = (
    HAND, PURSE, OptionalType(HAND), SetType(COLOURS), SetType(DAYS), SetType(CELL), SetType(OptionalType(FACES)),
    BagType(COLOURS, 3), BagType(COLOURS, 2), ListType(SMALL, 3), ListType(CELL, 2), ListType(COLOURS, 2),
    MapType(COLOURS, SMALL), MapType(DAYS, BOOL), MapType(CELL, OptionalType(COLOURS)), MapType(FACES, SetType(COLOURS)),
    MapType(FACES, MapType(COLOURS, SIGNED)), MapType(FACES, HAND), MapType(OptionalType(COLOURS), SIGNED), DeckType(COLOURS, 2),
)  # fmt: skip


def random_game(seed: int) -> ir.Game:
    """A game after all passes."""
    return pipeline.run(random_rules(seed))


def random_rules(seed: int) -> ir.Game:
    """A game as its rules say it."""
    return _Maker(random.Random(seed)).game(f"Random{seed}")


def rules() -> st.SearchStrategy[ir.Game]:
    """Games as their rules say it, for Hypothesis: what fails gets small."""
    return st.randoms(use_true_random=False).map(lambda dice: _Maker(dice).game("Drawn"))


@dataclass(slots=True)
class _Maker:
    dice: random.Random
    expressions: Expressions = field(init=False)
    statements: Statements = field(init=False)
    players: EnumType = field(init=False)

    def __post_init__(self) -> None:
        names = ("Ann", "Bob", "Cid")[: self.dice.randint(1, 3)]
        self.players = EnumType("Player", names, "player")
        self.expressions = Expressions(self.dice, countable_of((*SINGLE, self.players)))
        self.statements = Statements(self.expressions, self.players)

    def game(self, name: str) -> ir.Game:
        """All parts, each with what was made before in sight."""
        constants, variables = self._constants(), self._variables()
        scope = Scope(
            (), tuple((each.name, each.type) for each in variables), tuple((each.name, each.type) for each in constants)
        )
        scope = replace(scope, functions=self._functions(scope), players=self.players)
        actions: tuple[ir.Action, ...] = ()
        for number in range(self.dice.randint(1, 4)):
            actions = (
                *actions,
                self._action(f"act{number}", replace(scope, actions=tuple(each.name for each in actions))),
            )
        names = tuple(action.name for action in actions)
        asking = replace(scope, actions=names, stuck=True)
        flags = tuple(
            ir.StateVar(f"done{number}", BOOL, ir.Literal(False, BOOL), ir.Seen("all"))
            for number in range(self.dice.randint(0, 3))
        )
        return ir.Game(
            name=name, title="Made by chance.", kind="game", players=self.players, constants=constants, functions=scope.functions,
            variables=(*variables, *flags), actions=actions, reactions=tuple(self._reaction(flag.name, scope) for flag in flags),
            endings=tuple(self._ending(number, asking) for number in range(self.dice.randint(0, 2))), play=self.statements.play(names, scope),
            scores=tuple(self._score(number, asking) for number in range(self.dice.randint(0, 2))),
            claims=tuple(self._claim(number, asking) for number in range(2)),
        )  # fmt: skip

    def _constants(self) -> tuple[ir.Constant, ...]:
        kinds = self.dice.sample(SINGLE + LARGER, 4)
        return tuple(
            ir.Constant(f"const{n}", kind, random_value(self.dice, kind), "table") for n, kind in enumerate(kinds)
        )

    def _variables(self) -> tuple[ir.StateVar, ...]:
        kinds = [*self.dice.sample(SINGLE, 3), *self.dice.sample(LARGER, 4), self.players, SMALL]
        if self.dice.random() < 0.3:
            kinds.append(MapType(self.players, SetType(COLOURS)))
        return tuple(ir.StateVar(f"v{n}", kind, self._initial(kind), self._seen(kind)) for n, kind in enumerate(kinds))

    def _initial(self, kind: Type) -> ir.Expr:
        return ir.Literal(zero(kind), kind) if self.dice.random() < 0.5 else literal(self.dice, kind)

    def _seen(self, kind: Type) -> ir.Seen:
        if isinstance(kind, MapType) and kind.key == self.players:
            return ir.Seen("owner")
        whom: Type = self.dice.choice((self.players, SetType(self.players)))
        by = literal(self.dice, whom)
        return self.dice.choice([ir.Seen("all"), ir.Seen("all"), ir.Seen("none"), ir.Seen("by", by)])

    def _functions(self, scope: Scope) -> tuple[ir.Function, ...]:
        made: tuple[ir.Function, ...] = ()
        for number in range(self.dice.randint(1, 4)):
            name = f"fun{number}"
            parameters = tuple(
                ir.Parameter(f"{name}.p{n}", self.dice.choice(SINGLE)) for n in range(self.dice.randint(0, 2))
            )
            inner = replace(scope, functions=made, locals=tuple((each.name, each.type) for each in parameters))
            kind = self.dice.choice([*SINGLE, *SINGLE, *LARGER])
            made = (*made, ir.Function(name, parameters, self.expressions.make(kind, 3, inner), kind, ir.Rule(name)))
        return made

    def _action(self, name: str, scope: Scope) -> ir.Action:
        scope = scope.binding(f"{name}.player", self.players)
        parameters: list[ir.Parameter] = []
        for number in range(self.dice.choice([0, 1, 1, 2, 2])):
            parameter = self._parameter(f"{name}.p{number}", scope)
            parameters.append(parameter)
            scope = scope.binding(parameter.name, parameter.type)
        rule = ir.Rule(name, (str(len(name)),))
        needs = tuple(self._need(rule, scope) for _ in range(self.dice.randint(0, 2)))
        body = self.statements.body(scope, rule, self.dice.randint(1, 4), checks=self.dice.random() < 0.5)
        return ir.Action(name, name, f"{name}.player", tuple(parameters), needs, (*body, ir.Settle()), rule)

    def _parameter(self, name: str, scope: Scope) -> ir.Parameter:
        if self.dice.random() < 0.5:
            return ir.Parameter(name, self.dice.choice(SINGLE))
        domain, item, _ = self.expressions.domain(2, replace(scope, actions=()))
        return ir.Parameter(name, item, domain)

    def _need(self, rule: ir.Rule, scope: Scope) -> ir.Need:
        reason = ir.Template(("not with ", self.expressions.leaf(self.dice.choice(SINGLE), scope)), TEXT)
        return ir.Need(self.expressions.make(BOOL, 3, scope), self.dice.choice([None, reason]), rule)

    def _reaction(self, flag: str, scope: Scope) -> ir.Reaction:
        """It fires at most once: its own flag tells."""
        parameters: tuple[ir.Parameter, ...] = ()
        if self.dice.random() < 0.5:
            parameters = (self._parameter(f"{flag}.p", scope),)
            scope = scope.binding(parameters[0].name, parameters[0].type)
        fresh = ir.Unary("not", ir.Var(flag, BOOL), BOOL)
        condition = ir.Binary("and", fresh, self.expressions.make(BOOL, 2, scope), BOOL)
        rule = ir.Rule(f"when {flag}")
        mark = ir.Assign(ir.VarPlace(flag, BOOL), ir.Literal(True, BOOL), False, rule)
        return ir.Reaction(
            f"when {flag}", parameters, condition, (mark, *self.statements.body(scope, rule, 2, checks=False)), rule
        )

    def _ending(self, number: int, scope: Scope) -> ir.Ending:
        kind = self.dice.choice(["end", "goal", "win", "lose", "draw"])
        each = f"end{number}.p" if kind in ("win", "lose") else None
        inner = scope if each is None else scope.binding(each, self.players)
        condition = ir.Binary("and", self.expressions.make(BOOL, 2, inner), self.expressions.make(BOOL, 2, inner), BOOL)
        return ir.Ending(kind, condition, None if each is None else ir.Local(each, self.players), each, ir.Rule(kind))

    def _score(self, number: int, scope: Scope) -> ir.ScoreLine:
        each = self.dice.choice([None, f"score{number}.p"])
        inner = scope if each is None else scope.binding(each, self.players)
        return ir.ScoreLine(f"line {number}", self.expressions.number(2, inner), each, ir.Rule("score"))

    def _claim(self, number: int, scope: Scope) -> ir.Claim:
        mode = self.dice.choice(["always", "never", "sometimes", "leads"])
        then = self.expressions.make(BOOL, 2, scope) if mode == "leads" else None
        return ir.Claim(
            mode, f"claim {number}", self.expressions.make(BOOL, 2, scope), then, ir.Rule(f"claim {number}")
        )
