"""Is the automaton well formed: jumps that lead somewhere, one stop node, and it is the last?"""

from __future__ import annotations

from collections.abc import Iterator

from rules_dsl.ir.automaton.graph import targets
from rules_dsl.ir.nodes import DecideNode, Game, StopNode


def automaton_problems(game: Game) -> Iterator[str]:
    """What is wrong with the shape of the automaton."""
    if game.play:
        yield "play: still there beside the nodes"
    stops = [number for number, node in enumerate(game.nodes) if isinstance(node, StopNode)]
    if stops != [len(game.nodes) - 1]:
        yield f"nodes: stop nodes at {stops}, one must be the last"
    for number, node in enumerate(game.nodes):
        yield from (f"node {number}: goes to {target}" for target in targets(node) if not 0 <= target < len(game.nodes))
        if isinstance(node, DecideNode):
            yield from _unknown_actions(number, node, game)
    yield from (
        f"section {name}: begins at {number}" for name, number in game.sections if not 0 <= number < len(game.nodes)
    )


def _unknown_actions(number: int, node: DecideNode, game: Game) -> Iterator[str]:
    known = {action.name for action in game.actions}
    return (f"node {number}: no action {option.action}" for option in node.options if option.action not in known)
