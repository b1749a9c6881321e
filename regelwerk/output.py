"""Output: answers to stdout, progress and findings to stderr, or JSON Lines."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rules_dsl.diagnostics.diagnostic import Diagnostic


def prepare_streams() -> None:
    """Lets no character make printing or reading fail, whatever the terminal can show, and no stream that is closed."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - it stays open
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def answer(text: str) -> None:
    """A part of the answer, as text."""
    print(text, flush=True)


def note(text: str, quiet: bool = False) -> None:
    """Progress or an aside."""
    if not quiet:
        print(text, file=sys.stderr, flush=True)


def line(**keys: object) -> None:
    """One JSON object on a line of its own."""
    print(_json(keys), flush=True)


def last_line(schema: str, **keys: object) -> None:
    """The answer: the line with the schema's name."""
    print(last_text(schema, **keys), flush=True)


def last_text(schema: str, **keys: object) -> str:
    """The answer as text, for later."""
    return _json({**keys, "schema": f"regelwerk.{schema}/1"})


def _json(keys: Mapping[str, object]) -> str:
    """What the terminal cannot show is escaped."""
    utf8 = (sys.stdout.encoding or "").lower().startswith("utf")
    return json.dumps(keys, ensure_ascii=not utf8)


def show_findings(findings: Sequence[Diagnostic]) -> None:
    """Findings for people, on stderr."""
    from rules_dsl.diagnostics.render_text import render
    from rules_dsl.diagnostics.sources import read_sources

    print(render(findings, read_sources(findings), colour=colourful(sys.stderr)), end="", file=sys.stderr, flush=True)


def colourful(stream: TextIO) -> bool:
    """Whether a stream is a terminal whose user has not asked for plain text."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
