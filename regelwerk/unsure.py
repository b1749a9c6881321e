"""What a best line rests on: how its worth and the best that is possible move when a figure that nobody is sure of is one more or one less."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from regelwerk.asking import Wish, asked
from regelwerk.loader import load_state
from regelwerk.results import Asked, moves_of
from regelwerk.results import plain as plain_number
from regelwerk.settings import position
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import Machine, PlayError
from solver.answers import Answer, Number, last_answer
from solver.clock import Clock
from solver.questions import Limits
from solver.replaying import Disagreement
from solver.solving import solve

WHOLE = re.compile(r"-?[0-9]{1,9}")
SURE = ("", "high")
LONGEST = 5.0
"""So many seconds go into each other value, if there is no limit."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A fact with another value: what the same line is worth then, or why it is not legal; and what is found and not surpassed then (None: the line is worth the same)."""

    fact: str
    was: int
    other: int
    line: Number | None
    refused: str = ""
    answer: Answer | None = None

    @property
    def says(self) -> str:
        """In words."""
        line = f"the line is worth {self.line}" if self.line is not None else f"the line is not legal ({self.refused})"
        best = "" if self.answer is None else f"; {self.answer.value} found, {self.answer.bound} not surpassed"
        return f"{self.fact} {self.other} instead of {self.was}: {line}{best}"


def plain(each: Moved) -> dict[str, object]:
    """As JSON has it."""
    found = each.answer
    best = {"value": None, "bound": None} if found is None else {"value": plain_number(found.value), "bound": plain_number(found.bound)}
    return {"fact": each.fact, "was": each.was, "other": each.other, "line": plain_number(each.line), "refused": each.refused, **best}


def doubtful(game: ir.Game) -> list[ir.Fact]:
    """The whole numbers among the facts that nobody is sure of."""
    return [fact for fact in game.facts if fact.confidence not in SURE and WHOLE.fullmatch(fact.value)]


def moved(words: Asked, wish: Wish, machine: Machine, play: Sequence[str], value: Number, clock: Clock) -> Iterator[Moved]:
    """Every other value with which the line is worth something else, or not legal; ends with the time."""
    facts = doubtful(machine.game)
    for number, fact in enumerate(facts):
        for other in (int(fact.value) - 1, int(fact.value) + 1):
            if clock.is_over():
                return
            left = clock.deadline
            share = LONGEST if left is None else left / (2 * (len(facts) - number))
            found = _with_other(words, fact, other, play, value, replace(wish, limits=Limits(share)))
            if found is not None:
                yield found


def _with_other(words: Asked, fact: ir.Fact, other: int, play: Sequence[str], value: Number, wish: Wish) -> Moved | None:
    """None where the table does not take the value, or nothing comes of it."""
    with tempfile.TemporaryDirectory() as folder:
        overlay = Path(folder) / "other.toml"
        overlay.write_text(f'[[{fact.table}]]\nname = "{fact.row}"\n{fact.field} = {other}\n', encoding="utf-8")
        try:
            at = None if words.at is None else position(words.at)
            machine = load_state(words.game, words.options, words.givens, [*map(Path, words.data), overlay], "python", at).machine
        except RulesError:
            return None
    line, refused = _worth(machine, play)
    if line == value:
        return None
    question, engine = asked(machine, wish)
    title = f"{fact.table}[{fact.row}].{fact.field}"
    return Moved(title, int(fact.value), other, line, refused, last_answer(list(solve(question, engine, confirm=False))))


def _worth(machine: Machine, play: Sequence[str]) -> tuple[Number | None, str]:
    """What a line is worth, or why it is not legal."""
    try:
        state = machine.initial()
        for move in moves_of(machine, play):
            state = machine.apply(state, move)
    except (Disagreement, PlayError) as reason:
        return None, str(reason)
    return (machine.scores(state)[0], "") if machine.kind(state) == "over" else (None, "play goes on after it")
