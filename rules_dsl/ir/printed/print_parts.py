"""The parts of a game → text: what engines run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from rules_dsl.ir.nodes import (
    Action,
    AtStep,
    BranchNode,
    ChanceNode,
    Count,
    DecideNode,
    Ending,
    Example,
    ExampleStep,
    Fills,
    FindRule,
    Function,
    Game,
    GivenStep,
    MoveStep,
    Node,
    Reaction,
    RefusedStep,
    RunNode,
    RunStep,
    ScoreLine,
    ShowEach,
    ShowGrid,
    ShowGroup,
    ShowItem,
    ShowNetwork,
    ShowText,
    ShowTiles,
    ShowTrack,
    StateVar,
    StopNode,
    ThenStep,
)
from rules_dsl.ir.printed.print_statements import StatementPrinter, indented, rule_text
from rules_dsl.ir.printed.words import name_text, raw_text, string_text
from rules_dsl.ir.types import Value


class PartPrinter(StatementPrinter):
    """Writes the parts of a game."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.players = game.players

    def variable(self, variable: StateVar) -> str:
        """A state variable."""
        control = " control" if variable.control else ""
        seen = f"seen {variable.seen.kind}{self._optional(' ', variable.seen.by)}"
        start = f"variable {name_text(variable.name)}: {self.types.text(variable.type)}{control}"
        return f"{start} {seen} = {self.text(variable.initial)}{_doc(variable.doc)}"

    def function(self, function: Function) -> Iterator[str]:
        """A function."""
        title = f"function {name_text(function.name)}: {self.types.text(function.type)}"
        yield f"{title} {self.parameters(function.parameters)}{rule_text(function.rule)}"
        yield f"  {self.text(function.body)}"

    def action(self, action: Action) -> Iterator[str]:
        """An action with its needs and its body."""
        title = f"action {name_text(action.name)} called {string_text(action.title)} by {self.bind(action.player, self.players)}"
        yield f"{title} {self.parameters(action.parameters)}{_doc(action.doc)}{rule_text(action.rule)}"
        yield from self.block(action.needs)
        yield "  does"
        yield from indented(self.block(action.body))

    def reaction(self, reaction: Reaction) -> Iterator[str]:
        """A reaction."""
        title = f"reaction {name_text(reaction.name)}{self.parameters(reaction.parameters)}"
        yield f"{title} when {self.text(reaction.condition)}{rule_text(reaction.rule)}"
        yield from self.block(reaction.body)

    def ending(self, ending: Ending) -> str:
        """An ending of the game."""
        title = f"ending {ending.kind}{self._each_player(ending.each)}"
        return f"{title}{self._optional(' who ', ending.who)} when {self.text(ending.condition)}{rule_text(ending.rule)}"

    def _each_player(self, each: str | None) -> str:
        return "" if each is None else f" each {self.bind(each, self.players)}"

    def score(self, line: ScoreLine) -> str:
        """A line of the score."""
        return f"score {string_text(line.label)}{self._each_player(line.each)} = {self.text(line.value)}{rule_text(line.rule)}"

    def node(self, number: int, node: Node) -> Iterator[str]:
        """A node of the automaton."""
        match node:
            case RunNode(body, then):
                yield f"node {number} run goto {then}"
                yield from self.block(body)
            case BranchNode(condition, then, otherwise):
                yield f"node {number} branch {self.text(condition)} goto {then} else {otherwise}"
            case DecideNode(actor, options, otherwise, label):
                ways = ", ".join(f"{name_text(option.action)} goto {option.then}" for option in options)
                rest = "" if otherwise is None else f" else {otherwise}"
                yield f"node {number} decide by {self.text(actor)} called {string_text(label)} ({ways}){rest}"
            case ChanceNode():
                yield self._chance(number, node)
            case StopNode():
                yield f"node {number} stop"
            case _:
                assert_never(node)

    def _chance(self, number: int, node: ChanceNode) -> str:
        over = self.each(node.variable, node.domain, node.type)
        weight = self._optional(" weighing ", node.weight)
        return f"node {number} chance {over}{weight} called {string_text(node.label)} goto {node.then}{rule_text(node.rule)}"

    def example(self, example: Example) -> Iterator[str]:
        """An example with its steps."""
        yield f"example {string_text(example.label)}{_pending(example.ready)}{rule_text(example.rule)}"
        yield from indented(settings(example.options, example.givens))
        for step in example.steps:
            yield from indented(self._step(step))

    def _step(self, step: ExampleStep) -> Iterator[str]:
        match step:
            case GivenStep(assign):
                yield f"set {next(self.statement(assign))}"
            case AtStep(section):
                yield f"at {name_text(section)}"
            case MoveStep(text):
                yield f"move {string_text(text)}"
            case RunStep(body):
                yield "run"
                yield from self.block(body)
            case ThenStep(condition, source):
                yield f"then {self.text(condition)} called {string_text(source)}"
            case RefusedStep(reason):
                yield "refused" if reason is None else f"refused {string_text(reason)}"
            case _:
                assert_never(step)

    def find_rule(self, rule: FindRule) -> str:
        """A rule of a find puzzle."""
        each = ", ".join([self.each(one.name, one.domain, one.type) for one in rule.each])
        return (
            f"require {name_text(rule.name)} ({each}) {self.text(rule.condition)} because {string_text(rule.reason)}{rule_text(rule.rule)}"
        )

    def show(self, item: ShowItem) -> str:
        """An item of the picture."""
        match item:
            case ShowText(text):
                return f"show text {self.text(text)}"
            case ShowEach(name, domain, type_, text):
                return f"show each {self.each(name, domain, type_)} => {self.text(text)}"
            case ShowGrid(name, type_, text, fills):
                return f"show grid {self.bind(name, type_)}: {self.types.text(type_)} => {self.text(text)}{self._fills(fills)}"
            case ShowGroup(name, domain, type_, items):
                each = self.each(name, domain, type_)
                return f"show group {each} => [{', '.join([self.show(inner) for inner in items])}]"
            case ShowTrack():
                return self._track(item)
            case ShowTiles(label, name, domain, type_, text, fills):
                return f"show tiles {self.text(label)} for {self.each(name, domain, type_)} => {self.text(text)}{self._fills(fills)}"
            case ShowNetwork():
                return self._network(item)
            case _:
                assert_never(item)

    def _fills(self, fills: Fills) -> str:
        return "".join([f" fill {self.text(colour)}{self._optional(' when ', when)}" for colour, when in fills])

    def _track(self, item: ShowTrack) -> str:
        title = f"show track {self.text(item.label)} over {self.text(item.positions)}"
        each = self.each(item.name, item.domain, item.type)
        track = f"{title} for {each} at {self.text(item.at)} => {self.text(item.text)}{self._fills(item.fills)}"
        if item.place is None:
            return track
        place = f"place {self.bind(item.place.name, item.place.type)}: {self.types.text(item.place.type)}"
        return f"{track} {place} => {self.text(item.place.text)}{self._fills(item.place.fills)}"

    def _network(self, item: ShowNetwork) -> str:
        place = f"show network {self.bind(item.name, item.type)}: {self.types.text(item.type)} at {self.text(item.x)}, {self.text(item.y)}"
        other = "" if item.other is None else f" link {self.bind(item.other, item.type)}"
        return f"{place} => {self.text(item.text)}{other}{self._optional(' in ', item.linked)}"


def count_lines(count: Count) -> Iterator[str]:
    """A count to check."""
    yield f"count {count.what} {count.depth} {count.expected} {string_text(count.label)}{_pending(count.ready)}"
    yield from indented(settings(count.options, count.givens))


def settings(options: Iterable[tuple[str, str]], givens: Iterable[tuple[str, Value]]) -> Iterator[str]:
    """Options and givens that differ from the game's own."""
    for name, text in options:
        yield f"option {name_text(name)} {string_text(text)}"
    for name, value in givens:
        yield f"given {name_text(name)} {raw_text(value)}"


def _doc(doc: str) -> str:
    return f" about {string_text(doc)}" if doc else ""


def _pending(ready: bool) -> str:
    return "" if ready else " pending"
