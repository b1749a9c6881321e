"""Edit and play: the page, its questions, and the boards of texts."""

from __future__ import annotations

from dataclasses import dataclass, field
from http import HTTPStatus

import msgspec

from regelwerk.library.catalogue import find_description
from regelwerk.serving.edit_page import write_editor
from regelwerk.serving.editing import (
    DraftStore,
    EditedFile,
    SaveError,
    TextFinding,
    check_text,
    find_edited,
    save_text,
)
from regelwerk.serving.replies import Reply, reply_game, reply_json, reply_page
from regelwerk.serving.requests import BadAddress, Request, read_address
from regelwerk.serving.shelf import Shelf


class EditQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the page sends: the address of a file, its text, and the digest of what it was when it was opened."""

    file: str
    text: str
    digest: str = ""


class CheckReply(msgspec.Struct, frozen=True):
    """Findings, and the address of the board if there is one, else why there is none."""

    findings: tuple[TextFinding, ...]
    board: str | None
    why: str


@dataclass(frozen=True, slots=True)
class EditSite:
    """The routes of edit and play."""

    shelf: Shelf
    drafts: DraftStore = field(default_factory=DraftStore)

    def find(self, request: Request) -> Reply | None:
        """The page of an edited file, or the board of a text."""
        match request.segments:
            case ("draft", name):
                page = self.drafts.find(name)
                return None if page is None else reply_game(page)
            case _:
                file = find_edited(self.shelf, request.segments)
                return None if file is None else reply_page(write_editor(request.language, file, _title(request)))

    def answer(self, request: Request) -> Reply | None:
        """The answer to a question of the page."""
        try:
            question = msgspec.json.decode(request.body or b"", type=EditQuestion)
            segments, _ = read_address(question.file)
        except (msgspec.DecodeError, BadAddress) as error:
            return _refuse(HTTPStatus.BAD_REQUEST, f"this is not a question of this page: {error}")
        file = find_edited(self.shelf, segments)
        if file is None:
            return _refuse(HTTPStatus.NOT_FOUND, "this file is not one that may be edited here")
        match request.segments:
            case ("api", "check"):
                return self._check(file, question)
            case ("api", "save"):
                return _save(file, question)
            case _:
                return None

    def _check(self, file: EditedFile, question: EditQuestion) -> Reply:
        checked = check_text(file, question.text)
        board = None if checked.page is None else self.drafts.add(checked.page)
        return reply_json(CheckReply(checked.findings, board, checked.why))


def _save(file: EditedFile, question: EditQuestion) -> Reply:
    try:
        return reply_json({"digest": save_text(file, question.text, question.digest)})
    except SaveError as reason:
        return _refuse(HTTPStatus.CONFLICT, str(reason))


def _refuse(status: HTTPStatus, reason: str) -> Reply:
    return reply_json({"error": reason}, status)


def _title(request: Request) -> tuple[str, str] | None:
    """The page about the game that a library file belongs to."""
    match request.segments:
        case ("game", name, *_):
            return f"/game/{name}/about", find_description(name).title
        case _:
            return None
