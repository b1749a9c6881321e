"""The canonical encoding in C, bit for bit as `docs/reference/semantics.md` section 10 says."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cython_ext.emit.code import Code, Unit, bare
from cython_ext.emit.planes import entry_of_planes, put_in_planes
from cython_ext.emit.unsupported import NoTranslation
from cython_ext.emit.values import bit, combined, has, is_next, loaded, ordinal_text, set_size, value_text
from cython_ext.layout.states import planes_of
from rules_dsl.ir.types import (
    BagType,
    BoolType,
    DeckType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    SetType,
    Type,
    cardinality,
    is_scalar,
)
from rules_dsl.machine.codec import bits


def write_encode(unit: Unit) -> None:
    """`encode` and `decode` of whole states."""
    node = IntType(0, max(len(unit.game.nodes) - 1, 0))
    code, back = Code(unit), Code(unit)
    parts: Sequence[tuple[Type, str]] = [
        (node, "s->node"),
        *[(variable.type, f"s->{unit.layout.names[variable.name]}") for variable in unit.game.variables],
    ]
    for kind, path in parts:
        _put(code, kind, path)
        _get(back, kind, path)
    head = "static void game_encode(const void *given, uint8_t *bytes)"
    lines = [
        "    const state *s = given;",
        "    memset(bytes, 0, ENCODED_SIZE ? ENCODED_SIZE : 1);",
        "    struct rw_stream stream = {bytes, 0, 0};",
    ]
    unit.body += [head, "{", *lines, *code.finish(), "    (void)s;", "    (void)stream;", "}", ""]
    head = "static int game_decode(void *given, const uint8_t *bytes)"
    lines = ["    state *s = given;", "    memset(s, 0, sizeof(state));", "    struct rw_stream stream = {0, bytes, 0};"]
    tail = ["    for (; stream.at < 8 * ENCODED_SIZE; stream.at++)", "        if (bytes[stream.at >> 3] >> (stream.at & 7) & 1) return -1;"]
    unit.body += [head, "{", *lines, *back.finish(), *tail, "    return 0;", "}", ""]


def encoded_bits(kind: Type) -> int:
    """The width of a type in the encoding."""
    if is_scalar(kind):
        return bits(cardinality(kind))
    match kind:
        case RecordType(fields=fields):
            return sum(encoded_bits(item) for _, item in fields)
        case OptionalType(item):
            return 1 + encoded_bits(item)
        case SetType(item):
            return cardinality(item)
        case BagType(item, most):
            return cardinality(item) * bits(most + 1)
        case ListType(item, most):
            return bits(most + 1) + most * encoded_bits(item)
        case MapType(key, value):
            return cardinality(key) * encoded_bits(value)
        case DeckType(item, most):
            return encoded_bits(ListType(item, most)) + encoded_bits(BagType(item, most))
        case _:
            raise NoTranslation(f"a {kind} in a state")


def _put(code: Code, kind: Type, path: str) -> None:
    """The lines that write a value."""
    if is_scalar(kind):
        width = bits(cardinality(kind))
        if width:
            code.out.line(f"rw_put(&stream, (uint64_t){_atom(ordinal_text(code, kind, path))}, {width});")
        return
    match kind:
        case SetType() | MapType(_, BoolType()):
            form = code.unit.forms.of(kind)
            at = code.fresh("at")
            with code.out.block(f"for (int32_t {at} = 0; {at} < {set_size(kind)}; {at}++)"):
                code.out.line(f"rw_put(&stream, (uint64_t){has(form, loaded(form, path), at)}, 1);")
        case MapType(key, value) if planes_of(kind):
            _each(code, cardinality(key), lambda at: _put(code, value, entry_of_planes(code, path, kind, at)))
        case MapType(key, value):
            _each(code, cardinality(key), lambda at: _put(code, value, f"{path}.e[{at}]"))
        case BagType(item, most):
            _each(code, cardinality(item), lambda at: _put(code, IntType(0, most), f"{path}.e[{at}]"))
        case ListType(item, most):
            _put(code, IntType(0, most), f"{path}.n")
            at = code.fresh("at")
            with code.out.block(f"for (int32_t {at} = 0; {at} < {path}.n; {at}++)"):
                _put(code, item, f"{path}.e[{at}]")
            code.out.line(f"stream.at += (int64_t)({most} - {path}.n) * {encoded_bits(item)};")
        case DeckType(item, most):
            _put(code, ListType(item, most), f"{path}.known")
            _put(code, BagType(item, most), f"{path}.unseen")
        case OptionalType(item):
            code.out.line(f"rw_put(&stream, {path}.has, 1);")
            with code.out.block(f"if ({path}.has)"):
                _put(code, item, f"{path}.value")
            code.out.line(f"else stream.at += {encoded_bits(item)};")
        case RecordType(fields=fields):
            for name, item in fields:
                _put(code, item, f"{path}.f_{name}")
        case _:
            raise NoTranslation(f"a {kind} in a state")


def _atom(text: str) -> str:
    return text if text.startswith("(") else f"({text})"


def _each(code: Code, size: int, inner: Callable[[str], None]) -> None:
    at = code.fresh("at")
    with code.out.block(f"for (int32_t {at} = 0; {at} < {size}; {at}++)"):
        inner(at)


def _get(code: Code, kind: Type, path: str) -> None:
    """The lines that read a value, and leave the function with -1 where there is none."""
    if is_scalar(kind):
        code.out.line(f"{path} = {bare(_got_number(code, kind))};")
        return
    match kind:
        case SetType() | MapType(_, BoolType()):
            form = code.unit.forms.of(kind)
            whole, at = code.declare(form.value, "members", "{{0}}" if form.kind == "words" else "0"), code.fresh("at")
            with code.out.block(f"for (int32_t {at} = 0; {at} < {set_size(kind)}; {at}++)"):
                code.out.line(f"if (rw_get(&stream, 1)) {whole} = {bare(combined(form, 'union', whole, bit(form, at)))};")
            code.out.line(f"{path} = {whole};")
        case MapType(key) if planes_of(kind):
            _each(code, cardinality(key), lambda at: put_in_planes(code, path, kind, at, _got_number(code, kind.value)))
        case MapType(key, value):
            _each(code, cardinality(key), lambda at: _get(code, value, f"{path}.e[{at}]"))
        case BagType(item, most):
            _each(code, cardinality(item), lambda at: _get(code, IntType(0, most), f"{path}.e[{at}]"))
        case ListType(item, most):
            _get_list(code, item, most, path)
        case DeckType(item, most):
            _get(code, ListType(item, most), f"{path}.known")
            _get(code, BagType(item, most), f"{path}.unseen")
        case OptionalType(item):
            _get_maybe(code, item, path)
        case RecordType(fields=fields):
            for name, item in fields:
                _get(code, item, f"{path}.f_{name}")
        case _:
            raise NoTranslation(f"a {kind} in a state")


def _got_number(code: Code, kind: Type) -> str:
    """A number that is read."""
    size = cardinality(kind)
    width = bits(size)
    if width > 64:
        raise NoTranslation(f"a {kind} in a state")
    place = code.declare("const uint64_t", "place", f"rw_get(&stream, {width})") if width else "0"
    if width and size != 1 << width:
        code.out.line(f"if ({place} >= {size}u) return -1;")
    number = code.unit.forms.of(kind).value
    if isinstance(kind, OptionalType) and not is_next(kind):
        place = code.declare(f"const {number}", "place", f"({number}){place}")
        return value_text(code, kind, place)
    return value_text(code, kind, f"({number}){place}" if place != "0" else "0")


def _get_list(code: Code, item: Type, most: int, path: str) -> None:
    _get(code, IntType(0, most), f"{path}.n")
    at = code.fresh("at")
    with code.out.block(f"for (int32_t {at} = 0; {at} < {path}.n; {at}++)"):
        _get(code, item, f"{path}.e[{at}]")
    _skip(code, f"(int64_t)({most} - {path}.n) * {encoded_bits(item)}")


def _skip(code: Code, count: str) -> None:
    """Bits that must be zero."""
    code.out.line(f"for (int64_t rest = {count}; rest > 0; rest--)")
    code.out.line("    if (rw_get(&stream, 1)) return -1;")


def _get_maybe(code: Code, item: Type, path: str) -> None:
    with code.out.block("if (rw_get(&stream, 1))"):
        code.out.line(f"{path}.has = 1;")
        _get(code, item, f"{path}.value")
    with code.out.block("else"):
        _skip(code, str(encoded_bits(item)))
