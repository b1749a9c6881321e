"""The games that come compiled with a wheel: found without a compiler, refused when they are not what was built."""

from __future__ import annotations

from pathlib import Path

import pytest

from cython_ext.build import compilers, shipped
from cython_ext.build.shipping import ship_library
from cython_ext.emit.unsupported import NotNative
from cython_ext.native import NativeMachine
from rules_dsl.loading import load
from tests.native.compiling import compiler


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a wheel with one compiled game, on a computer without a compiler."""
    compiler()
    assert list(ship_library(tmp_path / "shipped", ("hanoi",))) == []
    monkeypatch.setattr(shipped, "FOLDER", tmp_path / "shipped")
    monkeypatch.setenv("REGELWERK_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(compilers, "candidates", list)
    return tmp_path / "shipped"


@pytest.mark.usefixtures("wheel")
def test_a_game_of_the_wheel_needs_no_compiler() -> None:
    machine = NativeMachine(load("hanoi"))
    assert len(machine.moves(machine.initial())) == 2
    with pytest.raises(NotNative, match="no C compiler"):
        NativeMachine(load("tictactoe"))
    with pytest.raises(NotNative, match="no C compiler"):
        NativeMachine(load("hanoi", {"discs": "3"}))


def test_a_processor_that_lacks_instructions_gets_the_plain_one(wheel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped, "processor", lambda: ())
    machine = NativeMachine(load("hanoi"))
    assert len(machine.moves(machine.initial())) == 2
    (wheel / f"{shipped.make_key(load('hanoi'), ())}.so").unlink()
    with pytest.raises(NotNative, match="no C compiler"):
        NativeMachine(load("hanoi"))


def test_a_damaged_game_of_the_wheel_is_not_used(wheel: Path) -> None:
    for path in wheel.glob("*.so"):
        data = path.read_bytes()
        path.unlink()  # it is loaded here: what is mapped into this process must stay as it is
        path.write_bytes(data[:-1])
    with pytest.raises(NotNative, match="no C compiler"):
        NativeMachine(load("hanoi"))


def test_what_cannot_be_compiled_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cython_ext.build.shipping.find_compiler", lambda: None)
    assert list(ship_library(tmp_path, ("hanoi",))) == ["there is no C compiler"]
