"""Limits are kept whatever a command is busy with: its supervisor asks it to end, then ends it, and says what was found."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from regelwerk.supervision.processes import family
from tests.cli.warm.starting import FRESH, warm_command
from tests.solver.searches import ask

HEARS_INTERRUPTS = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
SLACK = 60.0
"""Seconds for a busy computer; a command that is deaf to its limit goes on for minutes."""

LAKE = """rules 1
puzzle Lake "Half of the cells are water, and all water is one lake."
use std.grid with columns = 4, rows = 4
find water: [Cell] Bool
define lake() -> set of Cell = {c for c in Cell where water[c]}
rule half: count(water[c] for c in Cell) == 8  "half of the cells are water"
rule one: for c in Cell: water[c] implies lake() <= reach({c} via x: {d for d in neighbours(x) where water[d]})  "there is one lake only"
"""
SLOW = """rules 1
game Slow
state
  points: 0..1000 = 0
action add(a: 1..200, b: 1..200)
  needs count(x * y + a == b for x in 1..1000 for y in 1..1000) > 3 "it takes a second to see whether that may be"
  does
    points += a
play
  loop until points > 500
    choose add
score
  points: points
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "lake.rules").write_text(LAKE, "utf-8")
    (tmp_path / "slow.rules").write_text(SLOW, "utf-8")
    return tmp_path


def begun(folder: Path, *words: str, command: tuple[str, ...] = FRESH) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*command, *words],
        cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=HEARS_INTERRUPTS,
    )  # fmt: skip


def wait_for_supervisor(process: subprocess.Popen[str]) -> None:
    """Until signals are heard: a process that is still importing dies of them. Where the system does not tell of child processes a while has to do."""
    until = time.monotonic() + (SLACK if sys.platform == "linux" else 5.0)
    while len(list(family(process.pid))) == 1 and time.monotonic() < until:
        time.sleep(0.05)


def test_a_time_ends_what_looks_at_no_clock(folder: Path) -> None:
    """They wait side by side, and their time begins after their imports."""
    commands = ["puzzle make lake.rules", "solve slow.rules", "moves slow.rules --machine python", "playouts slow.rules"]
    processes = [begun(folder, *words.split(), "--time", "2s", "--json", command=warm_command()) for words in commands]
    for words, process in zip(commands, processes, strict=True):
        out, _ = process.communicate(timeout=2 + SLACK)
        assert process.returncode == 3, words
        assert json.loads(out.splitlines()[-1])["schema"].startswith("regelwerk."), words


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_what_is_deaf(number: signal.Signals, folder: Path) -> None:
    with begun(folder, "puzzle", "make", "lake.rules") as process:
        wait_for_supervisor(process)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(2)
        process.send_signal(number)
        out, err = process.communicate(timeout=SLACK)
    assert process.returncode == 130
    assert err == "interrupted\n" or out.startswith("0 puzzles of"), "whoever ends it, the command or its supervisor, says so"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell what a process holds")
def test_more_memory_than_allowed_ends_a_command(folder: Path) -> None:
    with begun(folder, "puzzle", "make", "lake.rules", "--memory", "40M", "--json") as process:
        out, err = process.communicate(timeout=SLACK)
    assert process.returncode == 3
    assert json.loads(out)["message"] == "the limit of memory is reached" == err.strip()


# -- the supervisor itself, over commands that do as they like

BEGIN = """
import os, signal, sys, time
from regelwerk.cli.limits import ring
from regelwerk.supervision.reporting import REPORTER, STOPPED
from regelwerk.supervision.supervisor import supervise
supervise(ring)
"""
DEAF = "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT, signal.SIGALRM])\nprint(os.getpid(), flush=True)\ntime.sleep(600)\n"


def script(code: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", BEGIN + code], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=HEARS_INTERRUPTS
    )


def test_what_was_found_is_told_when_the_time_is_over() -> None:
    with script(f"REPORTER.begin(0.2, None, False)\nREPORTER.so_far('two found; stopped: ' + STOPPED, 0)\n{DEAF}") as process:
        out, err = process.communicate(timeout=SLACK)
    assert process.returncode == 0
    assert out.splitlines()[1:] == ["two found; stopped: time"]
    assert err == "the time is over\n"


def test_a_command_that_hears_is_asked_before_it_is_ended() -> None:
    code = "REPORTER.begin(0.2, None, False)\ntry:\n    time.sleep(600)\nexcept KeyboardInterrupt as up:\n    print(type(up).__name__)\n    sys.exit(3)"
    with script(code) as process:
        out, _ = process.communicate(timeout=SLACK)
    assert (process.returncode, out) == (3, "TimeUp\n")


def test_the_second_signal_ends_at_once_and_an_echo_is_none() -> None:
    with script(f"REPORTER.begin(None, None, False)\nREPORTER.so_far(STOPPED, 0)\n{DEAF}") as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=SLACK)
    assert (process.returncode, out) == (130, "interrupted\n")


def test_who_reads_the_answer_may_take_longer_than_the_time() -> None:
    with script("REPORTER.begin(0.1, None, False)\nREPORTER.answering()\ntime.sleep(1.5)\nprint('whole')") as process:
        out, _ = process.communicate(timeout=SLACK)
    assert (process.returncode, out) == (0, "whole\n")


def test_a_command_that_is_interrupted_before_it_begins_says_so() -> None:
    with script("try:\n    print(flush=True)\n    time.sleep(600)\nexcept KeyboardInterrupt:\n    sys.exit(130)") as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=SLACK)
    assert (process.returncode, err) == (130, "interrupted\n")


def test_who_was_interrupted_may_still_write() -> None:
    code = "REPORTER.begin(None, None, False)\ntry:\n    print(flush=True)\n    time.sleep(600)\nexcept KeyboardInterrupt:\n    REPORTER.answering()\n    time.sleep(4)\nprint('saved')"
    with script(code) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=SLACK)
    assert (process.returncode, out) == (130, "saved\n")


def test_a_stop_while_loading_is_told_as_such() -> None:
    with script(f"REPORTER.begin(0.2, None, False)\nwith REPORTER.during('loading'):\n    {DEAF.replace(chr(10), chr(10) + '    ').rstrip()}\n") as process:
        _, err = process.communicate(timeout=SLACK)
    assert (process.returncode, err) == (3, "the time was over while loading\n")


def test_a_crash_is_told_with_what_was_found() -> None:
    with script("REPORTER.begin(None, None, False)\nREPORTER.so_far('two found', 0)\nos.kill(os.getpid(), signal.SIGSEGV)") as process:
        out, err = process.communicate(timeout=SLACK)
    assert (process.returncode, out, err) == (5, "two found\n", "the process was ended by SIGSEGV\n")


def test_a_long_answer_in_many_messages_arrives_whole() -> None:
    with script("REPORTER.begin(0.5, None, False)\nfor size in range(1, 40): REPORTER.so_far('x' * size * 10_000, 0)\n" + DEAF) as process:
        out, _ = process.communicate(timeout=SLACK)
    assert len(out.splitlines()[-1]) == 390_000


def test_what_the_command_has_started_ends_with_it() -> None:
    code = "REPORTER.begin(0.3, None, False)\nchild = os.fork()\nif not child: os.setpgid(0, 0)\n" + DEAF
    with script(code) as process:
        out, _ = process.communicate(timeout=SLACK)
    assert process.returncode == 3
    assert all(is_gone(int(pid)) for pid in out.split())


def test_a_command_ends_with_its_supervisor() -> None:
    with script(DEAF) as process:
        assert process.stdout is not None
        pid = int(process.stdout.readline())
        process.kill()
        process.wait()
        assert is_gone(pid)


def is_gone(pid: int) -> bool:
    """Does a process end before long?"""
    until = time.monotonic() + SLACK
    while time.monotonic() < until:
        with suppress(OSError):
            if Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[0] == "Z":
                return True
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def test_a_solver_that_is_interrupted_has_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """CP-SAT hears Ctrl-C in place of Python; without a limit nothing else leaves it without an answer."""
    from ortools.sat.python import cp_model

    from rules_dsl.loading import load
    from solver.cpsat.filling import FillingModel

    model = FillingModel(load("binairo", {"half": "2"}))
    monkeypatch.setattr(cp_model.CpSolver, "solve", lambda *_: cp_model.UNKNOWN)
    with pytest.raises(KeyboardInterrupt):
        model.solution({})


def test_a_search_gets_what_is_left_minus_the_time_to_write_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    from regelwerk.cli.commands import common

    monkeypatch.setattr(common, "monotonic", lambda: 103.0)
    assert common.CommandSettings(time="8s", begun=100.0).seconds() == pytest.approx(4.6)
    assert common.CommandSettings(time="60s", begun=100.0).seconds() == pytest.approx(56.5)
    assert common.CommandSettings(time="3s", begun=100.0).is_over


def test_an_interim_bound_says_what_it_rests_on(monkeypatch: pytest.MonkeyPatch) -> None:
    from regelwerk.api.asking import Inquiry
    from regelwerk.cli.drafts import Draft
    from regelwerk.supervision.reporting import REPORTER
    from rules_dsl.loading import load
    from rules_dsl.machine.generated.machine import PythonMachine
    from solver.driver.engines import ENGINES
    from solver.protocol.answers import ArgumentLink, BoundEvent, Incumbent
    from solver.protocol.questions import Aim

    monkeypatch.setattr(REPORTER, "interim", None)
    context = ask(PythonMachine(load("orchard")), Aim.HIGHEST)
    draft = Draft(Inquiry(context.question, ENGINES["rounds"], context.machines), json=False)
    draft.hear(BoundEvent(9, 0.1, (ArgumentLink("model of rounds", "tested"),)))
    draft.hear(Incumbent(5, (), 0.2))
    assert REPORTER.interim is not None
    assert "the model of rounds (tested, not proved)" in REPORTER.interim.text


def test_what_looks_at_its_clock_answers_by_itself(folder: Path) -> None:
    """They wait side by side, and their time begins after their imports."""
    commands = ["playouts connect_four --time 6s -n 100000000000", "prove g2048 --time 6s", "solve reversi --time 6s"]
    processes = [begun(folder, *words.split(), "--json", "--quiet", command=warm_command()) for words in commands]
    for words, process in zip(commands, processes, strict=True):
        out, err = process.communicate(timeout=6 + SLACK)
        assert process.returncode == 3, words
        answer = json.loads(out.splitlines()[-1])
        assert answer["schema"] == f"regelwerk.{words.split()[0]}/1" or "while" in answer["message"], err  # a busy computer may be loading still


def test_the_second_search_of_a_hint_gets_what_the_first_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    from regelwerk.api.asking import Inquiry
    from regelwerk.cli.commands import hint
    from regelwerk.cli.commands.common import CommandSettings
    from solver.protocol.answers import Answer, Status

    given: list[float] = []

    def overrunning(_inquiry: Inquiry, _settings: CommandSettings, seconds: float) -> Answer:
        given.append(seconds)
        time.sleep(1.5)
        return Answer(Status.UNDECIDED, None, None, (), "nothing", 0, 1.5, "time")

    monkeypatch.setattr(hint, "_answer", overrunning)
    settings = CommandSettings(quiet=True)
    hint._find_hint(settings.state("connect_four"), settings, 20.0)
    assert given[0] <= 10.0 and given[1] <= 18.5
