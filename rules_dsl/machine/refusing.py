"""The machine's own reasons for refusing a move, where the rules give none, in every language."""

from __future__ import annotations

from enum import StrEnum


class Refusing(StrEnum):
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
        Refusing.NOTHING: "{0} cannot be chosen: there is nothing to choose from here",
        Refusing.NOT_AMONG: "{0} cannot be chosen here; to choose from: {1}",
        Refusing.NOT_HERE: "{0} cannot be chosen here",
        Refusing.PLAIN: "{0} is not possible here",
        Refusing.MORE: "{0} asks for one more choice, of {1}",
        Refusing.FEWER: "{0} takes fewer values than are given",
        Refusing.OVER: "the game is over",
        Refusing.NOT_OFFERED: "not offered here",
        Refusing.FILLED: "{0} is filled already",
        Refusing.BROKEN: "{0} could not hold any more",
    },
    "de": {
        Refusing.NOTHING: "{0} ist nicht wählbar: hier gibt es nichts zu wählen",
        Refusing.NOT_AMONG: "{0} ist hier nicht wählbar; zur Wahl: {1}",
        Refusing.NOT_HERE: "{0} ist hier nicht wählbar",
        Refusing.PLAIN: "das geht hier nicht",
        Refusing.MORE: "hier ist noch etwas zu wählen, unter {1} Möglichkeiten",
        Refusing.FEWER: "so viel gibt es hier nicht zu wählen",
        Refusing.OVER: "das Spiel ist aus",
        Refusing.NOT_OFFERED: "das steht hier nicht zur Wahl",
        Refusing.FILLED: "{0} ist schon ausgefüllt",
        Refusing.BROKEN: "eine Regel könnte nicht mehr erfüllt werden",
    },
}


def refuse_in(language: str, reason: Refusing, *values: str) -> str:
    """A reason with its values."""
    text = REASONS[language][reason]
    for number, value in enumerate(values):
        text = text.replace(f"{{{number}}}", value)
    return text
