"""The generated C of three small games, word for word: what a change of the generator does is seen in a difference that
can be read.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cython_ext.emit.unit import Translation, translate
from rules_dsl.loading import load

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", ["hanoi", "kuhn_poker", "tictactoe"])
def test_generated_c(name: str, request: pytest.FixtureRequest) -> None:
    found = translate(load(name))
    assert isinstance(found, Translation)
    path = GOLDEN / f"{name}.c"
    if request.config.getoption("--update"):
        path.write_text(found.source, "utf-8")
    assert path.read_text("utf-8") == found.source, (
        "if this is meant: pytest tests/native/test_golden.py --update, and read the difference"
    )
