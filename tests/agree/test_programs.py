"""Random programs: the whole way from text to two machines, and everything that was once found so."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, seed, settings

from rules_dsl.examples import run_all
from rules_dsl.loading import load
from rules_dsl.machine.explore import ExploreLimits
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from solver.filling.search import list_solutions
from tests.agree import checking
from tests.agree.programs import program, programs

FOUND = sorted((Path(__file__).parent / "found").glob("*.rules"))
SETTINGS = settings(deadline=None, database=None, suppress_health_check=list(HealthCheck))


def check(text: str, number: int = 0) -> str:
    """Everything about one program; the code of its refusal, or nothing."""
    checking.check_text(text)
    game, errors = checking.analysed(text)
    codes = {each.code for each in errors}
    assert codes <= checking.REFUSALS, [(each.code, each.message, str(each.span)) for each in errors]
    if game is None:
        return min(codes)
    checking.check_form(game)
    checking.check_meaning(game, seed=number)
    return ""


@settings(SETTINGS, max_examples=70, derandomize=True)
@given(programs())
def test_programs(text: str) -> None:
    check(text)


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
def test_many_programs(block: int) -> None:
    numbers = range(1000 * (block + 1), 1000 * (block + 1) + 150)
    refused = Counter(check(program(random.Random(number)), number) for number in numbers)
    assert refused[""] > 140, refused


@pytest.mark.long
@seed(5)
@settings(SETTINGS, max_examples=1000)
@given(programs())
def test_many_programs_drawn(text: str) -> None:
    check(text)


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)
def test_what_was_found(path: Path) -> None:
    assert check(path.read_text(encoding="utf-8")) == ""
    for machine in (ReferenceMachine, PythonMachine):
        report = run_all(
            load(path), lambda options, givens: load(path, options, givens), machine, list_solutions, ExploreLimits()
        )
        assert report.outcomes and not report.failures


def test_programs_use_the_whole_language() -> None:
    words = "\n".join(program(random.Random(number)) for number in range(150))
    wanted = [
        "option ", "reading ", "given ", "table ", "open type", "extend ", "alike", " shown ", "define ", "private ", "let ", "event ", "action ",
        "needs ", "ensures ", "instead of", "also for", " before ", "whenever ", "play ", "repeat ", " as round", "loop until", "loop\n", "for ",
        "at once", "choose ", " by ", "else when", "else\n", "roll ", "draw ", "put ", " on v", " into ", "shuffle ", "leave", "stop", "goal ",
        "win ", "lose ", "draw when", "end when", "score", "claim ", "leads", "seen by owner", "seen by none", "seen by ", "possible(", "stuck()",
        "reach(", "distance(", "nearest(", "highest(", "lowest(", "union(", "first(", "sum(", "count(", "any(", "all(", " where ", " while ",
        " until ", " with ", " implies ", "not in", "members(", "value(", "the(", "nth(", "number(", "clamp(", "reversed(", "shuffled(", "without_last(",
    ]  # fmt: skip
    assert [word for word in wanted if word not in words] == []
