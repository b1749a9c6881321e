"""What dominates: proved only where it is true of all positions that play reaches; layers find what is found without; what is planted is refused with two states."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.dominance import DominanceReader, dominating
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.driver.engines import ENGINES
from solver.explicit.graph import PositionGraph, graph_of
from solver.protocol.answers import Answer, BoundEvent, Incumbent, Status, last_answer
from solver.protocol.context import TrustedDominance
from solver.protocol.lines import score_of
from solver.protocol.questions import Aim, Limits
from solver.trust.dominance import with_order
from tests.native.compiling import kernels_run, native
from tests.seeds import drawn_daily
from tests.solver.ordered_games import ordered_game
from tests.solver.searches import ask, solve
from tests.solver.small_games import small_game
from tests.solver.test_highest import LARGE

if not kernels_run():
    pytest.skip("there is no compiler here, or the kernels are not built", allow_module_level=True)

from cython_ext.kernels._kernel import Watch
from cython_ext.kernels._layers import Layers
from cython_ext.kernels.driving import handle_of
from cython_ext.layout.masks import state_mask


def loaded(text: str, folder: Path) -> ir.Game:
    path = folder / "game.rules"
    path.write_text(text, encoding="utf-8")
    return load(path)


def answered(game: ir.Game, engine: str, aim: Aim = Aim.HIGHEST, compiled: bool = False, trust: bool = False) -> Answer:
    question = ask(PythonMachine(game), aim, trust=trust, compiled=native(game) if compiled else None)
    return last_answer(list(solve(question, ENGINES[engine], confirm=False)))


def ordered(game: ir.Game, aim: Aim = Aim.HIGHEST, trust: bool = False) -> tuple[TrustedDominance | None, tuple[str, ...]]:
    context, refused = with_order(ask(PythonMachine(game), aim, trust=trust))
    return context.order, refused


def counts(answer: Answer) -> str:
    """How many positions were kept, and how many not."""
    return answer.remarks[0].rpartition("; ")[2]


# -- proofs -----------------------------------------------------------------------------------------------------------


def best_behind(graph: PositionGraph) -> list[int]:
    """For each position the highest score that can still be reached; positions do not recur."""
    best: dict[int, int] = {}
    for at in reversed(range(len(graph.positions))):
        waiting = [at]
        while waiting:
            here = waiting[-1]
            open_ = [target for target in graph.after[here] if target not in best]
            if open_:
                waiting.append(open_[0])
            else:
                waiting.pop()
                ends = [best[target] for target in graph.after[here]]
                best[here] = max(ends) if ends else score_of(graph.machine, graph.walker, graph.positions[here])
    return [best[at] for at in range(len(graph.positions))]


def wrong_pairs(game: ir.Game) -> tuple[int, int]:
    """Of all pairs of positions that are put in order, how many there are, and in how many of them the better one is worth less."""
    graph = graph_of(PythonMachine(game), 5_000)
    assert graph is not None
    grading, best = DominanceReader(game, game.dominances[0]), best_behind(graph)
    alike: dict[object, list[tuple[tuple[int, ...], int]]] = {}
    for at, position in enumerate(graph.positions):
        state = graph.walker.state(position)
        rest, grades = grading.of(state.values)
        alike.setdefault((state.node, rest), []).append((grades, best[at]))
    pairs = [(one, other) for group in alike.values() for one, other in product(group, group) if dominating(one[0], other[0])]
    return len(pairs), sum([one[1] < other[1] for one, other in pairs])


BLOCKS = drawn_daily(range(40), 1)


@pytest.mark.parametrize("block", BLOCKS)
def test_what_is_proved_is_true_and_layers_agree_with_depth(block: int, tmp_path: Path) -> None:
    proved, refused, saved = 0, 0, 0
    for seed in range(12 * block, 12 * block + 12):
        game = loaded(ordered_game(seed), tmp_path)
        order, _ = ordered(game)
        proved, refused = proved + (order is not None), refused + (order is None)
        every, layered = answered(game, "depth"), answered(game, "layers")
        assert (layered.status, layered.value) == (every.status, every.value) == (Status.OPTIMAL, every.value)
        if order is not None:
            assert wrong_pairs(game)[1] == 0
            saved += every.nodes > 1.2 * layered.nodes
    assert proved > 0 and refused > 0 and (saved > 0 or block > 1)


def test_what_is_not_true_is_never_proved(tmp_path: Path) -> None:
    untrue = 0
    for seed in range(40):
        game = loaded(ordered_game(seed), tmp_path)
        if wrong_pairs(game)[1]:
            untrue += 1
            assert ordered(game)[0] is None
    assert untrue > 3


@pytest.mark.parametrize("seed", [3, 8, 15, 21])
def test_the_kernel_keeps_what_python_keeps(seed: int, tmp_path: Path) -> None:
    game = loaded(ordered_game(seed), tmp_path)
    slow, fast = (answered(game, "layers", compiled=compiled, trust=True) for compiled in (False, True))
    assert (slow.status, slow.value, slow.nodes, counts(slow)) == (fast.status, fast.value, fast.nodes, counts(fast))


@pytest.mark.parametrize(("seed", "aim"), [(1, Aim.HIGHEST), (5, Aim.HIGHEST), (9, Aim.HIGHEST), (0, Aim.FEWEST), (4, Aim.FEWEST), (8, Aim.FEWEST), (12, Aim.FEWEST)])
def test_without_an_order_layers_are_all_positions(seed: int, aim: Aim, tmp_path: Path) -> None:
    game = loaded(small_game(seed)[1], tmp_path)
    found = [answered(game, "layers", aim, compiled) for compiled in (False, True)]
    found.append(answered(game, "depth" if aim is Aim.HIGHEST else "breadth", aim))
    assert len({(each.status, each.value, len(each.play) if aim is Aim.FEWEST else 0) for each in found}) == 1


# -- a knapsack -------------------------------------------------------------------------------------------------------

KNAPSACK = """rules 1
game Knapsack "Which things go into the bag?"

type Thing = {{ weight: 0..60, worth: 0..99 }}

given things: list of Thing up to 40 = [{things}]

state
  room:  0..400 = {room}
  worth: 0..999
  at:    0..40

action take
  needs room >= things[at + 1].weight
  does
    room -= things[at + 1].weight
    worth += things[at + 1].worth
    at += 1

action leave
  does
    at += 1
{more}
play
  loop until at == len(things)
    choose take, leave{also}

score
  worth: worth

dominates "roomier and worth more": {grades}
"""


def knapsack(count: int, grades: str = "room, worth", more: str = "", also: str = "") -> str:
    things = ", ".join([f"Thing({7 + number * 37 % 41}, {3 + number * 53 % 47})" for number in range(count)])
    return KNAPSACK.format(things=things, room=8 * count, grades=grades, more=more, also=also)


def best_of_knapsack(count: int) -> int:
    best = [0] * (8 * count + 1)
    for number in range(count):
        weight, worth = 7 + number * 37 % 41, 3 + number * 53 % 47
        for room in range(8 * count, weight - 1, -1):
            best[room] = max(best[room], best[room - weight] + worth)
    return best[-1]


def test_a_knapsack(tmp_path: Path) -> None:
    game = loaded(knapsack(40), tmp_path)
    found = answered(game, "layers", compiled=True)
    assert (found.status, found.value, found.bound) == (Status.OPTIMAL, best_of_knapsack(40), best_of_knapsack(40))
    free = answered(replace(game, dominances=()), "layers", compiled=True)
    assert free.value == found.value and found.nodes < free.nodes / 3
    assert found.remarks[0].startswith('dominates "roomier and worth more": by simulation over 2 kinds of moves (Z3); ')


PLANTED = {
    "less room is better": (knapsack(5, "-room, worth"), "take may be possible in the second state only"),
    "less worth is better": (knapsack(5, "room, -worth"), "the first may be worth less where the second is over"),
    "things already seen": (knapsack(5, "worth, at"), "take may be possible in the second state only"),
    "a move for the poor": (knapsack(5, more="\naction beg\n  needs room < 9\n  does\n    at += 1\n    worth += 5\n", also=", beg"), "beg may be possible in the second state only"),
    "what is forgotten": (knapsack(5, more="\naction swap\n  does\n    worth = room\n    room = worth % 3\n    at += 1\n", also=", swap"), "after swap room may be worse, or not the same, in the first state"),
}


@pytest.mark.parametrize("name", PLANTED)
def test_what_is_planted_is_refused_with_two_states(name: str, tmp_path: Path) -> None:
    text, why = PLANTED[name]
    game = loaded(text, tmp_path)
    order, refused = ordered(game)
    assert order is None and len(refused) == 1
    assert why in refused[0] and "in the first and " in refused[0] and "in the second; --trust" in refused[0]
    free, found = answered(replace(game, dominances=()), "depth"), answered(game, "layers")
    assert found.value == free.value and len(found.remarks) == 1 and "is not used" in found.remarks[0]
    trusted = answered(game, "layers", trust=True)
    assert "trusted, not proved" in trusted.remarks[0] and trusted.value is not None and free.value is not None and trusted.value <= free.value


def test_the_first_that_is_proved_is_used(tmp_path: Path) -> None:
    game = loaded(knapsack(12, "-room") + 'dominates "second": worth, room\n', tmp_path)
    order, refused = ordered(game)
    assert order is not None and order.dominance.label == "second" and len(refused) == 1
    found = answered(game, "layers", compiled=True)
    assert found.value == best_of_knapsack(12) and found.remarks[0].startswith('dominates "second"') and len(found.remarks) == 2


# -- goals ------------------------------------------------------------------------------------------------------------

HARVEST = """rules 1
puzzle Harvest "A full barn with as little work as possible."

state
  hands: 1..40 = 1
  barn:  0..200
  tired: 0..3

action hire
  does
    hands = min(hands + 1, 40)
    tired = 0

action gather
  needs tired < 3
  does
    barn = min(barn + hands, 200)
    tired += 1

play
  loop
    choose hire, gather

goal barn == 200
dominates "more hands and hay, less tired": hands, barn, -tired
"""


def test_fewest_moves(tmp_path: Path) -> None:
    game = loaded(HARVEST, tmp_path)
    assert ordered(game, Aim.FEWEST)[0] is not None
    plain, found, slow = answered(game, "breadth", Aim.FEWEST), *[answered(game, "layers", Aim.FEWEST, compiled) for compiled in (True, False)]
    assert plain.value == found.value == slow.value == len(found.play) and found.status is Status.OPTIMAL
    assert found.nodes < plain.nodes / 4


def test_bounds_of_a_search_for_a_goal(tmp_path: Path) -> None:
    game = loaded(HARVEST, tmp_path)
    events = list(solve(ask(PythonMachine(game), Aim.FEWEST, compiled=native(game)), ENGINES["layers"], confirm=False))
    bounds = [event.value for event in events if isinstance(event, BoundEvent)]
    assert bounds == sorted(bounds) and bounds[-1] == last_answer(events).value
    assert [event.value for event in events if isinstance(event, Incumbent)] == [last_answer(events).value]


def test_a_goal_that_is_out_of_reach(tmp_path: Path) -> None:
    game = loaded(HARVEST.replace("goal barn == 200", "goal barn == 200 and tired == 3 and hands == 1"), tmp_path)
    assert ordered(game, Aim.FEWEST)[0] is None
    game = loaded(HARVEST.replace("goal barn == 200", "goal barn == 200 and hands > 40"), tmp_path)
    assert {answered(game, "layers", Aim.FEWEST, compiled).status for compiled in (False, True)} == {Status.INFEASIBLE}


# -- the kernel -------------------------------------------------------------------------------------------------------

VECTORS = """rules 1
game Vectors

state
{numbers}
  left: 0..{steps} = {steps}

action go(k: 0..{most})
  needs left > 0
  does
    left -= 1
{changes}

play
  loop
    choose go

end when left == 0
score
  sum: {total}
dominates "more": {names}
"""


def vectors(width: int, steps: int, most: int) -> str:
    names = [f"v{number}" for number in range(width)]
    changes = [f"    {name} = ({name} * 5 + k * {3 + 2 * number} + {number}) % 64" for number, name in enumerate(names)]
    return VECTORS.format(
        numbers="\n".join([f"  {name}: 0..63" for name in names]), steps=steps, most=most, changes="\n".join(changes), total=" + ".join(names),
        names=", ".join(names),
    )  # fmt: skip


@pytest.mark.parametrize(("width", "steps", "most"), [(1, 5, 7), (2, 4, 9), (3, 4, 8), (5, 4, 8)])
def test_large_fronts_are_those_of_plain_lists(width: int, steps: int, most: int, tmp_path: Path) -> None:
    """Nothing of this is true; fronts are fronts all the same."""
    game = loaded(vectors(width, steps, most), tmp_path)
    slow, fast = (answered(game, "layers", compiled=compiled, trust=True) for compiled in (False, True))
    assert (slow.value, slow.nodes, counts(slow)) == (fast.value, fast.nodes, counts(fast))


@pytest.mark.parametrize("limits", [Limits(seconds=0.2), Limits(memory=1), Limits(seconds=0), Limits(memory=3 << 20)])
def test_limits_are_obeyed(limits: Limits, tmp_path: Path) -> None:
    game = loaded(LARGE, tmp_path)
    question = ask(PythonMachine(game), Aim.HIGHEST, limits, compiled=native(game))
    answer = last_answer(list(solve(question, ENGINES["layers"], confirm=False)))
    assert answer.status in (Status.UNDECIDED, Status.BOUNDED) and answer.stopped in ("time", "memory")


def test_a_state_with_a_bit_that_its_layout_denies(tmp_path: Path) -> None:
    machine = native(loaded(knapsack(5), tmp_path))
    kernel = Layers(handle_of(machine), None, machine.first_position(), Watch(), bytes(machine.table.state_size), None, False)
    assert kernel.status_name == "unfit"
    kernel = Layers(handle_of(machine), None, machine.first_position(), Watch(), state_mask(machine.game), None, False)
    assert not kernel.run(1) and kernel.status_name == "running" and kernel.nodes == 1
