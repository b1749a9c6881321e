"""Text → the parts of a game that check it: examples, counts, plays and where its figures come from."""

from __future__ import annotations

from rules_dsl.ir.nodes import AtStep, Best, Count, Example, ExampleStep, Fact, GivenStep, MoveStep, RefusedStep, Replay, RunStep, ThenStep
from rules_dsl.ir.printed.lines import Line, Words
from rules_dsl.ir.printed.read_parts import PartReader
from rules_dsl.ir.printed.read_statements import rule
from rules_dsl.ir.types import Value

Texts = tuple[tuple[str, str], ...]
Values = tuple[tuple[str, Value], ...]


class CheckReader(PartReader):
    """Reads what checks a game."""

    def example(self, line: Line) -> Example:
        """Read an example."""
        words = line.words()
        words.expect("example")
        label, pending, origin = words.string(), words.accept("pending"), rule(words)
        options, givens, rest = settings(line.children)
        return Example(label, tuple(self._step(step) for step in rest), options, givens, origin, not pending)

    def _step(self, line: Line) -> ExampleStep:
        words = line.words()
        match words.name():
            case "set":
                return GivenStep(self.assign(words))
            case "at":
                return AtStep(words.name())
            case "move":
                return MoveStep(words.string())
            case "run":
                return RunStep(self.block(line.children))
            case "then":
                condition = self.expression(words)
                words.expect("called")
                return ThenStep(condition, words.string())
            case _:
                return RefusedStep(words.string() if words.kind() == "string" else None)

    def count(self, line: Line) -> Count:
        """Read a count."""
        words = line.words()
        words.expect("count")
        what, depth, expected, label = words.name(), words.number(), words.number(), words.string()
        pending = words.accept("pending")
        options, givens, _ = settings(line.children)
        return Count(what, depth, expected, label, options, givens, not pending)

    def fact(self, words: Words) -> Fact:
        """Read a figure of a table."""
        words.expect("fact")
        table, row, field, value, confidence, provenance, where, look = [words.string() for _ in range(8)]
        return Fact(table, row, field, value, confidence, provenance, where, look)

    def replay(self, words: Words) -> Replay:
        """Read a play to replay."""
        words.expect("replay")
        return Replay(words.string())

    def best(self, words: Words) -> Best:
        """Read a best score."""
        words.expect("best")
        exact = words.accept("exactly")
        if not exact:
            words.expect("at", "least")
        return Best(exact, words.number(), words.string())


def settings(lines: list[Line]) -> tuple[Texts, Values, list[Line]]:
    """Options and givens at the head of some lines, and the other lines."""
    options: list[tuple[str, str]] = []
    givens: list[tuple[str, Value]] = []
    rest: list[Line] = []
    for line in lines:
        words = line.words()
        if words.accept("option"):
            options.append((words.name(), words.string()))
        elif words.accept("given"):
            givens.append((words.name(), words.raw()))
        else:
            rest.append(line)
    return tuple(options), tuple(givens), rest
