"""Operators: and or implies not, comparisons, in, arithmetic on numbers, sets, lists, bags, records and maps; if and let."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_dsl.diagnostics.diagnostic import finding
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BOOL, TEXT, BagType, EnumType, IntType, ListType, MapType, OptionalType, RecordType, SetType, Type
from rules_dsl.semantics import conversion, domains, numbers
from rules_dsl.semantics.fitting import Fit, fit, is_numeric, join, spoken
from rules_dsl.semantics.narrow import assume
from rules_dsl.semantics.poison import is_poison, poison
from rules_dsl.semantics.scope import Scope
from rules_dsl.semantics.texts import as_text
from rules_dsl.source import Span
from rules_dsl.syntax import ast

if TYPE_CHECKING:
    from rules_dsl.semantics.elaborate import Elaborator

WEAK_WORDS = {"none", "nothing", "all"}


def unary(elaborator: Elaborator, node: ast.Unary, scope: Scope) -> ir.Expr:
    """`not c` and `-n`."""
    if node.operator == "not":
        return ir.Unary("not", elaborator.condition(node.operand, scope), BOOL, span=node.span)
    operand = conversion.number(elaborator, elaborator.infer(node.operand, scope), node.operand.span)
    if is_poison(operand) or not isinstance(operand.type, IntType):
        return poison(node.span)
    if isinstance(operand, ir.Literal):
        return ir.Literal(-operand.value, numbers.point(-operand.value), span=node.span)
    return ir.Unary("-", operand, numbers.negate(operand.type), span=node.span)


def binary(elaborator: Elaborator, node: ast.Binary, scope: Scope, hint: Type | None) -> ir.Expr:
    """Every operator between two expressions."""
    match node.operator:
        case "and" | "or" | "implies":
            return _logical(elaborator, node, scope)
        case "in" | "not in":
            return _membership(elaborator, node, scope)
        case "==" | "!=":
            return _equality(elaborator, node, scope)
        case "<" | "<=" | ">" | ">=":
            return _order(elaborator, node, scope)
        case _:
            return _arithmetic(elaborator, node, scope, hint)


def _logical(elaborator: Elaborator, node: ast.Binary, scope: Scope) -> ir.Expr:
    left = elaborator.condition(node.left, scope)
    right = elaborator.condition(node.right, assume(left, scope, node.operator != "or"))
    return ir.Binary(node.operator, left, right, BOOL, span=node.span)


def _membership(elaborator: Elaborator, node: ast.Binary, scope: Scope) -> ir.Expr:
    left, right = _element_and_whole(elaborator, node, scope)
    if is_poison(left) or is_poison(right):
        return poison(node.span, BOOL)
    item = domains.item_type(right.type)
    if item is None:
        return _bad_whole(elaborator, right, node)
    if join(left.type, item) is None:
        message = f"{spoken(left.type)} is never in {spoken(right.type)}"
        elaborator.symbols.report(finding("E0404", message, node.span, repair=f"compare with {spoken(item)}"))
        return poison(node.span, BOOL)
    found = ir.Binary("in", left, right, BOOL, span=node.span)
    return ir.Unary("not", found, BOOL, span=node.span) if node.operator == "not in" else found


def _element_and_whole(elaborator: Elaborator, node: ast.Binary, scope: Scope) -> tuple[ir.Expr, ir.Expr]:
    if _is_weak(elaborator, node.left, scope):
        right = domains.collection(elaborator, node.right, scope)
        return elaborator.infer(node.left, scope, domains.item_type(right.type)), right
    left = elaborator.infer(node.left, scope)
    hint = SetType(left.type) if not is_poison(left) else None
    return left, domains.collection(elaborator, node.right, scope, hint)


def _bad_whole(elaborator: Elaborator, right: ir.Expr, node: ast.Binary) -> ir.Expr:
    message = f"`{node.operator}` wants a set, list, bag, range or type on its right, this is {spoken(right.type)}"
    repair = "compare single values with `==`"
    elaborator.symbols.report(finding("E0403", message, node.right.span, f"this is {spoken(right.type)}", repair=repair))
    return poison(node.span, BOOL)


def _is_weak(elaborator: Elaborator, node: ast.Expr, scope: Scope) -> bool:
    """Does the expression need its surroundings to know its type?"""
    match node:
        case ast.Ref(name) if name not in scope.locals:
            return name in WEAK_WORDS or len(elaborator.symbols.values.get(name, ())) > 1 or not _is_declared(elaborator, name)
        case ast.SetLit(items):
            return all(_is_weak(elaborator, item, scope) for item in items)
        case ast.ListLit(()) | ast.TextLit():
            return True
        case _:
            return False


def _is_declared(elaborator: Elaborator, name: str) -> bool:
    """Does the name stand for a value whose type is its own?"""
    elaborator.need(name)
    symbols = elaborator.symbols
    return any(name in known for known in (symbols.variables, symbols.functions, symbols.constants, symbols.values))


def pair(elaborator: Elaborator, node: ast.Binary, scope: Scope, hint: Type | None = None) -> tuple[ir.Expr, ir.Expr]:
    """Both operands, each helped by the type of the other."""
    if hint is not None:
        return elaborator.infer(node.left, scope, hint), elaborator.infer(node.right, scope, hint)
    if _is_weak(elaborator, node.left, scope) and not _is_weak(elaborator, node.right, scope):
        right = elaborator.infer(node.right, scope)
        return elaborator.infer(node.left, scope, _telling(right)), right
    left = elaborator.infer(node.left, scope)
    return left, elaborator.infer(node.right, scope, _telling(left))


def _telling(expr: ir.Expr) -> Type | None:
    return None if is_poison(expr) or expr.type == TEXT else expr.type


def _equality(elaborator: Elaborator, node: ast.Binary, scope: Scope) -> ir.Expr:
    left, right = pair(elaborator, node, scope)
    if is_poison(left) or is_poison(right):
        return poison(node.span, BOOL)
    joined = join(left.type, right.type)
    if joined is None or TEXT in {left.type, right.type}:
        return _different_types(elaborator, left, right, node)
    if not isinstance(joined, IntType):
        left = conversion.convert(elaborator, left, joined, node.left.span, scope)
        right = conversion.convert(elaborator, right, joined, node.right.span, scope)
    return ir.Binary(node.operator, left, right, BOOL, span=node.span)


def _different_types(elaborator: Elaborator, left: ir.Expr, right: ir.Expr, node: ast.Binary) -> ir.Expr:
    message = f"{spoken(left.type)} and {spoken(right.type)} cannot be compared"
    repair = "compare two values of one type"
    if fit(left.type, getattr(right.type, "item", TEXT)) < Fit.WRONG:
        repair = "write `in` to ask whether it is one of them"
    found = finding("E0404", message, node.span, f"{left.type} {node.operator} {right.type}", repair=repair)
    elaborator.symbols.report(found)
    return poison(node.span, BOOL)


def _order(elaborator: Elaborator, node: ast.Binary, scope: Scope) -> ir.Expr:
    left, right = pair(elaborator, node, scope)
    if is_poison(left) or is_poison(right):
        return poison(node.span, BOOL)
    match left.type, right.type:
        case IntType(), IntType():
            return ir.Binary(node.operator, left, right, BOOL, span=node.span)
        case EnumType(), EnumType() if left.type == right.type:
            return ir.Binary(node.operator, left, right, BOOL, span=node.span)
        case SetType(), SetType():
            return _subset(elaborator, node, left, right, scope)
        case _:
            return _no_order(elaborator, left, right, node)


def _no_order(elaborator: Elaborator, left: ir.Expr, right: ir.Expr, node: ast.Binary) -> ir.Expr:
    if any(isinstance(each.type, OptionalType) for each in (left, right)) and join(left.type, right.type):
        for each, part in ((left, node.left), (right, node.right)):
            if isinstance(each.type, OptionalType):
                conversion.convert(elaborator, each, each.type.item, part.span, None)
        return poison(node.span, BOOL)
    message = f"`{node.operator}` orders numbers and values of one enum, not {spoken(left.type)} and {spoken(right.type)}"
    elaborator.symbols.report(finding("E0403", message, node.span, f"{left.type} {node.operator} {right.type}", repair="compare numbers"))
    return poison(node.span, BOOL)


def _subset(elaborator: Elaborator, node: ast.Binary, left: ir.Expr, right: ir.Expr, scope: Scope) -> ir.Expr:
    joined = join(left.type, right.type)
    if joined is None:
        return _different_types(elaborator, left, right, node)
    left = conversion.convert(elaborator, left, joined, node.left.span, scope)
    right = conversion.convert(elaborator, right, joined, node.right.span, scope)
    if node.operator in {">", ">="}:
        left, right = right, left
    found = ir.Binary("<=", left, right, BOOL, span=node.span)
    if node.operator in {"<=", ">="}:
        return found
    return ir.Binary("and", found, ir.Binary("!=", left, right, BOOL, span=node.span), BOOL, span=node.span)


def _arithmetic(elaborator: Elaborator, node: ast.Binary, scope: Scope, hint: Type | None) -> ir.Expr:
    useful = hint if hint is not None and not isinstance(hint, IntType | OptionalType) and hint != TEXT else None
    left, right = pair(elaborator, node, scope, useful)
    if is_poison(left) or is_poison(right):
        return poison(node.span)
    return combined(elaborator, node.operator, (left, node.left.span), (right, node.right.span), node.span, scope)


def combined(
    elaborator: Elaborator, operator: str, first: tuple[ir.Expr, Span], second: tuple[ir.Expr, Span], span: Span, scope: Scope
) -> ir.Expr:
    """`left OPERATOR right` of two typed expressions."""
    left, right = first[0], second[0]
    match operator, left.type, right.type:
        case _, IntType(), IntType():
            return arithmetic(elaborator, operator, left, right, span)
        case (("+" | "-"), SetType(), SetType()):
            return _of_sets(elaborator, "union" if operator == "+" else "difference", left, right, span)
        case "+", ListType(), ListType():
            return _concatenated(elaborator, left, right, span)
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


def arithmetic(elaborator: Elaborator, operator: str, left: ir.Expr, right: ir.Expr, span: Span) -> ir.Expr:
    """A number from two numbers; two literals give one."""
    if not isinstance(left.type, IntType) or not isinstance(right.type, IntType):
        return poison(span)
    if operator in {"/", "%"} and right.type == numbers.point(0):
        elaborator.symbols.report(
            finding("E0502", "nothing can be divided by 0", right.span, "this is 0", repair="divide by another number")
        )
        return poison(span)
    interval = numbers.ARITHMETIC[operator](left.type, right.type)
    if max(-interval.low, interval.high) > numbers.LARGEST:
        message = f"the result may be as large as {max(-interval.low, interval.high):.1e}"
        elaborator.symbols.report(finding("E0505", message, span, "too large", repair="numbers stay below 2 to the 62nd"))
        return poison(span)
    if interval.low == interval.high and isinstance(left, ir.Literal) and isinstance(right, ir.Literal):
        return ir.Literal(interval.low, interval, span=span)
    return ir.Binary(operator, left, right, interval, span=span)


def _of_sets(elaborator: Elaborator, operator: str, left: ir.Expr, right: ir.Expr, span: Span) -> ir.Expr:
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


def _concatenated(elaborator: Elaborator, left: ir.Expr, right: ir.Expr, span: Span) -> ir.Expr:
    joined = join(left.type, right.type)
    if not (isinstance(joined, ListType) and isinstance(left.type, ListType) and isinstance(right.type, ListType)):
        return misfit(elaborator, "+", left, right, span)
    item = joined.item
    first = conversion.convert(elaborator, left, ListType(item, left.type.most), left.span)
    second = conversion.convert(elaborator, right, ListType(item, right.type.most), right.span)
    return ir.Binary("concat", first, second, ListType(item, left.type.most + right.type.most), span=span)


def _itemwise(elaborator: Elaborator, operator: str, left: ir.Expr, right: ir.Expr, span: Span) -> ir.Expr:
    word = "add" if operator == "+" else "subtract"
    found = _itemwise_type(operator, left.type, right.type)
    return misfit(elaborator, operator, left, right, span) if found is None else ir.Binary(word, left, right, found, span=span)


def _itemwise_type(operator: str, left: Type, right: Type) -> Type | None:
    """A type that holds both operands and the result."""
    match left, right:
        case IntType(), IntType():
            return numbers.hull(left, right, numbers.ARITHMETIC[operator](left, right))
        case BagType(inner, count), BagType(item, most) if inner == item:
            return BagType(item, count + most if operator == "+" else max(count, most))
        case MapType(key, inner), MapType(other, item) if key == other:
            found = _itemwise_type(operator, inner, item)
            return MapType(key, found) if found else None
        case RecordType(), RecordType() if left == right:
            return left
        case _:
            return None


def misfit(elaborator: Elaborator, operator: str, left: ir.Expr, right: ir.Expr, span: Span) -> ir.Expr:
    """Report an operator between things it is not for."""
    word = {"union": "+", "difference": "-", "common": "common"}.get(operator, operator)
    if isinstance(left.type, SetType) and fit(right.type, left.type.item) < Fit.WRONG:
        repair = "put the element into braces: `S + {x}`"
        found = finding("E0417", f"`{word}` between sets wants two sets", right.span, f"this is {spoken(right.type)}", repair=repair)
    else:
        message = f"`{word}` is not for {spoken(left.type)} and {spoken(right.type)}"
        repair = "sets: `+ - common`; lists: `+`; numbers, and records and maps of numbers: `+ -`"
        found = finding("E0403", message, span, f"{left.type} {word} {right.type}", repair=repair)
    elaborator.symbols.report(found)
    return poison(span)


def if_else(elaborator: Elaborator, node: ast.IfElse, scope: Scope, hint: Type | None) -> ir.Expr:
    """`a if c else b`."""
    condition = elaborator.condition(node.condition, scope)
    then_scope, else_scope = assume(condition, scope), assume(condition, scope, False)
    if hint == TEXT:
        then, otherwise = _text_branch(elaborator, node.then, then_scope), _text_branch(elaborator, node.otherwise, else_scope)
    elif hint is None and _is_weak(elaborator, node.then, scope):
        otherwise = elaborator.infer(node.otherwise, else_scope)
        then = elaborator.infer(node.then, then_scope, _telling(otherwise))
    else:
        then = elaborator.infer(node.then, then_scope, hint)
        otherwise = elaborator.infer(node.otherwise, else_scope, hint or _telling(then))
    if is_poison(then) or is_poison(otherwise):
        return poison(node.span, hint)
    return _joined_branches(elaborator, node, condition, (then, then_scope), (otherwise, else_scope), hint)


def _text_branch(elaborator: Elaborator, node: ast.Expr, scope: Scope) -> ir.Expr:
    """A branch inside a text: quoted words are meant as they stand."""
    return elaborator.infer(node, scope, TEXT if isinstance(node, ast.TextLit | ast.IfElse) else None)


def _joined_branches(
    elaborator: Elaborator,
    node: ast.IfElse,
    condition: ir.Expr,
    first: tuple[ir.Expr, Scope],
    second: tuple[ir.Expr, Scope],
    hint: Type | None,
) -> ir.Expr:
    (then, then_scope), (otherwise, else_scope) = first, second
    joined = join(then.type, otherwise.type)
    if joined is None and TEXT in {then.type, otherwise.type}:
        then, otherwise, joined = as_text(then), as_text(otherwise), TEXT
    if joined is None and hint is not None and hint != TEXT:
        joined = hint
    if joined is None:
        message = f"one branch gives {spoken(then.type)}, the other {spoken(otherwise.type)}"
        elaborator.symbols.report(finding("E0413", message, node.span, repair="let both give values of one type"))
        return poison(node.span)
    then = conversion.convert(elaborator, then, joined, node.then.span, then_scope)
    otherwise = conversion.convert(elaborator, otherwise, joined, node.otherwise.span, else_scope)
    return ir.IfElse(condition, then, otherwise, joined, span=node.span)


def let_in(elaborator: Elaborator, node: ast.LetIn, scope: Scope, hint: Type | None) -> ir.Expr:
    """`let x = e` before an expression."""
    value = elaborator.infer(node.value, scope)
    local, inner = elaborator.local(node.name, value.type, scope)
    body = elaborator.infer(node.body, inner, hint)
    return ir.LetIn(local.name, value, body, body.type, span=node.span)
