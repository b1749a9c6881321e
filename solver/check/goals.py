"""Questions as reachability goals of a game with marks."""

from __future__ import annotations

from dataclasses import dataclass

from rules_dsl.ir import nodes as ir
from solver.check.findings import RuleQuestion


@dataclass(frozen=True, slots=True)
class GoalPart:
    """A condition that is asked where play rests, at one of `nodes` (None: anywhere)."""

    condition: ir.Expr
    nodes: frozenset[int] | None = None

    def applies_at(self, node: int) -> bool:
        """Is it asked at a node?"""
        return self.nodes is None or node in self.nodes


@dataclass(frozen=True, slots=True)
class CheckGoal:
    """A goal that is met where one of its parts holds. `wanted`: some play should meet it; otherwise none may."""

    question: RuleQuestion
    parts: tuple[GoalPart, ...]
    wanted: bool

    def claims(self) -> list[ir.Claim]:
        """The conditions as claims, so that every machine judges them."""
        return [
            ir.Claim("sometimes", self.question.text, part.condition, None, self.question.rule) for part in self.parts
        ]
