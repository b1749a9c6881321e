"""`verify` says what it did and no more: who proved a bound again, what was replayed, what nobody looked at."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from regelwerk.cli.commands import verify
from regelwerk.report import kept_proofs
from regelwerk.report.results import Invocation, read, save
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.driver import confirming
from solver.driver.engines import ENGINES
from solver.protocol.answers import Answer, Event, Status, last_answer
from solver.protocol.context import SearchContext
from solver.protocol.questions import Aim, aim_of
from tests.cli.running import run
from tests.solver.budget_games import budget_game
from tests.solver.searches import ask, solve

NOWHERE = """rules 1
game Nowhere "The goal cannot be reached."
state
  n: 0..3
play
  loop until n == 3
    choose go
action go
  needs n < 2
  does
    n += 1
goal n == 3
"""
EMPTY = "rules 1\ngame Claims\nstate\n  n: 0..3\nplay\n  loop until n == 3\n    choose go\naction go\n  does\n    n += 1\nscore\n  n: n\n"


def saved(folder: Path, game: str, method: str = "") -> Path:
    """A result of `solve`; with a method as if that had found it."""
    loaded = load(game)
    machine = PythonMachine(loaded)
    answer = last_answer(list(solve(ask(machine, aim_of(loaded)), confirm=False)))
    return save(
        folder,
        Invocation(game),
        machine,
        machine.initial(),
        str(aim_of(loaded)),
        replace(answer, method=method or answer.method),
    )


@pytest.mark.parametrize("method", ["", "side by side: depth first and CP-SAT"])
def test_a_bound_is_proved_again_by_who_did_not_find_it(
    method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(confirming, "MOST_POSITIONS", 100)
    found = verify._verdict(read(saved(tmp_path, "orchard", method)), 60.0, False)
    assert (found.proof, found.why) == ("confirmed", "line replayed: 12; bound 12 re-proved by layer by layer")
    monkeypatch.setattr(confirming, "others_than", lambda *_: [])
    found = verify._verdict(read(tmp_path), 60.0, False)
    assert (found.proof, found.left) == ("replay-only", "bound 12 was not re-proved")
    assert (
        found.why
        == "line replayed: 12; bound 12 not re-proved: no engine other than those that found it came to an end in the time given"
    )


def test_who_shares_the_terms_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "budget.rules"
    path.write_text(budget_game(4), encoding="utf-8")
    monkeypatch.setattr(confirming, "MOST_POSITIONS", 1)
    monkeypatch.setattr(confirming, "ENGINES", {name: ENGINES[name] for name in (*confirming.FIRST, "cpsat", "prices")})
    method = "side by side: depth first and layer by layer and breadth first and backward induction and CP-SAT"
    found = verify._verdict(read(saved(tmp_path / "run", str(path), method)), 60.0, False)
    assert (found.proof, found.left) == ("confirmed", "the terms themselves were not checked")
    assert found.why.endswith(
        "re-proved by depth first with prices on the same terms; the terms themselves were not checked"
    )


def test_while_time_runs_the_open_bound_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[str] = []
    monkeypatch.setattr(verify, "REPORTER", SimpleNamespace(so_far=lambda text, _exit: noted.append(text)))
    verify._verdict(read(saved(tmp_path, "orchard")), 60.0, True)
    assert '"left": "bound 12 was not re-proved"' in noted[0]


def test_of_an_expectation_only_the_first_move_is_called_legal(tmp_path: Path) -> None:
    found = verify._verdict(read(saved(tmp_path, "three_rolls")), 60.0, False)
    assert found.why == "the first move is legal; value 14/3 confirmed by the graph of all 50 positions"


def test_where_no_line_exists_none_is_called_replayed(tmp_path: Path) -> None:
    path = tmp_path / "nowhere.rules"
    path.write_text(NOWHERE, encoding="utf-8")
    found = verify._verdict(read(saved(tmp_path / "run", str(path))), 60.0, False)
    assert (found.replayed, found.proof, found.why) == (
        False,
        "confirmed",
        "no line exists: confirmed by the graph of all 3 positions",
    )


@pytest.mark.parametrize(("claims", "words"), [(0, "0 of 0 claims"), (3, "0 of 3 claims")])
def test_a_file_without_a_decided_claim_confirms_nothing(
    claims: int, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "claims.rules"
    path.write_text(EMPTY, encoding="utf-8")
    machine = PythonMachine(load(path))
    kept = kept_proofs.save(tmp_path, Invocation(str(path)), machine, machine.initial(), [], 40)
    document = json.loads(kept.read_text(encoding="utf-8"))
    document["findings"] = [
        {"claim": f"always n <= {number}", "verdict": "undecided", "play": [], "loop": None, "grounds": []}
        for number in range(claims)
    ]
    kept.write_text(json.dumps({**document, "digest": kept_proofs.digest(document)}), encoding="utf-8")
    ran = run(capsys, "verify", str(tmp_path), "--json")
    assert (ran.code, ran.answer["proof"]) == (0, "unchecked") and words in str(ran.answer["why"])


def test_an_engine_that_ends_early_has_no_proof() -> None:
    def gives_up(_context: SearchContext) -> Iterator[Event]:
        yield Answer(Status.UNDECIDED, None, None, (), "gives up", 0, 0.0)

    question = ask(PythonMachine(load("orchard")), Aim.HIGHEST)
    answer = last_answer(list(solve(question, replace(ENGINES["depth"], run=gives_up), confirm=False)))
    assert answer.stopped == "the engine ended without a proof"
