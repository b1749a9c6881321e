"""Compilers: found in order, their errors told, and what is said without one."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from cython_ext import build
from cython_ext.build import BuildError, Compiler, compile_library, find_compiler
from cython_ext.native import NativeMachine, NotNative
from cython_ext.to_c import Translation, translate
from rules_dsl.loading import library_names, load
from tests.native.compiling import compiler

STRICT = ("-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-fsyntax-only")


def test_without_a_compiler_the_message_names_what_was_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "_candidates", list)
    assert find_compiler() is None
    monkeypatch.setattr("cython_ext.native.find_compiler", find_compiler)
    with pytest.raises(NotNative, match=r"no C compiler was found .*generated Python"):
        NativeMachine(load("tictactoe"))


def test_the_environment_names_the_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    mine = tmp_path / "mycc"
    mine.write_text("#!/bin/sh\necho mycc 7.1\n")
    mine.chmod(0o755)
    monkeypatch.setenv("CC", f"{mine} -x")
    found = find_compiler()
    assert found is not None and found.command == (str(mine), "-x") and found.identity.startswith("mycc 7.1")


def test_a_compiler_that_does_not_answer_is_passed_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(0o755)
    monkeypatch.setattr(build, "_candidates", lambda: [(str(broken),)])
    assert find_compiler() is None


def test_what_the_compiler_says_is_told(tmp_path: Path) -> None:
    source = tmp_path / "wrong.c"
    source.write_text("int f(void) { return nothing; }\n")
    with pytest.raises(BuildError, match=r"(?s)exit code.*nothing"):
        compile_library(compiler(), source, tmp_path / "wrong.so", "key")


def test_a_compiler_that_does_not_end_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = tmp_path / "slow"
    slow.write_text("#!/bin/sh\nexec sleep 30\n")
    slow.chmod(0o755)
    monkeypatch.setattr(build, "SECONDS", 0.2)
    with pytest.raises(BuildError, match="took more than"):
        compile_library(Compiler((str(slow),), "slow"), tmp_path / "a.c", tmp_path / "a.so", "key")


@pytest.mark.parametrize("name", sorted(library_names()))
def test_every_compiler_here_takes_the_c_without_a_warning(name: str, tmp_path: Path) -> None:
    compiler()
    found = translate(load(name))
    assert isinstance(found, Translation)
    source = tmp_path / "game.c"
    source.write_text(found.source)
    for command in ("gcc", "clang"):
        if shutil.which(command) is not None:
            result = subprocess.run([command, *STRICT, f"-I{build.RUNTIME}", str(source)], capture_output=True, text=True, check=False)
            assert result.returncode == 0, result.stderr[:2000]
