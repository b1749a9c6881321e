"""The one sheet of styles: colours of a light and a dark room.

Every rule is bound to the class of pictures, none to another element.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

FONTS = "system-ui,-apple-system,'Segoe UI','Noto Sans','DejaVu Sans','Noto Sans Symbols2','Segoe UI Symbol',sans-serif"


@dataclass(frozen=True, slots=True)
class RoomColours:
    """The colours of a room; `shade` is the light that coloured things keep there."""

    paper: str
    ink: str
    field: str
    rule: str
    soft: str
    mat: str
    wood: str
    water: str
    shade: str


DAY = RoomColours("#fffdf8", "#1d1d1b", "#f6f2e8", "#8d8778", "#6d685c", "#efe9da", "#b98f5f", "#a9d3ea", "")
NIGHT = RoomColours(
    "#1e1f22", "#e8e6e1", "#2b2d31", "#6f7178", "#a9a69e", "#26282c", "#7d5f3d", "#3c6a86", "brightness(.84)"
)

LASTING = (
    ("", f"font-family:{FONTS}"),
    ("text", "white-space:pre"),
    (".middle", "text-anchor:middle"),
    (".end", "text-anchor:end"),
    (".strong", "font-weight:650"),
    (".ground,.mat", "stroke-width:.8"),
    (".block", "stroke-width:2"),
    (".edged", "stroke-width:1"),
    (".bare", "fill:none;pointer-events:all"),
    (".through", "pointer-events:none"),
    (".region line", "stroke-width:3.2;stroke-linecap:round"),
    (".wall", "stroke-width:5;stroke-linecap:round"),
    (".slot", "fill:none;stroke-width:2;stroke-dasharray:6 5;pointer-events:all"),
    (".trail", "stroke-dasharray:2 8;stroke-linecap:round"),
    (".sleepers", "stroke-width:5;stroke-dasharray:5 5"),
    (".water", "stroke-width:4"),
    (".town", "stroke-width:2"),
    ("text.on", "stroke:none"),
    (".halo", "stroke-width:3.5;paint-order:stroke;stroke-linejoin:round"),
)


def sheet(scope: str, dark: str = "") -> str:
    """The rules for pictures of a class.

    `dark` is the selector of a page that is switched to dark; without it the reader's system decides.
    """
    lasting = "".join([_rule(scope, selector, rule) for selector, rule in LASTING])
    night = (
        f"@media (prefers-color-scheme:dark){{{_room(scope, NIGHT)}}}" if not dark else _room(f"{dark} {scope}", NIGHT)
    )
    return f"{lasting}{_room(scope, DAY)}{night}"


def _rule(scope: str, selectors: str, rule: str) -> str:
    bound = [f"{scope} {text}".strip() for text in selectors.split(",")]
    return f"{','.join(bound)}{{{rule}}}"


def _room(scope: str, room: RoomColours) -> str:
    rules = [
        (".paper", f"fill:{room.paper}"),
        ("text", f"fill:{room.ink}"),
        (".soft", f"fill:{room.soft}"),
        (".ground", f"stroke:{room.rule}"),
        (".ground:not(.tint)", f"fill:{room.field}"),
        (".block:not(.tint)", f"fill:{room.field};stroke:{room.rule}"),
        (".mat", f"stroke:{room.rule}"),
        (".mat:not(.tint)", f"fill:{room.mat}"),
        (".wood", f"fill:{room.wood}"),
        (".town,.edged", f"stroke:{room.ink}"),
        (".region line,.wall:not(.tint)", f"stroke:{room.ink}"),
        (".slot", f"stroke:{room.rule}"),
        (".link:not(.tint)", f"stroke:{room.soft}"),
        (".sleepers", f"stroke:{room.paper}"),
        (".water", f"stroke:{room.water}"),
        (".halo", f"stroke:{room.paper}"),
        ("text.dark,.dark text:not(.light):not(.blood)", "fill:#1b1b1b"),
        ("text.light,.light text:not(.dark):not(.blood)", "fill:#f7f7f5"),
        ("text.blood", "fill:#c01f2e"),
        *([(".tint", f"filter:{room.shade}")] if room.shade else []),
    ]
    return "".join([_rule(scope, selector, rule) for selector, rule in rules])


SCOPE = f"regelwerk-{hashlib.sha256(sheet('').encode()).hexdigest()[:8]}"
"""The class of pictures with this sheet: another version of the sheet in the same document is bound to another class.
"""
