"""Runs `example` blocks on the reference machine, one step after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import assert_never

from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.examples.results import ExampleOutcome, report_failure, report_pass
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.texts import show_value
from rules_dsl.machine.api import Move, Refusal, State
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.play.notation import near_moves, read_move, show_move
from rules_dsl.source import Span

KIND = "example"


@dataclass(frozen=True, slots=True)
class ExampleRun:
    """The outcome of an example, its last state, and the rules that refused something."""

    outcome: ExampleOutcome
    state: State
    refusing: frozenset[str]


class StepFailure(Exception):
    """A step of an example does not hold."""

    def __init__(self, span: Span, detail: str) -> None:
        super().__init__(detail)
        self.span = span
        self.detail = detail


@dataclass(frozen=True, slots=True)
class _Stand:
    """The state of an example: position, moves, and the rules that refused something."""

    state: State
    moves: tuple[str, ...] = ()
    refusing: frozenset[str] = frozenset()


def run_example(machine: ReferenceMachine, example: ir.Example) -> ExampleRun:
    """Runs an example of a game that was loaded with the example's own options and givens."""
    opening = _opening(example)
    steps = example.steps[len(opening) :]
    stand, number = _Stand(machine.initial()), -1
    try:
        stand, number = _Stand(_open_example(machine, opening)), 0
        while number < len(steps):
            stand, used = _step(machine, stand, steps[number], steps[number + 1] if number + 1 < len(steps) else None)
            number += used
    except StepFailure as unmet:
        return ExampleRun(
            report_failure(KIND, example.label, unmet.span, unmet.detail, stand.moves), stand.state, stand.refusing
        )
    except RulesError as error:
        span = example.rule.span if number < 0 else _span(steps[number], example)
        return ExampleRun(
            report_failure(KIND, example.label, span, error.diagnostics[0].message, stand.moves),
            stand.state,
            stand.refusing,
        )
    return ExampleRun(report_pass(KIND, example.label, example.rule.span), stand.state, stand.refusing)


def position_of(machine: ReferenceMachine, example: ir.Example) -> State:
    """The start of an example; raises RulesError and StepFailure if there is none."""
    return _open_example(machine, _opening(example))


def _opening(example: ir.Example) -> tuple[ir.ExampleStep, ...]:
    return tuple(takewhile(lambda step: isinstance(step, ir.GivenStep | ir.AtStep), example.steps))


def _span(step: ir.ExampleStep, example: ir.Example) -> Span:
    return step.assign.span if isinstance(step, ir.GivenStep) else step.span


def _step(
    machine: ReferenceMachine, stand: _Stand, step: ir.ExampleStep, following: ir.ExampleStep | None
) -> tuple[_Stand, int]:
    """The position after a step, and how many steps that took: a refused move takes two."""
    match step:
        case ir.GivenStep(assign):
            return replace(stand, state=machine.run(stand.state, (assign,))), 1
        case ir.AtStep():
            return replace(stand, state=machine.resume(stand.state, _insist_on_section(machine, step))), 1
        case ir.MoveStep() if isinstance(following, ir.RefusedStep):
            return _expect_refusal(machine, stand, step, following), 2
        case ir.MoveStep():
            return _play_step(machine, stand, step), 1
        case ir.RunStep(body):
            return replace(stand, state=machine.run(stand.state, body)), 1
        case ir.ThenStep():
            demand(machine, stand.state, step)
            return stand, 1
        case ir.RefusedStep(span=span):
            raise StepFailure(span, "there is no move before this to refuse")
        case _:
            assert_never(step)


def _open_example(machine: ReferenceMachine, opening: Sequence[ir.ExampleStep]) -> State:
    """The first position: givens are set before play, and play starts where `at` says."""
    given = tuple(step.assign for step in opening if isinstance(step, ir.GivenStep))
    sections = [_insist_on_section(machine, step) for step in opening if isinstance(step, ir.AtStep)]
    return machine.start(given, sections[-1] if sections else None)


def _insist_on_section(machine: ReferenceMachine, step: ir.AtStep) -> str:
    if step.section not in dict(machine.game.sections):
        raise StepFailure(step.span, f"play never comes to {step.section}")
    return step.section


def _play_step(machine: ReferenceMachine, stand: _Stand, step: ir.MoveStep) -> _Stand:
    move = read_move(machine, stand.state, step.text, step.span)
    refusal = machine.explain(stand.state, move)
    if refusal is not None:
        raise StepFailure(
            step.span, f"{step.text} is refused: {refusal.reason}{_instead(machine, stand.state, step.text)}"
        )
    text = show_move(machine, stand.state, move)
    return _Stand(machine.apply(stand.state, move), (*stand.moves, text), stand.refusing)


def _instead(machine: ReferenceMachine, state: State, text: str) -> str:
    near = near_moves(machine, state, text)
    return f" (legal are {', '.join(near)})" if near else ""


def _expect_refusal(machine: ReferenceMachine, stand: _Stand, step: ir.MoveStep, expected: ir.RefusedStep) -> _Stand:
    refusal = _refusal(machine, stand.state, step)
    if refusal is None:
        raise StepFailure(step.span, f"{step.text} should be refused, but is legal")
    if expected.reason is not None and refusal.reason != expected.reason:
        raise StepFailure(
            expected.span, f'{step.text} is refused because "{refusal.reason}", not because "{expected.reason}"'
        )
    return replace(stand, refusing=stand.refusing | {refusal.rule.name})


def _refusal(machine: ReferenceMachine, state: State, step: ir.MoveStep) -> Refusal | None:
    """Why a move is refused; a move that is not offered here at all is refused in the words of the notation."""
    try:
        move: Move = read_move(machine, state, step.text, step.span)
    except RulesError as error:
        if error.diagnostics[0].code == "E0804":
            raise
        return Refusal(error.diagnostics[0].message, ir.Rule("play", span=step.span))
    return machine.explain(state, move)


def demand(machine: ReferenceMachine, state: State, step: ir.ThenStep) -> None:
    """Raise StepFailure with the values of both sides unless the condition holds."""
    failing = next((part for part in _parts(step.condition) if not machine.value(part, state, {})), None)
    if failing is not None:
        raise StepFailure(step.span, f"{step.source} does not hold{_values(machine, state, failing)}")


def _parts(condition: ir.Expr) -> list[ir.Expr]:
    """The conditions an `and` joins."""
    if isinstance(condition, ir.Binary) and condition.operator == "and":
        return [*_parts(condition.left), *_parts(condition.right)]
    return [condition]


def _values(machine: ReferenceMachine, state: State, failing: ir.Expr) -> str:
    """What the two sides of a comparison that fails are."""
    if not isinstance(failing, ir.Binary) or failing.operator not in ("==", "!=", "<", "<=", ">", ">="):
        return ""
    sides = [show_value(side.type, machine.value(side, state, {})) for side in (failing.left, failing.right)]
    return f": {sides[0]} {failing.operator} {sides[1]} is false"
