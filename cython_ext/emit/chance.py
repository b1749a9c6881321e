"""Chance: how many outcomes there are, all of them in a list, and the one that a number below their weights meets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from cython_ext.emit import expressions
from cython_ext.emit.blocks import Surroundings, write_block
from cython_ext.emit.code import CLines, Code, Unit
from cython_ext.emit.expressions import builder_of
from cython_ext.emit.flow import Flow
from cython_ext.emit.moves import rule_comment
from cython_ext.emit.texts import bare
from cython_ext.emit.values import how_many, ordinal_text, select_member, value_text
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.core import nodes as core
from rules_dsl.ir.core.forms import form_of
from rules_dsl.ir.course import sure_outcomes
from rules_dsl.ir.lowering.ordinals import members
from rules_dsl.ir.types import SetType

GIVEN = "const state *s RW_UNUSED, rw_failure *fail RW_UNUSED"


def write_chances(flow: Flow) -> None:
    """The functions of each chance node.

    `outcomes__NODE` says how many outcomes there are, the ordinal of the only one, all in a list if there is one, and
    the sum of the weights. `outcome__NODE` is the one that a number falls on, `single__NODE` the only one or -1,
    where that is not plain to see.
    """
    for place, node in enumerate(flow.nodes):
        if isinstance(node, ir.ChanceNode):
            _write_outcomes(flow, place, node)
            _write_outcome(flow, place, node)
            if sure_outcomes(node) <= 1:
                _write_single(flow.unit, place)


def _write_outcomes(flow: Flow, place: int, node: ir.ChanceNode) -> None:
    code = Code(flow.unit)
    code.out.line("int64_t total = 0;")
    if _is_even(node):
        _count_even(code, node)
    else:
        _weigh(flow, code, node, _note_outcome)
    where = code.place("E0911", node.domain.span, f"in {node.rule.name}")
    code.out.line(f"if (total == 0) rw_fail(fail, 911, {where}, 0);")
    code.out.line("return total;")
    out = CLines()
    rule_comment(out, f"chance {node.label or node.variable}", node.rule)
    head = f"RW_FUNCTION int64_t outcomes__{place}({GIVEN}, int32_t *only, struct rw_list *list, uint64_t *all)"
    flow.unit.body += [*out.lines, head, "{", *code.finish(), "}", ""]


def _write_outcome(flow: Flow, place: int, node: ir.ChanceNode) -> None:
    code = Code(flow.unit)
    if _is_even(node):
        member = select_member(flow.unit.forms.of(node.domain.type), _keep_members(code, node), "(int64_t)rest")
        code.out.line(f"return {bare(member)};")
    else:
        _weigh(flow, code, node, _take_where_it_falls)
        code.out.line("return 0;")
    flow.unit.body += [f"RW_FUNCTION int32_t outcome__{place}({GIVEN}, uint64_t rest)", "{", *code.finish(), "}", ""]


def _write_single(unit: Unit, place: int) -> None:
    head = f"RW_FUNCTION int32_t single__{place}({GIVEN})"
    several = f"outcomes__{place}(s, fail, &only, 0, 0) != 1"
    unit.body += [head, "{", "    int32_t only = -1;", f"    return {several} ? -1 : only;", "}", ""]


def take_outcome(code: Code, node: ir.ChanceNode, place: str) -> None:
    """Put the outcome with an ordinal into its variable."""
    code.out.line(f"{code.variable(node.variable)} = {bare(value_text(code, node.type, place))};")


# -- outcomes of one weight -------------------------------------------------------------------------------------------


def _is_even(node: ir.ChanceNode) -> bool:
    """Are the outcomes the members of a set, all with one weight?"""
    return node.weight is None and node.domain.type == SetType(node.type)


def _keep_members(code: Code, node: ir.ChanceNode) -> str:
    """The set of the outcomes, in a name of its own."""
    kind = code.unit.forms.of(node.domain.type).value
    return code.keep(expressions.value(code, node.domain), kind, "whole")


def _count_even(code: Code, node: ir.ChanceNode) -> None:
    whole, build = _keep_members(code, node), builder_of(code)
    code.out.line(f"total = {how_many(code.unit.forms.of(node.domain.type), whole)};")
    with build.aside() as block:
        source = members(build, node.type, code.spell(whole, form_of(node.domain.type)))
        value = build.bind(node.variable, node.type)
        with build.traverse(value, source):
            build.put(core.LegalMove((value,)))
    with code.out.block("if (list || total == 1)"):
        write_block(code, tuple(block), around=Surroundings(meet=partial(_note_member, node)))
    code.out.line("if (all) *all += (uint64_t)total;")


def _note_member(node: ir.ChanceNode, code: Code, arguments: Sequence[core.Register]) -> None:
    place = _keep_ordinal(node, code, arguments[0])
    code.out.line(f"*only = {place};")
    code.out.line(f"if (list && rw_note(list, (rw_move){place}, 1) < 0) return -1;")


def _keep_ordinal(node: ir.ChanceNode, code: Code, value: core.Register) -> str:
    return code.keep(ordinal_text(code, node.type, code.register(value)), "int32_t", "place")


# -- weighted outcomes ------------------------------------------------------------------------------------------------


def _weigh(flow: Flow, code: Code, node: ir.ChanceNode, use: Callable[[Code, str, str], None]) -> None:
    """The loop over the outcomes; `use` is given the names of the ordinal and the weight of each."""
    build = builder_of(code)

    def meet(inner: Code, arguments: Sequence[core.Register]) -> None:
        value, weight = arguments
        use(inner, _keep_ordinal(node, inner, value), inner.register(weight))

    with build.aside() as block:
        flow.course.weigh(
            build, node, lambda value, weight: build.put(core.LegalMove((value, build.start("heavy", weight))))
        )
    write_block(code, tuple(block), around=Surroundings(meet=meet))


def _note_outcome(code: Code, place: str, weight: str) -> None:
    code.out.line(f"if (total == 0) *only = {place};")
    code.out.line("total++;")
    code.out.line(f"if (list && rw_note(list, (rw_move){place}, (uint64_t){weight}) < 0) return -1;")
    code.out.line(f"if (all) *all += (uint64_t){weight};")


def _take_where_it_falls(code: Code, place: str, weight: str) -> None:
    code.out.line(f"if (rest < (uint64_t){weight}) return {place};")
    code.out.line(f"rest -= (uint64_t){weight};")
