"""Coverage: which rules a play uses, recorded by marks in the game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules_dsl.ir.automaton.graph import with_targets
from rules_dsl.ir.nodes import (
    Action,
    Assign,
    Binary,
    Chance,
    Choose,
    Expr,
    For,
    Game,
    If,
    Literal,
    Need,
    Node,
    Reaction,
    Require,
    Rule,
    RunNode,
    Seen,
    StateVar,
    Stmt,
    Var,
    VarPlace,
)
from rules_dsl.ir.types import EnumType, SetType, members_of_set
from rules_dsl.ir.watching import Watch
from rules_dsl.machine.api import State
from rules_dsl.source import Span

MARKS = "rules used"


@dataclass(frozen=True, slots=True)
class Branch:
    """A condition, and what it has never been."""

    span: Span
    never: tuple[bool, ...]


def branches(watch: Watch) -> tuple[Branch, ...]:
    """The conditions that were watched, in the order they are written."""
    result = [Branch(span, tuple(way for way in (True, False) if way not in seen)) for span, seen in watch.seen.items()]
    return tuple(sorted(result, key=lambda branch: (branch.span.file, branch.span.line, branch.span.column)))


@dataclass(frozen=True, slots=True)
class Coverage:
    """The rules of a game, those that were used, and for each paragraph whether one of its rules was; the conditions
    asked in them.
    """

    rules: tuple[Rule, ...]
    used: frozenset[str]
    branches: tuple[Branch, ...] = ()

    @property
    def unused(self) -> tuple[Rule, ...]:
        """Rules that no example and no play used."""
        return tuple(rule for rule in self.rules if rule.name not in self.used)

    @property
    def untaken(self) -> tuple[Branch, ...]:
        """Conditions that have always been the same, or were never asked."""
        return tuple(branch for branch in self.branches if branch.never)

    @property
    def paragraphs(self) -> dict[str, bool]:
        """Each cited paragraph, and whether some rule that cites it was used."""
        paragraphs: dict[str, bool] = {}
        for rule in self.rules:
            for cite in rule.cites:
                paragraphs[cite] = paragraphs.get(cite, False) or rule.name in self.used
        return paragraphs


@dataclass(frozen=True, slots=True)
class CoverageGame:
    """A game in which a further variable notes the rules that have been used."""

    game: Game
    names: tuple[str, ...]

    def list_used(self, state: State) -> frozenset[str]:
        """The rules used on the way to a state."""
        return frozenset(self.names[number] for number in members_of_set(state.values[-1]))


def with_marks(game: Game) -> CoverageGame:
    """The game that notes which of its rules are used."""
    names = tuple(dict.fromkeys(rule.name for rule in game.rules))
    if not names:
        names = ("play",)
    pen = _Pen(names, SetType(EnumType("rule", names)))
    marked = replace(
        game,
        variables=(*game.variables, StateVar(MARKS, pen.type, Literal(0, pen.type), Seen("none"))),
        actions=tuple(_action(pen, action) for action in game.actions),
        reactions=tuple(_reaction(pen, reaction) for reaction in game.reactions),
        nodes=_with_entries(pen, game, [_node(pen, node) for node in game.nodes]),
    )
    return CoverageGame(marked, names)


@dataclass(frozen=True, slots=True)
class _Pen:
    names: tuple[str, ...]
    type: SetType

    def mark(self, rule: Rule) -> tuple[Stmt, ...]:
        """The statement that notes a rule; nothing for a rule without a name of its own."""
        if rule.name not in self.names:
            return ()
        noted = Literal(1 << self.names.index(rule.name), self.type)
        return (
            Assign(VarPlace(MARKS, self.type), Binary("union", Var(MARKS, self.type), noted, self.type), False, rule),
        )


def _action(pen: _Pen, action: Action) -> Action:
    guarded = tuple(
        If(guard, mark, ())
        for need in action.needs
        if (guard := _guard(need, action)) and (mark := pen.mark(need.rule))
    )
    return replace(action, body=(*pen.mark(action.rule), *guarded, *_body(pen, action.body, action.rule)))


def _guard(need: Need, action: Action) -> Expr | None:
    """When a need that an exception adds is asked at all."""
    if need.rule == action.rule or not isinstance(need.condition, Binary) or need.condition.operator != "implies":
        return None
    return need.condition.left


def _reaction(pen: _Pen, reaction: Reaction) -> Reaction:
    return replace(reaction, body=(*pen.mark(reaction.rule), *_body(pen, reaction.body, reaction.rule)))


def _with_entries(pen: _Pen, game: Game, nodes: list[Node]) -> tuple[Node, ...]:
    """The nodes with a mark where each sub-play begins.

    What stood there moves behind the others; the stop node stays the last.
    """
    stop = len(nodes) - 1
    entries = [(mark, entry) for name, entry in game.sections if entry != stop and (mark := pen.mark(Rule(name)))]
    after = [nodes[entry] for _, entry in entries]
    last = stop + len(after)
    renumbered = [
        with_targets(node, lambda target: last if target == stop else target) for node in (*nodes[:stop], *after)
    ]
    for number, (mark, entry) in enumerate(entries):
        renumbered[entry] = RunNode(mark, stop + number)
    return (*renumbered, nodes[stop])


def _node(pen: _Pen, node: Node) -> Node:
    return replace(node, body=_body(pen, node.body, None)) if isinstance(node, RunNode) else node


def _body(pen: _Pen, body: Iterable[Stmt], known: Rule | None) -> tuple[Stmt, ...]:
    """A block with a mark before each statement of a rule that was not marked just before."""
    marked: list[Stmt] = []
    for statement in body:
        rule = _rule_of(statement)
        if rule is not None and rule != known:
            marked.extend(pen.mark(rule))
            known = rule
        marked.append(_inside(pen, statement, known))
    return tuple(marked)


def _rule_of(statement: Stmt) -> Rule | None:
    return statement.rule if isinstance(statement, Assign | Choose | Chance | Require) else None


def _inside(pen: _Pen, statement: Stmt, known: Rule | None) -> Stmt:
    if isinstance(statement, If):
        return replace(
            statement, then=_body(pen, statement.then, known), otherwise=_body(pen, statement.otherwise, known)
        )
    if isinstance(statement, For):
        return replace(statement, body=_body(pen, statement.body, known))
    return statement
