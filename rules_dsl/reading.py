"""Files are read within bounds, so that an endless device or a huge file fills no memory."""

from __future__ import annotations

import errno
from pathlib import Path


def read_bytes(path: Path, most: int) -> bytes:
    """The bytes of a file; raises OSError if there are more than `most`."""
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most // 1_000_000} MB", str(path))
    return data
