"""The search for the moves of an action in C: conditions on a parameter are tested as a set where that is possible.

If nothing is left to be tested for each value of the last parameter, its values are found at once: they can be counted
by their bits and drawn from by rank.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from cython_ext.emit.blocks import Surroundings, write_block
from cython_ext.emit.code import Code, Unit
from cython_ext.emit.decisions import ConditionTest, Level, MoveSearch, Obstacle
from cython_ext.emit.expressions import CBuilder
from cython_ext.emit.masks import conjuncts
from cython_ext.emit.unsupported import NoTranslation
from cython_ext.layout.move_codes import ActionCode
from cython_ext.layout.states import Form
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.core.forms import form_of
from rules_dsl.ir.core.nodes import Operator
from rules_dsl.ir.lowering.actions import ActionPlan, plan_action, search
from rules_dsl.ir.lowering.builder import operate
from rules_dsl.ir.lowering.walks import list_as_set
from rules_dsl.ir.rebuild import walk_statements
from rules_dsl.ir.types import BagType, ListType, SetType, Type, cardinality

MASKED = 4_096
"""Parameters with more values than this are tried one by one."""
NOTHING_TO_COUNT = Obstacle("it has no parameters")


@dataclass(frozen=True, slots=True)
class Plan(ActionPlan):
    """What there is to know of an action before its C is written."""

    code: ActionCode


def plan_of(unit: Unit, action: ir.Action, code: ActionCode) -> Plan:
    """The plan of an action."""
    plan = plan_action(unit.lowering, action)
    return Plan(plan.action, plan.moments, plan.trial, plan.chooses, code)


@dataclass(frozen=True, slots=True)
class Leaf:
    """What is done with what a search meets: one move, or all values of the last parameter as a set in words."""

    one: Callable[[Code], None]
    many: Callable[[Code, Form, str], None] | None = None


class SearchBuilder(CBuilder):
    """Lowers the search for the moves of one action. `obstacle` is why the last values are not found at once."""

    def __init__(self, code: Code, plan: Plan) -> None:
        super().__init__(code)
        self.plan = plan
        self.levels: list[Level] = []
        self.obstacle: Obstacle | None = find_decider(plan) if plan.trial else NOTHING_TO_COUNT
        self.bind(plan.action.player, code.unit.game.players)

    def narrow_parameter(self, values: ir.Each, conditions: Sequence[ir.Expr]) -> tuple[ir.Each, Sequence[ir.Expr]]:
        """The values for which the conditions hold that are sets, and the other conditions."""
        item = _item(values.domain)
        is_last = len(self.levels) + 1 == len(self.plan.action.parameters) and not self.plan.trial
        if not is_maskable(values.type, item):
            obstacle = Obstacle("the values of the parameter are not a set", values.span)
            self._note_level(values, False, [ConditionTest(one.span, "each", obstacle) for one in conditions])
            if is_last:
                reason = f"its values come from {item}, or are more than {MASKED:,}"
                self.obstacle = Obstacle(reason, values.span)
            return values, conditions
        given = values if isinstance(values.domain.type, SetType) else self._bind_values(values, item)
        narrowed = self.code.unit.narrow(self.code, given, conditions, is_last)
        if is_last:
            self.obstacle = next((test.obstacle for test in narrowed.tests if test.way == "each"), None)
        at_once = is_last and self.obstacle is None
        self._note_level(values, at_once or narrowed.mask is not None, narrowed.tests)
        if narrowed.mask is not None:
            return self.cut(given, narrowed.mask), narrowed.rest
        return self._bind_values(given, item) if at_once else given, narrowed.rest

    def _note_level(self, values: ir.Each, is_cut: bool, tests: Sequence[ConditionTest]) -> None:
        in_order = isinstance(values.domain, ir.Domain | ir.Range) and not is_cut
        name, size = values.name.rpartition(".")[2], cardinality(_item(values.domain))
        self.levels.append(Level(name, size, "all" if in_order else "set", values.domain.span, tuple(tests)))

    def _bind_values(self, values: ir.Each, item: Type) -> ir.Each:
        """The values of a domain as a set in a register."""
        over, domain = SetType(item), values.domain
        word = self.value(domain)
        match domain.type:
            case ListType() as kind:
                word = list_as_set(self, word, kind, item, domain.span)
            case BagType():
                word = operate(Operator.SUPPORT, word, form=form_of(over))
            case _:
                pass
        name = f"{values.name} values"
        self.set(self.bind(name, over), word)
        return replace(values, domain=ir.Local(name, over, span=domain.span))


def write_search(code: Code, plan: Plan, leaf: Leaf) -> None:
    """Loops over the parameters around what the leaf writes; the locals of the player and the parameters are bound."""
    build = SearchBuilder(code, plan)
    code.builder = build
    with build.aside() as block:
        search(build, plan)
    before = tuple([part.span for condition in plan.needs_at(0) for part in conjuncts(condition)])
    code.note(MoveSearch(plan.action.name, before, tuple(build.levels), build.obstacle))
    many = leaf.many if build.obstacle is None else None
    write_block(code, tuple(block), around=Surroundings(meet=lambda inner, _: leaf.one(inner), meet_all=many))


def is_found_at_once(unit: Unit, plan: Plan) -> bool:
    """Are the values of the last parameter found as a set?"""
    build = SearchBuilder(Code(unit), plan)
    search(build, plan)
    return build.obstacle is None


def find_decider(plan: Plan) -> Obstacle:
    """What in the body decides whether a move is legal."""
    chooses = [stmt for stmt in walk_statements(plan.trial) if isinstance(stmt, ir.Choose)]
    if chooses:
        return Obstacle("the body asks for a choice", chooses[0].span)
    ensures = [stmt for stmt in walk_statements(plan.trial) if isinstance(stmt, ir.Need)]
    where = ensures[0].span if ensures else plan.action.rule.span
    return Obstacle("the body is run to find out whether the move is legal", where)


def is_maskable(kind: Type, item: Type) -> bool:
    """Can the values of a parameter, which are gone through as `item`, be held as a set?"""
    return item == kind and cardinality(item) <= MASKED


def _item(domain: ir.Expr) -> Type:
    match domain.type:
        case SetType(item) | ListType(item) | BagType(item):
            return item
        case _:
            raise NoTranslation(f"iterating over {domain.type}", domain.span)
