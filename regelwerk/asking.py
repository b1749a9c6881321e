"""A question to the solver, put together from a position and what is wished for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from regelwerk.engines import compiled_for
from regelwerk.machines import Unsupported
from rules_dsl.machine.api import Machine
from solver import questions
from solver.engines import Engine, engine_for
from solver.questions import Limits, Question


@dataclass(frozen=True, slots=True)
class Wish:
    """How a position is to be searched."""

    limits: Limits = field(default_factory=Limits)
    engine: str = "auto"
    know: bool = False
    machine: str = "auto"
    seed: int = 0
    quiet: bool = True


def asked(machine: Machine, wish: Wish) -> tuple[Question, Engine]:
    """The question about where a machine begins and the engine for it; the game is compiled if the engine has a kernel."""
    with told():
        aim = questions.aim_of(machine.game, wish.know)
        engine = engine_for(aim, wish.engine)
    compiled = compiled_for(machine, wish.machine, wish.quiet) if engine.kernel else None
    return Question(machine, aim, wish.limits, wish.seed, compiled), engine


@contextmanager
def told() -> Iterator[None]:
    """What the solver cannot do as the commands tell it."""
    try:
        yield
    except questions.Unsupported as reason:
        raise Unsupported(str(reason)) from None
