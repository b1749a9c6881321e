"""Which endings an action may bring about. Play settles at the end of every action; an ending that failed then can hold after the next one only if something
it reads has changed in its favour. What cannot have become true is not looked at again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from cython_ext.emit.decisions import Obstacle
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.course import endings_while_settling
from rules_dsl.ir.names import free_locals, substitute
from rules_dsl.ir.partial import can_fail
from rules_dsl.ir.rebuild import children, place_variable, walk, walk_statements
from rules_dsl.ir.state_reads import STATE, StateReads, writes
from rules_dsl.ir.types import OptionalType, SetType
from rules_dsl.source import NOWHERE, Span

Touch = frozenset[ir.Expr] | Obstacle
"""For whom an ending may have come to hold: the values of its `each`, as expressions of the action's player and parameters; or why it may be for anybody."""

NOBODY: frozenset[ir.Expr] = frozenset()


@dataclass(frozen=True, slots=True)
class Change:
    """One assignment: to a variable, or its entry with a key; a set may only grow or only shrink, a scalar may become `value`."""

    variable: str
    key: ir.Expr | None = None
    grows: bool = True
    shrinks: bool = True
    value: ir.Expr | None = None
    span: Span = NOWHERE


class ActionChanges:
    """What the actions of a game change of what its endings read."""

    def __init__(self, game: ir.Game, effects: StateReads) -> None:
        self.game = game
        self.effects = effects
        self.functions = {function.name: function for function in game.functions}
        self.endings = endings_while_settling(game)
        offered = {option.action for node in game.nodes if isinstance(node, ir.DecideNode) for option in node.options}
        self.actions = {action.name: action for action in game.actions if action.name in offered}
        between = frozenset[str]().union(*[writes(node.body) for node in game.nodes if isinstance(node, ir.RunNode)])
        self.between = [Change(name) for name in sorted(between)]

    @cached_property
    def obstacle(self) -> Obstacle | None:
        """Every action must settle just at its end, and nothing else happen on the way; else all endings are looked at after every action."""
        if self.game.reactions:
            return Obstacle("a reaction runs before the endings are tested", self.game.reactions[0].rule.span)
        chances = [node for node in self.game.nodes if isinstance(node, ir.ChanceNode)]
        if chances:
            return Obstacle("chance acts between the actions", chances[0].rule.span)
        others = [action for action in self.actions.values() if not _settles_last(action.body)]
        return Obstacle("something happens after the effects of the action", others[0].rule.span) if others else None

    def find_touched(self, action: str, ending: ir.Ending, condition: ir.Expr) -> Touch:
        """For whom the ending may have come to hold with the action."""
        stable = {self.actions[action].player, *[parameter.name for parameter in self.actions[action].parameters]}
        changes = [*changes_of(self.actions[action].body, stable), *self.between]
        analysis = Analysis(self, changes, ending.each)
        return analysis.find_moved(condition) if can_fail(condition, self.functions) else analysis.find_turned(condition, True)


def _settles_last(body: tuple[ir.Stmt, ...]) -> bool:
    return bool(body) and isinstance(body[-1], ir.Settle) and sum(isinstance(stmt, ir.Settle) for stmt in walk_statements(body)) == 1


def changes_of(body: tuple[ir.Stmt, ...], stable: set[str]) -> Iterator[Change]:
    """The assignments of a block; keys and values are told only if they read nothing but the stable locals."""
    for stmt in walk_statements(body):
        if isinstance(stmt, ir.Assign):
            yield _change(stmt, stable)


def _change(stmt: ir.Assign, stable: set[str]) -> Change:
    name = place_variable(stmt.place)
    match stmt.place:
        case ir.VarPlace():
            grows, shrinks = _direction(stmt.value, ir.Var(name, stmt.place.type))
            return Change(name, None, grows, shrinks, span=stmt.span)
        case ir.ItemPlace(ir.VarPlace(_, kind), key):
            known = key if _is_stable(key, stable) else None
            value = plain(stmt.value) if _is_stable(stmt.value, stable) else None
            grows, shrinks = _direction(stmt.value, ir.Index(ir.Var(name, kind), key, stmt.place.type))
            return Change(name, known, grows, shrinks, value, stmt.span)
        case _:
            return Change(name, span=stmt.span)


def _direction(value: ir.Expr, before: ir.Expr) -> tuple[bool, bool]:
    match value:
        case ir.Binary("union", left, _) if left == before:
            return True, False
        case ir.Binary("difference", left, _) if left == before:
            return False, True
        case _:
            return True, True


def _is_stable(expr: ir.Expr, stable: set[str]) -> bool:
    return free_locals(expr) <= stable and all(
        isinstance(part, ir.Local | ir.Literal | ir.Convert) or (isinstance(part, ir.Builtin) and part.name in ("next", "previous"))
        for part in walk(expr)
    )


def plain(expr: ir.Expr) -> ir.Expr:
    """The expression without changes of form around it."""
    return plain(expr.value) if isinstance(expr, ir.Convert) else expr


class Analysis:
    """The changes of one action against one condition; `each` is the name that goes through the players."""

    def __init__(self, changed: ActionChanges, changes: list[Change], each: str | None) -> None:
        self.changed = changed
        self.changes = changes
        self.each = each
        self.names = {change.variable for change in changes}

    def _is_apart(self, expr: ir.Expr) -> bool:
        """Does the expression read nothing that changes?"""
        reads = self.changed.effects.reads(expr)
        return STATE not in reads and not reads & self.names

    # -- any change at all --------------------------------------------------------------------------------------------

    def find_moved(self, expr: ir.Expr) -> Touch:
        """For whom the value may have changed."""
        if self._is_apart(expr):
            return NOBODY
        match expr:
            case ir.Var(name):
                return Obstacle(f"all of `{name}` is read", expr.span)
            case ir.Possible() | ir.Stuck():
                return Obstacle("it asks for the legal moves", expr.span)
            case ir.Index(ir.Var(name), key) if self._is_apart(key):
                return self._of([change for change in self.changes if change.variable == name], key, expr.span)
            case ir.Call():
                return self.find_moved(self._open_call(expr))
            case _:
                return union(self.find_moved(part) for part in children(expr))

    def _open_call(self, expr: ir.Call) -> ir.Expr:
        function = self.changed.functions[expr.function]
        names = [parameter.name for parameter in function.parameters]
        return substitute(function.body, dict(zip(names, expr.arguments, strict=True)))

    def _of(self, changes: list[Change], key: ir.Expr, span: Span) -> Touch:
        """For whom one of the changes is to the entry with this key."""
        return union(self._at(change, plain(key), span) for change in changes)

    def _at(self, change: Change, key: ir.Expr, span: Span) -> Touch:
        if change.key is None:
            return Obstacle(f"which entry of `{change.variable}` changes is known only while playing", change.span)
        if isinstance(key, ir.Literal) and isinstance(change.key, ir.Literal):
            apart = key.type == change.key.type and key.value != change.key.value
            return NOBODY if apart else Obstacle(f"the entry of `{change.variable}` it reads changes", span)
        return self._solve(key, change.key, change.variable, span)

    def _solve(self, key: ir.Expr, given: ir.Expr, variable: str, span: Span) -> Touch:
        """The value of `each` for which the key is what is given."""
        match key, given:
            case ir.Local(name, kind), _ if name == self.each and given.type == kind:
                return frozenset([given])
            case ir.Builtin("next", (inner,), kind), ir.Builtin("next", (other,)):
                return self._solve(inner, other, variable, span)
            case ir.Builtin("next", (inner,), kind), _ if given.type == kind:
                return self._solve(inner, ir.Builtin("previous", (given,), kind), variable, span)
            case _:
                return Obstacle(f"any entry of `{variable}` that it reads may have changed", span)

    # -- changes of one direction -------------------------------------------------------------------------------------

    def find_turned(self, expr: ir.Expr, up: bool) -> Touch:
        """For whom the condition may have come to hold, or to fail if not `up`."""
        if self._is_apart(expr):
            return NOBODY
        match expr:
            case ir.Unary("not", operand):
                return self.find_turned(operand, not up)
            case ir.Binary(("and" | "or"), left, right):
                return union(self.find_turned(side, up) for side in (left, right))
            case ir.Binary("implies", left, right):
                return union([self.find_turned(left, not up), self.find_turned(right, up)])
            case ir.Binary("in", item, whole) if self._is_apart(item):
                return self.find_resized(whole, up)
            case ir.Binary("==" | "!=" as operator):
                return self._compare(expr, up == (operator == "=="))
            case ir.Fold("any" | "all"):
                return self._turn_fold(expr, up)
            case ir.Call():
                return self.find_turned(self._open_call(expr), up)
            case _:
                return self.find_moved(expr)

    def _compare(self, expr: ir.Binary, up: bool) -> Touch:
        for side, other in ((expr.left, expr.right), (expr.right, expr.left)):
            if isinstance(other, ir.Literal) and other.value == 0 and other.type == side.type and _is_set(side):
                return self.find_resized(side, not up)
            match plain(side):
                case ir.Index(ir.Var(name), key) if up and self._is_apart(key) and self._is_apart(other):
                    return union(self._becomes(change, plain(other), expr.span) for change in self.changes if change.variable == name)
        return self.find_moved(expr)

    def _becomes(self, change: Change, wanted: ir.Expr, span: Span) -> Touch:
        """For whom an entry that is changed may now be what is wanted."""
        anybody = Obstacle(f"an entry of `{change.variable}` may become what it searches for", span)
        match wanted, change.value:
            case _, None:
                return anybody
            case ir.Local(name, kind), found if name == self.each and found.type == kind:
                return frozenset([found])
            case ir.Literal(None), found if not isinstance(found.type, OptionalType):
                return NOBODY
            case ir.Literal(value, kind), ir.Literal(other, same) if kind == same:
                return anybody if value == other else NOBODY
            case _:
                return anybody

    def _turn_fold(self, expr: ir.Fold, up: bool) -> Touch:
        """More values help `any` to hold and `all` to fail."""
        more = up == (expr.kind == "any")
        parts = [self.find_turned(expr.item, up)]
        for clause in expr.clauses:
            match clause:
                case ir.Each(_, domain):
                    parts.append(self.find_resized(domain, more))
                case ir.Where(condition):
                    parts.append(self.find_turned(condition, more))
                case ir.While(condition) | ir.Until(condition):
                    parts.append(self.find_moved(condition))
        return union(parts)

    def find_resized(self, whole: ir.Expr, up: bool) -> Touch:
        """For whom the set may have grown, or shrunk if not `up`."""
        if self._is_apart(whole):
            return NOBODY
        match whole:
            case ir.Index(ir.Var(name), key) if _is_set(whole) and self._is_apart(key):
                return self._of([change for change in self.changes if change.variable == name and _goes(change, up)], key, whole.span)
            case ir.Var(name) if _is_set(whole):
                goes = any(change.variable == name and _goes(change, up) for change in self.changes)
                return Obstacle(f"all of `{name}` is read", whole.span) if goes else NOBODY
            case ir.Binary(("union" | "common"), left, right):
                return union(self.find_resized(side, up) for side in (left, right))
            case ir.Binary("difference", left, right):
                return union([self.find_resized(left, up), self.find_resized(right, not up)])
            case ir.Walk("reach", start, None, _, step):
                return union(self.find_resized(part, up) for part in (start, step))
            case ir.Call():
                return self.find_resized(self._open_call(whole), up)
            case _:
                return self.find_moved(whole)


def _is_set(expr: ir.Expr) -> bool:
    return isinstance(expr.type, SetType)


def _goes(change: Change, up: bool) -> bool:
    return change.grows if up else change.shrinks


def union(parts: Iterable[Touch]) -> Touch:
    """All for whom one of them may be so."""
    found: frozenset[ir.Expr] = NOBODY
    for part in parts:
        if isinstance(part, Obstacle):
            return part
        found |= part
    return found
