"""How pieces are drawn, as data that pages read, too: SVG in a box of 100 by 100. `{c}` is the colour, `{e}` its edge, `{s}` its light, `{i}` the ink on it."""

from __future__ import annotations

from rules_dsl.ir.pieces import Shape

EDGE = 'stroke="{e}" stroke-width="3" stroke-linejoin="round"'
THIN = 'fill="none" stroke="{e}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"'
FOOT = "M24 88 L76 88 L76 81"

SHAPES: dict[str, str] = {
    Shape.DISC: f'<circle cx="50" cy="50" r="41" fill="{{c}}" {EDGE}/><circle cx="50" cy="50" r="30" fill="none" stroke="{{e}}" stroke-width="2.5" opacity=".5"/>',
    Shape.STONE: f'<circle cx="50" cy="50" r="41" fill="{{c}}" {EDGE}/><path d="M24 42 A29 29 0 0 1 52 22" fill="none" stroke="{{s}}" stroke-width="7" stroke-linecap="round"/>',
    Shape.RING: '<circle cx="50" cy="50" r="33" fill="none" stroke="{e}" stroke-width="17"/><circle cx="50" cy="50" r="33" fill="none" stroke="{c}" stroke-width="12"/>',
    Shape.SQUARE: f'<rect x="14" y="14" width="72" height="72" fill="{{c}}" {EDGE}/>',
    Shape.TILE: '<rect x="4" y="6" width="92" height="92" rx="10" fill="{e}"/><rect x="4" y="3" width="92" height="91" rx="10" fill="{c}" stroke="{e}" stroke-width="2"/>',
    Shape.TOKEN: f'<circle cx="50" cy="50" r="36" fill="{{c}}" {EDGE}/><circle cx="50" cy="50" r="31" fill="none" stroke="{{e}}" stroke-width="4" stroke-dasharray="6 6.2" opacity=".6"/>',
    Shape.CUBE: f'<path d="M50 12 L86 29 L50 46 L14 29 Z" fill="{{s}}" {EDGE}/><path d="M14 29 L50 46 L50 90 L14 72 Z" fill="{{c}}" {EDGE}/><path d="M86 29 L50 46 L50 90 L86 72 Z" fill="{{c}}" {EDGE}/><path d="M86 29 L50 46 L50 90 L86 72 Z" fill="#000" opacity=".25"/>',
    Shape.BLOCK: f'<rect x="8" y="8" width="84" height="84" rx="20" fill="{{c}}" {EDGE}/>',
    Shape.MEEPLE: f'<path d="M50 10 A15 15 0 0 1 62 34 Q86 40 88 52 Q88 60 76 60 L66 58 L78 88 L57 88 L50 74 L43 88 L22 88 L34 58 L24 60 Q12 60 12 52 Q14 40 38 34 A15 15 0 0 1 50 10 Z" fill="{{c}}" {EDGE}/>',
    Shape.PAWN: f'<path d="{FOOT} Q74 74 66 72 Q58 62 57 48 L64 48 L64 42 L58 42 A15 15 0 1 0 42 42 L36 42 L36 48 L43 48 Q42 62 34 72 Q26 74 24 81 Z" fill="{{c}}" {EDGE}/>',
    Shape.ROOK: f'<path d="{FOOT} Q74 76 68 74 L65 42 L72 35 L72 16 L62 16 L62 24 L55 24 L55 16 L45 16 L45 24 L38 24 L38 16 L28 16 L28 35 L35 42 L32 74 Q26 76 24 81 Z" fill="{{c}}" {EDGE}/><path d="M35 42 L65 42 M32 74 L68 74" {THIN}/>',
    Shape.KNIGHT: f'<path d="M28 88 L78 88 L78 81 Q76 76 71 75 Q79 52 69 34 Q61 19 45 18 L42 9 L36 19 Q29 24 27 34 L17 52 Q15 60 22 63 Q28 64 31 59 Q39 58 45 53 Q47 61 38 68 Q32 73 31 76 Q28 78 28 82 Z" fill="{{c}}" {EDGE}/><circle cx="39" cy="33" r="3.5" fill="{{e}}"/><path d="M52 22 Q67 36 65 62 M23 55 L25 56" {THIN}/>',
    Shape.BISHOP: f'<path d="{FOOT} Q74 75 66 74 Q60 68 60 61 L65 61 L65 54 L60 54 Q70 45 66 34 Q62 25 53 18 A6.5 6.5 0 1 0 47 18 Q38 25 34 34 Q30 45 40 54 L35 54 L35 61 L40 61 Q40 68 34 74 Q26 75 24 81 Z" fill="{{c}}" {EDGE}/><path d="M58 27 L49 41 M34 74 L66 74" {THIN}/>',
    Shape.QUEEN: f'<path d="{FOOT} Q75 76 69 74 L79 33 L66 50 L63 25 L54 47 L50 20 L46 47 L37 25 L34 50 L21 33 L31 74 Q25 76 24 81 Z" fill="{{c}}" {EDGE}/><circle cx="21" cy="30" r="5" fill="{{c}}" {EDGE}/><circle cx="37" cy="21" r="5" fill="{{c}}" {EDGE}/><circle cx="50" cy="16" r="5" fill="{{c}}" {EDGE}/><circle cx="63" cy="21" r="5" fill="{{c}}" {EDGE}/><circle cx="79" cy="30" r="5" fill="{{c}}" {EDGE}/><path d="M31 74 Q50 68 69 74" {THIN}/>',
    Shape.KING: f'<path d="M46 8 L54 8 L54 15 L61 15 L61 22 L54 22 L54 36 L46 36 L46 22 L39 22 L39 15 L46 15 Z" fill="{{c}}" {EDGE}/><path d="{FOOT} Q75 76 69 74 Q88 55 79 41 Q67 31 55 44 Q54 36 50 32 Q46 36 45 44 Q33 31 21 41 Q12 55 31 74 Q25 76 24 81 Z" fill="{{c}}" {EDGE}/><path d="M31 74 Q50 68 69 74 M50 44 L50 69" {THIN}/>',
    Shape.PEG: f'<circle cx="50" cy="50" r="32" fill="{{c}}" {EDGE}/><path d="M31 44 A21 21 0 0 1 49 30" fill="none" stroke="{{s}}" stroke-width="7" stroke-linecap="round"/>',
    Shape.HOLE: '<circle cx="50" cy="50" r="41" fill="{c}"/><circle cx="50" cy="50" r="38.5" fill="none" stroke="#000" stroke-width="5" opacity=".22"/>',
    Shape.DOT: '<circle cx="50" cy="50" r="13" fill="{c}" stroke="{e}" stroke-width="2"/>',
    Shape.TARGET: '<circle cx="50" cy="50" r="24" fill="none" stroke="{c}" stroke-width="7"/><circle cx="50" cy="50" r="9" fill="{c}"/>',
    Shape.CRATE: f'<rect x="8" y="8" width="84" height="84" rx="4" fill="{{c}}" {EDGE}/><path d="M24 24 L76 76 M76 24 L24 76" stroke="{{e}}" stroke-width="6"/><rect x="21" y="21" width="58" height="58" {THIN}/>',
    Shape.BRICKS: '<rect width="100" height="100" fill="{c}"/><path d="M0 1 L100 1 M0 34 L100 34 M0 67 L100 67 M25 1 L25 34 M75 1 L75 34 M50 34 L50 67 M1 34 L1 67 M25 67 L25 100 M75 67 L75 100" stroke="{e}" stroke-width="4" opacity=".6"/>',
    Shape.LAMP: f'<circle cx="50" cy="50" r="46" fill="{{c}}" opacity=".3"/><circle cx="50" cy="50" r="31" fill="{{c}}" {EDGE}/><path d="M33 44 A18 18 0 0 1 48 32" fill="none" stroke="{{s}}" stroke-width="6" stroke-linecap="round"/>',
    Shape.STAR: f'<path d="M50 9 L61.8 36.8 L91.8 39.4 L69 59 L75.9 88.4 L50 72.8 L24.1 88.4 L31 59 L8.2 39.4 L38.2 36.8 Z" fill="{{c}}" {EDGE}/>',
    Shape.CROSS: '<path d="M22 22 L78 78 M78 22 L22 78" fill="none" stroke="{c}" stroke-width="13" stroke-linecap="round"/>',
    Shape.NOUGHT: '<circle cx="50" cy="50" r="30" fill="none" stroke="{c}" stroke-width="12"/>',
    Shape.ARROW: f'<path d="M50 10 L84 48 L63 48 L63 90 L37 90 L37 48 L16 48 Z" fill="{{c}}" {EDGE}/>',
    Shape.COIN: f'<circle cx="50" cy="50" r="36" fill="{{c}}" {EDGE}/><circle cx="50" cy="50" r="27" fill="none" stroke="{{s}}" stroke-width="4"/>',
    Shape.HOUSE: f'<path d="M50 13 L90 48 L80 48 L80 88 L20 88 L20 48 L10 48 Z" fill="{{c}}" {EDGE}/><rect x="42" y="62" width="16" height="26" fill="{{e}}"/>',
    Shape.FACTORY: f'<path d="M8 88 L8 46 L28 58 L28 46 L48 58 L48 46 L66 57 L69 12 L82 12 L88 88 Z" fill="{{c}}" {EDGE}/><path d="M66 57 L69 12" {THIN}/>',
    Shape.LOCOMOTIVE: f'<path d="M10 38 L14 16 L26 16 L26 38 L52 38 L52 14 L90 14 L90 22 L85 22 L85 74 L10 74 L4 74 L10 66 Z" fill="{{c}}" {EDGE}/><rect x="60" y="24" width="17" height="16" fill="{{s}}" {EDGE}/><circle cx="25" cy="76" r="11" fill="{{c}}" {EDGE}/><circle cx="50" cy="76" r="11" fill="{{c}}" {EDGE}/><circle cx="75" cy="76" r="11" fill="{{c}}" {EDGE}/><path d="M25 76 L75 76" {THIN}/>',
    Shape.SHIP: f'<path d="M8 62 L92 62 L80 86 L20 86 Z" fill="{{c}}" {EDGE}/><path d="M50 62 L50 10" stroke="{{e}}" stroke-width="5"/><path d="M54 14 L82 54 L54 54 Z" fill="{{s}}" {EDGE}/><path d="M46 22 L20 54 L46 54 Z" fill="{{s}}" {EDGE}/>',
    Shape.KEY: f'<path d="M34 26 A24 24 0 1 0 54 62 L92 62 L92 78 L82 78 L82 70 L74 70 L74 78 L64 78 L64 50 Z M32 42 A8 8 0 1 1 31.9 42 Z" fill="{{c}}" fill-rule="evenodd" {EDGE}/>',
}  # fmt: skip

COLOURS: dict[str, str] = {
    Shape.DISC: "silver", Shape.STONE: "silver", Shape.RING: "silver", Shape.SQUARE: "silver", Shape.TILE: "wheat", Shape.TOKEN: "silver",
    Shape.CUBE: "burlywood", Shape.SLAB: "teal", Shape.BLOCK: "silver", Shape.MEEPLE: "royalblue", Shape.PAWN: "ivory", Shape.KNIGHT: "ivory",
    Shape.BISHOP: "ivory", Shape.ROOK: "ivory", Shape.QUEEN: "ivory", Shape.KING: "ivory", Shape.PEG: "royalblue", Shape.HOLE: "linen", Shape.DOT: "gray",
    Shape.TARGET: "crimson", Shape.CRATE: "burlywood", Shape.BRICKS: "gray", Shape.LAMP: "gold", Shape.STAR: "gold", Shape.CROSS: "royalblue",
    Shape.NOUGHT: "crimson", Shape.ARROW: "silver", Shape.COIN: "gold", Shape.HOUSE: "burlywood", Shape.FACTORY: "silver", Shape.LOCOMOTIVE: "slategray",
    Shape.SHIP: "burlywood", Shape.KEY: "gold", Shape.CARD: "white", Shape.SLOT: "none", Shape.DIE: "white",
}  # fmt: skip
"""The colour of a piece that is given none."""

LETTERED: tuple[str, ...] = (
    Shape.DISC, Shape.STONE, Shape.RING, Shape.SQUARE, Shape.TILE, Shape.TOKEN, Shape.CUBE, Shape.MEEPLE, Shape.CRATE, Shape.LAMP, Shape.COIN, Shape.HOUSE,
    Shape.SHIP, Shape.HOLE, Shape.PEG, Shape.STAR, Shape.SLAB, Shape.BLOCK, Shape.SLOT, Shape.LOCOMOTIVE, Shape.FACTORY,
)  # fmt: skip
"""Pieces on which something can be written."""

SUITS: dict[str, str] = {
    "c": "M12 1 A5.2 5.2 0 0 1 16 9.6 A5.2 5.2 0 1 1 13.4 18 Q13.8 21.5 16.4 23.4 L7.6 23.4 Q10.2 21.5 10.6 18 A5.2 5.2 0 1 1 8 9.6 A5.2 5.2 0 0 1 12 1 Z",
    "d": "M12 0.6 L21 12 L12 23.4 L3 12 Z",
    "h": "M12 22.6 Q1.6 14 2.4 7.4 A5.3 5.3 0 0 1 12 5.4 A5.3 5.3 0 0 1 21.6 7.4 Q22.4 14 12 22.6 Z",
    "s": "M12 0.8 Q22.6 9.6 22 14.4 A4.9 4.9 0 0 1 13.5 17.6 Q13.8 21.4 16.6 23.4 L7.4 23.4 Q10.2 21.4 10.5 17.6 A4.9 4.9 0 0 1 2 14.4 Q1.4 9.6 12 0.8 Z",
}
"""The signs of the suits in a box of 24 by 24."""

SUIT_WORDS: dict[str, str] = {
    "c": "c", "clubs": "c", "club": "c", "♣": "c", "d": "d", "diamonds": "d", "diamond": "d", "♦": "d",
    "h": "h", "hearts": "h", "heart": "h", "♥": "h", "s": "s", "spades": "s", "spade": "s", "♠": "s",
}  # fmt: skip

RANK_WORDS: dict[str, str] = {
    "a": "A", "ace": "A", "1": "A", "2": "2", "two": "2", "3": "3", "three": "3", "4": "4", "four": "4", "5": "5", "five": "5", "6": "6", "six": "6",
    "7": "7", "seven": "7", "8": "8", "eight": "8", "9": "9", "nine": "9", "t": "10", "10": "10", "ten": "10",
    "j": "J", "jack": "J", "q": "Q", "queen": "Q", "k": "K", "king": "K",
}  # fmt: skip

_L, _M, _R = 19, 35, 51
_SIX = [(_L, 42), (_L, 63), (_L, 84), (_R, 42), (_R, 63), (_R, 84)]
_EIGHT = [(_L, 40), (_L, 55), (_L, 71), (_L, 86), (_R, 40), (_R, 55), (_R, 71), (_R, 86)]
PIPS: dict[str, list[tuple[int, int]]] = {
    "A": [(_M, 63)],
    "2": [(_M, 45), (_M, 81)],
    "3": [(_M, 42), (_M, 63), (_M, 84)],
    "4": [(_L, 45), (_L, 81), (_R, 45), (_R, 81)],
    "5": [(_L, 45), (_L, 81), (_R, 45), (_R, 81), (_M, 63)],
    "6": _SIX,
    "7": [*_SIX, (_M, 52)],
    "8": [*_SIX, (_M, 52), (_M, 74)],
    "9": [*_EIGHT, (_M, 63)],
    "10": [*_EIGHT, (_M, 48), (_M, 79)],
}
"""Where the signs of a card stand, in a box of 70 by 100."""

CROWNS: dict[str, str] = {
    "K": "M17 52 L17 36 L26 44 L35 31 L44 44 L53 36 L53 52 Z M17 55 L53 55 L53 58 L17 58 Z",
    "Q": "M18 54 Q20 38 27 45 Q31 34 35 33 Q39 34 43 45 Q50 38 52 54 Z M18 56 L52 56 L52 58 L18 58 Z",
    "J": "M19 56 Q17 38 37 39 Q46 28 55 34 Q47 39 51 56 Z M17 57 L53 57 L53 60 L17 60 Z",
}
"""What a court card wears."""

DOTS: dict[str, list[tuple[int, int]]] = {
    "1": [(50, 50)],
    "2": [(29, 29), (71, 71)],
    "3": [(29, 29), (50, 50), (71, 71)],
    "4": [(29, 29), (29, 71), (71, 29), (71, 71)],
    "5": [(29, 29), (29, 71), (71, 29), (71, 71), (50, 50)],
    "6": [(29, 27), (29, 50), (29, 73), (71, 27), (71, 50), (71, 73)],
}
"""The dots of a die."""

TURNS: dict[str, int] = {"north": 0, "northeast": 45, "east": 90, "southeast": 135, "south": 180, "southwest": 225, "west": 270, "northwest": 315}
"""The directions of an arrow."""
