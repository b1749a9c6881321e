"""Operators: and or implies not, arithmetic on numbers, sets, lists, bags, records and maps; if and let."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_dsl.diagnostics.diagnostic import finding
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BOOL, TEXT, BagType, IntType, ListType, MapType, OptionalType, RecordType, SetType, Type
from rules_dsl.kinds import ARITHMETIC_OPERATORS, BINARY_OPERATORS, ArithmeticOperator, BinaryOperator, SetOperator
from rules_dsl.semantics import comparisons, conversion, numbers
from rules_dsl.semantics.fitting import Fit, describe_type, fit, is_numeric, join
from rules_dsl.semantics.narrow import assume
from rules_dsl.semantics.pairs import is_weak, pair, telling
from rules_dsl.semantics.poison import is_poison, poison
from rules_dsl.semantics.scope import Scope
from rules_dsl.semantics.texts import as_text
from rules_dsl.source import Span
from rules_dsl.syntax import ast

if TYPE_CHECKING:
    from rules_dsl.semantics.elaborate import Elaborator


def unary(elaborator: Elaborator, node: ast.UnaryExpr, scope: Scope) -> ir.Expr:
    """`not c` and `-n`."""
    if node.operator == "not":
        return ir.Unary("not", elaborator.condition(node.operand, scope), BOOL, span=node.span)
    operand = conversion.number(elaborator, elaborator.infer(node.operand, scope), node.operand.span)
    if is_poison(operand) or not isinstance(operand.type, IntType):
        return poison(node.span)
    if isinstance(operand, ir.Literal):
        return ir.Literal(-operand.value, numbers.point(-operand.value), span=node.span)
    return ir.Unary("-", operand, numbers.negate(operand.type), span=node.span)


def binary(elaborator: Elaborator, node: ast.BinaryExpr, scope: Scope, hint: Type | None) -> ir.Expr:
    """Every operator between two expressions."""
    match node.operator:
        case "and" | "or" | "implies":
            return _logical(elaborator, node, scope)
        case "in" | "not in":
            return comparisons.membership(elaborator, node, scope)
        case "==" | "!=":
            return comparisons.equality(elaborator, node, scope)
        case "<" | "<=" | ">" | ">=":
            return comparisons.order(elaborator, node, scope)
        case "+" | "-" | "*" | "/" | "%":
            return _arithmetic(elaborator, node, scope, hint)


def _logical(elaborator: Elaborator, node: ast.BinaryExpr, scope: Scope) -> ir.Expr:
    left = elaborator.condition(node.left, scope)
    right = elaborator.condition(node.right, assume(left, scope, node.operator != "or"))
    return ir.Binary(BINARY_OPERATORS[node.operator], left, right, BOOL, span=node.span)


def _arithmetic(elaborator: Elaborator, node: ast.BinaryExpr, scope: Scope, hint: Type | None) -> ir.Expr:
    useful = hint if hint is not None and not isinstance(hint, IntType | OptionalType) and hint != TEXT else None
    left, right = pair(elaborator, node, scope, useful)
    if is_poison(left) or is_poison(right):
        return poison(node.span)
    return combine_operands(
        elaborator, node.operator, (left, node.left.span), (right, node.right.span), node.span, scope
    )


def combine_operands(
    elaborator: Elaborator,
    operator: str,
    first: tuple[ir.Expr, Span],
    second: tuple[ir.Expr, Span],
    span: Span,
    scope: Scope,
) -> ir.Expr:
    """`left OPERATOR right` of two typed expressions."""
    left, right = first[0], second[0]
    match operator, left.type, right.type:
        case _, IntType(), IntType():
            return arithmetic(elaborator, ARITHMETIC_OPERATORS[operator], left, right, span)
        case (("+" | "-"), SetType(), SetType()):
            return _of_sets(elaborator, "union" if operator == "+" else "difference", left, right, span)
        case "+", ListType(), ListType():
            return _concatenate_lists(elaborator, left, right, span)
        case (("+" | "-"), _, _) if is_numeric(left.type) and is_numeric(right.type):
            return _itemwise(elaborator, operator, left, right, span)
        case _, OptionalType(IntType()), _:
            conversion.number(elaborator, left, first[1])
            return poison(span)
        case _, _, OptionalType(IntType()):
            conversion.number(elaborator, right, second[1])
            return poison(span)
        case _:
            return misfit(elaborator, operator, left, right, span)


def arithmetic(
    elaborator: Elaborator, operator: ArithmeticOperator, left: ir.Expr, right: ir.Expr, span: Span
) -> ir.Expr:
    """A number from two numbers; two literals give one."""
    if not isinstance(left.type, IntType) or not isinstance(right.type, IntType):
        return poison(span)
    if operator in {"/", "%"} and right.type == numbers.point(0):
        elaborator.symbols.report(
            finding("E0502", "division by 0", right.span, "this is 0", repair="divide by another number")
        )
        return poison(span)
    interval = numbers.ARITHMETIC[operator](left.type, right.type)
    if max(-interval.low, interval.high) > numbers.LARGEST:
        message = f"the result may be as large as {max(-interval.low, interval.high):.1e}"
        elaborator.symbols.report(
            finding("E0505", message, span, "too large", repair="numbers stay below 2 to the 62nd")
        )
        return poison(span)
    if interval.low == interval.high and isinstance(left, ir.Literal) and isinstance(right, ir.Literal):
        return ir.Literal(interval.low, interval, span=span)
    return ir.Binary(operator, left, right, interval, span=span)


def _of_sets(elaborator: Elaborator, operator: SetOperator, left: ir.Expr, right: ir.Expr, span: Span) -> ir.Expr:
    joined = join(left.type, right.type)
    if joined is None:
        return misfit(elaborator, operator, left, right, span)
    return ir.Binary(
        operator,
        conversion.convert(elaborator, left, joined, left.span),
        conversion.convert(elaborator, right, joined, right.span),
        joined,
        span=span,
    )


def common(elaborator: Elaborator, left: ir.Expr, right: ir.Expr, span: Span) -> ir.Expr:
    """`common(A, B)`."""
    return _of_sets(elaborator, "common", left, right, span)


def union(elaborator: Elaborator, left: ir.Expr, right: ir.Expr, span: Span) -> ir.Expr:
    """`A + B` on sets."""
    return _of_sets(elaborator, "union", left, right, span)


def _concatenate_lists(elaborator: Elaborator, left: ir.Expr, right: ir.Expr, span: Span) -> ir.Expr:
    joined = join(left.type, right.type)
    if not (isinstance(joined, ListType) and isinstance(left.type, ListType) and isinstance(right.type, ListType)):
        return misfit(elaborator, "+", left, right, span)
    item = joined.item
    first = conversion.convert(elaborator, left, ListType(item, left.type.most), left.span)
    second = conversion.convert(elaborator, right, ListType(item, right.type.most), right.span)
    return ir.Binary("concat", first, second, ListType(item, left.type.most + right.type.most), span=span)


def _itemwise(elaborator: Elaborator, operator: str, left: ir.Expr, right: ir.Expr, span: Span) -> ir.Expr:
    word: BinaryOperator = "add" if operator == "+" else "subtract"
    itemwise_type = _itemwise_type(operator, left.type, right.type)
    return (
        misfit(elaborator, operator, left, right, span)
        if itemwise_type is None
        else ir.Binary(word, left, right, itemwise_type, span=span)
    )


def _itemwise_type(operator: str, left: Type, right: Type) -> Type | None:
    """A type that holds both operands and the result."""
    match left, right:
        case IntType(), IntType():
            return numbers.hull(left, right, numbers.ARITHMETIC[operator](left, right))
        case BagType(inner, count), BagType(item, most) if inner == item:
            return BagType(item, count + most if operator == "+" else max(count, most))
        case MapType(key, inner), MapType(other, item) if key == other:
            itemwise_type = _itemwise_type(operator, inner, item)
            return MapType(key, itemwise_type) if itemwise_type else None
        case RecordType(), RecordType() if left == right:
            return left
        case _:
            return None


def misfit(elaborator: Elaborator, operator: str, left: ir.Expr, right: ir.Expr, span: Span) -> ir.Expr:
    """Report an operator between things it is not for."""
    word = {"union": "+", "difference": "-", "common": "common"}.get(operator, operator)
    if isinstance(left.type, SetType) and fit(right.type, left.type.item) < Fit.WRONG:
        repair = "put the element into braces: `S + {x}`"
        diagnostic = finding(
            "E0417", f"`{word}` needs two sets", right.span, f"this is {describe_type(right.type)}", repair=repair
        )
    else:
        message = f"`{word}` is not defined for {describe_type(left.type)} and {describe_type(right.type)}"
        repair = "sets take `+ - common`; lists `+`; numbers, and records and maps of numbers, `+ -`"
        diagnostic = finding("E0403", message, span, f"{left.type} {word} {right.type}", repair=repair)
    elaborator.symbols.report(diagnostic)
    return poison(span)


def if_else(elaborator: Elaborator, node: ast.IfElseExpr, scope: Scope, hint: Type | None) -> ir.Expr:
    """`a if c else b`."""
    condition = elaborator.condition(node.condition, scope)
    then_scope, else_scope = assume(condition, scope), assume(condition, scope, False)
    if hint == TEXT:
        then, otherwise = (
            _text_branch(elaborator, node.then, then_scope),
            _text_branch(elaborator, node.otherwise, else_scope),
        )
    elif hint is None and is_weak(elaborator, node.then, scope):
        otherwise = elaborator.infer(node.otherwise, else_scope)
        then = elaborator.infer(node.then, then_scope, telling(otherwise))
    else:
        then = elaborator.infer(node.then, then_scope, hint)
        otherwise = elaborator.infer(node.otherwise, else_scope, hint or telling(then))
    if is_poison(then) or is_poison(otherwise):
        return poison(node.span, hint)
    return _join_branches(elaborator, node, condition, (then, then_scope), (otherwise, else_scope), hint)


def _text_branch(elaborator: Elaborator, node: ast.Expr, scope: Scope) -> ir.Expr:
    """A branch inside a text: quoted words are meant as they stand."""
    return elaborator.infer(node, scope, TEXT if isinstance(node, ast.TextLit | ast.IfElseExpr) else None)


def _join_branches(
    elaborator: Elaborator,
    node: ast.IfElseExpr,
    condition: ir.Expr,
    first: tuple[ir.Expr, Scope],
    second: tuple[ir.Expr, Scope],
    hint: Type | None,
) -> ir.Expr:
    (then, then_scope), (otherwise, else_scope) = first, second
    joined = join(then.type, otherwise.type)
    if joined is None and TEXT in {then.type, otherwise.type}:
        then, otherwise, joined = as_text(then), as_text(otherwise), TEXT
    if (
        hint is not None
        and hint != TEXT
        and (joined is None or (isinstance(hint, MapType) and fit(joined, hint) == Fit.MISSING))
    ):
        joined = hint  # `none` may stand for all values of a map
    if joined is None:
        message = f"one branch gives {describe_type(then.type)}, the other {describe_type(otherwise.type)}"
        elaborator.symbols.report(finding("E0413", message, node.span, repair="let both give values of one type"))
        return poison(node.span)
    then = conversion.convert(elaborator, then, joined, node.then.span, then_scope)
    otherwise = conversion.convert(elaborator, otherwise, joined, node.otherwise.span, else_scope)
    return ir.IfElse(condition, then, otherwise, joined, span=node.span)


def let_in(elaborator: Elaborator, node: ast.LetInExpr, scope: Scope, hint: Type | None) -> ir.Expr:
    """`let x = e` before an expression."""
    value = elaborator.infer(node.value, scope)
    local, inner = elaborator.local(node.name, value.type, scope)
    body = elaborator.infer(node.body, inner, hint)
    return ir.LetIn(local.name, value, body, body.type, span=node.span)
