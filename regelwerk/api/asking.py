"""Builds the question for a solver from a position and search options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from regelwerk.api.counting import compile_for
from regelwerk.api.game import State
from regelwerk.api.machines import Unsupported
from regelwerk.settings import problem
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import EnumType
from rules_dsl.machine import api
from rules_dsl.machine.api import Machine, Move
from solver.driver.engines import ENGINES, SEARCH, engine_for, with_threads
from solver.driver.solving import solve
from solver.protocol import questions
from solver.protocol.answers import Event
from solver.protocol.context import Machines
from solver.protocol.engine import Engine
from solver.protocol.questions import Aim, Limits, PreviousResult, Question

DECK = "deck"
"""For --know: all that is hidden, and the order of all decks."""


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How a position is to be searched."""

    limits: Limits = field(default_factory=Limits)
    engine: str = "auto"
    know: tuple[str, ...] = ()
    machine: str = "auto"
    seed: int = 0
    quiet: bool = True
    seats: tuple[str, ...] = ()
    history: tuple[Move, ...] = ()
    trust: bool = False
    counted: tuple[str, ...] = ()
    threads: int | None = None
    line: tuple[Move, ...] = ()
    """A play that is known already, to the end of the game."""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question, the engine that is to answer it, and the machines of the game."""

    question: Question
    engine: Engine
    machines: Machines

    @property
    def machine(self) -> Machine:
        """The machine that plays lines for users."""
        return self.machines.plain

    def events(self, confirm: bool = True) -> Iterator[Event]:
        """The events of the engine; the answer comes last."""
        return solve(self.question, self.engine, self.machines, confirm)

    def within(self, limits: Limits) -> Inquiry:
        """The same inquiry with other limits."""
        return replace(self, question=replace(self.question, limits=limits))


def make_inquiry(state: State, wish: SearchOptions) -> Inquiry:
    """The question about a position and the engine for it; the game is compiled if the engine has a kernel."""
    rules, machine = state.game.rules, state.game.machine
    insist_on_engine(wish.engine)
    question = _question(state, wish)
    with convert_errors():
        engine = with_threads(engine_for(question, wish.engine), question.aim, wish.threads, wish.engine != "auto")
    machines = Machines(rules, lambda: machine, lambda: compile_for(machine, wish.machine, wish.quiet))
    if engine.kernel:
        machines.compile()
    return Inquiry(question, engine, machines)


def _question(state: State, wish: SearchOptions) -> Question:
    rules, machine = state.game.rules, state.game.machine
    random = seats_at_random(rules, wish.seats)
    with convert_errors():
        aim = questions.aim_of(rules, DECK in wish.know, random, find_seen(rules, wish.know))
    counted = actions_counted(rules, aim, wish.counted)
    known = (
        _worth(machine, state.raw, wish.line) if wish.line and aim is Aim.HIGHEST and not random else PreviousResult()
    )
    return Question(
        rules, state.raw, aim, wish.limits, wish.seed, known, random, wish.trust, counted, wish.threads, wish.history
    )  # fmt: skip


def _worth(machine: Machine, start: api.State, line: Sequence[Move]) -> PreviousResult:
    """A line with its score."""
    state = start
    for move in line:
        state = machine.apply(state, move)
    return PreviousResult(machine.scores(state)[0], tuple(line))


def insist_on_engine(name: str) -> None:
    """Raise RulesError if there is no engine of this name."""
    known = ("auto", SEARCH, *ENGINES)
    if name not in known:
        raise RulesError(
            problem("E0750", f"{name!r:.80} is not an engine", "--engine", repair=f"the engines are {', '.join(known)}")
        )


def find_seen(game: ir.Game, names: Sequence[str]) -> frozenset[str]:
    """The hidden variables that the player is taken to see; raises RulesError for other names."""
    hidden = questions.list_hidden(game)
    for name in names:
        if name not in (DECK, *hidden):
            repair = f"write --know {DECK}, which is everything" + (
                f", or --know {' or '.join(hidden)}" if hidden else ""
            )
            raise RulesError(problem("E0750", f"{name!r:.80} is not a hidden variable", "--know", repair=repair))
    return frozenset(names) - {DECK}


def actions_counted(game: ir.Game, aim: Aim, names: Sequence[str]) -> frozenset[str]:
    """The actions whose moves are to be counted; raises RulesError for other names, and where no moves are counted."""
    known = [action.name for action in game.actions]
    for name in names:
        if name not in known:
            raise RulesError(
                problem(
                    "E0750", f"{name!r:.80} is not an action", "--count", repair=f"the actions are {', '.join(known)}"
                )
            )
    if names and aim is not Aim.FEWEST:
        raise RulesError(
            problem(
                "E0750", f"the aim is the {aim}, for which moves are not counted", "--count", repair="leave --count out"
            )
        )
    return frozenset(names)


def seats_at_random(game: ir.Game, words: Sequence[str]) -> frozenset[int]:
    """The players named by `NAME=random`; raises RulesError for other words."""
    assert isinstance(game.players, EnumType)
    names, seats = game.players.members, set()
    for word in words:
        name, _, policy = word.partition("=")
        if name not in names or policy != "random":
            repair = f"write --seat NAME=random; the players are {', '.join(names)}"
            raise RulesError(problem("E0750", f"{word!r:.80} is not a player with a policy", "--seat", repair=repair))
        seats.add(names.index(name))
    return frozenset(seats)


def history_of(state: State) -> tuple[Move, ...]:
    """The moves that led from the beginning of the game to a position; none if play began elsewhere."""
    begins = state.line[0].raw == state.game.initial().raw
    return tuple([move.raw for move in state.history]) if begins else ()


@contextmanager
def convert_errors() -> Iterator[None]:
    """Convert errors of the solver into those that commands report."""
    try:
        yield
    except questions.UnsupportedQuestion as reason:
        raise Unsupported(str(reason)) from None
