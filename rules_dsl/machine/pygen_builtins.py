"""Builtins and written-out collections as Python text."""

from __future__ import annotations

from collections.abc import Callable

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.conversions import ordinal_in
from rules_dsl.ir.evaluate_builtins import letters
from rules_dsl.ir.evaluate_parts import count_items
from rules_dsl.ir.random_numbers import shuffled
from rules_dsl.ir.types import (
    BagType,
    BoolType,
    DeckType,
    EnumType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    SetType,
    Type,
    cardinality,
    ordinal,
    value_of,
    values,
)
from rules_dsl.machine import pygen_expressions as expressions
from rules_dsl.machine.pygen_code import Code
from rules_dsl.machine.pygen_failures import empty_list, no_number
from rules_dsl.machine.pygen_forms import ordinal_text, shifted, value_text
from rules_dsl.machine.pygen_writer import is_atom

Make = Callable[[Code, ir.Builtin], str]


def builtin(code: Code, expr: ir.Builtin) -> str:
    """The text of a builtin."""
    return MAKERS[expr.name](code, expr)


def _length(code: Code, expr: ir.Builtin) -> str:
    (argument,) = expr.arguments
    text = expressions.base_text(code, argument)
    match argument.type:
        case SetType():
            return f"{text}.bit_count()" if not text.isdigit() else f"({text}).bit_count()"
        case BagType():
            return f"sum({text})"
        case DeckType():
            deck = code.keep(text, "deck")
            return f"(len({deck}[0]) + sum({deck}[1]))"
        case _:
            return f"len({text})"


def _end(place: int, word: str) -> Make:
    def make(code: Code, expr: ir.Builtin) -> str:
        items = code.keep(expressions.value(code, expr.arguments[0]), "items")
        fail = code.module.helper("fail", empty_list(word, expr.span))
        return f"({items}[{place}] if {items} else {fail}())"

    return make


def _pattern(pattern: str, keep: bool = False) -> Make:
    """A builtin that is one Python expression of its arguments {0} and {1}."""

    def make(code: Code, expr: ir.Builtin) -> str:
        texts = expressions.several(code, expr.arguments)
        return pattern.format(*[code.keep(text, "part") if keep else text for text in texts])

    return make


def _step(by: int) -> Make:
    """`next` or `previous`."""

    def make(code: Code, expr: ir.Builtin) -> str:
        (argument,) = expr.arguments
        kind = argument.type
        size = cardinality(kind)
        text = expressions.value(code, argument)
        if size == 2 and isinstance(kind, EnumType | RecordType):
            return f"(1 - {text})"
        if isinstance(kind, OptionalType | BoolType):
            table = {value: value_of(kind, (ordinal(kind, value) + by) % size) for value in values(kind)}
            return f"{code.module.known('next' if by > 0 else 'previous', kind, lambda: table)}[{text}]"
        return value_text(code, kind, f"({shifted(ordinal_text(code, kind, text), by)} % {size})")

    return make


def _number(code: Code, expr: ir.Builtin) -> str:
    (argument,) = expr.arguments
    text = expressions.value(code, argument)
    if isinstance(argument.type, IntType):
        return shifted(text, 1 - argument.type.low)
    return shifted(ordinal_text(code, argument.type, text), 1)


def _nth(code: Code, expr: ir.Builtin) -> str:
    kind, number_type = expr.type, expr.arguments[-1].type
    size = cardinality(kind)
    number = expressions.value(code, expr.arguments[-1])
    if not (isinstance(number_type, IntType) and number_type.low >= 1 and number_type.high <= size):
        fail = code.module.helper("fail", no_number(kind, size, expr.span))
        name, given = (number, number) if is_atom(number) else (name := code.temporary("number"), f"({name} := {number})")
        number = f"({name} if 1 <= {given} <= {size} else {fail}({name}))"
    if isinstance(kind, IntType):
        return shifted(number, kind.low - 1)
    return value_text(code, kind, shifted(number, -1))


def _members(code: Code, expr: ir.Builtin) -> str:
    (argument,) = expr.arguments
    text = expressions.base_text(code, argument)
    match argument.type:
        case BagType():
            return f"{code.module.known('members_of_bag', '', lambda: members_of_bag)}({text})"
        case ListType(item):
            find = ordinal_in(expr.type.item if isinstance(expr.type, SetType) else item)
            return f"{code.module.helper('as_set', lambda values: sum({1 << find(value) for value in values}))}({text})"
        case _:
            return text


def members_of_bag(counts: tuple[int, ...]) -> int:
    """A bag as the set of what is in it."""
    return sum([1 << number for number, count in enumerate(counts) if count])


def _letter(code: Code, expr: ir.Builtin) -> str:
    return f"{code.module.known('letters', '', lambda: letters)}({expressions.value(code, expr.arguments[0])})"


def _shuffled(code: Code, expr: ir.Builtin) -> str:
    texts = expressions.several(code, expr.arguments)
    return f"{code.module.known('shuffled', '', lambda: shuffled)}({', '.join(texts)})"


MAKERS: dict[str, Make] = {
    "len": _length,
    "abs": _pattern("abs({0})"),
    "top": _end(0, "first item"),
    "last": _end(-1, "last item"),
    "rest": _pattern("{0}[1:]"),
    "take_last": _pattern("({0}[-{1}:] if {1} > 0 else ())", keep=True),
    "without_last": _pattern("({0}[:-{1}] if {1} > 0 else {0})", keep=True),
    "take_first": _pattern("{0}[: max({1}, 0)]"),
    "reversed": _pattern("{0}[::-1]"),
    "shuffled": _shuffled,
    "next": _step(1),
    "previous": _step(-1),
    "number": _number,
    "nth": _nth,
    "unseen": _pattern("{0}[1]"),
    "known": _pattern("{0}[0]"),
    "members": _members,
    "letter": _letter,
}


# -- collections and maps written out ---------------------------------------------------------------------------------


def collection(code: Code, expr: ir.Collect | ir.MapOfEntries) -> str:
    """`{a, b}`, `[a, b]`, `{a: x, b: y}`."""
    if isinstance(expr, ir.MapOfEntries):
        return _map_of_entries(code, expr)
    match expr.type:
        case SetType(item):
            return _set_of(code, expr.items, item)
        case ListType(item):
            texts = _each(code, expr.items, lambda part: expressions.fitted(code, part, item, expr))
            return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"
        case BagType(item, most):
            return _bag_of(code, expr, item, most)
        case DeckType(item, most):
            return f"((), {_bag_of(code, expr, item, most)})"
        case _:
            raise TypeError(f"{expr.type} is not a collection")


def _each(code: Code, parts: tuple[ir.Expr, ...], text: Callable[[ir.Expr], str]) -> list[str]:
    """Texts of parts, each kept under a name once a later part needs lines of its own."""
    texts: list[str] = []
    for part in parts:
        position = len(code.out.lines)
        found = text(part)
        if len(code.out.lines) > position:
            expressions.spill(code, texts, position)
        texts.append(found)
    return texts


def _set_of(code: Code, parts: tuple[ir.Expr, ...], item: Type) -> str:
    texts = _each(code, parts, lambda part: expressions.key_text(code, part, item))
    return f"({' | '.join(f'1 << {text}' for text in texts)})" if texts else "0"


def _bag_of(code: Code, expr: ir.Collect, item: Type, most: int) -> str:
    size = cardinality(item)
    count = code.module.helper("counted", lambda numbers: count_items(numbers, size, most, expr.span))
    texts = _each(code, expr.items, lambda part: expressions.key_text(code, part, item))
    return f"{count}([{', '.join(texts)}])"


def _map_of_entries(code: Code, expr: ir.MapOfEntries) -> str:
    match expr.type:
        case MapType(key, kind):
            pass
        case BagType(key, most):
            kind = IntType(0, most)
        case _:
            raise TypeError(f"{expr.type} is not a map")
    name = code.temporary("map")
    code.out.line(f"{name} = [{expressions.fitted(code, expr.default, kind, expr)}] * {cardinality(key)}")
    for at, found in expr.entries:
        item = code.keep(expressions.fitted(code, found, kind, expr), "item")
        code.out.line(f"{name}[{expressions.key_text(code, at, key)}] = {item}")
    return f"tuple({name})"
