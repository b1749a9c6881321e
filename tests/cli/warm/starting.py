"""Starting the process that answers commands: one for each process of the tests that asks for it, which it does not outlive."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
SECONDS = 120
FRESH = (sys.executable, "-m", "regelwerk")
"""The command line as a process of its own."""


@cache
def warm_command() -> tuple[str, ...]:
    """A command that does what `python -m regelwerk` does, without its imports; the latter itself where the system cannot fork. It passes no signals on."""
    if not hasattr(os, "fork"):
        return FRESH
    socket = Path(tempfile.mkdtemp(prefix="regelwerk-")) / "socket"
    command = [sys.executable, str(HERE / "serve.py"), str(socket)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    server = subprocess.Popen(command, stdin=subprocess.PIPE, env=environment, start_new_session=True)
    atexit.register(_stop, server)
    end = time.monotonic() + SECONDS
    while not socket.exists():
        assert server.poll() is None and time.monotonic() < end, "the process that answers commands does not begin"
        time.sleep(0.02)
    return sys.executable, "-I", "-S", str(HERE / "ask.py"), str(socket)


def _stop(server: subprocess.Popen[bytes]) -> None:
    """It ends where nobody holds its standard input any more; this process should not end before it."""
    assert server.stdin is not None
    server.stdin.close()
    server.wait(SECONDS)
