"""How values come: domains, and the clauses of folds as loops."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.core.forms import TRUTH, form_of
from rules_dsl.ir.core.nodes import BitsOf, CoreExpr, ItemsOf, LeaveLoop, NumbersFrom, Operator, TraverseSource
from rules_dsl.ir.lowering.builder import FunctionBuilder, negated, operate
from rules_dsl.ir.lowering.ordinals import all_values, members, of_ordinal, written_members
from rules_dsl.ir.lowering.walks import list_as_set
from rules_dsl.ir.types import BagType, BoolType, ListType, OptionalType, SetType, cardinality


def domain(build: FunctionBuilder, expr: ir.Expr) -> TraverseSource:
    """What a domain goes through, in order: sets and bags upwards, lists as they are."""
    match expr:
        case ir.Domain(item):
            return all_values(item)
        case ir.Range(low, high):
            return NumbersFrom(*build.values((low, high)))
        case ir.Literal(found, SetType(item)):
            return written_members(item, found)
    match expr.type:
        case SetType(item):
            return members(build, item, build.value(expr))
        case BagType(item):
            return members(build, item, operate(Operator.SUPPORT, build.value(expr), form=form_of(SetType(item))))
        case _:
            return ItemsOf(build.value(expr))


def domain_as_set(build: FunctionBuilder, expr: ir.Expr) -> TraverseSource:
    """What a domain that counts as a set goes through: each value once, upwards."""
    if not isinstance(expr.type, ListType):
        return domain(build, expr)
    item = expr.type.item
    return members(build, item, list_as_set(build, build.value(expr), expr.type, item, expr.span))


def parameter_domain(build: FunctionBuilder, parameter: ir.Parameter) -> TraverseSource:
    """What the values of a parameter go through, upwards."""
    return all_values(parameter.type) if parameter.domain is None else domain_as_set(build, parameter.domain)


@contextmanager
def traverse_as_set(build: FunctionBuilder, values: ir.Each) -> Iterator[str]:
    """A loop over a domain that counts as a set; bits whose values are not their numbers become values one by one."""
    match values.domain.type:
        case SetType(OptionalType() | BoolType() as item) if not isinstance(values.domain, ir.Domain):
            word, place = build.value(values.domain), build.place(cardinality(item))
            with build.traverse(place, BitsOf(word, 0)) as label:
                build.set(build.bind(values.name, values.type), of_ordinal(build, item, place))
                yield label
        case _:
            source = domain_as_set(build, values.domain)
            with build.traverse(build.bind(values.name, values.type), source) as label:
                yield label


def each_value(build: FunctionBuilder, clauses: Sequence[ir.Clause], inner: Callable[[str], None]) -> None:
    """Loops for the clauses around what `inner` adds; it is given the label of the outermost."""
    _loops(build, clauses, inner, [])


def _loops(
    build: FunctionBuilder, clauses: Sequence[ir.Clause], inner: Callable[[str], None], labels: list[str]
) -> None:
    if not clauses:
        inner(labels[0])
        return
    clause, rest = clauses[0], clauses[1:]
    match clause:
        case ir.Each():
            each, rest = build.narrow_clause(clause, rest)
            source = domain(build, each.domain)
            with build.traverse(build.bind(each.name, each.type), source) as label:
                _loops(build, rest, inner, [*labels, label])
        case ir.Where(condition):
            with build.when(build.value(condition)):
                _loops(build, rest, inner, labels)
        case ir.While(condition):
            _leave_where(build, negated(build.value(condition)), labels[-1])
            _loops(build, rest, inner, labels)
        case ir.Until(condition):
            last = build.fresh("last", TRUTH)
            build.set(last, build.value(condition))
            _loops(build, rest, inner, labels)
            _leave_where(build, last, labels[-1])


def _leave_where(build: FunctionBuilder, condition: CoreExpr, label: str) -> None:
    with build.when(condition):
        build.put(LeaveLoop(label))
