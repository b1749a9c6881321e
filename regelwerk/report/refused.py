"""Plausible moves that are illegal, with reasons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product
from math import prod

from regelwerk.api.game import State
from rules_dsl.ir.nodes import Action, DecideNode
from rules_dsl.ir.texts import show_value
from rules_dsl.ir.types import Value, cardinality, values
from rules_dsl.machine.api import Move
from rules_dsl.play.notation import action_named

MOST_TRIED = 5_000
MOST_REFUSED = 500


@dataclass(frozen=True, slots=True)
class RefusedMove:
    """An illegal move, the reason, and the rule behind it."""

    text: str
    raw: Move
    reason: str
    rule: str


def list_refused_moves(state: State) -> tuple[RefusedMove, ...]:
    """Moves of the actions offered here that are refused; of actions with very many parameter values none."""
    node = state.game.rules.nodes[state.raw.node]
    if not isinstance(node, DecideNode):
        return ()
    return tuple(islice(_list_refused_here(state, node), MOST_REFUSED))


def _list_refused_here(state: State, node: DecideNode) -> Iterator[RefusedMove]:
    legal = state.game.machine.moves(state.raw)
    for number, option in enumerate(node.options):
        action = action_named(state.game.rules, option.action)
        started = {move.arguments[: len(action.parameters)] for move in legal if move.option == number}
        for arguments in _candidates(action):
            if arguments not in started:
                yield from _explain_refusal(state, action, Move(number, arguments))


def _candidates(action: Action) -> Iterator[tuple[Value, ...]]:
    types = [parameter.type for parameter in action.parameters]
    if prod(cardinality(type_) for type_ in types) > MOST_TRIED:
        return iter(())
    return product(*(values(type_) for type_ in types))


def _explain_refusal(state: State, action: Action, move: Move) -> Iterator[RefusedMove]:
    refusal = state.game.machine.explain(state.raw, move)
    if refusal is not None:
        words = (show_value(parameter.type, value) for parameter, value in zip(action.parameters, move.arguments, strict=True))
        text = f"{action.title}({', '.join(words)})" if move.arguments else action.title
        yield RefusedMove(text, move, refusal.reason, refusal.rule.name)
