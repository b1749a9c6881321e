"""Confirming a proof: an engine over terms races against the graph of all positions, and the first opinion counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.driver import confirming
from solver.driver.engines import ENGINES
from solver.protocol.answers import Answer, BoundEvent, Event, Incumbent, Status, last_answer
from solver.protocol.context import SearchContext, TrustedBound
from solver.protocol.disagreement import Disagreement
from solver.protocol.engine import Engine, FunctionEngine
from solver.protocol.questions import Aim, PreviousResult, UnsupportedQuestion
from tests.native.compiling import kernels_run, native
from tests.solver.budget_games import budget_game
from tests.solver.searches import ask, solve
from tests.solver.test_prices import machine_of

pytestmark = [
    pytest.mark.skipif(not kernels_run(), reason="positions are counted by the compiled game"),
    pytest.mark.usefixtures("race"),
]


@pytest.fixture
def race(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confirming, "SMALL_GRAPH", 0)
    monkeypatch.setattr(confirming, "HEAD_START", 60.0)


def orchard() -> SearchContext:
    game = load("orchard")
    return ask(PythonMachine(game), Aim.HIGHEST, compiled=native(game))


def confirmed(engine: str = "depth") -> Answer:
    return last_answer(list(solve(orchard(), ENGINES[engine])))


def rival(*events: Event | Exception) -> Engine:
    def search(_context: SearchContext) -> Iterator[Event]:
        for event in events:
            if isinstance(event, Exception):
                raise event
            yield event

    return FunctionEngine("rival", "rival", frozenset({Aim.HIGHEST}), search)


def take(monkeypatch: pytest.MonkeyPatch, engine: Engine) -> None:
    monkeypatch.setattr(confirming, "_first_over_terms", lambda *_: engine)


def test_an_engine_over_terms_confirms_a_search_of_positions(tmp_path: Path) -> None:
    machine = machine_of(budget_game(4), tmp_path)
    asked = ask(machine, Aim.HIGHEST, compiled=native(machine.game))
    answer = last_answer(list(solve(asked, ENGINES["depth"])))
    assert answer.status is Status.OPTIMAL and answer.confirmed.endswith("(terms of the rules)")


def test_nothing_over_terms_confirms_what_came_from_terms() -> None:
    assert confirming._first_over_terms(orchard(), ENGINES["depth"].method) is not None
    assert confirming._first_over_terms(orchard(), ENGINES["cpsat"].method) is None


def test_a_bound_that_meets_the_line_of_the_rival_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    take(monkeypatch, rival(Incumbent(12, (), 0.0), BoundEvent(12, 0.0), RuntimeError("nobody waits for more")))
    assert confirmed().confirmed == "rival (terms of the rules)"


def test_another_value_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    take(monkeypatch, rival(Incumbent(11, (), 0.0), BoundEvent(11, 0.0)))
    with pytest.raises(Disagreement, match="depth first says 12, rival"):
        confirmed()


def test_what_breaks_in_the_rival_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    take(monkeypatch, rival(Disagreement("no such line")))
    with pytest.raises(Disagreement, match="no such line"):
        confirmed()


@pytest.mark.parametrize("words", [(UnsupportedQuestion("too large"),), (Incumbent(12, (), 0.0), BoundEvent(13, 0.0))])
def test_without_an_opinion_of_the_rival_the_graph_decides(
    words: tuple[Event | Exception, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    take(monkeypatch, rival(*words))
    assert "the graph of all" in confirmed().confirmed


def test_the_rival_is_given_nothing_that_the_answer_rests_on() -> None:
    asked = orchard()
    trusted = TrustedBound("a bound", "trusted", asked.machine, proved=False)
    helped = replace(asked, ceilings=(trusted,), question=replace(asked.question, earlier=PreviousResult(bound=3)))
    rival_opinion = confirming.RivalOpinion(helped, rival(), helped.clock)
    assert rival_opinion._context.ceilings == () and rival_opinion._context.question.earlier == PreviousResult()


def test_a_rival_without_memory_has_no_opinion(monkeypatch: pytest.MonkeyPatch) -> None:
    take(monkeypatch, rival(MemoryError()))
    assert "the graph of all" in confirmed().confirmed
