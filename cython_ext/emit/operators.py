"""Operators as C."""

from __future__ import annotations

from cython_ext.emit import convert as to_c_convert
from cython_ext.emit import expressions
from cython_ext.emit.code import Code, bare, negated, number
from cython_ext.emit.unsupported import NoTranslation
from cython_ext.emit.values import SUFFIX, combined, found_ordinal, has, not_empty, same, widest
from cython_ext.layout.states import bounds, none_of
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.partial import fits
from rules_dsl.ir.rebuild import walk
from rules_dsl.ir.types import BagType, IntType, ListType, MapType, OptionalType, SetType, Type, is_scalar


def binary(code: Code, expr: ir.Binary) -> str:
    """All operators with two operands."""
    match expr.operator:
        case "and" | "or" | "implies":
            return _lazy(code, expr)
        case "in":
            return _contains(code, expr)
        case "==" | "!=":
            equal = _equal(code, expr)
            return equal if expr.operator == "==" else _contrary(equal)
        case "<" | "<=" | ">" | ">=":
            return _compare(code, expr)
        case "+" | "-" | "*":
            kind = _wide(expr)
            return f"({expressions.integer(code, expr.left, kind)} {expr.operator} {expressions.integer(code, expr.right, kind)})"
        case "/" | "%":
            return _divide(code, expr)
        case "min" | "max":
            kind = _wide(expr)
            word = "rw_least" if expr.operator == "min" else "rw_most"
            return f"{word}{SUFFIX[kind]}({bare(expressions.integer(code, expr.left, kind))}, {bare(expressions.integer(code, expr.right, kind))})"
        case "union" | "difference" | "common":
            form = code.unit.forms.of(expr.type)
            left, right = [expressions.fitted(code, side, expr.type, expr) for side in (expr.left, expr.right)]
            return combined(form, expr.operator, left, right)
        case "concat":
            return to_c_convert.concatenated(code, expr)
        case "add" | "subtract":
            left, right = [expressions.fitted(code, side, expr.type, expr) for side in (expr.left, expr.right)]
            return to_c_convert.added(code, expr.type, 1 if expr.operator == "add" else -1, left, right, expr.span)
        case operator:
            raise NoTranslation(f"the operator {operator}", expr.span)


def negative(code: Code, expr: ir.Unary) -> str:
    """`-x`."""
    kind = widest(expressions.number_type(expr), expressions.number_type(expr.operand))
    return f"(-{expressions.integer(code, expr.operand, kind)})"


def _contrary(equal: str) -> str:
    """!= from the text of ==."""
    if equal.startswith("(") and equal.count(" == ") == 1 and "?" not in equal and "&&" not in equal:
        return equal.replace(" == ", " != ")
    return negated(equal)


def _wide(expr: ir.Binary) -> str:
    return widest(*[expressions.number_type(part) for part in (expr, expr.left, expr.right)])


def _equal(code: Code, expr: ir.Binary) -> str:
    left, right = expr.left, expr.right
    if isinstance(left.type, ListType | BagType) and isinstance(right, ir.Literal) and right.value == ():
        return f"({_inside(code, left)}.n == 0)"
    if left.type == right.type:
        first, second = expressions.value(code, left), expressions.value(code, right)
        return same(code.unit, left.type, first, second, code)
    if is_scalar(left.type) and is_scalar(right.type):
        return _equal_numbers(code, left.type, expressions.value(code, left), right.type, expressions.value(code, right))
    over = left.type if fits(right.type, left.type) else right.type
    first, second = [expressions.fitted(code, side, over, expr) for side in (left, right)]
    return same(code.unit, over, first, second, code)


def _inside(code: Code, expr: ir.Expr) -> str:
    return expressions.kept_whole(code, expressions.value(code, expr), expr.type)


def _equal_numbers(code: Code, left: Type, first: str, right: Type, second: str) -> str:
    """Numbers of two types: the spare numbers for none must be the same, and none of the other."""
    if isinstance(left, OptionalType) and isinstance(right, OptionalType) and none_of(left) != none_of(right):
        one = code.keep(first, code.unit.forms.of(left).value, "one")
        other = code.keep(second, code.unit.forms.of(right).value, "other")
        nones = [f"{one} == {number(none_of(left))}", f"{other} == {number(none_of(right))}"]
        return f"({nones[0]} || {nones[1]} ? {nones[0]} && {nones[1]} : {one} == {other})"
    for side, text, opposite, against in ((left, first, right, second), (right, second, left, first)):
        if isinstance(side, OptionalType) and not isinstance(opposite, OptionalType) and _may_be(none_of(side), opposite):
            kept = code.keep(text, code.unit.forms.of(side).value, "maybe")
            return f"({kept} != {number(none_of(side))} && {kept} == {against})"
    return f"({first} == {second})"


def _may_be(none: int, type_: Type) -> bool:
    low, high = bounds(type_)
    return low <= none <= high


def _compare(code: Code, expr: ir.Binary) -> str:
    if not isinstance(expr.left.type, SetType):
        left, right = expressions.value(code, expr.left), expressions.value(code, expr.right)
        return f"({left} {expr.operator} {right})"
    if expr.operator != "<=":
        raise NoTranslation(f"{expr.operator} on sets", expr.span)
    over = expr.left.type if fits(expr.right.type, expr.left.type) else expr.right.type
    form = code.unit.forms.of(over)
    left, right = [expressions.fitted(code, side, over, expr) for side in (expr.left, expr.right)]
    return negated(not_empty(form, combined(form, "difference", left, right)))


def _lazy(code: Code, expr: ir.Binary) -> str:
    """`and`, `or`, `implies`: the right side only when it decides."""
    sign = "&&" if expr.operator == "and" else "||"
    left = expressions.value(code, expr.left)
    if expr.operator == "implies":
        left = negated(left)
    with code.aside() as lines:
        right = expressions.value(code, expr.right)
    if not lines.lines:
        plain = is_harmless(code, expr.right) and is_harmless(code, expr.left)
        return f"({left} {sign[0] if plain else sign} {right})"
    name = code.declare("int32_t", "holds", left)
    code.out.line(f"if ({name}) {{" if sign == "&&" else f"if (!{name}) {{")
    lines.line(f"{name} = {bare(right)};")
    code.take(lines)
    code.out.line("}")
    return name


MOST_HARMLESS = 8
"""More parts than that are not computed in vain."""


def is_harmless(code: Code, expr: ir.Expr) -> bool:
    """May the condition be computed where nobody asks, at less than the cost of a branch: a few comparisons and tests of bits that are defined whatever comes?"""
    return len(list(walk(expr))) <= MOST_HARMLESS and _is_harmless(code, expr)


def _is_harmless(code: Code, expr: ir.Expr) -> bool:
    match expr:
        case ir.Unary("not", operand):
            return _is_harmless(code, operand)
        case ir.Binary("and" | "or", left, right):
            return _is_harmless(code, left) and _is_harmless(code, right)
        case ir.Binary("in", item, whole) if isinstance(whole.type, SetType) and isinstance(item, ir.Local | ir.Convert):
            one_word = code.unit.forms.of(whole.type).kind == "word"
            known = isinstance(item, ir.Local) or (isinstance(item.value, ir.Local) and not item.checked)
            return one_word and known and item.type == whole.type.item and _is_direct(whole)
        case ir.Binary("==" | "!=" | "<" | "<=" | ">" | ">=", left, right):
            return is_scalar(left.type) and is_scalar(right.type) and _is_direct(left) and _is_direct(right)
        case _:
            return False


def _is_direct(expr: ir.Expr) -> bool:
    """Is it there without computing?"""
    match expr:
        case ir.Local() | ir.Literal() | ir.Var():
            return True
        case ir.Index(ir.Var(_, MapType(key)), ir.Local() | ir.Literal() as at):
            return at.type == key
        case _:
            return False


def if_else(code: Code, expr: ir.IfElse) -> str:
    """Only the branch that is taken is computed."""
    condition = expressions.value(code, expr.condition)
    with code.aside() as yes_lines:
        yes = expressions.fitted(code, expr.then, expr.type, expr)
    with code.aside() as no_lines:
        no = expressions.fitted(code, expr.otherwise, expr.type, expr)
    if not yes_lines.lines and not no_lines.lines:
        return f"({condition} ? {yes} : {no})"
    name = code.declare(code.unit.forms.of(expr.type).value, "either")
    yes_lines.line(f"{name} = {bare(yes)};")
    no_lines.line(f"{name} = {bare(no)};")
    code.out.line(f"if ({bare(condition)}) {{")
    code.take(yes_lines)
    code.out.line("} else {")
    code.take(no_lines)
    code.out.line("}")
    return name


def _divide(code: Code, expr: ir.Binary) -> str:
    kind = _wide(expr)
    left, right = expressions.integer(code, expr.left, kind), expressions.integer(code, expr.right, kind)
    divisor = expr.right.type
    if not isinstance(divisor, IntType) or divisor.low <= 0 <= divisor.high:
        right = f"rw_divisor{SUFFIX[kind]}({bare(right)}, fail, {code.place('E0905', expr.span)})"
    elif isinstance(expr.left.type, IntType) and expr.left.type.low >= 0 and divisor.low > 0:
        return f"({left} {expr.operator} {right})"
    return f"{'rw_divide' if expr.operator == '/' else 'rw_modulo'}{SUFFIX[kind]}({bare(left)}, {bare(right)})"


def _contains(code: Code, expr: ir.Binary) -> str:
    item, whole = expr.left, expr.right
    match whole:
        case ir.Range(low, high) if isinstance(item.type, IntType):
            middle = code.keep(expressions.value(code, item), expressions.number_type(item), "middle")
            return f"({expressions.value(code, low)} <= {middle} && {middle} <= {expressions.value(code, high)})"
    match whole.type:
        case SetType(kind):
            return _in_set(code, item, whole, kind)
        case BagType(kind):
            found = code.keep(found_ordinal(code, item.type, kind, expressions.value(code, item)), "int32_t", "found")
            return f"({found} >= 0 && {_inside(code, whole)}.e[{found}] > 0)"
        case ListType(kind):
            return _in_list(code, item, whole, kind)
        case _:
            raise NoTranslation(f"in {whole.type}", expr.span)


def _in_set(code: Code, item: ir.Expr, whole: ir.Expr, kind: Type) -> str:
    form = code.unit.forms.of(SetType(kind))
    mask = expressions.value(code, whole)
    found = found_ordinal(code, item.type, kind, expressions.value(code, item))
    if fits(item.type, kind):
        return has(form, mask, found)
    place = code.keep(found, "int32_t", "found")
    return f"({place} >= 0 && {has(form, mask, place)})"


def _in_list(code: Code, item: ir.Expr, whole: ir.Expr, kind: Type) -> str:
    items = _inside(code, whole)
    found = code.declare("int32_t", "found", "0")
    sought = code.keep(expressions.value(code, item), code.unit.forms.of(item.type).value, "item")
    at = code.fresh("at")
    with code.out.block(f"for (int32_t {at} = 0; {at} < {items}.n && !{found}; {at}++)"):
        each = f"{items}.e[{at}]"
        if is_scalar(kind):
            each = code.keep(each, code.unit.forms.of(kind).value, "each")
            text = _equal_numbers(code, kind, each, item.type, sought)
        else:
            text = same(code.unit, kind, each, to_c_convert.converted(code, sought, item.type, kind, item.span), code)
        code.out.line(f"{found} = {bare(text)};")
    return found
