"""What rests on something that was tested but not proved is not optimal, and says what it rests on."""

from __future__ import annotations

from pathlib import Path

import pytest

from regelwerk.api.asking import Inquiry
from regelwerk.api.wording import describe_bounds, describe_status
from regelwerk.report import results, runs
from regelwerk.report.results import Invocation
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.loading import load
from rules_dsl.machine.api import Move
from rules_dsl.machine.generated.machine import PythonMachine
from solver.driver.engines import engine_for
from solver.driver.standing import SAVED_RUN, SearchRecord
from solver.protocol.answers import Answer, ArgumentLink, BoundEvent, Incumbent, Status, resting
from solver.protocol.context import SearchContext
from solver.protocol.questions import Aim, PreviousResult
from tests.solver.searches import ask

LINKS = (ArgumentLink("model of rounds", "tested on 7 plays"),)
SAID = "the model of rounds (tested on 7 plays, not proved)"
MOVES = (Move(0, ()),)
GAME = """rules 1
game One "One choice."
state
  points: 0..9
play
  choose gain
  choose gain
  stop
action gain(n: 1..3)
  does
    points += n
score
  points: points
"""


def question(tmp_path: Path, earlier: PreviousResult | None = None) -> SearchContext:
    path = tmp_path / "one.rules"
    path.write_text(GAME, encoding="utf-8")
    game = load(str(path))
    return ask(PythonMachine(game), Aim.HIGHEST, earlier=earlier or PreviousResult())


def answer(**keys: object) -> Answer:
    return Answer(
        **{
            "status": Status.OPTIMAL,
            "value": 6,
            "bound": 6,
            "play": MOVES,
            "method": "m",
            "nodes": 1,
            "seconds": 0.0,
            **keys,
        }
    )  # type: ignore[arg-type]


def test_an_answer_cannot_be_optimal_and_rest_on_a_test() -> None:
    with pytest.raises(ValueError, match="cannot be optimal"):
        answer(rests_on=LINKS)


def test_what_rests_on_a_test_is_bounded_even_without_a_gap() -> None:
    found = resting(answer(), LINKS)
    assert isinstance(found, Answer)
    assert (found.status, found.gap, found.rests_on) == (Status.BOUNDED, 0.0, LINKS)
    assert f"best 6, no better by {SAID}" in describe_status("highest score", found)


def test_an_open_gap_names_the_side_of_the_bound() -> None:
    assert describe_bounds(Aim.HIGHEST, 6, 8, LINKS) == f"best 6, upper bound 8 by {SAID}, gap 25.0 %"
    assert describe_bounds(Aim.FEWEST, 8, 6, LINKS) == f"best 8, lower bound 6 by {SAID}, gap 33.3 %"


def test_a_tested_bound_closes_no_search_and_makes_nothing_optimal(tmp_path: Path) -> None:
    asked = question(tmp_path)
    play = (Move(0, (3,)), Move(0, (3,)))
    standing = SearchRecord(question(tmp_path, PreviousResult(6, play, 6, LINKS)))
    standing.opening()
    ended = standing.take_event(answer(status=Status.BOUNDED, bound=9, play=play))
    assert isinstance(ended, Answer)
    assert (ended.status, ended.bound, ended.rests_on) == (Status.BOUNDED, 6, (*LINKS, SAVED_RUN))
    proved = SearchRecord(asked)
    proved.take_event(Incumbent(6, play, 0.0))
    proved.take_event(BoundEvent(6, 0.0, LINKS))
    assert proved.take_event(BoundEvent(6, 0.0)) == BoundEvent(6, 0.0), "the same bound, proved, is news"
    ended = proved.take_event(answer(status=Status.BOUNDED, bound=9, play=play))
    assert isinstance(ended, Answer)
    assert ended.status is Status.OPTIMAL


def test_a_saved_result_keeps_what_it_rests_on(tmp_path: Path) -> None:
    asked = question(tmp_path)
    path = results.save(
        tmp_path / "run",
        Invocation("one"),
        asked.machine,
        asked.start,
        "highest score",
        answer(status=Status.BOUNDED, play=(), rests_on=LINKS),
    )
    assert results.read(path).rests_on == LINKS
    path.write_text(path.read_text(encoding="utf-8").replace('"bounded"', '"optimal"'), encoding="utf-8")
    with pytest.raises(RulesError, match="cannot be optimal"):
        results.read(path)


def test_a_run_that_goes_on_keeps_what_its_bound_rests_on(tmp_path: Path) -> None:
    context, words = question(tmp_path), Invocation("one")
    asked = Inquiry(context.question, engine_for(context.question), context.machines)
    runs.begin(tmp_path / "run", words, asked).note(BoundEvent(8, 0.5, LINKS))
    earlier = runs.go_on(tmp_path / "run", words, asked)[0].question.earlier
    assert (earlier.bound, earlier.rests_on) == (8, LINKS)
