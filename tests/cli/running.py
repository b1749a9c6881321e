"""Runs the command line inside the test process."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest

from regelwerk.__main__ import app


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command printed and its exit code."""

    code: int
    out: str
    err: str

    @property
    def answer(self) -> dict[str, object]:
        """The last JSON line."""
        found = json.loads(self.out.splitlines()[-1])
        assert isinstance(found, dict)
        return found


def run(capsys: pytest.CaptureFixture[str], *words: str) -> Ran:
    """Runs `regelwerk` with these words."""
    capsys.readouterr()
    with pytest.raises(SystemExit) as left:
        app(list(words), prog_name="regelwerk")
    captured = capsys.readouterr()
    return Ran(int(left.value.code or 0), captured.out, captured.err)
