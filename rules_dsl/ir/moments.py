"""When the needs of an action are tested while its parameters are bound one after another."""

from __future__ import annotations

from collections.abc import Mapping

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.names import free_locals
from rules_dsl.ir.partial import can_fail


def moments(action: ir.Action, functions: Mapping[str, ir.Function]) -> list[int]:
    """For each need, how many parameters are bound when it is tested; -1 for those that the domains imply."""
    names = [parameter.name for parameter in action.parameters]
    numbers: list[int] = []
    for need in action.needs:
        if need.implied:
            numbers.append(-1)
            continue
        reads = free_locals(need.condition)
        own = max([position + 1 for position, name in enumerate(names) if name in reads], default=0)
        numbers.append(max([own, *numbers]) if can_fail(need.condition, functions) else own)
    return numbers
