"""Whatever is typed or lies in a file: a clear message and exit code 2, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzles.formats import FORMATS
from tests.cli.running import run

FILES = {
    "empty.rules": b"",
    "binary.rules": bytes(range(256)) * 20,
    "latin.rules": "rules 1\ngame Bär\n".encode("latin-1"),
    "utf16.rules": "rules 1\ngame X\n".encode("utf-16"),
    "cut.rules": b'rules 1\ngame Cut "half a',
    "prose.rules": b"Each player in turn draws a card.\n",
    "deep.rules": b"rules 1\ngame Deep\ndefine f() -> Bool = " + b"(" * 5000 + b"true" + b")" * 5000 + b"\n",
    "huge.rules": b"rules 1\ngame Huge\nstate\n  x: [0..99999999] 0..99999999 = 0\n",
    "later.rules": b"rules 99\ngame Later\n",
    "outside.rules": b'rules 1\ngame Outside\nuse "../../secret.rules"\n',
    "notes.txt": b"no rules",
    "bad.toml": b"a = [1,",
    "list.json": b"[1, 2]",
    "bad.json": b"{",
    "deep.json": b"[" * 100_000,
    "latin.toml": "a = 'ä'".encode("latin-1"),
    "empty.play": b"",
    "binary.play": bytes(range(256)),
    "other.play": b"regelwerk-play 1\ngame Chess\n\n1. move(e2, e4)\n",
    "illegal.play": b"regelwerk-play 1\ngame TicTacToe\n\n1. mark(a1)\n2. mark(a1)\n",
    "good.play": b"regelwerk-play 1\ngame TicTacToe\n\n1. mark(a1)\n",
}

COMMANDS = [
    "moves",
    "moves nosuchgame",
    "moves tictactow",
    "moves nosuch/file.rules",
    "moves ../../../../etc/passwd",
    "moves notes.txt",
    "moves .",
    "moves empty",
    "moves " + "x" * 5000,
    "moves a\0b.rules",
    *[f"{verb} {name}" for name in FILES if name.endswith(".rules") for verb in ("check", "moves")],
    "fmt binary.rules",
    "fmt latin.rules",
    "fmt prose.rules",
    "fmt nosuch.rules",
    "moves breakthrough --option",
    "moves breakthrough --option size",
    "moves breakthrough --option size=big",
    "moves breakthrough --option size=99999999999999999999",
    "moves breakthrough --option sise=5",
    "moves chess --given nonsense",
    "moves chess --given to_move=Green",
    "moves chess --given to_mov=White",
    "moves chess --given fen:",
    "moves chess --given fen:8/8/8/8/8/8/8/8",
    "moves chess --given fan:8/8",
    "solve orchard --engine steam",
    "moves chess --given @nosuch.toml",
    "moves chess --given @bad.toml",
    "moves chess --given @latin.toml",
    "moves chess --given @list.json",
    "moves chess --given @bad.json",
    "moves chess --given @deep.json",
    "moves chess --given position=@nosuch.txt",
    "moves chess --given play:nosuch.play",
    "moves tictactoe --at empty.play",
    "moves tictactoe --at binary.play",
    "moves tictactoe --at other.play",
    "moves tictactoe --at illegal.play",
    "moves tictactoe --at good.play#9",
    "moves tictactoe --at good.play#x",
    "moves tictactoe --at good.play#-1",
    "moves tictactoe --machine steam",
    "moves tictactoe --data nosuch.toml",
    "moves orchard --data bad.toml",
    "perft tictactoe -d -1",
    "perft tictactoe -d 99999999999999999999",
    "perft tictactoe --memory much",
    "playouts tictactoe --memory -1G",
    "show tictactoe -o notes.txt/board.svg",
    "show tictactoe -o prose.rules",
    "show tictactoe --svg -o good.play",
    "play tictactoe --save good.play",
    "play tictactoe --save empty",
    "play tictactoe --save nosuch/my.play",
    "play tictactoe --save " + "x" * 5000,
    "play tictactoe --save a\0b.play",
    "perft tictactoe -d x",
    "explore tictactoe --time soon",
    "explore tictactoe --memory lots",
    "explore tictactoe --max-states 0",
    "playouts tictactoe -n 0",
    "show tictactoe -o nosuch/folder/x.svg",
    "explain E9999",
    "explain nonsense",
    "help nonsense",
    "new 1st",
    "new empty",
    "new ../x/../../1",
    "nosuchcommand",
    "--nosuchoption",
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, data in FILES.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[:50])
def test_exit_code_2_and_a_message(command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    ran = run(capsys, *command.split(" "))
    assert ran.code == 2, ran.err
    assert ran.err.strip() or command.startswith("check")
    assert "Traceback" not in ran.err + ran.out
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_several_things_are_told_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "moves", "chess", "--given", "nonsense", "--given", "fen:x", "--option", "y")
    assert {"E0750", "E0752"} <= set(ran.err.split())
    assert ran.err.count("E0750") == 2


@pytest.mark.parametrize("name", FORMATS)
def test_what_a_format_looks_like_is_told(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "moves", "hanoi", "--given", f"{name}:?")
    assert ran.code == 2 and f"repair: write {name}:" in ran.err


def test_an_unknown_game_is_guessed(capsys: pytest.CaptureFixture[str]) -> None:
    assert "did you mean tictactoe?" in run(capsys, "moves", "tictactow").err


def test_the_codes_are_registered(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from rules_dsl.diagnostics.codes import CODES

    told = "".join(run(capsys, *command.split(" ")).err for command in COMMANDS if command.startswith("moves"))
    used = {word for word in told.split() if len(word) == 5 and word[0] == "E" and word[1:].isdigit()}
    assert used
    assert used <= set(CODES)
