"""A process that has imported everything and waits. Each command is forked from it and begins where a new process would be after its imports.

`python serve.py SOCKET` answers what `ask.py` sends until its standard input is closed. Nothing here runs threads, so that a fork is whole.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import io
import json
import os
import pkgutil
import selectors
import signal
import socket
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

ROOT = Path(__file__).resolve().parents[3]
ROOMS = ("rules_dsl", "cython_ext", "solver", "puzzles", "regelwerk")
LIBRARIES = ("ortools.math_opt.python.mathopt", "ortools.sat.python.cp_model", "z3")
APART = ("solver.mip.worker",)
"""Programs of their own."""

STREAMS = 3
LONGEST = 1 << 20
"""Bytes of a request: a working directory, an environment, words."""


@dataclass(frozen=True, slots=True)
class Request:
    """A command: where it runs, with which environment, words and open streams."""

    folder: str
    environment: dict[str, str]
    words: list[str]
    streams: dict[int, int]


def wait_for_request(listening: socket.socket) -> Request:
    """Returns in a forked child alone, once for each request; the server itself leaves when nobody holds its standard input any more."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with selectors.DefaultSelector() as ready:
        ready.register(listening, selectors.EVENT_READ)
        ready.register(0, selectors.EVENT_READ)
        while True:
            if any(key.fd == 0 for key, _ in ready.select()):
                _leave(Path(listening.getsockname()))
            asking, _ = listening.accept()
            if os.fork() == 0:
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                listening.close()
                return _fork_command(asking)
            asking.close()


def _leave(place: Path) -> NoReturn:
    """End the server; its socket goes with it."""
    place.unlink()
    place.parent.rmdir()
    os._exit(0)


def _fork_command(asking: socket.socket) -> Request:
    """Returns in the process of the command; the one that waits for it tells its exit code and leaves."""
    request = _receive(asking)
    child = os.fork()
    if child == 0:
        asking.close()
        return request
    for stream in request.streams.values():
        os.close(stream)
    _, status = os.waitpid(child, 0)
    asking.sendall(bytes([os.waitstatus_to_exitcode(status) & 0xFF]))
    os._exit(0)


def _receive(asking: socket.socket) -> Request:
    data, received, _, _ = socket.recv_fds(asking, LONGEST, STREAMS)
    while not data.endswith(b"\n"):
        data += asking.recv(LONGEST)
    said = json.loads(data)
    return Request(
        said["folder"], said["environment"], said["words"], dict(zip(said["streams"], received, strict=True))
    )


def become(request: Request) -> None:
    """This process looks as if it had been started with the request."""
    for number in range(STREAMS):
        if number in request.streams:
            os.dup2(request.streams[number], number)
            os.close(request.streams[number])
        else:
            os.close(number)
    os.chdir(request.folder)
    os.environ.clear()
    os.environ.update(request.environment)
    sys.argv = ["regelwerk", *request.words]
    sys.path[0] = request.folder
    sys.stdin, sys.stdout, sys.stderr = (
        _text_stream(number) if number in request.streams else None for number in range(STREAMS)
    )


def _text_stream(number: int) -> Any:
    """A standard stream as Python opens it."""
    encoding, _, errors = os.environ.get("PYTHONIOENCODING", "utf-8").partition(":")
    usual = "backslashreplace" if number == 2 else "strict"
    raw = io.FileIO(number, "r" if number == 0 else "w", closefd=False)
    buffer = io.BufferedReader(raw) if number == 0 else io.BufferedWriter(raw)
    return io.TextIOWrapper(buffer, encoding or "utf-8", errors or usual, line_buffering=number == 2 or raw.isatty())


def warm() -> None:
    """Import what commands import while they work, and read the tables of the grammar."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    for library in LIBRARIES:
        importlib.import_module(library)
    for room in ROOMS:
        for module in pkgutil.walk_packages([str(ROOT / room)], f"{room}."):
            if not module.name.startswith(APART):
                importlib.import_module(module.name)
    importlib.import_module("rules_dsl.syntax.engine").tables()
    gc.collect()
    gc.freeze()


def main() -> None:
    """Serve; in a child, run the command and leave as it does."""
    reader = argparse.ArgumentParser(prog="python -m tests.cli.warm.serve", description=__doc__)
    reader.add_argument("socket")
    place = reader.parse_args().socket
    with socket.socket(socket.AF_UNIX) as listening:
        warm()
        listening.bind(place)
        listening.listen(16)
        request = wait_for_request(listening)
    become(request)
    from regelwerk.__main__ import main as run_command

    run_command()


if __name__ == "__main__":
    main()
