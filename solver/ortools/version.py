"""The versions of OR-Tools that may be used."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from solver.protocol.questions import UnsupportedQuestion

OLDEST = (9, 15)
"""In 9.12 `add_min_equality` has a sign error: models with a smallest number in them are called infeasible."""
REPAIR = 'pip install --upgrade "ortools>=9.15"'


def read_version() -> str | None:
    """The installed version, or None."""
    try:
        return version("ortools")
    except PackageNotFoundError:
        return None


def complaint(text: str | None) -> str | None:
    """What is wrong with a version and how to repair it; None if the version is fine."""
    oldest = ".".join(map(str, OLDEST))
    if text is None:
        return f"OR-Tools is not installed; {REPAIR}"
    if tuple([int(part) for part in text.split(".")[:2] if part.isdigit()]) >= OLDEST:
        return None
    return f"OR-Tools {text} is too old: versions before {oldest} give wrong answers (a sign error in add_min_equality); {REPAIR}"


def insist(text: str | None) -> None:
    """Raises UnsupportedQuestion with the repair where a version cannot be used."""
    wrong = complaint(text)
    if wrong is not None:
        raise UnsupportedQuestion(wrong)
