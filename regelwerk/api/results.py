"""What programs see beside positions: moves, results, observed values; and the voices of a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rules_dsl.diagnostics.diagnostic import Diagnostic, finding
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.texts import show_value, to_plain
from rules_dsl.ir.types import DeckType, MapType, Type, Value, value_of
from rules_dsl.machine import api
from rules_dsl.machine.observe import HIDDEN
from rules_dsl.source import Span


@dataclass(frozen=True, slots=True)
class Voices:
    """The same rules with their texts in another language: which there are, and how they are loaded."""

    languages: tuple[str, ...] = ()
    load: Callable[[str], ir.Game] | None = None


NO_VOICES = Voices()


@dataclass(frozen=True, slots=True)
class Move:
    """A move or an outcome of chance; `str(move)` is how it is written."""

    text: str
    raw: api.Move

    def __str__(self) -> str:
        return self.text

    @property
    def action(self) -> str:
        """The name before the brackets (or before `=`, at chance)."""
        return self.text.partition("(")[0].partition("=")[0].strip()


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: `kind` is end, goal, win, lose, draw, stop or stuck; `player` who won or lost."""

    kind: str
    player: str | None = None
    rule: str = ""

    def __str__(self) -> str:
        words = {"goal": "solved", "draw": "a draw", "stuck": "nobody can move", "end": "the end", "stop": "the end"}
        if self.player is not None:
            return f"{self.player} {'wins' if self.kind == 'win' else 'loses'}"
        return words.get(self.kind, self.kind)


def choose_play_count(number: int | None, seconds: float | None) -> int | None:
    """How many random plays are wanted; None if only the time limits them."""
    return 1000 if number is None and seconds is None else number


def observe_value(type_: Type, value: Value) -> object:
    """A value as a player sees it: a map may be hidden in parts, a hidden deck is two numbers."""
    match type_:
        case _ if isinstance(value, str):
            return HIDDEN
        case MapType(key, item):
            return {show_value(key, value_of(key, number)): observe_value(item, part) for number, part in enumerate(value)}
        case DeckType() if not isinstance(value[0], tuple):
            return {"known": value[0], "unseen": value[1]}
        case _:
            return to_plain(type_, value)


def report_call(code: str, message: str, repair: str) -> Diagnostic:
    """A finding about what a program passed."""
    return finding(code, message, Span("<call>", 1, 1, 1, 1), repair=repair)
