"""The last turns of Ultimate Railroads against Emil:

CP-SAT, which has its own reading of the rules, and the search over the compiled game find the same.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from regelwerk.api.asking import SearchOptions, make_inquiry
from regelwerk.api.game import Game, State
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.cpsat import unrolling
from solver.driver.engines import ENGINES
from solver.protocol.answers import Status, last_answer
from solver.protocol.questions import Aim, Limits
from tests.native.compiling import kernels_run
from tests.solver.railroad_plays import played_at_random
from tests.solver.searches import ask, solve
from tests.solver.test_prices import Exact, machine_of

pytestmark = pytest.mark.skipif(not kernels_run(), reason="there is no compiler here, or the kernels are not built")


def proved(state: State, engine: str, seconds: float) -> object:
    """The best score from a position; None if it was not proved."""
    inquiry = make_inquiry(state, SearchOptions(Limits(seconds), engine, know=("deck",)))
    found = last_answer(list(inquiry.events(confirm=False)))
    return found.value if found.status is Status.OPTIMAL else None


@pytest.mark.long
@pytest.mark.parametrize("deck", range(1, 14))
def test_cpsat_and_the_compiled_game_agree(deck: int) -> None:
    machine = PythonMachine(load("ultimate_railroads", options={"deck": str(deck)}))
    tried = 0
    for seed in (*range(3 * deck, 3 * deck + 4), 3 * deck + 100):
        states = played_at_random(machine, seed).states
        for back in (2, 3, 4):
            position = State(Game(machine), states[-1 - back])
            best = proved(position, "cpsat", 30)
            if best is not None:
                assert best == proved(position, "depth", 60), (deck, seed, back)
                tried += 1
    assert tried >= 3


CHOOSING = """rules 1
game Choosing

state
  a: 0..9
  b: 0..9
  left: 0..3 = 3

action take(k: 1..2)
  needs left > 0 "it is over"
  does
    left -= 1
    choose more in 0..2 where more != k
    a = min(a + k * more, 9)
    when a > 4
      choose side in 0..1
      b = min(b + side * a, 9)

play
  loop until left == 0
    choose take

score
  both: a - b if a > 6 else b
"""


@pytest.mark.parametrize("apart", [400, 3, 0])
def test_known_states_may_stay_apart(apart: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many known states are kept apart before they are put together, the best score is the same."""
    monkeypatch.setattr(unrolling, "MOST_KNOWN", apart)
    machine = machine_of(CHOOSING, tmp_path)
    answer = last_answer(list(solve(ask(machine, Aim.HIGHEST), ENGINES["cpsat"], confirm=False)))
    assert (answer.status, answer.value) == (Status.OPTIMAL, Exact(machine).worth(machine.initial()))
