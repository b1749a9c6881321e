"""A game → plain data that the page's JavaScript reads: nodes as objects with their kind under `k`, types in a table of their own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from typing import cast

from rules_dsl.ir import nodes as ir
from rules_dsl.ir import types as kinds
from rules_dsl.ir.calls import asks_stuck
from rules_dsl.ir.moments import moments
from rules_dsl.ir.rebuild import walk
from rules_dsl.ir.trimming import trim_body
from rules_dsl.ir.types import Type, Value
from rules_dsl.machine.seat import hides_something
from rules_dsl.play.telling import list_hidden_targets

Plain = object
TYPES = kinds.Type.__args__
UNREAD = frozenset({"span", "doc", "domain_rule"})
"""Fields that only people, or only error messages, read."""


class GameForm:
    """One game on its way: the table of types grows as types are met."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.rows: list[dict[str, Plain]] = []
        self._numbers: dict[str, int] = {}
        self._same: dict[Type, int] = {}
        self._functions = {function.name: function for function in game.functions}

    def plain(self) -> dict[str, Plain]:
        """The game as data."""
        game = self.game
        result: dict[str, Plain] = {
            "name": game.name,
            "title": game.title,
            "kind": game.kind,
            "players": self.type(game.players),
            "constants": [self._constant(constant) for constant in game.constants],
            "actions": [self._action(action) for action in game.actions],
            "asksStuck": asks_stuck(_list_expressions((game.show, game.says)), self._functions),
            "language": game.language,
        }
        result["bounds"] = [self.node(bound.value) for bound in game.bounds]
        for name in ("functions", "variables", "reactions", "endings", "nodes", "scores", "show", "says"):
            result[name] = self.node(getattr(game, name))
        if game.finds:
            result["finds"], result["findRules"] = self.node(game.finds), self.node(game.find_rules)
        return {**result, "types": self.rows}

    def type(self, type_: Type) -> int:
        """The number of a type in the table."""
        key = repr(type_)
        if key not in self._numbers:
            row = {"k": type(type_).__name__, **{part.name: self._part_of_type(getattr(type_, part.name)) for part in fields(type_)}}
            row["same"] = self._same.setdefault(type_, len(self._same))
            self._numbers[key] = len(self.rows)
            self.rows.append(row)
        return self._numbers[key]

    def _part_of_type(self, part: object) -> Plain:
        if isinstance(part, TYPES):
            return self.type(cast(Type, part))
        if isinstance(part, tuple):
            return [self._part_of_type(item) for item in part]
        return part

    def node(self, node: object) -> Plain:
        """Any part of the form."""
        match node:
            case tuple():
                return [self.node(item) for item in node]
            case ir.Rule(name, cites):
                return [name, list(cites)]
            case ir.Literal(value, kind):
                return {"k": "Literal", "value": plain_value(kind, value), "type": self.type(kind)}
            case _ if isinstance(node, TYPES):
                return self.type(cast(Type, node))
            case _ if is_dataclass(node):
                kept = [part.name for part in fields(node) if part.name not in UNREAD]
                return {"k": type(node).__name__, **{name: self.node(getattr(node, name)) for name in kept}}
            case _:
                return node

    def _constant(self, constant: ir.Constant) -> Plain:
        return {"name": constant.name, "type": self.type(constant.type), "value": plain_value(constant.type, constant.value)}

    def _action(self, action: ir.Action) -> Plain:
        own = cast(dict[str, Plain], self.node(action))
        return {
            **own,
            "doc": action.doc,
            "moments": moments(action, self._functions),
            "trial": self.node(trim_body(action.body)),
            "hiddenTargets": self._list_hidden_targets(action),
        }

    def _list_hidden_targets(self, action: ir.Action) -> Plain:
        """The numbers of variables; empty for a game without hidden information, which asks for none."""
        if not hides_something(self.game):
            return []
        numbers = {variable.name: number for number, variable in enumerate(self.game.variables)}
        return [sorted(numbers[name] for name in names) for names in list_hidden_targets(self.game, action)]


def plain_value(type_: Type, value: Value) -> Plain:
    """A value as JSON has it: sets as hexadecimal texts."""
    match type_:
        case kinds.SetType():
            return f"{value:x}"
        case kinds.OptionalType(item):
            return None if value is None else plain_value(item, value)
        case kinds.RecordType(fields=parts) if not kinds.is_scalar(type_):
            return [plain_value(item, part) for (_, item), part in zip(parts, value, strict=True)]
        case kinds.ListType(item):
            return [plain_value(item, part) for part in value]
        case kinds.MapType(_, item):
            return [plain_value(item, part) for part in value]
        case kinds.DeckType(item):
            return [[plain_value(item, part) for part in value[0]], list(value[1])]
        case _:
            return list(value) if isinstance(value, tuple) else value


def _list_expressions(show: Iterable[object]) -> list[ir.Expr]:
    """Every expression in a picture."""
    exprs: list[ir.Expr] = []
    for item in show:
        if isinstance(item, ir.Expr.__args__):
            exprs += walk(cast(ir.Expr, item))
        elif isinstance(item, tuple):
            exprs += _list_expressions(item)
        elif is_dataclass(item) and not isinstance(item, TYPES):
            exprs += _list_expressions(getattr(item, part.name) for part in fields(item))
    return exprs
