"""Pieces: discs, chess men, cards, dice."""

from __future__ import annotations

from html import escape

from rules_dsl.ir.pieces import Modifier, PieceWords, Shape
from rules_dsl.view.colours import Colour, colour
from rules_dsl.view.drawing.marks import fine, ink_on, num, text_width
from rules_dsl.view.drawing.shapes import (
    COLOURS,
    CROWNS,
    DOTS,
    LETTERED,
    PIPS,
    RANK_WORDS,
    SHAPES,
    SUIT_WORDS,
    SUITS,
    TURNS,
)

CARD = (62, 88)
SIZES: dict[str, float] = {Modifier.SMALL: 0.66, Modifier.LARGE: 1.25}
SHAPED = {str(shape): (100, 100) for shape in Shape} | {Shape.CARD: (70, 100), Shape.SLOT: (70, 100)}
LETTERS_AT: dict[str, tuple[int, int, int]] = {
    Shape.LOCOMOTIVE: (38, 52, 37), Shape.FACTORY: (36, 72, 30), Shape.MEEPLE: (50, 54, 34), Shape.HOUSE: (50, 66, 40), Shape.STAR: (50, 54, 40),
    Shape.TILE: (50, 48, 80), Shape.SHIP: (50, 74, 24), Shape.CUBE: (32, 60, 30),
}  # fmt: skip
"""Where something is written on a piece and in how much room, if not in the middle."""
RED = "#c01f2e"
BLACK = "#1b1b1b"
BACK = ("?", "back", "")
WIDEST_SLAB = 20
SLEEPERS = ("1", "2", "3", "4", "5")


def draw_piece(words: PieceWords, x: float, y: float, size: float) -> str:
    """A piece with its middle at `x`, `y`, in a square of so much."""
    wide, high = piece_box(words)
    scale = size / max(wide, high) * piece_scale(words)
    faint = ' opacity=".45"' if Modifier.FAINT in words.modifiers else ""
    place = f"translate({num(x - wide * scale / 2)} {num(y - high * scale / 2)}) scale({fine(scale)})"
    return f'<g class="piece tint"{faint} transform="{place}">{_body(words)}</g>'


def piece_box(words: PieceWords) -> tuple[float, float]:
    """The box in which a piece is drawn, before it is scaled."""
    if words.shape is Shape.SLAB:
        return 40 + 26 * slab_width(words), 30
    return SHAPED.get(words.shape or "", (100, 100))


def piece_scale(words: PieceWords) -> float:
    """How much smaller or larger than others a piece is."""
    return next((SIZES[modifier] for modifier in words.modifiers if modifier in SIZES), 1.0)


def natural_size(words: PieceWords) -> tuple[float, float]:
    """How large a piece is where there is room."""
    scale = piece_scale(words)
    if words.shape in (Shape.CARD, Shape.SLOT):
        return CARD[0] * scale, CARD[1] * scale
    if words.shape is Shape.SLAB:
        wide, high = piece_box(words)
        return wide * 0.7, high * 0.7
    return 44 * scale, 44 * scale


def slab_width(words: PieceWords) -> int:
    """The number of a slab: how wide it is."""
    return next((min(int(word[:3]), WIDEST_SLAB) for word in words.details if word.isascii() and word.isdigit()), 3)


def _body(words: PieceWords) -> str:
    match words.shape:
        case None:
            return _inscribe(" ".join([words.colour, *words.details]).strip(), 50, 50, 90, "")
        case Shape.CARD:
            return _card(words)
        case Shape.SLOT:
            return _slot(words)
        case Shape.DIE:
            return _die(words)
        case Shape.SLAB:
            return _slab(words)
        case Shape.RAILS:
            return _rails(words)
        case _:
            return _shape(words)


def _slot(words: PieceWords) -> str:
    suit = card_face(words)[1]
    sign = f'<g opacity=".35">{_sign(suit, 35, 50, 34, RED if suit in ("d", "h") else "#808080")}</g>' if suit else ""
    return f'<rect class="slot" x="2" y="2" width="66" height="96" rx="7"/>{sign}{_inscribe(words.inscription, 35, 50, 56, "")}'


def _tint(words: PieceWords) -> Colour:
    tint = colour(words.colour) or colour(COLOURS[words.shape or Shape.DISC]) or colour("silver")
    assert tint is not None, "silver is a colour"
    return tint


def _shape(words: PieceWords) -> str:
    tint, shape = _tint(words), words.shape or Shape.DISC
    body = SHAPES[shape].replace("{c}", tint.fill).replace("{e}", tint.edge).replace("{s}", tint.shine).replace("{i}", tint.ink)
    turn = TURNS.get(words.details[0], 0) if words.details and shape is Shape.ARROW else 0
    turned = f'<g transform="rotate({turn} 50 50)">{body}</g>' if turn else body
    if shape not in LETTERED or not words.inscription:
        return turned
    x, y, room = LETTERS_AT.get(shape, (50, 50, 68))
    return turned + _inscribe(words.inscription, x, y, room, ink_on(words.colour or COLOURS[shape]))


def _inscribe(text: str, x: float, y: float, room: float, ink: str) -> str:
    """What is written on a piece, as large as its lines allow."""
    if not text_width(text, 1) or not text.strip():
        return ""
    lines = max(text.split("\n"), text.split(), key=lambda words: letter_size(words, room))
    size = letter_size(lines, room)
    top = y - (len(lines) - 1) * size * 0.55
    spans = [_inscription(line, x, top + number * size * 1.1, size, ink) for number, line in enumerate(lines)]
    return "".join(spans)


def letter_size(lines: list[str], room: float) -> float:
    """How large lines can be written in a square room."""
    return min(room / max([text_width(line, 1) for line in lines]), room / len(lines) / 1.1, 54)


def _inscription(text: str, x: float, y: float, size: float, ink: str) -> str:
    place = f'x="{num(x)}" y="{num(y + 0.35 * size)}" font-size="{num(size)}"'
    return f'<text class="on middle{ink}" {place}>{escape(text)}</text>'


def _slab(words: PieceWords) -> str:
    tint, (wide, high) = _tint(words), piece_box(words)
    face = f'fill="{tint.fill}" stroke="{tint.edge}" stroke-width="2"'
    box = f'<rect {face} x="1" y="1" width="{num(wide - 2)}" height="{num(high - 2)}" rx="9"/>'
    shine = f'<path d="M12 8 L{num(wide - 12)} 8" stroke="{tint.shine}" stroke-width="3" stroke-linecap="round"/>'
    return box + shine + _inscribe(words.inscription, wide / 2, high / 2 + 2, 22, ink_on(words.colour or COLOURS[Shape.SLAB]))


def _rails(words: PieceWords) -> str:
    """A piece of a track, whose kind is told by the number of its sleepers."""
    tint, sleepers = _tint(words), next((int(word) for word in words.details if word in SLEEPERS), 3)
    across = [96 * (number + 0.5) / sleepers + 2 for number in range(sleepers)]
    beams = "".join([f'<rect x="{num(x - 6)}" y="18" width="12" height="64" rx="2" fill="{tint.fill}" stroke="{tint.edge}" stroke-width="2.5"/>' for x in across])
    return beams + '<path d="M2 36 L98 36 M2 64 L98 64" stroke="#55565c" stroke-width="7"/>'


# -- dice and cards ---------------------------------------------------------------------------------------------------


def _die(words: PieceWords) -> str:
    tint = _tint(words)
    box = f'<rect x="6" y="6" width="88" height="88" rx="18" fill="{tint.fill}" stroke="{tint.edge}" stroke-width="3"/>'
    dots = DOTS.get(words.details[0], []) if words.details else []
    return box + "".join([f'<circle cx="{x}" cy="{y}" r="9" fill="{tint.ink}"/>' for x, y in dots])


def card_face(words: PieceWords) -> tuple[str, str]:
    """Rank and suit of a card, each empty if no word says it."""
    rank = suit = ""
    for word in words.details:
        if word in RANK_WORDS:
            rank = RANK_WORDS[word]
        elif word in SUIT_WORDS:
            suit = SUIT_WORDS[word]
        elif word[:-1] in RANK_WORDS and word[-1:] in SUIT_WORDS:
            rank, suit = RANK_WORDS[word[:-1]], SUIT_WORDS[word[-1:]]
    return rank, suit


def _card(words: PieceWords) -> str:
    rank, suit = card_face(words)
    if any(word in BACK for word in words.details) or not (rank or suit or words.inscription):
        return _back(words)
    tint = _tint(words)
    paper = f'<rect x="1" y="1" width="68" height="98" rx="7" fill="{tint.fill}" stroke="#77726a" stroke-width="1.5"/>'
    ink = RED if suit in ("d", "h") else BLACK
    face = _corner(rank, suit, ink) + _middle(rank, suit, ink)
    return paper + face + _inscribe(words.inscription, 35, 58 if rank or suit else 50, 58, ink_on(words.colour or "white"))


def _back(words: PieceWords) -> str:
    tint = colour(words.colour or "steelblue")
    fill, edge = (tint.fill, tint.shine) if tint else ("#4682b4", "#ffffff")
    paper = '<rect x="1" y="1" width="68" height="98" rx="7" fill="#fffdf7" stroke="#77726a" stroke-width="1.5"/>'
    pattern = f'<path d="M8 36 L35 9 L62 36 L62 64 L35 91 L8 64 Z M8 64 L62 64 M8 36 L62 36 M35 9 L35 91" fill="none" stroke="{edge}" stroke-width="2.5"/>'
    return f'{paper}<rect x="6" y="6" width="58" height="88" rx="4" fill="{fill}"/>{pattern}'


def _corner(rank: str, suit: str, ink: str) -> str:
    """Rank and suit beside one another, so that both are seen of a card that others cover from below or from the right."""
    mark = f'<text class="{_suit_ink(ink)}" x="5" y="23" font-size="22" font-weight="700">{rank}</text>' if rank else ""
    return mark + (_sign(suit, (42 if rank == "10" else 33) if rank else 16, 15, 17, ink) if suit else "")


def _suit_ink(ink: str) -> str:
    return "on blood" if ink == RED else "on dark"


def _middle(rank: str, suit: str, ink: str) -> str:
    if rank in PIPS and suit:
        size = 34 if rank == "A" else 17
        return "".join([_sign(suit, x, y, size, ink) for x, y in PIPS[rank]])
    if rank in CROWNS:
        crown = f'<path d="{CROWNS[rank]}" fill="{"#d9a521" if suit else "#7a6a3a"}" stroke="{ink}" stroke-width="1.5"/>'
        letter = "" if suit else f'<text class="{_suit_ink(ink)} middle" x="35" y="90" font-size="32" font-weight="700">{rank}</text>'
        return crown + (_sign(suit, 35, 76, 26, ink) if suit else letter)
    return ""


def _sign(suit: str, x: float, y: float, size: float, ink: str) -> str:
    place = f"translate({num(x - size / 2)} {num(y - size / 2)}) scale({fine(size / 24)})"
    return f'<path transform="{place}" d="{SUITS[suit]}" fill="{ink}"/>'
