"""Loads a playable `Game` by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from regelwerk.api.game import Game, State
from regelwerk.api.machines import machine_for
from regelwerk.api.recorded import read, state_at
from regelwerk.api.results import Voices
from regelwerk.settings import Position, instance
from rules_dsl import loading
from rules_dsl.ir import nodes as ir


def load(
    target: str | Path,
    options: Mapping[str, object] | None = None,
    givens: Mapping[str, object] | None = None,
    data: Sequence[str | Path] = (),
    machine: str = "auto",
) -> Game:
    """The game of a library name, a rules file or a folder; raises RulesError with everything that is wrong."""
    words = {name: _word(value) for name, value in (options or {}).items()}
    rules = loading.load(target, words, givens or {}, [Path(path) for path in data])

    def reload(language: str) -> ir.Game:
        return loading.load(target, words, givens or {}, [Path(path) for path in data], language)

    return Game(machine_for(rules, machine), givens, machine, Voices(loading.languages(target), reload))


def load_state(
    target: str, options: Sequence[str], givens: Sequence[str], data: Sequence[Path], machine: str, at: Position | None
) -> State:
    """The position that the words of the command line ask for: the first one, or one of a recorded play set up as it was."""
    wanted = instance(options, givens)
    start = at or wanted.start
    if start is None:
        return load(target, wanted.options, wanted.givens, data, machine).initial()
    play = read(start.path)
    game = load(target, {**dict(play.options), **wanted.options}, {**dict(play.givens), **wanted.givens}, data, machine)
    return state_at(game, play, start)


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
