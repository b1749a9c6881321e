"""What a player learns of a move or an outcome: its text, with question marks for what is hidden."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.names import free_locals
from rules_dsl.ir.rebuild import place_variable, statement_bodies, statement_expressions, walk_statements
from rules_dsl.ir.texts import show_value
from rules_dsl.ir.types import Value
from rules_dsl.machine.api import Machine, Move, PlayError, State
from rules_dsl.machine.seat import UNSEEN_SIGN, hides_something
from rules_dsl.play.notation import action_named, move_types, show_move

Body = tuple[ir.Stmt, ...]


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What a player learns of a move or of chance: `known`, whether anything; `secret`, which arguments he does not see."""

    known: bool = True
    secret: frozenset[int] = frozenset()


def glimpse(machine: Machine, before: State, move: Move, player: int) -> Glimpse:
    """What the player learns. He knows his own moves; of others he knows what his observation afterwards distinguishes."""
    if not hides_something(machine.game) or (machine.kind(before) == "decide" and machine.actor(before) == player):
        return Glimpse()
    others = _others_like(machine, before, move, player)
    if isinstance(machine.game.nodes[before.node], ir.ChanceNode):
        return Glimpse(secret=frozenset({0} if others else ()))
    if any(other.option != move.option for other in others):
        return Glimpse(known=False)
    return Glimpse(
        secret=frozenset(
            _secret(machine, before, move, player).union(
                *[_differing(move.arguments, other.arguments) for other in others]
            )
        )
    )


def tell_move(machine: Machine, before: State, move: Move, player: int) -> str:
    """The move in notation as the player sees it."""
    seen, node = glimpse(machine, before, move, player), machine.game.nodes[before.node]
    if not seen.known:
        return UNSEEN_SIGN
    if not seen.secret:
        return show_move(machine, before, move)
    return (
        f"{node.label} = {UNSEEN_SIGN}"
        if isinstance(node, ir.ChanceNode)
        else _with_signs(machine, before, move, seen.secret)
    )


def _others_like(machine: Machine, before: State, move: Move, player: int) -> list[Move]:
    """What else might have happened for all that the player sees, and would have made a difference."""
    after = machine.apply(before, move)
    seen = machine.observation(after, player)
    result = []
    for other in machine.moves(before):
        then = _after(machine, before, other)
        if then is not None and then != after and machine.observation(then, player) == seen:
            result.append(other)
    return result


def _after(machine: Machine, before: State, move: Move) -> State | None:
    """The position after a move; None if the rules stop the play there."""
    try:
        return machine.apply(before, move)
    except PlayError:
        return None


def _differing(one: Sequence[Value], other: Sequence[Value]) -> Iterator[int]:
    for at in range(max(len(one), len(other))):
        if one[at : at + 1] != other[at : at + 1]:
            yield at


def _with_signs(machine: Machine, before: State, move: Move, secret: Set[int]) -> str:
    node = machine.game.nodes[before.node]
    assert isinstance(node, ir.DecideNode)
    types = move_types(machine, before, move)
    shown = (
        UNSEEN_SIGN if at in secret else show_value(kind, value)
        for at, (kind, value) in enumerate(zip(types, move.arguments, strict=True))
    )
    return f"{action_named(machine.game, node.options[move.option].action).title}({', '.join(shown)})"


# -- what an argument goes into -----------------------------------------------------------------------------------------
# A player with one card left has no other move, and still nobody sees which card he lays face down.


def _secret(machine: Machine, before: State, move: Move, player: int) -> set[int]:
    """The arguments that go only into variables of which the player has seen no change."""
    node = machine.game.nodes[before.node]
    assert isinstance(node, ir.DecideNode)
    targets = list_hidden_targets(machine.game, action_named(machine.game, node.options[move.option].action))
    changed = _visibly_changed(machine, before, move, player)
    fitting = [targets[min(at, len(targets) - 1)] for at in range(len(move.arguments))]
    return {at for at, variables in enumerate(fitting) if variables and not variables & changed}


def list_hidden_targets(game: ir.Game, action: ir.Action) -> list[frozenset[str]]:
    """For each parameter, and last for what is chosen in the body, the variables it goes into if all of them may be
    hidden; otherwise nothing.
    """
    hideable = {variable.name for variable in game.variables if variable.seen.kind != "all"}
    sources = [*({parameter.name} for parameter in action.parameters), _list_chosen(action.body)]
    written = [frozenset(_list_written(names, action.body)) for names in sources]
    return [names if names <= hideable else frozenset() for names in written]


def _visibly_changed(machine: Machine, before: State, move: Move, player: int) -> set[str]:
    first, then = machine.observation(before, player), machine.observation(machine.apply(before, move), player)
    return {
        variable.name for variable, was, now in zip(machine.game.variables, first, then, strict=False) if was != now
    }


def _list_chosen(body: Body) -> set[str]:
    return {stmt.name for stmt in walk_statements(body) if isinstance(stmt, ir.Choose)}


def _list_written(sources: Set[str], body: Body) -> set[str]:
    """The variables that get something made from these locals, or get it only where a condition on them holds."""
    known, written = set(sources), set[str]()
    while True:
        size = len(known) + len(written)
        _follow(body, known, written, False)
        if len(known) + len(written) == size:
            return written


def _follow(body: Body, known: set[str], written: set[str], under: bool) -> None:
    for stmt in body:
        reads = under or any(free_locals(expr) & known for expr in statement_expressions(stmt))
        match stmt:
            case ir.Assign(place) if reads:
                written.add(place_variable(place))
            case ir.Let(name) | ir.For(name) | ir.Choose(name) if reads:
                known.add(name)
            case _:
                pass
        for block in statement_bodies(stmt):
            _follow(block, known, written, reads)
