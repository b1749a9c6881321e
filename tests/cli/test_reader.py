"""What somebody reads who sees only the output: why work stopped, what was verified, that there was nothing to do."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from regelwerk.cli.commands.verify import _verdict
from regelwerk.report.results import Invocation, read, save
from rules_dsl.loading import LIBRARY, load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.check.comparing import ComparisonLimits, Sides, UndecidedComparison, compare
from solver.protocol.answers import Answer, Status, compute_gap
from solver.protocol.clock import Clock
from solver.protocol.questions import Aim, Limits
from tests.cli.running import run

Capture = pytest.CaptureFixture[str]

LOOP = """rules 1
game Loop
state
  n: 0..5 = 0
action up
  needs n < 5
  does
    n += 1
action back
  needs n == 3
  does
    n = 1
play
  loop until n == 5
    choose up, back
claim terminates "it ends"
"""
COUNTER = (
    "rules 1\ngame {name}\nstate\n  n: 0..9 = {start}\naction add\n  does\n    n += 1\n"
    "play\n  loop\n    choose add\ngoal n == {end}\n"
)


def rules(folder: Path, text: str, name: str = "game") -> str:
    path = folder / f"{name}.rules"
    path.write_text(text, encoding="utf-8")
    return str(path)


def counter(folder: Path, name: str, start: int, end: int) -> str:
    return rules(folder, COUNTER.format(name=name, start=start, end=end), name)


@pytest.mark.parametrize("machine", ["auto", "python"])
def test_explore_names_the_limit(machine: str, capsys: Capture) -> None:
    words = ["explore", "tictactoe", "--max-states", "50", "--machine", machine, "-q"]
    assert run(capsys, *words).out.startswith("stopped by --max-states; so far ")
    assert run(capsys, *words, "--json").answer["stopped"] == "number"
    assert run(capsys, "explore", "tictactoe", "--machine", machine, "-q", "--json").answer["stopped"] == ""


@pytest.mark.parametrize("machine", ["auto", "python"])
def test_playouts_name_the_limit(machine: str, capsys: Capture) -> None:
    words = ["playouts", "tictactoe", "--machine", machine, "-q", "--seconds", "0.05"]
    assert run(capsys, *words).out.endswith("; stopped by the limit of time\n")
    assert run(capsys, *words, "--json").answer["stopped"] == "time"
    assert run(capsys, "playouts", "tictactoe", "-n", "3", "-q", "--json").answer["stopped"] == ""


def test_rules_that_fail_stop_an_exploration(tmp_path: Path, capsys: Capture) -> None:
    path = rules(
        tmp_path, "rules 1\ngame Over\nstate\n  n: 0..2\naction add\n  does\n    n += 1\nplay\n  loop\n    choose add\n"
    )
    assert run(capsys, "explore", path, "-q", "--json").answer["stopped"] == "failure"


def test_why_sends_questions_about_whole_plays_to_prove(capsys: Capture) -> None:
    ran = run(capsys, "why", "tictactoe", "every game ends")
    assert ran.code == 4 and 'regelwerk prove GAME "every game ends"' in ran.err


def test_a_loop_is_told_by_explore(tmp_path: Path, capsys: Capture) -> None:
    path = rules(tmp_path, LOOP)
    assert "after up; up; up; back, then again from move 2 on" in run(capsys, "explore", path).out
    claims = run(capsys, "explore", path, "--json").answer["claims"]
    assert isinstance(claims, list) and claims[0]["loop"] == 1
    tested = run(capsys, "test", path).out
    assert "the last 3 moves again and again" in tested and "after up; up; up; back\n" in tested


def test_without_a_score_nobody_has_points(tmp_path: Path, capsys: Capture) -> None:
    one, other = counter(tmp_path, "One", 0, 2), counter(tmp_path, "Other", 0, 3)
    ran = run(capsys, "diff", one, other)
    assert ran.out.startswith(
        "different after 2 moves: in the first game the game ends by goal, in the second Solo decides"
    )


def test_an_undecided_comparison_says_what_stopped_it() -> None:
    machine = PythonMachine(load("tictactoe"))
    limits = ComparisonLimits(pairs=10, plays=2)
    result = compare(Sides(machine, machine), limits, Clock(Limits()))
    assert isinstance(result, UndecidedComparison) and result.stopped == "number"
    late = compare(Sides(machine, machine), limits, Clock(Limits(seconds=0.0)))
    assert isinstance(late, UndecidedComparison) and late.stopped == "time"


def saved(folder: Path, path: str, answer: Answer) -> Path:
    machine = PythonMachine(load(path))
    return save(folder, Invocation(path), machine, machine.initial(), str(Aim.FEWEST), answer)


@pytest.mark.parametrize(("bound", "proof"), [(2, "confirmed"), (None, "unchecked")])
def test_a_result_without_a_line_says_so(bound: int | None, proof: str, tmp_path: Path) -> None:
    path = counter(tmp_path, "One", 0, 2)
    answer = Answer(Status.UNDECIDED, None, bound, (), "breadth first", 1, 0.1, "time")
    report = _verdict(read(saved(tmp_path / "run", path, answer)), 20.0, False)
    assert (report.proof, report.replayed) == (proof, False)
    assert report.why.startswith(
        "the result has no line; bound 2 re-proved" if bound else "the result has neither a line nor a bound"
    )


def test_a_line_without_moves_is_replayed(tmp_path: Path) -> None:
    path = rules(tmp_path, COUNTER.format(name="One", start=3, end=3).replace("  does\n", "  needs n < 3\n  does\n"))
    answer = Answer(Status.OPTIMAL, 0, 0, (), "no search", 0, 0.1)
    report = _verdict(read(saved(tmp_path / "run", path, answer)), 20.0, False)
    assert report.replayed and report.why.startswith("line without moves replayed: 0; bound 0 re-proved by ")


def test_the_bound_of_an_undecided_answer_is_said(tmp_path: Path, capsys: Capture) -> None:
    ran = run(capsys, "solve", counter(tmp_path, "One", 0, 2), "--engine", "breadth", "--memory", "1M", "-q")
    assert "undecided: fewest moves: no line was found, " in ran.out


def test_figures_without_a_recorded_confidence(capsys: Capture) -> None:
    assert run(capsys, "data", "orchard").out == "12 figures, none with a recorded confidence; --all lists them\n"
    assert run(capsys, "data", "hanoi").out == "the game has no tables with figures\n"
    assert run(capsys, "data", "orchard", "--json").answer["confidence"] == {"sure": 0, "doubtful": 0, "unrecorded": 12}


def test_empty_answers_say_a_sentence(tmp_path: Path, capsys: Capture) -> None:
    path = counter(tmp_path, "One", 0, 2)
    assert run(capsys, "diff", path, "--readings").out == "the rules have no readings to compare\n"
    assert run(capsys, "prove", path).out == "nothing to prove: the rules have no claims\n"
    assert run(capsys, "test", path).out.startswith("nothing was tested: the rules have no examples")


@pytest.mark.parametrize(("value", "bound", "gap"), [(90, 100, 0.1), (24, 20, 0.2), (0, 0, 0.0), (-1, 1, 2.0)])
def test_one_gap_everywhere(value: int, bound: int, gap: float) -> None:
    assert compute_gap(value, bound) == pytest.approx(gap)


def test_a_command_that_had_no_answer_names_the_limit(capsys: Capture) -> None:
    ran = run(capsys, "perft", "chess", "-d", "40", "--time", "1ms", "--json")
    assert ran.code == 3 and json.loads(ran.out.splitlines()[-1])["stopped"] == "time"


POKER = "regelwerk-play 1\ngame KuhnPoker\n\n1. card = Jack\n2. card = Queen\n3. check\n"


def test_mixed_play_has_the_value_of_the_whole_game_wherever_it_is_asked(tmp_path: Path, capsys: Capture) -> None:
    play = tmp_path / "k.play"
    play.write_text(POKER, "utf-8")
    ran = run(capsys, "solve", "kuhn_poker", "--at", str(play), "--save", str(tmp_path / "run"), "-q")
    assert "optimal: value of the whole game, from its beginning, in mixed play -1/18" in ran.out
    assert "of the whole game" in run(capsys, "hint", "kuhn_poker", "--at", str(play), "-q").out
    ran = run(capsys, "verify", str(tmp_path / "run" / "result.json"))
    assert (ran.code, ran.out.partition(":")[0]) == (0, "confirmed")


def test_cards_that_are_known_to_all_are_dealt_nevertheless(capsys: Capture) -> None:
    """With every card seen Alice wins a chip with three of the six deals and loses one with the others."""
    ran = run(capsys, "solve", "kuhn_poker", "--know", "deck", "-q")
    assert (ran.code, ran.out.partition("   (")[0]) == (0, "optimal: mean value of the game 0")


def test_a_kept_bound_that_is_contradicted_is_named(tmp_path: Path, capsys: Capture) -> None:
    folder = tmp_path / "run"
    assert run(capsys, "solve", "orchard", "--save", str(folder), "-q").code == 0
    (folder / "events.jsonl").write_text(
        json.dumps({"event": "bound", "value": 11, "seconds": 0.0, "rests_on": []}) + "\n", "utf-8"
    )
    ran = run(capsys, "solve", "orchard", "--resume", str(folder), "-q")
    assert ran.code == 2 and "contradicts the bound 11" in ran.err and "start a new run with --save" in ran.err


@pytest.mark.parametrize("words", ["moves tictactoe --json", "show hanoi"])
def test_a_closed_output_is_no_defect(words: str) -> None:
    command = f"exec {sys.executable} -m regelwerk {words} >&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0 and "defect" not in done.stderr


def test_means_are_named_for_what_they_are(capsys: Capture) -> None:
    assert "mean" not in run(capsys, "playouts", "hanoi", "-n", "2", "-q").out
    assert ", mean result X " in run(capsys, "playouts", "tictactoe", "-n", "2", "-q").out
    assert ", mean score Solo " in run(capsys, "playouts", "orchard", "-n", "2", "-q").out


def test_a_play_that_is_over_has_no_hint(capsys: Capture) -> None:
    play = str(LIBRARY / "orchard" / "plays" / "best.play")
    assert run(capsys, "hint", "orchard", "--at", play, "-q").out == "play is over here\n"


@pytest.mark.parametrize(("key", "value"), [("value", 13), ("bound", 11)])
def test_a_page_is_not_made_of_a_result_that_is_not_true(key: str, value: int, tmp_path: Path, capsys: Capture) -> None:
    assert run(capsys, "solve", "orchard", "--save", str(tmp_path / "run"), "-q").code == 0
    path = tmp_path / "run" / "result.json"
    result = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**result, key: value}), "utf-8")
    ran = run(capsys, "report", str(path), "-o", str(tmp_path / "page.html"))
    assert ran.code == 2 and "is not true" in ran.err and not (tmp_path / "page.html").exists()


def test_a_game_is_not_compared_with_itself(capsys: Capture) -> None:
    ran = run(capsys, "diff", "tictactoe")
    assert ran.code == 2 and "nothing to compare" in ran.err


def test_claims_are_judged_by_the_positions_that_were_examined(tmp_path: Path, capsys: Capture) -> None:
    """The second position is reached, but nothing is asked of it."""
    claims = 'claim never "one": n == 1\nclaim sometimes "one too": n == 1\n'
    path = rules(tmp_path, COUNTER.format(name="Line", start=0, end=9) + claims)
    said = run(capsys, "test", path, "--max-states", "1").out
    assert "claim one: nothing against it in the positions that were examined; 2 were reached" in said
    assert "claim one too: not found in the positions that were examined; 2 were reached" in said


def test_a_result_of_mixed_play_without_strategies_is_not_checked(tmp_path: Path, capsys: Capture) -> None:
    assert run(capsys, "solve", "kuhn_poker", "--save", str(tmp_path / "run"), "-q").code == 0
    path = tmp_path / "run" / "result.json"
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), "strategy": []}), "utf-8")
    assert "the result has no strategies" in run(capsys, "verify", str(path)).out


def test_a_name_of_several_is_said_to_be_one(capsys: Capture) -> None:
    assert "several claims, rules or endings of Chess are called 'draw'" in run(capsys, "why", "chess", "draw").err


def test_a_run_about_something_else_is_not_replaced(tmp_path: Path, capsys: Capture) -> None:
    folder = str(tmp_path / "run")
    assert run(capsys, "solve", "orchard", "--save", folder, "-q").code == 0
    assert run(capsys, "solve", "orchard", "--save", folder, "-q").code == 0
    ran = run(capsys, "solve", "hanoi", "--save", folder, "-q")
    assert ran.code == 2 and "holds a run about orchard" in ran.err
    assert json.loads((tmp_path / "run" / "result.json").read_text("utf-8"))["value"] == 12
