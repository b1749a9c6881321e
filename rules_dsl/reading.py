"""Files are read within bounds, so that an endless device or a huge file fills no memory."""

from __future__ import annotations

import errno
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from types import MappingProxyType

_NOTHING: Mapping[Path, bytes] = MappingProxyType({})
_unsaved: ContextVar[Mapping[Path, bytes]] = ContextVar("_unsaved", default=_NOTHING)


@contextmanager
def replace_contents(unsaved: Mapping[Path, bytes]) -> Iterator[None]:
    """In the block, files are read as an editor has them; the paths are resolved."""
    before = _unsaved.set(unsaved)
    try:
        yield
    finally:
        _unsaved.reset(before)


def read_bytes(path: Path, most: int) -> bytes:
    """The bytes of a file; raises OSError if there are more than `most`."""
    unsaved = _unsaved.get()
    data = unsaved.get(path.resolve()) if unsaved else None
    if data is None:
        with path.open("rb") as file:
            data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most // 1_000_000} MB", str(path))
    return data
