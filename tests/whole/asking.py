"""A program put to every machine and every engine: what they say that is not so."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import log, sqrt

from cython_ext.native import NativeMachine
from rules_dsl.machine.api import Machine, PlayError
from rules_dsl.machine.explore import explore
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.perft import perft
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.play.notation import show_move
from solver.driver.engines import ENGINES
from solver.protocol.answers import Answer, SampledMeans, Status, last_answer
from solver.protocol.questions import Aim, Limits, UnsupportedQuestion, aim_of
from tests.solver.searches import ask, solve
from tests.whole.case import Case
from tests.whole.machines import DEPTH, Walk, counted, explored
from tests.whole.mixing import Forgetful, value_of
from tests.whole.truth import Facts, TooLarge

PATIENCE = 20.0
RESTLESS = {
    "climb": 0.1, "both": 0.3, "uct": 0.1, "sample": 0.2, "fair": 0.5, "together": 2.0, "beam": 1.0, "cpsat": 2.0, "phases": 2.0, "prices": 2.0, "mixed": 3.0,
}  # fmt: skip
"""Engines that go on until their time is over, or for long where plays have no end, get so many seconds."""
UNLIKELY = 1e-9
"""A mean that lies as far from the truth as chance lets it lie so rarely is wrong."""


class Open(Enum):
    """Why there is no value to compare with."""

    TOO_LARGE = "the tree of all plays is too large for the brute force"
    FORGETFUL = "what somebody may do depends on what he does not know"


Truth = int | Fraction | None | Open
"""The value that is sought; None if there is none."""


def differences(case: Case, turn: int) -> Iterator[str]:
    """What does not agree with the facts. The turn decides which machine is walked through."""
    native = case.compile(case.game) if case.compile is not None else None
    if case.facts.fails:
        yield from _failing(case)
        return
    yield from _walked(case, PythonMachine(case.game) if turn % 3 else ReferenceMachine(case.game))
    yield from explored(case, "python", explore(PythonMachine(case.game)))
    yield from counted(case, "python", perft(PythonMachine(case.game), DEPTH).counts)
    if native is not None:
        yield from _native(case, native)
    yield from _answered(case, native)


def _walked(case: Case, machine: Machine) -> Iterator[str]:
    case.count(f"walks {type(machine).__name__}")
    wrong = Walk(case, machine).wrong()
    if wrong:
        yield wrong


def _native(case: Case, native: NativeMachine) -> Iterator[str]:
    from cython_ext.kernels import counting as kernels
    from rules_dsl.machine.explore import ExploreLimits as Bounds

    yield from _walked(case, native)
    yield from explored(case, "native", kernels.explore(native, Bounds()))
    yield from counted(case, "native", kernels.perft(native, DEPTH).counts)


def _failing(case: Case) -> Iterator[str]:
    """Rules that fail somewhere are told so, and nobody breaks down over them."""
    case.count("failing")
    try:
        if explore(PythonMachine(case.game)).failure is None:
            yield "explore finds no failure of the rules"
        aim = aim_of(case.game)
    except (UnsupportedQuestion, PlayError):
        return
    for name in [each for each, engine in ENGINES.items() if aim in engine.aims]:
        question = ask(PythonMachine(case.game), aim, Limits(seconds=RESTLESS.get(name, PATIENCE)))
        try:
            last_answer(list(solve(question, ENGINES[name], confirm=False)))
        except (UnsupportedQuestion, PlayError):
            continue
        except Exception as error:
            yield f"{name} ({aim}), rules that fail: {type(error).__name__}: {error}"


# -- engines
# ------------------------------------------------------------------------------------------------------------


def truth_of(facts: Facts, aim: Aim) -> Truth:
    """What the answer to a question is."""
    match aim:
        case Aim.FEWEST:
            return facts.fewest()
        case Aim.HIGHEST:
            return facts.highest()
        case Aim.MIXED:
            return _mixed(facts)
        case _:
            return facts.value()


def _mixed(facts: Facts) -> Truth:
    if facts.recurs():
        return None
    try:
        return value_of(facts)
    except TooLarge:
        return Open.TOO_LARGE
    except Forgetful:
        return Open.FORGETFUL


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to an engine."""

    name: str
    aim: Aim
    truth: Truth
    compiled: NativeMachine | None = None

    def __str__(self) -> str:
        return f"{self.name}{' compiled' if self.compiled is not None else ''} ({self.aim})"


def _answered(case: Case, native: NativeMachine | None) -> Iterator[str]:
    try:
        aim = aim_of(case.game)
    except UnsupportedQuestion:
        return
    truth = truth_of(case.facts, aim)
    for name, engine in ENGINES.items():
        if aim in engine.aims:
            for compiled in [None, native] if engine.kernel and native is not None else [None]:
                yield from _asked(case, Asked(name, aim, truth, compiled))


def _asked(case: Case, asked: Asked) -> Iterator[str]:
    """What an engine says that is not so."""
    machine, seconds = PythonMachine(case.game), RESTLESS.get(asked.name, PATIENCE)
    question = ask(machine, asked.aim, Limits(seconds=seconds), compiled=asked.compiled)
    begun = time.process_time()
    try:
        answer = last_answer(list(solve(question, ENGINES[asked.name], confirm=False)))
    except UnsupportedQuestion:
        case.count(f"{asked.name} unsupported")
        return
    except Exception as error:
        yield f"{asked}: {type(error).__name__}: {error}"
        return
    case.count(f"{asked.name} {answer.status}")
    case.seconds[str(asked)] = time.process_time() - begun
    wrong = _judged(case, asked, answer) or _replayed(case, machine, asked.aim, answer)
    if wrong:
        yield f"{asked}: {wrong}"


def _judged(case: Case, asked: Asked, answer: Answer) -> str:
    if isinstance(asked.truth, Open):
        silent = asked.truth is Open.TOO_LARGE or asked.name != "mixed"
        return "" if silent else f"{answer.status}, but {asked.truth.value}"
    ends = [case.facts.worth(end) for end in case.facts.ends]
    return judged(answer, asked.aim, asked.truth) or _estimated(answer, ends) or _sampled(answer, asked.truth, ends)


def judged(answer: Answer, aim: Aim, truth: int | Fraction | None) -> str:
    """What is wrong about status, value and bound."""
    if aim is Aim.MOVE or answer.sampled is not None:
        return ""
    if answer.status is Status.OPTIMAL and answer.value != truth:
        return f"optimal {answer.value}, but it is {truth}"
    if answer.status is Status.INFEASIBLE and truth is not None:
        return f"infeasible, but it is {truth}"
    if truth is None:
        return (
            f"{answer.value} was found, but there is none"
            if answer.value is not None and aim in (Aim.FEWEST, Aim.HIGHEST)
            else ""
        )
    least, most = (answer.bound, answer.value) if aim is Aim.FEWEST else (answer.value, answer.bound)
    if (least is not None and least > truth) or (most is not None and most < truth):
        return f"{answer.status} with value {answer.value} and bound {answer.bound}, but it is {truth}"
    return ""


def _estimated(answer: Answer, ends: list[int]) -> str:
    """A mean of plays lies between the worst and the best end."""
    if answer.estimate is None or not ends or min(ends) - 1e-9 <= answer.estimate <= max(ends) + 1e-9:
        return ""
    return f"an estimate of {answer.estimate}, but plays end between {min(ends)} and {max(ends)}"


def _sampled(answer: Answer, truth: int | Fraction | None, ends: list[int]) -> str:
    """No policy is better on average than the best one, and nobody who knows the deck is worse."""
    found = answer.sampled
    if found is None or truth is None:
        return ""
    if not set(found.results) <= set(ends):
        return f"plays ended at {sorted(set(found.results) - set(ends))}, where none does"
    if len(found.bests) == len(found.results) and any(
        best < result for best, result in zip(found.bests, found.results, strict=True)
    ):
        return "somebody who knows the deck does worse than somebody who does not"
    return _means(found, truth, max(ends) - min(ends))


def _means(found: SampledMeans, truth: int | Fraction, spread: int) -> str:
    """By Hoeffding's inequality."""
    mean, bound = sum(found.results) / found.decks, sum(found.bounding) / len(found.bounding)
    slack = [spread * sqrt(-log(UNLIKELY) / (2 * number)) for number in (found.decks, len(found.bounding))]
    if mean - slack[0] > truth:
        return f"a policy reaches {mean} on average, but {truth} is best"
    return f"nobody reaches more than {bound} on average, but it is {truth}" if bound + slack[1] < truth else ""


def _replayed(case: Case, machine: Machine, aim: Aim, answer: Answer) -> str:
    """What is wrong about the line, played in the model."""
    position, state = case.facts.first, machine.initial()
    assert position is not None
    for move in answer.play:
        text = show_move(machine, state, move)
        found = next((each for each in case.facts.moves[position] if each.text == text), None)
        if found is None:
            return f"{text} is not legal"
        position, state = found.after, machine.apply(state, move)
    if answer.value is None or aim not in (Aim.FEWEST, Aim.HIGHEST):
        return ""
    worth = len(answer.play) if aim is Aim.FEWEST else case.facts.worth(position)
    return (
        ""
        if worth == answer.value and not case.facts.moves[position]
        else f"the line is worth {worth}, not {answer.value}"
    )
