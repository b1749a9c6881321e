"""Conditions on one name as sets: the values for which they hold, in words, so that many values are tested at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from cython_ext.emit import expressions
from cython_ext.emit import vectors as to_c_vectors
from cython_ext.emit.code import Code
from cython_ext.emit.decisions import ConditionTest, Obstacle
from cython_ext.emit.values import all_of, bit, combine_sets, literal, mask_text, ordinal_text
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.evaluate import ConstantCompiler, NotConstant
from rules_dsl.ir.names import free_locals
from rules_dsl.ir.partial import can_fail, fits
from rules_dsl.ir.rebuild import walk
from rules_dsl.ir.types import BoolType, MapType, SetType, Type, cardinality, is_countable, values

TABULATED = 1 << 16
"""A condition is not tried for more values than this while compiling."""

GATHERED = 16
"""So few values are tried one by one without a branch."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The name whose values are looked for, and its type in what is gone through."""

    name: str
    type: Type


def conjuncts(condition: ir.Expr) -> list[ir.Expr]:
    """What must hold for the condition to hold, in order."""
    if isinstance(condition, ir.Binary) and condition.operator == "and":
        return [*conjuncts(condition.left), *conjuncts(condition.right)]
    if isinstance(condition, ir.Unary) and condition.operator == "not":
        inner = condition.operand
        if isinstance(inner, ir.Binary) and inner.operator in ("or", "implies"):
            left = inner.left if inner.operator == "implies" else contrary(inner.left)
            return [*conjuncts(left), *conjuncts(contrary(inner.right))]
    return [condition]


def contrary(condition: ir.Expr) -> ir.Expr:
    """The condition that holds where this one fails."""
    if isinstance(condition, ir.Unary) and condition.operator == "not":
        return condition.operand
    return ir.Unary("not", condition, condition.type, span=condition.span)


@dataclass(frozen=True, slots=True)
class Split:
    """Conditions that are sets, those left to be tested for each value, and how each is tested."""

    masks: tuple[str, ...] = ()
    rest: tuple[ir.Expr, ...] = ()
    tests: tuple[ConditionTest, ...] = ()

    def with_all(self, result: str) -> Split:
        """The same when all that was left is one more set."""
        return Split(
            (*self.masks, result),
            (),
            tuple([ConditionTest(test.span, "together") if test.way == "each" else test for test in self.tests]),
        )


def split(code: Code, subject: Subject, conditions: Sequence[ir.Expr]) -> Split:
    """Which conditions are sets. Nothing comes before a test that may fail."""
    masks: list[str] = []
    rest: list[ir.Expr] = []
    tests: list[ConditionTest] = []
    for condition in [part for whole in conditions for part in conjuncts(whole)]:
        before = next((other for other in rest if can_fail(other, code.unit.functions)), None)
        result = (
            mask(code, subject, condition)
            if before is None
            else Obstacle("a condition before it may fail", before.span)
        )
        if isinstance(result, Obstacle):
            rest.append(condition)
            tests.append(ConditionTest(condition.span, "each", result.at(condition.span)))
        else:
            masks.append(result)
            tests.append(ConditionTest(condition.span, "words"))
    return Split(tuple(masks), tuple(rest), tuple(tests))


def cut_domain(code: Code, domain: ir.Expr, item: Type, masks: Sequence[str]) -> str:
    """The members of a domain that are in all these sets."""
    everything = isinstance(domain, ir.Domain) and masks
    sets = list(masks) if everything else [expressions.value(code, domain), *masks]
    text = sets[0]
    for one in sets[1:]:
        text = combine_sets(code.unit.forms.of(SetType(item)), "common", text, one)
    return text


def mask(code: Code, subject: Subject, condition: ir.Expr) -> str | Obstacle:
    """The set of the values for which a condition holds, or why it must be tested for each."""
    if can_fail(condition, code.unit.functions):
        return to_c_vectors.vector_mask(code, subject.name, subject.type, condition)
    with code.aside(0) as lines:
        result = _mask(code, subject, condition)
    if result is None:
        code.drop(lines)
        return to_c_vectors.vector_mask(code, subject.name, subject.type, condition)
    code.take(lines)
    return result


def gather(code: Code, subject: Subject, conditions: Sequence[ir.Expr]) -> str | None:
    """The set of the few values for which all conditions hold, each tried without a branch.

    None if the values are many or the conditions more than look-ups.
    """
    if cardinality(subject.type) > GATHERED or any(
        can_fail(condition, code.unit.functions) for condition in conditions
    ):
        return None
    form = code.unit.forms.of(SetType(subject.type))
    with code.aside(0) as lines:
        name = code.declare(form.value, "open", "0")
        start = len(lines.lines)
        for number, value in enumerate(values(subject.type)):
            code.locals[subject.name] = literal(code.unit, subject.type, value)
            texts = [expressions.value(code, condition) for condition in conditions]
            code.out.line(f"{name} |= ({form.value})({' & '.join(texts)}) << {number};")
    if len(lines.lines) - start > cardinality(subject.type):
        code.drop(lines)
        return None
    code.take(lines)
    return name


def _mask(code: Code, subject: Subject, condition: ir.Expr) -> str | None:
    form = code.unit.forms.of(SetType(subject.type))
    match condition:
        case ir.Unary("not", operand):
            inner = _mask(code, subject, operand)
            return None if inner is None else combine_sets(form, "difference", all_of(code.unit, subject.type), inner)
        case ir.Binary(("and" | "or" | "implies") as operator, left, right):
            return _both(code, subject, operator, left, right)
        case _:
            return _simple(code, subject, condition)


def _both(code: Code, subject: Subject, operator: str, left: ir.Expr, right: ir.Expr) -> str | None:
    form = code.unit.forms.of(SetType(subject.type))
    first = _mask(code, subject, contrary(left) if operator == "implies" else left)
    second = None if first is None else _mask(code, subject, right)
    if first is None or second is None:
        return None
    return combine_sets(form, "common" if operator == "and" else "union", first, second)


def _simple(code: Code, subject: Subject, condition: ir.Expr) -> str | None:
    form = code.unit.forms.of(SetType(subject.type))
    match condition:
        case ir.Binary("in", ir.Local(name), whole) if (
            name == subject.name and whole.type == SetType(subject.type) and _apart(subject, whole)
        ):
            return expressions.value(code, whole)
        case ir.Index(base, ir.Local(name)) if (
            name == subject.name and _is_flags(base.type, subject.type) and _apart(subject, base)
        ):
            return expressions.value(code, base)
        case ir.Binary(("==" | "!=") as operator, ir.Local(name, kind), other) if name == subject.name and _one(
            subject, kind, other
        ):
            one = bit(form, ordinal_text(code, subject.type, expressions.fit(code, other, subject.type, other)))
            return one if operator == "==" else combine_sets(form, "difference", all_of(code.unit, subject.type), one)
    if _apart(subject, condition):
        none = literal(code.unit, SetType(subject.type), 0)
        return f"({expressions.value(code, condition)} ? {all_of(code.unit, subject.type)} : {none})"
    return _tabulate(code, subject, condition)


def _one(subject: Subject, kind: Type, other: ir.Expr) -> bool:
    return (
        kind == subject.type
        and _apart(subject, other)
        and fits(other.type, kind)
        and not isinstance(other.type, SetType)
    )


def _is_flags(base: Type, key: Type) -> bool:
    return isinstance(base, MapType) and isinstance(base.value, BoolType) and base.key == key


def _apart(subject: Subject, expr: ir.Expr) -> bool:
    """Does the expression not read the name?"""
    return subject.name not in free_locals(expr)


# -- conditions that read no state ------------------------------------------------------------------------------------


def _tabulate(code: Code, subject: Subject, condition: ir.Expr) -> str | None:
    """A table of sets: one for each combination of the other names the condition reads."""
    types = {part.name: part.type for part in walk(condition) if isinstance(part, ir.Local)}
    free = free_locals(condition)
    others = [(name, types[name]) for name in sorted(free - {subject.name})]
    size = cardinality(subject.type)
    for _, kind in others:
        if not is_countable(kind):
            return None
        size *= cardinality(kind)
    if size > TABULATED or len(others) > 3 or types.get(subject.name, subject.type) != subject.type:
        return None
    result = _sets(code, subject, others, condition)
    return None if result is None else _look_up(code, subject, others, result)


def _sets(code: Code, subject: Subject, others: list[tuple[str, Type]], condition: ir.Expr) -> list[int] | None:
    compiler = ConstantCompiler(code.unit.values, code.unit.functions)
    slots = [compiler.slot(name) for name, _ in others]
    own = compiler.slot(subject.name)
    result: list[int] = []
    try:
        closure = compiler.closure(condition)
        frame = compiler.frame()
        for combination in product(*[values(kind) for _, kind in others]):
            for slot, value in zip(slots, combination, strict=True):
                frame[slot] = value
            members = 0
            for number, value in enumerate(values(subject.type)):
                frame[own] = value
                members |= bool(closure(frame)) << number
            result.append(members)
    except (NotConstant, RulesError):
        return None
    return result


def _look_up(code: Code, subject: Subject, others: list[tuple[str, Type]], result: list[int]) -> str:
    if len(set(result)) == 1:
        return literal(code.unit, SetType(subject.type), result[0])
    form = code.unit.forms.of(SetType(subject.type))
    size = cardinality(subject.type)
    place = "0"
    for name, kind in others:
        own = ordinal_text(code, kind, expressions.local(code, name))
        place = own if place == "0" else f"({place} * {cardinality(kind)} + {own})"
    table = code.unit.table(
        "where", f"{form.stored} {{}}[]", f"{{{', '.join(mask_text(size, members) for members in result)}}}"
    )
    return f"(uint64_t){table}[{place}]" if form.kind == "word" and form.stored != "uint64_t" else f"{table}[{place}]"
