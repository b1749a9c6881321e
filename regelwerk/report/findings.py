"""Findings about a game, as text and data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules_dsl.diagnostics.diagnostic import Diagnostic, finding
from rules_dsl.examples.claims import write_play
from rules_dsl.ir.failures import PlayError
from rules_dsl.ir.texts import show_value
from rules_dsl.ir.types import MapType, Type, Value, values
from rules_dsl.machine.api import Machine, Move, State
from rules_dsl.source import Span
from solver.check.findings import Finding, ProvedFinding, RefutedFinding, UndecidedFinding
from solver.check.grounds import Grounds

NO_PARAGRAPH = "no paragraph"


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """A move of a play, and what it changed."""

    move: str
    changes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FindingReport:
    """A finding for output.

    `verdict`: proved, refuted or undecided. `excluded_by`: for something unreachable, the conditions that exclude it
    together. `stopped`: what ended the visit of positions that left it undecided.
    """

    code: str
    verdict: str
    text: str
    why: str
    method: str
    rule: str
    cites: tuple[str, ...]
    span: Span
    play: tuple[PlayedStep, ...]
    loop: int | None
    used: tuple[str, ...]
    state: tuple[str, ...]
    moves: tuple[Move, ...]
    grounds: tuple[Grounds, ...] = ()
    excluded_by: tuple[str, ...] = ()
    stopped: str = ""

    @property
    def severity(self) -> str:
        """Only refuted findings are errors."""
        return "warning" if self.verdict == "refuted" else "note"

    @property
    def diagnostic(self) -> Diagnostic:
        """The finding as all others are shown."""
        reason = "; ".join(part for part in (self.why, self.method) if part)
        return finding(self.code, f"does not hold: {self.text}", self.span, reason=reason)


def describe_finding(machine: Machine, start: State, result: Finding) -> FindingReport:
    """A finding in words."""
    question = result.question
    why, method, stopped = "", "", ""
    play: tuple[Move, ...] = ()
    loop: int | None = None
    used: tuple[str, ...] = ()
    grounds: tuple[Grounds, ...] = ()
    state: tuple[str, ...] = ()
    match result:
        case ProvedFinding(_, method, used, play, grounds):
            verdict = "proved"
        case RefutedFinding(_, method, why, play, loop, used, grounds):
            verdict = "refuted"
        case UndecidedFinding(_, method, before, action, stopped):
            verdict = "undecided"
            why = f"a step of the induction fails at {action}" if action else ""
            state = () if before is None else values_of(machine, start, before)
    return FindingReport(
        str(question.topic), verdict, question.text, why, method, question.rule.name, question.rule.cites, question.rule.span,
        steps(machine, start, play), loop, used, state, play, grounds, stopped=stopped,
    )  # fmt: skip


def as_dict(item: FindingReport) -> dict[str, object]:
    """A finding as plain data, with the keys of the contract."""
    span = item.span
    return {
        "code": item.code, "severity": item.severity, "rule": item.rule, "cites": list(item.cites), "verdict": item.verdict, "method": item.method,
        "play": [step.move for step in item.play], "message": item.text, "why": item.why, "changes": [list(step.changes) for step in item.play],
        "loop": item.loop, "used": list(item.used), "state": list(item.state), "excluded_by": list(item.excluded_by),
        "stopped": item.stopped, "file": span.file, "line": span.line, "column": span.column,
    }  # fmt: skip


def by_paragraph(entries: Sequence[FindingReport]) -> dict[str, list[FindingReport]]:
    """The findings under each paragraph they cite, in the order in which the paragraphs first come up; those that cite
    none at the end.
    """
    groups: dict[str, list[FindingReport]] = {}
    for entry in entries:
        for cite in entry.cites:
            groups.setdefault(cite, []).append(entry)
    rest = [entry for entry in entries if not entry.cites]
    return {**groups, **({NO_PARAGRAPH: rest} if rest else {})}


# -- plays ------------------------------------------------------------------------------------------------------------


def steps(machine: Machine, start: State, play: Sequence[Move]) -> tuple[PlayedStep, ...]:
    """The moves of a play, each with what it changed; the last one may be the one at which the rules fail."""
    result = []
    state = start
    for text, move in zip(write_play(machine, play, start), play, strict=True):
        try:
            after = machine.apply(state, move)
        except PlayError:
            result.append(PlayedStep(text, ("the rules fail",)))
            break
        result.append(PlayedStep(text, changes(machine, state, after)))
        state = after
    return tuple(result)


def changes(machine: Machine, before: State, after: State) -> tuple[str, ...]:
    """What differs between two positions, part by part."""
    rows = zip(machine.game.variables, before.values, after.values, strict=True)
    return tuple(
        [
            text
            for variable, old, new in rows
            if old != new and not variable.control
            for text in _differing(variable.name, variable.type, old, new)
        ]
    )


def _differing(name: str, type_: Type, old: Value, new: Value) -> list[str]:
    if isinstance(type_, MapType):
        changes = []
        for key, one, other in zip(values(type_.key), old, new, strict=True):
            if one != other:
                changes += _differing(f"{name}[{show_value(type_.key, key)}]", type_.value, one, other)
        return changes
    return [f"{name} = {show_value(type_, new)}"]


def values_of(machine: Machine, start: State, state: State) -> tuple[str, ...]:
    """The variables of a position that do not have the values of the start, in words."""
    return changes(machine, start, state) or ("the first position",)
