"""Walks on symbolic values, wave by wave; each wave has a truth for every value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import ListType, SetType, Type, cardinality, value_of
from rules_dsl.quantities import quantity
from solver.symbolic.converting import convert_form, ordinal_of
from solver.symbolic.folds import items_in
from solver.symbolic.forms import Form, UnsupportedTerm, make_form
from solver.symbolic.terms import Symbol, Term

if TYPE_CHECKING:
    from solver.symbolic.expressions import SymbolicEvaluator

LARGEST = 128
"""Walks over more values are not spelled out."""


def walk(at: SymbolicEvaluator, expr: ir.Walk) -> Form:
    """The value of a walk."""
    match expr.type, expr.start.type:
        case SetType(item), _:
            pass
        case _, SetType(item):
            pass
        case _:
            raise TypeError(f"{expr.start.type} is not a set")
    if cardinality(item) > LARGEST:
        raise UnsupportedTerm(f"a walk over {quantity(cardinality(item), 'value')}")
    over = SetType(item)
    start = at.as_type(over, expr.start, expr.span)
    target = None if expr.target is None else at.as_type(over, expr.target, expr.span)
    waves = _waves(at, expr, item, start)
    if target is None:
        return tuple([at.terms.any(column) for column in zip(*waves, strict=True)])
    met = [at.terms.any([at.terms.all(pair) for pair in zip(wave, target, strict=True)]) for wave in waves]
    return _distance(at, expr, met) if expr.kind == "distance" else _nearest(at, waves, target, met)


def _waves(at: SymbolicEvaluator, expr: ir.Walk, item: Type, start: Form) -> list[Form]:
    """The values at distance 0, 1, 2 …; a step is evaluated only where its value is reached."""
    terms = at.terms
    steps: dict[int, Form] = {}
    seen, wave, waves = start, start, [start]
    for _ in range(cardinality(item) - 1):
        for number in range(cardinality(item)):
            if number not in steps and (isinstance(wave[number], Term) or wave[number]):
                steps[number] = _step(at, expr, item, number, wave[number])
        onward = [(wave[number], step) for number, step in steps.items()]
        result = [
            terms.any([terms.all((here, step[place])) for here, step in onward]) for place in range(cardinality(item))
        ]
        wave = tuple([terms.all((new, terms.negate_truth(old))) for new, old in zip(result, seen, strict=True)])
        if not any(isinstance(part, Term) or part for part in wave):
            break
        seen = tuple([terms.any(pair) for pair in zip(seen, wave, strict=True)])
        waves.append(wave)
    return waves


def _step(at: SymbolicEvaluator, expr: ir.Walk, item: Type, number: int, reached: Symbol) -> Form:
    """Where one step leads from a value, as truths."""
    at.locals[expr.name] = make_form(item, value_of(item, number))
    with at.where(reached):
        whole = at.form(expr.step)
        if not isinstance(expr.step.type, ListType):
            return at.fit_form(expr.step.type, SetType(item), whole, expr.step.span)
        rows = [
            (ordinal_of(at.terms, item, convert_form(at.terms, expr.step.type.item, item, value)[0]), there)
            for value, there in items_in(at, expr.step.type, whole)
        ]
    return tuple(
        [
            at.terms.any([at.terms.all((there, at.terms.equal(where, place))) for where, there in rows])
            for place in range(cardinality(item))
        ]
    )


def _distance(at: SymbolicEvaluator, expr: ir.Walk, met: list[Symbol]) -> Form:
    """The number of the first wave that meets the target, as an option; 0 stands for none."""
    distance: Symbol = 0
    for steps in range(len(met) - 1, -1, -1):
        distance = at.terms.choice(met[steps], steps + 1, distance, False)
    return distance


def _nearest(at: SymbolicEvaluator, waves: list[Form], target: Form, met: list[Symbol]) -> Form:
    terms = at.terms
    first = [terms.all((here, terms.negate_truth(terms.any(met[:number])))) for number, here in enumerate(met)]
    return tuple(
        [
            terms.any([terms.all((now, wave[place], there)) for now, wave in zip(first, waves, strict=True)])
            for place, there in enumerate(target)
        ]
    )
