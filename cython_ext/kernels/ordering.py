"""Moves that commute, as the kernels have them."""

from __future__ import annotations

from dataclasses import dataclass

from cython_ext.emit.alike import merged
from cython_ext.layout.move_codes import move_codes
from cython_ext.layout.states import Forms, state_layout
from cython_ext.native import NativeMachine
from rules_dsl.ir.nodes import DecideNode

Swap = tuple[int, int, int]
"""A node, and two of its options of which the second may follow the first."""


@dataclass(frozen=True, slots=True)
class OrderStruct:
    """`struct rw_order`: `swaps` has a byte for each node, first and second option."""

    swaps: bytes
    node_at: int
    node_bytes: int
    options: int
    by_option: bool
    mask: int


def ordering_of(machine: NativeMachine, swaps: frozenset[Swap]) -> OrderStruct | None:
    """What the kernels need to make such moves in one order; None if there are none."""
    game = machine.game
    if not swaps:
        return None
    options = max(len(node.options) for node in game.nodes if isinstance(node, DecideNode))
    table = bytearray(len(game.nodes) * options * options)
    for node, first, second in swaps:
        table[(node * options + first) * options + second] = 1
    at, size = place_of(machine)
    return OrderStruct(bytes(table), at, size, options, bool(merged(game)), (1 << move_codes(game).option_width) - 1)


def place_of(machine: NativeMachine, variable: str | None = None) -> tuple[int, int]:
    """Where in a state a variable stands, or its node, and how many bytes it has."""
    at, wanted = 0, "node" if variable is None else f"v {variable}"
    names = {variable.name: f"v {variable.name}" for variable in machine.game.variables}
    for member in state_layout(machine.game, Forms(), names).struct.members:
        if member.name == wanted:
            return at, member.size
        at += member.size
    raise AssertionError(f"no state has {wanted}")
