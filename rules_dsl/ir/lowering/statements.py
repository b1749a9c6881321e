"""Eager statements as statements of core."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.core import nodes as core
from rules_dsl.ir.core.forms import TRUTH, SequenceForm, form_of
from rules_dsl.ir.core.nodes import Operator
from rules_dsl.ir.lowering.builder import FunctionBuilder, number, operate
from rules_dsl.ir.lowering.clauses import domain, domain_as_set
from rules_dsl.ir.lowering.conversions import Conversion, Misfit
from rules_dsl.ir.lowering.fitting import key
from rules_dsl.ir.lowering.ordinals import ordinal
from rules_dsl.ir.lowering.records import field, part_number, weights
from rules_dsl.ir.rebuild import Body, say_place
from rules_dsl.ir.types import BagType, IntType, MapType, RecordType, Type, cardinality, is_scalar

Settle = Callable[[FunctionBuilder], None]


def statements(build: FunctionBuilder, body: Body, settle: Settle) -> None:
    """Add the statements of a block; `settle` adds what a Settle does there."""
    for stmt in body:
        _statement(build, stmt, settle)


def _statement(build: FunctionBuilder, stmt: ir.Stmt, settle: Settle) -> None:
    match stmt:
        case ir.Assign():
            _assign(build, stmt)
        case ir.Let(name, given):
            value = build.value(given)
            build.set(build.bind(name, given.type), value)
        case ir.If():
            _if(build, stmt, settle)
        case ir.For(name, over, kind, body):
            source = domain(build, over)
            with build.traverse(build.bind(name, kind), source):
                statements(build, body, settle)
        case ir.Need(condition):
            _refuse_unless(build, condition)
        case ir.Require():
            _require(build, stmt)
        case ir.Choose():
            _choose(build, stmt)
        case ir.Settle():
            settle(build)
        case ir.Chance() | ir.Decide() | ir.Loop() | ir.Leave() | ir.Stop() | ir.Section():
            raise TypeError(f"{type(stmt).__name__} is gone after the passes")
        case _:
            assert_never(stmt)


def _if(build: FunctionBuilder, stmt: ir.If, settle: Settle) -> None:
    condition = build.value(stmt.condition)
    with build.aside() as then:
        statements(build, stmt.then, settle)
    with build.aside() as otherwise:
        statements(build, stmt.otherwise, settle)
    build.put(core.Conditional(condition, tuple(then), tuple(otherwise)))


def _refuse_unless(build: FunctionBuilder, condition: ir.Expr) -> None:
    holds = build.value(condition)
    with build.when(operate(Operator.NOT, holds, form=TRUTH)):
        build.put(core.RefuseMove())


def _require(build: FunctionBuilder, stmt: ir.Require) -> None:
    holds = build.value(stmt.condition)
    with build.when(operate(Operator.NOT, holds, form=TRUTH)):
        message = build.value(stmt.message)
        build.fail(core.CoreFailure("E0908", (core.ArgumentText(0),), stmt.span, (f"in {stmt.rule.name}",)), message)


def _choose(build: FunctionBuilder, stmt: ir.Choose) -> None:
    register = build.bind(stmt.name, stmt.type)
    allowed = build.fresh("allowed", SequenceForm(form_of(stmt.type), cardinality(stmt.type)))
    with build.aside() as body:
        build.set(allowed, core.Immediate((), allowed.form))
        source = domain_as_set(build, stmt.domain)
        with build.traverse(register, source):
            if stmt.condition is None:
                build.push(allowed, register)
            else:
                with build.when(build.value(stmt.condition)):
                    build.push(allowed, register)
    build.put(core.TakeChoice(register, allowed, tuple(body)))


# -- places -----------------------------------------------------------------------------------------------------------


def _assign(build: FunctionBuilder, stmt: ir.Assign) -> None:
    source, target = stmt.value.type, stmt.place.type
    checked = stmt.checked or not (isinstance(source, IntType) and isinstance(target, IntType))
    value = Conversion(build, _unfit(stmt)).convert(build.value(stmt.value), source, target, checked)
    _put(build, stmt.place, value)


def _unfit(stmt: ir.Assign) -> Misfit:
    """A value, or one inside it, does not fit the place it is assigned to."""

    def failure(kind: Type) -> core.CoreFailure:
        words = (core.ArgumentText(0, kind), f" does not fit {say_place(stmt.place)}, which is {stmt.place.type}")
        return core.CoreFailure("E0901", words, stmt.span, (f"in {stmt.rule.name}",))

    return failure


def _put(build: FunctionBuilder, place: ir.Place, value: core.CoreExpr) -> None:
    if isinstance(place, ir.FieldPlace) and isinstance(place.base.type, RecordType) and is_scalar(place.base.type):
        _put_digit(build, place, place.base.type, build.keep(value, "field"))
        return
    slot, path = _path(build, place)
    build.put(core.StoreInto(slot, path, value))


def _put_digit(build: FunctionBuilder, place: ir.FieldPlace, kind: RecordType, value: core.CoreExpr) -> None:
    """A field of a countable record: the difference of the digits times their weight is added to the number."""
    before = build.keep(_read(build, place.base), "record")
    where = kind.field_index(place.name)
    item, weight = kind.fields[where][1], weights(kind)[where]
    old = build.keep(field(build, before, kind, place.name), "old")
    step = operate(Operator.SUBTRACT, ordinal(build, item, value), ordinal(build, item, old))
    change = operate(Operator.MULTIPLY, step, number(weight))
    _put(build, place.base, operate(Operator.ADD, before, change, form=form_of(kind)))


def _path(build: FunctionBuilder, place: ir.Place) -> tuple[core.StateSlot, tuple[core.PathStep, ...]]:
    """The slot of a place and the way into it."""
    match place:
        case ir.VarPlace(name):
            return build.unit.slots[name], ()
        case ir.ItemPlace(base, at):
            slot, path = _path(build, base)
            return slot, (*path, core.ItemStep(key(build, at, _key_type(base.type))))
        case ir.FieldPlace(base, name):
            slot, path = _path(build, base)
            return slot, (*path, core.PartStep(part_number(base.type, name)))
        case _:
            assert_never(place)


def _read(build: FunctionBuilder, place: ir.Place) -> core.CoreExpr:
    """What is in a place."""
    match place:
        case ir.VarPlace(name):
            return build.unit.slots[name]
        case ir.ItemPlace(base, at):
            return operate(
                Operator.ITEM, _read(build, base), key(build, at, _key_type(base.type)), form=form_of(place.type)
            )
        case ir.FieldPlace(base, name):
            return field(build, _read(build, base), base.type, name)
        case _:
            assert_never(place)


def _key_type(kind: Type) -> Type:
    match kind:
        case MapType(at):
            return at
        case BagType(item):
            return item
        case _:
            raise TypeError(f"{kind} has no entries")
