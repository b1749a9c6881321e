"""Parts of rows, sequences, tuples and options: reading one, putting one, and values of one form as another."""

from __future__ import annotations

from collections.abc import Sequence

from cython_ext.emit.code import Code, Unit
from cython_ext.emit.planes import entry_of_planes, put_in_planes
from cython_ext.emit.texts import bare, number
from cython_ext.emit.unsupported import NoTranslation
from cython_ext.emit.values import bit, combine_sets, has, least_text, literal, load_text
from cython_ext.layout.states import is_number, map_storage, none_of, planes_of
from rules_dsl.ir.core.forms import CoreForm, OptionForm, RowForm, SequenceForm, TruthForm, TupleForm, WordForm


def keep_whole(code: Code, text: str, form: CoreForm) -> str:
    """A struct as something that can be looked into more than once."""
    held = code.unit.forms.of(form)
    return (
        text if held.kind != "struct" or not text.endswith(")") else code.declare(f"const {held.value}", "whole", text)
    )


def entry(code: Code, base: str, form: CoreForm, place: str) -> str:
    """An entry of a row or sequence."""
    match form:
        case RowForm(TruthForm()):
            return has(code.unit.forms.of(form), load_text(code.unit.forms.of(form), base), place)
        case RowForm() if planes_of(form):
            return entry_of_planes(code, base, form, place)
        case RowForm(item) | SequenceForm(item):
            return load_text(code.unit.forms.of(item), f"{base}.e[{bare(place)}]")
        case _:
            raise NoTranslation(f"an entry of {form}")


def put_entry(code: Code, base: str, form: RowForm, place: str, item: str) -> None:
    """The lines that give a row another entry."""
    match map_storage(form):
        case "set":
            code.out.line(f"{base} = {bare(with_flag(code, form, base, place, item))};")
        case "planes":
            put_in_planes(code, base, form, place, item)
        case "array":
            code.out.line(f"{base}.e[{bare(place)}] = {bare(item)};")


def with_flag(code: Code, form: CoreForm, whole: str, place: str, item: str) -> str:
    """A row of truths with another value at one place."""
    held = code.unit.forms.of(form)
    one = bit(held, code.keep(place, "int32_t", "key"))
    if item in ("0", "1"):
        return combine_sets(held, "union" if item == "1" else "difference", whole, one)
    flag = code.keep(item, "int32_t", "flag")
    return f"({flag} ? {combine_sets(held, 'union', whole, one)} : {combine_sets(held, 'difference', whole, one)})"


# -- one form as another ----------------------------------------------------------------------------------------------


def as_form(code: Code, text: str, source: CoreForm, target: CoreForm) -> str:
    """A value of one form, known to fit another, as one of that."""
    if source == target or isinstance(source, WordForm):
        return text
    if is_number(source) and is_number(target):
        return _as_number(code, text, source, target)
    if code.unit.forms.of(source).kind != "struct":
        return text
    return f"{_conversion(code.unit, source, target)}({bare(text)})"


def _as_number(code: Code, text: str, source: CoreForm, target: CoreForm) -> str:
    """Only the number for none may differ."""
    if not isinstance(source, OptionForm) or not isinstance(target, OptionForm) or none_of(source) == none_of(target):
        return text
    kept = code.keep(text, code.unit.forms.of(source).value, "maybe")
    return f"({kept} == {number(none_of(source))} ? {number(none_of(target))} : {kept})"


def _conversion(unit: Unit, source: CoreForm, target: CoreForm) -> str:
    old, new = unit.forms.of(source).value, unit.forms.of(target).value

    def write(name: str) -> list[str]:
        code = Code(unit)
        code.out.line(f"{new} r = {least_text(unit, target)};")
        _copy(code, source, target)
        code.out.line("return r;")
        return [f"RW_FUNCTION {new} {name}({old} a)", "{", *code.finish(), "}"]

    return unit.helper(f"convert {source!r} {target!r}", "convert", write)


def _copy(code: Code, source: CoreForm, target: CoreForm) -> None:
    """The lines that put `a` into `r`, which holds the least value of its form."""
    match source, target:
        case RowForm(_, size), RowForm():
            with code.out.block(f"for (int32_t i = 0; i < {size}; i++)"):
                put_entry(
                    code, "r", target, "i", as_form(code, entry(code, "a", source, "i"), source.item, target.item)
                )
        case SequenceForm(item, most), SequenceForm(kind, room) if most and room:
            last = f"(a.n < {room} ? a.n : {room})" if room < most else "a.n"
            code.out.line(f"const int32_t n = {bare(last)};")
            with code.out.block("for (int32_t i = 0; i < n; i++)"):
                code.out.line(f"r.e[i] = {bare(as_form(code, entry(code, 'a', source, 'i'), item, kind))};")
            code.out.line("r.n = n;")
        case SequenceForm(), SequenceForm():
            code.out.line("(void)a;")
        case TupleForm(parts), TupleForm(others):
            _copy_parts(code, parts, others)
        case OptionForm(item), OptionForm(kind):
            with code.out.block("if (a.has)"):
                code.out.line(
                    f"r.value = {bare(as_form(code, load_text(code.unit.forms.of(item), 'a.value'), item, kind))};"
                )
                code.out.line("r.has = 1;")
        case _:
            raise NoTranslation(f"{source} as {target}")


def _copy_parts(code: Code, parts: Sequence[CoreForm], others: Sequence[CoreForm]) -> None:
    for place, (part, other) in enumerate(zip(parts, others, strict=True)):
        text = load_text(code.unit.forms.of(part), f"a.f_{place}")
        code.out.line(f"r.f_{place} = {bare(as_form(code, text, part, other))};")


def write_out(code: Code, form: CoreForm, members: Sequence[str]) -> str:
    """A struct whose members are given, as an expression."""
    return f"(({code.unit.forms.of(form).value}){{{', '.join(members)}}})"


def fill(code: Code, form: RowForm, item: str) -> str:
    """A row with one value everywhere."""
    if isinstance(form.item, TruthForm):
        every, none = [literal(code.unit, form, (holds,) * form.size) for holds in (True, False)]
        return f"({item} ? {every} : {none})"
    kind, value = code.unit.forms.of(form).value, code.unit.forms.of(form.item).value

    def write(name: str) -> list[str]:
        inner = Code(code.unit)
        inner.out.line(f"{kind} r = {least_text(code.unit, form)};")
        with inner.out.block(f"for (int32_t i = 0; i < {form.size}; i++)"):
            put_entry(inner, "r", form, "i", "item")
        inner.out.line("return r;")
        return [f"RW_FUNCTION {kind} {name}(const {value} item)", "{", *inner.finish(), "}"]

    return f"{code.unit.helper(f'filled {form!r}', 'filled', write)}({bare(item)})"
