"""Replays a recorded play: its positions, or the first wrong move and why. Also writes the play file of a play."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules_dsl.diagnostics.diagnostic import Diagnostic, finding
from rules_dsl.diagnostics.suggest import hint
from rules_dsl.ir.nodes import Game
from rules_dsl.ir.texts import show_value
from rules_dsl.ir.types import EnumType
from rules_dsl.machine.api import GameEnd, Machine, Move, PlayError, State
from rules_dsl.play.notation import WrongMove, legal_move, show_move
from rules_dsl.play.record import PlayedMove, PlayFile


@dataclass(frozen=True, slots=True)
class ReplayedPlay:
    """The positions, the moves between them, and diagnostics (none: the whole play is legal)."""

    states: tuple[State, ...]
    moves: tuple[Move, ...]
    findings: tuple[Diagnostic, ...] = ()

    @property
    def last(self) -> State:
        """The last position reached."""
        return self.states[-1]


def replay(machine: Machine, play: PlayFile, start: State | None = None) -> ReplayedPlay:
    """Play a recorded play move by move; stops at the first move that is wrong."""
    states = [start or machine.initial()]
    moves: list[Move] = []
    findings = strangers(machine.game, play)
    for number, played in enumerate(() if findings else play.moves, 1):
        try:
            move = legal_move(machine, states[-1], played.text, played.span)
            states.append(machine.apply(states[-1], move))
        except WrongMove as error:
            return ReplayedPlay(tuple(states), tuple(moves), _number_diagnostics(number, error.diagnostics))
        except PlayError as error:
            return ReplayedPlay(tuple(states), tuple(moves), _report_failure(number, played, error))
        moves.append(move)
    return ReplayedPlay(tuple(states), tuple(moves), findings or _otherwise(machine, play, states[-1]))


def strangers(game: Game, play: PlayFile) -> tuple[Diagnostic, ...]:
    """Why a play does not belong to this game with these settings."""
    if play.game != game.name:
        return (finding("E0803", f"this is a play of {play.game}, not of {game.name}", play.span),)
    set_here = {option.name: show_value(option.type, option.value) for option in game.options}
    findings = []
    for name, value in play.options:
        if name not in set_here:
            findings.append(finding("E0803", f"{game.name} has no option {name}", play.span, hint(name, set_here)))
        elif set_here[name] != value:
            repair = f"load the game with {name} = {value}"
            findings.append(
                finding("E0803", f"this play has {name} = {value}, the game {set_here[name]}", play.span, repair=repair)
            )
    return tuple(findings)


def record(
    machine: Machine,
    states: Sequence[State],
    moves: Sequence[Move],
    *,
    seed: int | None = None,
    givens: Sequence[tuple[str, str]] = (),
) -> PlayFile:
    """The play file of what was played:

    `states` are the positions from the first on, `moves` what was played in each.
    """
    game = machine.game
    played = tuple(PlayedMove(show_move(machine, state, move)) for state, move in zip(states, moves, strict=False))
    options = tuple(
        (option.name, show_value(option.type, option.value))
        for option in game.options
        if option.value != option.default
    )
    return PlayFile(
        game.name, played, options, tuple(givens), seed, rules_digest(game), result_text(machine, states[-1])
    )


def rules_digest(game: Game) -> str:
    """A short digest of all files of a game; "" for a game without files."""
    if not game.sources:
        return ""
    whole = "\n".join(sorted(f"{digest} {name.rpartition('/')[2]}" for name, digest in game.sources))
    return hashlib.sha256(whole.encode()).hexdigest()[:16]


def result_text(machine: Machine, state: State) -> str:
    """The result as in play files: `win White`, `end, 12 points`; "" during play."""
    ended = machine.find_end(state)
    if ended is None:
        return ""
    return ", ".join([_ending(machine.game, ended), *_points(machine, state)])


def _ending(game: Game, ended: GameEnd) -> str:
    return ended.kind if ended.who is None else f"{ended.kind} {_players(game)[ended.who]}"


def _points(machine: Machine, state: State) -> list[str]:
    if not machine.game.scores:
        return []
    points = machine.scores(state)
    if len(points) == 1:
        return [f"{points[0]} {'point' if points[0] == 1 else 'points'}"]
    return [f"{name} {number}" for name, number in zip(_players(machine.game), points, strict=True)]


def _players(game: Game) -> tuple[str, ...]:
    assert isinstance(game.players, EnumType)
    return game.players.members


def _number_diagnostics(number: int, diagnostics: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    return tuple(replace(diagnostic, message=f"move {number}: {diagnostic.message}") for diagnostic in diagnostics)


def _report_failure(number: int, played: PlayedMove, error: PlayError) -> tuple[Diagnostic, ...]:
    """The rules themselves failed: their finding, and which move led to it."""
    return tuple(diagnostic.also(played.span, f"move {number}: {played.text}") for diagnostic in error.diagnostics)


def _otherwise(machine: Machine, play: PlayFile, last: State) -> tuple[Diagnostic, ...]:
    result = result_text(machine, last) or "open"
    if not play.result or play.result == result:
        return ()
    where = play.moves[-1].span if play.moves else play.span
    return (finding("E0807", f"the play is recorded as {play.result}, but its result is {result}", where),)
