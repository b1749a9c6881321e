"""The crash report that is written when Regelwerk itself fails."""

from __future__ import annotations

import platform
import sys
import tempfile
import traceback
from pathlib import Path

from regelwerk.version import VERSION


def write_crash_file(error: Exception) -> Path:
    """Where the account of an internal error was written."""
    words = " ".join(sys.argv[1:])
    head = f"Regelwerk {VERSION}, Python {platform.python_version()}, {platform.platform()}\ncommand: regelwerk {words}\n\n"
    with tempfile.NamedTemporaryFile(
        "w", prefix="regelwerk-crash-", suffix=".txt", delete=False, encoding="utf-8"
    ) as file:
        file.write(head + "".join(traceback.format_exception(error)))
    return Path(file.name)
