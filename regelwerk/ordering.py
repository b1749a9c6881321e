"""Which moves may change places, in words and as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules_dsl.ir import nodes as ir
from solver.commuting import Pair

NONE = "no pairs: a decision with two moves of one player in a row is needed"


def told(game: ir.Game, found: Sequence[Pair]) -> Iterator[str]:
    """One line for each pair of actions that may follow each other at a decision."""
    yield from [f"{_title(game, each, each.first)}, then {_title(game, each, each.second)}: {_how(each)}" for each in found] or [NONE]


def plain(game: ir.Game, found: Sequence[Pair]) -> list[dict[str, object]]:
    """The same for JSON."""
    return [
        {"node": each.node, "first": _title(game, each, each.first), "second": _title(game, each, each.second), "swaps": each.swaps, "why": each.why}
        for each in found
    ]


def _how(pair: Pair) -> str:
    return "may change places" if pair.swaps else f"in this order, for {pair.why}"


def _title(game: ir.Game, pair: Pair, option: int) -> str:
    node = game.nodes[pair.node]
    assert isinstance(node, ir.DecideNode)
    name = node.options[option].action
    return next(action.title for action in game.actions if action.name == name)
