"""Play files: what was played, in the game's words, for people and for replaying.

regelwerk-play 1
game Orchard
option rounds = 4
seed 7

1. pick(Apple, 2)   { a good start }
2. d = 5
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

from rules_dsl.atomic import write_text
from rules_dsl.source import NOWHERE, Span

FORMAT = "regelwerk-play"
VERSION = 1


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move or an outcome of chance as written, and its comment."""

    text: str
    comment: str = ""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class PlayFile:
    """A recorded play.

    Values of options and givens are texts in notation; `sha` identifies the rules it was recorded with.
    """

    game: str
    moves: tuple[PlayedMove, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    givens: tuple[tuple[str, str], ...] = ()
    seed: int | None = None
    sha: str = ""
    result: str = ""
    date: str = ""
    comment: str = ""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


def format_play(play: PlayFile) -> str:
    """The text of a play file, in its one strict form."""
    lines = [f"{FORMAT} {VERSION}", f"game {play.game}"]
    lines += [f"option {name} = {_flat(value)}" for name, value in play.options]
    lines += [f"given {name} = {write_given(value)}" for name, value in play.givens]
    lines += [f"seed {play.seed}"] if play.seed is not None else []
    lines += [
        f"{key} {_flat(value)}"
        for key, value in (("sha", play.sha), ("date", play.date), ("result", play.result))
        if value
    ]
    lines += ["", *_comment(play.comment)] if play.comment else [""]
    lines += [_move_line(number, move, len(play.moves)) for number, move in enumerate(play.moves, 1)]
    return "\n".join(lines).rstrip("\n") + "\n"


def write_play(path: Path, play: PlayFile) -> None:
    """Write a play file, whole or not at all."""
    write_text(path, format_play(play))


def write_given(value: str) -> str:
    """A given on one line. Drawings are quoted, because their spaces and line ends count."""
    return json.dumps(value, ensure_ascii=False) if _is_drawn(value) else value


def read_given(text: str) -> str:
    """The given that a text in a play file means."""
    try:
        value = json.loads(text) if text.startswith('"') else text
    except json.JSONDecodeError:
        return text
    return value if isinstance(value, str) and _is_drawn(value) else text


def _is_drawn(value: str) -> bool:
    return "|" in value or value != _flat(value)


def _flat(value: str) -> str:
    """A value on one line."""
    return " ".join(value.split())


def _comment(text: str) -> list[str]:
    return ["{ " + _flat(text).replace("}", ")").replace("{", "(") + " }"] if _flat(text) else []


def _move_line(number: int, move: PlayedMove, total: int) -> str:
    line = f"{number:>{len(str(total))}}. {move.text}"
    return "   ".join([line, *_comment(move.comment)])
