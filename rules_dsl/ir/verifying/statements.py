"""Is a block of statements well formed?"""

from __future__ import annotations

from typing import assert_never

from rules_dsl.ir.nodes import (
    Assign,
    Chance,
    Choose,
    Decide,
    Expr,
    FieldPlace,
    For,
    Game,
    If,
    ItemPlace,
    Leave,
    Let,
    Loop,
    Need,
    Place,
    Require,
    Section,
    Settle,
    Stmt,
    Stop,
    VarPlace,
)
from rules_dsl.ir.rebuild import Body
from rules_dsl.ir.types import BagType, DeckType, ListType, MapType, RecordType, Type
from rules_dsl.ir.verifying.expressions import Expressions, Scope, one_kind

EAGER = (Assign, Let, If, For, Require, Settle)
IN_ACTION = (*EAGER, Need, Choose)
Kinds = tuple[type, ...]


class StatementVerifier(Expressions):
    """Looks at statements and notes what is wrong."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.players = game.players

    def block(self, body: Body, scope: Scope, kinds: Kinds) -> dict[str, Type]:
        """A block in which only these kinds of statements may stand; gives the locals bound behind it."""
        inside = dict(scope)
        for stmt in body:
            self.demand(isinstance(stmt, kinds), f"a {type(stmt).__name__} where none may stand")
            self._statement(stmt, inside, kinds)
        return inside

    def _statement(self, stmt: Stmt, scope: dict[str, Type], kinds: Kinds) -> None:
        match stmt:
            case Assign(place, value):
                self._assign(place, value.type, scope)
                self.expression(value, scope)
            case Let(name, value):
                self.expression(value, scope)
                scope[name] = value.type
            case If(condition, then, otherwise):
                self.condition(condition, scope)
                self.block(then, scope, kinds)
                self.block(otherwise, scope, kinds)
            case For(name, domain, type_, body):
                self.going_through(domain, type_, scope)
                self.block(body, {**scope, name: type_}, kinds)
            case Need(condition, reason):
                self.condition(condition, scope)
                if reason is not None:
                    self.expression(reason, scope)
            case Require(condition, message):
                self.condition(condition, scope)
                self.expression(message, scope)
            case Settle() | Leave() | Stop():
                pass
            case _:
                self._stop(stmt, scope, kinds)

    def _stop(self, stmt: Choose | Chance | Decide | Loop | Section, scope: dict[str, Type], kinds: Kinds) -> None:
        match stmt:
            case Choose(name, domain, condition, type_):
                self.going_through(domain, type_, scope)
                scope[name] = type_
                self.condition(condition, scope)
            case Chance(name, domain, weight, type_):
                self.going_through(domain, type_, scope)
                scope[name] = type_
                if weight is not None:
                    self.expression(weight, scope)
            case Decide(actor, actions, otherwise):
                self.actor(actor, scope)
                for action in actions:
                    self.demand(action in self.actions, f"no action {action}")
                self.block(otherwise or (), scope, kinds)
            case Loop(until, body):
                self.condition(until, scope)
                self.block(body, scope, kinds)
            case Section(_, parameters, body):
                self.block((*parameters, *body), scope, kinds)
            case _:
                assert_never(stmt)

    def actor(self, actor: Expr, scope: Scope) -> None:
        """Who decides."""
        self.expression(actor, scope)
        self.demand(actor.type == self.players, f"{actor.type} decides")

    def _assign(self, place: Place, value: Type, scope: Scope) -> None:
        self.verify_place(place, scope)
        self.demand(one_kind(value, place.type), f"{value} put into {place.type}")

    def verify_place(self, place: Place, scope: Scope) -> None:
        """A place of the state."""
        match place:
            case VarPlace(name, type_):
                self.demand(self.variables.get(name) == type_, f"variable {name} written as {type_}")
            case ItemPlace(base, key, type_):
                self.verify_place(base, scope)
                self.expression(key, scope)
                self._index(base.type, key.type, type_)
                self.demand(isinstance(base.type, MapType | BagType), f"an entry of {base.type} written")
            case FieldPlace(base, name, type_):
                self.verify_place(base, scope)
                self._part(base.type, name, type_)
            case _:
                assert_never(place)

    def _part(self, base: Type, name: str, type_: Type) -> None:
        match base:
            case RecordType():
                self._field(base, name, type_)
            case DeckType(item, most):
                wanted = ListType(item, most) if name == "known" else BagType(item, most)
                self.demand(name in ("known", "unseen") and type_ == wanted, f"part {name} of {base} as {type_}")
            case _:
                self.wrong(f"field {name} of {base} written")
