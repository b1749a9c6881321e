"""Programs of the checkout that are run with `python -m` say what they are for instead of beginning to work."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RUNNABLE = [
    path
    for folder in ("bench", "tests", "regelwerk", "puzzles")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if '\nif __name__ == "__main__":' in path.read_text("utf-8")
]
NAMES = [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__") for path in RUNNABLE]


def test_there_are_such_programs() -> None:
    assert {
        "bench.run",
        "bench.threads",
        "bench.encodings",
        "bench.railroads",
        "tests.fuzz.run",
        "regelwerk.cli.demo",
    } <= set(NAMES)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "regelwerk"])
def test_help_is_all_that_is_asked_for(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [name, "--help"])
    monkeypatch.delitem(sys.modules, name, raising=False)
    try:
        with pytest.raises(SystemExit) as left:
            runpy.run_module(name, run_name="__main__", alter_sys=False)
    except ModuleNotFoundError as missing:
        pytest.skip(f"{missing.name} is not there")
    assert left.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: python -m {name}")


@pytest.mark.parametrize("name", ["bench.run", "bench.railroads", "tests.fuzz.run", "regelwerk.cli.demo"])
def test_unknown_options_are_refused(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [name, "--nonsense"])
    monkeypatch.delitem(sys.modules, name, raising=False)
    with pytest.raises(SystemExit) as left:
        runpy.run_module(name, run_name="__main__", alter_sys=False)
    assert left.value.code == 2
    assert "usage:" in capsys.readouterr().err
