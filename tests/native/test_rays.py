"""Going along lines until something ends it: in words, alone and side by side, it means what it means step by step."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cython_ext.emit.unit import Translation, translate
from rules_dsl.examples import run_all
from rules_dsl.ir import nodes as ir
from rules_dsl.loading import load
from rules_dsl.machine.agree import compare
from rules_dsl.machine.explore import ExploreLimits
from rules_dsl.machine.reference import ReferenceMachine
from solver.filling.search import list_solutions
from tests.native.compiling import native

RULES = Path(__file__).parent / "rays.rules"


@pytest.fixture(scope="module")
def game() -> ir.Game:
    return load(RULES)


def body_of(source: str, function: str) -> str:
    """A function of C with the functions it calls for folds in words."""
    body = source.split(f" {function}(const state")[1].split("\n}\n")[0]
    return body + "".join(body_of(source, called) for called in re.findall(r"h__words\w*(?=\()", body))


def test_lines_are_gone_along_in_words(game: ir.Game) -> None:
    found = translate(game)
    assert isinstance(found, Translation)
    steps = {}
    for name in ("sees", "open_diagonals", "lonely", "view", "two_ways", "crossed"):
        body = body_of(found.source, f"h__{name}")
        steps[name] = body.count("rw_through"), body.count("rw_before")
    assert steps == {"sees": (4, 0), "open_diagonals": (0, 4), "lonely": (0, 8), "view": (8, 0), "two_ways": (0, 2), "crossed": (4, 0)}


def test_plays_are_the_same_as_on_the_reference_machine(game: ir.Game) -> None:
    assert compare(ReferenceMachine(game), native(game), plays=6, plies=30, seed=8) is None


def test_its_example_holds(game: ir.Game) -> None:
    report = run_all(
        game, lambda options, givens: load(RULES, options, givens), native, list_solutions, ExploreLimits(states=10)
    )
    assert len(report.outcomes) == 1 and not report.failures
