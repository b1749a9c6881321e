"""The command line as a process: imports, signals, pipes, crashes, packages of the same name."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from functools import cache, partial
from pathlib import Path

import pytest

from regelwerk.cli import ours
from tests.cli.running import run

HEARS_INTERRUPTS = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
"""What runs in the background of a script would ignore them."""

OVER = ("the time is over", "the time was over while loading", "the time was over while compiling")
HEAVY = ("lark", "rich", "z3", "ortools", "rules_dsl.ir", "rules_dsl.semantics", "rules_dsl.syntax", "tomllib", "msgspec")


def regelwerk(*words: str, **more: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "regelwerk", *words]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False, **more)  # type: ignore[call-overload, no-any-return]


@pytest.mark.parametrize("words", [["--help"], ["perft", "--help"], ["--version"]])
def test_help_imports_nothing_heavy(words: list[str]) -> None:
    code = (
        "import sys; from regelwerk.__main__ import app\n"
        f"try: app({words!r}, prog_name='regelwerk')\n"
        "except SystemExit: pass\n"
        "print('|'.join(sys.modules), file=sys.stderr)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(result.stderr.split("\n")[-2].split("|"))
    assert "regelwerk.__main__" in loaded
    assert not loaded & set(HEAVY)


def test_every_command_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    from regelwerk.__main__ import COMMANDS

    for name in COMMANDS:
        ran = run(capsys, name, "--help")
        assert ran.code == 0
        assert "Usage: regelwerk" in ran.out


def test_no_words_at_all_show_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys)
    assert "Commands:" in ran.out + ran.err


def test_interrupted_is_130() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "regelwerk", "play", "tictactoe"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=HEARS_INTERRUPTS,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err


def test_an_interrupted_play_is_saved(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "regelwerk", "play", "tictactoe", "--quiet"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path, preexec_fn=HEARS_INTERRUPTS,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("mark(b2)\n")
    process.stdin.flush()
    while "> X: Mark b2" not in process.stdout.readline():
        assert process.poll() is None
    while "O to move" not in process.stdout.readline():
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130
    assert "1. mark(b2)" in (tmp_path / "TicTacToe.play").read_text("utf-8")


def test_a_closed_pipe_is_quiet() -> None:
    script = f'"{sys.executable}" -m regelwerk moves hex | head -n 1; exit ${{PIPESTATUS[0]}}'
    result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=120, check=False)
    assert result.stdout.count("\n") == 1
    assert "Traceback" not in result.stderr
    assert "BrokenPipe" not in result.stderr


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no device that is always full")
@pytest.mark.parametrize("words", ["moves tictactoe", "moves tictactoe --json"])
def test_a_full_disk_is_no_defect_of_ours(words: str) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        result = subprocess.run([sys.executable, "-m", "regelwerk", *words.split()], stdout=full, stderr=subprocess.PIPE, text=True, timeout=120, check=False)
    assert result.returncode == 2
    assert "the disk is full" in result.stderr
    assert "Exception" not in result.stderr


def test_a_device_is_written_to_and_stays_a_device(tmp_path: Path) -> None:
    pipe = tmp_path / "board.txt"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True) as reader:
        assert regelwerk("show", "tictactoe", "-o", str(pipe)).returncode == 0
        assert "1 · · ·" in reader.communicate(timeout=60)[0]
    assert pipe.is_fifo()


def test_with_stdin_closed(tmp_path: Path) -> None:
    script = f'"{sys.executable}" -m regelwerk play tictactoe <&-'
    result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=120, check=False, cwd=tmp_path)
    assert result.returncode == 0
    assert "X to move" in result.stdout


@pytest.mark.parametrize(
    ("typed", "told"),
    [("yes ''", "changed nothing"), ("yes undo", "changed nothing"), ("cat /dev/zero | tr '\\0' a", "more than 10,000 characters")],
)
def test_endless_typing_ends_and_what_was_played_is_kept(typed: str, told: str, tmp_path: Path) -> None:
    script = f'ulimit -v 2000000; (echo 1; {typed}) | "{sys.executable}" -m regelwerk play tictactoe --quiet --machine python; exit ${{PIPESTATUS[1]}}'
    result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=120, check=False, cwd=tmp_path)
    assert result.returncode == 2
    assert told in result.stderr
    assert (tmp_path / "TicTacToe.play").is_file()


def test_a_device_without_end_is_no_input(tmp_path: Path) -> None:
    (tmp_path / "endless.rules").symlink_to("/dev/zero")
    for words in (["check", "endless.rules"], ["moves", "chess", "--given", "@/dev/zero"], ["moves", "chess", "--given", "position=@/dev/zero"]):
        result = regelwerk(*words, cwd=tmp_path)
        assert result.returncode == 2
        assert "endless.rules is a device" in result.stdout or "larger than 16 MB" in result.stderr


def test_a_pipe_is_no_rules_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.rules")
    assert regelwerk("moves", "pipe.rules", cwd=tmp_path).returncode == 2


def test_typed_letters_that_the_terminal_cannot_know(tmp_path: Path) -> None:
    poor = {**os.environ, "PYTHONIOENCODING": "ascii"}
    result = regelwerk("play", "tictactoe", "--quiet", input="é\nquit\n", env=poor, cwd=tmp_path)
    assert result.returncode == 0


def test_a_time_ends_counting_and_what_is_counted_is_told() -> None:
    result = regelwerk("perft", "chess", "-d", "30", "--time", "3s", "--machine", "python", "--json")
    assert result.returncode == 3
    answer = json.loads(result.stdout.splitlines()[-1])
    assert answer.get("counts", [1])[:1] == [1]  # a busy computer may not come to counting
    assert "counts" in answer or answer["message"] in OVER


def test_a_time_that_is_over_at_once_has_a_last_line() -> None:
    result = regelwerk("perft", "chess", "-d", "30", "--time", "1ms", "--json")
    assert result.returncode == 3
    answer = json.loads(result.stdout.splitlines()[-1])
    assert answer.pop("message") in OVER
    assert answer == {"status": "stopped", "stopped": "time", "schema": "regelwerk.error/1"}


MANY_MOVES = """rules 1
game Many
state
  n: 0..9 = 0
action go(i: 1..1000, j: 1..1000, k: 1..1000)
  does
    n = 1
play
  loop
    choose go
"""


def test_a_time_ends_a_list_that_is_too_long(tmp_path: Path) -> None:
    (tmp_path / "many.rules").write_text(MANY_MOVES, "utf-8")
    result = regelwerk("moves", "many.rules", "--time", "1s", cwd=tmp_path)
    assert result.returncode == 3
    assert result.stderr.strip().splitlines()[-1] in OVER


@pytest.mark.skipif(sys.platform != "linux", reason="where nothing bounds a process the computer does")
def test_rules_without_measure_fill_no_more_than_a_process_may_have(tmp_path: Path) -> None:
    (tmp_path / "many.rules").write_text(MANY_MOVES, "utf-8")
    script = f'ulimit -v 600000; "{sys.executable}" -m regelwerk moves many.rules'
    result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=120, check=False, cwd=tmp_path)
    assert result.returncode == 3
    assert "memory" in result.stderr


def test_rules_that_fail_at_once_fail_at_the_first_position(tmp_path: Path) -> None:
    (tmp_path / "fail.rules").write_text(MANY_MOVES.replace("  does", "  needs 3 / n > 0\n  does"), "utf-8")
    result = regelwerk("explore", "fail.rules", "--machine", "python", cwd=tmp_path)
    assert result.returncode == 1
    assert "the rules fail at the first position: E0905" in result.stdout
    result = regelwerk("explore", "fail.rules", "--machine", "python", "--json", cwd=tmp_path)
    assert result.returncode == 1 and '"stopped": "failure"' in result.stdout


def test_a_process_is_bounded_from_the_beginning() -> None:
    code = (
        "import resource; from regelwerk.cli.limits import limit_memory; limit_memory(); "
        "print(resource.getrlimit(resource.RLIMIT_AS)[0])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert 0 < int(result.stdout) < os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def test_a_time_ends_playouts_that_would_go_on_for_ever() -> None:
    result = regelwerk("playouts", "tictactoe", "--seconds", "inf", "--time", "5s", "--quiet")
    counted = (result.returncode, "playouts" in result.stdout) == (0, True)
    assert counted or (result.returncode, result.stderr.strip() in OVER) == (3, True)  # loading takes its part, on a busy computer all


def test_used_up_memory_is_a_limit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from regelwerk.cli.commands import common

    def greedy(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(common.CommandSettings, "state", greedy)
    ran = run(capsys, "moves", "tictactoe")
    assert ran.code == 3
    assert "--memory" in ran.err


def test_without_stdin(tmp_path: Path) -> None:
    result = regelwerk("play", "tictactoe", stdin=subprocess.DEVNULL, cwd=tmp_path)
    assert result.returncode == 0
    assert not list(tmp_path.iterdir())


def test_a_poor_terminal_shows_what_it_can() -> None:
    result = regelwerk("show", "chess", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert result.returncode == 0
    assert "White to move" in result.stdout


def test_json_is_plain_for_a_poor_terminal() -> None:
    result = regelwerk("show", "chess", "--json", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert "\\u2654" in result.stdout


def test_a_defect_is_exit_code_5_and_leaves_a_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(*words: object) -> object:
        raise ZeroDivisionError("a defect")

    monkeypatch.setattr("rules_dsl.loading.load", broken)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    ran = run(capsys, "moves", "tictactoe")
    assert ran.code == 5
    (file,) = tmp_path.iterdir()
    assert str(file) in ran.err
    assert "ZeroDivisionError: a defect" in file.read_text("utf-8")
    assert "Traceback" not in ran.err


def test_a_stop_that_python_turned_into_an_error_is_a_stop(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*words: object) -> object:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as stop:
            raise RuntimeError("Error calling __set_name__ on 'Field' instance") from stop

    monkeypatch.setattr("rules_dsl.loading.load", broken)
    ran = run(capsys, "moves", "tictactoe")
    assert (ran.code, ran.err) == (130, "interrupted\n")


def test_kernels_of_an_older_checkout_are_no_defect(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def older(*words: object) -> object:
        raise ImportError("cannot import name 'Chart'", name="cython_ext.kernels._steps")

    monkeypatch.setattr("rules_dsl.loading.load", older)
    ran = run(capsys, "moves", "tictactoe")
    assert ran.code == 4
    assert "cython_ext.kernels._steps" in ran.err and "make build" in ran.err


def test_our_packages_are_found() -> None:
    assert ours.describe_hidden_packages() == []


def test_a_file_that_hides_a_package_is_named(tmp_path: Path) -> None:
    (tmp_path / "solver.py").write_text("")
    result = regelwerk("--help", cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert result.returncode == 4
    assert str(tmp_path / "solver.py") in result.stderr


def interrupted(words: list[str]) -> subprocess.CompletedProcess[str]:
    """Runs a command, lets it work for a second once it has begun, and interrupts it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "regelwerk", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=HEARS_INTERRUPTS,
    )
    assert process.stderr is not None
    try:
        assert "…" in process.stderr.readline()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    return subprocess.CompletedProcess(words, process.returncode, out, err)


@cache
def compile_chess() -> None:
    """From now on it is in the cache."""
    assert regelwerk("perft", "chess", "-d", "1").returncode == 0


@pytest.mark.parametrize(
    ("words", "key"),
    [
        (["perft", "chess", "-d", "30", "--json"], "counts"),
        (["explore", "chess", "--json"], "states"),
        (["playouts", "chess", "-n", "100000000", "--json"], "playouts"),
    ],
    ids=["perft", "explore", "playouts"],
)
def test_ctrl_c_tells_what_is_known_so_far(words: list[str], key: str) -> None:
    compile_chess()
    result = interrupted(words)
    assert result.returncode == 130
    assert "Traceback" not in result.stderr
    assert json.loads(result.stdout.splitlines()[-1])[key]
