"""The game with marks put into its rules: a further variable notes what has been done, so that questions about rules are questions about states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.automaton.graph import with_targets
from rules_dsl.ir.types import BOOL, EnumType, SetType
from rules_dsl.machine.api import State
from rules_dsl.source import NOWHERE, Span
from solver.check.findings import Question, Topic
from solver.check.goals import Goal, Part

MARKS = "marks()"  # no author can write its name


@dataclass(frozen=True, slots=True)
class Place:
    """Something in the rules that can be done or not: a rule, or one side of a condition; `span` says where."""

    topic: Topic
    rule: ir.Rule
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Marked:
    """The game with marks, and for each mark what it notes. The marks are the last variable."""

    game: ir.Game
    places: tuple[Place, ...]
    type: SetType

    def goals(self) -> list[Goal]:
        """Each mark should be set in some play."""
        return [self._goal(number, place) for number, place in enumerate(self.places)]

    def _goal(self, number: int, place: Place) -> Goal:
        item = self.type.item
        holds = ir.Binary("in", ir.Literal(number, item), ir.Var(MARKS, self.type), BOOL, span=place.span)
        question = Question(place.topic, place.text, replace(place.rule, span=place.span))
        return Goal(question, (Part(holds),), True)


def marked(game: ir.Game) -> Marked:
    """Marks for each rule that does something, and for each side of each condition between statements."""
    first = _Writer(game, {}, _type(1))
    first.all()
    writer = _Writer(game, first.places, _type(len(first.places)))
    variable = ir.StateVar(MARKS, writer.type, ir.Literal(0, writer.type), ir.Seen("none"))
    return Marked(replace(writer.all(), variables=(*game.variables, variable)), tuple(writer.places), writer.type)


def begun_with_marks(game: ir.Game, first: State, start: State) -> State:
    """A position of the game without marks in the game with them: what is done before the first position is marked there, elsewhere nothing is.

    The stop node is the last one in both; where it stood, marks are set, and there play never rests.
    """
    node = len(game.nodes) - 1 if isinstance(game.nodes[start.node], ir.RunNode) else start.node
    if first.node == node and first.values[: len(start.values)] == start.values:
        return first
    return State((*start.values, *[0] * (len(first.values) - len(start.values))), node)


def _type(marks: int) -> SetType:
    return SetType(EnumType("mark()", tuple([str(number) for number in range(max(1, marks))])))


class _Writer:
    """Puts marks before statements. What each notes is found out by writing once; the type of all marks is known the second time."""

    def __init__(self, game: ir.Game, places: dict[Place, int], type_: SetType) -> None:
        self.game = game
        self.places = dict(places)
        self.type = type_

    def note(self, place: Place) -> ir.Stmt:
        """The statement that sets the mark of a place; one place has one mark wherever it stands."""
        number = self.places.setdefault(place, len(self.places))
        noted = ir.Binary("union", ir.Var(MARKS, self.type), ir.Literal(1 << number, self.type), self.type)
        return ir.Assign(ir.VarPlace(MARKS, self.type), noted, False, place.rule)

    def rule(self, rule: ir.Rule) -> ir.Stmt:
        """The mark of a rule."""
        return self.note(Place(Topic.RULE, rule, f"{rule.name} can be done", rule.span))

    # -- parts of the game --------------------------------------------------------------------------------------------

    def all(self) -> ir.Game:
        """The whole game."""
        actions = tuple([self.action(each) for each in self.game.actions])
        return replace(self.game, actions=actions, reactions=tuple([self.reaction(each) for each in self.game.reactions]), nodes=self.nodes())

    def action(self, action: ir.Action) -> ir.Action:
        """Marked where it begins, and where its conditions branch."""
        return replace(action, body=(self.rule(action.rule), *self.body(action.body, action.rule)))

    def reaction(self, reaction: ir.Reaction) -> ir.Reaction:
        """The same of a reaction."""
        return replace(reaction, body=(self.rule(reaction.rule), *self.body(reaction.body, reaction.rule)))

    def nodes(self) -> tuple[ir.Node, ...]:
        """The course of play with marks at both sides of each branch that an author has written. New nodes stand before the stop node, which stays the last."""
        stop = len(self.game.nodes) - 1
        branches = [number for number, each in enumerate(self.game.nodes) if isinstance(each, ir.BranchNode) and each.condition.span != NOWHERE]
        last = stop + 2 * len(branches)
        nodes = [with_targets(self._node(each), lambda target: last if target == stop else target) for each in self.game.nodes[:stop]]
        for place, number in enumerate(branches):
            node = nodes[number]
            assert isinstance(node, ir.BranchNode)
            nodes += [ir.RunNode((self.note(_side(PLAY, node.condition, True)),), node.then)]
            nodes += [ir.RunNode((self.note(_side(PLAY, node.condition, False)),), node.otherwise)]
            nodes[number] = ir.BranchNode(node.condition, stop + 2 * place, stop + 2 * place + 1)
        return (*nodes, self.game.nodes[stop])

    def _node(self, node: ir.Node) -> ir.Node:
        return replace(node, body=self.body(node.body, PLAY)) if isinstance(node, ir.RunNode) else node

    def body(self, body: Sequence[ir.Stmt], known: ir.Rule) -> tuple[ir.Stmt, ...]:
        """A block with a mark where a statement of another rule begins, and inside each branch."""
        found: list[ir.Stmt] = []
        for stmt in body:
            rule = stmt.rule if isinstance(stmt, ir.Assign | ir.Choose | ir.Require) else None
            if rule is not None and rule != known and rule.span != NOWHERE:
                found.append(self.rule(rule))
                known = rule
            found.append(self._inside(stmt, known))
        return tuple(found)

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


PLAY = ir.Rule("play")


def _side(rule: ir.Rule, condition: ir.Expr, way: bool) -> Place:
    return Place(Topic.BRANCH, rule, f"this condition of {rule.name} can be {'true' if way else 'false'}", condition.span)
