"""Folds as loops, or as words where their conditions are sets; and what they go through."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import takewhile

from cython_ext.emit import convert as to_c_convert
from cython_ext.emit import expressions
from cython_ext.emit import rays as to_c_rays
from cython_ext.emit import vectors as to_c_vectors
from cython_ext.emit.code import Code, bare, negated, number
from cython_ext.emit.decisions import IteratedFold, Obstacle
from cython_ext.emit.masks import Subject, contrary, split
from cython_ext.emit.planes import put_in_planes
from cython_ext.emit.unsupported import NoTranslation
from cython_ext.emit.values import (
    bit,
    combined,
    how_many,
    is_next,
    literal,
    loaded,
    lowest,
    not_empty,
    nothing,
    ordinal_text,
    span,
    value_text,
)
from cython_ext.layout.states import bounds, planes_of
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.names import substitute
from rules_dsl.ir.rebuild import change_clause
from rules_dsl.ir.types import BOOL, BagType, BoolType, IntType, ListType, MapType, OptionalType, SetType, Type, cardinality, zero

Inner = Callable[[], None]


def fold(code: Code, expr: ir.Fold) -> str:
    """The result of a fold: words, or the name of what a loop written before has gathered."""
    found = _in_words(code, expr)
    if isinstance(found, str):
        return found
    code.note(IteratedFold(expr.span, expr.kind, found.at(expr.span)))
    return KINDS[expr.kind](code, expr)


# -- what is gone through ---------------------------------------------------------------------------------------------


@contextmanager
def each(code: Code, name: str, item: Type, over: Type, text: str) -> Iterator[None]:
    """A loop over the members of a set, upwards."""
    form = code.unit.forms.of(over)
    if form.kind == "words":
        whole = code.declare(f"const {form.value}", "members", text)
        at = code.fresh("at")
        head = f"for (int32_t {at} = {form.value}_next(&{whole}, 0); {at} >= 0; {at} = {form.value}_next(&{whole}, {at} + 1))"
        place = at
    else:
        left = code.fresh("left")
        head = f"for ({form.value} {left} = {bare(text)}; {left} != 0; {left} &= {left} - 1)"
        place = lowest(form, left)
    with code.out.block(head):
        _bind(code, name, item, place)
        yield


def _bind(code: Code, name: str, item: Type, place: str) -> None:
    """Give a name the value with an ordinal."""
    if isinstance(item, OptionalType) and not is_next(item):
        place = code.declare("const int32_t", "place", place)
    code.bind(name, item, value_text(code, item, place))


@contextmanager
def every(code: Code, name: str, item: Type) -> Iterator[None]:
    """A loop over all values of a type."""
    with code.out.block(f"for (int32_t {(at := code.fresh('at'))} = 0; {at} < {cardinality(item)}; {at}++)"):
        code.bind(name, item, value_text(code, item, at))
        yield


@contextmanager
def items(code: Code, name: str, domain: ir.Expr) -> Iterator[None]:
    """A loop over a domain, in its order."""
    match domain:
        case ir.Domain(item):
            with every(code, name, item):
                yield
            return
        case ir.Range(low, high):
            with _range(code, name, low, high):
                yield
            return
    text = expressions.value(code, domain)
    match domain.type:
        case SetType(item):
            with each(code, name, item, domain.type, text):
                yield
        case ListType(item):
            whole = expressions.kept_whole(code, text, domain.type)
            at = code.fresh("at")
            with code.out.block(f"for (int32_t {at} = 0; {at} < {whole}.n; {at}++)"):
                code.bind(name, item, loaded(code.unit.forms.of(item), f"{whole}.e[{at}]"))
                yield
        case BagType(item):
            whole = expressions.kept_whole(code, text, domain.type)
            at = code.fresh("at")
            with code.out.block(f"for (int32_t {at} = 0; {at} < {cardinality(item)}; {at}++)"):
                code.out.line(f"if ({whole}.e[{at}] == 0) continue;")
                code.bind(name, item, value_text(code, item, at))
                yield
        case _:
            raise NoTranslation(f"iterating over {domain.type}", domain.span)


@contextmanager
def _range(code: Code, name: str, low: ir.Expr, high: ir.Expr) -> Iterator[None]:
    last = code.keep(expressions.value(code, high), "int64_t", "last")
    at = code.fresh("at")
    with code.out.block(f"for (int64_t {at} = {bare(expressions.value(code, low))}; {at} <= {last}; {at}++)"):
        kind = IntType(bounds(low.type)[0], bounds(high.type)[1])
        code.bind(name, kind, f"({code.unit.forms.of(kind).value}){at}")
        yield


def range_as_set(code: Code, expr: ir.Range) -> str:
    """`low..high` as a set."""
    item = expr.type.item if isinstance(expr.type, SetType) else expr.low.type
    least = bounds(item)[0]
    ends = [
        f"{expressions.value(code, end)}{f' - {least}' if least > 0 else f' + {-least}' if least < 0 else ''}"
        for end in (expr.low, expr.high)
    ]
    return span(code.unit.forms.of(SetType(item)), *ends)


def as_set(code: Code, domain: ir.Expr, over: SetType) -> str:
    """A domain as the set of its values."""
    form = code.unit.forms.of(over)
    match domain.type:
        case SetType():
            return expressions.fitted(code, domain, over, domain)
        case ListType(item) | BagType(item):
            name = code.declare(form.value, "members", literal(code.unit, over, 0))
            with items(code, "each", domain):
                place = ordinal_text(code, over.item, to_c_convert.converted(code, code.locals["each"], item, over.item, domain.span))
                code.out.line(f"{name} = {bare(combined(form, 'union', name, bit(form, place)))};")
            return name
        case _:
            raise NoTranslation(f"iterating over {domain.type}", domain.span)


# -- in words ---------------------------------------------------------------------------------------------------------


def set_domain(code: Code, domain: ir.Expr) -> SetType | None:
    """The type of a domain that is gone through as a set held in words."""
    if isinstance(domain, ir.Range) and not isinstance(domain.type, SetType):
        return None
    return domain.type if isinstance(domain.type, SetType) else None


def _in_words(code: Code, expr: ir.Fold) -> str | Obstacle:
    """any, all, count and set over one set by conditions that are sets, or why not."""
    if expr.kind not in ("any", "all", "count", "set") or not isinstance(expr.clauses[0], ir.Each):
        return Obstacle(f"`{expr.kind}` is computed value by value")
    first, rest = expr.clauses[0], expr.clauses[1:]
    along = _along(code, expr)
    if along is not None:
        return along
    wheres = [clause.condition for clause in takewhile(lambda clause: isinstance(clause, ir.Where), rest) if isinstance(clause, ir.Where)]
    inner = rest[len(wheres) :]
    over = set_domain(code, first.domain)
    if over is None:
        return Obstacle("the domain is not a set", first.domain.span)
    if inner and (expr.kind not in ("any", "all") or not isinstance(inner[0], ir.Each)):
        return Obstacle("several names, or an end on the way, are iterated one by one")
    if expr.kind == "set":
        if not (isinstance(expr.item, ir.Local) and expr.item.name == first.name and expr.type == over):
            return Obstacle("the set and the domain have different types", expr.item.span)
    else:
        item = replace(expr, clauses=inner) if inner else expr.item
        wheres.append(contrary(item) if expr.kind == "all" else item)
    found = whole_mask(code, Subject(first.name, over.item), first.domain, wheres)
    if isinstance(found, Obstacle):
        return found
    if expr.kind in ("any", "all") and "h__where" in found:
        exists = to_c_vectors.vector_any(code, first.name, over.item, _all_of_these(first, over, wheres))
        if isinstance(exists, str):
            return exists if expr.kind == "any" else negated(exists)
    form = code.unit.forms.of(over)
    match expr.kind:
        case "any":
            return not_empty(form, found)
        case "all":
            return negated(not_empty(form, found))
        case "count":
            return how_many(form, found)
        case _:
            return found


def _all_of_these(first: ir.Each, over: SetType, conditions: Sequence[ir.Expr]) -> ir.Expr:
    """That a value is in the domain and all conditions hold, as one condition."""
    parts = list(conditions)
    if not isinstance(first.domain, ir.Domain):
        parts.insert(0, ir.Binary("in", ir.Local(first.name, over.item), first.domain, BOOL))
    whole = parts[0]
    for part in parts[1:]:
        whole = ir.Binary("and", whole, part, BOOL)
    return whole


def _along(code: Code, expr: ir.Fold) -> str | None:
    """The same along lists that something ends."""
    eaches = [clause for clause in expr.clauses if isinstance(clause, ir.Each)]
    if expr.kind == "set":
        plain = isinstance(expr.item, ir.Local) and expr.item.name == eaches[-1].name
        found = to_c_rays.met(code, expr.clauses) if plain else None
        return found[0] if found is not None and SetType(found[1]) == expr.type else None
    item = contrary(expr.item) if expr.kind == "all" else expr.item
    if expr.kind == "count":
        counted = to_c_rays.met(code, (*expr.clauses, ir.Where(item))) if len(eaches) == 1 else None
        return None if counted is None else how_many(code.unit.forms.of(SetType(counted[1])), counted[0])
    any_ = to_c_rays.meets(code, _opened(code, (*expr.clauses, ir.Where(item))))
    return any_ if any_ is None or expr.kind == "any" else negated(any_)


def _opened(code: Code, clauses: Sequence[ir.Clause]) -> Sequence[ir.Clause]:
    """Going through the set that a function gives, as going through what the set is made of: a value may come more than once."""
    match clauses:
        case [ir.Each(name, ir.Call(function, arguments) as call), *rest] if all(isinstance(part, ir.Local | ir.Literal) for part in arguments):
            made = code.unit.functions[function]
        case _:
            return clauses
    kinds = [parameter.type for parameter in made.parameters]
    if not _is_plain_set(made.body) or made.body.type != call.type or [part.type for part in arguments] != kinds:
        return clauses
    body = substitute(made.body, dict(zip([parameter.name for parameter in made.parameters], arguments, strict=True)))
    assert isinstance(body, ir.Fold)
    inside = {name: body.item}
    return (*body.clauses, *[change_clause(clause, lambda part: substitute(part, inside)) for clause in rest])


def _is_plain_set(expr: ir.Expr) -> bool:
    """Is it a set of what the last of its names goes through?"""
    if not isinstance(expr, ir.Fold) or expr.kind != "set":
        return False
    last = [clause.name for clause in expr.clauses if isinstance(clause, ir.Each)][-1]
    return isinstance(expr.item, ir.Local) and expr.item.name == last and expr.type == SetType(expr.item.type)


def whole_mask(code: Code, subject: Subject, domain: ir.Expr, conditions: Sequence[ir.Expr]) -> str | Obstacle:
    """The members of a domain for which all conditions hold, if these are sets."""
    form = code.unit.forms.of(SetType(subject.type))
    if form.kind == "struct" or _tests(conditions):
        return Obstacle("numbers are added up value by value")
    with code.aside(0) as lines:
        found = split(code, subject, conditions)
        text = "" if found.rest else masked(code, subject.type, domain, found.masks)
    if found.rest:
        code.drop(lines)
        return next(test.obstacle for test in found.tests if test.obstacle is not None)
    code.take(lines)
    return text


def _tests(conditions: Sequence[ir.Expr]) -> bool:
    return any(not isinstance(condition.type, BoolType) for condition in conditions)


def masked(code: Code, item: Type, domain: ir.Expr, masks: Sequence[str]) -> str:
    """The members of a domain that are in all these sets."""
    form = code.unit.forms.of(SetType(item))
    everything = isinstance(domain, ir.Domain)
    text = masks[0] if everything and masks else expressions.value(code, domain)
    for one in masks[1:] if everything and masks else masks:
        text = combined(form, "common", text, one)
    return text


# -- how values come --------------------------------------------------------------------------------------------------


def rounds(code: Code, clauses: Sequence[ir.Clause], inner: Inner) -> None:
    """Loops for the clauses around what `inner` writes."""
    if not clauses:
        inner()
        return
    clause, rest = clauses[0], clauses[1:]
    match clause:
        case ir.Each(name, domain):
            _rounds_of_each(code, name, domain, rest, inner)
        case ir.Where(condition):
            with code.out.block(f"if ({bare(expressions.value(code, condition))})"):
                rounds(code, rest, inner)
        case ir.While(condition):
            code.out.line(f"if ({bare(negated(expressions.value(code, condition)))}) break;")
            rounds(code, rest, inner)
        case ir.Until(condition):
            last = code.declare("const int32_t", "last", expressions.value(code, condition))
            rounds(code, rest, inner)
            code.out.line(f"if ({last}) break;")


def _rounds_of_each(code: Code, name: str, domain: ir.Expr, rest: Sequence[ir.Clause], inner: Inner) -> None:
    wheres: list[ir.Expr] = []
    while len(wheres) < len(rest) and isinstance(following := rest[len(wheres)], ir.Where):
        wheres.append(following.condition)
    over = set_domain(code, domain)
    if over is None or not wheres:
        with items(code, name, domain):
            rounds(code, rest, inner)
        return
    found = split(code, Subject(name, over.item), wheres)
    after = [*[ir.Where(condition) for condition in found.rest], *rest[len(wheres) :]]
    with each(code, name, over.item, over, masked(code, over.item, domain, found.masks)) if found.masks else items(code, name, domain):
        rounds(code, after, inner)


# -- what becomes of them ---------------------------------------------------------------------------------------------


def _search(code: Code, expr: ir.Fold) -> str:
    """`any` or `all`: stops at the first item that decides."""
    found = "1" if expr.kind == "any" else "0"
    name = code.declare("int32_t", expr.kind, "0" if found == "1" else "1")
    done = code.label()

    def look() -> None:
        text = expressions.value(code, expr.item)
        with code.out.block(f"if ({bare(text if found == '1' else negated(text))})"):
            code.out.line(f"{name} = {found};")
            code.out.line(f"goto {done};")

    rounds(code, expr.clauses, look)
    code.out.line(f"{done}:;")
    return name


def _count(code: Code, expr: ir.Fold) -> str:
    name = code.declare(code.unit.forms.of(expr.type).value, "count", "0")

    def add() -> None:
        if expr.item == ir.Literal(True, expr.item.type):
            code.out.line(f"{name}++;")
        else:
            code.out.line(f"{name} += {bare(expressions.value(code, expr.item))};")

    rounds(code, expr.clauses, add)
    return name


def _sum(code: Code, expr: ir.Fold) -> str:
    kind = code.unit.forms.of(expr.type).value
    if isinstance(expr.type, IntType):
        name = code.declare(kind, "total", "0")
        rounds(code, expr.clauses, lambda: code.out.line(f"{name} += {bare(expressions.value(code, expr.item))};"))
        return name
    name = code.declare(kind, "total", nothing(code.unit, expr.type))

    def add() -> None:
        item = expressions.fitted(code, expr.item, expr.type, expr)
        code.out.line(f"{name} = {to_c_convert.added(code, expr.type, 1, name, item, expr.span)};")

    rounds(code, expr.clauses, add)
    return name


def _extreme(code: Code, expr: ir.Fold) -> str:
    kind = code.unit.forms.of(expr.type).value
    hint = "least" if expr.kind == "min" else "most"
    name, found = code.declare(kind, hint, number(bounds(expr.type)[0])), code.declare("int32_t", "found", "0")

    def compare() -> None:
        item = code.keep(expressions.value(code, expr.item), kind, "item")
        with code.out.block(f"if (!{found} || {item} {'<' if expr.kind == 'min' else '>'} {name})"):
            code.out.line(f"{name} = {item};")
            code.out.line(f"{found} = 1;")

    rounds(code, expr.clauses, compare)
    with code.out.block(f"if (!{found})"):
        if expr.default is None:
            code.out.line(f"rw_fail(fail, 904, {code.place('E0904', expr.span)}, 0);")
        else:
            code.out.line(f"{name} = {bare(expressions.value(code, expr.default))};")
    return name


def _union(code: Code, expr: ir.Fold) -> str:
    form = code.unit.forms.of(expr.type)
    name = code.declare(form.value, "union", literal(code.unit, expr.type, 0))

    def add() -> None:
        text = expressions.fitted(code, expr.item, expr.type, expr)
        code.out.line(f"{name} = {bare(combined(form, 'union', name, text))};")

    rounds(code, expr.clauses, add)
    return name


def _first(code: Code, expr: ir.Fold) -> str:
    name = code.declare(code.unit.forms.of(expr.type).value, "first", literal(code.unit, expr.type, None))
    done = code.label()

    def take() -> None:
        code.out.line(f"{name} = {bare(expressions.fitted(code, expr.item, expr.type, expr))};")
        code.out.line(f"goto {done};")

    rounds(code, expr.clauses, take)
    code.out.line(f"{done}:;")
    return name


def _set(code: Code, expr: ir.Fold) -> str:
    assert isinstance(expr.type, SetType)
    form, item = code.unit.forms.of(expr.type), expr.type.item
    name = code.declare(form.value, "set", literal(code.unit, expr.type, 0))
    before, inner = _last_each(expr)

    def add() -> None:
        whole = None if inner is None else fold(code, inner)
        text = bit(form, expressions.key_text(code, expr.item, item)) if whole is None else whole
        code.out.line(f"{name} = {bare(combined(form, 'union', name, text))};")

    rounds(code, before, add)
    return name


def _last_each(expr: ir.Fold) -> tuple[Sequence[ir.Clause], ir.Fold | None]:
    """The clauses of a set before its last Each, and the set of one round of them; nothing if there is only one Each."""
    last = max(number for number, clause in enumerate(expr.clauses) if isinstance(clause, ir.Each))
    return (expr.clauses, None) if last == 0 else (expr.clauses[:last], replace(expr, clauses=expr.clauses[last:]))


def _list(code: Code, expr: ir.Fold) -> str:
    assert isinstance(expr.type, ListType)
    item, most = expr.type.item, expr.type.most
    name = code.declare(code.unit.forms.of(expr.type).value, "list", nothing(code.unit, expr.type))
    count = code.declare("int32_t", "length", "0")

    def add() -> None:
        text = expressions.fitted(code, expr.item, item, expr)
        if most:
            code.out.line(f"if ({count} < {most}) {name}.e[{count}] = {bare(text)};")
        code.out.line(f"{count}++;")

    rounds(code, expr.clauses, add)
    with code.out.block(f"if ({count} > {most})"):
        code.out.line(f"rw_fail(fail, 901, {code.place('E0901', expr.span)}, {count});")
        code.out.line(f"{count} = {most};")
    code.out.line(f"{name}.n = {count};")
    return name


def _bag(code: Code, expr: ir.Fold) -> str:
    assert isinstance(expr.type, BagType)
    name = code.declare(code.unit.forms.of(expr.type).value, "bag", nothing(code.unit, expr.type))
    rounds(code, expr.clauses, lambda: put_into_bag(code, name, expr.item, expr.type, expr))
    return name


def put_into_bag(code: Code, name: str, item: ir.Expr, kind: Type, reason: ir.Expr) -> None:
    """One value more in a bag under construction."""
    assert isinstance(kind, BagType)
    place = code.keep(expressions.key_text(code, item, kind.item), "int32_t", "place")
    fail = f"rw_fail(fail, 901, {code.place('E0901', reason.span)}, {kind.most + 1})"
    code.out.line(f"if ({name}.e[{place}] < {kind.most}) {name}.e[{place}]++;")
    code.out.line(f"else {fail};")


def _map(code: Code, expr: ir.Fold) -> str:
    assert expr.key is not None
    key, kind = entry_types(expr.type)
    name = code.declare(code.unit.forms.of(expr.type).value, "map", literal(code.unit, expr.type, (zero(kind),) * cardinality(key)))

    def put() -> None:
        item = expressions.fitted(code, expr.item, kind, expr)
        put_entry(code, name, expr.type, expressions.key_text(code, expr.key or expr.item, key), item)

    rounds(code, expr.clauses, put)
    return name


def put_entry(code: Code, name: str, kind: Type, place: str, item: str) -> None:
    """An entry of a map under construction."""
    form = code.unit.forms.of(kind)
    if planes_of(kind):
        assert isinstance(kind, MapType)
        put_in_planes(code, name, kind, place, item)
        return
    if form.kind == "struct":
        code.out.line(f"{name}.e[{bare(place)}] = {bare(item)};")
        return
    code.out.line(f"{name} = {bare(with_flag(code, kind, name, place, item))};")


def with_flag(code: Code, kind: Type, whole: str, place: str, item: str) -> str:
    """A map to Bool with another value at one key."""
    form = code.unit.forms.of(kind)
    one = bit(form, code.keep(place, "int32_t", "key"))
    if item in ("0", "1"):
        return combined(form, "union" if item == "1" else "difference", whole, one)
    return f"({item} ? {combined(form, 'union', whole, one)} : {combined(form, 'difference', whole, one)})"


def entry_types(kind: Type) -> tuple[Type, Type]:
    """The types of the keys and the entries of a map or bag."""
    match kind:
        case MapType(key, item):
            return key, item
        case BagType(key, most):
            return key, IntType(0, most)
        case _:
            raise NoTranslation(f"entries of {kind}")


def _ranked(code: Code, expr: ir.Fold) -> str:
    """`highest` or `lowest`: the set of all with the best measure."""
    assert isinstance(expr.type, SetType) and expr.by is not None
    form, item, by = code.unit.forms.of(expr.type), expr.type.item, expr.by
    name = code.declare(form.value, expr.kind, literal(code.unit, expr.type, 0))
    rank_type = code.unit.forms.of(by.type).value
    best, found = code.declare(rank_type, "best", "0"), code.declare("int32_t", "found", "0")

    def compare() -> None:
        rank = code.keep(expressions.value(code, by), rank_type, "rank")
        one = bit(form, code.keep(expressions.key_text(code, expr.item, item), "int32_t", "place"))
        with code.out.block(f"if (!{found} || {rank} {'>' if expr.kind == 'highest' else '<'} {best})"):
            code.out.line(f"{best} = {rank};")
            code.out.line(f"{name} = {bare(one)};")
            code.out.line(f"{found} = 1;")
        with code.out.block(f"else if ({rank} == {best})"):
            code.out.line(f"{name} = {bare(combined(form, 'union', name, one))};")

    rounds(code, expr.clauses, compare)
    return name


KINDS: dict[str, Callable[[Code, ir.Fold], str]] = {
    "sum": _sum,
    "count": _count,
    "any": _search,
    "all": _search,
    "min": _extreme,
    "max": _extreme,
    "union": _union,
    "first": _first,
    "set": _set,
    "list": _list,
    "map": _map,
    "bag": _bag,
    "highest": _ranked,
    "lowest": _ranked,
}
