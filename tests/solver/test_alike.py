"""Alike things in searches over compiled games: the same optima, fewer positions, lines of real moves."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.passes.symmetry import canonical
from rules_dsl.loading import load
from rules_dsl.machine.explore import explore as explore_in_python
from rules_dsl.machine.generated.machine import PythonMachine
from solver.driver.engines import ENGINES
from solver.protocol.answers import Answer, last_answer
from solver.protocol.questions import Limits, aim_of
from tests.native.compiling import kernels_run, native
from tests.solver.searches import ask, solve

if not kernels_run():
    pytest.skip("there is no compiler here, or the kernels are not built", allow_module_level=True)

from cython_ext.emit.alike import merged
from cython_ext.kernels.alike import list_distinguished
from cython_ext.kernels.counting import explore
from cython_ext.native import NativeMachine


def bins(seed: int, kind: str, alike: bool = True) -> str:
    """A random game about bins that are alike, or the same with bins that have names and no more."""
    dice = random.Random(seed)
    count, most, steps = dice.randrange(3, 5), dice.randrange(3, 5), dice.randrange(4, 7)
    bin_type = f"alike {count}" if alike else " | ".join(f"Bin{number}" for number in range(1, count + 1))
    end = (
        f"goal count(load[b] == {most} for b in Bin) >= 2 and last != none"
        if kind == "goal"
        else "score\n  points: points"
    )
    return f"""rules 1
game Bins
type Bin = {bin_type}
state
  load:   [Bin] 0..{most}
  shut:   set of Bin
  open_:  [Bin] Bool
  last:   Bin?
  left:   0..{steps} = {steps}
  points: 0..99

action put(b: Bin, n: 1..2)
  needs left > 0 and b not in shut and load[b] + n <= {most}  "full"
  does
    left -= 1
    load[b] += n
    open_[b] = true
    points = min(points + {dice.randrange(1, 4)}, 99) if last == b else points
    last = b

action close(b: Bin)
  needs left > 0 and open_[b] and b not in shut  "shut"
  does
    left -= 1
    shut += b
    points = min(points + load[b] * {dice.randrange(1, 4)}, 99)
    last = none if last == b else last

play
  loop
    choose put, close
{end}
"""


def game_of(text: str, folder: Path) -> ir.Game:
    path = folder / "bins.rules"
    path.write_text(text, encoding="utf-8")
    return load(path)


def answered(game: ir.Game, engine: str, compiled: bool) -> Answer:
    question = ask(PythonMachine(game), aim_of(game), Limits(), compiled=native(game) if compiled else None)
    return last_answer(list(solve(question, ENGINES[engine], confirm=False)))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("kind", "engine"), [("goal", "breadth"), ("score", "depth")])
def test_searches_find_the_same(kind: str, engine: str, seed: int, tmp_path: Path) -> None:
    game = game_of(bins(seed, kind), tmp_path)
    assert [enum.name for enum in merged(game)] == ["Bin"]
    named = game_of(bins(seed, kind, alike=False), tmp_path)
    plain, apart, together = answered(game, engine, False), answered(named, engine, True), answered(game, engine, True)
    assert (
        (together.status, together.value, together.bound)
        == (plain.status, plain.value, plain.bound)
        == (apart.status, apart.value, apart.bound)
    )
    assert plain.nodes <= together.nodes
    assert kind == "score" or len(together.play) == (together.value or 0)
    assert together.nodes < apart.nodes


def test_searches_in_python_find_the_same_in_many_games(tmp_path: Path) -> None:
    fewer = 0
    for seed in range(40):
        kind, engine = ("goal", "breadth") if seed % 2 else ("score", "depth")
        named, game = (game_of(_small(bins(seed, kind, alike)), tmp_path) for alike in (False, True))
        apart, together = answered(named, engine, False), answered(game, engine, False)
        assert (together.status, together.value, together.bound) == (apart.status, apart.value, apart.bound), seed
        fewer += together.nodes < apart.nodes
    assert fewer > 20


def _small(text: str) -> str:
    """The same game with three steps."""
    return re.sub(r"left:   0\.\.\d = \d", "left:   0..3 = 3", text)


@pytest.mark.parametrize("seed", range(4))
def test_representatives_differ_in_names_only(seed: int, tmp_path: Path) -> None:
    """A representative is its own representative, and what the rules call the same."""
    machine = NativeMachine(game_of(bins(seed, "score"), tmp_path))
    play, dice = [machine.first_position()], random.Random(seed)
    for _ in range(20):
        choices = machine.choices(play[-1])
        if not choices:
            break
        play.append(machine.follow(play[-1], dice.choice(choices)))
    assert len(play) > 3
    for before in play:
        same = machine.representative(before)
        assert machine.representative(same) == same
        one, other = (canonical(machine.game, machine.state(each).values) for each in (before, same))
        assert one == other and machine.state(before).node == machine.state(same).node
        assert len(machine.successors(before)) == len(machine.successors(same))


CLAIMS = """
claim sometimes "two shut": len(shut) == 2
claim never "three are full": count(load[b] > 2 for b in Bin) == 3
claim terminates "it ends"
claim leads "what is shut stays": len(shut) == 1 to len(shut) >= 2
"""


@pytest.mark.parametrize(("seed", "kind"), [(0, "score"), (1, "goal"), (2, "score"), (3, "goal")])
def test_positions_are_counted_once_by_the_kernel_as_in_python(seed: int, kind: str, tmp_path: Path) -> None:
    game = game_of(bins(seed, kind) + CLAIMS, tmp_path)
    assert list_distinguished(game) == ()
    slow, fast, every = (
        explore_in_python(PythonMachine(game), alike=True),
        explore(native(game), alike=True),
        explore(native(game)),
    )
    assert (fast.states, fast.transitions, fast.terminals, fast.by_depth, fast.complete) == (
        slow.states,
        slow.transitions,
        slow.terminals,
        slow.by_depth,
        slow.complete,
    )
    assert fast.states < every.states / 2
    assert [(each.claim.label, each.verdict) for each in fast.findings] == [
        (each.claim.label, each.verdict) for each in slow.findings
    ]
    assert len({each.verdict for each in fast.findings}) > 1
    for each in fast.findings:
        state = PythonMachine(game).initial()
        for move in each.play:
            state = PythonMachine(game).apply(state, move)


def test_what_is_entangled_is_told_apart(tmp_path: Path) -> None:
    text = bins(0, "score").replace("type Bin =", "type Lid = alike 3\ntype Bin =")
    assert list_distinguished(game_of(text.replace("  shut: ", "  used:   set of Lid\n  shut: "), tmp_path)) == ()
    assert list_distinguished(game_of(text.replace("  shut: ", "  lid:    [Bin] Lid?\n  shut: "), tmp_path)) == (
        "Lid",
        "Bin",
    )


def test_what_only_names_could_tell_is_left_alone(tmp_path: Path) -> None:
    text = bins(0, "goal")
    assert not merged(game_of(bins(0, "goal", alike=False), tmp_path))
    listed = text.replace("  shut:   set of Bin\n", "  shut:   set of Bin\n  order:  list of Bin up to 3\n")
    assert not merged(game_of(listed, tmp_path))


def test_freecell_columns() -> None:
    game = load("freecell")
    machine = NativeMachine(game)
    assert [enum.name for enum in merged(game)] == ["Column"]
    first = machine.first_position()
    same = machine.representative(first)
    assert same != first and machine.representative(same) == same
    assert len(machine.successors(first)) == len(machine.successors(same))
