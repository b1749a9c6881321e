"""Compilers: found in order, their errors told, and what is said without one."""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path

import pytest

from cython_ext.build import compilers
from cython_ext.build import compiling as build
from cython_ext.build.compilers import Compiler, candidates, find_compiler
from cython_ext.build.compiling import BuildError, compile_library
from cython_ext.emit.unit import Translation, translate
from cython_ext.emit.unsupported import NotNative
from cython_ext.native import NativeMachine
from rules_dsl.loading import library_names, load
from tests.native.compiling import compiler

STRICT = ("-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-fsyntax-only")


def _program(path: Path, says: str) -> Path:
    path.write_text(f"#!/bin/sh\n{says}\n")
    path.chmod(0o755)
    return path


# -- finding one ------------------------------------------------------------------------------------------------------


def test_without_a_compiler_the_message_names_what_was_looked_for_and_what_is_gained(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compilers, "candidates", list)
    assert find_compiler() is None
    with pytest.raises(
        NotNative, match=r"no C compiler was found \(\$CC, cc, clang, the ziglang wheel\).*a hundred times faster"
    ):
        NativeMachine(load("tictactoe"))


def test_compilers_are_tried_in_order(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("clang", "cc", "python-cc", "mine"):
        _program(tmp_path / name, "exit 0")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sysconfig.get_config_var", lambda _: "python-cc -pthread")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: object() if name == "ziglang" else None)
    monkeypatch.setenv("CC", "mine -x")
    found = candidates()
    assert found[:4] == [("mine", "-x"), ("python-cc", "-pthread"), ("cc",), ("clang",)]
    assert found[4][1:] == ("-m", "ziglang", "cc")
    monkeypatch.setenv("CC", "not-there")
    (tmp_path / "cc").unlink()
    assert candidates()[:2] == [("python-cc", "-pthread"), ("clang",)]


def test_the_environment_names_the_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    mine = _program(tmp_path / "mycc", "echo mycc 7.1")
    monkeypatch.setenv("CC", f"{mine} -x")
    found = find_compiler()
    assert found is not None and found.command == (str(mine), "-x") and found.identity.startswith("mycc 7.1")


def test_a_compiler_that_does_not_answer_is_passed_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken, whole = _program(tmp_path / "broken", "exit 3"), _program(tmp_path / "whole", "echo whole 1")
    monkeypatch.setattr(compilers, "candidates", lambda: [(str(broken),), (str(whole),)])
    found = find_compiler()
    assert found is not None and found.identity == "whole 1"


def test_what_a_compiler_answered_is_remembered_until_its_program_changes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = tmp_path / "asked"
    mine = _program(tmp_path / "mycc", f"echo x >> {asked}; echo mycc 1")
    monkeypatch.setattr(compilers, "candidates", lambda: [(str(mine),)])
    monkeypatch.setenv("REGELWERK_CACHE_DIR", str(tmp_path / "cache"))
    assert find_compiler() == find_compiler()
    once = asked.read_text()
    find_compiler()
    assert asked.read_text() == once
    _program(mine, f"echo x >> {asked}; echo mycc 1.2")
    found = find_compiler()
    assert found is not None and found.identity == "mycc 1.2" and asked.read_text() > once


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"a": 3}'])
def test_a_broken_memory_of_compilers_is_asked_anew(text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("REGELWERK_CACHE_DIR", str(tmp_path))
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / compilers.MEMORY_FILE).write_text(text)
    mine = _program(tmp_path / "mycc", "echo mycc 1")
    monkeypatch.setattr(compilers, "candidates", lambda: [(str(mine),)])
    assert find_compiler() is not None


# -- running it -------------------------------------------------------------------------------------------------------


def test_what_the_compiler_says_is_told(tmp_path: Path) -> None:
    source = tmp_path / "wrong.c"
    source.write_text("int f(void) { return nothing; }\n")
    with pytest.raises(BuildError, match=r"(?s)exit code.*nothing"):
        compile_library(compiler(), source, tmp_path / "wrong.so", "key")


def test_a_compiler_that_does_not_end_is_stopped_with_what_it_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = _program(tmp_path / "slow", f"sleep 1000 &\necho $! > {tmp_path}/child\nwait")
    monkeypatch.setattr(build, "SECONDS", 0.5)
    monkeypatch.setattr(build, "_bounds", lambda: None)
    with pytest.raises(BuildError, match="took more than"):
        compile_library(Compiler((str(slow),), "slow"), tmp_path / "a.c", tmp_path / "a.so", "key")
    child = int((tmp_path / "child").read_text())
    deadline = time.monotonic() + 20
    while _runs(child) and time.monotonic() < deadline:
        time.sleep(0.02)  # what was killed may take a moment to be gone
    assert not _runs(child)


def _runs(process: int) -> bool:
    """Is there a process that has not ended?"""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in ("Z", "X")
    except FileNotFoundError:
        return False


def test_a_compiler_that_needs_too_much_memory_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "MEMORY", 1 << 20)
    source = tmp_path / "fine.c"
    source.write_text("int f(void) { return 1; }\n")
    with pytest.raises(BuildError, match=r"exit code|cannot be run"):
        compile_library(compiler(), source, tmp_path / "fine.so", "key")


@pytest.mark.parametrize("name", sorted(library_names()))
def test_every_compiler_here_takes_the_c_without_a_warning(name: str, tmp_path: Path) -> None:
    compiler()
    found = translate(load(name))
    assert isinstance(found, Translation)
    source = tmp_path / "game.c"
    source.write_text(found.source)
    for command in ("gcc", "clang"):
        if shutil.which(command) is not None:
            result = subprocess.run(
                [command, *STRICT, f"-I{build.RUNTIME}", str(source)], capture_output=True, text=True, check=False
            )
            assert result.returncode == 0, result.stderr[:2000]
