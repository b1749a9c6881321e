"""OR-Tools: one place takes it in, and versions that give wrong answers are refused with the repair."""

from __future__ import annotations

import importlib
import re
import sys
import tomllib
from pathlib import Path

import pytest

from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.driver.engines import ENGINES
from solver.ortools import version as or_tools_version
from solver.protocol.answers import last_answer
from solver.protocol.questions import Aim, UnsupportedQuestion
from tests.solver.searches import ask, solve

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("found", ["9.12.4544", "9.14.6206", "8.99", None])
def test_a_version_before_9_15_is_refused_with_the_repair(found: str | None) -> None:
    with pytest.raises(UnsupportedQuestion, match=r'pip install --upgrade "ortools>=9\.15"'):
        or_tools_version.insist(found)


@pytest.mark.parametrize("found", ["9.15.6755", "9.15", "9.16.1", "10.0.0"])
def test_later_versions_are_taken(found: str) -> None:
    or_tools_version.insist(found)


def test_the_floor_is_the_one_that_is_declared() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    assert f"ortools>={'.'.join(map(str, or_tools_version.OLDEST))}" in declared


def test_nobody_imports_it_past_the_check() -> None:
    direct = re.compile(r"^\s*(from|import) ortools", re.MULTILINE)
    folders = ("rules_dsl", "cython_ext", "solver", "puzzles", "regelwerk")
    found = {
        str(path.relative_to(ROOT))
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
        if direct.search(path.read_text("utf-8"))
    }
    assert found == {
        "solver/ortools/library.py",
        "solver/mip/worker.py",
    }  # the worker is started by a process that has checked


@pytest.mark.parametrize("engine", ["cpsat", "phases"])
def test_engines_over_an_old_version_do_not_begin(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [
        name
        for name in sys.modules
        if name == "solver.ortools.library" or name.startswith(("solver.cpsat.", "solver.phases."))
    ]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(or_tools_version, "read_version", lambda: "9.12.4544")
    with pytest.raises(UnsupportedQuestion, match="too old"):
        last_answer(list(solve(ask(PythonMachine(load("minirail")), Aim.HIGHEST), ENGINES[engine])))
    with pytest.raises(UnsupportedQuestion, match="too old"):
        importlib.import_module("solver.ortools.library")
