"""What a best line rests on: how its worth and the best that is possible move when a figure that nobody is sure of is something else."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from regelwerk.asking import Wish, asked
from regelwerk.loader import load_state
from regelwerk.plausible import Other, Plausible
from regelwerk.results import Asked, moves_of
from regelwerk.results import plain as plain_number
from regelwerk.settings import position
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir import nodes as ir
from rules_dsl.loading import find_rules
from rules_dsl.machine.api import Machine, PlayError
from solver.answers import Answer, Number, last_answer
from solver.clock import Clock
from solver.questions import Limits
from solver.replaying import Disagreement
from solver.solving import solve

LONGEST = 5.0
"""So many seconds go into each other value, if there is no limit."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A fact with another value: what the same line is worth then, or why it is not legal; and what is found and not surpassed then (None: the line is worth the same)."""

    fact: str
    was: int | str
    other: int | str
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


def plausible_of(words: Asked, game: ir.Game, files: Sequence[Path]) -> Plausible:
    """The doubtful facts of a game, and what they may be instead."""
    return Plausible(game, find_rules(words.game).parent, files)


def moved(words: Asked, wish: Wish, machine: Machine, line: tuple[Sequence[str], Number], clock: Clock, files: Sequence[Path] = ()) -> Iterator[Moved]:
    """Every other value with which a line (its moves and what it is worth) is worth something else, or not legal; ends with the time."""
    plausible = plausible_of(words, machine.game, files)
    every = [other for fact in plausible.doubtful() for other in plausible.others(fact)]
    for number, other in enumerate(every):
        if clock.is_over():
            return
        left = clock.deadline
        share = LONGEST if left is None else left / (len(every) - number)
        plain_wish = replace(wish, limits=Limits(share), line=())  # with another figure the known line may be refused
        found = _with_other(words, other, line, plain_wish)
        if found is not None:
            yield found


def _with_other(words: Asked, changed: Other, best: tuple[Sequence[str], Number], wish: Wish) -> Moved | None:
    """None where the table does not take the value, or nothing comes of it."""
    fact = changed.fact
    with tempfile.TemporaryDirectory() as folder:
        overlay = Path(folder) / "other.toml"
        overlay.write_text(f'[[{fact.table}]]\nname = "{fact.row}"\n{fact.field} = {changed.written}\n', encoding="utf-8")
        try:
            at = None if words.at is None else position(words.at)
            machine = load_state(words.game, words.options, words.givens, [*map(Path, words.data), overlay], "python", at).machine
        except RulesError:
            return None
    line, refused = _worth(machine, best[0])
    if line == best[1]:
        return None
    question, engine = asked(machine, wish)
    title = f"{fact.table}[{fact.row}].{fact.field}"
    was = int(fact.value) if isinstance(changed.shown, int) else fact.value
    return Moved(title, was, changed.shown, line, refused, last_answer(list(solve(question, engine, confirm=False))))


def _worth(machine: Machine, play: Sequence[str]) -> tuple[Number | None, str]:
    """What a line is worth, or why it is not legal."""
    try:
        state = machine.initial()
        for move in moves_of(machine, play):
            state = machine.apply(state, move)
    except (Disagreement, PlayError) as reason:
        return None, str(reason)
    return (machine.scores(state)[0], "") if machine.kind(state) == "over" else (None, "play goes on after it")
