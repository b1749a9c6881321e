"""Reads command-line values: `30s`, `2G`, `NAME=VALUE`, `@FILE.toml`, `fen:…`."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rules_dsl.diagnostics.diagnostic import Diagnostic, RulesError, finding
from rules_dsl.reading import read_bytes
from rules_dsl.source import Span

SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "": 1.0}
LARGEST_FILE = 16_000_000
BYTES = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}

_ASSIGNMENT = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_]*)\s*=(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Position:
    """The place in a recorded play to start from: after `step` moves, None for all of them."""

    path: Path
    step: int | None = None


@dataclass(frozen=True, slots=True)
class GameInstance:
    """The instance of a game that was asked for."""

    options: Mapping[str, str] = field(default_factory=dict)
    givens: Mapping[str, object] = field(default_factory=dict)
    start: Position | None = None


def instance(options: Sequence[str], givens: Sequence[str]) -> GameInstance:
    """Options and givens from the command line; all errors are reported at once."""
    problems: list[Diagnostic] = []
    chosen = _options(options, problems)
    values: dict[str, object] = {}
    start = None
    for word in givens:
        try:
            if word.startswith("play:"):
                start = position(word.removeprefix("play:"))
            else:
                values.update(_parse_given(word))
        except RulesError as error:
            problems.extend(error.diagnostics)
    if problems:
        raise RulesError(*problems)
    return GameInstance(chosen, values, start)


def _options(words: Sequence[str], problems: list[Diagnostic]) -> dict[str, str]:
    options = {}
    for word in words:
        match = _ASSIGNMENT.fullmatch(word)
        if match is None:
            problems.append(
                problem("E0750", f"{word!r:.80} is not a setting", "--option", repair="write --option NAME=VALUE")
            )
        else:
            options[match[1]] = match[2].strip()
    return options


def _parse_given(word: str) -> Mapping[str, object]:
    if word.startswith("@"):
        return _from_file(Path(word[1:]))
    match = _ASSIGNMENT.fullmatch(word)
    if match is None:
        return _from_format(word)
    return {match[1]: _drawing(match[2])}


def _drawing(text: str) -> str:
    return read_text(Path(text[1:]), "--given") if text.startswith("@") else text


def _from_format(word: str) -> Mapping[str, object]:
    from puzzles.formats import FORMATS, SHAPES, FormatError

    name, colon, text = word.partition(":")
    if not colon:
        repair = "write --given NAME=VALUE, --given @FILE.toml or --given FORMAT:VALUE"
        raise RulesError(problem("E0750", f"{word!r:.80} is not a given", "--given", repair=repair))
    if name not in FORMATS:
        repair = f"the formats are: {', '.join(sorted((*FORMATS, 'play')))}"
        raise RulesError(problem("E0751", f"there is no format called {name!r:.40}", "--given", repair=repair))
    try:
        return FORMATS[name](text)
    except FormatError as error:
        raise RulesError(
            problem("E0752", f"this is not {name}: {error}", "--given", repair=f"write {SHAPES[name]}")
        ) from None


def _from_file(path: Path) -> Mapping[str, object]:
    text = read_text(path, "--given")
    try:
        data = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RulesError(problem("E0753", f"{path} cannot be read: {error}", str(path))) from None
    if not isinstance(data, dict):
        raise RulesError(problem("E0753", f"{path} does not contain names with values", str(path)))
    return data


def position(text: str) -> Position:
    """`FILE` or `FILE#STEP`."""
    name, mark, step = text.rpartition("#")
    if not mark:
        return Position(Path(text))
    if not step.isascii() or not step.isdigit():
        raise RulesError(
            problem("E0750", f"{step!r:.40} is not a step of a play", "--at", repair="write FILE#STEP with a number")
        )
    return Position(Path(name), int(step))


def read_text(path: Path, what: str) -> str:
    """A text file named on the command line."""
    try:
        return read_bytes(path, LARGEST_FILE).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RulesError(problem("E0113", f"{path} is not UTF-8 text", what, repair="save the file as UTF-8")) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise RulesError(problem("E0112", f"{path!s:.200} cannot be read: {reason}", what)) from None


def seconds(text: str | None) -> float | None:
    """`30s`, `10m`, `1.5h`; a bare number is seconds."""
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)(ms|s|m|h|)", text or "")
    if text is None:
        return None
    if match is None:
        raise RulesError(problem("E0754", f"{text!r:.40} is not a time", "--time", repair="write 30s, 10m or 2h"))
    return float(match[1]) * SECONDS[match[2]]


def size_in_bytes(text: str | None) -> int | None:
    """`500M`, `2G`; a bare number is bytes."""
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)([KMGT]?)B?", (text or "").upper())
    if text is None:
        return None
    if match is None:
        raise RulesError(problem("E0754", f"{text!r:.40} is not a size", "--memory", repair="write 500M or 2G"))
    return int(float(match[1]) * BYTES[match[2]])


def problem(code: str, message: str, where: str, *, repair: str = "") -> Diagnostic:
    """A finding about what was typed rather than about a file."""
    return finding(code, message, Span(where, 1, 1, 1, 1), repair=repair)


def insist_on_players(players: Sequence[str], names: Sequence[str]) -> None:
    """Raise RulesError if `--seat` names no player."""
    repair = f"the players are {', '.join(players)}"
    for name in names:
        if name not in players:
            raise RulesError(problem("E0750", f"{name!r:.80} is not a player", "--seat", repair=repair))
