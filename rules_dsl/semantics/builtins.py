"""The builtin functions of the language: what they take and what they give."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rules_dsl.diagnostics.diagnostic import finding
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import (
    BOOL,
    TEXT,
    BagType,
    DeckType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    SetType,
    Type,
    cardinality,
    is_countable,
)
from rules_dsl.semantics import conversion, domains, numbers, operators, parts
from rules_dsl.semantics.fitting import join, spoken
from rules_dsl.semantics.poison import POISON, is_poison, poison
from rules_dsl.semantics.scope import Scope
from rules_dsl.syntax import ast

if TYPE_CHECKING:
    from rules_dsl.semantics.elaborate import Elaborator

Make = Callable[["Elaborator", ast.Call, Scope, Type | None], ir.Expr]


def builtin(elaborator: Elaborator, node: ast.Call, name: str, scope: Scope, hint: Type | None) -> ir.Expr:
    """A call of a builtin with the number of arguments it takes."""
    (least, most), make = BUILTINS[name]
    if not least <= len(node.arguments) <= most or any(argument.name for argument in node.arguments):
        wanted = f"{least}" if least == most else f"{least} to {most}"
        message = f"{name} takes {wanted} argument{'s' if wanted != '1' else ''}, without names"
        elaborator.symbols.report(finding("E0402", message, node.span, f"{len(node.arguments)} given", repair=f"write `{USAGE[name]}`"))
        return poison(node.span)
    return make(elaborator, node, scope, hint)


def _arguments(node: ast.Call) -> list[ast.Expr]:
    return [argument.value for argument in node.arguments]


def _misfit(elaborator: Elaborator, node: ast.Call, at: ast.Expr, found: ir.Expr) -> ir.Expr:
    """Report an argument of a kind the builtin does not take."""
    name = node.function.name if isinstance(node.function, ast.Ref) else "this"
    if not is_poison(found):
        message = f"{name} is not for {spoken(found.type)}"
        elaborator.symbols.report(finding("E0401", message, at.span, f"this is {spoken(found.type)}", repair=f"write `{USAGE[name]}`"))
    return poison(node.span)


# -- numbers ----------------------------------------------------------------------------------------------------------


def _number_at(elaborator: Elaborator, node: ast.Expr, scope: Scope) -> ir.Expr:
    return conversion.number(elaborator, elaborator.infer(node, scope), node.span)


def _absolute(elaborator: Elaborator, node: ast.Call, scope: Scope, hint: Type | None) -> ir.Expr:
    (operand,) = (_number_at(elaborator, each, scope) for each in _arguments(node))
    if not isinstance(operand.type, IntType):
        return poison(node.span)
    return ir.Builtin("abs", (operand,), numbers.absolute(operand.type), span=node.span)


def _extreme(operator: str) -> Make:
    """`min` or `max` of two or more numbers."""

    def make(elaborator: Elaborator, node: ast.Call, scope: Scope, hint: Type | None) -> ir.Expr:
        first, *others = [_number_at(elaborator, each, scope) for each in _arguments(node)]
        for other in others:
            if is_poison(first) or is_poison(other):
                return poison(node.span)
            first = operators.arithmetic(elaborator, operator, first, other, node.span)
        return first

    return make


def _clamp(elaborator: Elaborator, node: ast.Call, scope: Scope, hint: Type | None) -> ir.Expr:
    value, *ends = [_number_at(elaborator, each, scope) for each in _arguments(node)]
    if not ends:
        if not isinstance(hint, IntType):
            message = "the range to clamp to is not known here"
            elaborator.symbols.report(finding("E0412", message, node.span, "to which range?", repair="write `clamp(e, low, high)`"))
            return poison(node.span)
        ends = [ir.Literal(end, numbers.point(end), span=node.span) for end in (hint.low, hint.high)]
    if len(ends) != 2:
        message = "`clamp` takes a number alone, or with both ends of a range"
        elaborator.symbols.report(finding("E0402", message, node.span, "one end", repair=f"write `{USAGE['clamp']}`"))
        return poison(node.span)
    if any(is_poison(each) for each in (value, *ends)):
        return poison(node.span)
    low, high = ends
    inner = operators.arithmetic(elaborator, "min", value, high, node.span)
    return operators.arithmetic(elaborator, "max", inner, low, node.span)


# -- collections ------------------------------------------------------------------------------------------------------


def _length(elaborator: Elaborator, node: ast.Call, scope: Scope, hint: Type | None) -> ir.Expr:
    (argument,) = _arguments(node)
    found = domains.collection(elaborator, argument, scope)
    match found.type:
        case _ if is_poison(found):
            return poison(node.span)
        case SetType() | ListType():
            size = domains.size(found)
            return _fixed(size.most, node) if isinstance(found, ir.Domain) else _len(found, size.most, node)
        case BagType(item, most):
            return _len(found, most * cardinality(item), node)
        case DeckType(item, most):
            return _len(found, most * (cardinality(item) + 1), node)
        case _:
            return _misfit(elaborator, node, argument, found)


def _fixed(value: int, node: ast.Call) -> ir.Expr:
    return ir.Literal(value, numbers.point(value), span=node.span)


def _len(found: ir.Expr, most: int, node: ast.Call) -> ir.Expr:
    return ir.Builtin("len", (found,), IntType(0, most), span=node.span)


def _end(name: str) -> Make:
    """`first`, `top` and `last`: one item of a list (or of the known part of a deck), or with a number that many."""

    def make(elaborator: Elaborator, node: ast.Call, scope: Scope, hint: Type | None) -> ir.Expr:
        argument, *count = _arguments(node)
        found = _list(elaborator, argument, scope)
        if not isinstance(found.type, ListType):
            return _misfit(elaborator, node, argument, found)
        if count:
            return _some(elaborator, {"last": "take_last"}.get(name, "take_first"), found, count[0], scope, node)
        return ir.Builtin("last" if name == "last" else "top", (found,), found.type.item, span=node.span)

    return make


def _list(elaborator: Elaborator, node: ast.Expr, scope: Scope) -> ir.Expr:
    """A list, or the known part of a deck as one."""
    found = elaborator.infer(node, scope)
    if isinstance(found.type, DeckType):
        return ir.Builtin("known", (found,), ListType(found.type.item, found.type.most), span=node.span)
    return found


def _some(elaborator: Elaborator, name: str, found: ir.Expr, count: ast.Expr, scope: Scope, node: ast.Call) -> ir.Expr:
    number = _number_at(elaborator, count, scope)
    if not isinstance(number.type, IntType) or not isinstance(found.type, ListType):
        return poison(node.span)
    taken = max(0, min(found.type.most, number.type.high))
    most = found.type.most if name == "without_last" else taken
    return ir.Builtin(name, (found, number), ListType(found.type.item, most), span=node.span)


def _without_last(elaborator: Elaborator, node: ast.Call, scope: Scope, hint: Type | None) -> ir.Expr:
    argument, count = _arguments(node)
    found = _list(elaborator, argument, scope)
    if not isinstance(found.type, ListType):
        return _misfit(elaborator, node, argument, found)
    return _some(elaborator, "without_last", found, count, scope, node)


def _same_list(name: str) -> Make:
    """`rest` and `reversed`: a list of the same type."""

    def make(elaborator: Elaborator, node: ast.Call, scope: Scope, hint: Type | None) -> ir.Expr:
        (argument,) = _arguments(node)
        found = _list(elaborator, argument, scope)
        if not isinstance(found.type, ListType):
            return _misfit(elaborator, node, argument, found)
        return ir.Builtin(name, (found,), found.type, span=node.span)

    return make


def _common(elaborator: Elaborator, node: ast.Call, scope: Scope, hint: Type | None) -> ir.Expr:
    nodes = _arguments(node)
    found: ir.Expr | None = None
    for each in nodes:
        telling = hint if isinstance(hint, SetType) or found is None else found.type
        other = domains.collection(elaborator, each, scope, telling)
        if is_poison(other):
            return poison(node.span)
        if not isinstance(other.type, SetType):
            return _misfit(elaborator, node, each, other)
        found = other if found is None else operators.common(elaborator, found, other, node.span)
    return found or poison(node.span)


def _members(elaborator: Elaborator, node: ast.Call, scope: Scope, hint: Type | None) -> ir.Expr:
    (argument,) = _arguments(node)
    found = _list(elaborator, argument, scope)
    item = domains.item_type(found.type)
    if item is None or is_poison(found) or not is_countable(item):
        return _misfit(elaborator, node, argument, found)
    return ir.Builtin("members", (found,), SetType(item), span=node.span)


def _of_deck(name: str) -> Make:
    """`known` and `unseen`: the parts of a deck."""

    def make(elaborator: Elaborator, node: ast.Call, scope: Scope, hint: Type | None) -> ir.Expr:
        (argument,) = _arguments(node)
        found = elaborator.infer(argument, scope)
        if not isinstance(found.type, DeckType):
            return _misfit(elaborator, node, argument, found)
        kind: Type = BagType(found.type.item, found.type.most)
        if name == "known":
            kind = ListType(found.type.item, found.type.most)
        return ir.Builtin(name, (found,), kind, span=node.span)

    return make


# -- optionals --------------------------------------------------------------------------------------------------------


def _value(elaborator: Elaborator, node: ast.Call, scope: Scope, hint: Type | None) -> ir.Expr:
    argument, fallback = _arguments(node)
    found = elaborator.infer(argument, scope, None if hint is None else OptionalType(hint))
    if is_poison(found):
        return poison(node.span)
    item = found.type.item if isinstance(found.type, OptionalType) else found.type
    default = elaborator.infer(fallback, scope, item)
    joined = join(item, default.type)
    if is_poison(default) or joined is None:
        return elaborator.convert(default, item, fallback.span)
    if not isinstance(found.type, OptionalType):
        return found
    return _or_else(elaborator, found, elaborator.convert(default, joined, fallback.span), scope, node)


def _or_else(elaborator: Elaborator, found: ir.Expr, default: ir.Expr, scope: Scope, node: ast.Call) -> ir.Expr:
    name = elaborator.symbols.fresh(f"{scope.owner}.value")
    local = ir.Local(name, found.type, span=node.span)
    there = ir.Binary("!=", local, ir.Literal(None, found.type, span=node.span), BOOL, span=node.span)
    choice = ir.IfElse(there, ir.Convert(local, default.type, span=node.span), default, default.type, span=node.span)
    return ir.LetIn(name, found, choice, default.type, span=node.span)


def _the(elaborator: Elaborator, node: ast.Call, scope: Scope, hint: Type | None) -> ir.Expr:
    (argument,) = _arguments(node)
    found = elaborator.infer(argument, scope, None if hint is None else OptionalType(hint))
    if isinstance(found.type, OptionalType) and not is_poison(found):
        return ir.Convert(found, found.type.item, True, span=node.span)
    return found


# -- values of countable types ----------------------------------------------------------------------------------------


def _step(name: str) -> Make:
    """`next` and `previous`."""

    def make(elaborator: Elaborator, node: ast.Call, scope: Scope, hint: Type | None) -> ir.Expr:
        found = _countable(elaborator, node, scope, hint)
        return poison(node.span) if found is None else ir.Builtin(name, (found,), found.type, span=node.span)

    return make


def _countable(elaborator: Elaborator, node: ast.Call, scope: Scope, hint: Type | None) -> ir.Expr | None:
    (argument,) = _arguments(node)
    found = elaborator.infer(argument, scope, hint)
    if is_poison(found) or not is_countable(found.type):
        _misfit(elaborator, node, argument, found)
        return None
    return found


def _number(elaborator: Elaborator, node: ast.Call, scope: Scope, hint: Type | None) -> ir.Expr:
    found = _countable(elaborator, node, scope, None)
    if found is None:
        return poison(node.span)
    return ir.Builtin("number", (found,), IntType(1, cardinality(found.type)), span=node.span)


def _nth(elaborator: Elaborator, node: ast.Call, scope: Scope, hint: Type | None) -> ir.Expr:
    what, count = _arguments(node)
    kind = parts.type_named(elaborator, what, scope)
    number = _number_at(elaborator, count, scope)
    if kind == POISON or is_poison(number):
        return poison(node.span)
    if kind is None or not is_countable(kind):
        message = "nth takes the name of a countable type and a number"
        elaborator.symbols.report(finding("E0401", message, what.span, "not a countable type", repair=f"write `{USAGE['nth']}`"))
        return poison(node.span)
    return ir.Builtin("nth", (number,), kind, span=node.span)


def _letter(elaborator: Elaborator, node: ast.Call, scope: Scope, hint: Type | None) -> ir.Expr:
    (operand,) = (_number_at(elaborator, each, scope) for each in _arguments(node))
    return poison(node.span) if is_poison(operand) else ir.Builtin("letter", (operand,), TEXT, span=node.span)


def _side(name: str) -> Make:
    """`width` and `height` of a drawing: constants."""

    def make(elaborator: Elaborator, node: ast.Call, scope: Scope, hint: Type | None) -> ir.Expr:
        (argument,) = _arguments(node)
        found = elaborator.infer(argument, scope)
        match found.type:
            case MapType(IntType() as across, MapType(IntType() as upwards, _)):
                return _fixed(cardinality(across if name == "width" else upwards), node)
            case _:
                return _misfit(elaborator, node, argument, found)

    return make


# -- the game ---------------------------------------------------------------------------------------------------------


def _stuck(elaborator: Elaborator, node: ast.Call, scope: Scope, hint: Type | None) -> ir.Expr:
    return ir.Stuck(BOOL, span=node.span)


def _possible(elaborator: Elaborator, node: ast.Call, scope: Scope, hint: Type | None) -> ir.Expr:
    (argument,) = _arguments(node)
    if isinstance(argument, ast.Ref) and argument.name in elaborator.symbols.actions:
        player = elaborator.infer(ast.Ref("player", span=node.span), scope)
        return poison(node.span, BOOL) if is_poison(player) else ir.Possible(argument.name, player, BOOL, span=node.span)
    repair = f"the actions are: {', '.join(list(elaborator.symbols.actions)[:8])}" if elaborator.symbols.actions else "declare an action"
    elaborator.symbols.report(finding("E0301", "`possible` wants the name of an action", argument.span, "not an action", repair=repair))
    return poison(node.span, BOOL)


ONE, TWO, MANY = (1, 1), (2, 2), (2, 64)
BUILTINS: dict[str, tuple[tuple[int, int], Make]] = {
    "len": (ONE, _length),
    "abs": (ONE, _absolute),
    "min": (MANY, _extreme("min")),
    "max": (MANY, _extreme("max")),
    "clamp": ((1, 3), _clamp),
    "first": ((1, 2), _end("first")),
    "top": ((1, 2), _end("top")),
    "last": ((1, 2), _end("last")),
    "rest": (ONE, _same_list("rest")),
    "reversed": (ONE, _same_list("reversed")),
    "without_last": (TWO, _without_last),
    "common": (MANY, _common),
    "members": (ONE, _members),
    "known": (ONE, _of_deck("known")),
    "unseen": (ONE, _of_deck("unseen")),
    "value": (TWO, _value),
    "the": (ONE, _the),
    "next": (ONE, _step("next")),
    "previous": (ONE, _step("previous")),
    "number": (ONE, _number),
    "nth": (TWO, _nth),
    "letter": (ONE, _letter),
    "width": (ONE, _side("width")),
    "height": (ONE, _side("height")),
    "stuck": ((0, 0), _stuck),
    "possible": (ONE, _possible),
}
USAGE = {
    "len": "len(S)",
    "abs": "abs(n)",
    "min": "min(a, b)",
    "max": "max(a, b)",
    "clamp": "clamp(n, low, high)",
    "first": "first(l)",
    "top": "top(l)",
    "last": "last(l)",
    "rest": "rest(l)",
    "reversed": "reversed(l)",
    "without_last": "without_last(l, n)",
    "common": "common(A, B)",
    "members": "members(l)",
    "known": "known(d)",
    "unseen": "unseen(d)",
    "value": "value(x, default)",
    "the": "the(x)",
    "next": "next(x)",
    "previous": "previous(x)",
    "number": "number(x)",
    "nth": "nth(Type, n)",
    "letter": "letter(n)",
    "width": "width(drawing)",
    "height": "height(drawing)",
    "stuck": "stuck()",
    "possible": "possible(action)",
}
