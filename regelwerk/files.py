"""Files are written whole or not at all."""

from __future__ import annotations

import tempfile
from pathlib import Path


def replace_file(path: Path, text: str) -> None:
    """Puts a text in the place of a file in one step; an old file keeps its permissions."""
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o644
    with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=f".{path.name}.", delete=False, encoding="utf-8", newline="") as file:
        file.write(text)
    temporary = Path(file.name)
    temporary.chmod(mode)
    temporary.replace(path)
