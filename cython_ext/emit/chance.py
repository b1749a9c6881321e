"""Chance: how many outcomes there are, all of them in a list, and the one that a number below the sum of their weights falls on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cython_ext.emit import domains, expressions
from cython_ext.emit.code import CLines, Code, Unit
from cython_ext.emit.moves import rule_comment
from cython_ext.emit.texts import bare
from cython_ext.emit.unsupported import NoTranslation
from cython_ext.emit.values import how_many, ordinal_text, same, selected, value_text
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BagType, ListType, SetType, Type

GIVEN = "const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, "


def write_chances(unit: Unit) -> None:
    """For each chance node `outcomes__NODE` (how many, the ordinal of the only one, all in a list if there is one, the sum of the weights) and `outcome__NODE`."""
    for number, node in enumerate(unit.game.nodes):
        if isinstance(node, ir.ChanceNode):
            _write_outcomes(unit, number, node)
            _write_outcome(unit, number, node)


def _write_outcomes(unit: Unit, number: int, node: ir.ChanceNode) -> None:
    code = Code(unit)
    code.out.line("int64_t total = 0;")
    if _is_even(node):
        _count_even(code, node)
    else:
        _count_weighted(code, node)
    place_number = code.place("E0911", node.domain.span, f"in {node.rule.name}")
    code.out.line(f"if (total == 0) rw_fail(fail, 911, {place_number}, 0);")
    code.out.line("return total;")
    out = CLines()
    rule_comment(out, f"chance {node.label or node.variable}", node.rule)
    given = f"{GIVEN}int32_t *only, struct rw_list *list, uint64_t *all"
    unit.body += [*out.lines, f"RW_FUNCTION int64_t outcomes__{number}({given})", "{", *code.finish(), "}", ""]


def _write_outcome(unit: Unit, number: int, node: ir.ChanceNode) -> None:
    code = Code(unit)
    if _is_even(node):
        assert isinstance(node.domain.type, SetType)
        item = node.domain.type.item
        place = selected(unit.forms.of(node.domain.type), _whole(code, node), "(int64_t)rest")
        code.bind(node.variable, item, value_text(code, item, code.keep(place, "int32_t", "member")))
        code.out.line(f"return {_ordinal(code, node, item)};")
    else:
        with _weighted(code, node) as (place, weight):
            code.out.line(f"if (rest < (uint64_t){weight}) return {place};")
            code.out.line(f"rest -= (uint64_t){weight};")
        code.out.line("return 0;")
    unit.body += [f"RW_FUNCTION int32_t outcome__{number}({GIVEN}uint64_t rest)", "{", *code.finish(), "}", ""]


def _is_even(node: ir.ChanceNode) -> bool:
    """Are the outcomes the members of a set, all with one weight?"""
    return node.weight is None and isinstance(node.domain.type, SetType)


def _whole(code: Code, node: ir.ChanceNode) -> str:
    """The set that the outcomes are, in a name of its own."""
    return code.keep(expressions.value(code, node.domain), code.unit.forms.of(node.domain.type).value, "whole")


def _count_even(code: Code, node: ir.ChanceNode) -> None:
    assert isinstance(node.domain.type, SetType)
    whole, item = _whole(code, node), node.domain.type.item
    code.locals[whole] = whole
    code.out.line(f"total = {how_many(code.unit.forms.of(node.domain.type), whole)};")
    with code.out.block("if (list || total == 1)"), domains.items(code, node.variable, ir.Local(whole, node.domain.type, span=node.domain.span)):
        place = _ordinal(code, node, item)
        code.out.line(f"if (total == 1) *only = {place};")
        code.out.line(f"if (list && rw_note(list, (rw_move){place}, 1) < 0) return -1;")
    code.out.line("if (all) *all += (uint64_t)total;")


def _count_weighted(code: Code, node: ir.ChanceNode) -> None:
    with _weighted(code, node) as (place, weight):
        code.out.line(f"if ({weight} == 0) continue;")
        code.out.line(f"if (total == 0) *only = {place};")
        code.out.line("total++;")
        code.out.line(f"if (list && rw_note(list, (rw_move){place}, (uint64_t){weight}) < 0) return -1;")
        code.out.line(f"if (all) *all += (uint64_t){weight};")


@contextmanager
def _weighted(code: Code, node: ir.ChanceNode) -> Iterator[tuple[str, str]]:
    """A loop over the outcomes: the ordinal and the weight of each."""
    domain, item = node.domain, item_of(node.domain.type)
    if not isinstance(domain.type, SetType):
        whole = domains.as_set(code, domain, SetType(item))
        code.locals[whole] = whole
        domain = ir.Local(whole, SetType(item), span=node.domain.span)
    with domains.items(code, node.variable, domain):
        place = _ordinal(code, node, item)
        yield place, _weight(code, node, item)


def _ordinal(code: Code, node: ir.ChanceNode, item: Type) -> str:
    """The ordinal of the outcome that the node's variable has."""
    found = expressions.fitted(code, ir.Local(node.variable, item), node.type, node.domain)
    return code.keep(ordinal_text(code, node.type, found), "int32_t", "place")


def _weight(code: Code, node: ir.ChanceNode, item: Type) -> str:
    heavy = "1" if node.weight is None else expressions.value(code, node.weight)
    kept = code.declare("int64_t", "heavy", heavy)
    place = code.place("E0911", node.domain.span, f"in {node.rule.name}")
    if node.weight is not None:
        code.out.line(f"if ({kept} < 0) {{ rw_fail(fail, 911, {place}, {kept}); {kept} = 0; }}")
    if isinstance(node.domain.type, ListType):
        count = code.declare("int64_t", "times", "0")
        own = code.locals[node.variable]
        with domains.items(code, "again", node.domain):
            code.out.line(f"{count} += {bare(same(code.unit, item, code.locals['again'], own, code))};")
        code.out.line(f"{kept} *= {count};")
    return kept


def item_of(kind: Type) -> Type:
    """What a set, list or bag is of."""
    match kind:
        case SetType(item) | ListType(item) | BagType(item):
            return item
        case _:
            raise NoTranslation(f"chance among {kind}")
