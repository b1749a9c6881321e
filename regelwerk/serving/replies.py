"""Replies of the server: a status, a body, and what a browser may do with it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from http import HTTPStatus

import msgspec

HTML = "text/html; charset=utf-8"
SVG = "image/svg+xml; charset=utf-8"
JSON = "application/json"
SCRIPT = "text/javascript; charset=utf-8"
OWN_PAGE = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
GAME_PAGE = "frame-ancestors 'self'"
"""Pages of games carry their own policy; only pages of this server may show them in a frame."""
NOTHING = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


@dataclass(frozen=True, slots=True)
class Reply:
    """What is sent for a request."""

    status: HTTPStatus
    body: bytes
    content_type: str = HTML
    policy: str = OWN_PAGE
    headers: tuple[tuple[str, str], ...] = ()

    @property
    def tag(self) -> str:
        """A name of the body, by which a browser asks whether it has changed."""
        return f'"{hashlib.sha256(self.body).hexdigest()[:32]}"'


def reply_page(text: str, status: HTTPStatus = HTTPStatus.OK) -> Reply:
    """A page of the server itself."""
    return Reply(status, text.encode())


def reply_game(text: str) -> Reply:
    """A page on which people play."""
    return Reply(HTTPStatus.OK, text.encode(), policy=GAME_PAGE)


def reply_svg(text: str) -> Reply:
    """A picture."""
    return Reply(HTTPStatus.OK, text.encode(), SVG, NOTHING)


def reply_json(value: object, status: HTTPStatus = HTTPStatus.OK) -> Reply:
    """An answer to a program."""
    return Reply(status, msgspec.json.encode(value), JSON, NOTHING)


def redirect(address: str) -> Reply:
    """Elsewhere, on this server."""
    return Reply(HTTPStatus.SEE_OTHER, b"", headers=(("Location", address),))
