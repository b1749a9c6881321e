"""Files are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_bytes(path: Path, data: bytes) -> None:
    """Put data in the place of a file in one step; an old file keeps its permissions, and stays as it was if anything
    fails. A device or pipe is written to.
    """
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    path = path.resolve()
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(_mode(path))
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def write_text(path: Path, text: str) -> None:
    """The same for a text, in UTF-8 with line ends as they are."""
    write_bytes(path, text.encode("utf-8"))


def _mode(path: Path) -> int:
    return path.stat().st_mode & 0o777 if path.exists() else 0o644
