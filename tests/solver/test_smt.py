"""Proofs by Z3: claims that moves keep, bounds that are none, and never a proof of what is false."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BoolType, IntType
from rules_dsl.loading import load
from rules_dsl.machine.explore import ExploreLimits as Few
from rules_dsl.machine.explore import explore
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.walker import walker_of
from solver.driver.engines import ENGINES
from solver.explicit.graph import graph_of
from solver.protocol.answers import Status, last_answer
from solver.protocol.clock import Clock
from solver.protocol.questions import Aim, Limits
from solver.smt.bounding import admissible
from solver.smt.proving import Prover, Verdict
from tests.seeds import drawn_daily
from tests.solver.searches import ask, solve
from tests.solver.small_games import small_game

BASKETS = """\
rules 1
game Baskets

type Basket = Small | Large | Huge

state
  fruit:  0..9 = 5
  filled: set of Basket = {}

define worth(b: Basket) -> 0..9 = 2 if b == Small else 4 if b == Large else 7

action fill(b: Basket)
  needs b not in filled and fruit >= number(b)
  does
    fruit -= number(b)
    filled += b

action wait
  does
    fruit = max(fruit - 1, 0)

play
  loop until fruit == 0
    choose fill, wait

score
  baskets: sum(worth(b) for b in filled)

claim always "never more than the start": fruit <= 5
claim always "never more than four": fruit <= 4 or filled == {}
"""

BOUNDS = {
    "sum(worth(b) for b in Basket where b not in filled)": Verdict.PROVED,
    "20": Verdict.UNDECIDED,  # true, but score and bound together rise
    "fruit * 4": Verdict.PROVED,
    "fruit * 2": Verdict.UNDECIDED,
    "7 if Huge not in filled else 0": Verdict.UNDECIDED,
    "13 - sum(worth(b) for b in filled) - 1": Verdict.UNDECIDED,
}


def baskets(folder: Path, bound: str | None = None) -> PythonMachine:
    path = folder / "baskets.rules"
    path.write_text(BASKETS + ("" if bound is None else f'\nbound "still to come": {bound}\n'))
    return PythonMachine(load(path))


@pytest.mark.parametrize(("bound", "verdict"), BOUNDS.items())
def test_bounds_that_are_none_are_not_proved(bound: str, verdict: Verdict, tmp_path: Path) -> None:
    machine = baskets(tmp_path, bound)
    prover = Prover(machine, Clock(Limits()))
    finding = admissible(prover, machine.game.bounds[0], prover.lemmas(machine.game.claims))
    assert finding.verdict is verdict
    assert (finding.state is None) == (verdict is Verdict.PROVED)


def test_a_proved_bound_is_used_and_an_unproved_one_only_on_trust(tmp_path: Path) -> None:
    for bound, trust, word in (("fruit * 4", False, "by induction"), ("fruit * 2", False, "not used"), ("20", True, "trusted")):
        question = ask(baskets(tmp_path, bound), Aim.HIGHEST, trust=trust)
        answer = last_answer(list(solve(question, ENGINES["depth"])))
        assert (answer.status, answer.value) == (Status.OPTIMAL, 11)
        assert any(word in remark for remark in answer.remarks)


@pytest.mark.parametrize("name", ["depth", "layers", "beam", "both"])
@pytest.mark.parametrize("confirm", [True, False])
def test_a_trusted_bound_that_is_wrong_is_refuted_by_the_line(name: str, confirm: bool, tmp_path: Path) -> None:
    question = ask(baskets(tmp_path, "fruit * 2"), Aim.HIGHEST, Limits(seconds=20.0), trust=True)
    answer = last_answer(list(solve(question, ENGINES[name], confirm)))
    assert answer.value == 11 and answer.rests_on == ()
    assert len(answer.refuted) == 1 and answer.refuted[0].startswith('bound "still to come" (baskets.rules:')
    assert answer.refuted[0].endswith(", this line scores 11")


HEAP = """rules 1
game Heap
state
  apples: 0..2 = 2
  basket: 0..4
action pick
  does
    apples -= 1
    basket += 2
play
  loop until apples == 0
    choose pick
score
  basket: basket
bound "too little": apples
"""


def test_solvers_do_not_lean_on_a_trusted_bound_that_a_line_beats(tmp_path: Path) -> None:
    path = tmp_path / "heap.rules"
    path.write_text(HEAP, encoding="utf-8")
    answer = last_answer(list(solve(ask(PythonMachine(load(path)), Aim.HIGHEST, trust=True), ENGINES["cpsat"])))
    assert (answer.status, answer.value, answer.rests_on) == (Status.OPTIMAL, 4, ())
    why = "at the start score plus bound is 2, this line scores 4"
    assert answer.refuted == (f'bound "too little" (heap.rules:15) is refuted: {why}',)


def test_a_proof_keeps_to_the_time(tmp_path: Path) -> None:
    question = ask(baskets(tmp_path, "fruit * 4"), Aim.HIGHEST, Limits(seconds=0))
    answer = last_answer(list(solve(question, ENGINES["depth"])))
    assert any("not used" in remark and "in this time" in remark for remark in answer.remarks)


@pytest.mark.parametrize("name", ["tictactoe", "hanoi", "river_crossing", "orchard", "lights_out", "three_rolls", "kuhn_poker"])
def test_no_claim_is_proved_that_the_graph_refutes(name: str) -> None:
    machine = PythonMachine(load(name))
    prover = Prover(machine, Clock(Limits()))
    refuted = {finding.claim.label for finding in explore(machine, Few(100_000)).findings if finding.verdict == "refuted"}
    for claim in machine.game.claims:
        if claim.mode in ("always", "never"):
            finding = prover.invariant(claim)
            assert finding.verdict is not Verdict.PROVED or claim.label not in refuted
            assert finding.verdict is not Verdict.REFUTED or claim.label in refuted


@pytest.mark.parametrize("block", drawn_daily(range(12), 1))
def test_ranges_of_small_random_games(block: int, tmp_path: Path) -> None:
    """`points <= n` is never proved where the graph has more points, and proved where the range of the variable says so."""
    proved = 0
    for seed in range(8 * block, 8 * block + 8):
        path = tmp_path / f"{seed}.rules"
        path.write_text(small_game(seed)[1])
        machine = PythonMachine(load(path))
        place = [variable.name for variable in machine.game.variables].index("points")
        graph = graph_of(machine, 20_000)
        assert graph is not None
        most = max(walker_of(machine).state(position).values[place] for position in graph.positions)
        prover = Prover(machine, Clock(Limits()))
        for limit in (most - 1, most, 12):
            verdict = prover.invariant(_at_most(machine.game.variables[place], limit)).verdict
            assert verdict is not Verdict.PROVED or limit >= most, (seed, limit)
            proved += verdict is Verdict.PROVED
    assert proved >= 8


def _at_most(variable: ir.StateVar, limit: int) -> ir.Claim:
    reading, number = ir.Var(variable.name, variable.type), ir.Literal(limit, IntType(limit, limit))
    return ir.Claim("always", "so many", ir.Binary("<=", reading, number, BoolType()), None, ir.Rule("so many"))


def test_lemmas_hold_one_another_up() -> None:
    machine = PythonMachine(load("fifteen", {"width": "2", "height": "2"}))
    prover = Prover(machine, Clock(Limits()))
    twice = next(claim for claim in machine.game.claims if "twice" in claim.label)
    assert prover.invariant(twice).verdict is Verdict.UNDECIDED
    assert twice in prover.lemmas(machine.game.claims)
    gap = [claim for claim in machine.game.claims if "gap" in claim.label]
    assert prover.invariant(twice, gap).verdict is Verdict.PROVED


def test_being_stuck_is_not_taken_for_impossible(tmp_path: Path) -> None:
    """A claim about `stuck()` must not be proved only because nobody is stuck before a move."""
    path = tmp_path / "dead_end.rules"
    text = "rules 1\ngame DeadEnd\n\nstate\n  left: 0..3 = 3\n\naction take\n  needs left > 0\n  does\n    left -= 1\n\n"
    path.write_text(text + 'play\n  loop\n    choose take\n\nclaim never "stuck": stuck()\n')
    machine = PythonMachine(load(path))
    assert Prover(machine, Clock(Limits())).invariant(machine.game.claims[0]).verdict is Verdict.UNDECIDED
