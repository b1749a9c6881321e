"""Folds over what is known while compiling, for all values of the subject at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cython_ext.emit.cases import Case, Cases, Env, Flag, UnaryCount, Vector, items_with, places_of, spread_out
from cython_ext.emit.decisions import ObstacleError
from cython_ext.emit.words import Word
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.conversions import items_of_set
from rules_dsl.ir.names import free_locals
from rules_dsl.ir.types import ListType, SetType, Type

if TYPE_CHECKING:
    from cython_ext.emit.evaluator import Evaluator

MOST_COUNTED = 16


class ConstantFolds:
    """any, all and count over what is known while compiling: one round after another."""

    def __init__(self, owner: Evaluator, expr: ir.Fold) -> None:
        self.owner, self.words, self.expr = owner, owner.words, expr
        self.holding: Word = 0
        self.least: list[Word] = []

    def result(self, env: Env) -> Vector:
        """The value of the fold."""
        self._rounds(self.expr.clauses, env, self.words.all)
        if self.expr.kind == "count":
            return UnaryCount(tuple(self.least))
        return Flag(self.holding if self.expr.kind == "any" else self.words.without(self.words.all, self.holding))

    def _rounds(self, clauses: Sequence[ir.Clause], env: Env, active: Word) -> None:
        if not clauses:
            self._item(env, active)
            return
        first, rest = clauses[0], clauses[1:]
        if not isinstance(first, ir.Each):
            raise ObstacleError("a condition comes before what it is a condition on", self.expr.span)
        for case, item in self._domains(first, env):
            alive = self.words.both(active, case.holds)
            for round_ in range(max([len(case.values[place]) for place in places_of(case.domain)], default=0)):
                one = items_with(case, round_)
                act = self.words.both(alive, one.domain)
                if act == 0:
                    break
                alive = self._round(rest, {**env, first.name: Cases((replace(one, holds=self.words.all),), item)}, act)

    def _domains(self, clause: ir.Each, env: Env) -> list[tuple[Case, Type]]:
        """For each case of the domain the items in order."""
        domain = clause.domain
        if not self.owner.is_constant(domain, env):
            raise ObstacleError("the domain depends on the position", domain.span)
        domains = self.owner.pointwise(domain, self.owner.read(free_locals(domain) & env.keys(), domain, env))
        match domain.type:
            case SetType(item):
                spread = items_of_set(item)
                return [(replace(case, values=spread_out(case, spread)), item) for case in domains.cases]
            case ListType(item):
                return [(case, item) for case in domains.cases]
            case _:
                raise ObstacleError("the domain is neither a set nor a list", domain.span)

    def _round(self, clauses: Sequence[ir.Clause], env: Env, act: Word) -> Word:
        """One value: the clauses behind its Each in order; where another may come after it."""
        current, ended = act, 0
        stop: Word = ended
        position = 0
        while position < len(clauses) and not isinstance(clause := clauses[position], ir.Each):
            holds = self.words.both(current, self.owner.flag(self.owner.value(clause.condition, env)))
            if isinstance(clause, ir.Until):
                stop = self.words.either(stop, holds)
            else:
                if isinstance(clause, ir.While):
                    stop = self.words.either(stop, self.words.without(current, holds))
                current = holds
            position += 1
        self._rounds(clauses[position:], env, current)
        return self.words.without(act, stop)

    def _item(self, env: Env, active: Word) -> None:
        if active == 0:
            return
        item = self.owner.flag(self.owner.value(self.expr.item, env))
        if self.expr.kind != "count":
            holds = self.words.both(active, item) if self.expr.kind == "any" else self.words.without(active, item)
            self.holding = self.words.either(self.holding, holds)
            return
        if len(self.least) > MOST_COUNTED:
            raise ObstacleError(f"it counts beyond {MOST_COUNTED}", self.expr.span)
        more = self.words.both(active, item)
        steps = [self.words.all, *self.least, 0]
        raised = [self.words.either(steps[k], self.words.both(steps[k - 1], more)) for k in range(1, len(steps))]
        self.least = raised if raised and raised[-1] != 0 else raised[:-1]
