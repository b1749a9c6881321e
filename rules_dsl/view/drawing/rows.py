"""Tiles in rows, fans, columns, stacks and piles, and tracks."""

from __future__ import annotations

from rules_dsl.ir.nodes import Layout
from rules_dsl.ir.pieces import PieceWords, Shape
from rules_dsl.view.drawing.looks import (
    COUNTED,
    count_words,
    draw_label,
    draw_row,
    draw_tile,
    lying_words,
    tile_size,
)
from rules_dsl.view.drawing.marks import (
    GAP,
    SMALL,
    SMALL_LINE,
    DrawnShape,
    box,
    ink_on,
    paint,
    place,
    text_width,
    write_lines,
    write_text,
)
from rules_dsl.view.drawing.pieces import CARD, draw_piece
from rules_dsl.view.panels import PlaceLook, Tiles, Track, TrackToken

SPOT = 34.0
STANDING = 28.0
SMALL_STEP = 14.0
TINY = 12.0
FAN = 46.0
OVERLAP = 27.0
POLE = 118.0


def draw_tiles(panel: Tiles, width: float, letters: float = SMALL) -> DrawnShape:
    """A label and tiles below it."""
    label, sizes = draw_label(panel.label, width, letters), [tile_size(look) for look in panel.tiles]
    inside = draw_layout(panel, sizes, label.height, width)
    return DrawnShape(max(label.width, inside.width), inside.height + GAP, label.body + inside.body)


def draw_layout(panel: Tiles, sizes: list[tuple[float, float]], top: float, width: float) -> DrawnShape:
    """The tiles as they lie, below `top`."""
    match panel.layout:
        case Layout.ROW:
            return draw_line(panel.tiles, sizes, top, width)
        case Layout.FAN:
            return draw_overlapping(panel.tiles, sizes, top, FAN, 0)
        case Layout.COLUMN:
            return draw_overlapping(panel.tiles, sizes, top, 0, OVERLAP)
        case Layout.STACK:
            return draw_stack(panel.tiles, sizes, top)
        case Layout.PILE:
            return draw_pile(panel.tiles, sizes, top)


def one_tile(look: PlaceLook, x: float, y: float, size: tuple[float, float]) -> str:
    """A tile as something to touch."""
    return place("tile", draw_tile(look, x, y, size[0], size[1]))


def draw_line(tiles: tuple[PlaceLook, ...], sizes: list[tuple[float, float]], top: float, width: float) -> DrawnShape:
    """Side by side, and on in the next row where there is no more room."""
    x, y, tall, widest, parts = 0.0, top, 0.0, 0.0, []
    for look, size in zip(tiles, sizes, strict=True):
        if x > 0 and x + size[0] > width:
            x, y, tall = 0.0, y + tall + GAP, 0.0
        parts.append(one_tile(look, x, y, size))
        x, tall = x + size[0] + GAP, max(tall, size[1])
        widest = max(widest, x - GAP)
    return DrawnShape(widest, y + tall, "".join(parts))


def empty_slot(top: float) -> DrawnShape:
    """Where a card may lie."""
    slot = box(1, top + 1, CARD[0] - 2, CARD[1] - 2, 'class="slot"', 6)
    return DrawnShape(CARD[0], top + CARD[1], place("empty", slot))


def draw_overlapping(tiles: tuple[PlaceLook, ...], sizes: list[tuple[float, float]], top: float, across: float, down: float) -> DrawnShape:
    """Each covers the one before it, to the right or downwards; what is no card is not covered."""
    if not tiles:
        return empty_slot(top)
    x, y, right, bottom, parts = 0.0, top, 0.0, 0.0, []
    for look, size in zip(tiles, sizes, strict=True):
        parts.append(one_tile(look, x, y, size))
        right, bottom = max(right, x + size[0]), max(bottom, y + size[1])
        is_card = any(words.shape is Shape.CARD for words in lying_words(look))
        x += (across if is_card else size[0] + GAP) if across else 0
        y += (down if is_card else size[1] + GAP) if down else 0
    return DrawnShape(right, bottom, "".join(parts))


def draw_stack(tiles: tuple[PlaceLook, ...], sizes: list[tuple[float, float]], top: float) -> DrawnShape:
    """One on the other, the first at the bottom, on a pole."""
    wide, high = max([size[0] for size in sizes] + [SPOT * 4]), sum([size[1] for size in sizes])
    bottom = top + max(high + 16, POLE)
    ground = box(0, top, wide, bottom + 9 - top, 'class="bare"')
    pole = box(wide / 2 - 4, top, 8, bottom - top, 'class="wood"', 3) + box(0, bottom, wide, 9, 'class="wood"', 3)
    parts = [place("empty", ground + pole)]
    y = bottom
    for look, size in zip(tiles, sizes, strict=True):
        y -= size[1]
        parts.append(one_tile(look, (wide - size[0]) / 2, y, size))
    return DrawnShape(wide, bottom + 9, "".join(parts))


def draw_pile(tiles: tuple[PlaceLook, ...], sizes: list[tuple[float, float]], top: float) -> DrawnShape:
    """Only the last is seen, and how many there are."""
    if not tiles:
        return empty_slot(top)
    wide, high = sizes[-1]
    under = "".join([box(3.0 * at, top + 3.0 * at, wide, high, 'class="ground"', 6) for at in range(min(len(tiles) - 1, 2), 0, -1)])
    count = write_text(wide + 8, top + high / 2, f"×{len(tiles)}", "soft", SMALL) if len(tiles) > 1 else ""
    room = 8 + text_width(f"×{len(tiles)}", SMALL) if count else 0
    return DrawnShape(wide + room, top + high + 6, under + one_tile(tiles[-1], 0, top, (wide, high)) + count)


# -- tracks -----------------------------------------------------------------------------------------------------------


def draw_track(track: Track, width: float) -> DrawnShape:
    """A row of positions; a long one goes on in the next row."""
    looks = track.places if track.places else tuple([PlaceLook("") for _ in track.positions])
    standing = [[token for token in track.tokens if token.position == number] for number in range(len(track.positions))]
    widths = [spot_width(label, look, tokens) for label, look, tokens in zip(track.positions, looks, standing, strict=True)]
    below = max([len(look.text.split("\n")) for look in looks if look.text.strip()] + [0]) * SMALL_STEP
    named = draw_label(track.label, width)
    x, y, widest, parts = 0.0, named.height, named.width, [named.body]
    for number, label in enumerate(track.positions):
        if x > 0 and x + widths[number] > width:
            x, y = 0.0, y + SPOT + SMALL_LINE + below + 4
        parts.append(draw_spot(label, looks[number], standing[number], x, y, widths[number]))
        x += widths[number]
        widest = max(widest, x)
    return DrawnShape(widest, y + SPOT + SMALL_LINE + below + GAP, "".join(parts))


def spot_width(label: str, look: PlaceLook, tokens: list[TrackToken]) -> float:
    """How wide a position is: its tokens, its label and what is written below it."""
    texts = [text_width(words, TINY) + 6 for words in [label, *look.text.split("\n")]]
    lying = STANDING * len(lying_on(look))
    return max([SPOT, lying + sum([token_width(token) for token in tokens]) + 6, *texts])


def lying_on(look: PlaceLook) -> list[PieceWords]:
    """The pieces that lie on a position."""
    return [*lying_words(look), *count_words(look)]


def token_width(token: TrackToken) -> float:
    """How wide a token is."""
    return STANDING if token.look.pieces else max(STANDING, text_width(token.look.text, SMALL) + 12)


def draw_spot(label: str, look: PlaceLook, tokens: list[TrackToken], x: float, y: float, width: float) -> str:
    """A position with what lies and stands on it; its label and its text are written below."""
    ground = box(x, y, width, SPOT, paint(look.fill), 3)
    lying, standing = lying_on(look), sum([token_width(token) for token in tokens])
    room = STANDING * len(lying)
    body = ground + draw_row(lying, x + (width - standing) / 2, y + (SPOT - STANDING) / 2, STANDING)
    under = write_text(x + width / 2, y + SPOT + 9, label, "soft middle", TINY)
    lines = look.text.split("\n") if look.text.strip() else []
    text = write_lines(x + width / 2, y + SPOT + 9 + SMALL_STEP, lines, "middle", TINY, SMALL_STEP)
    return place("spot", body + under + text) + draw_tokens(tokens, x + (width + room) / 2, y + SPOT / 2, look.fill)


def draw_tokens(tokens: list[TrackToken], middle: float, y: float, ground: str) -> str:
    """Tokens side by side."""
    x, parts = middle - sum([token_width(token) for token in tokens]) / 2, []
    for token in tokens:
        width = token_width(token)
        parts.append(place("token", draw_token(token.look, x, y, width, ground)))
        x += width
    return "".join(parts)


def draw_token(look: PlaceLook, x: float, y: float, width: float, ground: str) -> str:
    """A piece, or a text; with a fill it is a rounded piece of its own."""
    if look.pieces:
        hit = box(x, y - STANDING / 2, width, STANDING, 'class="bare"')
        return hit + "".join([draw_piece(piece.words, x + width / 2, y, STANDING) for piece in look.pieces])
    hit = box(x + 1, y - COUNTED / 2 - 1, width - 2, COUNTED + 2, paint(look.fill or "none", "ground edged"), 7)
    return hit + write_text(x + width / 2, y, look.text, f"middle strong{ink_on(look.fill or ground)}", SMALL)
