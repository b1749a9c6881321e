"""The template for engines works as it stands, once it is registered."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from regelwerk.api.asking import SearchOptions, make_inquiry
from regelwerk.api.loader import load
from regelwerk.api.machines import Unsupported
from solver.driver.engines import ENGINES
from solver.protocol.answers import Incumbent, Status, last_answer
from solver.protocol.engine import FunctionEngine
from solver.protocol.questions import Limits

TEMPLATE = Path(__file__).parents[2] / "docs" / "templates" / "engine.py"


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> FunctionEngine:
    spec = importlib.util.spec_from_file_location("engine_template", TEMPLATE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    engine: FunctionEngine = module.ENGINE
    monkeypatch.setitem(ENGINES, engine.name, engine)
    return engine


def test_its_lines_are_replayed_and_get_better() -> None:
    events = list(make_inquiry(load("orchard").initial(), SearchOptions(engine="random")).events())
    values = [event.value for event in events if isinstance(event, Incumbent)]
    answer = last_answer(events)
    assert values == sorted(values) and answer.value == values[-1] and 0 < answer.value <= 12
    assert (answer.status, answer.stopped, answer.nodes) == (Status.BOUNDED, "1,000 plays", 1_000)


def test_it_begins_at_the_start_of_the_question() -> None:
    state = load("orchard").initial()
    for _ in range(5):
        state = state.play(state.moves[0])
    answer = last_answer(list(make_inquiry(state, SearchOptions(engine="random")).events()))
    assert answer.value is not None
    for move in answer.play:
        state = state.play_raw(move)
    assert state.over and state.scores["Solo"] == answer.value


def test_limits_end_it() -> None:
    answer = last_answer(
        list(make_inquiry(load("orchard").initial(), SearchOptions(Limits(nodes=7), "random")).events())
    )
    assert (answer.stopped, answer.nodes) == ("nodes", 7)


def test_it_refuses_before_anything_is_compiled(registered: FunctionEngine) -> None:
    with pytest.raises(Unsupported, match="does not search for"):
        make_inquiry(load("hanoi").initial(), SearchOptions(engine="random"))
    question = make_inquiry(load("orchard").initial(), SearchOptions(engine="random")).question
    assert registered.accepts(question) is None
    chance = load("g2048", options={"size": "2"}).initial()
    with pytest.raises(Unsupported, match=r"where chance decides|does not search for"):
        make_inquiry(chance, SearchOptions(engine="random"))
