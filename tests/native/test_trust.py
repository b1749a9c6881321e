"""A library is used only if it is this game in this version, and only after it has played like the reference machine."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cython_ext.build import libraries as making
from cython_ext.build.compiling import compile_library
from cython_ext.build.folder import folder
from cython_ext.emit.unit import Translation, translate
from cython_ext.emit.unsupported import NotNative
from cython_ext.layout.table import load_table
from cython_ext.native import NativeMachine
from regelwerk.api.counting import PlayCounter, counter_for, kernels_are_built
from regelwerk.api.machines import machine_for
from rules_dsl.ir import nodes as ir
from rules_dsl.loading import load
from tests.native.compiling import QUICK, compiler
from tests.samples import compiled, stones

KEY = "k" * 64


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGELWERK_CACHE_DIR", str(tmp_path / "cache"))


def _source(game: ir.Game) -> str:
    found = translate(game)
    assert isinstance(found, Translation)
    return found.source


def _library(tmp_path: Path, source: str, key: str = KEY) -> Path:
    text, made = tmp_path / "game.c", tmp_path / "game.so"
    text.write_text(source)
    compile_library(compiler(), text, made, key, QUICK)
    return made


def test_a_library_of_this_game_and_version_is_taken(tmp_path: Path) -> None:
    assert load_table(_library(tmp_path, _source(compiled(stones()))), KEY) is not None


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (".abi = RW_ABI", ".abi = RW_ABI + 1"),
        (".table_size = sizeof(struct rw_game)", ".table_size = sizeof(struct rw_game) + 8"),
        (".key = RW_KEY", '.key = "another"'),
        ("regelwerk_game", "other_game"),
    ],
)
def test_a_library_of_another_version_is_refused(right: str, wrong: str, tmp_path: Path) -> None:
    source = _source(compiled(stones()))
    assert right in source
    assert load_table(_library(tmp_path, source.replace(right, wrong)), KEY) is None


def test_what_is_no_library_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.so"
    assert load_table(path, KEY) is None
    for data in (b"", b"no library", b"\x7fELF" + bytes(200)):
        path.write_bytes(data)
        assert load_table(path, KEY) is None


@pytest.mark.parametrize("damage", ["cut", "empty", "other"])
def test_a_damaged_library_is_built_again_and_plays(damage: str) -> None:
    game = compiled(stones())
    NativeMachine(game, compiler(), QUICK)
    (path,) = folder().glob("*.so")
    data = path.read_bytes()
    path.unlink()
    path.write_bytes({"cut": data[: len(data) // 2], "empty": b"", "other": data[:-1] + bytes([data[-1] ^ 1])}[damage])
    machine = NativeMachine(game, compiler(), QUICK)
    assert path.read_bytes() == data and machine.moves(machine.initial())


FAULTS = {
    "moves": ("return rw_failed(fail) ? -1 : list->count - before;", "list->count -= list->count > 1; return list->count - before;"),
    "count": ("return rw_failed(fail) ? -1 : total;", "return total + 1;"),
    "draw": ("(int64_t)rw_below(random, (uint64_t)total)", "total - 1 - (int64_t)rw_below(random, (uint64_t)total)"),
}  # fmt: skip


IN_ONE_GO = {
    "counted without moves": ("    if (depth == 1 && counting->bulk) {\n        total = game_count(s, fail);", "    if (depth == 1 && counting->bulk) {\n        total = game_count(s, fail) + 1;"),
    "counted move by move": ("    int64_t total = 0, made = 0;", "    int64_t total = counting->bulk == 0, made = 0;"),
    "endings after a move": ("    if (settled) {", "    if (settled) return 0;\n    if (settled) {"),
    "an ending too many": ("    if (settled) {", "    if (settled) return 1;\n    if (settled) {"),
}  # fmt: skip


@pytest.mark.parametrize("fault", IN_ONE_GO)
def test_a_library_that_counts_or_plays_otherwise_on_its_own_is_not_used(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    right, wrong = IN_ONE_GO[fault]
    game = load("tictactoe")
    source = _source(game)
    assert right in source
    monkeypatch.setattr(making, "_source", lambda _: source.replace(right, wrong))
    what = (
        "the number of plays from a position after 1 move"
        if "counted" in fault
        else "how 16 random plays end|the number of plays"
    )
    with pytest.raises(NotNative, match=rf"plays otherwise than its rules: ({what})"):
        NativeMachine(game, compiler(), QUICK)
    monkeypatch.setattr(making, "_source", lambda _: source)
    assert NativeMachine(game, compiler(), QUICK).count(NativeMachine(game, compiler(), QUICK).first_position()) == 9


@pytest.mark.parametrize("fault", ["moves", "count", "draw"])
def test_a_library_that_plays_otherwise_is_not_used(
    fault: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    compiler()
    right, wrong = FAULTS[fault]
    game = compiled(stones())
    source = _source(game)
    assert right in source
    monkeypatch.setattr(making, "_source", lambda _: source.replace(right, wrong))
    with pytest.raises(
        NotNative, match=r"plays otherwise than its rules: .* after \d+ moves; this is a defect of Regelwerk"
    ) as caught:
        NativeMachine(game)
    assert caught.value.defect and not list(folder().glob("*.so"))
    if kernels_are_built():
        assert type(counter_for(machine_for(game), quiet=True)) is PlayCounter
        assert "plays otherwise" in capsys.readouterr().err


def test_a_library_that_fails_where_the_rules_do_not_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    compiler()
    source = _source(compiled(stones()))
    broken = source.replace("static int game_initial(void *given, rw_failure *fail)\n{", "static int game_initial(void *given, rw_failure *fail)\n{\n    if (given) { fail->place = -1; return -1; }")  # fmt: skip
    assert broken != source
    monkeypatch.setattr(making, "_source", lambda _: broken)
    with pytest.raises(NotNative, match="plays otherwise than its rules: the compiled game stopped without a reason"):
        NativeMachine(compiled(stones()))


def test_two_processes_with_the_same_game_both_play() -> None:
    compiler()
    if not kernels_are_built():
        pytest.skip("the kernels are not built here")
    command = [sys.executable, "-m", "regelwerk", "perft", "hanoi", "-d", "3", "--quiet", "--machine", "native"]
    root = Path(__file__).parents[2]
    running = [
        subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)
    ]
    printed = [process.communicate(timeout=120) for process in running]
    assert printed[0] == printed[1] and printed[0][1] == "" and printed[0][0].startswith("  0  1\n")
    assert len(list(folder().glob("*.so"))) == 1


def test_a_game_in_the_cache_is_not_translated_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("tictactoe")
    NativeMachine(game, compiler(), QUICK)
    monkeypatch.setattr(making, "_source", None)
    assert len(NativeMachine(game, compiler(), QUICK).moves(NativeMachine(game, compiler(), QUICK).initial())) == 9
