"""A short run of the fuzzer on every change; `make fuzz` runs the long one."""

from __future__ import annotations

import pytest

from tests.fuzz.run import watched
from tests.fuzz.targets import TARGETS

EACH = {"syntax": 400, "meaning": 150, "files": 150, "tables": 150, "plays": 150, "settings": 40, "whole_games": 5}


@pytest.mark.parametrize("target", TARGETS)
def test_bad_input_is_taken_well(target: str) -> None:
    wrong = [found for seed in range(EACH[target]) if (found := watched(target, seed)) is not None]
    assert wrong == []
