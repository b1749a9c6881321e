"""The moves that may be legal at a decision in a partly known state."""

from __future__ import annotations

from collections.abc import Iterator

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.moments import moments
from solver.symbolic.course import Forms
from solver.symbolic.expressions import SymbolicEvaluator, has_same_form
from solver.symbolic.folds import items
from solver.symbolic.forms import Form
from solver.symbolic.statements import item_of
from solver.symbolic.steps import Steps
from solver.symbolic.terms import Symbol, Term

MOST_COMBINATIONS = 300
"""Actions with more moves get unknown arguments instead of a truth for each move."""

Arguments = tuple[Form, ...]


class TooManyMoves(Exception):
    """The moves are not spelled out one by one."""


def arguments_of(steps: Steps, state: Forms, decision: ir.DecideNode, action: ir.Action) -> list[Arguments | None]:
    """The arguments of each move that may be legal; a single None stands for unknown arguments."""
    at = steps.evaluator(state)
    at.locals[action.player] = at.form(decision.actor)
    try:
        return list(dict.fromkeys(_bind_arguments(steps, at, action, (), True)))
    except TooManyMoves:
        return [None]


def _bind_arguments(
    steps: Steps, at: SymbolicEvaluator, action: ir.Action, bound: Arguments, legal: Symbol
) -> Iterator[Arguments]:
    level, terms = len(bound), steps.terms
    for need, own in zip(action.needs, moments(action, steps.functions), strict=True):
        if own == level:
            with at.where(legal):
                legal = terms.all((legal, at.form(need.condition)))
    if not isinstance(legal, Term) and not legal:
        return
    if level == len(action.parameters):
        yield bound
        return
    arguments = 0
    for value, there in _values(at, action.parameters[level]):
        at.locals[action.parameters[level].name] = value
        for argument in _bind_arguments(steps, at, action, (*bound, value), terms.all((legal, there))):
            arguments += 1
            if arguments > MOST_COMBINATIONS:
                raise TooManyMoves
            yield argument


def _values(at: SymbolicEvaluator, parameter: ir.Parameter) -> Iterator[tuple[Form, Symbol]]:
    """The known values of a parameter, with the conditions under which they are offered."""
    domain = parameter.domain if parameter.domain is not None else ir.Domain(parameter.type, parameter.type)
    kind = item_of(domain)
    for value, there in items(at, domain):
        if isinstance(there, Term) or there:
            form = (
                value if has_same_form(kind, parameter.type) else at.fit_form(kind, parameter.type, value, domain.span)
            )
            if isinstance(form, Term):
                raise TooManyMoves
            yield form, there
