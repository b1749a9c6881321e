"""A server for tests, and requests to it by hand, so that hostile ones can be sent, too."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPMessage
from pathlib import Path

from regelwerk.serving.server import HOST, Server


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request brought."""

    status: int
    text: str
    headers: HTTPMessage


@contextmanager
def serve(folder: Path) -> Iterator[Server]:
    """A server for a folder, with the library read."""
    server = Server(folder, 0)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        server.site.catalogue.list_games()
        yield server
    finally:
        server.shutdown()
        server.server_close()


def ask(server: Server, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Answer:
    """One request; header names are written with `_`. Without `Host` the server's own name is asked."""
    connection = HTTPConnection(HOST, server.server_port, timeout=120)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, {"Host": f"localhost:{server.server_port}", **named})
    reply = connection.getresponse()
    text = reply.read().decode()
    connection.close()
    return Answer(reply.status, text, reply.headers)


def send_raw(server: Server, data: bytes) -> str:
    """What comes back for bytes that no library would send."""
    with socket.create_connection((HOST, server.server_port), timeout=30) as link:
        link.sendall(data)
        link.shutdown(socket.SHUT_WR)
        parts = []
        while part := link.recv(65536):
            parts.append(part)
    return b"".join(parts).decode(errors="replace")
