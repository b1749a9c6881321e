"""Actions with chance in them: the body is cut where chance comes; the rest becomes nodes behind every decision that
offers the action.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules_dsl.ir.nodes import Action, Chance, If, Let, Local, Stmt
from rules_dsl.ir.rebuild import Body, walk_statements
from rules_dsl.ir.types import BOOL


@dataclass(frozen=True, slots=True)
class CutAction:
    """An action up to its first chance, and what follows."""

    action: Action
    rest: Body


def cut_action(action: Action) -> CutAction | None:
    """The two parts of an action with chance in its body; None if there is none."""
    if not has_chance(action.body):
        return None
    before, after = _Cutter(action.name).split(action.body)
    return CutAction(replace(action, body=before), after)


def has_chance(body: Body) -> bool:
    """Does chance act anywhere in the block?"""
    return any(isinstance(stmt, Chance) for stmt in walk_statements(body))


class _Cutter:
    def __init__(self, owner: str) -> None:
        self.owner = owner
        self.cases = 0

    def split(self, body: Body) -> tuple[Body, Body]:
        """What comes before the first chance, and from there on."""
        for position, stmt in enumerate(body):
            if has_chance((stmt,)):
                before, after = self._split_at(stmt)
                return body[:position] + before, after + body[position + 1 :]
        return body, ()

    def _split_at(self, stmt: Stmt) -> tuple[Body, Body]:
        if not isinstance(stmt, If):
            return (), (stmt,)
        then, then_rest = self.split(stmt.then)
        otherwise, otherwise_rest = self.split(stmt.otherwise)
        if not then and not otherwise:
            return (), (stmt,)
        # The part before chance may change what the condition reads, so its answer is kept.
        self.cases += 1
        case = Local(f"{self.owner}.case#{self.cases}", BOOL)
        before = (Let(case.name, stmt.condition), replace(stmt, condition=case, then=then, otherwise=otherwise))
        return before, (replace(stmt, condition=case, then=then_rest, otherwise=otherwise_rest),)
