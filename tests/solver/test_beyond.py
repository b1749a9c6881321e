"""Positions beyond goals: published boards, and the same numbers from the explorer where the goals are taken out of the
rules.
"""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from puzzles.formats import FORMATS
from rules_dsl.ir import nodes as ir
from rules_dsl.loading import load
from rules_dsl.machine.explore import explore
from rules_dsl.machine.generated.machine import PythonMachine
from solver.explicit.beyond import Beyond, beyond_goals
from solver.factored.prepared import kernels_are_built
from solver.protocol.questions import Aim, Limits, UnsupportedQuestion
from tests.cli.running import run
from tests.solver.searches import ask
from tests.solver.small_games import small_game

if not kernels_are_built():
    pytest.skip("the kernels are not built", allow_module_level=True)

TRUTH = Path(__file__).parents[1] / "truth"


def rows(name: str) -> list[dict[str, str]]:
    with (TRUTH / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def found(game: ir.Game, limits: Limits | None = None) -> Beyond:
    return beyond_goals(ask(PythonMachine(game), Aim.FEWEST, limits or Limits(seconds=60)))


def told(row: dict[str, str]) -> tuple[int, int]:
    """Positions that can be reached and fewest moves."""
    beyond = found(load("rush_hour", givens=FORMATS["rush"](row["board"])))
    assert beyond.complete and beyond.play is not None
    return beyond.positions, len(beyond.play)


def published(row: dict[str, str]) -> tuple[int, int]:
    return int(row["reachable_positions"]), int(row["fewest_moves"])


@pytest.mark.parametrize("row", rows("rush_hour.csv")[1::3], ids=lambda row: row["board"])
def test_boards_of_rush_hour(row: dict[str, str]) -> None:
    assert told(row) == published(row)


@pytest.mark.long
def test_all_boards_of_rush_hour() -> None:
    sample = [*rows("rush_hour.csv"), *rows("rush_hour_more.csv")]
    assert len(sample) == 118
    assert [told(row) for row in sample] == [published(row) for row in sample]


def without_goals(game: ir.Game) -> PythonMachine:
    return PythonMachine(
        replace(game, endings=tuple([each for each in game.endings if each.kind not in ("goal", "win")]))
    )


def test_the_explorer_counts_the_same(tmp_path: Path) -> None:
    beyond = 0
    for seed in range(0, 80, 4):
        path = tmp_path / f"{seed}.rules"
        path.write_text(small_game(seed)[1], encoding="utf-8")
        game = load(path)
        plain, open_ended = explore(PythonMachine(game)), explore(without_goals(game))
        assert found(game).positions == open_ended.states
        beyond += open_ended.states > plain.states
    assert beyond > 3


def test_a_limit_leaves_it_incomplete() -> None:
    assert not found(load("fifteen"), Limits(seconds=1)).complete
    assert not found(load("rush_hour"), Limits(seconds=0)).complete


def test_lists_are_refused() -> None:
    with pytest.raises(UnsupportedQuestion, match="is a list"):
        found(load("freecell"))


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    answer = run(capsys, "explore", "rush_hour", "--beyond", "--json").answer
    assert (answer["states"], answer["fewest"], len(answer["play"]), answer["complete"]) == (384, 6, 6, True)
    assert "fewest moves to a goal: 6: slide(" in run(capsys, "explore", "rush_hour", "--beyond").out
    assert run(capsys, "explore", "connect_four", "--beyond").code == 4


def test_options_that_do_not_go_together(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "explore", "rush_hour", "--beyond", "--symmetry")
    assert ran.code == 2 and "--symmetry has no meaning with --beyond" in ran.err
