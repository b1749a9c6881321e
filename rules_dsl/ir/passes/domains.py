"""Needs that say which values a parameter may take → the parameter's domain.

The need stays, marked `implied`: it explains why a value is refused, and nothing has to test it when moves are listed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules_dsl.ir.calls import by_name
from rules_dsl.ir.names import free_locals
from rules_dsl.ir.nodes import Action, Binary, Builtin, Domain, Expr, Function, Game, Local, Need, Parameter
from rules_dsl.ir.partial import can_fail
from rules_dsl.ir.shapes import fit_expression, parts_of_and
from rules_dsl.ir.types import BagType, ListType, SetType


def run(game: Game) -> Game:
    """Needs `x in S` about a parameter x, S known before x → the domain of x."""
    functions = by_name(game.functions)
    return replace(game, actions=tuple(_with_domains(action, functions) for action in game.actions))


def _with_domains(action: Action, functions: Mapping[str, Function]) -> Action:
    parameters = list(action.parameters)
    needs = tuple(need if need.implied else _restrict(need, parameters, functions) for need in action.needs)
    return replace(action, parameters=tuple(parameters), needs=needs)


def _restrict(need: Need, parameters: list[Parameter], functions: Mapping[str, Function]) -> Need:
    """Narrow the domains of parameters by the need; the need is implied if nothing of it is left to test."""
    done = [_narrow(part, parameters, functions) for part in parts_of_and(need.condition)]
    return replace(need, implied=all(done))


def _narrow(condition: Expr, parameters: list[Parameter], functions: Mapping[str, Function]) -> bool:
    match condition:
        case Binary("in", Local(name), values) if isinstance(values.type, SetType):
            pass
        case _:
            return False
    names = [parameter.name for parameter in parameters]
    if name not in names or can_fail(values, functions):
        return False
    place = names.index(name)
    parameter = parameters[place]
    if values.type != SetType(parameter.type) or free_locals(values) & set(names[place:]):
        return False
    parameters[place] = replace(parameter, domain=_common(parameter, values))
    return True


def _common(parameter: Parameter, values: Expr) -> Expr:
    old = parameter.domain
    if old is None or isinstance(old, Domain) or old == values:
        return values
    return Binary("common", _as_set(old, values), values, values.type, span=values.span)


def _as_set(domain: Expr, like: Expr) -> Expr:
    match domain.type:
        case ListType(item) | BagType(item):
            return fit_expression(Builtin("members", (domain,), SetType(item), span=domain.span), like.type)
        case _:
            return fit_expression(domain, like.type)
