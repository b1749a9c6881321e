"""Output files: nothing is overwritten by accident, and failures to write are reported."""

from __future__ import annotations

import os
from pathlib import Path

from regelwerk.settings import problem
from rules_dsl.atomic import write_text
from rules_dsl.diagnostics.diagnostic import RulesError

LONGEST_NAME = 255  # bytes of a file name


def write_file(path: Path, text: str, where: str) -> None:
    """Writes a text to a file, whole or not at all; raises RulesError if it cannot be."""
    try:
        write_text(path, text)
    except OSError as error:
        raise RulesError(problem("E0758", f"{path!s:.200} cannot be written: {error.strerror}", where)) from None


def must_be_free(path: Path, where: str) -> None:
    """Raises RulesError if something is there already, or nothing can be put there."""
    if "\0" in str(path) or len(os.fsencode(path.name)) > LONGEST_NAME:
        raise RulesError(problem("E0758", f"{str(path)!r:.80} cannot be the name of a file", where))
    if os.path.lexists(path):
        raise RulesError(
            problem("E0758", f"{path} already exists", where, repair="choose another name; nothing was changed")
        )
    if not os.access(path.parent, os.W_OK):
        message = f"{path!s:.200} cannot be written: {path.parent!s:.200} is not a folder"
        raise RulesError(problem("E0758", message, where))
