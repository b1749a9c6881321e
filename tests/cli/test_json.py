"""The keys of the last JSON line are a contract: more may be added, none may go."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import run

NUMBER = (int, float)

SCHEMAS: dict[str, dict[str, type | tuple[type, ...]]] = {
    "games --json": {"games": list},
    "check tictactoe --json": {"findings": list, "stopped": str},
    "test river_crossing --json": {"passed": int, "failed": int, "undecided": int, "coverage": dict},
    "moves tictactoe --json": {"actor": str, "moves": list, "refused": list},
    "perft tictactoe -d 2 --json": {"counts": list, "nodes_per_second": NUMBER, "divide": dict, "stopped": str},
    "playouts tictactoe -n 5 --json": {
        "playouts": int, "plies": int, "seconds": NUMBER, "playouts_per_second": NUMBER, "mean_score": list, "outcomes": dict,
        "stopped": str,
    },
    "explore river_crossing --json": {
        "states": int, "transitions": int, "deepest": int, "by_depth": list, "terminals": int, "seconds": NUMBER, "states_per_second": NUMBER,
        "complete": bool, "stopped": str, "remarks": list,
    },
    "data orchard --json": {"facts": list},
    "prove three_rolls --json": {"findings": list, "stopped": str},
    "diff three_rolls --readings --json": {"readings": list},
    "diff three_rolls three_rolls --json": {"verdict": str, "play": list, "what": str, "method": str, "stopped": str},
    "why river_crossing eaten --json": {"question": str, "verdict": str, "method": str, "reasons": list, "fewest": bool, "play": list},
    "show tictactoe --json": {"kind": str, "actor": str, "picture": str, "values": dict},
    "cache list --json": {"path": str, "games": list, "bytes": int, "limit": int, "removed": int},
    "explain breakthrough --json": {
        "game": str, "bytes": int, "actions": list, "one_by_one": list, "checks": list, "computed": list, "variables": list, "tables": list,
        "play": dict, "in_place": bool, "told_apart": list, "obstacles": int,
    },
    "explain orchard --commuting --json": {"game": str, "commuting": list, "counted": list},
    "explain E0502 --json": {"code": str, "page": str},
    "doctor --json": {"findings": list, "version": str},
}  # fmt: skip


@pytest.mark.parametrize("command", SCHEMAS)
def test_last_line(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, *command.split())
    assert ran.code == 0
    assert ran.answer["schema"] == f"regelwerk.{command.split()[0]}/1"
    for key, kind in SCHEMAS[command].items():
        assert isinstance(ran.answer[key], kind), key


def test_moves(capsys: pytest.CaptureFixture[str]) -> None:
    answer = run(capsys, "moves", "tictactoe", "--json").answer
    assert answer["actor"] == "X"
    assert isinstance(answer["moves"], list)
    assert answer["moves"][0] == {"text": "mark(a1)", "action": "mark", "args": ["a1"]}


def test_refused_moves(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    play = tmp_path / "one.play"
    play.write_text("regelwerk-play 1\ngame TicTacToe\n\n1. mark(b2)\n")
    refused = run(capsys, "moves", "tictactoe", "--json", "--at", str(play)).answer["refused"]
    assert isinstance(refused, list)
    assert [(each["text"], each["rule"]) for each in refused] == [("mark(b2)", "mark")]
    assert refused[0]["reason"]


def test_perft_counts(capsys: pytest.CaptureFixture[str]) -> None:
    for machine in ("python", "reference"):
        answer = run(capsys, "perft", "tictactoe", "-d", "3", "--divide", "--json", "--machine", machine).answer
        assert answer["counts"] == [1, 9, 72, 504]
        assert isinstance(answer["divide"], dict)
        assert sum(answer["divide"].values()) == 504


def test_hashing_counts_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    answer = run(capsys, "perft", "tictactoe", "-d", "5", "--hash", "--json").answer
    assert answer["counts"] == [1, 9, 72, 504, 3024, 15120]


def test_the_same_seed_gives_the_same_plays(capsys: pytest.CaptureFixture[str]) -> None:
    answers = [
        run(capsys, "playouts", "tictactoe", "-n", "50", "--seed", seed, "--json").answer["outcomes"]
        for seed in ("1", "1", "2")
    ]
    assert answers[0] == answers[1]
    assert answers[0] != answers[2]


def test_explore_all_positions(capsys: pytest.CaptureFixture[str]) -> None:
    answer = run(capsys, "explore", "tictactoe", "--json").answer
    assert (answer["states"], answer["terminals"], answer["complete"]) == (5478, 958, True)


def test_a_limit_that_is_reached_is_exit_code_3(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "explore", "tictactoe", "--max-states", "100", "--json")
    assert ran.code == 3
    assert (ran.answer["complete"], ran.answer["stopped"]) == (False, "number")


OVERFLOW = """rules 1
game Overflow
state
  x: 0..2
action go
  does
    x += 1
play
  loop
    choose go
claim always "small": x < 2
claim always "in range": x <= 2
"""


def test_rules_that_fail_are_told_with_the_play_that_leads_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "overflow.rules"
    path.write_text(OVERFLOW)
    explored = run(capsys, "explore", str(path), "--json")
    assert explored.code == 1
    assert explored.answer["failure"]["play"] == ["go", "go", "go"]
    assert explored.answer["failure"]["finding"]["code"] == "E0901"
    tested = run(capsys, "test", str(path))
    assert tested.code == 1
    assert "FAIL rules fail while playing: E0901" in tested.out and "after go; go; go" in tested.out
    assert "?    claim in range: nothing against it in the positions that were examined; 3 were reached, and then the rules failed" in tested.out


def test_a_claim_that_is_refuted_is_exit_code_1(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "overflow.rules"
    path.write_text(OVERFLOW.replace("loop", "repeat 2"))
    ran = run(capsys, "explore", str(path), "--quiet")
    assert ran.code == 1
    assert "refuted: always small after go; go" in ran.out


def test_alike_things_are_counted_once(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "columns.rules"
    path.write_text("rules 1\ngame Columns\ntype Column = alike 3\nstate\n  full: set of Column\naction fill(c: Column)\n  needs c not in full\n"
                    "  does\n    full += c\nplay\n  loop\n    choose fill\n")  # fmt: skip
    assert run(capsys, "explore", str(path), "--json").answer["states"] == 8
    assert run(capsys, "explore", str(path), "--symmetry", "--json").answer["states"] == 4


def test_findings(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.rules"
    wrong.write_text("rules 1\ngame Wrong\nstate\n  x: 0..3 = y\n")
    ran = run(capsys, "check", str(wrong), "--json")
    assert ran.code == 2
    findings = ran.answer["findings"]
    assert isinstance(findings, list)
    assert {"code", "severity", "rule", "cites", "verdict", "method", "play"} <= set(findings[0])
    assert findings[0]["verdict"] == "error"


def test_bad_input_has_a_last_line_too(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "moves", "tictactow", "--json")
    assert ran.code == 2
    assert ran.answer["schema"] == "regelwerk.error/1"
    assert isinstance(ran.answer["findings"], list)


def test_an_unsupported_machine_has_a_last_line_too(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "moves", "star_battle", "--machine", "native", "--json")
    assert ran.code == 4
    assert ran.answer["status"] == "unsupported"
