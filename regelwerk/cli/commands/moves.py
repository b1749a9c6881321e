"""`regelwerk moves`: the legal moves, and refused ones with reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from regelwerk import output
from regelwerk.cli.commands.common import At, CommandSettings, Exit, GameArgument

if TYPE_CHECKING:
    from regelwerk.api.game import State

Refused = Annotated[bool, typer.Option("--refused", help="Also list refused moves with their reasons.")]


def moves(game: GameArgument, settings: CommandSettings, at: At = None, refused: Refused = False) -> Exit:
    """List the legal moves of a position."""
    with settings.clock():
        _tell(settings.state(game, at), settings, refused)
    return Exit.FINE


def _tell(state: State, settings: CommandSettings, refused: bool) -> None:
    from regelwerk.report.refused import list_refused_moves

    if settings.json:
        listed = [{"text": move.text, "action": move.action, "args": list(state.arguments(move))} for move in state.moves]
        reasons = [{"text": refused_move.text, "reason": refused_move.reason, "rule": refused_move.rule} for refused_move in list_refused_moves(state)]
        output.last_line("moves", actor=state.player, moves=listed, refused=reasons)
        return
    output.note(state.headline, settings.quiet)
    if settings.lang is not None:
        _say(state, settings, refused)
        return
    for move in state.moves:
        output.answer(move.text)
    for refused_move in list_refused_moves(state) if refused else ():
        output.answer(f"not {refused_move.text}: {refused_move.reason}")


def _say(state: State, settings: CommandSettings, refused: bool) -> None:
    """The moves as sentences in the language that was asked for."""
    from regelwerk.report.refused import list_refused_moves
    from rules_dsl.speech.phrases import Phrase

    narrator = state.game.narrator(settings.language)
    for move in state.moves:
        output.answer(narrator.move(state.raw, move.raw))
    for refused_move in list_refused_moves(state) if refused else ():
        why = narrator.refusal(state.raw, refused_move.raw)
        output.answer(narrator.say(Phrase.NOT_LEGAL, narrator.move(state.raw, refused_move.raw), why or refused_move.reason))
