"""Structured statements → a graph of nodes, still with locals that cross from node to node.

Blocks are lowered from behind: each statement is given the label where play goes on after it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rules_dsl.ir.automaton import loops
from rules_dsl.ir.automaton.cut import CutAction, cut_action
from rules_dsl.ir.automaton.graph import STOP, AutomatonGraph
from rules_dsl.ir.nodes import (
    Action,
    BranchNode,
    Chance,
    ChanceNode,
    Choose,
    Decide,
    DecideNode,
    Expr,
    For,
    Game,
    If,
    Leave,
    Literal,
    Local,
    Loop,
    Need,
    Option,
    Parameter,
    RunNode,
    Section,
    Stmt,
    Stop,
)
from rules_dsl.ir.rebuild import Body, statement_bodies, walk_statements


@dataclass(frozen=True, slots=True)
class StatementContext:
    """What surrounds a statement: where `leave` goes, and who chooses where nobody is named."""

    leave: int
    actor: Expr


@dataclass(slots=True)
class Lowering:
    """Everything made so far while a game's play is lowered."""

    game: Game
    graph: AutomatonGraph = field(default_factory=AutomatonGraph)
    cuts: dict[str, CutAction] = field(default_factory=dict)
    choices: dict[str, Action] = field(default_factory=dict)  # actions made of chooses, by the first name chosen
    first_sections: dict[str, Section] = field(default_factory=dict)
    stops: dict[int, bool] = field(default_factory=dict)  # by identity of a statement: must it become nodes?

    def block(self, body: Body, then: int, place: StatementContext) -> int:
        """The entry of nodes that do `body` and go on at `then`."""
        eager: list[Stmt] = []
        choices: list[Choose] = []
        for stmt in reversed(body):
            if choices and not isinstance(stmt, Choose):
                then = self._choices(choices, then, place)
            if not self.is_stop(stmt):
                eager.append(stmt)
                continue
            then = self._run(eager, then)
            if isinstance(stmt, Choose):
                choices.append(stmt)
            else:
                then = self._stop(stmt, then, place)
        if choices:
            then = self._choices(choices, then, place)
        return self._run(eager, then)

    def _run(self, backwards: list[Stmt], then: int) -> int:
        if not backwards:
            return then
        body = tuple(reversed(backwards))
        backwards.clear()
        return self.graph.add(RunNode(self._open_sections(body), then))

    def _open_sections(self, body: Body) -> Body:
        """Eager statements with sections replaced by what they do."""
        opened: list[Stmt] = []
        for stmt in body:
            match stmt:
                case Section(_, parameters, inner):
                    opened += [*parameters, *self._open_sections(inner)]
                case If(_, then, otherwise):
                    opened.append(
                        replace(stmt, then=self._open_sections(then), otherwise=self._open_sections(otherwise))
                    )
                case For(body=inner):
                    opened.append(replace(stmt, body=self._open_sections(inner)))
                case _:
                    opened.append(stmt)
        return tuple(opened)

    def is_stop(self, stmt: Stmt) -> bool:
        """Must the statement become nodes of its own?"""
        known = self.stops.get(id(stmt))
        if known is None:
            known = self.stops[id(stmt)] = self._is_stop(stmt)
        return known

    def _is_stop(self, stmt: Stmt) -> bool:
        if isinstance(stmt, Decide | Chance | Choose | Loop | Leave | Stop):
            return True
        if isinstance(stmt, Section) and self.first_sections.get(stmt.name) is stmt:
            return True
        return any(self.is_stop(inner) for block in statement_bodies(stmt) for inner in block)

    def _stop(self, stmt: Stmt, then: int, place: StatementContext) -> int:
        match stmt:
            case Decide():
                return self._decide(stmt, then, place)
            case Chance(name, domain, weight):
                return self.graph.add(ChanceNode(name, domain, weight, stmt.type, stmt.label, then, stmt.rule))
            case If(condition, yes, no):
                otherwise = self.block(no, then, place)
                return self.graph.add(BranchNode(condition, self.block(yes, then, place), otherwise))
            case Loop(until, body):
                return self._loop(until, body, then, place)
            case For():
                return loops.lower_for(
                    stmt, then, self.graph, lambda goes_on: self.block(stmt.body, goes_on, replace(place, leave=then))
                )
            case Section(name, parameters, body):
                return self._section(name, (*parameters, *body), stmt, then, place)
            case Leave():
                return place.leave
            case Stop():
                return STOP
            case _:
                raise TypeError(f"{type(stmt).__name__} is eager")

    def _decide(self, stmt: Decide, then: int, place: StatementContext) -> int:
        otherwise = None if stmt.otherwise is None else self.block(stmt.otherwise, then, place)
        options = tuple(Option(name, self._after_action(name, then)) for name in stmt.actions)
        return self.graph.add(DecideNode(stmt.actor, options, otherwise, stmt.label))

    def _after_action(self, name: str, then: int) -> int:
        cut = self.cuts.get(name)
        if cut is None:
            return then
        return self.block(cut.rest, then, StatementContext(STOP, Local(cut.action.player, self.game.players)))

    def _loop(self, until: Expr | None, body: Body, then: int, place: StatementContext) -> int:
        head = self.graph.reserve()
        inside = self.block(body, head, replace(place, leave=then))
        self.graph.nodes[head] = RunNode((), inside) if until is None else BranchNode(until, then, inside)
        return head

    def _section(self, name: str, body: Body, stmt: Section, then: int, place: StatementContext) -> int:
        entry = self.block(body, then, place)
        if self.first_sections.get(name) is stmt:
            self.graph.sections[name] = entry
        return entry

    def _choices(self, backwards: list[Choose], then: int, place: StatementContext) -> int:
        """A decision of its own, made of chooses that follow each other."""
        chooses = tuple(reversed(backwards))
        backwards.clear()
        first = chooses[0]
        action = self.choices.setdefault(first.name, self._choice_action(chooses))
        return self.graph.add(
            DecideNode(first.actor or place.actor, (Option(action.name, then),), None, first.rule.name)
        )

    def _choice_action(self, chooses: tuple[Choose, ...]) -> Action:
        name = f"choose.{chooses[0].name}"
        parameters = tuple(Parameter(choose.name, choose.type, choose.domain, span=choose.span) for choose in chooses)
        needs = tuple(
            Need(choose.condition, None, choose.rule, span=choose.span)
            for choose in chooses
            if choose.condition is not None
        )
        return Action(name, chooses[0].rule.name, f"{name}.player", parameters, needs, (), chooses[0].rule)


def lower(game: Game) -> Lowering:
    """The graph of a game's play, with what was cut from actions and made of chooses."""
    lowering = Lowering(game)
    for action in game.actions:
        cut = cut_action(action)
        if cut is not None:
            lowering.cuts[action.name] = cut
    for stmt in walk_statements(game.play):
        if isinstance(stmt, Section):
            lowering.first_sections.setdefault(stmt.name, stmt)
    lowering.graph.entry = lowering.block(game.play, STOP, StatementContext(STOP, Literal(0, game.players)))
    return lowering
