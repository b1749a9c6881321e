"""Loops over what the parameters of actions, chance and endings range over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from cython_ext.emit import expressions
from cython_ext.emit.code import Code
from cython_ext.emit.texts import bare
from cython_ext.emit.unsupported import NoTranslation
from cython_ext.emit.values import bit, combined, is_next, literal, loaded, lowest, ordinal_text, value_text
from cython_ext.layout.states import bounds
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BagType, IntType, ListType, OptionalType, SetType, Type, cardinality


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
            whole = expressions.keep_whole(code, text, domain.type)
            at = code.fresh("at")
            with code.out.block(f"for (int32_t {at} = 0; {at} < {whole}.n; {at}++)"):
                code.bind(name, item, loaded(code.unit.forms.of(item), f"{whole}.e[{at}]"))
                yield
        case BagType(item):
            whole = expressions.keep_whole(code, text, domain.type)
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


def as_set(code: Code, domain: ir.Expr, over: SetType) -> str:
    """A domain as the set of its values."""
    form = code.unit.forms.of(over)
    match domain.type:
        case SetType():
            return expressions.fitted(code, domain, over, domain)
        case ListType(item) | BagType(item):
            name = code.declare(form.value, "members", literal(code.unit, over, 0))
            with items(code, "each", domain):
                place = ordinal_text(
                    code, over.item, expressions.converted(code, code.locals["each"], item, over.item, domain.span)
                )
                code.out.line(f"{name} = {bare(combined(form, 'union', name, bit(form, place)))};")
            return name
        case _:
            raise NoTranslation(f"iterating over {domain.type}", domain.span)


def masked(code: Code, item: Type, domain: ir.Expr, masks: Sequence[str]) -> str:
    """The members of a domain that are in all these sets."""
    form = code.unit.forms.of(SetType(item))
    everything = isinstance(domain, ir.Domain)
    text = masks[0] if everything and masks else expressions.value(code, domain)
    for one in masks[1:] if everything and masks else masks:
        text = combined(form, "common", text, one)
    return text
