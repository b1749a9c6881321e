"""The text form of a game → the game; the inverse of `print.print_game`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rules_dsl.ir.nodes import Bound, Claim, Constant, Dominance, Expr, FindVar, Game, GivenInfo, Grade, OptionInfo, Rule
from rules_dsl.ir.printed.lines import Line, Words, outline
from rules_dsl.ir.printed.read_checks import CheckReader
from rules_dsl.ir.printed.read_statements import rule
from rules_dsl.ir.types import Type, Value

Item = TypeVar("Item")


def read_game(text: str) -> Game:
    """The game a text form stands for; raises ValueError if it is none."""
    lines = outline(text)
    if not lines:
        raise ValueError("not the text form of a game: it is empty")
    return _GameReader(lines).game()


class _GameReader(CheckReader):
    def __init__(self, lines: list[Line]) -> None:
        super().__init__()
        self.title = lines[0]
        self.lines: dict[str, list[Line]] = {}
        for line in lines[1:]:
            self.lines.setdefault(line.text.split(" ", 1)[0].partition(":")[0], []).append(line)

    def all(self, word: str, read: Callable[[Words], Item]) -> tuple[Item, ...]:
        """What all lines that begin with this word say."""
        return tuple([read(line.words()) for line in self.lines.get(word, ())])

    def blocks(self, word: str, read: Callable[[Line], Item]) -> tuple[Item, ...]:
        """What all lines that begin with this word say, with the lines under them."""
        return tuple([read(line) for line in self.lines.get(word, ())])

    def game(self) -> Game:
        """Read everything, declarations first."""
        self.all("type", self.declare)
        (self.players,) = self.all("players", self._used_type)
        constants = self.all("constant", self._constant)
        self._note_types("variable", self.variables)
        self._note_types("function", self.functions)
        kind, name, title, unique, doc = self._title()
        return Game(
            name=name,
            title=title,
            kind=kind,
            unique=unique,
            doc=doc,
            players=self.players,
            types=self.all("uses", self._used_type),
            sources=self.all("source", self._source),
            options=self.all("option", self._option),
            givens=self.all("given", self._given),
            facts=self.all("fact", self.fact),
            constants=constants,
            variables=self.all("variable", self.variable),
            finds=self.all("find", self._find),
            functions=self.blocks("function", self.function),
            actions=self.blocks("action", self.action),
            reactions=self.blocks("reaction", self.reaction),
            endings=self.all("ending", self.ending),
            find_rules=self.all("require", self.find_rule),
            play=self.block([inner for line in self.lines.get("play", ()) for inner in line.children]),
            nodes=self.blocks("node", self.node),
            sections=self.all("section", self._section_line),
            scores=self.all("score", self.score),
            claims=self.all("claim", self._claim),
            bounds=self.all("bound", self._bound),
            dominances=self.all("dominates", self._dominance),
            examples=self.blocks("example", self.example),
            counts=self.blocks("count", self.count),
            replays=self.all("replay", self.replay),
            bests=self.all("best", self.best),
            show=self.all("show", self.show),
            rules=self.all("rule", self._rule),
        )

    def _title(self) -> tuple[str, str, str, bool, str]:
        words = self.title.words()
        kind, name = words.name(), words.name()
        words.expect("called")
        return kind, name, words.string(), words.accept("unique"), words.about()

    def _used_type(self, words: Words) -> Type:
        words.take()
        return self.type(words)

    def _typed_line(self, words: Words) -> tuple[str, Type]:
        words.take()
        name = words.name()
        words.expect(":")
        return name, self.type(words)

    def _note_types(self, word: str, types: dict[str, Type]) -> None:
        types.update(self.all(word, self._typed_line))

    def _source(self, words: Words) -> tuple[str, str]:
        words.expect("source")
        return words.string(), words.string()

    def _constant(self, words: Words) -> Constant:
        name, type_ = self._typed_line(words)
        self.constants[name] = type_
        role = words.name()
        return Constant(name, type_, words.raw(), role)

    def _option(self, words: Words) -> OptionInfo:
        name, type_ = self._typed_line(words)
        value = words.raw()
        words.expect("usually")
        default = words.raw()
        reading = words.accept("reading")
        return OptionInfo(name, type_, value, default, reading, words.string(), rule(words))

    def _given(self, words: Words) -> GivenInfo:
        name, type_ = self._typed_line(words)
        required = words.name() == "required"
        legend: list[tuple[str, Value]] = []
        while words.kind() == "string":
            legend.append((words.string(), words.raw()))
        return GivenInfo(name, type_, required, tuple(legend), words.about())

    def _find(self, words: Words) -> FindVar:
        return FindVar(*self._typed_line(words))

    def _section_line(self, words: Words) -> tuple[str, int]:
        words.expect("section")
        name = words.name()
        words.expect("goto")
        return name, words.number()

    def _claim(self, words: Words) -> Claim:
        words.expect("claim")
        mode, label = words.name(), words.string()
        condition, then, falling = self.expression(words), self.optional(words, "then"), list[Expr]()
        while (found := self.optional(words, "by")) is not None:
            falling.append(found)
        return Claim(mode, label, condition, then, rule(words), tuple(falling))

    def _bound(self, words: Words) -> Bound:
        words.expect("bound")
        label = words.string()
        words.expect("=")
        return Bound(label, self.expression(words), rule(words))

    def _dominance(self, words: Words) -> Dominance:
        words.expect("dominates")
        label, grades = words.string(), list[Grade]()
        while words.next_is("more") or words.next_is("less"):
            less = words.name() == "less"
            grades.append(Grade(self.place(words), less))
        return Dominance(label, tuple(grades), rule(words))

    def _rule(self, words: Words) -> Rule:
        words.expect("rule")
        return rule(words)
