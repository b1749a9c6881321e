"""The canonical encoding in C, bit for bit as `docs/reference/semantics.md` section 10 says."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cython_ext.emit.code import Code, Unit
from cython_ext.emit.planes import entry_of_planes, put_in_planes
from cython_ext.emit.texts import bare
from cython_ext.emit.unsupported import NoTranslation
from cython_ext.emit.values import bit, combine_sets, has, is_next, load_text, ordinal_text, set_size, value_text
from cython_ext.layout.states import Form, Kind, core_form, count_of, is_number, planes_of
from rules_dsl.ir.core.forms import NumberForm, OptionForm, RowForm, SequenceForm, TruthForm, TupleForm, WordForm
from rules_dsl.machine.codec import bits


def write_encode(unit: Unit) -> None:
    """`encode` and `decode` of whole states."""
    node = NumberForm(0, max(len(unit.game.nodes) - 1, 0))
    code, back = Code(unit), Code(unit)
    parts: Sequence[tuple[Kind, str]] = [
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


def count_encoded_bits(kind: Kind) -> int:
    """The width of a type or form in the encoding."""
    form = core_form(kind)
    if is_number(form):
        return bits(count_of(form))
    match form:
        case TupleForm(parts):
            return sum(count_encoded_bits(part) for part in parts)
        case OptionForm(item):
            return 1 + count_encoded_bits(item)
        case WordForm(size):
            return size
        case RowForm(item, size):
            return size * count_encoded_bits(item)
        case SequenceForm(item, most):
            return bits(most + 1) + most * count_encoded_bits(item)
        case _:
            raise NoTranslation(f"a {form} in a state")


def _put(code: Code, kind: Kind, path: str) -> None:
    """The lines that write a value."""
    form = core_form(kind)
    if is_number(form):
        width = bits(count_of(form))
        if width:
            code.out.line(f"rw_put(&stream, (uint64_t){_atom(ordinal_text(code, form, path))}, {width});")
        return
    match form:
        case WordForm() | RowForm(TruthForm()):
            held = code.unit.forms.of(form)
            _loop_over(code, set_size(form), lambda at: code.out.line(f"rw_put(&stream, (uint64_t){has(held, load_text(held, path), at)}, 1);"))
        case RowForm(item, size) if planes_of(form):
            _loop_over(code, size, lambda at: _put(code, item, entry_of_planes(code, path, form, at)))
        case RowForm(item, size):
            _loop_over(code, size, lambda at: _put(code, item, f"{path}.e[{at}]"))
        case SequenceForm(item, most):
            _put(code, NumberForm(0, most), f"{path}.n")
            _loop_over(code, f"{path}.n", lambda at: _put(code, item, f"{path}.e[{at}]"))
            code.out.line(f"stream.at += (int64_t)({most} - {path}.n) * {count_encoded_bits(item)};")
        case OptionForm(item):
            code.out.line(f"rw_put(&stream, {path}.has, 1);")
            with code.out.block(f"if ({path}.has)"):
                _put(code, item, f"{path}.value")
            code.out.line(f"else stream.at += {count_encoded_bits(item)};")
        case TupleForm(parts):
            for place, part in enumerate(parts):
                _put(code, part, f"{path}.f_{place}")
        case _:
            raise NoTranslation(f"a {form} in a state")


def _atom(text: str) -> str:
    return text if text.startswith("(") else f"({text})"


def _loop_over(code: Code, size: int | str, inner: Callable[[str], None]) -> None:
    at = code.fresh("at")
    with code.out.block(f"for (int32_t {at} = 0; {at} < {size}; {at}++)"):
        inner(at)


def _get(code: Code, kind: Kind, path: str) -> None:
    """The lines that read a value, and leave the function with -1 where there is none."""
    form = core_form(kind)
    if is_number(form):
        code.out.line(f"{path} = {bare(_got_number(code, form))};")
        return
    match form:
        case WordForm() | RowForm(TruthForm()):
            held = code.unit.forms.of(form)
            whole = code.declare(held.value, "members", "{{0}}" if held.kind == "words" else "0")
            _loop_over(code, set_size(form), lambda at: _get_member(code, held, whole, at))
            code.out.line(f"{path} = {whole};")
        case RowForm(item, size) if planes_of(form):
            _loop_over(code, size, lambda at: put_in_planes(code, path, form, at, _got_number(code, item)))
        case RowForm(item, size):
            _loop_over(code, size, lambda at: _get(code, item, f"{path}.e[{at}]"))
        case SequenceForm(item, most):
            _get(code, NumberForm(0, most), f"{path}.n")
            _loop_over(code, f"{path}.n", lambda at: _get(code, item, f"{path}.e[{at}]"))
            _skip(code, f"(int64_t)({most} - {path}.n) * {count_encoded_bits(item)}")
        case OptionForm(item):
            _get_maybe(code, item, path)
        case TupleForm(parts):
            for place, part in enumerate(parts):
                _get(code, part, f"{path}.f_{place}")
        case _:
            raise NoTranslation(f"a {form} in a state")


def _get_member(code: Code, held: Form, whole: str, at: str) -> None:
    code.out.line(f"if (rw_get(&stream, 1)) {whole} = {bare(combine_sets(held, 'union', whole, bit(held, at)))};")


def _got_number(code: Code, kind: Kind) -> str:
    """A number that is read."""
    size = count_of(kind)
    width = bits(size)
    if width > 64:
        raise NoTranslation(f"a {core_form(kind)} in a state")
    place = code.declare("const uint64_t", "place", f"rw_get(&stream, {width})") if width else "0"
    if width and size != 1 << width:
        code.out.line(f"if ({place} >= {size}u) return -1;")
    number = code.unit.forms.of(kind).value
    if isinstance(core_form(kind), OptionForm) and not is_next(kind):
        place = code.declare(f"const {number}", "place", f"({number}){place}")
        return value_text(code, kind, place)
    return value_text(code, kind, f"({number}){place}" if place != "0" else "0")


def _skip(code: Code, count: str) -> None:
    """Bits that must be zero."""
    code.out.line(f"for (int64_t rest = {count}; rest > 0; rest--)")
    code.out.line("    if (rw_get(&stream, 1)) return -1;")


def _get_maybe(code: Code, item: Kind, path: str) -> None:
    with code.out.block("if (rw_get(&stream, 1))"):
        code.out.line(f"{path}.has = 1;")
        _get(code, item, f"{path}.value")
    with code.out.block("else"):
        _skip(code, str(count_encoded_bits(item)))
