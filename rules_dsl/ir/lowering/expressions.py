"""Expressions of the typed IR as expressions of core."""

from __future__ import annotations

from typing import assert_never

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.core import nodes as core
from rules_dsl.ir.core.forms import TEXT_FORM, TRUTH, form_of
from rules_dsl.ir.core.nodes import Operator
from rules_dsl.ir.lowering import builtins, collections, folds, operators, walks
from rules_dsl.ir.lowering.builder import FunctionBuilder, holds, immediate, number, operate, shifted
from rules_dsl.ir.lowering.conversions import Conversion, does_not_fit
from rules_dsl.ir.lowering.fitting import key
from rules_dsl.ir.lowering.records import field
from rules_dsl.ir.types import TEXT, BagType, ListType, MapType, SetType, cardinality


def lower(build: FunctionBuilder, expr: ir.Expr) -> core.CoreExpr:
    """An expression; what must happen before it is added to the function."""
    match expr:
        case ir.Literal(found, kind):
            return immediate(found, kind)
        case ir.Local(name):
            return build.local(name)
        case ir.Var(name):
            return build.unit.slots[name]
        case ir.Const(name):
            return build.unit.constant(name)
        case ir.Index():
            return _index(build, expr)
        case ir.Field(base, name):
            return field(build, build.value(base), base.type, name)
        case ir.Construct():
            return collections.construct(build, expr)
        case ir.Collect():
            return collections.collect(build, expr)
        case ir.MapOfEntries():
            return collections.map_of_entries(build, expr)
        case ir.Convert(inner):
            return Conversion(build, does_not_fit(expr.type, expr.span)).convert(
                build.value(inner), inner.type, expr.type, expr.checked
            )
        case ir.Unary():
            return operators.unary(build, expr)
        case ir.Binary():
            return operators.binary(build, expr)
        case _:
            return _lower_larger(build, expr)


Larger = (
    ir.IfElse
    | ir.LetIn
    | ir.Call
    | ir.Builtin
    | ir.Domain
    | ir.Range
    | ir.Fold
    | ir.Walk
    | ir.Possible
    | ir.Stuck
    | ir.Template
)


def _lower_larger(build: FunctionBuilder, expr: Larger) -> core.CoreExpr:
    match expr:
        case ir.IfElse():
            return _if_else(build, expr)
        case ir.LetIn(name, given, body):
            found = build.value(given)
            build.set(build.bind(name, given.type), found)
            return build.value(body)
        case ir.Call(function, arguments):
            return core.Invoke(build.unit.call(function), tuple(build.values(arguments)), form_of(expr.type))
        case ir.Builtin():
            return builtins.builtin(build, expr)
        case ir.Domain(item):
            return immediate((1 << cardinality(item)) - 1, SetType(item))
        case ir.Range():
            return collections.range_as_set(build, expr)
        case ir.Fold():
            return folds.fold(build, expr)
        case ir.Walk():
            return walks.walk(build, expr)
        case ir.Possible(action, player):
            return core.CanAct(build.unit.ask(action), build.value(player), _again(build, action), TRUTH)
        case ir.Stuck():
            return core.AskStuck(TRUTH)
        case ir.Template(parts):
            return operate(Operator.TEXT, *[_said(build, part) for part in parts], form=TEXT_FORM)
        case _:
            assert_never(expr)


def _said(build: FunctionBuilder, part: str | ir.Expr) -> core.CoreExpr:
    if isinstance(part, str):
        return core.Immediate(part, TEXT_FORM)
    return build.value(part) if part.type == TEXT else core.SayValue(build.value(part), part.type, TEXT_FORM)


def _again(build: FunctionBuilder, action: str) -> core.CoreFailure | None:
    """How play fails where finding the moves of an action asks whether it is possible."""
    if not build.unit.reads.asks_itself(action):
        return None
    span = build.unit.actions[action].rule.span
    return core.CoreFailure("E0912", (f"possible({action}) asks for itself",), span, ("this is what it tests",))


def _if_else(build: FunctionBuilder, expr: ir.IfElse) -> core.CoreExpr:
    """Only the branch that is taken is evaluated."""
    condition, form = build.value(expr.condition), form_of(expr.type)
    with build.aside() as then:
        yes = build.value(expr.then)
    with build.aside() as otherwise:
        no = build.value(expr.otherwise)
    if not then and not otherwise:
        return operate(Operator.CHOOSE, condition, yes, no, form=form)
    chosen = build.fresh("either", form)
    build.put(
        core.Conditional(
            condition, (*then, core.StoreInto(chosen, (), yes)), (*otherwise, core.StoreInto(chosen, (), no))
        )
    )
    return chosen


def _index(build: FunctionBuilder, expr: ir.Index) -> core.CoreExpr:
    base, kind = build.value(expr.base), expr.base.type
    if isinstance(kind, ListType):
        return _list_item(build, expr, base)
    assert isinstance(kind, MapType | BagType)
    return operate(
        Operator.ITEM,
        base,
        key(build, expr.key, kind.key if isinstance(kind, MapType) else kind.item),
        form=form_of(expr.type),
    )


def _list_item(build: FunctionBuilder, expr: ir.Index, base: core.CoreExpr) -> core.CoreExpr:
    items, place = build.keep(base, "items"), build.keep(build.value(expr.key), "number")
    size = operate(Operator.LENGTH, items)
    count = core.ArgumentText(1)
    failure = core.CoreFailure(
        "E0902",
        ("no item ", core.ArgumentText(0), " in a list of ", count),
        expr.span,
        ("the length of the list is ", count, " here"),
    )
    build.insist(holds(Operator.BETWEEN, number(1), place, size), failure, place, size)
    return operate(Operator.ITEM, items, shifted(place, -1), form=form_of(expr.type))
