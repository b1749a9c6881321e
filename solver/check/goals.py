"""Questions as conditions at rests of a game that carries marks: something has to come about in some play, or must in none."""

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
    """Something that comes about where one of the parts holds. `wanted`: it should in some play; else it must in none."""

    question: RuleQuestion
    parts: tuple[GoalPart, ...]
    wanted: bool

    def claims(self) -> list[ir.Claim]:
        """The conditions as claims, so that every machine judges them."""
        return [ir.Claim("sometimes", self.question.text, part.condition, None, self.question.rule) for part in self.parts]
