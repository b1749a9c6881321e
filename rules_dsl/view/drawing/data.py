"""What pages need to draw as this room does: the same tables, as plain data."""

from __future__ import annotations

from rules_dsl.ir.colour_names import CODES
from rules_dsl.ir.pieces import LineKind, Modifier, Shape, Side
from rules_dsl.view.drawing import boards, looks, marks, pieces, shapes


def drawing_data() -> dict[str, object]:
    """The tables of all drawings by their names in pages."""
    return {
        "CODES": CODES,
        "SHAPE_WORDS": [str(shape) for shape in Shape],
        "MODIFIERS": [str(modifier) for modifier in Modifier],
        "SIDE_WORDS": [str(side) for side in Side],
        "LINE_KINDS": [str(kind) for kind in LineKind],
        "SHAPES": shapes.SHAPES,
        "COLOURS": shapes.COLOURS,
        "LETTERED": shapes.LETTERED,
        "SUITS": shapes.SUITS,
        "SUIT_WORDS": shapes.SUIT_WORDS,
        "RANK_WORDS": shapes.RANK_WORDS,
        "PIPS": shapes.PIPS,
        "CROWNS": shapes.CROWNS,
        "DOTS": shapes.DOTS,
        "TURNS": shapes.TURNS,
        "SIZES": pieces.SIZES,
        "LETTERS_AT": pieces.LETTERS_AT,
        "WHOLE": sorted(looks.WHOLE),
        "SIDES": boards.SIDES,
        "STEPS": boards.STEPS,
        "CORNERS": boards.CORNERS,
        "ROOM": boards.ROOM,
        "NARROW_LETTERS": "".join(sorted(marks.NARROW)),
        "WIDE_LETTERS": "".join(sorted(marks.WIDE)),
        "JOINING": marks.JOINING,
        "DOUBLE": marks.DOUBLE,
    }
