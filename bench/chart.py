"""The figures of a run as a picture: a bar for each peer and task, as a share of the fastest, on a scale of powers of
ten.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import log10

BAR, GAP, LEFT, WIDE, DECADES = 12, 10, 190, 520, 4
COLOURS = ("#1b6ca8", "#9aa5b1", "#d97706", "#4d7c0f", "#9333ea", "#be123c")


def chart(rates: Mapping[str, Mapping[str, float]], peers: Sequence[str]) -> str:
    """An SVG of task → peer → rate."""
    parts: list[str] = []
    top = 30
    for task, found in rates.items():
        parts.append(_text(LEFT - 8, top + BAR * len(found) / 2 + 4, task, "end"))
        fastest = max(found.values())
        for row, (peer, rate) in enumerate(found.items()):
            parts.append(_bar(top + row * BAR, rate / fastest, rate, COLOURS[list(peers).index(peer) % len(COLOURS)]))
        top += BAR * len(found) + GAP
    size = f'width="{LEFT + WIDE + 110}" height="{top + 10}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="11">'
    return "\n".join([head, *_legend(peers), *parts, "</svg>", ""])


def _legend(peers: Sequence[str]) -> list[str]:
    places = [(LEFT + 110 * number, peer, COLOURS[number % len(COLOURS)]) for number, peer in enumerate(peers)]
    return [
        f'<rect x="{x}" y="8" width="9" height="9" fill="{colour}"/>{_text(x + 13, 16, peer)}'
        for x, peer, colour in places
    ]


def _bar(y: float, share: float, rate: float, colour: str) -> str:
    width = WIDE * max(0.01, 1 + log10(max(share, 1e-9)) / DECADES)
    return f'<rect x="{LEFT}" y="{y}" width="{width:.1f}" height="{BAR - 2}" fill="{colour}"/>{_text(LEFT + width + 4, y + 9, short(rate))}'


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def short(rate: float) -> str:
    """A rate in four characters or so."""
    for size, sign in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if rate >= size:
            return f"{rate / size:.3g} {sign}"
    return f"{rate:.3g}"
