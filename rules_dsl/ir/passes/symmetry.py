"""Which states differ only in the names of things that are alike: an analysis, and one representative for each class of
states.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, permutations, product
from math import factorial, prod

from rules_dsl.ir.folds import FOLDS
from rules_dsl.ir.nodes import (
    Assign,
    Builtin,
    Clause,
    Each,
    Expr,
    Fold,
    For,
    Game,
    ItemPlace,
    Literal,
    Local,
    Node,
    Place,
    RunNode,
    Stmt,
    Until,
    While,
)
from rules_dsl.ir.rebuild import place_variable, walk, walk_statements
from rules_dsl.ir.rebuild_game import game_blocks, game_expressions
from rules_dsl.ir.relabel import is_separable, mentions, relabel_value, sortable, view
from rules_dsl.ir.types import EnumType, Type, Value
from rules_dsl.ir.verifying.sameness import sameness_problems

MOST_TRIALS = 5_040

Values = tuple[Value, ...]


class Symmetry:
    """The alike types of a game that its rules treat alike, and representatives of states under changing their names."""

    def __init__(self, game: Game) -> None:
        self.types = [variable.type for variable in game.variables]
        self.enums = symmetric_types(game)
        self._separable = {enum: all(is_separable(type_, enum) for type_ in self.types) for enum in self.enums}

    def canonical(self, values: Values) -> Values:
        """One state for all that differ in names of alike things only.

        Where trying all names would take too long the result may be one of several; it is always a state of the same
        class.
        """
        for outer in self._outer_names():
            candidates = (
                self._with_names(values, outer, names)
                for names in product(*[permutations(range(len(e.members))) for e in outer])
            )
            return min((self._sort_members(candidate, self.enums[-1]) for candidate in candidates), key=sortable)
        for enum in self.enums:
            values = self._sort_members(values, enum)
        return values

    def _outer_names(self) -> Iterator[list[EnumType]]:
        """The types whose names are all tried: all but the last, if types occur together and that is not too much."""
        outer = self.enums[:-1]
        together = any(sum(mentions(type_, enum) for enum in self.enums) > 1 for type_ in self.types)
        if together and prod(factorial(len(enum.members)) for enum in outer) <= MOST_TRIALS:
            yield outer

    def _with_names(self, values: Values, enums: list[EnumType], names: Sequence[Sequence[int]]) -> Values:
        for enum, to in zip(enums, names, strict=True):
            values = self._rename_members(values, enum, to)
        return values

    def _rename_members(self, values: Values, enum: EnumType, to: Sequence[int]) -> Values:
        return tuple([relabel_value(type_, value, enum, to) for type_, value in zip(self.types, values, strict=True)])

    def _sort_members(self, values: Values, enum: EnumType) -> Values:
        """Number the members by what the state says about them; try all orders among those about which it says the
        same.
        """
        views = [self._view(values, enum, member) for member in range(len(enum.members))]
        order = sorted(range(len(views)), key=views.__getitem__)
        ties = [list(group) for _, group in groupby(order, key=views.__getitem__)]
        if self._separable[enum] or len(ties) == len(order) or prod(factorial(len(tie)) for tie in ties) > MOST_TRIALS:
            return self._rename_members(values, enum, _positions(order))
        orders = (
            [member for tie in choice for member in tie] for choice in product(*[permutations(tie) for tie in ties])
        )
        return min((self._rename_members(values, enum, _positions(order)) for order in orders), key=sortable)

    def _view(self, values: Values, enum: EnumType, member: int) -> Value:
        parts = zip(self.types, values, strict=True)
        return sortable(tuple([view(type_, value, enum, member) for type_, value in parts if mentions(type_, enum)]))


def _positions(order: Sequence[int]) -> list[int]:
    """For each member its place in the order."""
    to = [0] * len(order)
    for place, member in enumerate(order):
        to[member] = place
    return to


_LAST: list[tuple[Game, Symmetry]] = []


def canonical(game: Game, values: Values) -> Values:
    """The representative of a state of this game; its node stays the same."""
    if not _LAST or _LAST[0][0] is not game:
        _LAST[:] = [(game, Symmetry(game))]
    return _LAST[0][1].canonical(values)


def symmetric_types(game: Game) -> list[EnumType]:
    """The alike types of which the rules, as far as can be seen, never tell one value from another."""
    alike = [type_ for type_ in game.types if isinstance(type_, EnumType) and type_.kind == "alike"]
    if not alike or list(sameness_problems(game)):
        return []
    return [enum for enum in alike if _has_same_constants(game, enum) and not any(_breaks(enum, game))]


def _has_same_constants(game: Game, enum: EnumType) -> bool:
    return all(_has_same_value(constant.type, constant.value, enum) for constant in game.constants)


def _has_same_value(type_: Type, value: Value, enum: EnumType) -> bool:
    """Does the value stay as it is when two neighbours change their names?"""
    if not mentions(type_, enum):
        return True
    return all(
        relabel_value(type_, value, enum, _swap_neighbours(enum, member)) == value
        for member in range(len(enum.members) - 1)
    )


def _swap_neighbours(enum: EnumType, member: int) -> list[int]:
    to = list(range(len(enum.members)))
    to[member], to[member + 1] = member + 1, member
    return to


def _breaks(enum: EnumType, game: Game) -> Iterator[bool]:
    """Constructs that depend on the order of the values or name some of them."""
    rules = _rules_only(game)
    named = replace(rules, nodes=tuple(_without_control(node, game) for node in game.nodes))
    yield from (_names_some(part, enum) for expr in game_expressions(named) for part in walk(expr))
    yield from (any(mentions(parameter.type, enum) for parameter in reaction.parameters) for reaction in game.reactions)
    yield from (_expression_breaks(part, enum) for expr in game_expressions(rules) for part in walk(expr))
    yield from (_loop_breaks(stmt, enum) for body in game_blocks(rules) for stmt in walk_statements(body))


def _rules_only(game: Game) -> Game:
    """The game without what says how it begins, is shown and is checked."""
    return Game(
        game.name,
        game.title,
        game.kind,
        game.players,
        functions=game.functions,
        actions=game.actions,
        reactions=game.reactions,
        endings=game.endings,
        play=game.play,
        nodes=game.nodes,
        scores=game.scores,
    )


def _without_control(node: Node, game: Game) -> Node:
    """The node without what it puts into control variables, whose resting value nobody reads."""
    control = {variable.name for variable in game.variables if variable.control}
    if not isinstance(node, RunNode):
        return node
    kept = [
        stmt
        for stmt in node.body
        if not (isinstance(stmt, Assign) and isinstance(stmt.value, Literal) and place_variable(stmt.place) in control)
    ]
    return replace(node, body=tuple(kept))


def _names_some(expr: Expr, enum: EnumType) -> bool:
    return isinstance(expr, Literal) and not _has_same_value(expr.type, expr.value, enum)


def _expression_breaks(expr: Expr, enum: EnumType) -> bool:
    match expr:
        case Fold(kind, _, clauses) if FOLDS[kind].ordered:
            return _goes_through(clauses, enum)
        case Fold(clauses=clauses) if any(isinstance(clause, While | Until) for clause in clauses):
            return _goes_through(clauses, enum)
        case Builtin("next" | "previous" | "number", arguments):
            return mentions(arguments[0].type, enum)
        case Builtin("nth"):
            return mentions(expr.type, enum)
        case _:
            return False


def _goes_through(clauses: tuple[Clause, ...], enum: EnumType) -> bool:
    return any(isinstance(clause, Each) and mentions(clause.type, enum) for clause in clauses)


def _loop_breaks(stmt: Stmt, enum: EnumType) -> bool:
    """May it matter in which order a loop goes through the values? Not if each round writes entries of its own."""
    if not isinstance(stmt, For) or not mentions(stmt.type, enum):
        return False
    return not all(
        _has_key(inner.place, stmt.name) for inner in walk_statements(stmt.body) if isinstance(inner, Assign)
    )


def _has_key(place: Place, name: str) -> bool:
    if not isinstance(place, ItemPlace):
        return False
    return (isinstance(place.key, Local) and place.key.name == name) or _has_key(place.base, name)
