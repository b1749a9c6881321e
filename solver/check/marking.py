"""Adds marks to the rules: a variable records what has happened, so that questions about rules become questions about
states.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.automaton.graph import with_targets
from rules_dsl.ir.types import BOOL, EnumType, SetType
from rules_dsl.machine.api import State
from rules_dsl.source import NOWHERE, Span
from solver.check.findings import RuleQuestion, Topic
from solver.check.goals import CheckGoal, GoalPart

MARKS = "marks()"  # no author can write its name


@dataclass(frozen=True, slots=True)
class MarkedPlace:
    """A place in the rules that play may reach: a rule, or one side of a condition. `span` locates it."""

    topic: Topic
    rule: ir.Rule
    text: str
    span: Span


Passing = Mapping[int, Sequence[tuple[ir.Expr, MarkedPlace]]]
"""For decisions that are passed over where no option is legal: conditions to be tested then, each with the place to be
marked where it holds.
"""


@dataclass(frozen=True, slots=True)
class MarkedGame:
    """The game with marks, and for each mark what it notes. The marks are the last variable."""

    game: ir.Game
    places: tuple[MarkedPlace, ...]
    type: SetType

    def goals(self) -> list[CheckGoal]:
        """Each mark of a rule or a branch should be set in some play."""
        return [self._goal(place) for place in self.places if place.topic is not Topic.NEED]

    def part(self, place: MarkedPlace) -> GoalPart:
        """That the mark of a place is set."""
        number = ir.Literal(self.places.index(place), self.type.item)
        return GoalPart(ir.Binary("in", number, ir.Var(MARKS, self.type), BOOL, span=place.span))

    def _goal(self, place: MarkedPlace) -> CheckGoal:
        question = RuleQuestion(place.topic, place.text, replace(place.rule, span=place.span))
        return CheckGoal(question, (self.part(place),), True)


def add_marks(game: ir.Game, passing: Passing | None = None) -> MarkedGame:
    """Add a mark for each rule with an effect, for each side of each condition between statements, and for what
    `passing` tests.
    """
    first = _Writer(game, {}, _type(1), passing or {})
    first.all()
    writer = _Writer(game, first.places, _type(len(first.places)), passing or {})
    variable = ir.StateVar(MARKS, writer.type, ir.Literal(0, writer.type), ir.Seen("none"))
    return MarkedGame(replace(writer.all(), variables=(*game.variables, variable)), tuple(writer.places), writer.type)


def mark_start(game: ir.Game, first: State, start: State) -> State:
    """Translate a start into the game with marks.

    What happens before the first position is marked there, and nothing otherwise. The stop node is last in both games;
    in its old place marks are set, and play never rests there.
    """
    node = len(game.nodes) - 1 if isinstance(game.nodes[start.node], ir.RunNode) else start.node
    if first.node == node and first.values[: len(start.values)] == start.values:
        return first
    return State((*start.values, *[0] * (len(first.values) - len(start.values))), node)


def _type(marks: int) -> SetType:
    return SetType(EnumType("mark()", tuple([str(number) for number in range(max(1, marks))])))


class _Writer:
    """Inserts marks before statements.

    A first pass finds out what is marked, and so the type of the marks; a second pass inserts them.
    """

    def __init__(self, game: ir.Game, places: dict[MarkedPlace, int], type_: SetType, passing: Passing) -> None:
        self.game = game
        self.places = dict(places)
        self.type = type_
        self.passing = passing

    def note(self, place: MarkedPlace) -> ir.Stmt:
        """The statement that sets the mark of a place; one place has one mark wherever it stands."""
        number = self.places.setdefault(place, len(self.places))
        noted = ir.Binary("union", ir.Var(MARKS, self.type), ir.Literal(1 << number, self.type), self.type)
        return ir.Assign(ir.VarPlace(MARKS, self.type), noted, False, place.rule)

    def rule(self, rule: ir.Rule) -> ir.Stmt:
        """The mark of a rule."""
        return self.note(MarkedPlace(Topic.RULE, rule, f"{rule.name} can be done", rule.span))

    # -- parts of the game --------------------------------------------------------------------------------------------

    def all(self) -> ir.Game:
        """The whole game."""
        actions = tuple([self.action(item) for item in self.game.actions])
        return replace(
            self.game,
            actions=actions,
            reactions=tuple([self.reaction(item) for item in self.game.reactions]),
            nodes=self.nodes(),
        )

    def action(self, action: ir.Action) -> ir.Action:
        """Marked where it begins, and where its conditions branch."""
        return replace(action, body=(self.rule(action.rule), *self.body(action.body, action.rule)))

    def reaction(self, reaction: ir.Reaction) -> ir.Reaction:
        """A reaction with its marks."""
        return replace(reaction, body=(self.rule(reaction.rule), *self.body(reaction.body, reaction.rule)))

    def nodes(self) -> tuple[ir.Node, ...]:
        """The course of play with marks at both sides of each branch that an author has written, and where decisions
        are passed over. New nodes stand before the stop node, which stays the last.
        """
        stop = len(self.game.nodes) - 1
        nodes = list(self.game.nodes)
        for number in range(stop):
            nodes[number] = self._node(number, nodes)
        last = len(nodes) - 1
        moved = [
            with_targets(node, lambda target: last if target == stop else target - (target > stop)) for node in nodes
        ]
        return (*moved[:stop], *moved[stop + 1 :], moved[stop])

    def _node(self, number: int, nodes: list[ir.Node]) -> ir.Node:
        """The node as it becomes; those it needs are put behind the others."""
        node = nodes[number]
        match node:
            case ir.RunNode(body):
                return replace(node, body=self.body(body, PLAY))
            case ir.BranchNode(condition, then, otherwise) if condition.span != NOWHERE:
                sides = [
                    _put(nodes, ir.RunNode((self.note(_side(PLAY, condition, way)),), on))
                    for way, on in ((True, then), (False, otherwise))
                ]
                return ir.BranchNode(condition, *sides)
            case ir.DecideNode(otherwise=int(otherwise)):
                for condition, place in self.passing.get(number, ()):
                    noted = _put(nodes, ir.RunNode((self.note(place),), otherwise))
                    otherwise = _put(nodes, ir.BranchNode(condition, noted, otherwise))
                return replace(node, otherwise=otherwise)
            case _:
                return node

    def body(self, body: Sequence[ir.Stmt], known: ir.Rule) -> tuple[ir.Stmt, ...]:
        """A block with a mark where a statement of another rule begins, and inside each branch."""
        stmts: list[ir.Stmt] = []
        for stmt in body:
            rule = stmt.rule if isinstance(stmt, ir.Assign | ir.Choose | ir.Require) else None
            if rule is not None and rule != known and rule.span != NOWHERE:
                stmts.append(self.rule(rule))
                known = rule
            stmts.append(self._inside(stmt, known))
        return tuple(stmts)

    def _inside(self, stmt: ir.Stmt, known: ir.Rule) -> ir.Stmt:
        if isinstance(stmt, ir.For):
            return replace(stmt, body=self.body(stmt.body, known))
        if not isinstance(stmt, ir.If):
            return stmt
        then, otherwise = self.body(stmt.then, known), self.body(stmt.otherwise, known)
        if stmt.condition.span == NOWHERE:
            return replace(stmt, then=then, otherwise=otherwise)
        yes, no = (self.note(_side(known, stmt.condition, way)) for way in (True, False))
        return replace(stmt, then=(yes, *then), otherwise=(no, *otherwise))


def _put(nodes: list[ir.Node], node: ir.Node) -> int:
    """The number of a node that is put behind the others."""
    nodes.append(node)
    return len(nodes) - 1


PLAY = ir.Rule("play")


def _side(rule: ir.Rule, condition: ir.Expr, way: bool) -> MarkedPlace:
    return MarkedPlace(
        Topic.BRANCH, rule, f"this condition of {rule.name} can be {'true' if way else 'false'}", condition.span
    )
