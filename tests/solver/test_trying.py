"""Good moves by trying: how strong they are, what may be true where something is hidden, and limits."""

from __future__ import annotations

from random import Random

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import EnumType
from rules_dsl.loading import load
from rules_dsl.machine.api import Move, State
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.play.notation import read_move, show_move
from solver.driver.engines import ENGINES, engine_for
from solver.protocol.answers import Answer, Status, last_answer
from solver.protocol.context import SearchContext
from solver.protocol.questions import Aim, Limits, UnsupportedQuestion, aim_of
from solver.protocol.seats import seats_of
from solver.sampling.beliefs import estimate_beliefs
from tests.native.compiling import kernels_run, native
from tests.solver.searches import ask, solve

if not kernels_run():
    pytest.skip("the kernels or a C compiler are missing here", allow_module_level=True)

from cython_ext.kernels._kernel import Watch
from cython_ext.kernels._trying import Searcher
from cython_ext.kernels.driving import handle_of
from cython_ext.native import NativeMachine
from solver.sampling.policy import searcher_for


def best_of(machine: NativeMachine, searcher: Searcher, position: bytes, trials: int) -> int:
    """The move that was tried most."""
    searcher.begin(1)
    assert searcher.run(position, trials)
    return max(searcher.moves_tried(), key=lambda each: each[1])[0]


@pytest.mark.parametrize("me", [0, 1])
def test_tic_tac_toe_is_never_lost_whatever_the_other_does(me: int) -> None:
    machine = native(load("tictactoe"))
    searcher = Searcher(handle_of(machine), b"\0\0", Watch(), 7)
    waiting, seen, wins = [machine.first_position()], set(), 0
    while waiting:
        position = waiting.pop()
        if position in seen:
            continue
        seen.add(position)
        if not machine.count(position):
            scores = machine.scores(machine.state(position))
            assert scores[me] >= 0
            wins += scores[me] > 0
        elif machine.actor(machine.state(position)) == me:
            waiting.append(machine.follow(position, (position, best_of(machine, searcher, position, 2000))))
        else:
            waiting.extend(machine.successors(position))
    assert wins > 20


def test_connect_four_beats_random_moves() -> None:
    machine, dice = native(load("connect_four")), Random(3)
    searcher = Searcher(handle_of(machine), b"\0\0", Watch(), 7)
    won = 0
    for number in range(12):
        position, me = machine.first_position(), number % 2
        while machine.count(position):
            own = machine.actor(machine.state(position)) == me
            choice = (
                (position, best_of(machine, searcher, position, 200)) if own else dice.choice(machine.choices(position))
            )
            position = machine.follow(position, choice)
        won += machine.scores(machine.state(position))[me] > 0
    assert won == 12


def test_three_players_with_two_at_random() -> None:
    game = load("auction")
    machine, seats = native(game), seats_of(game, frozenset({1, 2}))
    thinking, guessing = (searcher_for(machine, seats, 1, Watch(), 1000, random=random) for random in (False, True))
    means = []
    for searcher in (thinking, guessing):
        played = [searcher.play(machine.first_position(), 1000 + number, 200) for number in range(60)]
        means.append(sum([scores[0] for scores in played if scores is not None]) / 60)
    assert means[0] > means[1] + 1


def answered(question: SearchContext) -> Answer:
    return last_answer(list(solve(question, ENGINES["uct"])))


def after(game: ir.Game, *words: str) -> tuple[PythonMachine, State, tuple[Move, ...]]:
    machine = PythonMachine(game)
    state, moves = machine.initial(), []
    for text in words:
        moves.append(read_move(machine, state, text))
        state = machine.apply(state, moves[-1])
    return machine, state, tuple(moves)


def hint(game: ir.Game, *words: str) -> str:
    machine, state, moves = after(game, *words)
    question = ask(machine, aim_of(game), Limits(seconds=0.4), 2, native(game), start=state, history=moves)
    found = answered(question)
    assert (found.status, found.value, found.stopped) == (Status.UNDECIDED, None, "time") and found.estimate is not None
    return show_move(machine, state, found.play[0])


def test_what_may_be_true_in_kuhn_poker() -> None:
    machine, state, moves = after(load("kuhn_poker"), "card = Queen", "card = King", "bet")
    for player, other in ((0, {"Jack", "King"}), (1, {"Jack", "Queen"})):
        likely = estimate_beliefs(machine, moves, player, Random(1))
        hands = {machine.game.variables[1].name: [each.values[1] for each in likely]}
        assert len(likely) == 2 and state in likely and len(set(likely.values())) == 1
        assert len({values[1 - player] for values in hands["hand"]}) == len(other)
        assert len({values[player] for values in hands["hand"]}) == 1


def test_obvious_moves_of_kuhn_poker() -> None:
    game = load("kuhn_poker")
    assert hint(game, "card = King", "card = Queen", "check", "bet") == "bet"
    assert hint(game, "card = Jack", "card = Queen", "check", "bet") == "fold"
    assert hint(game, "card = Jack", "card = King", "bet") == "bet"
    assert hint(game, "card = King", "card = Jack", "bet") == "fold"


def test_the_middle_of_a_play_needs_its_history() -> None:
    machine, state, _ = after(load("kuhn_poker"), "card = King", "card = Queen")
    question = ask(machine, Aim.MIXED, Limits(seconds=1), 2, native(machine.game), start=state)
    with pytest.raises(UnsupportedQuestion, match="depends on how it was reached"):
        answered(question)


def test_nobody_is_to_move() -> None:
    game = load("kuhn_poker")
    found = answered(ask(PythonMachine(game), Aim.MIXED, Limits(seconds=1), compiled=native(game)))
    assert (found.play, found.stopped) == ((), "nobody is to move")
    with pytest.raises(UnsupportedQuestion, match="compiled"):
        answered(ask(PythonMachine(game), Aim.MIXED))


def test_several_players_are_tried() -> None:
    game = load("auction")
    assert aim_of(game) is Aim.MOVE and engine_for(ask(PythonMachine(game), Aim.MOVE).question) is ENGINES["uct"]
    found = answered(ask(PythonMachine(game), Aim.MOVE, Limits(seconds=0.3), compiled=native(game)))
    assert found.status is Status.UNDECIDED and len(found.play) == 1 and found.nodes > 1000
    stopped = answered(ask(PythonMachine(game), Aim.MOVE, Limits(seconds=0), compiled=native(game)))
    assert (stopped.play, stopped.stopped) == ((), "time")


def test_seats_at_random() -> None:
    assert aim_of(load("tictactoe"), random=frozenset({1})) is Aim.EXPECTED
    players = load("auction").players
    assert isinstance(players, EnumType) and aim_of(load("auction"), random=frozenset({1, 2})) is Aim.EXPECTED
    for name, random, word in (
        ("auction", {1}, "2 seats are left"),
        ("kuhn_poker", {1}, "hand"),
        ("tictactoe", {0, 1}, "0 seats"),
    ):
        with pytest.raises(UnsupportedQuestion, match=word):
            aim_of(load(name), random=frozenset(random))


def test_a_small_memory_is_enough_to_go_on() -> None:
    machine = native(load("connect_four"))
    searcher = Searcher(handle_of(machine), b"\0\0", Watch(), 7, memory=1)
    assert searcher.run(machine.first_position(), 5000)
    assert sum([visits for _, visits, _ in searcher.moves_tried()]) == 5000
