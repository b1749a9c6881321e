"""The machine's own reasons for refusing a move, where the rules give none, in every language."""

from __future__ import annotations

from enum import StrEnum


class RefusalKind(StrEnum):
    """Why a move is refused, whatever the game."""

    NOTHING = "nothing"
    NOT_AMONG = "not_among"
    NOT_HERE = "not_here"
    PLAIN = "plain"
    MORE = "more"
    FEWER = "fewer"
    OVER = "over"
    NOT_OFFERED = "not_offered"
    FILLED = "filled"
    BROKEN = "broken"


REASONS: dict[str, dict[str, str]] = {
    "en": {
        RefusalKind.NOTHING: "{0} cannot be chosen: there is nothing to choose from here",
        RefusalKind.NOT_AMONG: "{0} cannot be chosen here; to choose from: {1}",
        RefusalKind.NOT_HERE: "{0} cannot be chosen here",
        RefusalKind.PLAIN: "{0} is not possible here",
        RefusalKind.MORE: "{0} asks for one more choice, of {1}",
        RefusalKind.FEWER: "{0} takes fewer values than are given",
        RefusalKind.OVER: "the game is over",
        RefusalKind.NOT_OFFERED: "not offered here",
        RefusalKind.FILLED: "{0} is filled already",
        RefusalKind.BROKEN: "{0} could not hold any more",
    },
    "de": {
        RefusalKind.NOTHING: "{0} ist nicht wählbar: hier gibt es nichts zu wählen",
        RefusalKind.NOT_AMONG: "{0} ist hier nicht wählbar; zur Wahl: {1}",
        RefusalKind.NOT_HERE: "{0} ist hier nicht wählbar",
        RefusalKind.PLAIN: "das geht hier nicht",
        RefusalKind.MORE: "hier ist noch etwas zu wählen, unter {1} Möglichkeiten",
        RefusalKind.FEWER: "so viel gibt es hier nicht zu wählen",
        RefusalKind.OVER: "das Spiel ist aus",
        RefusalKind.NOT_OFFERED: "das steht hier nicht zur Wahl",
        RefusalKind.FILLED: "{0} ist schon ausgefüllt",
        RefusalKind.BROKEN: "eine Regel könnte nicht mehr erfüllt werden",
    },
}


def refuse_in(language: str, reason: RefusalKind, *values: str) -> str:
    """A reason with its values."""
    text = REASONS[language][reason]
    for number, value in enumerate(values):
        text = text.replace(f"{{{number}}}", value)
    return text
