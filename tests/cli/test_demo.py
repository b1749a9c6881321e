"""What `make demo` shows, with less time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from regelwerk.cli.demo import main
from tests.native.compiling import kernels_run

BY_THE_RANGES = 6640
"""A slow computer has no bound of the model in so little time."""


@pytest.mark.skipif(not kernels_run(), reason="the kernels or a C compiler are missing here")
def test_the_demo_ends_with_score_bound_gap_and_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "emil.html"
    main(5.0, page)
    printed = capsys.readouterr().out
    found = re.search(r"best (\d+), upper bound (\d+)( by the model of rounds \(tested on .*, not proved\))?, gap ([\d.]+) %", printed)
    assert found is not None
    assert (found[3] is None) == (int(found[2]) == BY_THE_RANGES), "only the bound by the ranges of the score rests on nothing"
    score, bound, gap = float(found[1]), float(found[2]), float(found[4])
    assert 0 < score <= bound and abs(gap - 100 * (bound - score) / bound) <= 1
    assert "Round 6 of 6" in printed and f"Deck 8: {score:.0f} points" in page.read_text()
