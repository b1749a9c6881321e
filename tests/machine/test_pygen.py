"""The generated Python does all that the reference machine is tested for, and says what it does."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.machine.agree import compare
from rules_dsl.machine.pygen import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from tests import samples
from tests.machine import test_reference

SHARED = [test for name, test in vars(test_reference).items() if name.startswith("test_")]


def _cases(test: Callable[..., None]) -> list[tuple[object, ...]]:
    """The values a test is parametrized with; one case without values if it is not."""
    marks = [mark for mark in getattr(test, "pytestmark", []) if mark.name == "parametrize"]
    return [(value,) for value in marks[0].args[1]] if marks else [()]


@pytest.mark.parametrize("test", SHARED, ids=lambda test: test.__name__.removeprefix("test_"))
def test_as_the_reference_machine(test: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_reference, "ReferenceMachine", PythonMachine)
    patching = (monkeypatch,) if "monkeypatch" in inspect.signature(test).parameters else ()
    for case in _cases(test):
        test(*case, *patching)


@pytest.mark.parametrize("game", [samples.stones, samples.dice, samples.board], ids=lambda game: game.__name__)
def test_small_games_are_played_as_the_reference_machine_plays_them(game: Callable[[], ir.Game]) -> None:
    compiled = samples.compiled(game())
    assert compare(ReferenceMachine(compiled), PythonMachine(compiled), plays=10, strict=True) is None


def test_the_source_names_the_rules() -> None:
    source = PythonMachine(samples.compiled(samples.stones())).source
    assert "# action take (<built in>:1:1) @rule 1" in source
    assert "for take_n in range(1, 3):" in source
    assert "if take_n <= left:" in source
