"""The findings of a check: proved, refuted with a play, or undecided with what was tried."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.failures import PlayError
from rules_dsl.machine.api import Move, State
from rules_dsl.machine.stopping import StopReason
from solver.check.grounds import Grounds


class Topic(StrEnum):
    """What a question is about, and the code of the finding if the answer is no."""

    CLAIM = "W2001"
    FAILURE = "W2002"
    STUCK = "W2003"
    RULE = "W2004"
    BRANCH = "W2005"
    NEED = "W2006"
    CLASH = "W2007"
    ORDER = "W2008"
    LOOP = "W2009"
    FREE = "W2010"
    SUPPLY = "W2011"
    TIE = "W2012"
    COVER = "W2013"
    BOUND = "W2014"
    LEAK = "W2015"


@dataclass(frozen=True, slots=True)
class RuleQuestion:
    """What should hold of the rules, in a sentence, and the rule it is about."""

    topic: Topic
    text: str
    rule: ir.Rule


@dataclass(frozen=True, slots=True)
class ProvedFinding:
    """The property holds.

    `method` says how that is known and `used` what the proof rests on. `play` is the witness where something should be
    reachable; `grounds` is what a recheck needs.
    """

    question: RuleQuestion
    method: str
    used: tuple[str, ...] = ()
    play: tuple[Move, ...] = ()
    grounds: tuple[Grounds, ...] = ()


@dataclass(frozen=True, slots=True)
class RefutedFinding:
    """The property fails.

    `play` leads to the failure; its last move may be the one at which the rules fail. With `loop`, the position after
    the play equals the one after that many moves. For something unreachable there is no play.
    """

    question: RuleQuestion
    method: str
    why: str
    play: tuple[Move, ...] = ()
    loop: int | None = None
    used: tuple[str, ...] = ()
    grounds: tuple[Grounds, ...] = ()


@dataclass(frozen=True, slots=True)
class UndecidedFinding:
    """Not decided.

    `tried` says what was done; `state` is a counterexample to an induction step, which may be unreachable; `stopped`
    is what ended the visit of positions, if there was one.
    """

    question: RuleQuestion
    tried: str
    state: State | None = None
    action: str = ""
    stopped: StopReason = StopReason.NONE


Finding = ProvedFinding | RefutedFinding | UndecidedFinding


def report_unevaluated(
    question: RuleQuestion, method: str, error: PlayError, play: tuple[Move, ...]
) -> RefutedFinding | UndecidedFinding:
    """A claim that cannot be evaluated where the play leads does not hold; for other questions that decides nothing."""
    text = f"{error.diagnostics[0].code} {error.diagnostics[0].message}"
    if question.topic is Topic.CLAIM:
        return RefutedFinding(question, method, f"{UNEVALUATED}: {text}", play)
    return UndecidedFinding(question, f"{method}; {UNEVALUATED} in some position: {text}")


UNEVALUATED = "it cannot be evaluated"
