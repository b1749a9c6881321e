"""The test of the model of rounds: it finds what the model has, misses what it forbids, and keeps one file of evidence
for rules and models as they are.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench.railroads import evidence, relaxation
from bench.railroads.courses import Course, Line, course_of, instances, line_of, recorded, recorded_starts
from bench.railroads.feasible import Rows
from bench.railroads.records import FOLDER
from bench.railroads.relaxation import Recorded
from bench.railroads.reproducing import Reproducer
from solver.relaxed.relaxation import read

DROPPED = Path(__file__).parent / "plays" / "dropped_tiles.play"
UNKNOWN = FOLDER / "plays" / "emil_engineers.play"
"""A play on a deck that nobody knew."""


@pytest.fixture(scope="module")
def course() -> Course:
    return course_of((("deck", "7"),))


@pytest.fixture(scope="module")
def line(course: Course) -> Line:
    return course.recorded_line(DROPPED)


def from_sixth_round(course: Course, line: Line) -> tuple[Reproducer, Line]:
    at = next(at for at in course.turns(line) if course.round_at(line.positions[at]) == 6)
    return Reproducer(course, course.machine.state(line.positions[at])), line.rest(at)


def test_rows_have_a_play_without_a_solver(course: Course, line: Line) -> None:
    model, rest = from_sixth_round(course, line)
    assert model.has(rest)
    assert model.by_solver == 0


def test_what_the_model_forbids_is_missed(course: Course, line: Line) -> None:
    model, rest = from_sixth_round(course, line)
    plan = model.teller.plan
    plan.model.add(sum([flag for _, flag in plan.some("dropped")]) == 0)
    model.rows = Rows(plan.model, model.guesser.order)
    assert not model.has(rest)
    assert model.by_solver == 1


def test_a_play_with_more_than_its_score_is_missed(course: Course, line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    model, rest = from_sixth_round(course, line)
    play = course.played(rest)
    monkeypatch.setattr(course, "played", lambda _: replace(play, score=play.score + 1))
    assert not model.has(rest)


def test_random_plays_are_in_the_model_and_wrong_guesses_lose_nothing(course: Course, line: Line) -> None:
    model, _ = from_sixth_round(course, line)
    dice, start = random.Random(1), course.machine.state(from_sixth_round(course, line)[1].positions[0])
    lines = [course.random_line(start, dice) for _ in range(3)]
    assert all(model.has(each) for each in lines)
    model.guesser._usual = type(model.guesser._usual)("q", [0] * model.rows.count)
    assert all(model.has(each) for each in lines)


def test_a_play_on_a_deck_that_was_not_known_is_told_with_the_cards_that_came() -> None:
    options = next(options for path, options in recorded() if path == UNKNOWN)
    course, play = course_of(options), line_of(UNKNOWN, options)
    starts = recorded_starts(course, play, bool(options), relaxation.EVERY)
    assert starts and all(course.round_at(play.positions[at]) == 6 for at, _ in starts)
    at, start = starts[0]
    assert Reproducer(course, start).has(play.rest(at))


def test_all_recorded_plays_against_emil_that_end_are_asked() -> None:
    names = {path.relative_to(FOLDER).as_posix() for path, _ in recorded()}
    assert {
        "plays/emil_deck_7.play",
        "plays/emil_engineers.play",
        "plays/random.play",
        "best/deck_1.play",
        "best/endings/deck_1_602.play",
    } <= names
    assert not any("players" in name for name in names)


# -- evidence
# -------------------------------------------------------------------------------------------------------------


def test_the_models_are_those_that_were_tested() -> None:
    kept = json.loads(evidence.FILE.read_text(encoding="utf-8"))["models"]
    known = instances()
    assert len(kept) == len(known)
    for seed in (0, 1):
        assert kept[list(kept)[seed]] == evidence.model_digest(known[seed], seed), (
            "the models of rounds have changed: `python -m bench.railroads relaxation 100000 2` tests them again; "
            "`python -m bench.railroads bind` is for rules of which only the form has changed"
        )


def test_a_change_of_the_model_changes_its_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    before = evidence.model_digest((), 0)
    monkeypatch.setattr("solver.models.ultimate_railroads.ending.SECOND", 21)
    assert evidence.model_digest((), 0) != before


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "model" / "evidence.json"
    path.parent.mkdir()
    path.write_text(evidence.FILE.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(evidence, "FILE", path)
    return path


def test_other_models_have_no_evidence(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evidence.keep({**evidence.NOTHING, "random": 500, "seeds": 4, "missed": ["a play"]})
    kept = json.loads(file.read_text(encoding="utf-8"))
    monkeypatch.setattr(evidence, "digests", lambda: kept["digests"])
    monkeypatch.setattr(evidence, "models", lambda: kept["models"])
    evidence.bind()
    assert read(file).evidence.random_plays == 500
    monkeypatch.setattr(evidence, "models", lambda: {"deck 1": "another"})
    with pytest.raises(SystemExit, match="not those that were tested"):
        evidence.bind_again()
    evidence.bind()
    assert (read(file).evidence.random_plays, read(file).evidence.missed) == (0, 0)


def test_what_several_processes_find_is_one_file_and_the_same(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence, "bind", lambda: None)
    monkeypatch.setattr(
        relaxation,
        "recorded",
        lambda: [each for each in recorded() if each[0].name in ("last_round.play", "random.play")],
    )
    monkeypatch.setattr(relaxation, "EACH", 20)
    found: list[dict[str, Any]] = []
    for processes in (1, 2):
        evidence.keep(evidence.NOTHING)
        relaxation.look(30, processes)
        found.append(evidence.tested())
    assert found[0] == found[1]
    assert found[0]["random"] >= 30 and found[0]["seeds"] >= 2
    assert list(found[0]["recorded"]) == ["plays/random.play"], "the other play does not come to its end"
    assert read(file).evidence.recorded_plays == 1


def test_a_play_that_does_not_end_is_no_evidence() -> None:
    open_play = next(each for each in recorded() if each[0].name == "last_round.play")
    assert relaxation.record(open_play) is None
    ended = relaxation.record(next(each for each in recorded() if each[0].name == "random.play"))
    assert isinstance(ended, Recorded) and ended.missed == () and ended.positions > 0
