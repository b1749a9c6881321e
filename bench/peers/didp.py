"""didppy (pip install didppy):

A* over a model in dynamic programming, without a bound or with the columns and rows that the tiles are away.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from bench.peers.sliding import SEARCHES, distance, slides, start_of
from bench.tasks import Figure, Task


def missing() -> str:
    """Why it cannot be measured."""
    return "" if find_spec("didppy") is not None else "didppy is not there (pip install didppy)"


def measure(task: Task) -> Figure | None:
    """Positions looked at, and the seconds of the search."""
    if task.what not in SEARCHES or task.game != "fifteen":
        return None
    didppy = import_module("didppy")
    width, tiles = start_of(task)
    cells = len(tiles)
    model = didppy.Model()
    cell = model.add_object_type(number=cells)
    lies = [model.add_element_var(object_type=cell, target=tiles.index(tile)) for tile in range(cells)]
    for tile, here, there in slides(width, cells):
        model.add_transition(
            didppy.Transition(
                name=f"slide {tile} {here} {there}",
                cost=didppy.IntExpr.state_cost() + 1,
                preconditions=[lies[0] == there, lies[tile] == here],
                effects=[(lies[0], here), (lies[tile], there)],
            )
        )
    model.add_base_case([lies[tile] == tile for tile in range(1, cells)])
    model.add_dual_bound(0)
    if task.what != "blind":
        away = [model.add_int_table([distance(width, here, tile) for here in range(cells)]) for tile in range(1, cells)]
        model.add_dual_bound(sum([table[lies[tile]] for tile, table in enumerate(away, 1)], didppy.IntExpr(0)))
    found = didppy.CAASDy(model, quiet=True).search()
    assert found.is_optimal
    return Figure(found.expanded, found.time)
