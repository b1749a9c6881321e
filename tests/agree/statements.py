"""Random statements and plays."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import (
    BOOL,
    TEXT,
    BagType,
    DeckType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    SetType,
    Type,
)
from tests.agree.expressions import Expressions
from tests.agree.scopes import Scope
from tests.agree.values import number

Body = tuple[ir.Stmt, ...]


@dataclass(slots=True)
class Statements:
    """Makes blocks from the randomness of `expressions`."""

    expressions: Expressions
    players: Type

    # -- eager statements ---------------------------------------------------------------------------------------------

    def body(self, scope: Scope, rule: ir.Rule, length: int, *, checks: bool, depth: int = 2) -> Body:
        """Some statements; with `checks` there may be Needs and Chooses among them."""
        done: list[ir.Stmt] = []
        for _ in range(length):
            stmt, scope = self._statement(scope, rule, checks, depth)
            done.append(stmt)
        return tuple(done)

    def _statement(self, scope: Scope, rule: ir.Rule, checks: bool, depth: int) -> tuple[ir.Stmt, Scope]:
        dice, make = self.expressions.dice, self.expressions.make
        choice = dice.random()
        if checks and choice < 0.15:
            return ir.Need(make(BOOL, 2, scope), None, rule), scope
        if checks and choice < 0.3:
            return self._choose(scope, rule)
        if choice < 0.4:
            name, kind = (
                self.expressions.fresh("let"),
                dice.choice([*[kind for _, kind in scope.variables], *self.expressions.countable]),
            )
            return ir.Let(name, make(kind, 2, scope)), scope.binding(name, kind)
        if depth and choice < 0.5:
            yes, no = (self.body(scope, rule, dice.randint(0, 2), checks=checks, depth=depth - 1) for _ in range(2))
            return ir.If(make(BOOL, 2, scope), yes, no), scope
        if depth and choice < 0.6:
            domain, item, _ = self.expressions.domain(1, scope)
            name = self.expressions.fresh("for")
            body = self.body(
                scope.binding(name, item),
                rule,
                dice.randint(1, 2),
                checks=checks and dice.random() < 0.3,
                depth=depth - 1,
            )
            return ir.For(name, domain, item, body), scope
        if choice < 0.62:
            return self._require(scope, rule), scope
        return self._assign(scope, rule), scope

    def _choose(self, scope: Scope, rule: ir.Rule) -> tuple[ir.Stmt, Scope]:
        domain, item, _ = self.expressions.domain(1, scope)
        name = self.expressions.fresh("pick")
        inner = scope.binding(name, item)
        condition = self.expressions.dice.choice([None, self.expressions.make(BOOL, 2, inner)])
        return ir.Choose(name, domain, condition, item, rule), inner

    def _require(self, scope: Scope, rule: ir.Rule) -> ir.Stmt:
        """Mostly something true."""
        doubtful = self.expressions.make(BOOL, 1, scope)
        condition = ir.Binary("or", ir.Literal(not self.expressions.risky(), BOOL), doubtful, BOOL)
        return ir.Require(condition, ir.Template(("it fails at ", ir.Var(*scope.variables[0])), TEXT), rule)

    def _assign(self, scope: Scope, rule: ir.Rule) -> ir.Stmt:
        name, kind = self.expressions.dice.choice(scope.variables)
        place = self._place(ir.VarPlace(name, kind), scope)
        value: ir.Expr
        if isinstance(place.type, IntType):
            found = self.expressions.number(2, scope)
            value = found if self.expressions.risky() else self.expressions.within(found, place.type)
        else:
            value = self.expressions.make(place.type, 2, scope)
        return ir.Assign(place, value, True, rule)

    def _place(self, place: ir.Place, scope: Scope) -> ir.Place:
        """The place, or a part of it."""
        dice, make = self.expressions.dice, self.expressions.make
        if dice.random() < 0.25:
            return place
        match place.type:
            case MapType(key, item):
                return self._place(ir.ItemPlace(place, make(key, 1, scope), item), scope)
            case BagType(item, most):
                return ir.ItemPlace(place, make(item, 1, scope), IntType(0, most))
            case RecordType(fields=fields):
                label, item = dice.choice(fields)
                return self._place(ir.FieldPlace(place, label, item), scope)
            case DeckType(item, most):
                return dice.choice(
                    [
                        ir.FieldPlace(place, "known", ListType(item, most)),
                        ir.FieldPlace(place, "unseen", BagType(item, most)),
                    ]
                )
            case _:
                return place

    # -- plays --------------------------------------------------------------------------------------------------------

    def play(self, actions: tuple[str, ...], scope: Scope) -> Body:
        """A whole play: something before, a loop with decisions, something after."""
        before, scope = self._steps(actions, scope, 2)
        rounds, _ = self._steps(actions, scope, 3)
        loop = ir.Loop(self._until(scope), (*rounds, self._decide(actions, scope, sure=True)))
        return (*before, loop, *self._steps(actions, scope, 1)[0])

    def _until(self, scope: Scope) -> ir.Expr | None:
        dice = self.expressions.dice
        return None if dice.random() < 0.5 else self.expressions.make(BOOL, 2, replace(scope, actions=()))

    def _steps(self, actions: tuple[str, ...], scope: Scope, most: int) -> tuple[Body, Scope]:
        done: list[ir.Stmt] = []
        for _ in range(self.expressions.dice.randint(0, most)):
            steps, scope = self._step(actions, scope)
            done += steps
        return tuple(done), scope

    def _step(self, actions: tuple[str, ...], scope: Scope) -> tuple[Body, Scope]:
        dice = self.expressions.dice
        rule = ir.Rule("play")
        match dice.randrange(10):
            case 8 | 9:
                return self._chance(scope)
            case 0:
                name, kind = self.expressions.fresh("keep"), dice.choice(self.expressions.countable)
                return (ir.Let(name, self.expressions.make(kind, 2, scope)),), scope.binding(name, kind)
            case 1:
                return self._chance(scope)
            case 2:
                return (
                    ir.If(
                        self.expressions.make(BOOL, 2, scope), self._block(actions, scope), self._block(actions, scope)
                    ),
                ), scope
            case 3:
                return (self._for(actions, scope),), scope
            case 4:
                chosen, inner = self._choose(scope, rule)
                return (chosen,), inner
            case 5 | 6:
                return (self._assign(scope, rule), ir.Settle()), scope
            case _:
                return (self._decide(actions, scope, sure=dice.random() < 0.5),), scope

    def _block(self, actions: tuple[str, ...], scope: Scope) -> Body:
        return self._steps(actions, scope, 2)[0]

    def _for(self, actions: tuple[str, ...], scope: Scope) -> ir.Stmt:
        domain, item, _ = self.expressions.domain(1, scope)
        name = self.expressions.fresh("turn")
        body = self._block(actions, scope.binding(name, item))
        if self.expressions.dice.random() < 0.3:
            body = (*body, ir.If(self.expressions.make(BOOL, 1, scope), (ir.Leave(),), ()))
        return ir.For(name, domain, item, body)

    def _chance(self, scope: Scope) -> tuple[Body, Scope]:
        """A roll, or a value drawn by weight; the first value always weighs something."""
        dice = self.expressions.dice
        kind = dice.choice([each for each in self.expressions.countable if not isinstance(each, OptionalType)])
        name = self.expressions.fresh("roll")
        domain = ir.Domain(kind, SetType(kind))
        weight: ir.Expr | None = None
        if dice.random() < 0.5:
            inner = scope.binding(name, kind)
            first = ir.Binary("==", ir.Builtin("number", (ir.Local(name, kind),), IntType(1, 9)), number(1), BOOL)
            weight = ir.IfElse(
                first,
                number(2),
                self.expressions.within(self.expressions.number(2, inner), IntType(0, 3)),
                IntType(0, 3),
            )
        return (ir.Chance(name, domain, weight, kind, name, ir.Rule("roll")), ir.Settle()), scope.binding(name, kind)

    def _decide(self, actions: tuple[str, ...], scope: Scope, *, sure: bool) -> ir.Stmt:
        dice = self.expressions.dice
        offered = tuple(dice.sample(actions, dice.randint(1, len(actions))))
        otherwise = None if sure else (self._assign(scope, ir.Rule("otherwise")),)
        return ir.Decide(self.expressions.make(self.players, 2, scope), offered, otherwise, "decide")
