"""Equivalence: two games with the same variables treat every state alike, so no play distinguishes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import z3

from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import Machine, State
from solver.protocol.clock import Clock
from solver.smt.asking import check_conditions
from solver.smt.proving import MILLISECONDS
from solver.smt.translating import Z3Translation
from solver.symbolic.course import Forms
from solver.symbolic.forms import Form, UnsupportedTerm, equate_forms
from solver.symbolic.steps import Steps, SymbolicStep
from solver.symbolic.terms import Symbol, Terms


def equivalent(one: Machine, other: Machine, clock: Clock, starts: tuple[State, State] | None = None) -> bool:
    """True if in no state at all a move, an ending or a score differs; False if that cannot be shown.

    States are related by the names of their variables.
    """
    first, second = one.game, other.game
    begun, also = starts or (one.initial(), other.initial())
    if not _comparable(first, second) or begun != also:
        return False
    terms, translation = Terms(), Z3Translation()
    before, after = Steps(first, terms), Steps(second, terms)
    state = before.unknown_state()
    try:
        for wrong in _differences(before, after, state, clock):
            if not _impossible(wrong, translation, clock):
                return False
    except UnsupportedTerm:
        return False
    return True


def _comparable(first: ir.Game, second: ir.Game) -> bool:
    """The same variables, players, actions by name and parameters, and the same places where play rests."""
    variables = [
        [(variable.name, variable.type, variable.seen) for variable in game.variables] for game in (first, second)
    ]
    return variables[0] == variables[1] and first.players == second.players and _outline(first) == _outline(second)


def _outline(game: ir.Game) -> list[object]:
    titles = {
        action.name: (action.title, tuple([parameter.type for parameter in action.parameters]))
        for action in game.actions
    }
    parts: list[object] = []
    for number, node in enumerate(game.nodes):
        match node:
            case ir.DecideNode(options=options):
                parts.append((number, [titles[option.action] for option in options]))
            case ir.ChanceNode(variable=variable, type=type_, label=label, weight=weight):
                parts.append((number, variable, type_, label, weight))
            case ir.StopNode():
                parts.append(number)
            case _:
                pass
    return parts


def _differences(before: Steps, after: Steps, state: Forms, clock: Clock) -> Iterator[Symbol]:
    """What must not be possible: a move legal in one game only, another place to rest, another value of a variable,
    another actor, ending or score.
    """
    terms = before.terms
    for one, other in zip(before.steps(state), after.steps(state), strict=True):
        if clock.is_over():
            raise UnsupportedTerm("in this time, all that the rules say")
        yield terms.negate_truth(terms.equate_truths(one.legal, other.legal))
        yield from _of_moves(before, one, other)
    for node in range(len(before.game.nodes)):
        yield from _observe_node(before, after, state, node)


def _of_moves(steps: Steps, one: SymbolicStep, other: SymbolicStep) -> Iterator[Symbol]:
    terms, kinds = steps.terms, {variable.name: variable.type for variable in steps.game.variables}
    choices = [[(choice.type, choice.form) for choice in step.choices] for step in (one, other)]
    if choices[0] != choices[1] or len(one.rests) != len(other.rests):
        yield True
        return
    yield terms.all((one.legal, terms.any((one.beyond, other.beyond))))
    failing = [terms.any([failure.condition for failure in step.failures]) for step in (one, other)]
    yield terms.negate_truth(terms.equate_truths(failing[0], failing[1]))
    for first, second in zip(one.rests, other.rests, strict=True):
        if first.node != second.node:
            yield True
            return
        there = terms.all((one.legal, first.condition))
        yield terms.all((one.legal, terms.negate_truth(terms.equate_truths(first.condition, second.condition))))
        for name, kind in kinds.items():
            yield terms.all(
                (there, terms.negate_truth(equate_forms(terms, kind, first.state[name], second.state[name])))
            )


def _observe_node(before: Steps, after: Steps, state: Forms, node: int) -> Iterator[Symbol]:
    """The player to move, the ending, and the score."""
    terms, rows = before.terms, []
    for steps in (before, after):
        at = steps.make_evaluator(state, node)
        place = steps.game.nodes[node]
        forms: list[Form] = [at.form(place.actor)] if isinstance(place, ir.DecideNode) else []
        if isinstance(place, ir.DecideNode | ir.StopNode):
            forms += [value for line in steps.game.scores for value in _observe_score(steps, line, state, node)]
            forms += _observe_endings(steps, state, node)
        rows.append(forms)
    if len(rows[0]) != len(rows[1]):
        yield True
        return
    for one, other in zip(*rows, strict=True):
        yield terms.negate_truth(terms.equal(terms.sum([(1, one)]), terms.sum([(1, other)])))


def _observe_score(steps: Steps, line: ir.ScoreLine, state: Forms, node: int) -> list[Form]:
    at = steps.make_evaluator(state, node)
    forms = []
    for player in _players(steps.game) if line.each is not None else [0]:
        if line.each is not None:
            at.locals[line.each] = player
        forms.append(at.form(line.value))
    return forms


def _observe_endings(steps: Steps, state: Forms, node: int) -> list[Form]:
    """For each ending and player whether it holds; kinds are compared as numbers."""
    at = steps.make_evaluator(state, node)
    forms: list[Form] = []
    for ending in steps.game.endings:
        forms.append(sum(map(ord, ending.kind)))
        for player in _players(steps.game) if ending.each is not None else [0]:
            if ending.each is not None:
                at.locals[ending.each] = player
            forms.append(at.form(ending.condition))
            forms.append(0 if ending.who is None else at.form(ending.who))
    return forms


def _players(game: ir.Game) -> Sequence[int]:
    return range(len(getattr(game.players, "members", ())))


def _impossible(wrong: Symbol, translation: Z3Translation, clock: Clock) -> bool:
    if isinstance(wrong, bool | int):
        return not wrong
    solver = z3.Solver()
    left = clock.deadline
    solver.set("timeout", MILLISECONDS if left is None else max(1, min(MILLISECONDS, int(1000 * left))))
    truth = translation.truth(wrong)
    solver.add(translation.ranges)
    solver.add(truth)
    return bool(check_conditions(solver) == z3.unsat)
