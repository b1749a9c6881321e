"""What each action, reaction and node reads and writes: an analysis, which changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce

from rules_dsl.ir.nodes import (
    Action,
    Assign,
    BranchNode,
    Call,
    ChanceNode,
    DecideNode,
    Expr,
    Game,
    Node,
    Possible,
    Reaction,
    RunNode,
    Settle,
    Stmt,
    StopNode,
    Stuck,
    Var,
)
from rules_dsl.ir.rebuild import Body, place_variable, statement_expressions, walk, walk_statements

NO_NAMES: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Effects:
    """Variables read and written; `settles`: ends a step, so reactions and endings follow."""

    reads: frozenset[str] = NO_NAMES
    writes: frozenset[str] = NO_NAMES
    settles: bool = False

    def __or__(self, other: Effects) -> Effects:
        return Effects(self.reads | other.reads, self.writes | other.writes, self.settles or other.settles)


NOTHING = Effects()


@dataclass(frozen=True, slots=True)
class GameEffects:
    """The effects of all parts of a game, by name and by number of the node.

    A node's own effects are without those of its actions.
    """

    functions: Mapping[str, frozenset[str]]
    actions: Mapping[str, Effects]
    reactions: Mapping[str, Effects]
    endings: frozenset[str]
    nodes: tuple[Effects, ...]
    of_block: Callable[[Body], Effects]


def effects(game: Game) -> GameEffects:
    """Who reads and writes what. `possible(a)` reads what a reads; `stuck()` reads what any action reads."""
    reader = _Reader(game)
    actions = {action.name: reader.action(action) for action in game.actions}
    reactions = {reaction.name: reader.reaction(reaction) for reaction in game.reactions}
    endings = reader.all_reads(
        part for ending in game.endings for part in (ending.condition, ending.who) if part is not None
    )
    nodes = tuple(reader.node(node) for node in game.nodes)
    return GameEffects(reader.functions, actions, reactions, endings, nodes, reader.block)


class _Reader:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.bodies = {function.name: function.body for function in game.functions}
        self.functions: dict[str, frozenset[str]] = {}
        self.asked: dict[str, frozenset[str]] = {}
        for name in self.bodies:
            self._function(name)

    def _function(self, name: str) -> frozenset[str]:
        if name not in self.functions:
            self.functions[name] = NO_NAMES  # for what is asked on the way back to the function itself
            self.functions[name] = self.reads(self.bodies[name]) if name in self.bodies else NO_NAMES
        return self.functions[name]

    def reads(self, expr: Expr) -> frozenset[str]:
        """The variables an expression reads, through functions too."""
        names: set[str] = set()
        for part in walk(expr):
            match part:
                case Var(name):
                    names.add(name)
                case Call(name):
                    names |= self._function(name)
                case Possible(name):
                    names |= self._list_deciding(name)
                case Stuck():
                    names.update(*[self._list_deciding(action.name) for action in self.game.actions])
                case _:
                    pass
        return frozenset(names)

    def _list_deciding(self, name: str) -> frozenset[str]:
        """What decides whether an action has a legal move."""
        if name not in self.asked:
            self.asked[name] = NO_NAMES  # a need that asks for the action itself adds nothing
            names = [self.action(action).reads for action in self.game.actions if action.name == name]
            self.asked[name] = NO_NAMES.union(*names)
        return self.asked[name]

    def all_reads(self, exprs: Iterable[Expr]) -> frozenset[str]:
        """The variables several expressions read."""
        return NO_NAMES.union(*[self.reads(expr) for expr in exprs])

    def action(self, action: Action) -> Effects:
        """The domains and needs of an action, and its body."""
        domains = [parameter.domain for parameter in action.parameters if parameter.domain is not None]
        reads = self.all_reads([*domains, *(need.condition for need in action.needs)])
        return Effects(reads) | self.block(action.body)

    def reaction(self, reaction: Reaction) -> Effects:
        """The condition of a reaction and its body."""
        domains = [parameter.domain for parameter in reaction.parameters if parameter.domain is not None]
        return Effects(self.all_reads([*domains, reaction.condition])) | self.block(reaction.body)

    def block(self, body: Body) -> Effects:
        """The effects of statements, nested ones included."""
        return reduce(Effects.__or__, [self._statement(stmt) for stmt in walk_statements(body)], NOTHING)

    def _statement(self, stmt: Stmt) -> Effects:
        reads = self.all_reads(statement_expressions(stmt))
        writes = frozenset([place_variable(stmt.place)]) if isinstance(stmt, Assign) else NO_NAMES
        return Effects(reads, writes, isinstance(stmt, Settle))

    def node(self, node: Node) -> Effects:
        """What a node does itself."""
        match node:
            case RunNode(body):
                return self.block(body)
            case BranchNode(condition):
                return Effects(self.reads(condition))
            case DecideNode(actor):
                return Effects(self.reads(actor))
            case ChanceNode(variable, domain, weight):
                exprs = [domain] if weight is None else [domain, weight]
                return Effects(self.all_reads(exprs), frozenset([variable]))
            case StopNode():
                return NOTHING
