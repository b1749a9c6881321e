"""The opened folder on the server: what of it is listed, and what is not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from puzzles.making.candidates import PuzzleOrder, order_of
from puzzles.making.collecting import CollectionLimits, collect
from puzzles.making.wishes import PuzzleRequirements
from puzzles.storing.store import write_store
from regelwerk.serving.server import Server
from rules_dsl import loading
from tests.cli.running import run
from tests.serving.asking import ask, serve


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("shelf")
    order = order_of(loading.load("tictactoe"), PuzzleOrder("tictactoe", seed=3, wish=PuzzleRequirements(most=200)))
    write_store(folder / "three in a row.puzzles", collect(order, CollectionLimits(2, 40)).puzzles)
    (folder / "broken.puzzles").write_text("no")
    (folder / "one.play").write_text("regelwerk-play 1\ngame TicTacToe\n\n1. mark(b2)\n")
    (folder / "<b>.play").write_text("regelwerk-play 1\ngame Nothing\n\n1. mark(b2)\n")
    with serve(folder) as server:
        yield server


def test_the_index_lists_what_there_is(server: Server) -> None:
    reply = ask(server, "/")
    code, text = reply.status, reply.text
    assert code == 200
    for part in ('href="/game/chess"', 'href="/play/one.play"', "three in a row (2)", "&lt;b&gt;"):
        assert part in text
    assert "broken" not in text and "<b>" not in text


def test_pages_are_made(server: Server) -> None:
    for path in ("/puzzles/three%20in%20a%20row.puzzles/1", "/play/one.play", "/game/tictactoe", "/game/sudoku"):
        reply = ask(server, path)
        code, text = reply.status, reply.text
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
        assert ask(server, path).status == 404, path


def test_a_play_of_an_unknown_game_is_told(server: Server) -> None:
    reply = ask(server, "/play/%3Cb%3E.play")
    code, text = reply.status, reply.text
    assert code == 422 and "neither in the library" in text and "<b>" not in text


def test_other_names_are_refused(server: Server) -> None:
    assert server.server_address[0] == "127.0.0.1"
    assert ask(server, "/", Host="evil.example:80").status == 403
    assert ask(server, "/", Host="evil.example").status == 403


def test_bad_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(capsys, "serve", str(tmp_path / "none")).code == 2
    assert run(capsys, "serve", str(tmp_path), "--port", "99999").code == 2
    assert (
        run(capsys, "serve", str(tmp_path), "--port", "0", "--time", "50ms", "--json").answer["schema"]
        == "regelwerk.serve/1"
    )
