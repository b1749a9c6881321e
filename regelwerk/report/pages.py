"""Pages for plays, runs and games."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from puzzles.page.sheet import Item, Role, SearchOutcome, SearchPoint
from puzzles.page.writing import write_page
from regelwerk.api.game import Game, State
from regelwerk.api.loader import load, load_state
from regelwerk.api.recorded import read, state_at
from regelwerk.report import results, runs
from regelwerk.report.files import write_file
from regelwerk.report.rechecked import is_replayed, question_of
from regelwerk.report.results import SavedResult
from regelwerk.settings import Position, position, problem, read_text
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.loading import LIBRARY
from rules_dsl.machine.api import Move
from rules_dsl.machine.reference import ReferenceMachine
from solver.protocol.answers import Status, compute_gap, join_links
from solver.protocol.disagreement import Disagreement
from solver.trust.replaying import confirm_line, read_line

SUFFIX = ".html"
LARGEST_COURSE = 400
"""As many points of a run are drawn."""


def game_of_play(path: Path, name: str) -> str:
    """Where the rules of a play are: in the library under its name in small letters, or beside the play, or one folder up."""
    library = {folder.name.replace("_", ""): folder.name for folder in LIBRARY.iterdir() if (folder / f"{folder.name}.rules").is_file()}
    word = library.get(name.lower().replace("_", ""))
    if word is not None:
        return word
    for folder in (path.resolve().parent, path.resolve().parent.parent):
        paths = sorted(folder.glob("*.rules"))
        if len(paths) == 1:
            return str(paths[0])
    repair = "say which game it is: --game GAME"
    raise RulesError(problem("E0762", f"the rules of {name:.80} are neither in the library nor beside {path!s:.200}", "--game", repair=repair))


def load_play(path: Path, target: str | None, machine: str) -> tuple[Game, Item]:
    """A recorded play as an item of a page, with its game set up as it was."""
    play = read(path)
    game = load(target or game_of_play(path, play.game), dict(play.options), dict(play.givens), machine=machine)
    if game.rules.finds:
        raise RulesError(problem("E0762", "this puzzle is filled in, not played: there is no page of its plays", "PLAY"))
    last = state_at(game, play, Position(path))
    facts = [*[(name, value) for name, value in play.options], ("result", play.result), ("date", play.date)]
    text = " ".join(play.comment.split())[:300]
    item = Item(path.stem.replace("_", " "), path.stem, Role.PLAY, text, line=[move.raw for move in last.history], facts=[fact for fact in facts if fact[1]])
    return game, item


def load_solution(path: Path) -> tuple[Game, Item]:
    """A run of `solve`, or a result file, as an item of a page: the line to step through and how it was found."""
    saved = results.read(path)
    start = _start(saved)
    try:
        moves = read_line(start.game.machine, start.raw, saved.play)
        _insist_on_worth(start, saved, moves)
    except Disagreement as reason:
        raise RulesError(problem("E0760", f"the result in {path!s:.200} is not true: {reason}", "RUN")) from None
    gap, on = compute_gap(saved.value, saved.bound), join_links(saved.rests_on)
    outcome = SearchOutcome(saved.status, results.plain(saved.value), results.plain(saved.bound), gap, saved.method, on)
    facts = [("game", saved.asked.game), *[tuple(word.partition("=")[::2]) for word in saved.asked.options], ("at", saved.asked.at or "")]
    item = Item(saved.aim[:1].upper() + saved.aim[1:], path.name, Role.PLAY, start=start.raw, line=moves, facts=[(str(name), value) for name, value in facts if value])
    return start.game, replace(item, events=tuple(_events(path)), result=outcome)


def _insist_on_worth(start: State, saved: SavedResult, moves: Sequence[Move]) -> None:
    """Raise Disagreement for a result that contradicts itself, or whose line is worth something else."""
    if saved.status == Status.OPTIMAL and saved.value != saved.bound:
        raise Disagreement(f"it says optimal, but its value is {saved.value} and its bound {saved.bound}")
    if is_replayed(saved):
        confirm_line(question_of(start, saved), ReferenceMachine(start.game.rules), saved.value, moves)


def _start(saved: SavedResult) -> State:
    asked = saved.asked
    at = None if asked.at is None else position(asked.at)
    start = load_state(asked.game, asked.options, asked.givens, [Path(name) for name in asked.data], "auto", at)
    if start.game.machine.encode(start.raw).hex() != saved.start:
        raise RulesError(problem("E0760", "the position that was asked is another one by now: rules or data have changed", "RUN"))
    return start


def _events(path: Path) -> Iterator[SearchPoint]:
    """The course of a run, if it was kept; lines that are no events are passed over, the last one of a killed run may be half-written."""
    events = path / runs.EVENTS
    lines = read_text(events, "RUN").splitlines() if path.is_dir() and events.is_file() else []
    for line in lines[:: max(1, len(lines) // LARGEST_COURSE)]:
        point = _event(line)
        if point is not None:
            yield point


def _event(line: str) -> SearchPoint | None:
    try:
        match json.loads(line):
            case {"event": ("found" | "bound") as kind, "value": int() | float() as value, "seconds": int() | float() as seconds}:
                return SearchPoint(kind, float(value), float(seconds))
    except (ValueError, RecursionError):
        return None
    return None


def save_page(game: Game, items: list[Item], target: Path) -> int:
    """Writes a page; an older page of that name is replaced, nothing else is. How many bytes it has."""
    if target.is_file() and target.suffix != SUFFIX:
        raise RulesError(problem("E0758", f"{target} already exists and is not a page", "--output", repair=f"choose a name that ends in {SUFFIX}"))
    page = write_page(game.rules, items, voices=game.voices)
    write_file(target, page, "--output")
    return len(page.encode())
