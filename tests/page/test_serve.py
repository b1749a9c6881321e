"""The server for this computer: what it lists, what it refuses, whom it answers."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from puzzles.making.candidates import PuzzleOrder, order_of
from puzzles.making.collecting import CollectionLimits, collect
from puzzles.making.wishes import PuzzleRequirements
from puzzles.storing.store import write_store
from regelwerk.report.serving import HOST, Server
from rules_dsl import loading
from tests.cli.running import run


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("shelf")
    order = order_of(loading.load("tictactoe"), PuzzleOrder("tictactoe", seed=3, wish=PuzzleRequirements(most=200)))
    write_store(folder / "three in a row.puzzles", collect(order, CollectionLimits(2, 40)).puzzles)
    (folder / "broken.puzzles").write_text("no")
    (folder / "one.play").write_text("regelwerk-play 1\ngame TicTacToe\n\n1. mark(b2)\n")
    (folder / "<b>.play").write_text("regelwerk-play 1\ngame Nothing\n\n1. mark(b2)\n")
    found = Server(folder, 0)
    thread = threading.Thread(target=found.serve_forever, daemon=True)
    thread.start()
    yield found
    found.shutdown()
    found.server_close()


def asked(server: Server, path: str, host: str = "localhost:1") -> tuple[int, str]:
    connection = HTTPConnection(HOST, server.server_port, timeout=60)
    connection.request("GET", path, headers={"Host": host})
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def test_the_index_lists_what_there_is(server: Server) -> None:
    code, text = asked(server, "/")
    assert code == 200
    for part in ('href="/game/chess"', 'href="/play/one.play"', "three in a row (2)", "&lt;b&gt;"):
        assert part in text
    assert "broken" not in text and "<b>" not in text


def test_the_index_is_in_the_language_of_the_reader(server: Server) -> None:
    assert "<h2>Spiele</h2>" in server.shelf.index("de") and '<html lang="de">' in server.shelf.index("de")


def test_pages_are_made(server: Server) -> None:
    for path in ("/puzzles/three%20in%20a%20row.puzzles/1", "/play/one.play", "/game/tictactoe", "/game/sudoku"):
        code, text = asked(server, path)
        assert code == 200 and '<script type="application/octet-stream" id="sheet">' in text, path


def test_what_is_not_listed_is_not_there(server: Server) -> None:
    for path in (
        "/nothing",
        "/play/../../etc/passwd",
        "/play/%2e%2e%2fone.play",
        "/puzzles/broken.puzzles/1",
        "/game/../tests",
        "//etc/passwd",
    ):
        assert asked(server, path)[0] == 404, path


def test_a_play_of_an_unknown_game_is_told(server: Server) -> None:
    code, text = asked(server, "/play/%3Cb%3E.play")
    assert code == 422 and "neither in the library" in text and "<b>" not in text


def test_other_names_are_refused(server: Server) -> None:
    assert server.server_address[0] == "127.0.0.1"
    assert asked(server, "/", "evil.example:80")[0] == 403
    assert asked(server, "/", "evil.example")[0] == 403


def test_bad_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(capsys, "serve", str(tmp_path / "none")).code == 2
    assert run(capsys, "serve", str(tmp_path), "--port", "99999").code == 2
    assert (
        run(capsys, "serve", str(tmp_path), "--port", "0", "--time", "50ms", "--json").answer["schema"]
        == "regelwerk.serve/1"
    )
