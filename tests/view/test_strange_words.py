"""Words of strangers in pieces: whatever they say, a piece is drawn."""

from __future__ import annotations

import pytest

from rules_dsl.ir.pieces import read_piece
from rules_dsl.view.drawing.marks import fine, num
from rules_dsl.view.drawing.pieces import WIDEST_SLAB, draw_piece, slab_width

STRANGE = [
    "disc constructor",
    "disc __proto__",
    "card constructor: A",
    "disc: \u200b",
    "disc: \u0301",
    "slab 1" + "0" * 400,
    "slab 1" + "0" * 5000,
    "die 7",
    "card 99z",
    "",
]


@pytest.mark.parametrize("text", STRANGE, ids=lambda text: ascii(text[:20]))
def test_a_piece_is_drawn(text: str) -> None:
    assert isinstance(draw_piece(read_piece(text), 0, 0, 50), str)


def test_a_slab_has_a_greatest_width() -> None:
    assert slab_width(read_piece("slab 1" + "0" * 400)) == WIDEST_SLAB


def test_numbers_are_written_as_javascript_writes_them() -> None:
    assert [num(value) for value in (0, -0.01, 0.25, 12, 100, 123456.7, 1234567)] == [
        "0",
        "0",
        "0.3",
        "12",
        "100",
        "123456.7",
        "1234567",
    ]
    assert [fine(value) for value in (0, 0.12345, 1, -2.5)] == ["0", "0.123", "1", "-2.5"]
