"""Runs of `solve` in folders: what is kept, what goes on from it, and what is refused."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from regelwerk.api.asking import Inquiry
from regelwerk.report import runs
from regelwerk.report.results import Invocation
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.driver.engines import engine_for
from solver.driver.standing import NOT_PROVED_AGAIN, SAVED_RUN
from solver.protocol.answers import BoundEvent, Event, Incumbent, Status, last_answer
from solver.protocol.disagreement import Disagreement
from solver.protocol.questions import Aim, Limits, PreviousResult
from tests.solver.searches import ask

ASKED, NOTHING = Invocation("orchard"), PreviousResult()


def orchard(limits: Limits | None = None, earlier: PreviousResult = NOTHING) -> Inquiry:
    context = ask(PythonMachine(load("orchard")), Aim.HIGHEST, limits, earlier=earlier)
    return Inquiry(context.question, engine_for(context.question), context.machines)


def kept(folder: Path, question: Inquiry, most: int | None = None) -> list[Event]:
    """The events of a run in a folder, the first of them only if it was killed then."""
    run, events = runs.begin(folder, ASKED, question), []
    for event in question.events():
        run.note(event)
        events.append(event)
        if len(events) == most:
            break
    return events


def test_a_run_goes_on_with_what_it_had(tmp_path: Path) -> None:
    first = kept(tmp_path, orchard(), most=4)
    (tmp_path / runs.EVENTS).open("a").write('{"event": "found", "va')
    question, run = runs.go_on(tmp_path, ASKED, orchard())
    lines = [event for event in first if isinstance(event, Incumbent)]
    earlier = question.question.earlier
    assert earlier.value == lines[-1].value and earlier.play == lines[-1].play
    events = list(question.events())
    assert isinstance(events[0], Incumbent) and isinstance(events[1], BoundEvent)
    later = [event.value for event in events[2:] if isinstance(event, Incumbent)]
    assert all(value > lines[-1].value for value in later)
    for event in events:
        run.note(event)
    assert last_answer(events).value == 12
    assert json.loads(run.result.read_text())["value"] == 12
    again, _ = runs.go_on(tmp_path, ASKED, orchard())
    assert again.question.earlier.value == 12


def test_a_bound_from_a_file_is_no_proof() -> None:
    play = last_answer(list(orchard().events())).play
    proved = last_answer(list(orchard(earlier=PreviousResult(12, play, 12)).events()))
    assert proved.status is Status.OPTIMAL and proved.nodes > 0
    answer = last_answer(list(orchard(Limits(seconds=0), PreviousResult(12, play, 12)).events(confirm=False)))
    assert (answer.status, answer.value, answer.bound, answer.rests_on) == (Status.BOUNDED, 12, 12, (SAVED_RUN,))
    assert NOT_PROVED_AGAIN in answer.remarks


def test_a_limit_leaves_the_earlier_line_and_bound() -> None:
    play = last_answer(list(orchard().events())).play
    answer = last_answer(list(orchard(Limits(seconds=0), PreviousResult(12, play, 13)).events()))
    assert (answer.status, answer.value, answer.bound, answer.play) == (Status.BOUNDED, 12, 13, play)


def test_a_proof_against_what_was_known_is_noticed() -> None:
    with pytest.raises(Disagreement, match="11 was reported as the upper bound"):
        list(orchard(earlier=PreviousResult(bound=11)).events())


@pytest.mark.parametrize(
    ("name", "text", "word"),
    [
        (runs.QUESTION, "{", "contains no run"),
        (runs.QUESTION, "[]", "no schema"),
        (runs.QUESTION, '{"schema": "regelwerk.run/1", "rules": "x"}', "other rules"),
        (runs.EVENTS, "nonsense\n", "contains no run"),
        (runs.EVENTS, "[]\n", "does not hold events"),
        (runs.EVENTS, '{"event": "found", "value": 99, "play": []}\n', "line 1"),
        (runs.EVENTS, '{"event": "found", "value": 1, "play": ["fly"]}\n', "fly"),
        (runs.EVENTS, '{"event": "sung", "value": 1}\n', "sung"),
        (runs.EVENTS, '{"event": "bound", "value": "1e9"}\n', "bound"),
    ],
)
def test_what_is_no_run_is_told(name: str, text: str, word: str, tmp_path: Path) -> None:
    kept(tmp_path, orchard())
    (tmp_path / name).write_text(text)
    with pytest.raises(RulesError, match=word) as raised:
        runs.go_on(tmp_path, ASKED, orchard())
    assert raised.value.diagnostics[0].code == "E0761"


COMMAND = (
    sys.executable,
    "-m",
    "regelwerk",
    "solve",
    "fifteen",
    "--option",
    "width=3",
    "--option",
    "height=3",
    "--machine",
    "python",
    "--json",
)


@pytest.mark.long
def test_killed_at_any_moment_it_goes_on(tmp_path: Path) -> None:
    dice, started = random.Random(5), time.perf_counter()
    whole = subprocess.run([*COMMAND, "--save", str(tmp_path / "whole")], capture_output=True, text=True, check=True)
    length = time.perf_counter() - started
    expected = json.loads(whole.stdout.splitlines()[-1])
    for number in range(20):
        folder = tmp_path / str(number)
        process = subprocess.Popen(
            [*COMMAND, "--save", str(folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(dice.uniform(0, length))
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        begun = (folder / runs.QUESTION).exists()
        ended = subprocess.run(
            [*COMMAND, "--resume" if begun else "--save", str(folder)], capture_output=True, text=True, check=True
        )
        found = json.loads(ended.stdout.splitlines()[-1])
        assert (found["status"], found["value"], found["bound"]) == (
            expected["status"],
            expected["value"],
            expected["bound"],
        )
