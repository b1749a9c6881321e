"""What a condition tells about the expressions in it.

Facts are kept under a *key*: the expression without spans, without the intervals of its parts and without conversions
that change no value, so that `hand_size() + n` is found again wherever the same thing is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace
from types import MappingProxyType

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.calls import list_calls
from rules_dsl.ir.state_reads import variables_read
from rules_dsl.ir.types import BOOL, IntType, OptionalType, SetType, Type
from rules_dsl.semantics import numbers
from rules_dsl.semantics.fitting import join, without_none
from rules_dsl.semantics.scope import Scope

UNREACHABLE = ir.Literal(False, BOOL)  # the key under which a scope notes that it contradicts itself
_NO_FUNCTIONS: Mapping[str, ir.Function] = MappingProxyType({})
_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
_DENIED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
_SIGNS = {
    ">": IntType(1, numbers.LARGEST),
    ">=": IntType(0, numbers.LARGEST),
    "==": IntType(0, 0),
    "<=": IntType(-numbers.LARGEST, 0),
    "<": IntType(-numbers.LARGEST, -1),
}

Facts = dict[ir.Expr, Type]


def assume(condition: ir.Expr, scope: Scope, truth: bool = True) -> Scope:
    """The scope under the assumption that the condition holds (`truth` False: fails)."""
    facts = _facts(condition, scope, truth)
    return scope.knowing(facts) if facts else scope


def forget(scope: Scope, written: Set[str], functions: Mapping[str, ir.Function] = _NO_FUNCTIONS) -> Scope:
    """The scope without facts that read one of these state variables; a call of a function not given counts as reading
    them.
    """
    return replace(
        scope, facts={key: type_ for key, type_ in scope.facts.items() if not _reads(key, written, functions)}
    )


def narrow_expression(expr: ir.Expr, scope: Scope) -> ir.Expr:
    """The expression with what the scope knows of it."""
    if not scope.facts:
        return expr
    known = _find_known_type(expr, scope.facts)
    return expr if known == expr.type else ir.Convert(expr, known, span=expr.span)


def keeps_facts(expr: ir.Expr) -> bool:
    """Do facts about the expression hold wherever it is written again?"""
    return _key(expr) is not None


def is_unreachable(scope: Scope) -> bool:
    """Are the known facts contradictory, so that this code never runs?"""
    return UNREACHABLE in scope.facts


def _reads(key: ir.Expr, written: Set[str], functions: Mapping[str, ir.Function]) -> bool:
    return bool(variables_read(key, functions) & written) or any(
        name not in functions for name in list_calls(key)
    )


def _find_known_type(expr: ir.Expr, facts: Mapping[ir.Expr, Type]) -> Type:
    key = _key(expr)
    fact = facts.get(key) if key is not None else None
    return expr.type if fact is None else _both(expr.type, fact) or expr.type


def _both(own: Type, fact: Type) -> Type | None:
    """The intersection of two known types."""
    match own, fact:
        case IntType(), IntType():
            return numbers.meet(own, fact)
        case OptionalType(item), OptionalType(other):
            return OptionalType(_both(item, other) or item)
        case OptionalType(item), _:
            return _both(item, fact)
        case _, OptionalType(other):
            return _both(own, other)
        case _:
            return own


def _key(expr: ir.Expr) -> ir.Expr | None:
    """The expression as facts know it, None for kinds no facts are kept of."""
    match expr:
        case ir.Convert(value) if _has_same_value(value.type, expr.type):
            return _key(value)
        case ir.Literal(value, type_):
            return ir.Literal(value, BOOL) if isinstance(without_none(type_), IntType) else expr
        case ir.Var() | ir.Local() | ir.Const():
            return replace(expr, type=BOOL)
        case ir.Field(base) | ir.Unary(operand=base):
            return _rebuilt(expr, base)
        case ir.Index(base, key):
            return _rebuilt(expr, base, key)
        case ir.Binary(_, left, right):
            return _rebuilt(expr, left, right)
        case ir.Call(arguments=arguments) | ir.Builtin(arguments=arguments):
            return _rebuilt(expr, *arguments)
        case _:
            return None


def _rebuilt(
    expr: ir.Field | ir.Unary | ir.Index | ir.Binary | ir.Call | ir.Builtin, *parts: ir.Expr
) -> ir.Expr | None:
    keys = [_key(part) for part in parts]
    exprs = tuple(key for key in keys if key is not None)
    if len(exprs) < len(parts):
        return None
    match expr:
        case ir.Field():
            return replace(expr, base=exprs[0], type=BOOL)
        case ir.Unary():
            return replace(expr, operand=exprs[0], type=BOOL)
        case ir.Index():
            return replace(expr, base=exprs[0], key=exprs[1], type=BOOL)
        case ir.Binary():
            return replace(expr, left=exprs[0], right=exprs[1], type=BOOL)
        case ir.Call() | ir.Builtin():
            return replace(expr, arguments=exprs, type=BOOL)


def _has_same_value(source: Type, target: Type) -> bool:
    inner, outer = without_none(source), without_none(target)
    return inner == outer or (isinstance(inner, IntType) and isinstance(outer, IntType))


def _facts(condition: ir.Expr, scope: Scope, truth: bool) -> Facts:
    match condition:
        case ir.Literal(value) if condition.type == BOOL:
            return {} if value == truth else {UNREACHABLE: BOOL}
        case ir.Unary("not", operand):
            return _facts(operand, scope, not truth)
        case ir.Binary("and", left, right):
            return _all_of(left, truth, right, truth, scope) if truth else _one_of(left, truth, right, truth, scope)
        case ir.Binary("or", left, right):
            return _one_of(left, truth, right, truth, scope) if truth else _all_of(left, truth, right, truth, scope)
        case ir.Binary("implies", left, right):
            return _one_of(left, False, right, True, scope) if truth else _all_of(left, True, right, False, scope)
        case ir.Binary("in", left, right) if truth:
            return _member(left, right, scope)
        case ir.Binary(operator, left, right) if operator in _FLIPPED and not isinstance(left.type, SetType):
            return _narrow_comparison(operator if truth else _DENIED[operator], left, right, scope)
        case _:
            return {}


def _all_of(left: ir.Expr, left_truth: bool, right: ir.Expr, right_truth: bool, scope: Scope) -> Facts:
    first = _facts(left, scope, left_truth)
    return {**first, **_facts(right, scope.knowing(first), right_truth)}


def _one_of(left: ir.Expr, left_truth: bool, right: ir.Expr, right_truth: bool, scope: Scope) -> Facts:
    """What both possibilities say; one that cannot be is left out."""
    first, second = _facts(left, scope, left_truth), _facts(right, scope, right_truth)
    if UNREACHABLE in first or UNREACHABLE in second:
        return second if UNREACHABLE in first else first
    joined = {key: join(type_, second[key]) for key, type_ in first.items() if key in second}
    return {key: type_ for key, type_ in joined.items() if type_ is not None}


def _narrow_comparison(operator: str, left: ir.Expr, right: ir.Expr, scope: Scope) -> Facts:
    return {
        **_one_side(operator, left, right, scope),
        **_one_side(_FLIPPED[operator], right, left, scope),
        **_difference(operator, left, right, scope),
        **_difference(_FLIPPED[operator], right, left, scope),
    }


def _difference(operator: str, left: ir.Expr, right: ir.Expr, scope: Scope) -> Facts:
    """What a comparison implies about `left - right`: after `tree >= n`, taking n from `tree` stays in range."""
    first, second = _find_known_type(left, scope.facts), _find_known_type(right, scope.facts)
    if not isinstance(first, IntType) or not isinstance(second, IntType) or _SIGNS.get(operator) is None:
        return {}
    if isinstance(_strip_option(left), ir.Literal) or isinstance(_strip_option(right), ir.Literal):
        return {}
    whole = numbers.subtract(first, second)
    kind = numbers.meet(whole, _SIGNS[operator])
    key = _key(ir.Binary("-", left, right, whole))
    return {key: kind} if key is not None and kind is not None else {}


def _one_side(operator: str, expr: ir.Expr, other: ir.Expr, scope: Scope) -> Facts:
    """What `expr OPERATOR other` implies about `expr`."""
    own, bound = _find_known_type(expr, scope.facts), _find_known_type(_strip_option(other), scope.facts)
    if operator == "!=":
        return _different(expr, own, other, scope)
    if operator == "==" and isinstance(other, ir.Literal) and other.value is None:
        return {}
    if isinstance(bound, OptionalType):
        return {}
    if isinstance(own, OptionalType):
        return _learn(expr, bound if isinstance(bound, IntType) else own.item, scope) if operator == "==" else {}
    if not isinstance(own, IntType) or not isinstance(bound, IntType):
        return {}
    return _learn(expr, _within(operator, own, bound), scope)


def _strip_option(expr: ir.Expr) -> ir.Expr:
    """A value that was made optional for a comparison, as it was; a literal that is not none as its item."""
    if isinstance(expr, ir.Literal) and isinstance(expr.type, OptionalType) and expr.value is not None:
        item = expr.type.item
        return replace(expr, type=numbers.point(expr.value) if isinstance(item, IntType) else item)
    if isinstance(expr, ir.Literal) and isinstance(expr.type, IntType):
        return replace(expr, type=numbers.point(expr.value))
    if isinstance(expr, ir.Convert) and not expr.checked:
        return _strip_option(expr.value)
    return expr


def _within(operator: str, own: IntType, bound: IntType) -> IntType:
    match operator:
        case "<":
            return IntType(own.low, bound.high - 1)
        case "<=":
            return IntType(own.low, bound.high)
        case ">":
            return IntType(bound.low + 1, own.high)
        case ">=":
            return IntType(bound.low, own.high)
        case _:
            return bound


def _different(expr: ir.Expr, own: Type, other: ir.Expr, scope: Scope) -> Facts:
    plain = _strip_option(other)
    if isinstance(plain, ir.Literal) and plain.value is None and isinstance(own, OptionalType):
        return _learn(expr, own.item, scope)
    if isinstance(own, IntType) and isinstance(plain.type, IntType) and plain.type.low == plain.type.high:
        taken = plain.type.low
        return _learn(expr, IntType(own.low + (own.low == taken), own.high - (own.high == taken)), scope)
    return {}


def _member(expr: ir.Expr, whole: ir.Expr, scope: Scope) -> Facts:
    """What `expr in whole` implies about `expr`."""
    item = _item_hull(whole, scope)
    own = _find_known_type(expr, scope.facts)
    if item is None or isinstance(item, OptionalType):
        return {}
    return _learn(expr, item if isinstance(item, IntType) else without_none(own), scope)


def _item_hull(whole: ir.Expr, scope: Scope) -> Type | None:
    match whole:
        case ir.Convert(value, checked=False):
            return _item_hull(value, scope)
        case ir.Range(low, high):
            ends = _find_known_type(low, scope.facts), _find_known_type(high, scope.facts)
            return (
                IntType(ends[0].low, ends[1].high)
                if isinstance(ends[0], IntType) and isinstance(ends[1], IntType)
                else None
            )
        case ir.Collect(items) if items:
            intervals = [_find_known_type(_strip_option(item), scope.facts) for item in items]
            hull = intervals[0]
            for interval in intervals[1:]:
                hull = join(hull, interval) or hull
            return hull
        case _:
            return getattr(whole.type, "item", None)


def _learn(expr: ir.Expr, fact: Type, scope: Scope) -> Facts:
    """A fact about an expression, and through sums and differences about their parts."""
    own = _find_known_type(expr, scope.facts)
    both = _both(own, fact)
    if both is None or (isinstance(fact, IntType) and fact.low > fact.high):
        return {UNREACHABLE: BOOL}
    key = _key(expr)
    facts: Facts = {key: both} if key is not None and not isinstance(key, ir.Literal) and both != own else {}
    return {**_learn_parts(expr, both, scope), **facts} if isinstance(both, IntType) else facts


def _learn_parts(expr: ir.Expr, fact: IntType, scope: Scope) -> Facts:
    match expr:
        case ir.Convert(value) if _has_same_value(value.type, expr.type):
            return _learn(value, fact, scope)
        case ir.Unary("-", operand):
            return _learn(operand, numbers.negate(fact), scope)
        case ir.Binary("+" | "-" | "min" | "max" as operator, left, right):
            first, second = _find_known_type(left, scope.facts), _find_known_type(right, scope.facts)
            if isinstance(first, IntType) and isinstance(second, IntType):
                return _learn_operands(operator, (left, first), (right, second), fact, scope)
            return {}
        case _:
            return {}


def _learn_operands(
    operator: str, left: tuple[ir.Expr, IntType], right: tuple[ir.Expr, IntType], fact: IntType, scope: Scope
) -> Facts:
    (first, own), (second, other) = left, right
    match operator:
        case "+":
            return {
                **_learn(first, numbers.subtract(fact, other), scope),
                **_learn(second, numbers.subtract(fact, own), scope),
            }
        case "-":
            return {
                **_learn(first, numbers.add(fact, other), scope),
                **_learn(second, numbers.subtract(own, fact), scope),
            }
        case "min":
            return {**_learn(first, _at_least(own, fact), scope), **_learn(second, _at_least(other, fact), scope)}
        case _:
            return {**_learn(first, _at_most(own, fact), scope), **_learn(second, _at_most(other, fact), scope)}


def _at_least(own: IntType, fact: IntType) -> IntType:
    return IntType(fact.low, max(own.high, fact.low))


def _at_most(own: IntType, fact: IntType) -> IntType:
    return IntType(min(own.low, fact.high), fact.high)
