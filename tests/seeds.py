"""Which cases of a property `make test` checks: a few, different ones each day. `make test-all` checks all of them.

The day is the computer's, or REGELWERK_TEST_DAY=2026-11-20, and is printed at the end of a run. A case that failed is run again by its name alone.
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterable

import pytest
from _pytest.mark import ParameterSet

DAY = os.environ.setdefault("REGELWERK_TEST_DAY", datetime.date.today().isoformat())
"""Also in the environment: the processes of one run draw the same cases, even at midnight."""


def today() -> int:
    """The number of the day."""
    return datetime.date.fromisoformat(DAY).toordinal()


def drawn_daily(cases: Iterable[object], few: int) -> list[ParameterSet]:
    """All cases as parameters; those that are not drawn today are marked `long`. They are drawn in turn, so that each has its day."""
    every = list(cases)
    first = few * today()
    drawn = {(first + number) % len(every) for number in range(min(few, len(every)))}
    return [pytest.param(case, marks=() if number in drawn else pytest.mark.long) for number, case in enumerate(every)]
