"""Whole programs against a brute force that shares no code with the machines and engines: some on every change, ten thousand in the long tests."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

import pytest

from tests.whole.run import QUICKLY, RARELY, outcomes, told

FIXED = 1
BLOCKS, EACH = 20, 500


def insist(seed: int, first: int, last: int, rarely: Mapping[str, float] = QUICKLY) -> None:
    wrong = [told(seed, found) for found in outcomes(seed, first, last, rarely) if found.wrong]
    assert not wrong, "\n\n".join(wrong)


@pytest.fixture(autouse=True)
def cache_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGELWERK_CACHE_DIR", "")


@pytest.mark.parametrize("first", range(0, 160, 40))
def test_programs_mean_what_they_say(first: int) -> None:
    insist(FIXED, first, first + 40)


def test_the_programs_of_the_day_mean_what_they_say() -> None:
    insist(datetime.date.today().toordinal(), 0, 40)


@pytest.mark.long
@pytest.mark.parametrize("block", range(BLOCKS))
def test_ten_thousand_programs_mean_what_they_say(block: int) -> None:
    insist(1000 + block, 0, EACH, RARELY)
