"""What came of a question: proved, refuted with a play, or undecided with what was tried."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.failures import PlayError
from rules_dsl.machine.api import Move, State
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
    """It holds. `method` says how that is known, `used` what else the proof rests on; `play` shows it where something was to happen; `grounds` is what can be looked at again."""

    question: RuleQuestion
    method: str
    used: tuple[str, ...] = ()
    play: tuple[Move, ...] = ()
    grounds: tuple[Grounds, ...] = ()


@dataclass(frozen=True, slots=True)
class RefutedFinding:
    """It does not hold. `play` leads to where it fails, its last move perhaps the one at which the rules fail; after the last move of a
    play with a `loop` the position is again the one after so many moves. A thing that never happens has no play."""

    question: RuleQuestion
    method: str
    why: str
    play: tuple[Move, ...] = ()
    loop: int | None = None
    used: tuple[str, ...] = ()
    grounds: tuple[Grounds, ...] = ()


@dataclass(frozen=True, slots=True)
class UndecidedFinding:
    """Nobody knows. `tried` says what was done; `state` is one in which a step of the induction fails, perhaps one that no play reaches."""

    question: RuleQuestion
    tried: str
    state: State | None = None
    action: str = ""


Finding = ProvedFinding | RefutedFinding | UndecidedFinding


def report_unevaluated(question: RuleQuestion, method: str, error: PlayError, play: tuple[Move, ...]) -> RefutedFinding | UndecidedFinding:
    """A claim that cannot be evaluated where the play leads does not hold; for other questions that decides nothing."""
    text = f"{error.diagnostics[0].code} {error.diagnostics[0].message}"
    if question.topic is Topic.CLAIM:
        return RefutedFinding(question, method, f"{UNEVALUATED}: {text}", play)
    return UndecidedFinding(question, f"{method}; {UNEVALUATED} in some position: {text}")


UNEVALUATED = "it cannot be evaluated"
