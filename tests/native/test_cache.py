"""The cache of compiled games: built once, checked before use, never in the way."""

from __future__ import annotations

import multiprocessing
import os
import stat
from pathlib import Path

import pytest

from cython_ext import cache
from cython_ext.build import FLAGS, BuildError
from cython_ext.cache import Entry, key_of, library
from tests.native.compiling import compiler

SOURCE = "const char *regelwerk_key = RW_KEY;\n"


@pytest.fixture(autouse=True)
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REGELWERK_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "_fallback", None)
    return tmp_path / "cache" / "games"


def _get(key: str = "a" * 64, source: str = SOURCE) -> Entry:
    return library(key, lambda: source, compiler(), lambda path: key.encode() in path.read_bytes())


def test_a_library_is_built_once_and_only_its_owner_may_look(empty: Path) -> None:
    first, second = _get(), _get()
    assert (first.fresh, second.fresh) == (True, False) and first.path == second.path == empty / f"{'a' * 64}.so"
    assert stat.S_IMODE(empty.stat().st_mode) == 0o700 and stat.S_IMODE(first.path.stat().st_mode) == 0o700
    assert not list(empty.glob(".build-*"))


def test_a_broken_library_is_built_again() -> None:
    path = _get().path
    path.write_bytes(path.read_bytes()[:100])
    assert _get().fresh and not _get().fresh


def test_a_library_of_another_key_is_refused_and_built_again() -> None:
    one, other = _get("a" * 64).path, _get("b" * 64).path
    for suffix in (".so", ".sha256"):
        one.with_suffix(suffix).write_bytes(other.with_suffix(suffix).read_bytes())
    again = _get("a" * 64)
    assert again.fresh and b"a" * 64 in again.path.read_bytes()


def test_a_library_that_never_says_its_key_is_an_error() -> None:
    with pytest.raises(BuildError, match="does not say it is this game"):
        _get(source="int nothing;\n")


def test_an_error_of_the_compiler_leaves_nothing_behind(empty: Path) -> None:
    with pytest.raises(BuildError):
        _get(source="this is no C\n")
    assert not list(empty.glob("*.so")) and not list(empty.glob(".build-*"))


def test_where_nothing_can_be_written_a_temporary_folder_serves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("REGELWERK_CACHE_DIR", str(tmp_path / "file"))
    found = _get()
    assert found.fresh and not found.path.is_relative_to(tmp_path) and not _get().fresh


def _in_another_process(results: multiprocessing.Queue[bool]) -> None:
    results.put(_get().fresh)


def test_two_processes_build_once() -> None:
    context = multiprocessing.get_context("fork")
    results: multiprocessing.Queue[bool] = context.Queue()
    processes = [context.Process(target=_in_another_process, args=(results,)) for _ in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    assert {process.exitcode for process in processes} == {0}
    assert results.get() or results.get()


def test_what_was_unused_for_longest_goes_first(empty: Path) -> None:
    paths = [_get(letter * 64).path for letter in "abc"]
    for age, path in enumerate(paths):
        os.utime(path, (1000 + age, 1000 + age))
    cache.shrink(empty, paths[0], most=paths[0].stat().st_size + paths[2].stat().st_size)
    assert [path.exists() for path in paths] == [True, False, True]


def test_clearing_removes_everything(empty: Path) -> None:
    _get("a" * 64)
    _get("b" * 64)
    assert cache.clear() == 2 and not list(empty.iterdir())


def test_the_key_depends_on_everything_that_makes_the_library() -> None:
    one = compiler()
    keys = {key_of("game", 1, one), key_of("game2", 1, one), key_of("game", 2, one), key_of("game", 1, one, ("-g",))}
    assert len(keys) == 4 and FLAGS
