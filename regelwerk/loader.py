"""From a name to a `Game` that can be played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from regelwerk.game import Game
from regelwerk.machines import machine_for
from regelwerk.settings import instance
from rules_dsl import loading


def load(
    target: str | Path,
    options: Mapping[str, object] | None = None,
    givens: Mapping[str, object] | None = None,
    data: Sequence[str | Path] = (),
    machine: str = "auto",
) -> Game:
    """The game of a library name, a rules file or a folder; raises RulesError with everything that is wrong."""
    rules = loading.load(target, {name: _word(value) for name, value in (options or {}).items()}, givens or {}, [Path(path) for path in data])
    return Game(rules, machine_for(rules, machine))


def load_instance(target: str, options: Sequence[str], givens: Sequence[str], data: Sequence[Path], machine: str) -> Game:
    """The game as the words of the command line ask for it."""
    wanted = instance(options, givens)
    game = load(target, wanted.options, wanted.givens, data, machine)
    return game


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
