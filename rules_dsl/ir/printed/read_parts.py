"""Text → the parts of a game that say how it is played."""

from __future__ import annotations

from rules_dsl.ir.nodes import (
    Action,
    BranchNode,
    ChanceNode,
    DecideNode,
    Each,
    Ending,
    Expr,
    Fills,
    FindRule,
    Function,
    Need,
    Node,
    Option,
    Reaction,
    RunNode,
    ScoreLine,
    Seen,
    ShowEach,
    ShowGrid,
    ShowGroup,
    ShowItem,
    ShowNetwork,
    ShowPlace,
    ShowText,
    ShowTiles,
    ShowTrack,
    StateVar,
    StopNode,
)
from rules_dsl.ir.printed.lines import Line, Words
from rules_dsl.ir.printed.read_statements import StatementReader, rule
from rules_dsl.ir.types import EnumType, RecordType, Type


class PartReader(StatementReader):
    """Reads the parts of a game."""

    def __init__(self) -> None:
        super().__init__()
        self.players: Type = EnumType("Player", ())

    def variable(self, words: Words) -> StateVar:
        """Read a state variable."""
        words.expect("variable")
        name = words.name()
        words.expect(":")
        type_, control = self.type(words), words.accept("control")
        words.expect("seen")
        kind = words.name()
        by = None if words.next_is("=") else self.expression(words)
        words.expect("=")
        return StateVar(name, type_, self.expression(words), Seen(kind, by), control, words.about())

    def function(self, line: Line) -> Function:
        """Read a function."""
        words = line.words()
        words.expect("function")
        name = words.name()
        words.expect(":")
        type_ = self.type(words)
        parameters, origin = self.parameters(words), rule(words)
        return Function(name, parameters, self.expression(line.children[0].words()), type_, origin)

    def action(self, line: Line) -> Action:
        """Read an action."""
        words = line.words()
        words.expect("action")
        name = words.name()
        words.expect("called")
        title = words.string()
        words.expect("by")
        player = self.bind(words.name(), self.players)
        parameters, doc, origin = self.parameters(words), words.about(), rule(words)
        needs = tuple(self._need(need) for need in line.children[:-1])
        return Action(name, title, player, parameters, needs, self.block(line.children[-1].children), origin, doc)

    def _need(self, line: Line) -> Need:
        words = line.words()
        return self.need(words, words.name() == "implied")

    def reaction(self, line: Line) -> Reaction:
        """Read a reaction."""
        words = line.words()
        words.expect("reaction")
        name, parameters = words.name(), self.parameters(words)
        words.expect("when")
        condition, origin = self.expression(words), rule(words)
        return Reaction(name, parameters, condition, self.block(line.children), origin)

    def ending(self, words: Words) -> Ending:
        """Read an ending."""
        words.expect("ending")
        kind, each, who = words.name(), self._each_player(words), self.optional(words, "who")
        words.expect("when")
        return Ending(kind, self.expression(words), who, each, rule(words))

    def _each_player(self, words: Words) -> str | None:
        return self.bind(words.name(), self.players) if words.accept("each") else None

    def score(self, words: Words) -> ScoreLine:
        """Read a line of the score."""
        words.expect("score")
        label, each = words.string(), self._each_player(words)
        words.expect("=")
        return ScoreLine(label, self.expression(words), each, rule(words))

    def node(self, line: Line) -> Node:
        """Read a node of the automaton."""
        words = line.words()
        words.expect("node")
        words.number()
        match words.name():
            case "run":
                return RunNode(self.block(line.children), self._target(words, "goto"))
            case "branch":
                condition = self.expression(words)
                return BranchNode(condition, self._target(words, "goto"), self._target(words, "else"))
            case "decide":
                return self._decide_node(words)
            case "chance":
                return self._chance_node(words)
            case _:
                return StopNode()

    def _target(self, words: Words, arrow: str) -> int:
        words.expect(arrow)
        return words.number()

    def _decide_node(self, words: Words) -> Node:
        words.expect("by")
        actor = self.expression(words)
        words.expect("called")
        label = words.string()
        words.expect("(")
        options = words.several(")", lambda: Option(words.name(), self._target(words, "goto")))
        return DecideNode(actor, tuple(options), self._target(words, "else") if words.next_is("else") else None, label)

    def _chance_node(self, words: Words) -> Node:
        each = self.each(words)
        weight = self.optional(words, "weighing")
        words.expect("called")
        label = words.string()
        return ChanceNode(each.name, each.domain, weight, each.type, label, self._target(words, "goto"), rule(words))

    def find_rule(self, words: Words) -> FindRule:
        """Read a rule of a find puzzle."""
        words.expect("require")
        name = words.name()
        words.expect("(")
        each: list[Each] = words.several(")", lambda: self.each(words))
        condition = self.expression(words)
        words.expect("because")
        return FindRule(name, tuple(each), condition, words.string(), rule(words))

    def show(self, words: Words) -> ShowItem:
        """Read an item of the picture."""
        words.expect("show")
        match words.name():
            case "text":
                return ShowText(self.expression(words))
            case "each":
                each = self.each(words)
                return ShowEach(each.name, each.domain, each.type, self._after_arrow(words))
            case "group":
                each = self.each(words)
                words.expect("=>")
                words.expect("[")
                return ShowGroup(each.name, each.domain, each.type, tuple(words.several("]", lambda: self.show(words))))
            case "grid":
                return self._grid(words)
            case "tiles":
                label = self.expression(words)
                words.expect("for")
                each = self.each(words)
                return ShowTiles(label, each.name, each.domain, each.type, self._after_arrow(words), self._fills(words))
            case "track":
                return self._track(words)
            case _:
                return self._network(words)

    def _after_arrow(self, words: Words) -> Expr:
        words.expect("=>")
        return self.expression(words)

    def _typed_name(self, words: Words) -> tuple[str, Type]:
        name = words.name()
        words.expect(":")
        type_ = self.type(words)
        return self.bind(name, type_), type_

    def _grid(self, words: Words) -> ShowGrid:
        name, type_ = self._typed_name(words)
        text, fills = self._after_arrow(words), self._fills(words)
        if not isinstance(type_, RecordType):
            raise words.problem("a record")
        return ShowGrid(name, type_, text, fills)

    def _fills(self, words: Words) -> Fills:
        fills: list[tuple[Expr, Expr | None]] = []
        while words.accept("fill"):
            colour = self.expression(words)
            fills.append((colour, self.optional(words, "when")))
        return tuple(fills)

    def _track(self, words: Words) -> ShowTrack:
        label = self.expression(words)
        words.expect("over")
        positions = self.expression(words)
        words.expect("for")
        each = self.each(words)
        words.expect("at")
        at = self.expression(words)
        text, fills, place = self._after_arrow(words), self._fills(words), None
        if words.accept("place"):
            name, type_ = self._typed_name(words)
            place = ShowPlace(name, type_, self._after_arrow(words), self._fills(words))
        return ShowTrack(label, positions, each.name, each.domain, each.type, at, text, fills, place)

    def _network(self, words: Words) -> ShowNetwork:
        name, type_ = self._typed_name(words)
        words.expect("at")
        x = self.expression(words)
        words.expect(",")
        y = self.expression(words)
        text = self._after_arrow(words)
        other = self.bind(words.name(), type_) if words.accept("link") else None
        return ShowNetwork(name, type_, x, y, text, other, self.optional(words, "in"))
