"""Whole programs against a brute force that shares no code with the machines and engines: some on every change, others each day, ten thousand in the long tests."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.seeds import drawn_daily, today
from tests.whole.run import QUICKLY, RARELY, outcomes, told

FIXED = 1
BLOCKS, EACH = 20, 500


def insist(seed: int, first: int, last: int, rarely: Mapping[str, float] = QUICKLY) -> None:
    wrong = [told(seed, found) for found in outcomes(seed, first, last, rarely) if found.wrong]
    assert not wrong, "\n\n".join(wrong)


@pytest.fixture(autouse=True)
def cache_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGELWERK_CACHE_DIR", "")


@pytest.mark.parametrize("first", drawn_daily(range(0, 160, 20), 1))
def test_programs_mean_what_they_say(first: int) -> None:
    insist(FIXED, first, first + 20)


@pytest.mark.parametrize("first", (0, 20))
def test_the_programs_of_the_day_mean_what_they_say(first: int) -> None:
    insist(today(), first, first + 20)


@pytest.mark.long
@pytest.mark.parametrize("block", range(BLOCKS))
def test_ten_thousand_programs_mean_what_they_say(block: int) -> None:
    insist(1000 + block, 0, EACH, RARELY)
