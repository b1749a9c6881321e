"""Reading and writing play files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rules_dsl.diagnostics.diagnostic import Diagnostic, finding
from rules_dsl.play.header import read_header
from rules_dsl.play.moves_text import read_moves
from rules_dsl.play.record import PlayedMove, PlayFile, format_play, write_play
from rules_dsl.source import SourceFile, Span

LARGEST_FILE = 16 * 1024 * 1024

__all__ = ["PlayFile", "PlayedMove", "format_play", "parse_play", "read_play", "write_play"]


def read_play(path: Path, name: str = "") -> PlayFile | tuple[Diagnostic, ...]:
    """Read a play file; else all that is wrong with it."""
    name = name or str(path)
    text = _text(path, name)
    return (text,) if isinstance(text, Diagnostic) else parse_play(text, name)


def parse_play(text: str, name: str = "<play>") -> PlayFile | tuple[Diagnostic, ...]:
    """The play in a text; else all that is wrong with it.

    Reading is lax: numbers may be missing, several moves may share a line.
    """
    source = SourceFile(name, text.replace("\r\n", "\n"))
    head, body, findings = read_header(source)
    if head is None:
        return tuple(findings)
    comment, moves, more = read_moves(source, body)
    return (*findings, *more) or replace(head, comment=comment, moves=moves)


def _text(path: Path, name: str) -> str | Diagnostic:
    place = Span(name, 1, 1, 1, 1)
    try:
        if not path.is_file():
            return finding("E0801", f"there is no play file {name}", place)
        if path.stat().st_size > LARGEST_FILE:
            return finding("E0801", f"{name} is larger than {LARGEST_FILE // 2**20} MB", place)
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        return finding("E0801", f"{name} is not UTF-8 text", place, repair="save the file as UTF-8")
    except (OSError, ValueError) as error:
        return finding("E0801", f"{name} cannot be read", place, reason=str(error))
    return finding("E0801", f"{name} holds a zero byte", place) if "\0" in text else text
