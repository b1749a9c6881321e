"""Klondike with open cards: the published fewest moves, and the bound of the rules beside all positions of small ends."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from puzzles.formats import FORMATS
from rules_dsl.ir import nodes as ir
from rules_dsl.loading import load
from rules_dsl.machine.api import State
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from solver.driver.engines import ENGINES
from solver.explicit.graph import graph_of
from solver.protocol.answers import Answer, Status, last_answer
from solver.protocol.lines import is_reached
from solver.protocol.questions import Aim, Limits
from tests.native.compiling import kernels_run, native
from tests.solver.searches import ask, confirm_play, solve
from tests.solver.test_guided import distances

if not kernels_run():
    pytest.skip("the kernels or a C compiler are missing here", allow_module_level=True)

SECONDS, SECONDS_IN_VAIN, MEMORY = 300.0, 20.0, 5 << 30
ROWS = list(csv.DictReader((Path(__file__).parents[1] / "truth" / "klondike.csv").open(encoding="utf-8")))
TOO_LARGE = ("06", "13")
"""Rows that this search does not finish with the memory and time it has here."""


def dealt(row: dict[str, str], frugal: bool) -> ir.Game:
    options = {
        "turned": row["turned"],
        "redeals": str(int(row["rounds"]) - 1),
        "take_backs": row["take_backs"],
        "turn_over": "true",
        "frugal": str(frugal).lower(),
    }
    return load("klondike", options, FORMATS["deal"](row["deal"]))


def answered(row: dict[str, str], seconds: float) -> Answer:
    """Over frugal play; what is found is played again by the rules of the whole game."""
    game = dealt(row, True)
    question = ask(
        PythonMachine(game), Aim.FEWEST, Limits(seconds=seconds, memory=MEMORY), compiled=native(game), trust=True
    )
    found = last_answer(list(solve(question, ENGINES["guided"], confirm=False)))
    if found.value is not None:
        confirm_play(ReferenceMachine(dealt(row, False)), Aim.FEWEST, found.value, found.play)
    return found


@pytest.mark.long
@pytest.mark.parametrize("row", [row for row in ROWS if row["row"] not in TOO_LARGE], ids=lambda row: row["row"])
def test_the_published_fewest_moves(row: dict[str, str]) -> None:
    found = answered(row, SECONDS)
    if row["moves"]:
        assert (found.status, found.value, found.bound) == (Status.BOUNDED, int(row["moves"]), int(row["moves"]))
        assert found.rests_on, "the bound was tested, not proved"
    else:
        assert found.status is Status.INFEASIBLE


@pytest.mark.long
@pytest.mark.parametrize("row", [row for row in ROWS if row["row"] in TOO_LARGE], ids=lambda row: row["row"])
def test_nothing_is_shorter_than_what_is_published(row: dict[str, str]) -> None:
    found = answered(row, SECONDS_IN_VAIN)
    assert found.value is None or int(found.value) >= int(row["moves"])


PLACES = {6: (5,), 7: (6, 12)}
"""Columns, and where in the deal their lowest cards are."""


def nearly_done(seed: int, turned: int, turn_over: bool) -> tuple[ir.Game, State]:
    """Only eight cards are not home.

    Some lie face down in two columns under a card each, the others in the stock; aces block the other columns.
    """
    dice = Random(seed)
    left = ["QC", "KC", "JD", "QD", "KD", "JS", "QS", "KS"]
    home = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "CDHS" if f"{rank}{suit}" not in left]
    dice.shuffle(left)
    deal = [""] * 52
    for place in [place for places in PLACES.values() for place in places]:
        deal[place] = left.pop()
    shown = [left.pop() for _ in PLACES]
    options = {"turned": str(turned), "redeals": "2", "turn_over": str(turn_over).lower()}
    spare = iter([*home, *shown, *left])
    machine = PythonMachine(load("klondike", options, {"deal": [card or next(spare) for card in deal]}))
    numbers = {card: "A23456789TJQK".index(card[0]) * 4 + "CDHS".index(card[1]) for card in [*shown, *left]}
    up = {
        **dict.fromkeys(range(1, 6), (0,)),
        **{column: (numbers[card],) for column, card in zip(PLACES, shown, strict=True)},
    }
    values = {
        "up": tuple([up.get(column, ()) for column in range(1, 8)]),
        "down": tuple([len(PLACES.get(column, ())) for column in range(1, 8)]),
        "stock": tuple([numbers[card] for card in left]),
        "home": (11, 10, 13, 10),
    }
    start = machine.initial()
    return machine.game, State(
        tuple([values.get(each.name, value) for each, value in zip(machine.game.variables, start.values, strict=True)]),
        start.node,
    )


@pytest.mark.parametrize(("seed", "turned", "turn_over"), [(1, 3, False), (9, 1, False), (9, 1, True), (6, 3, True)])
def test_the_bound_is_never_too_high(seed: int, turned: int, turn_over: bool) -> None:
    game, start = nearly_done(seed, turned, turn_over)
    graph = graph_of(PythonMachine(game), 400_000, start=start)
    assert graph is not None
    scoring = PythonMachine(
        replace(game, scores=(ir.ScoreLine("bound", game.bounds[0].value, None, game.bounds[0].rule),))
    )
    goals = [
        at
        for at, after in enumerate(graph.after)
        if not after and is_reached(graph.machine, graph.walker, graph.positions[at])
    ]
    far = distances(graph.after, goals)
    found = [(scoring.scores(graph.walker.state(graph.positions[at]))[0], moves) for at, moves in far.items()]
    assert len(found) > 50 and all(bound <= moves for bound, moves in found)
    assert any(bound == moves > 4 for bound, moves in found)
