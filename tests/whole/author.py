"""Small games drawn at random: the rules and, made together with them, their meaning in plain Python."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from tests.whole.acting import Actions
from tests.whole.course import Course
from tests.whole.declaring import declare
from tests.whole.draft import Draft
from tests.whole.judging import judge
from tests.whole.model import Model
from tests.whole.stating import Statements
from tests.whole.wording import Wording

KINDS = (
    "goal", "score", "two", "hidden", "goal", "chance", "score", "two chance", "hidden chance", "goal", "score", "two", "hidden", "chance", "three", "hidden chance",
)  # fmt: skip
CARELESS = 0.05


@dataclass(frozen=True, slots=True)
class Program:
    """Rules with their meaning. `option` is what the option `size` is set to."""

    kind: str
    text: str
    model: Model
    option: int
    numbers: int
    """So many numbers are written as they stand."""
    seed: str = ""


def program(kind: str, seed: str, twist: int = -1) -> Program:
    """The program of a seed; with a `twist` one of its numbers is another."""
    return replace(_program(kind, random.Random(seed), twist), seed=seed)


def _program(kind: str, dice: random.Random, twist: int) -> Program:
    """Everything, in the order in which it is written."""
    draft = Draft(kind, dice, Wording(dice, twist))
    draft.careless = draft.chance(CARELESS)
    option = declare(draft)
    public, secret = _actions(draft)
    Course(draft, Statements(draft), public, secret).play()
    judge(draft)
    return Program(kind, "\n".join(draft.text) + "\n", draft.model, option, draft.say.written)


def _actions(draft: Draft) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of the actions: those that are chosen one after another, and those that may be chosen at once."""
    actions = Actions(draft, Statements(draft))
    public = tuple(f"act{number}" for number in range(draft.dice.randint(1, 2 if draft.own else 4)))
    secret = tuple(
        f"own{number}" for number in range(draft.dice.randint(1, 2) if draft.own and draft.chance(0.7) else 0)
    )
    for name in public:
        actions.action(name)
    for name in secret:
        actions.own(name)
    if draft.chance(0.15):
        actions.reaction()
    return public, secret
