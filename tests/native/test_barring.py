"""What is left out: kernels see in the number of a move what it does, with one argument and with two, and in the bytes
of a state what is out of its limits.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import Value, ordinal
from rules_dsl.loading import load
from rules_dsl.machine.api import Move, State
from tests.native.compiling import kernels_run

if not kernels_run():
    pytest.skip("the kernels or a C compiler are missing here", allow_module_level=True)

from cython_ext.kernels._adapting import Adapter
from cython_ext.kernels._highest import Highest
from cython_ext.kernels._kernel import Watch
from cython_ext.kernels.barring import ALWAYS, Bars, Limit, bars_of
from cython_ext.kernels.driving import handle_of
from cython_ext.layout.masks import state_mask
from cython_ext.native import NativeMachine

RULES = """rules 1
game Paint "Walls are painted, each once, and every colour brings points."
type Wall = a | b | c
type Colour = red | green | blue
state
  painted: set of Wall = {}
  points: 0..99 = 0
  coats: [Wall] 0..2 = {w: 0 for w in Wall}
  now: 1..4 = 1
define worth(w: Wall, k: Colour) -> 0..9 = 7 if w == b and k == green else 5 if k == red else 3 if w == c else 1
action paint(w: Wall, k: Colour)
  needs w not in painted
  does
    painted += w
    coats[w] += 1
    points += worth(w, k)
    now += 1
action rest
  does
    points += 2
    now += 1
play
  for turn in 1..3
    choose paint, rest
score
  walls: points
"""
NOTHING = -(1 << 62)
Barred = dict[tuple[str, int], set[tuple[int, ...]]]
CASES: list[Barred] = [
    {},
    {("paint", ALWAYS): {(1,)}},
    {("paint", ALWAYS): {(0,), (2,)}},
    {("paint", ALWAYS): {(1, 1)}},
    {("paint", ALWAYS): {(1, 1), (0, 0), (2, 0)}},
    {("paint", ALWAYS): {(wall, colour) for wall in range(3) for colour in range(3)}},
    {("paint", 1): {(1,)}, ("paint", 2): {(0, 0), (2, 0)}},
    {("paint", 1): {(0,), (1,), (2,)}, ("paint", 3): {(1, 1)}, ("paint", ALWAYS): {(0, 0)}},
]


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> NativeMachine:
    path = Path(tmp_path_factory.mktemp("paint")) / "paint.rules"
    path.write_text(RULES)
    return NativeMachine(load(path))


def allowed(machine: NativeMachine, state: State, barred: Barred) -> list[Move]:
    """The moves that stay, told by their arguments."""
    node = machine.game.nodes[state.node]
    if not isinstance(node, ir.DecideNode):
        return []
    turn = state.values[[each.name for each in machine.game.variables].index("now")]
    return [move for move in machine.moves(state) if not is_barred(machine.game, node, move, barred, turn)]


def is_barred(game: ir.Game, node: ir.DecideNode, move: Move, barred: Barred, turn: Value) -> bool:
    name = node.options[move.option].action
    action = next(each for each in game.actions if each.name == name)
    ordinals = [
        ordinal(parameter.type, value) for parameter, value in zip(action.parameters, move.arguments, strict=False)
    ]
    return any(
        tuple(ordinals[: len(each)]) == each for count in (ALWAYS, turn) for each in barred.get((name, count), set())
    )


def best(machine: NativeMachine, state: State, barred: Barred, limits: tuple[Limit, ...] = ()) -> int:
    """By looking at every play."""
    if any(is_outside(machine, state, limit) for limit in limits):
        return -1
    if machine.kind(state) == "over":
        return int(machine.scores(state)[0])
    return max(
        [best(machine, machine.apply(state, move), barred, limits) for move in allowed(machine, state, barred)],
        default=-1,
    )


def is_outside(machine: NativeMachine, state: State, limit: Limit) -> bool:
    values = dict(zip([each.name for each in machine.game.variables], state.values, strict=True))
    value = values[limit.variable]
    for ordinal_ in limit.ordinals:
        value = value[ordinal_]
    return limit.first <= values["now"] <= limit.last and not limit.low <= value <= limit.high


LIMITED: list[tuple[tuple[Limit, ...], int | None]] = [
    ((Limit("points", (), 1, 4, 0, 7),), 7),
    ((Limit("points", (), 2, 3, 0, 7),), 14),
    ((Limit("coats", (1,), 1, 4, 0, 0),), 12),
    ((Limit("coats", (1,), 1, 3, 0, 0), Limit("coats", (2,), 3, 4, 1, 2)), 17),
    ((Limit("points", (), 4, 4, 18, 99),), None),
]


@pytest.mark.parametrize(("limits", "wanted"), LIMITED)
@pytest.mark.parametrize("barred", CASES)
def test_positions_out_of_limits_are_never_reached(
    machine: NativeMachine, barred: Barred, limits: tuple[Limit, ...], wanted: int | None
) -> None:
    found = best(machine, machine.initial(), barred, limits)
    assert barred or found == (-1 if wanted is None else wanted)
    compare(machine, bars_of(machine.game, barred, "now", limits), None if found < 0 else found)


@pytest.mark.parametrize("barred", CASES)
def test_what_is_barred_is_never_played(machine: NativeMachine, barred: Barred) -> None:
    compare(machine, bars_of(machine.game, barred, "now"), best(machine, machine.initial(), barred))


def compare(machine: NativeMachine, bars: Bars, wanted: int | None) -> None:
    kernel = Highest(
        handle_of(machine), machine.first_position(), Watch(), state_mask(machine.game), 1 << 16, [], None, bars
    )
    while kernel.status_name == "running":
        kernel.run(1000)
    adapter = Adapter(handle_of(machine), machine.first_position(), Watch(), 1, bars)
    adapter.run(3, 10)
    assert kernel.best == wanted
    assert adapter.best_score == (NOTHING if wanted is None else wanted)


def test_only_what_is_higher_is_told(machine: NativeMachine) -> None:
    highest = best(machine, machine.initial(), {})
    for least, found in ((highest, None), (highest - 1, highest)):
        kernel = Highest(
            handle_of(machine),
            machine.first_position(),
            Watch(),
            state_mask(machine.game),
            1 << 16,
            [],
            None,
            None,
            least,
        )
        while kernel.status_name == "running":
            kernel.run(1000)
        assert kernel.best == found and kernel.status_name == "complete"
