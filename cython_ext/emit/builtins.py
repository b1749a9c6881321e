"""Builtins and written-out collections as C."""

from __future__ import annotations

from collections.abc import Callable

from cython_ext.emit import expressions, folds
from cython_ext.emit.code import Code, Unit, bare
from cython_ext.emit.unsupported import NoTranslation
from cython_ext.emit.values import (
    SUFFIX,
    bit,
    combined,
    how_many,
    literal,
    nothing,
    ordinal_text,
    shifted,
    value_text,
    widest,
)
from cython_ext.layout.states import bounds
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BagType, DeckType, ListType, SetType, Type, cardinality

Make = Callable[[Code, ir.Builtin], str]


def builtin(code: Code, expr: ir.Builtin) -> str:
    """The text of a builtin."""
    if expr.name not in MAKERS:
        raise NoTranslation(f"the builtin {expr.name}", expr.span)
    return MAKERS[expr.name](code, expr)


def _inside(code: Code, expr: ir.Expr) -> str:
    return expressions.kept_whole(code, expressions.value(code, expr), expr.type)


def _length(code: Code, expr: ir.Builtin) -> str:
    (argument,) = expr.arguments
    text = _inside(code, argument)
    match argument.type:
        case SetType():
            return how_many(code.unit.forms.of(argument.type), text)
        case BagType():
            return f"{_total(code.unit, argument.type)}(&{text})"
        case DeckType(item, most):
            return f"({text}.known.n + {_total(code.unit, BagType(item, most))}(&{text}.unseen))"
        case _:
            return f"((int32_t){text}.n)"


def _total(unit: Unit, kind: BagType) -> str:
    """The function that counts a bag."""
    form = unit.forms.of(kind)

    def write(name: str) -> list[str]:
        loop = f"for (int32_t i = 0; i < {cardinality(kind.item)}; i++) total += a->e[i];"
        return [
            f"RW_FUNCTION int32_t {name}(const {form.value} *a)",
            "{",
            "    int32_t total = 0;",
            f"    {loop}",
            "    return total;",
            "}",
        ]

    return unit.helper(f"total {kind!r}", "total", write)


def _end(which: str) -> Make:
    def make(code: Code, expr: ir.Builtin) -> str:
        (argument,) = expr.arguments
        assert isinstance(argument.type, ListType)
        text = _inside(code, argument)
        place = "0" if which == "top" else f"{text}.n - 1"
        fail = f"rw_fail(fail, 903, {code.place('E0903', expr.span)}, 0)"
        return expressions.checked_item(code, f"{text}.n > 0", f"{text}.e[{place}]", argument.type.item, fail)

    return make


def _slice(lines: Callable[[str], list[str]]) -> Make:
    """A builtin that gives a part of a list; the lines say which items `from`..`to` - 1 are kept, `n` being the number given."""

    def make(code: Code, expr: ir.Builtin) -> str:
        whole = expr.arguments[0]
        assert isinstance(whole.type, ListType) and isinstance(expr.type, ListType)
        texts = [expressions.value(code, part) for part in expr.arguments]
        count = f", {bare(texts[1])}" if len(texts) > 1 else ", 0"
        return f"{_part(code.unit, expr.name, whole.type, expr.type, lines)}({bare(texts[0])}{count})"

    return make


def _part(unit: Unit, which: str, source: ListType, target: ListType, lines: Callable[[str], list[str]]) -> str:
    old, new = unit.forms.of(source).value, unit.forms.of(target).value

    def write(name: str) -> list[str]:
        text = [f"RW_FUNCTION {new} {name}({old} a, int64_t n)", "{", f"    {new} r = {nothing(unit, target)};"]
        text += ["    int32_t first = 0, end = a.n;", "    (void)n;"]
        text += [f"    {line}" for line in lines("a")]
        if source.most and target.most:
            guard = f" && r.n < {target.most}" if target.most < source.most else ""
            text.append(f"    for (int32_t i = first; i < end{guard}; i++) r.e[r.n++] = a.e[i];")
        return [*text, *([] if source.most and target.most else ["    (void)first;", "    (void)end;"]), "    return r;", "}"]

    return unit.helper(f"{which} {source!r} {target!r}", which, write)


def _reversed(code: Code, expr: ir.Builtin) -> str:
    (argument,) = expr.arguments
    kind = argument.type
    assert isinstance(kind, ListType)
    form = code.unit.forms.of(kind)

    def write(name: str) -> list[str]:
        loop = "for (int32_t i = 0; i < a.n; i++) r.e[i] = a.e[a.n - 1 - i];"
        return [f"RW_FUNCTION {form.value} {name}({form.value} a)", "{", f"    {form.value} r = a;", f"    {loop}", "    return r;", "}"]

    return f"{code.unit.helper(f'reversed {kind!r}', 'reversed', write)}({expressions.value(code, argument)})"


def _shuffled(code: Code, expr: ir.Builtin) -> str:
    kind = expr.type
    assert isinstance(kind, ListType)
    form = code.unit.forms.of(kind)
    swap = [
        "int32_t j = (int32_t)(rw_next(&luck) % ((uint64_t)i + 1));",
        f"{form.value} old = r;",
        "r.e[i] = old.e[j];",
        "r.e[j] = old.e[i];",
    ]

    def write(name: str) -> list[str]:
        head = [f"RW_FUNCTION {form.value} {name}({form.value} a, int64_t n)", "{", f"    {form.value} r = a;"]
        if kind.most < 2:
            return [*head, "    (void)n;", "    return r;", "}"]
        loop = ["    uint64_t luck = (uint64_t)n;", "    for (int32_t i = a.n - 1; i > 0; i--) {", *(f"        {line}" for line in swap), "    }"]
        return [*head, *loop, "    return r;", "}"]

    items, number = [expressions.value(code, part) for part in expr.arguments]
    return f"{code.unit.helper(f'shuffled {kind!r}', 'shuffled', write)}({bare(items)}, {bare(number)})"


def _step(by: int) -> Make:
    """`next` or `previous`."""

    def make(code: Code, expr: ir.Builtin) -> str:
        (argument,) = expr.arguments
        kind = argument.type
        size = cardinality(kind)
        place = code.keep(ordinal_text(code, kind, expressions.value(code, argument)), "int32_t", "place")
        if size == 2:
            return value_text(code, kind, f"(1 - {place})")
        around = f"({place} == {size - 1} ? 0 : {place} + 1)" if by > 0 else f"({place} == 0 ? {size - 1} : {place} - 1)"
        return value_text(code, kind, around)

    return make


def _number(code: Code, expr: ir.Builtin) -> str:
    (argument,) = expr.arguments
    return shifted(ordinal_text(code, argument.type, expressions.value(code, argument)), 1)


def _nth(code: Code, expr: ir.Builtin) -> str:
    argument = expr.arguments[-1]
    kind, size = expr.type, cardinality(expr.type)
    text = expressions.value(code, argument)
    low, high = bounds(argument.type)
    if low < 1 or high > size:
        number = expressions.number_type(argument)
        text = f"((int32_t)rw_fit{SUFFIX[number]}({bare(text)}, 1, {size}, fail, 907, {code.place('E0907', expr.span)}))"
    return value_text(code, kind, shifted(text, -1))


def _absolute(code: Code, expr: ir.Builtin) -> str:
    (argument,) = expr.arguments
    kind = widest(expressions.number_type(argument), expressions.number_type(expr))
    return f"rw_abs{SUFFIX[kind]}({bare(expressions.integer(code, argument, kind))})"


def _members(code: Code, expr: ir.Builtin) -> str:
    (argument,) = expr.arguments
    assert isinstance(expr.type, SetType)
    return folds.as_set(code, argument, expr.type)


def _of_deck(member: str) -> Make:
    return lambda code, expr: f"{_inside(code, expr.arguments[0])}.{member}"


MAKERS: dict[str, Make] = {
    "len": _length,
    "abs": _absolute,
    "top": _end("top"),
    "last": _end("last"),
    "rest": _slice(lambda a: ["if (end > 0) first = 1;"]),
    "take_last": _slice(lambda a: ["if (n < end) first = n > 0 ? end - (int32_t)n : end;"]),
    "without_last": _slice(lambda a: ["if (n > 0) end = n < end ? end - (int32_t)n : 0;"]),
    "take_first": _slice(lambda a: ["if (n < end) end = n > 0 ? (int32_t)n : 0;"]),
    "reversed": _reversed,
    "shuffled": _shuffled,
    "next": _step(1),
    "previous": _step(-1),
    "number": _number,
    "nth": _nth,
    "unseen": _of_deck("unseen"),
    "known": _of_deck("known"),
    "members": _members,
}


# -- written out ------------------------------------------------------------------------------------------------------


def collection(code: Code, expr: ir.Collect | ir.MapOfEntries) -> str:
    """A set, list, bag, deck or map written out."""
    if isinstance(expr, ir.MapOfEntries):
        return _map(code, expr)
    match expr.type:
        case SetType(item):
            return _set(code, expr, item)
        case ListType(item):
            return _list(code, expr, item)
        case BagType():
            name = code.declare(code.unit.forms.of(expr.type).value, "bag", nothing(code.unit, expr.type))
            for part in expr.items:
                folds.put_into_bag(code, name, part, expr.type, expr)
            return name
        case DeckType(item, most):
            name = code.declare(code.unit.forms.of(expr.type).value, "deck", nothing(code.unit, expr.type))
            for card in expr.items:
                folds.put_into_bag(code, f"{name}.unseen", card, BagType(item, most), expr)
            return name
        case _:
            raise NoTranslation(f"{expr.type} written out", expr.span)


def _set(code: Code, expr: ir.Collect, item: Type) -> str:
    form = code.unit.forms.of(expr.type)
    text = ""
    for part in expr.items:
        one = bit(form, expressions.key_text(code, part, item))
        text = one if not text else combined(form, "union", text, one)
    return text or literal(code.unit, expr.type, 0)


def _list(code: Code, expr: ir.Collect, item: Type) -> str:
    kind = expr.type
    assert isinstance(kind, ListType)
    parts = [expressions.fitted(code, part, item, expr) for part in expr.items]
    name = code.declare(code.unit.forms.of(kind).value, "list", nothing(code.unit, kind))
    for at, part in enumerate(parts):
        code.out.line(f"{name}.e[{at}] = {bare(part)};")
    code.out.line(f"{name}.n = {len(parts)};")
    return name


def _map(code: Code, expr: ir.MapOfEntries) -> str:
    key, kind = folds.entry_types(expr.type)
    default = code.keep(expressions.fitted(code, expr.default, kind, expr), code.unit.forms.of(kind).value, "default")
    pairs = [(expressions.key_text(code, at, key), expressions.fitted(code, item, kind, expr)) for at, item in expr.entries]
    name = code.declare(code.unit.forms.of(expr.type).value, "map", nothing(code.unit, expr.type))
    at = code.fresh("at")
    with code.out.block(f"for (int32_t {at} = 0; {at} < {cardinality(key)}; {at}++)"):
        folds.put_entry(code, name, expr.type, at, default)
    for place, item in pairs:
        folds.put_entry(code, name, expr.type, place, item)
    return name
