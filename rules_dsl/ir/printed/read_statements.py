"""Text → statements."""

from __future__ import annotations

from collections.abc import Iterator

from rules_dsl.ir.nodes import (
    Assign,
    Chance,
    Choose,
    Decide,
    FieldPlace,
    For,
    If,
    ItemPlace,
    Leave,
    Let,
    Loop,
    Need,
    Parameter,
    Place,
    Require,
    Rule,
    Section,
    Settle,
    Stmt,
    Stop,
    VarPlace,
)
from rules_dsl.ir.printed import defaults
from rules_dsl.ir.printed.lines import Line, Words
from rules_dsl.ir.printed.read_expressions import ExpressionReader
from rules_dsl.ir.rebuild import Body


def rule(words: Words) -> Rule:
    """Read the rule at the end of a line."""
    words.expect("&")
    name = words.name()
    return Rule(name, tuple(words.several("]", words.string)) if words.accept("[") else ())


class StatementReader(ExpressionReader):
    """Reads statements."""

    def block(self, lines: list[Line]) -> Body:
        """Read the statements of a block."""
        return tuple(self._statements(lines))

    def _statements(self, lines: list[Line]) -> Iterator[Stmt]:
        position = 0
        while position < len(lines):
            line = lines[position]
            following = lines[position + 1] if position + 1 < len(lines) else None
            otherwise = following if following is not None and following.text == "else" else None
            yield self._statement(line, otherwise)
            position += 1 if otherwise is None else 2

    def _statement(self, line: Line, otherwise: Line | None) -> Stmt:
        words = line.words()
        if words.next_is("$"):
            return self.assign(words)
        match words.name():
            case "let":
                return self._let_statement(words)
            case "if":
                condition = self.expression(words)
                then = self.block(line.children)
                return If(condition, then, () if otherwise is None else self.block(otherwise.children))
            case "for":
                each = self.each(words)
                return For(each.name, each.domain, each.type, self.block(line.children))
            case "need" | "implied" as word:
                return self.need(words, word == "implied")
            case "require":
                condition = self.expression(words)
                words.expect("else")
                return Require(condition, self.expression(words), rule(words))
            case "settle":
                return Settle()
            case word:
                return self._stop(word, words, line, otherwise)

    def _stop(self, word: str, words: Words, line: Line, otherwise: Line | None) -> Stmt:
        match word:
            case "choose":
                return self._choose(words)
            case "chance":
                each = self.each(words)
                weight = self.optional(words, "weighing")
                words.expect("called")
                return Chance(each.name, each.domain, weight, each.type, words.string(), rule(words))
            case "decide":
                return self._decide(words, otherwise)
            case "loop":
                until = self.optional(words, "until")
                return Loop(until, self.block(line.children))
            case "leave":
                return Leave()
            case "stop":
                return Stop()
            case "section":
                return self._section(words.name(), line.children)
            case _:
                raise words.problem("a statement")

    def assign(self, words: Words) -> Assign:
        """Read `place = value`."""
        place = self.place(words)
        checked = words.accept("=!")
        if not checked:
            words.expect("=")
        return Assign(place, self.expression(words), checked, rule(words))

    def place(self, words: Words) -> Place:
        """Read where something is put."""
        words.expect("$")
        name = words.name()
        found: Place = VarPlace(name, self.typed(words, self.variables.get(name)))
        while words.next_is("[") or words.next_is("->"):
            if words.accept("["):
                key = self.expression(words)
                words.expect("]")
                found = ItemPlace(found, key, self.typed(words, defaults.index_type(found.type)))
            else:
                words.expect("->")
                field = words.name()
                found = FieldPlace(found, field, self.typed(words, defaults.field_type(found.type, field)))
        return found

    def _let_statement(self, words: Words) -> Let:
        name = words.name()
        words.expect("=")
        value = self.expression(words)
        return Let(self.bind(name, value.type), value)

    def need(self, words: Words, implied: bool) -> Need:
        """Read the rest of `need …`."""
        condition = self.expression(words)
        reason = self.optional(words, "because")
        return Need(condition, reason, rule(words), implied)

    def _choose(self, words: Words) -> Choose:
        each = self.each(words)
        condition = self.optional(words, "where")
        actor = self.optional(words, "by")
        return Choose(each.name, each.domain, condition, each.type, rule(words), actor)

    def _decide(self, words: Words, otherwise: Line | None) -> Decide:
        actions = tuple(words.several("by", words.name))
        actor = self.expression(words)
        label = words.string() if words.accept("called") else ""
        return Decide(actor, actions, None if otherwise is None else self.block(otherwise.children), label)

    def _section(self, name: str, lines: list[Line]) -> Section:
        parameters: list[Let] = []
        if lines and lines[0].text == "with":
            for line in lines[0].children:
                words = line.words()
                words.expect("let")
                parameters.append(self._let_statement(words))
            lines = lines[1:]
        return Section(name, tuple(parameters), self.block(lines))

    def parameters(self, words: Words) -> tuple[Parameter, ...]:
        """Read parameters in parentheses."""
        words.expect("(")
        return tuple(words.several(")", lambda: self._parameter(words)))

    def _parameter(self, words: Words) -> Parameter:
        name = words.name()
        words.expect(":")
        type_ = self.type(words)
        self.bind(name, type_)
        return Parameter(name, type_, self.optional(words, "in"))
