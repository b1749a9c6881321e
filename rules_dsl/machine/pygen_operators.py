"""Operators as Python text."""

from __future__ import annotations

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.arithmetic import itemwise
from rules_dsl.ir.conversions import ordinal_in
from rules_dsl.ir.types import BOOL, BagType, IntType, ListType, OptionalType, SetType, Type
from rules_dsl.machine import pygen_expressions as expressions
from rules_dsl.machine.pygen_code import Code
from rules_dsl.machine.pygen_failures import division_by_zero
from rules_dsl.machine.pygen_forms import converted, fits, shifted
from rules_dsl.machine.pygen_writer import is_atom, is_literal, negated

PLAIN = {"==", "!=", "<", "<=", ">", ">=", "+", "-", "*"}
SETS = {"union": "|", "difference": "& ~", "common": "&"}


def test(code: Code, expr: ir.Expr) -> str:
    """A condition of which only the truth counts."""
    match expr:
        case ir.Binary("and" | "or" | "implies"):
            return _lazy(code, expr, strict=False)
        case ir.Binary("in"):
            return _contains(code, expr, strict=False)
        case ir.Binary("!=" | "==", left, ir.Literal(0)) if isinstance(left.type, SetType):
            text = expressions.value(code, left)
            return text if expr.operator == "!=" else negated(text)
        case ir.Unary("not", operand):
            return negated(test(code, operand))
        case _:
            return expressions.value(code, expr)


def contrary(code: Code, operand: ir.Expr) -> str:
    """`not`, as True or False."""
    match operand:
        case ir.Unary("not", inner):
            return expressions.value(code, inner)
        case _:
            return f"(not {test(code, operand)})"


def binary(code: Code, expr: ir.Binary) -> str:
    """All operators with two operands."""
    match expr.operator:
        case "and" | "or" | "implies":
            return _lazy(code, expr, strict=True)
        case "in":
            return _contains(code, expr, strict=True)
        case "/" | "%":
            return _divide(code, expr)
        case "min" | "max":
            return _extreme(code, expr)
        case "union" | "difference" | "common" | "concat":
            return _aligned(code, expr)
        case "add" | "subtract":
            return _itemwise(code, expr)
        case "<=" if isinstance(expr.left.type, SetType):
            left, right = expressions.several(code, (expr.left, expr.right))
            return f"({left} & ~{right} == 0)"
        case operator:
            return _plain(code, operator, expr)


def _plain(code: Code, operator: str, expr: ir.Binary) -> str:
    assert operator in PLAIN, operator
    left, right = expressions.several(code, (expr.left, expr.right))
    if right == "None" and operator in ("==", "!=") and left[0].isalpha() and not is_literal(left):
        return f"({left} {'is' if operator == '==' else 'is not'} None)"
    return f"({left} {operator} {right})"


def _lazy(code: Code, expr: ir.Binary, *, strict: bool) -> str:
    """`and`, `or`, `implies`: the right side only when it decides."""
    word = "and" if expr.operator == "and" else "or"
    operand = expressions.value if strict else test
    left = operand(code, ir.Unary("not", expr.left, BOOL) if expr.operator == "implies" else expr.left)
    with code.aside() as lines:
        right = operand(code, expr.right)
    if not lines.lines:
        return f"({left} {word} {right})"
    name = code.temporary("holds")
    code.out.line(f"{name} = {left}")
    code.out.line(f"if {name}:" if word == "and" else f"if not {name}:")
    lines.line(f"{name} = {right}")
    code.out.take(lines)
    return name


def if_else(code: Code, expr: ir.IfElse) -> str:
    """Only the branch that is taken is computed."""
    condition = test(code, expr.condition)
    with code.aside() as yes_lines:
        yes = expressions.value(code, expr.then)
    with code.aside() as no_lines:
        no = expressions.value(code, expr.otherwise)
    if not yes_lines.lines and not no_lines.lines:
        return f"({yes} if {condition} else {no})"
    name = code.temporary("either")
    yes_lines.line(f"{name} = {yes}")
    no_lines.line(f"{name} = {no}")
    code.out.line(f"if {condition}:")
    code.out.take(yes_lines)
    code.out.line("else:")
    code.out.take(no_lines)
    return name


def _divide(code: Code, expr: ir.Binary) -> str:
    left, right = expressions.several(code, (expr.left, expr.right))
    operator = "//" if expr.operator == "/" else "%"
    divisor = expr.right.type
    if isinstance(divisor, IntType) and not divisor.low <= 0 <= divisor.high:
        return f"({left} {operator} {right})"
    dividend, number = code.keep(left, "dividend"), code.keep(right, "divisor")
    fail = code.module.helper("fail", division_by_zero(expr.operator, expr.span))
    return f"({dividend} {operator} {number} if {number} != 0 else {fail}({dividend}))"


def _extreme(code: Code, expr: ir.Binary) -> str:
    left, right = expressions.several(code, (expr.left, expr.right))
    if not (is_atom(left) and is_atom(right)):
        return f"{expr.operator}({left}, {right})"
    sign = "<=" if expr.operator == "min" else ">="
    return f"({left} if {left} {sign} {right} else {right})"


def _aligned(code: Code, expr: ir.Binary) -> str:
    """Sets and lists whose operands may be over parts of the result's item type."""
    sides = (expr.left, expr.right)
    texts = expressions.several(code, sides)
    left, right = [
        converted(code, text, side.type, _loosened(expr.type, side.type), expr.span) for text, side in zip(texts, sides, strict=True)
    ]
    if expr.operator == "concat":
        return f"({left} + {right})"
    return f"({left} {SETS[expr.operator]}{'' if expr.operator == 'difference' else ' '}{right})"


def _loosened(result: Type, side: Type) -> Type:
    if isinstance(result, ListType) and isinstance(side, ListType):
        return ListType(result.item, side.most)
    return result


def _itemwise(code: Code, expr: ir.Binary) -> str:
    sides = (expr.left, expr.right)
    texts = expressions.several(code, sides)
    left, right = [converted(code, text, side.type, expr.type, expr.span) for text, side in zip(texts, sides, strict=True)]
    combine = code.module.helper(expr.operator, itemwise(expr.type, 1 if expr.operator == "add" else -1, expr.span))
    return f"{combine}({left}, {right})"


def _contains(code: Code, expr: ir.Binary, *, strict: bool) -> str:
    item, whole = expr.left, expr.right
    match whole:
        case ir.Range(low, high) if isinstance(item.type, IntType):
            middle, least, most = expressions.several(code, (item, low, high))
            return f"({least} <= {middle} <= {most})"
    match whole.type:
        case SetType(kind):
            text = _in_set(code, item, whole, kind)
            return f"({text} == 1)" if strict else f"({text})"
        case BagType(kind):
            find = code.module.known("find", kind, lambda: ordinal_in(kind))
            number, counts = expressions.several(code, (item, whole))
            name = code.temporary("number")
            return f"(({name} := {find}({number})) >= 0 and {counts}[{name}] > 0)"
        case _:
            found, items = expressions.several(code, (item, whole))
            return f"({found} in {items})"


def _in_set(code: Code, item: ir.Expr, whole: ir.Expr, kind: Type) -> str:
    """The bit of a set that tells whether an item is in it: text of a 0 or 1, without brackets."""
    if fits(item.type, kind) and not isinstance(kind, OptionalType):
        mask, value = expressions.several(code, (whole, item))
        low = kind.low if isinstance(kind, IntType) else 0
        return f"{mask} >> {shifted(value, -low)} & 1"
    find = code.module.known("find", kind, lambda: ordinal_in(kind))
    value, mask = expressions.several(code, (item, whole))
    name = code.temporary("number")
    return f"(0 if ({name} := {find}({value})) < 0 else {mask} >> {name} & 1)"
