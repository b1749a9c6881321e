"""`player` in an ending is who cannot move, wherever play rests and on every machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_dsl.ir.names import DECIDER
from rules_dsl.loading import load
from rules_dsl.machine.agree import compare
from rules_dsl.machine.api import State
from rules_dsl.machine.explore import explore
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from tests.native.compiling import native

NIM = """rules 1
game Nim

players Anna, Ben, Cleo

state
  heap: 0..9 = 4
  seen: 0..2

action take(n: 1..2)
  needs n <= heap
  does
    heap -= n

play last(first: Player)
  choose take by next(first)
  when heap > 0
    roll pips: 0..2
    seen = pips
    seen = 0

play
  choose take by Cleo
  choose take by Ben
  else
    heap = 0
  loop
    for p in players
      last(p)
      choose take by p

{ending}
"""
ENDINGS = {
    "lose player when stuck()": 0,
    "win next(player) when stuck() and player != Ben": 1,
    "draw when stuck() and player == Cleo": None,
}


def ends(machine: ReferenceMachine) -> dict[State, int | None]:
    """Each last position with who won or lost there."""
    waiting, found = [machine.initial()], {}
    while waiting:
        state = waiting.pop()
        moves = machine.moves(state)
        waiting += [machine.apply(state, move) for move in moves]
        if not moves:
            ended = machine.find_end(state)
            assert ended is not None
            found[state] = ended.who
    return found


@pytest.mark.parametrize("ending", ENDINGS)
def test_all_machines_agree(ending: str, tmp_path: Path) -> None:
    path = tmp_path / "nim.rules"
    path.write_text(NIM.format(ending=ending))
    game = load(path)
    for other in (PythonMachine(game), native(game)):
        assert compare(ReferenceMachine(game), other, plays=12, plies=20, seed=1) is None


def test_it_is_who_has_to_decide_there_and_costs_no_position(tmp_path: Path) -> None:
    path = tmp_path / "nim.rules"
    path.write_text(NIM.format(ending="lose player when stuck()"))
    machine = ReferenceMachine(load(path))
    found = ends(machine)
    assert {machine.actor(state) for state in found} == {0, 1, 2}
    assert all(machine.actor(state) == who for state, who in found.items())
    path.write_text(NIM.format(ending="lose Anna when stuck()"))
    plain = ReferenceMachine(load(path))
    assert explore(machine).states == explore(plain).states
    assert DECIDER not in {variable.name for variable in plain.game.variables}
