"""A question to the solver, put together from what stands on the command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from regelwerk.commands.common import Settings
from regelwerk.engines import compiled_for
from regelwerk.machines import Unsupported
from rules_dsl.machine.api import Machine
from solver import questions
from solver.engines import Engine, engine_for
from solver.questions import Limits, Question


def asked(machine: Machine, settings: Settings, limits: Limits, know: bool = False, name: str = "auto") -> tuple[Question, Engine]:
    """The question about where a machine begins and the engine for it; the game is compiled if the engine has a kernel."""
    with told():
        aim = questions.aim_of(machine.game, know)
        engine = engine_for(aim, name)
    compiled = compiled_for(machine, settings.machine, settings.quiet) if engine.kernel else None
    return Question(machine, aim, limits, settings.seed, compiled), engine


@contextmanager
def told() -> Iterator[None]:
    """What the solver cannot do as the commands tell it."""
    try:
        yield
    except questions.Unsupported as reason:
        raise Unsupported(str(reason)) from None
