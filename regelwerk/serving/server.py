"""A web server for this computer alone."""

from __future__ import annotations

import contextlib
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from puzzles.page.filling import NoPage
from regelwerk.serving.layout import write_message
from regelwerk.serving.replies import JSON, Reply, reply_page
from regelwerk.serving.requests import BadAddress, Request, read_address
from regelwerk.serving.site import open_site, reply_missing
from regelwerk.serving.words import choose_language, say
from rules_dsl.diagnostics.diagnostic import RulesError

HOST = "127.0.0.1"
NAMES = frozenset({"127.0.0.1", "localhost", "[::1]"})
LARGEST_QUESTION = 3_000_000
PATIENCE = 30.0
"""Seconds that a request may take to arrive."""


class Handler(BaseHTTPRequestHandler):
    """Answers only by a name of this computer, so that no page from elsewhere can ask in its own name."""

    server: Server
    server_version = "Regelwerk"
    sys_version = ""
    protocol_version = "HTTP/1.1"
    timeout = PATIENCE

    def do_GET(self) -> None:
        """Answer with a page, or say why there is none."""
        self._send(self._answer())

    def do_HEAD(self) -> None:
        """The same without the body."""
        self._send(self._answer())

    def do_POST(self) -> None:
        """Answer a question of a page of this server."""
        self.close_connection = True  # what is left of a body that was refused is no request
        self._send(self._answer_question())

    def _answer_question(self) -> Reply:
        if not self._is_for_us() or not self._is_from_us():
            return self._refuse(HTTPStatus.FORBIDDEN, say(self.language, "only_here"))
        length = self.headers.get("Content-Length", "")
        if self.headers.get_content_type() != JSON or not length.isdecimal() or "Transfer-Encoding" in self.headers:
            return self._refuse(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"questions are {JSON} of a stated length")
        if int(length) > LARGEST_QUESTION:
            reason = f"the text has more than {LARGEST_QUESTION:,} bytes"
            return self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, reason)
        return self._answer(self.rfile.read(int(length)))

    def _is_from_us(self) -> bool:
        """Was it a page of this server that asked? Browsers say so, and let no page say otherwise."""
        return self.headers.get("Origin", "") == f"http://{self.headers['Host']}"

    def _answer(self, body: bytes | None = None) -> Reply:
        if not self._is_for_us():
            return self._refuse(HTTPStatus.FORBIDDEN, say(self.language, "only_here"))
        try:
            segments, query = read_address(self.path)
        except BadAddress as reason:
            return self._refuse(HTTPStatus.BAD_REQUEST, str(reason))
        return self._reply(Request(segments, query, self.language, body))

    def _reply(self, request: Request) -> Reply:
        try:
            return self.server.site.find(request) or reply_missing(request.language)
        except RulesError as error:
            return self._refuse(HTTPStatus.UNPROCESSABLE_ENTITY, error.diagnostics[0].message)
        except NoPage as reason:
            return self._refuse(HTTPStatus.UNPROCESSABLE_ENTITY, str(reason))
        except Exception:  # a defect: the terminal shows it, and whoever asked learns that it was one
            self.server.handle_error(self.request, self.client_address)
            return self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR, say(self.language, "defect"))

    def _is_for_us(self) -> bool:
        """Was this computer asked by its own name? A foreign name that leads here is an attack (DNS rebinding)."""
        name, colon, port = self.headers.get("Host", "").rpartition(":")
        return bool(colon) and name in NAMES and port.isdecimal()

    @property
    def language(self) -> str:
        """The language of the reader."""
        return choose_language(self.headers.get("Accept-Language", "") if hasattr(self, "headers") else "")

    def _refuse(self, status: HTTPStatus, reason: str) -> Reply:
        return reply_page(write_message(self.language, say(self.language, "failed"), reason), status)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What the library behind this class refuses is said in the same way, and ends the connection."""
        self.close_connection = True
        status = HTTPStatus(code)
        self._send(self._refuse(status, message or status.phrase))

    def _send(self, reply: Reply) -> None:
        unchanged = reply.status is HTTPStatus.OK and self._has(reply)
        self.send_response(HTTPStatus.NOT_MODIFIED if unchanged else reply.status)
        for name, value in self._list_headers(reply):
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD" and not unchanged:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # whoever asked has left
                self.wfile.write(reply.body)

    def _has(self, reply: Reply) -> bool:
        """Has the browser kept this very reply?"""
        return hasattr(self, "headers") and self.headers.get("If-None-Match") == reply.tag

    def _list_headers(self, reply: Reply) -> list[tuple[str, str]]:
        return [
            ("Content-Type", reply.content_type),
            ("Content-Length", str(len(reply.body))),
            ("Content-Security-Policy", reply.policy),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Cache-Control", "no-cache"),
            ("ETag", reply.tag),
            *([("Connection", "close")] if self.close_connection else []),
            *reply.headers,
        ]

    def log_message(self, format: str, *args: object) -> None:
        """Requests are not logged."""


class Server(ThreadingHTTPServer):
    """Bound to this computer."""

    daemon_threads = True

    def __init__(self, folder: Path, port: int) -> None:
        self.site = open_site(folder)
        super().__init__((HOST, port), Handler)

    @property
    def address(self) -> str:
        """Where a browser finds it."""
        return f"http://{HOST}:{self.server_port}/"
