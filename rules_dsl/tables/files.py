"""Reads data files."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from rules_dsl.diagnostics.diagnostic import Diagnostic, finding
from rules_dsl.diagnostics.suggest import hint
from rules_dsl.source import NOWHERE, SourceFile, Span
from rules_dsl.tables.rows import LARGEST_FILE


@dataclass(frozen=True, slots=True)
class DataFile:
    """A data file that was read."""

    source: SourceFile
    digest: str


def read_data(path: Path, name: str, asked_at: Span = NOWHERE) -> DataFile | Diagnostic:
    """Read a file whole; `name` is what messages call it, `asked_at` the place in the rules that asks for it."""
    place = Span(name, 1, 1, 1, 1) if asked_at == NOWHERE else asked_at
    try:
        if not path.is_file():
            return finding("E0701", f"there is no data file {name}", place, repair=_neighbour(path))
        if path.stat().st_size > LARGEST_FILE:
            return finding(
                "E0703",
                f"{name} is larger than {LARGEST_FILE // 2**20} MB",
                place,
                repair="split the table into several files",
            )
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        return finding("E0702", f"{name} cannot be read", place, reason=_explain_error(error))
    return _decode_file(data, name)


def _decode_file(data: bytes, name: str) -> DataFile | Diagnostic:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _unfit_text(name, data, 0, "it is UTF-16 text")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return _unfit_text(name, data, error.start, f"the byte 0x{data[error.start]:02x} is not UTF-8")
    if "\0" in text:
        return _unfit_text(name, data, data.index(b"\0"), "it holds a zero byte")
    return DataFile(SourceFile(name, text), hashlib.sha256(data).hexdigest())


def _unfit_text(name: str, data: bytes, offset: int, reason: str) -> Diagnostic:
    before = data[:offset]
    line = before.count(b"\n") + 1
    column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", errors="replace")) + 1
    return finding(
        "E0713",
        f"{name} is not UTF-8 text",
        Span(name, line, column, line, column + 1),
        reason=reason,
        repair="save the file as UTF-8",
    )


def _neighbour(path: Path) -> str:
    if not path.parent.is_dir():
        return f"there is no folder {path.parent.name} either"
    return hint(path.name, [path.name for path in path.parent.iterdir()])


def _explain_error(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)
