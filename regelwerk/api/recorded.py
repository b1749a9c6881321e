"""Recorded plays: the position after some of their moves, and the record of what was played."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from regelwerk.api.game import Game, State
from regelwerk.settings import Position, problem
from rules_dsl.atomic import write_text
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir.texts import show_value
from rules_dsl.machine import api
from rules_dsl.play import replay
from rules_dsl.play.file import PlayFile, read_play, write_play
from rules_dsl.play.itf import write_itf
from rules_dsl.play.jsonl import write_jsonl
from rules_dsl.quantities import quantity


def read(path: Path) -> PlayFile:
    """A play file; raises RulesError with all that is wrong with it."""
    play = read_play(path)
    if not isinstance(play, PlayFile):
        raise RulesError(*play)
    return play


def state_at(game: Game, play: PlayFile, wanted: Position) -> State:
    """The position after this many moves of a play; None for all of them."""
    if wanted.step is not None:
        if wanted.step > len(play.moves):
            raise RulesError(
                problem(
                    "E0803",
                    (f"{wanted.path} has {quantity(len(play.moves), 'move')}, so there is no step {wanted.step}"),
                    "--at",
                )
            )
        play = replace(play, moves=play.moves[: wanted.step], result="")
    replayed = replay.replay(game.machine, play, game.initial().raw)
    if replayed.findings:
        raise RulesError(*replayed.findings)
    state = game.initial()
    for move in replayed.moves:
        state = state.play_raw(move)
    return state


def rest_of(state: State, wanted: Position) -> tuple[api.Move, ...]:
    """The moves of a recorded play after one of its positions, nothing unless they end the game by decisions alone."""
    machine, play = state.game.machine, read(wanted.path)
    if wanted.step is None:
        return ()
    rest = replay.replay(machine, replace(play, moves=play.moves[wanted.step :]), state.raw)
    if rest.findings or [machine.kind(state) for state in rest.states] != ["decide"] * len(rest.moves) + ["over"]:
        return ()
    return tuple(rest.moves)


def record(state: State, path: Path, seed: int | None = None) -> None:
    """Writes the play that led to a state: as JSON Lines or as an ITF trace if the name ends so, else as a play file."""
    machine, states, moves = (
        state.game.machine,
        [state.raw for state in state.line],
        [move.raw for move in state.history],
    )
    try:
        if path.name.endswith(".jsonl"):
            write_text(path, write_jsonl(machine, states, moves))
        elif path.name.endswith(".itf.json"):
            write_text(path, write_itf(machine, states, moves))
        else:
            write_play(path, replay.record(machine, states, moves, seed=seed, givens=_givens(state.game)))
    except OSError as error:
        raise RulesError(problem("E0758", f"{path} cannot be written: {error.strerror}", str(path))) from None


def _givens(game: Game) -> list[tuple[str, str]]:
    """The givens that were set, as a play file writes them: drawings as they were drawn, other values in notation."""
    constants = {constant.name: constant for constant in game.rules.constants if constant.role == "given"}
    known = [(constants[name], raw) for name, raw in game.givens.items() if name in constants]
    return [
        (constant.name, raw if isinstance(raw, str) else show_value(constant.type, constant.value))
        for constant, raw in known
    ]


def free_name(path: Path) -> Path:
    """The path, or the next one with a number that is not taken yet."""
    number, chosen = 2, path
    while chosen.exists():
        chosen = path.with_name(f"{path.stem}-{number}{path.suffix}")
        number += 1
    return chosen
