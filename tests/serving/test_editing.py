"""Edit and play: what is wrong with a text, its board, and that nothing is saved where it does not belong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from regelwerk.serving.editing import MOST_DRAFTS, DraftStore, digest_text, find_opened
from regelwerk.serving.server import LARGEST_QUESTION, Server
from rules_dsl.loading import LIBRARY
from tests.serving.asking import Answer, ask, serve

RULES = (LIBRARY / "tictactoe" / "tictactoe.rules").read_text("utf-8")
PARTS = """rules 1
game Two "Two files."

use "more.rules"

players A, B

play
  choose go by A
"""
MORE = """rules 1
library More

state
  done: Bool = false

action go()
  does
    done = true
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inner = tmp_path / "inner"
    (inner / "two").mkdir(parents=True)
    (inner / "mine.rules").write_text(RULES, "utf-8")
    (tmp_path / "secret.rules").write_text(RULES, "utf-8")
    return inner


@pytest.fixture
def server(folder: Path) -> Iterator[Server]:
    with serve(folder) as server:
        yield server


def send(server: Server, what: str, question: object, **headers: str) -> Answer:
    """A question as the page asks it."""
    named = {"Content_Type": "application/json", "Origin": f"http://localhost:{server.server_port}", **headers}
    return ask(server, f"/api/{what}", "POST", json.dumps(question).encode(), **named)


def check(server: Server, text: str, file: str = "/edit/mine.rules") -> dict[str, Any]:
    """What the server says of a text."""
    answer = send(server, "check", {"file": file, "text": text})
    assert answer.status == 200, answer.text
    result = json.loads(answer.text)
    assert isinstance(result, dict)
    return result


def test_the_page_has_the_text(server: Server) -> None:
    text = ask(server, "/edit/mine.rules").text
    assert "Three in a row wins." in text and digest_text(RULES) in text and 'id="save"' in text
    assert "/edit/mine.rules" in ask(server, "/").text


def test_what_is_wrong_is_said_with_place_and_repair(server: Server) -> None:
    result = check(server, RULES.replace("players X, O", "playrs X, O"))
    first = result["findings"][0]
    assert (first["code"], first["line"], first["column"], first["here"]) == ("E0207", 6, 1, True)
    assert "players" in first["repair"] and first["fix"][4] == "players" and result["board"] is None


def test_a_text_that_is_not_saved_has_a_board(server: Server, folder: Path) -> None:
    result = check(server, RULES.replace("Three in a row wins.", "Drei in einer Reihe."))
    assert result["findings"] == [] and ask(server, result["board"]).status == 200
    assert (folder / "mine.rules").read_text("utf-8") == RULES
    assert ask(server, "/draft/nothing").status == 404


def test_a_part_is_checked_with_the_game_it_belongs_to(server: Server, folder: Path) -> None:
    (folder / "two" / "two.rules").write_text(PARTS)
    (folder / "two" / "more.rules").write_text(MORE)
    assert check(server, MORE, "/edit/two/more.rules")["board"] is not None
    wrong = check(server, MORE.replace("done = true", "dome = true"), "/edit/two/more.rules")
    assert wrong["findings"][0]["here"] and wrong["findings"][0]["file"] == "more.rules"
    elsewhere = check(server, MORE.replace("go()", "leap()"), "/edit/two/more.rules")
    assert not elsewhere["findings"][0]["here"] and elsewhere["findings"][0]["file"] == "two.rules"


@pytest.mark.parametrize("text", ["", "\0", "rules 1", "rules 1\n" + "(" * 5000, "game \ud7ff", RULES * 3])
def test_no_text_ends_the_server(server: Server, text: str) -> None:
    assert check(server, text)["board"] is None
    assert ask(server, "/lengths.json").status == 200


def test_what_is_saved_is_there(server: Server, folder: Path) -> None:
    text = RULES.replace("Three", "Drei")
    answer = send(server, "save", {"file": "/edit/mine.rules", "text": text, "digest": digest_text(RULES)})
    assert answer.status == 200 and json.loads(answer.text)["digest"] == digest_text(text)
    assert (folder / "mine.rules").read_text("utf-8") == text


def test_what_another_program_has_changed_is_not_overwritten(server: Server, folder: Path) -> None:
    (folder / "mine.rules").write_text("rules 1\n")
    answer = send(server, "save", {"file": "/edit/mine.rules", "text": RULES, "digest": digest_text(RULES)})
    assert answer.status == 409 and "another program" in answer.text
    assert (folder / "mine.rules").read_text("utf-8") == "rules 1\n"


def test_files_of_the_library_are_checked_and_not_saved(server: Server) -> None:
    file = "/game/tictactoe/edit/tictactoe.rules"
    page = ask(server, "/game/tictactoe/edit").text
    assert 'id="save"' not in page and "not saved" in page
    assert check(server, RULES, file)["board"] is not None
    assert send(server, "save", {"file": file, "text": "", "digest": digest_text(RULES)}).status == 409
    assert (LIBRARY / "tictactoe" / "tictactoe.rules").read_text("utf-8") == RULES


@pytest.mark.parametrize(
    "file",
    [
        "/edit/../secret.rules", "/edit/..%2fsecret.rules", "/edit/%2e%2e/secret.rules", "/edit//etc/passwd", "/edit",
        "/game/tictactoe/edit/../../hex/hex.rules", "/game/../edit/x", "/edit/new.rules", "edit/mine.rules/..", "",
        "/edit/mine.rules\0",
    ],
)  # fmt: skip
def test_nothing_else_is_saved(server: Server, folder: Path, file: str) -> None:
    before = {path: path.read_bytes() for path in folder.parent.rglob("*") if path.is_file()}
    for what in ("save", "check"):
        answer = send(server, what, {"file": file, "text": "gone", "digest": digest_text(RULES)})
        assert answer.status in (400, 404), answer.text
    assert {path: path.read_bytes() for path in folder.parent.rglob("*") if path.is_file()} == before


def test_a_link_out_of_the_folder_is_not_saved_through(server: Server, folder: Path) -> None:
    (folder / "link.rules").symlink_to(folder.parent / "secret.rules")
    answer = send(server, "save", {"file": "/edit/link.rules", "text": "gone", "digest": digest_text(RULES)})
    assert answer.status == 404 and (folder.parent / "secret.rules").read_text("utf-8") == RULES


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "http://localhost:1", "https://localhost"])
def test_pages_from_elsewhere_may_not_ask(server: Server, folder: Path, origin: str) -> None:
    question = {"file": "/edit/mine.rules", "text": "gone", "digest": digest_text(RULES)}
    assert send(server, "save", question, Origin=origin).status == 403
    assert (folder / "mine.rules").read_text("utf-8") == RULES


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_questions_are_json(server: Server, kind: str) -> None:
    question = {"file": "/edit/mine.rules", "text": "gone", "digest": digest_text(RULES)}
    assert send(server, "save", question, Content_Type=kind).status == 415


WRONG = (b"", b"{", b"[]", b'{"file": 1, "text": ""}', b'{"text": ""}', b"\xff", b'{"file":"","text":"","x":1}')


@pytest.mark.parametrize("body", WRONG)
def test_what_is_no_question_is_refused(server: Server, body: bytes) -> None:
    headers = {"Content_Type": "application/json", "Origin": f"http://localhost:{server.server_port}"}
    assert ask(server, "/api/check", "POST", body, **headers).status == 400


def test_a_question_that_is_too_long_is_not_read(server: Server) -> None:
    headers = {"Content_Type": "application/json", "Origin": f"http://localhost:{server.server_port}"}
    assert ask(server, "/api/check", "POST", b"", Content_Length=str(LARGEST_QUESTION + 1), **headers).status == 413


def test_only_the_last_boards_are_kept() -> None:
    boards = DraftStore()
    addresses = [boards.add(str(number)) for number in range(MOST_DRAFTS + 1)]
    assert boards.find(addresses[0].rpartition("/")[2]) is None
    assert boards.find(addresses[-1].rpartition("/")[2]) == str(MOST_DRAFTS)


def test_a_folder_or_a_rules_file_is_opened(folder: Path) -> None:
    opened = find_opened(folder / "mine.rules")
    assert opened is not None and (opened.folder, opened.page) == (folder.resolve(), "edit/mine.rules")
    assert find_opened(folder / "none.rules") is None and find_opened(Path("/dev/null")) is None
