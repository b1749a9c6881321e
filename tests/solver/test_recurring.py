"""Games of two in which positions recur: what is proved of them is what can be forced in the end, and no more."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from regelwerk.api.machines import native_machine
from rules_dsl.ir import nodes as ir
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from solver.driver.engines import ENGINES
from solver.explicit.alphabeta import extremes
from solver.explicit.graph import PositionGraph, graph_of, value_of_graph
from solver.protocol.answers import Answer, Status, last_answer
from solver.protocol.context import SearchContext
from solver.protocol.questions import Aim, Limits
from tests.solver.searches import ask, solve

GAMES = range(12)
MOST_POSITIONS = 10_000


@pytest.fixture(scope="module", autouse=True)
def cache_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REGELWERK_CACHE_DIR", str(tmp_path_factory.mktemp("compiled")))
        yield


def chase(seed: int) -> str:
    """A token on a ring that two push in turn; who brings it home wins, or points are counted there."""
    dice = random.Random(seed)
    m, p, q, r = (dice.randrange(2, 7) for _ in range(4))
    homes = dice.sample(range(1, 12), 3)
    ends = f"win Ann when at == {homes[0]}\nwin Bob when at == {homes[1]}\n"
    scores = f"end when at in {{{', '.join(map(str, homes))}}}\nscore p: Player\n  points: (at * {r}) % 5 if p == Ann else 0\n"
    return f"""rules 1
game Chase

players Ann, Bob

state
  at: 0..11

action go(k: 1..3)
  needs (at * {p} + k * {q}) % {m} != 1 "not that way"
  does
    at = (at + k * {r}) % 12

action stay
  does
    at = (at + {dice.choice((0, 1))}) % 12

play
  loop
    for p in players
      choose go, stay by p

{ends if seed % 2 else scores}"""


def game_of(seed: int, folder: Path) -> ir.Game:
    path = folder / "chase.rules"
    path.write_text(chase(seed), encoding="utf-8")
    return load(path)


def forced(graph: PositionGraph, least: int, most: int) -> tuple[int, int]:
    """What the first player can force and what the second one concedes: values from the worst for each, worked out anew
    until nothing changes.
    """
    low, high = (_settled(graph, unknown) for unknown in (least, most))
    return low, high


def _settled(graph: PositionGraph, unknown: int) -> int:
    values = [unknown if targets else _worth(graph, at) for at, targets in enumerate(graph.after)]
    while True:
        after = [
            _best(graph, at, [values[target] for target in targets]) if targets else values[at]
            for at, targets in enumerate(graph.after)
        ]
        if after == values:
            return values[0]
        values = after


def _best(graph: PositionGraph, at: int, values: list[int]) -> int:
    return max(values) if graph.machine.actor(graph.state(at)) == 0 else min(values)


def _worth(graph: PositionGraph, at: int) -> int:
    mine, other = graph.machine.scores(graph.state(at))
    return mine - other if graph.machine.game.scores else (mine > other) - (mine < other)


def answer_of(question: SearchContext) -> Answer:
    return last_answer(list(solve(question, ENGINES["alphabeta"])))


@pytest.mark.parametrize("compiled", [False, True], ids=["plain", "kernel"])
def test_what_is_said_of_a_game_that_recurs_is_what_can_be_forced(compiled: bool, tmp_path: Path) -> None:
    proved = 0
    for seed in GAMES:
        game = game_of(seed, tmp_path)
        graph = graph_of(ReferenceMachine(game), MOST_POSITIONS)
        assert graph is not None
        low, high = forced(graph, *extremes(graph.machine.game))
        answer = answer_of(
            ask(
                PythonMachine(game), Aim.VALUE, Limits(seconds=0.5), compiled=native_machine(game) if compiled else None
            )
        )
        if answer.status is Status.OPTIMAL:
            assert answer.value == low == high
            assert value_of_graph(graph, Aim.VALUE) == low
            proved += 1
        else:
            assert answer.status in (Status.UNDECIDED, Status.BOUNDED) and answer.stopped
            assert answer.value is None or answer.value <= low
            assert answer.bound is None or answer.bound >= high
    assert 0 < proved < len(GAMES)


@pytest.mark.parametrize("seed", GAMES)
def test_the_graph_knows_a_value_where_both_can_force_it(seed: int, tmp_path: Path) -> None:
    graph = graph_of(ReferenceMachine(game_of(seed, tmp_path)), MOST_POSITIONS)
    assert graph is not None
    low, high = forced(graph, *extremes(graph.machine.game))
    assert value_of_graph(graph, Aim.VALUE) == (low if low == high else None)


@pytest.mark.parametrize("compiled", [False, True], ids=["plain", "kernel"])
def test_a_game_that_is_worth_the_same_however_it_ends(compiled: bool, tmp_path: Path) -> None:
    path = tmp_path / "level.rules"
    path.write_text(chase(0).partition("score p")[0] + "score p: Player\n  points: 3\n", encoding="utf-8")
    game = load(path)
    question = ask(
        PythonMachine(game), Aim.VALUE, Limits(seconds=2.0), compiled=native_machine(game) if compiled else None
    )
    answer = answer_of(question)
    assert (answer.status, answer.value) == (Status.OPTIMAL, 0)
