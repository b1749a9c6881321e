"""Requests that no friend sends: each gets an answer that says what is wrong, and nothing is given away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from regelwerk.serving.server import Server
from tests.serving.asking import ask, send_raw, serve


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("outer")
    (folder / "secret.rules").write_text("rules 1\n")
    (folder / "secret.play").write_text("secret")
    (folder / "inner").mkdir()
    with serve(folder / "inner") as server:
        yield server


@pytest.mark.parametrize(
    "host",
    ["evil.example:80", "evil.example", "localhost.evil.example:80", "127.0.0.1.nip.io:80", "", "localhost", "[::1]"],
)
def test_only_names_of_this_computer_are_answered(server: Server, host: str) -> None:
    reply = ask(server, "/", Host=host)
    assert reply.status == 403 and "chess" not in reply.text


def test_it_listens_on_this_computer_only(server: Server) -> None:
    assert server.server_address[0] == "127.0.0.1"


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.play", "/play/../secret.play", "/play/..%2fsecret.play", "/play/%2e%2e/secret.play", "//etc/passwd",
        "/game/../tests", "/game/.", "/game/", "/game/Chess", "/game/chess/plays/..%2f..%2fhex%2fplays%2frandom",
        "/game/chess/picture.svg/x", "/assets/../server.py", "/assets/", "/run/..", "/lengths.json/",
    ],
)  # fmt: skip
def test_nothing_is_found_outside_of_what_is_listed(server: Server, path: str) -> None:
    reply = ask(server, path)
    assert reply.status == 404 and "secret" not in reply.text.replace("secret.play", "")


MANY = "&".join(f"a{number}=1" for number in range(99))


@pytest.mark.parametrize("path", ["/%ff", "/%00", "/a%0d%0aSet-Cookie:x", f"/?{MANY}"])
def test_addresses_that_cannot_be_meant_are_refused(server: Server, path: str) -> None:
    reply = ask(server, path)
    assert reply.status == 400 and "Set-Cookie" not in reply.headers


def test_what_is_written_in_an_address_is_no_markup(server: Server) -> None:
    for path in ("/%3Cscript%3E", "/game/hex?size=%3Cscript%3E"):
        assert "<script>" not in ask(server, path).text


@pytest.mark.parametrize("method", ["PUT", "DELETE", "TRACE", "OPTIONS", "CONNECT", "NONSENSE"])
def test_other_methods_are_refused(server: Server, method: str) -> None:
    assert ask(server, "/", method).status in (405, 501)


def test_a_head_has_no_body(server: Server) -> None:
    reply = ask(server, "/", "HEAD")
    assert reply.status == 200 and reply.text == "" and int(reply.headers["Content-Length"]) > 1000


@pytest.mark.parametrize(
    "data",
    [
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost:1\r\n" + b"X: y\r\n" * 200 + b"\r\n",
    ],
)
def test_what_is_no_request_ends_no_server(server: Server, data: bytes) -> None:
    answer = send_raw(server, data)
    assert "Traceback" not in answer and "200 OK" not in answer
    assert ask(server, "/lengths.json").status == 200


def test_headers_say_what_a_browser_may_do(server: Server) -> None:
    headers = ask(server, "/").headers
    assert headers["X-Content-Type-Options"] == "nosniff" and headers["Referrer-Policy"] == "no-referrer"
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "a.rules").write_text("rules 1\n")
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "b.rules").symlink_to(tmp_path / "outside" / "a.rules")
    from regelwerk.serving.shelf import Shelf

    assert Shelf((tmp_path / "inside").resolve()).rules() == []
