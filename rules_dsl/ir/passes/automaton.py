"""`Game.play`, one structured statement → `Game.nodes` and `Game.sections`; locals that outlive a node → control
variables.
"""

from __future__ import annotations

from dataclasses import replace

from rules_dsl.ir.automaton.graph import AutomatonGraph, note_deciders, number_nodes, simplify
from rules_dsl.ir.automaton.live import Liveness
from rules_dsl.ir.automaton.lower import Lowering, lower
from rules_dsl.ir.automaton.promote import CONTROL, Promotion, find_promotion, promote_in_action, promote_in_node
from rules_dsl.ir.automaton.rest import put_to_rest
from rules_dsl.ir.automaton.tidy import sink_lets
from rules_dsl.ir.names import DECIDER
from rules_dsl.ir.nodes import Action, Assign, Game, Literal, VarPlace


def run(game: Game) -> Game:
    """Structured play → nodes; a game that has its nodes already stays as it is."""
    if game.nodes:
        return game
    lowering = lower(game)
    actions = _actions(lowering)
    simplify(lowering.graph)
    sink_lets(lowering.graph, Liveness(lowering.graph, actions))
    _note_deciders(game, lowering.graph)
    promotion = _promote(game, lowering.graph, actions)
    nodes, sections = number_nodes(lowering.graph)
    changed = tuple(promote_in_action(action, promotion) for action in actions.values())
    variables = game.variables + promotion.variables()
    return replace(game, play=(), nodes=nodes, sections=sections, actions=changed, variables=variables)


def _actions(lowering: Lowering) -> dict[str, Action]:
    """All actions by name, those with chance in them cut, those made of chooses last."""
    actions = {action.name: action for action in lowering.game.actions}
    actions |= {name: cut.action for name, cut in lowering.cuts.items()}
    return actions | {action.name: action for action in lowering.choices.values()}


def _note_deciders(game: Game, graph: AutomatonGraph) -> None:
    """Where endings ask who cannot move, the state says who has to decide."""
    if any(variable.name == DECIDER for variable in game.variables):
        place = VarPlace(DECIDER, game.players)
        note_deciders(
            graph,
            lambda actor: Assign(place, actor, False, CONTROL),
            Assign(place, Literal(0, game.players), False, CONTROL),
        )


def _promote(game: Game, graph: AutomatonGraph, actions: dict[str, Action]) -> Promotion:
    simplify(graph)
    live = Liveness(graph, actions)
    promotion = find_promotion(graph, live, actions, game.players)
    put_to_rest(graph, live, promotion)
    graph.nodes = {label: promote_in_node(node, promotion) for label, node in graph.nodes.items()}
    simplify(graph)
    return promotion
