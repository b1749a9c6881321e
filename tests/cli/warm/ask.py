"""`python ask.py SOCKET WORDS…` is the command `regelwerk WORDS…`, done by the process behind the socket; it imports next to nothing."""

import json
import os
import socket
import sys


def is_open(stream: int) -> bool:
    """Is a standard stream open?"""
    try:
        os.fstat(stream)
    except OSError:
        return False
    return True


def main() -> int:
    """Ask; the exit code of the command."""
    if sys.argv[1:2] in ([], ["--help"]):
        print("usage: python -m tests.cli.warm.ask SOCKET WORDS…")
        return 0
    streams = [number for number in range(3) if is_open(number)]
    with socket.socket(socket.AF_UNIX) as asking:
        asking.connect(sys.argv[1])
        folder = os.getcwd()  # noqa: PTH109 - pathlib takes longer to import than the rest of this
        said = {"folder": folder, "environment": dict(os.environ), "words": sys.argv[2:], "streams": streams}
        socket.send_fds(asking, [json.dumps(said).encode() + b"\n"], streams)
        code = asking.recv(1)
    return code[0] if code else 70


if __name__ == "__main__":
    sys.exit(main())
