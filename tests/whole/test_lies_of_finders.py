"""Lies planted in engines that find more than they prove:

`guided`, `rounds`, `uct`. Lines are played again, bounds meet lines, and truth comes from the graph of all positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from cython_ext.native import NativeMachine
from regelwerk.api.machines import native_machine
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import IntType
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from solver.cpsat.running import ModelBound, ModelSolution
from solver.driver.confirming import second_value
from solver.driver.engines import ENGINES
from solver.explicit import guided
from solver.explicit.graph import graph_of, value_of_graph
from solver.protocol.answers import Answer, Status, last_answer
from solver.protocol.context import SearchContext
from solver.protocol.disagreement import Disagreement
from solver.protocol.questions import Aim, Limits
from solver.relaxed import search as rounds
from tests.solver.railroad_plays import played_at_random
from tests.solver.searches import ask, solve
from tests.solver.small_games import KINDS, small_game
from tests.solver.test_rounds import question, railroads, recorded, turns
from tests.whole.asking import judged

SEVERAL, MOST_POSITIONS = 6, 3_000


@pytest.fixture(scope="module", autouse=True)
def cache_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REGELWERK_CACHE_DIR", str(tmp_path_factory.mktemp("compiled")))
        yield


def loaded(text: str, folder: Path) -> ir.Game:
    path = folder / "walk.rules"
    path.write_text(text, encoding="utf-8")
    return load(path)


def truth_of(game: ir.Game, aim: Aim) -> int | None:
    graph = graph_of(ReferenceMachine(game), MOST_POSITIONS)
    found = None if graph is None or len(graph.positions) < 12 else value_of_graph(graph, aim)
    return found if isinstance(found, int) else None


# -- guided
# -------------------------------------------------------------------------------------------------------------


def walks(folder: Path, missing: str) -> list[tuple[ir.Game, int]]:
    """Some games with a goal whose bound says that so many moves are missing where it is not reached, and what is true
    of them.
    """
    found: list[tuple[ir.Game, int]] = []
    seed = KINDS.index("goal")
    while len(found) < SEVERAL:
        text = small_game(seed)[1]
        goal = text.partition("goal ")[2].strip()
        game = loaded(f'{text}\nbound "missing": 0 if {goal} else {missing}\n', folder)
        truth = truth_of(game, Aim.FEWEST)
        if truth is not None and truth > 1:
            found.append((game, truth))
        seed += len(KINDS)
    return found


def guided_is_wrong(game: ir.Game, truth: int, compiled: NativeMachine, trust: bool = False) -> bool:
    asked = ask(PythonMachine(game), Aim.FEWEST, Limits(seconds=2.0), compiled=compiled, trust=trust)
    try:
        answer = last_answer(list(solve(asked, ENGINES["guided"], confirm=False)))
    except Disagreement:
        return True
    return bool(judged(answer, Aim.FEWEST, truth))


def test_guided_over_another_game_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = walks(tmp_path, "1")
    assert not any(guided_is_wrong(game, truth, native_machine(game)) for game, truth in games)
    honest, other = guided.guide_of, games[0][0]
    monkeypatch.setattr(guided, "guide_of", lambda asked: honest(ask(PythonMachine(other), Aim.FEWEST)))
    assert any(guided_is_wrong(game, truth, native_machine(game)) for game, truth in games[1:])


def test_a_bound_that_says_too_much_cannot_be_proved_by_guided(tmp_path: Path) -> None:
    """Trusted it leaves lines out: the answer says what it rests on, and a second opinion contradicts it.

    Not trusted it misleads the search, not the proof.
    """
    contradicted = 0
    for game, truth in walks(tmp_path, "3 * at"):
        compiled = native_machine(game)
        assert not guided_is_wrong(game, truth, compiled)
        asked = ask(PythonMachine(game), Aim.FEWEST, Limits(seconds=2.0), compiled=compiled, trust=True)
        answer = last_answer(list(guided.search(asked)))
        assert answer.status is not Status.OPTIMAL and answer.rests_on
        second = second_value(
            ask(PythonMachine(game), Aim.FEWEST, Limits(seconds=2.0), compiled=compiled), answer.method
        )
        contradicted += second is not None and second.value == truth != answer.bound
    assert contradicted


# -- rounds
# -------------------------------------------------------------------------------------------------------------


@cache
def last_turns() -> tuple[SearchContext, int]:
    """The last turns of a recorded play, and the best of them by looking at every position."""
    played = recorded("emil_deck_7.play", 7)
    asked = question(played, turns(railroads(7), played)[-2], 30.0)
    truth = last_answer(list(solve(asked, ENGINES["depth"], confirm=False)))
    assert truth.status is Status.OPTIMAL and isinstance(truth.value, int)
    return asked, truth.value


def rounds_are_wrong() -> bool:
    asked, truth = last_turns()
    try:
        answer: Answer = last_answer(list(solve(asked, ENGINES["rounds"], confirm=False)))
    except Disagreement:
        return True
    return bool(judged(answer, Aim.HIGHEST, truth))


def test_rounds_tell_the_truth_of_these_turns() -> None:
    assert not rounds_are_wrong()


@pytest.mark.parametrize("by", [1, 40])
def test_a_bound_of_rounds_that_is_too_low_is_noticed(by: int, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = rounds.maximise_model

    def lowered(*given: object) -> Iterator[object]:
        for told in honest(*given):  # type: ignore[arg-type]
            match told:
                case ModelSolution(worth, values):
                    yield ModelSolution(worth - by, values)
                case ModelBound(worth):
                    yield ModelBound(worth - by)
                case _:
                    yield told

    monkeypatch.setattr(rounds, "maximise_model", lowered)
    assert rounds_are_wrong()


def test_a_model_of_rounds_without_the_best_play_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest, best = rounds.model_of, last_turns()[1]

    def pruned(*given: object) -> object:
        plan = honest(*given)  # type: ignore[arg-type]
        plan.model.add(plan.score <= best - 1)
        return plan

    monkeypatch.setattr(rounds, "model_of", pruned)
    assert rounds_are_wrong()


def test_a_model_of_rounds_from_another_position_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest, machine = rounds.model_of, railroads(7)
    played = played_at_random(machine, 1)
    other = played.states[turns(machine, played)[-1]]
    assert machine.scores(played.states[-1])[0] + 100 < last_turns()[1]
    monkeypatch.setattr(rounds, "model_of", lambda game, _start, *more: honest(game, other, *more))
    assert rounds_are_wrong()


# -- uct: it proves nothing, so its moves are looked at
# -------------------------------------------------------------------


def turned_round(game: ir.Game) -> ir.Game:
    """The same game with every score below zero instead of above."""
    return replace(
        game, scores=tuple([replace(line, value=ir.Unary("-", line.value, IntType(-12, 0))) for line in game.scores])
    )


def duels(folder: Path) -> list[tuple[ir.Game, int]]:
    """Games of two in which some first move is worse than another, and what they are worth."""
    found: list[tuple[ir.Game, int]] = []
    seed = KINDS.index("two")
    while len(found) < SEVERAL:
        game = loaded(small_game(seed)[1], folder)
        truth = truth_of(game, Aim.VALUE)
        if truth is not None and any(after != truth for after in worths(game)):
            found.append((game, truth))
        seed += len(KINDS)
    return found


def worths(game: ir.Game) -> list[int | None]:
    """What each first move leads to."""
    machine = ReferenceMachine(game)
    return [worth_after(game, move) for move in machine.moves(machine.initial())]


def worth_after(game: ir.Game, move: object) -> int | None:
    machine = ReferenceMachine(game)
    graph = graph_of(machine, MOST_POSITIONS, start=machine.apply(machine.initial(), move))  # type: ignore[arg-type]
    found = None if graph is None else value_of_graph(graph, Aim.VALUE)
    return found if isinstance(found, int) else None


def bad_moves(folder: Path, compiled: Callable[[ir.Game], NativeMachine]) -> int:
    """In how many games `uct` chooses a move that is worse than another, or none that the rules allow."""
    bad = 0
    for game, truth in duels(folder):
        asked = ask(PythonMachine(game), Aim.VALUE, Limits(seconds=0.3), compiled=compiled(game))
        try:
            answer = last_answer(list(solve(asked, ENGINES["uct"], confirm=False)))
        except (Disagreement, RulesError):  # the other game may not know where the question begins
            bad += 1
            continue
        assert answer.status is Status.UNDECIDED and answer.value is None and answer.bound is None
        bad += not answer.play or worth_after(game, answer.play[0]) != truth
    return bad


def test_uct_chooses_moves_that_cost_nothing(tmp_path: Path) -> None:
    assert bad_moves(tmp_path, native_machine) == 0


def test_uct_over_another_game_is_noticed(tmp_path: Path) -> None:
    other = native_machine(duels(tmp_path)[0][0])
    assert bad_moves(tmp_path, lambda _: other)


def test_uct_with_scores_turned_round_is_noticed(tmp_path: Path) -> None:
    assert bad_moves(tmp_path, lambda game: native_machine(turned_round(game))) > 1
