"""A program put to every machine and every engine: what they say that is not so."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from cython_ext.native import NativeMachine
from rules_dsl.ir import nodes as ir
from rules_dsl.loading import load
from rules_dsl.machine.api import Machine, PlayError, State
from rules_dsl.machine.explore import Explored, explore
from rules_dsl.machine.perft import perft
from rules_dsl.machine.pygen import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.play.notation import show_move
from solver.answers import Answer, Status, last_answer
from solver.engines import ENGINES
from solver.questions import Aim, Limits, Question, Unsupported, aim_of
from solver.solving import solve
from tests.whole.author import Program
from tests.whole.model import Position
from tests.whole.truth import Facts

DEPTH = 4
PATIENCE = 20.0
RESTLESS = {"climb": 0.1, "both": 0.3, "uct": 0.1, "sample": 0.2, "fair": 0.5, "together": 2.0, "beam": 1.0, "cpsat": 2.0, "phases": 2.0, "prices": 2.0}
"""Engines that go on until their time is over, or for long where plays have no end, get so many seconds."""

Compile = Callable[[ir.Game], NativeMachine]


@dataclass(slots=True)
class Case:
    """A program with what is true of it and the game that was read from its text."""

    program: Program
    facts: Facts
    game: ir.Game
    compile: Compile | None = None
    asked: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def count(self, what: str) -> None:
        """Note that something was asked."""
        self.asked[what] = self.asked.get(what, 0) + 1


def game_of(program: Program, folder: Path) -> ir.Game:
    """The game as its text says, with its option set."""
    path = folder / "drawn.rules"
    path.write_text(program.text, encoding="utf-8")
    return load(path, {"size": str(program.option)} if program.option >= 0 else {})


def differences(case: Case, turn: int) -> Iterator[str]:
    """What does not agree with the facts. The turn decides which machine is walked through and whether a machine is compiled."""
    native = case.compile(case.game) if case.compile is not None else None
    if case.facts.fails:
        yield from _failing(case)
        return
    yield from _walked(case, PythonMachine(case.game) if turn % 3 else ReferenceMachine(case.game))
    yield from _explored(case, "python", explore(PythonMachine(case.game)))
    yield from _counted(case, "python", perft(PythonMachine(case.game), DEPTH).counts)
    if native is not None:
        from cython_ext import kernels
        from rules_dsl.machine.explore import Limits as Bounds

        yield from _explored(case, "native", kernels.explore(native, Bounds()))
        yield from _counted(case, "native", kernels.perft(native, DEPTH).counts)
    yield from _answered(case, native)


def _failing(case: Case) -> Iterator[str]:
    """Rules that fail somewhere are told so, and nobody breaks down over them."""
    case.count("failing")
    try:
        if explore(PythonMachine(case.game)).failure is None:
            yield "explore finds no failure of the rules"
        aim = aim_of(case.game)
    except (Unsupported, PlayError):
        return
    for name in [each for each, engine in ENGINES.items() if aim in engine.aims]:
        question = Question(PythonMachine(case.game), aim, Limits(seconds=RESTLESS.get(name, PATIENCE)))
        try:
            last_answer(list(solve(question, ENGINES[name], confirm=False)))
        except (Unsupported, PlayError):
            continue
        except Exception as error:
            yield f"{name} ({aim}), rules that fail: {type(error).__name__}: {error}"


# -- machines -----------------------------------------------------------------------------------------------------------


def _walked(case: Case, machine: Machine) -> Iterator[str]:
    """Every position of the model beside that of the machine."""
    assert case.facts.first is not None
    case.count("walks")
    pairs = {case.facts.first: machine.initial()}
    waiting = list(pairs.items())
    while waiting:
        position, state = waiting.pop()
        wrong = _seen(case, machine, position, state)
        if wrong:
            yield wrong
            return
        after = {show_move(machine, state, move): machine.apply(state, move) for move in machine.moves(state)}
        for move in case.facts.moves[position]:
            if move.after not in pairs:
                pairs[move.after] = after[move.text]
                waiting.append((move.after, after[move.text]))
            elif pairs[move.after] != after[move.text]:
                yield f"{type(machine).__name__} tells two positions apart that are one, after {move.text} from {position}"
                return


def _seen(case: Case, machine: Machine, position: Position, state: State) -> str:
    model, moves = case.facts.model, case.facts.moves[position]
    pairs: list[tuple[str, object, object]] = [("kind", machine.kind(state), model.kind(position))]
    pairs.append(("moves", sorted(show_move(machine, state, move) for move in machine.moves(state)), sorted(move.text for move in moves)))
    if machine.kind(state) == "decide":
        pairs.append(("actor", model.players[machine.actor(state)], model.actor(position)))
    if machine.kind(state) == "chance":
        odds = {show_move(machine, state, each.move): each.probability for each in machine.outcomes(state)}
        pairs.append(("odds", odds, {move.text: move.odds for move in moves}))
    if machine.kind(state) == "over":
        ended = machine.ended(state)
        assert ended is not None
        who = None if ended.who is None else model.players[ended.who]
        pairs.append(("end", (ended.kind, who), model.ended(position)))
        pairs.append(("scores", machine.scores(state), model.points(position)))
    pairs.append(("claims", machine.claims(state), tuple(model.claim(number, position) for number in range(len(model.claims)))))
    wrong = [f"{what} is {one}, not {other}" for what, one, other in pairs if one != other]
    return f"{type(machine).__name__}: {'; '.join(wrong)} in {position}" if wrong else ""


def _explored(case: Case, who: str, found: Explored) -> Iterator[str]:
    case.count(f"explore {who}")
    facts = case.facts
    said = (found.states, found.transitions, found.terminals, list(found.by_depth), found.complete)
    true = (len(facts.moves), facts.transitions, len(facts.ends), facts.by_depth, True)
    if said != true:
        yield f"explore on {who} says {said}, not {true}"
    for number, (finding, (mode, _, _)) in enumerate(zip(found.findings, facts.model.claims, strict=True)):
        holds = [facts.model.claim(number, position) for position in facts.moves]
        truth = {"always": all(holds), "never": not any(holds), "sometimes": any(holds)}[mode]
        if finding.verdict != ("proved" if truth else "refuted"):
            yield f"explore on {who} says {finding.verdict} of claim {number} ({mode}), not {truth}"


def _counted(case: Case, who: str, counts: tuple[int, ...]) -> Iterator[str]:
    case.count(f"perft {who}")
    true = case.facts.perft(DEPTH)
    if list(counts) + [0] * (len(true) - len(counts)) != true:
        yield f"perft on {who} says {list(counts)}, not {true}"


# -- engines ------------------------------------------------------------------------------------------------------------


def truth_of(facts: Facts, aim: Aim) -> int | Fraction | None:
    """What the answer to a question is."""
    match aim:
        case Aim.FEWEST:
            return facts.fewest()
        case Aim.HIGHEST:
            return facts.highest()
        case _:
            return facts.value()


def _answered(case: Case, native: NativeMachine | None) -> Iterator[str]:
    try:
        aim = aim_of(case.game)
    except Unsupported:
        return
    truth = truth_of(case.facts, aim)
    for name, engine in ENGINES.items():
        if aim in engine.aims:
            for compiled in [None, native] if engine.kernel and native is not None else [None]:
                yield from _asked(case, name, aim, truth, compiled)


def _asked(case: Case, name: str, aim: Aim, truth: int | Fraction | None, compiled: NativeMachine | None) -> Iterator[str]:
    """What an engine says that is not so."""
    machine = PythonMachine(case.game)
    question = Question(machine, aim, Limits(seconds=RESTLESS.get(name, PATIENCE)), compiled=compiled)
    who = f"{name}{' compiled' if compiled is not None else ''} ({aim})"
    begun = time.process_time()
    try:
        answer = last_answer(list(solve(question, ENGINES[name], confirm=False)))
    except Unsupported:
        case.count(f"{name} unsupported")
        return
    except Exception as error:
        yield f"{who}: {type(error).__name__}: {error}"
        return
    case.count(f"{name} {answer.status}")
    case.seconds[who] = time.process_time() - begun
    wrong = judged(answer, aim, truth) or _replayed(case, machine, aim, answer)
    if wrong:
        yield f"{who}: {wrong}"


def judged(answer: Answer, aim: Aim, truth: int | Fraction | None) -> str:
    """What is wrong about status, value and bound."""
    if aim is Aim.MOVE or answer.sampled is not None:
        return ""
    if answer.status is Status.OPTIMAL and answer.value != truth:
        return f"optimal {answer.value}, but it is {truth}"
    if answer.status is Status.INFEASIBLE and truth is not None:
        return f"infeasible, but it is {truth}"
    if truth is None:
        return f"{answer.value} was found, but there is none" if answer.value is not None and aim in (Aim.FEWEST, Aim.HIGHEST) else ""
    least, most = (answer.bound, answer.value) if aim is Aim.FEWEST else (answer.value, answer.bound)
    if (least is not None and least > truth) or (most is not None and most < truth):
        return f"{answer.status} with value {answer.value} and bound {answer.bound}, but it is {truth}"
    return ""


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
    return "" if worth == answer.value and not case.facts.moves[position] else f"the line is worth {worth}, not {answer.value}"
