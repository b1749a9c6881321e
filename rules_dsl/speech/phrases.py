"""The interface's own few words about play, in every language."""

from __future__ import annotations

from enum import StrEnum


class Phrase(StrEnum):
    """What the interface says; the first eight are the kinds of results."""

    END = "end"
    GOAL = "goal"
    WIN = "win"
    LOSE = "lose"
    DRAW = "draw"
    STOP = "stop"
    STUCK = "stuck"
    TURN = "turn"
    YOUR_TURN = "your_turn"
    CHANCE = "chance"
    NOT_LEGAL = "not_legal"
    TOTAL = "total"
    POINTS = "points"
    LEGAL = "legal"
    MORE_MOVES = "more_moves"
    ALL_OPEN = "all_open"
    NOTHING_TO_UNDO = "nothing_to_undo"
    PASS_KEYBOARD = "pass_keyboard"
    SAVED = "saved"
    HELP = "help"
    TYPE_HELP = "type_help"
    AS_SEEN = "as_seen"
    NO_HINT = "no_hint"


ENGLISH: dict[Phrase, str] = {
    Phrase.END: "The end",
    Phrase.GOAL: "Solved",
    Phrase.WIN: "{0} wins",
    Phrase.LOSE: "{0} loses",
    Phrase.DRAW: "A draw",
    Phrase.STOP: "The end",
    Phrase.STUCK: "Nobody can move",
    Phrase.TURN: "{0} to move",
    Phrase.YOUR_TURN: "Your move",
    Phrase.CHANCE: "Chance decides",
    Phrase.NOT_LEGAL: "Not possible: {0} – {1}",
    Phrase.TOTAL: "Total",
    Phrase.POINTS: "{0}: {1}",
    Phrase.LEGAL: "that is legal",
    Phrase.MORE_MOVES: "and {0} more; `moves` lists all",
    Phrase.ALL_OPEN: "The game is over; everything is open now.",
    Phrase.NOTHING_TO_UNDO: "there is nothing to take back",
    Phrase.PASS_KEYBOARD: "Pass the keyboard to {0}. {0}, press Enter when nobody else is looking.",
    Phrase.SAVED: "saved to {0}",
    Phrase.TYPE_HELP: "help lists what you may type",
    Phrase.AS_SEEN: "as {0} sees it",
    Phrase.NO_HINT: "nothing was found within the time limit",
    Phrase.HELP: """a number or a move    play it
undo                  take back the last decision made here
why MOVE              why a move is refused
moves                 all moves
written               all moves as a play file has them
show                  the position
random                play any legal move
save [FILE]           write the play to a file
quit                  leave""",
}

GERMAN: dict[Phrase, str] = {
    Phrase.END: "Ende",
    Phrase.GOAL: "Gelöst",
    Phrase.WIN: "{0} gewinnt",
    Phrase.LOSE: "{0} verliert",
    Phrase.DRAW: "Unentschieden",
    Phrase.STOP: "Ende",
    Phrase.STUCK: "Niemand kann ziehen",
    Phrase.TURN: "Am Zug: {0}",
    Phrase.YOUR_TURN: "Du bist am Zug",
    Phrase.CHANCE: "Der Zufall entscheidet",
    Phrase.NOT_LEGAL: "Geht nicht: {0} – {1}",
    Phrase.TOTAL: "Summe",
    Phrase.POINTS: "{0}: {1}",
    Phrase.LEGAL: "das ist erlaubt",
    Phrase.MORE_MOVES: "und {0} weitere; `moves` zeigt alle",
    Phrase.ALL_OPEN: "Das Spiel ist aus; jetzt ist alles offen.",
    Phrase.NOTHING_TO_UNDO: "es gibt nichts zurückzunehmen",
    Phrase.PASS_KEYBOARD: "Gib die Tastatur an {0} weiter. {0}: Enter, sobald sonst niemand zusieht.",
    Phrase.SAVED: "gespeichert in {0}",
    Phrase.TYPE_HELP: "help zeigt, was du eingeben kannst",
    Phrase.AS_SEEN: "aus der Sicht von {0}",
    Phrase.NO_HINT: "in der gegebenen Zeit wurde nichts gefunden",
    Phrase.HELP: """Nummer oder Zug       ihn spielen
undo                  die letzte Entscheidung hier zurücknehmen
why ZUG               warum ein Zug nicht geht
moves                 alle Züge
written               alle Züge, wie sie in einer Datei stehen
show                  die Stellung
random                irgendeinen erlaubten Zug spielen
save [DATEI]          die Partie in eine Datei schreiben
quit                  aufhören""",
}

PHRASES = {"en": ENGLISH, "de": GERMAN}


def phrase_in(language: str, phrase: Phrase, *values: str) -> str:
    """A phrase with its values."""
    text = PHRASES[language][phrase]
    for number, value in enumerate(values):
        text = text.replace(f"{{{number}}}", value)
    return text
