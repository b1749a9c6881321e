"""Games set up for a puzzle, with the fastest available machine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from cython_ext.emit.unsupported import NotNative
from cython_ext.native import NativeMachine
from rules_dsl import loading
from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import Machine, State
from rules_dsl.machine.filling.evaluator import FillingEvaluator
from rules_dsl.machine.filling.machine import FindMachine
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.semantics.messages import ORIGINAL
from rules_dsl.view.picture import PictureEvaluator
from solver.protocol.context import Machines

MOST_KEPT = 4
Chosen = tuple[tuple[str, str], ...]


def quick_machine(game: ir.Game) -> Machine:
    """The compiled game, or generated Python where there is no compiler; a puzzle that is filled in has a machine of its own."""
    if game.finds:
        return FindMachine(game)
    try:
        return NativeMachine(game)
    except NotNative:
        return PythonMachine(game)


def machines_of(machine: Machine) -> Machines:
    """The machines of a game for searches, one of which is there already."""
    return Machines(machine.game, lambda: machine, lambda: machine if isinstance(machine, NativeMachine) else None)


def machine_of(target: str, options: Mapping[str, str], givens: Mapping[str, str]) -> Machine:
    """The machine of a game with these options and givens; the last few are kept."""
    return _quick(target, tuple(sorted(options.items())), tuple(sorted(givens.items())))


def plain_machine(target: str, options: Mapping[str, str], givens: Mapping[str, str]) -> Machine:
    """The same without compiling anything."""
    game = game_of(target, options, givens)
    return FindMachine(game) if game.finds else PythonMachine(game)


def game_of(target: str, options: Mapping[str, str], givens: Mapping[str, str], language: str = ORIGINAL) -> ir.Game:
    """The game with these options and givens, its texts in a language; the last few are kept."""
    return _load_instance(target, tuple(sorted(options.items())), tuple(sorted(givens.items())), language)


@lru_cache(maxsize=MOST_KEPT)
def _quick(target: str, options: Chosen, givens: Chosen) -> Machine:
    return quick_machine(_load_instance(target, options, givens, ORIGINAL))


@lru_cache(maxsize=MOST_KEPT)
def _load_instance(target: str, options: Chosen, givens: Chosen, language: str) -> ir.Game:
    return loading.load(target, dict(options), dict(givens), language=language)


def evaluator_of(machine: Machine) -> PictureEvaluator:
    """What pictures of the machine's positions are drawn with."""
    return FillingEvaluator(machine) if isinstance(machine, FindMachine) else ReferenceMachine(machine.game)


def state_of(machine: Machine, start: str) -> State:
    """The state of a packed position; raises RulesError for bytes that are none."""
    return machine.decode(bytes.fromhex(start))


def library_or_path(target: str) -> str:
    """How a game is named in a puzzle: a name of the library stays, a path becomes absolute."""
    return target if (loading.LIBRARY / target).is_dir() else str(Path(target).resolve())
