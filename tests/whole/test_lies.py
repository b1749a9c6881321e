"""Lies planted in one engine at a time are noticed: by the true value, by lines that are played again, or by the second
opinion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from regelwerk.api.machines import native_machine
from rules_dsl.ir import nodes as ir
from rules_dsl.loading import load
from rules_dsl.machine.api import Machine
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from solver.driver.confirming import second_value
from solver.driver.engines import ENGINES
from solver.explicit.graph import graph_of, value_of_graph
from solver.factored import grounding, prepared
from solver.factored.task import Task
from solver.protocol.answers import Answer, last_answer
from solver.protocol.context import SearchContext
from solver.protocol.disagreement import Disagreement
from solver.protocol.questions import Aim, Limits, UnsupportedQuestion, aim_of
from tests.solver.searches import ask, solve
from tests.solver.small_games import KINDS, small_game
from tests.whole.asking import judged, truth_of
from tests.whole.case import Case, game_of, path_in
from tests.whole.drawing import drawn
from tests.whole.lies import Blind, Merged, Peeking, Pruned, Unfair
from tests.whole.machines import Walk

SEVERAL, MOST_POSITIONS = 6, 3_000
SECONDS = 5.0
PLACES = {Aim.FEWEST: "goal", Aim.HIGHEST: "score", Aim.EXPECTED: "chance", Aim.VALUE: "two"}


@pytest.fixture(scope="module", autouse=True)
def cache_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REGELWERK_CACHE_DIR", str(tmp_path_factory.mktemp("compiled")))
        yield


@cache
def games(aim: Aim) -> tuple[tuple[ir.Game, int | Fraction], ...]:
    """Some small games in which this is sought, with what is true of them by the graph of all positions on the
    reference machine.
    """
    found, seed = list[tuple[ir.Game, int | Fraction]](), KINDS.index(PLACES[aim])
    while len(found) < SEVERAL:
        game = _game(seed)
        graph = graph_of(ReferenceMachine(game), MOST_POSITIONS)
        truth = None if graph is None or len(graph.positions) < 12 else value_of_graph(graph, aim_of(game))
        if truth is not None:
            found.append((game, truth))
        seed += len(KINDS)
    return tuple(found)


def _game(seed: int) -> ir.Game:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "walk.rules"
        path.write_text(small_game(seed)[1], encoding="utf-8")
        return load(path)


def is_wrong(question: SearchContext, engine: str, truth: int | Fraction) -> bool:
    """Does the engine say what is not so, or contradict itself?"""
    try:
        answer = last_answer(list(solve(question, ENGINES[engine], confirm=False)))
    except UnsupportedQuestion:
        return False
    except Exception:  # whatever breaks down over a lie has noticed it
        return True
    return bool(judged(answer, question.aim, truth))


def noticed(engine: str, aim: Aim, machine: Callable[[ir.Game], Machine] = PythonMachine) -> bool:
    """Is there a game in which the engine is wrong?"""
    return any(is_wrong(ask(machine(game), aim, Limits(seconds=SECONDS)), engine, truth) for game, truth in games(aim))


ENGINES_ON_ANY_MACHINE = [
    ("nearest", Aim.FEWEST), ("breadth", Aim.FEWEST), ("layers", Aim.FEWEST), ("depth", Aim.HIGHEST), ("both", Aim.HIGHEST), ("layers", Aim.HIGHEST),
    ("beam", Aim.HIGHEST), ("backward", Aim.HIGHEST), ("alphabeta", Aim.VALUE), ("backward", Aim.VALUE), ("expectimax", Aim.EXPECTED),
    ("fair", Aim.EXPECTED), ("backward", Aim.EXPECTED),
]  # fmt: skip


@pytest.mark.parametrize(("engine", "aim"), ENGINES_ON_ANY_MACHINE, ids=lambda each: str(each))
@pytest.mark.parametrize("lie", [Pruned, Merged, Unfair], ids=lambda lie: lie.__name__)
def test_a_machine_that_lies_is_noticed(engine: str, aim: Aim, lie: Callable[[ir.Game], Machine]) -> None:
    if lie is Unfair and aim is Aim.FEWEST:
        pytest.skip("no scores are asked for")
    assert not noticed(engine, aim)
    assert noticed(engine, aim, lie)


@pytest.mark.parametrize("engine", ["cpsat", "phases"])
def test_a_wrong_translation_is_noticed(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from solver.cpsat import search as cpsat
    from solver.phases import search as phases

    module, name = {"cpsat": (cpsat, "CpSatModel"), "phases": (phases, "PhasedModel")}[engine]
    assert not noticed(engine, Aim.HIGHEST)
    honest, other = getattr(module, name), PythonMachine(games(Aim.HIGHEST)[0][0])
    monkeypatch.setattr(module, name, lambda _machine, *more: honest(other, *more))
    assert noticed(engine, Aim.HIGHEST)


SHOP = """rules 1
game Shop
state
  coins: 0..9 = 2
  goods: 0..4

action earn
  does
    coins = min(coins + 2, 9)

action buy
  needs coins >= 3
  does
    coins -= 3
    goods = min(goods + 1, 4)

play
  repeat 5
    choose earn, buy

score
  worth: 4 * goods + coins
"""


def test_prices_that_are_too_low_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from solver.prices.bounding import PriceBound

    path = tmp_path / "shop.rules"
    path.write_text(SHOP, encoding="utf-8")
    game, honest = load(path), PriceBound.worth
    graph = graph_of(ReferenceMachine(game), MOST_POSITIONS)
    assert graph is not None
    truth = value_of_graph(graph, Aim.HIGHEST)
    question = ask(PythonMachine(game), Aim.HIGHEST, Limits(seconds=SECONDS))
    assert truth is not None
    assert not is_wrong(question, "prices", truth)

    def lowered(bound: PriceBound, *given: object) -> int | None:
        worth = honest(bound, *given)  # type: ignore[arg-type]
        return None if worth is None else worth - 6

    monkeypatch.setattr(PriceBound, "worth", lowered)
    assert is_wrong(question, "prices", truth)


@pytest.mark.parametrize("tried", [True, False], ids=["when the task is tried", "by the answer"])
@pytest.mark.parametrize("engine", ["astar", "ida"])
def test_steps_that_are_lost_are_noticed(engine: str, tried: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = grounding.task_of

    def shortened(*given: object) -> Task:
        task = honest(*given)  # type: ignore[arg-type]
        return replace(task, steps=task.steps[::2])

    assert not noticed(engine, Aim.FEWEST)
    monkeypatch.setattr(prepared, "task_of", shortened)
    if not tried:
        monkeypatch.setattr(prepared, "_try", lambda *given: None)
    assert noticed(engine, Aim.FEWEST)


@pytest.mark.parametrize("engine", ["astar", "ida"])
def test_a_bound_that_says_too_much_is_noticed(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepared.PreparedTask, "least", property(lambda _: prepared.UNREACHED))
    assert noticed(engine, Aim.FEWEST)


def test_wrong_hits_in_the_table_of_alphabeta_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from solver.explicit import proving

    class Careless(dict[object, int]):
        """Every position is taken for the one that was noted last."""

        def get(self, key: object, default: object = None) -> object:  # type: ignore[override]
            return next(reversed(self.values())) if self else default

    honest = proving.PlainProver.__init__

    def begun(prover: proving.PlainProver, *given: object) -> None:
        honest(prover, *given)  # type: ignore[arg-type]
        prover.low, prover.high = Careless(), Careless()

    monkeypatch.setattr(proving.PlainProver, "__init__", begun)
    assert noticed("alphabeta", Aim.VALUE)


KERNELS = [
    ("nearest", Aim.FEWEST), ("breadth", Aim.FEWEST), ("layers", Aim.FEWEST), ("depth", Aim.HIGHEST), ("ordered", Aim.HIGHEST), ("both", Aim.HIGHEST),
    ("layers", Aim.HIGHEST), ("beam", Aim.HIGHEST), ("climb", Aim.HIGHEST), ("alphabeta", Aim.VALUE), ("expectimax", Aim.EXPECTED), ("fair", Aim.EXPECTED),
]  # fmt: skip


@pytest.mark.parametrize(("engine", "aim"), KERNELS, ids=lambda each: str(each))
def test_a_kernel_over_another_game_is_noticed(engine: str, aim: Aim) -> None:
    other = native_machine(games(aim)[0][0])
    assert any(
        is_wrong(ask(PythonMachine(game), aim, Limits(seconds=1.0), compiled=other), engine, truth)
        for game, truth in games(aim)[1:]
    )


@pytest.mark.parametrize(
    ("engine", "aim"),
    [("depth", Aim.HIGHEST), ("backward", Aim.VALUE), ("expectimax", Aim.EXPECTED), ("nearest", Aim.FEWEST)],
    ids=lambda each: str(each),
)
def test_the_second_opinion_contradicts_an_engine_that_lies(engine: str, aim: Aim) -> None:
    """As `verify` asks for it."""
    contradicted = 0
    for game, _ in games(aim):
        question = ask(PythonMachine(game), aim, Limits(seconds=SECONDS))
        try:
            answer: Answer = last_answer(
                list(solve(ask(Pruned(game), aim, Limits(seconds=SECONDS)), ENGINES[engine], confirm=False))
            )
        except Disagreement:
            contradicted += 1
            continue
        second = second_value(question, answer.method)
        contradicted += second is not None and second.value != answer.value
    assert contradicted


HIDDEN = (40, 56, 63, 72, 79, 88)
"""Some drawn programs in which something is hidden."""


@cache
def secrets() -> tuple[Case, ...]:
    """Games in which something is hidden, with their brute force."""
    found = list[Case]()
    with TemporaryDirectory() as folder:
        for number in HIDDEN:
            program, facts = drawn(1, number)
            if not facts.fails:
                found.append(Case(program, facts, game_of(program, Path(folder)), path_in(Path(folder), program)))
    return tuple(found)


@pytest.mark.parametrize("lie", [Peeking, Blind], ids=lambda lie: lie.__name__)
def test_a_machine_that_shows_too_much_or_too_little_is_noticed(lie: Callable[[ir.Game], Machine]) -> None:
    assert not [each.program.text for each in secrets() if Walk(each, ReferenceMachine(each.game)).wrong()]
    assert [each for each in secrets() if Walk(each, lie(each.game)).wrong()]


@pytest.mark.parametrize("lie", [Peeking, Blind, Pruned], ids=lambda lie: lie.__name__)
def test_mixed_play_on_a_machine_that_lies_is_noticed(lie: Callable[[ir.Game], Machine]) -> None:
    truths = [(each.game, truth_of(each.facts, Aim.MIXED)) for each in secrets()]
    known = [(game, truth) for game, truth in truths if isinstance(truth, int | Fraction)]
    assert len(known) > 3
    assert not any(
        is_wrong(ask(PythonMachine(game), Aim.MIXED, Limits(seconds=SECONDS)), "mixed", truth) for game, truth in known
    )
    assert any(is_wrong(ask(lie(game), Aim.MIXED, Limits(seconds=SECONDS)), "mixed", truth) for game, truth in known)
