"""Confirms a puzzle by a second engine: the optimum, and that every other first move is worse."""

from __future__ import annotations

from contextlib import suppress

from puzzles.making.instances import machines_of
from rules_dsl.machine.api import Machine
from rules_dsl.machine.reference import ReferenceMachine
from solver.driver.engines import ENGINES
from solver.driver.solving import solve
from solver.driver.weighing import Landscape
from solver.protocol.answers import PROVED, last_answer
from solver.protocol.clock import INTERRUPTED
from solver.protocol.disagreement import Disagreement
from solver.protocol.questions import Aim, Limits, Question, UnsupportedQuestion

SECOND = {Aim.HIGHEST: "depth", Aim.VALUE: "alphabeta", Aim.FEWEST: "breadth"}
"""Searches that share nothing with the graph but the moves."""
SECONDS = 60.0
"""The graph is small, but where positions recur a search may have no end."""


def confirm_landscape(machine: Machine, land: Landscape) -> str:
    """The engines that confirm the values of the first position and of each successor; raises Disagreement."""
    graph, names = land.graph, list[str]()
    for at in dict.fromkeys([0, *graph.after[0]]):
        if graph.after[at]:
            landscape, name = _value(machine, land, at)
            names.append(name)
            wanted = None if land.worths[at] is None else _as_answered(land, at)
            if landscape != wanted:
                raise Disagreement(f"{name} says {landscape} of a position that the graph gives {wanted}")
    return " and ".join(dict.fromkeys(names))


def _value(machine: Machine, land: Landscape, at: int) -> tuple[object, str]:
    """A second engine's value and its name; `backward` if the engine refuses or does not finish.

    Raises KeyboardInterrupt where a search was interrupted: the signal was meant for whoever makes puzzles.
    """
    question, machines = Question(machine.game, land.graph.state(at), land.aim, Limits(SECONDS)), machines_of(machine)
    for name in (SECOND[land.aim], "backward"):
        with suppress(UnsupportedQuestion):
            answer = last_answer(list(solve(question, ENGINES[name], machines, confirm=False, bounds=False)))
            if answer.status in PROVED:
                return answer.value, name
            if answer.stopped == INTERRUPTED:
                raise KeyboardInterrupt
    raise UnsupportedQuestion(f"neither {SECOND[land.aim]} nor backward finishes")


def _as_answered(land: Landscape, at: int) -> int:
    """A value as engines report it: the number of moves, or the value for the first player."""
    worth = land.worths[at] or 0
    if land.aim is Aim.FEWEST:
        return -worth
    return worth if land.solver == 0 else -worth


def replay_solution(machine: Machine, land: Landscape) -> bool:
    """Is the solution legal on the reference machine, with the claimed value?"""
    reference = ReferenceMachine(machine.game)
    state = land.graph.state(0)
    line = land.line()
    for move in land.moves(line):
        if reference.explain(state, move) is not None:
            return False
        state = reference.apply(state, move)
    return reference.kind(state) == "over" and state == land.graph.state(line[-1])
