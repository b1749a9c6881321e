"""The cache of compiled games: built once, checked before use, never in the way."""

from __future__ import annotations

import errno
import multiprocessing
import os
import shutil
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cython_ext.build import folder
from cython_ext.build.cache import CacheEntry, LibraryOrder, key_of, library
from cython_ext.build.compilers import Compiler
from cython_ext.build.compiling import FLAGS, BuildError, UntrustedLibrary
from tests.native.compiling import compiler

SOURCE = "const char *regelwerk_key = RW_KEY;\n"
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REGELWERK_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(folder, "_fallback", None)
    return tmp_path / "cache" / "games"


def _order(key: str = "a" * 64, source: str = SOURCE, wrong: str | None = None) -> LibraryOrder:
    return LibraryOrder(
        key, "Game", lambda: source, compiler(), lambda path: key.encode() in path.read_bytes(), lambda _: wrong
    )


def _get(key: str = "a" * 64, source: str = SOURCE) -> CacheEntry:
    return library(_order(key, source))


def test_a_library_is_built_once_and_only_its_owner_may_look(empty: Path) -> None:
    first, second = _get(), _get()
    assert (first.fresh, second.fresh) == (True, False) and first.path == second.path == empty / f"{'a' * 64}.so"
    assert stat.S_IMODE(empty.stat().st_mode) == 0o700 and stat.S_IMODE(first.path.stat().st_mode) == 0o700
    assert not list(empty.glob(".build-*"))


# -- what is not as it was --------------------------------------------------------------------------------------------


def test_a_broken_library_is_built_again() -> None:
    path = _get().path
    path.write_bytes(path.read_bytes()[:100])
    assert _get().fresh and not _get().fresh


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"game": "Game", "compiler": "", "sha256": ""}', "\udcff"])
def test_a_library_with_a_broken_seal_is_built_again(text: str) -> None:
    _get().path.with_suffix(".json").write_bytes(text.encode("utf-8", "surrogateescape"))
    assert _get().fresh and not _get().fresh


def test_a_library_of_another_key_is_refused_and_built_again() -> None:
    one, other = _get("a" * 64).path, _get("b" * 64).path
    for suffix in (".so", ".json"):
        one.with_suffix(suffix).write_bytes(other.with_suffix(suffix).read_bytes())
    again = _get("a" * 64)
    assert again.fresh and b"a" * 64 in again.path.read_bytes()


def test_a_library_that_never_says_its_key_is_an_error(empty: Path) -> None:
    with pytest.raises(BuildError, match="does not say it is this game"):
        _get(source="int nothing;\n")
    assert not list(empty.glob("*.so"))


def test_a_library_that_fails_its_trial_never_comes_into_the_cache(empty: Path) -> None:
    with pytest.raises(UntrustedLibrary, match="plays otherwise than its rules: the moves"):
        library(_order(wrong="the moves after 2 moves"))
    assert not list(empty.glob("*.so")) and not list(empty.glob(".build-*"))
    assert _get().fresh


def test_an_error_of_the_compiler_leaves_nothing_behind(empty: Path) -> None:
    with pytest.raises(BuildError):
        _get(source="this is no C\n")
    assert not list(empty.glob("*.so")) and not list(empty.glob(".build-*"))


# -- places that cannot be written ------------------------------------------------------------------------------------


def test_where_nothing_can_be_written_a_temporary_folder_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("REGELWERK_CACHE_DIR", str(tmp_path / "file"))
    found = _get()
    assert found.fresh and not found.path.is_relative_to(tmp_path) and not _get().fresh


def test_the_temporary_folder_goes_with_the_process(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    environment = {**os.environ, "REGELWERK_CACHE_DIR": str(tmp_path / "file"), "TMPDIR": str(tmp_path)}
    program = "from cython_ext.build.folder import folder; print(folder())"
    made = subprocess.run(
        [sys.executable, "-c", program], env=environment, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()
    assert Path(made).parent == tmp_path and not Path(made).exists()


def test_without_any_folder_the_reason_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("REGELWERK_CACHE_DIR", str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "file"))
    with pytest.raises(BuildError, match="there is no folder for compiled games"):
        _get()


def test_the_cache_may_be_named_from_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REGELWERK_CACHE_DIR", "near")
    assert _get().path.parent == tmp_path / "near/games"


def test_a_full_disk_is_told_and_leaves_nothing_behind(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(BuildError, match=r"cannot be written to .*: No space left on device"):
        _get()
    monkeypatch.undo()
    assert not list(empty.glob("*.so")) and not list(empty.glob(".build-*"))


MOUNTED = """
mkdir -p {place} && mount -t tmpfs -o {options} none {place} && cd {root} || exit 77
export REGELWERK_CACHE_DIR={place} TMPDIR={place}
"{python}" -m regelwerk perft tictactoe -d 2 --quiet || exit 78
"{python}" -m regelwerk perft tictactoe -d 2 --quiet --machine native
"""


@pytest.mark.parametrize(("options", "code"), [("size=16k", 4), ("ro", 0)])
def test_commands_go_on_without_a_disk_to_write_on(options: str, code: int, tmp_path: Path) -> None:
    """On a full disk Python plays, beside one that cannot be written the library is made elsewhere; in a name space
    where a user may mount one.
    """
    pytest.importorskip("cython_ext.kernels._kernel")
    if shutil.which("unshare") is None:
        pytest.skip("there is no unshare here")
    script = MOUNTED.format(place=tmp_path / "disk", options=options, root=ROOT, python=sys.executable)
    result = subprocess.run(["unshare", "-rm", "sh", "-c", script], capture_output=True, text=True, check=False)
    if result.returncode in (1, 77):
        pytest.skip("nobody may mount anything here")
    assert result.returncode == code, result.stderr
    assert result.stdout == "  0  1\n  1  9\n  2  72\n" * (1 if code else 2)
    assert ("the game could not be compiled" in result.stderr) == (code == 4)


# -- several processes ------------------------------------------------------------------------------------------------


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
    assert sorted([results.get(), results.get()]) == [False, True]


def _builds_for_ever(started: Path) -> None:
    slow = started.with_name("slow-compiler")
    slow.write_text(f"#!/bin/sh\ntouch {started}\nexec sleep 100\n")
    slow.chmod(0o755)
    order = _order()
    library(
        LibraryOrder(order.key, order.game, order.source, Compiler((str(slow),), "slow"), order.accept, order.try_out)
    )


def test_after_a_killed_compilation_the_next_one_builds_and_sweeps(empty: Path, tmp_path: Path) -> None:
    started = tmp_path / "started"
    process = multiprocessing.get_context("fork").Process(target=_builds_for_ever, args=(started,))
    process.start()
    while not started.exists():
        assert process.is_alive()
        time.sleep(0.01)
    process.kill()
    process.join()
    assert len(list(empty.glob(".build-*"))) == 1 and not list(empty.glob("*.so"))
    assert _get().fresh and not list(empty.glob(".build-*"))


def test_another_that_compiles_for_too_long_is_told(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from filelock import FileLock

    monkeypatch.setattr("cython_ext.build.cache.LOCK_SECONDS", 0.1)
    empty.mkdir(parents=True)
    with (
        FileLock(str(empty / f"{'a' * 64}.lock")),
        pytest.raises(BuildError, match="another process has been compiling"),
    ):
        _get()


# -- keeping it small -------------------------------------------------------------------------------------------------


def test_what_was_unused_for_longest_goes_first(empty: Path) -> None:
    paths = [_get(letter * 64).path for letter in "abc"]
    for age, path in enumerate(paths):
        os.utime(path, (1000 + age, 1000 + age))
    assert [each.key[0] for each in folder.list_libraries(empty)] == ["c", "b", "a"]
    folder.shrink(empty, paths[0], most=paths[0].stat().st_size + paths[2].stat().st_size)
    assert [path.exists() for path in paths] == [True, False, True]


def test_clearing_removes_everything(empty: Path) -> None:
    sizes = [_get(letter * 64).path.stat().st_size for letter in "ab"]
    assert folder.clear(empty) == (2, sum(sizes)) and not list(empty.iterdir())


def test_the_key_depends_on_everything_that_makes_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Compiler(("cc",), "cc 1")
    keys = {
        key_of("game", one),
        key_of("game2", one),
        key_of("game", one, ("-g",)),
        key_of("game", Compiler(("cc",), "cc 2")),
    }
    keys |= {key_of("game", Compiler(("cc", "-x"), "cc 1")), key_of("game", Compiler(("cc",), "cc 1", ("-mpopcnt",)))}
    monkeypatch.setattr("cython_ext.build.cache.generator", lambda: "another")
    assert len(keys | {key_of("game", one)}) == 7 and FLAGS
