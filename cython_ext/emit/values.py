"""Values in their forms: literals, ordinals, sets, what is gone through, and values of one type as values of another."""

from __future__ import annotations

from collections.abc import Sequence

from cython_ext.emit.code import Code, Unit, is_atom, number
from cython_ext.emit.unsupported import NoTranslation
from cython_ext.layout.states import WIDTHS, WORD, Form, bounds, none_of, number_form, planes_of, words_of
from rules_dsl.ir.conversions import ordinal_in
from rules_dsl.ir.partial import fits
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
    Value,
    cardinality,
    is_scalar,
    ordinal,
    unpack_record,
    values,
    zero,
)

SUFFIX = {"int32_t": "", "int64_t": "_64", "rw_number": "_128"}


# -- literals ---------------------------------------------------------------------------------------------------------


def scalar(type_: Type, value: Value) -> int:
    """The number a scalar value is held as."""
    match type_:
        case OptionalType(item):
            return none_of(type_) if value is None else scalar(item, value)
        case _:
            return int(value)


def mask_text(count: int, mask: int) -> str:
    """A set as an initialiser: of an integer, or of an array of words."""
    if count <= WORD:
        return str(mask) if mask < 10 else f"{hex(mask)}u"
    if count <= 2 * WORD:
        return f"((rw_wide){hex(mask >> WORD)}u << 64 | {hex(mask & (1 << WORD) - 1)}u)"
    return "{{" + ", ".join(f"{hex(mask >> WORD * word & (1 << WORD) - 1)}u" for word in range(words_of(count))) + "}}"


def initialiser(type_: Type, value: Value) -> str:
    """A value as an initialiser of its form."""
    if is_scalar(type_):
        return number(scalar(type_, value))
    match type_:
        case SetType(item):
            return mask_text(cardinality(item), int(value))
        case MapType(key, BoolType()):
            return mask_text(cardinality(key), sum(1 << place for place, holds in enumerate(value) if holds))
        case MapType() if planes := planes_of(type_):
            return _planes(type_, planes, value)
        case MapType(_, item):
            return f"{{{{{', '.join([initialiser(item, part) for part in value]) or '0'}}}}}"
        case BagType(item):
            return f"{{{{{', '.join([str(count) for count in value]) or '0'}}}}}"
        case ListType(item):
            items = f".e = {{{', '.join([initialiser(item, part) for part in value])}}}, " if value else ""
            return f"{{{items}.n = {len(value)}}}"
        case DeckType(item, most):
            known, unseen = initialiser(ListType(item, most), value[0]), initialiser(BagType(item, most), value[1])
            return f"{{.known = {known}, .unseen = {unseen}}}"
        case OptionalType(item):
            return "{.has = 0}" if value is None else f"{{.value = {initialiser(item, value)}, .has = 1}}"
        case RecordType(fields=fields):
            pairs = zip(fields, unpack_record(type_, value), strict=True)
            return f"{{{', '.join([f'.f_{name} = {initialiser(item, part)}' for (name, item), part in pairs])}}}"
        case _:
            raise NoTranslation(f"a literal of type {type_}")


def _planes(map_: MapType, planes: int, entries: Sequence[Value]) -> str:
    """A map in planes as an initialiser."""
    numbers = [ordinal(map_.value, entry) for entry in entries]
    words = [sum([(number >> plane & 1) << key for key, number in enumerate(numbers)]) for plane in range(planes)]
    return f"{{{{{', '.join([mask_text(cardinality(map_.key), word) for word in words])}}}}}"


def literal(unit: Unit, type_: Type, value: Value, wish: str = "K") -> str:
    """The text of a value in an expression."""
    form = unit.forms.of(type_)
    text = initialiser(type_, value)
    if form.kind in ("number", "wide"):
        return text
    if form.kind == "word":
        return f"(uint64_t){text}" if text.isdigit() and text != "0" else f"UINT64_C({text[:-1]})" if text.endswith("u") else "(uint64_t)0"
    return unit.table(wish, f"{form.stored} {{}}", text)


def nothing(unit: Unit, type_: Type) -> str:
    """The zero of a type."""
    return literal(unit, type_, zero(type_), "nothing")


def constant(unit: Unit, name: str) -> str:
    """A constant of the game: its table, or what it is if that is short."""
    if name not in unit.constant_texts:
        unit.constant_texts[name] = _constant(unit, name)
    return unit.constant_texts[name]


def _constant(unit: Unit, name: str) -> str:
    found = unit.constants[name]
    form = unit.forms.of(found.type)
    if form.kind in ("number", "word", "wide"):
        return literal(unit, found.type, found.value)
    return unit.table(name, f"{form.stored} {{}}", initialiser(found.type, found.value), f"{found.role} {name}: {found.type}")


# -- numbers ----------------------------------------------------------------------------------------------------------


def loaded(form: Form, text: str) -> str:
    """A value read from memory, in the form of expressions."""
    if form.kind == "word":
        return text if form.stored == "uint64_t" else f"(uint64_t){text}"
    return text


def widest(*types: str) -> str:
    """The C type that holds numbers of all these types."""
    return max(types, key=WIDTHS.__getitem__)


def cast(text: str, source: str, target: str) -> str:
    """A number as one of a wider C type."""
    return text if source == target else f"(({target}){text})"


def shifted(text: str, by: int) -> str:
    """A number plus a constant."""
    if by == 0:
        return text
    known = text[1:-1] if text.startswith("(-") else text
    if is_atom(text) and known.removeprefix("-").isdigit() and 0 <= int(known) + by < 2**31:
        return str(int(known) + by)
    return f"({text} {'+' if by > 0 else '-'} {abs(by)})"


def ordinal_text(code: Code, type_: Type, text: str) -> str:
    """The ordinal of a value known to be of a countable type."""
    match type_:
        case IntType(low, _):
            return shifted(text, -low)
        case OptionalType(item):
            if is_next(type_):
                return shifted(text, -none_of(type_))
            kept = code.keep(text, code.unit.forms.of(type_).value, "key")
            return f"({kept} == {number(none_of(type_))} ? 0 : {shifted(ordinal_text(code, item, kept), 1)})"
        case _:
            return text


def is_next(type_: OptionalType) -> bool:
    """Does the number for none stand just before the others?"""
    return not isinstance(type_.item, OptionalType) and none_of(type_) == bounds(type_.item)[0] - 1


def value_text(code: Code, type_: Type, text: str) -> str:
    """The value with an ordinal."""
    match type_:
        case IntType(low, _):
            return shifted(text, low)
        case OptionalType(item):
            if is_next(type_):
                return shifted(text, none_of(type_))
            kept = code.keep(text, "int32_t", "place")
            return f"({kept} == 0 ? {number(none_of(type_))} : {value_text(code, item, f'({kept} - 1)')})"
        case _:
            return text


def found_ordinal(code: Code, source: Type, kind: Type, text: str) -> str:
    """The ordinal among the values of `kind`, or a negative number if the value is not of that type."""
    if fits(source, kind):
        return ordinal_text(code, kind, converted_number(code, source, kind, text))
    if isinstance(kind, OptionalType):
        inner = source.item if isinstance(source, OptionalType) else source
        kept = code.keep(text, code.unit.forms.of(source).value, "item")
        found = code.keep(found_ordinal(code, inner, kind.item, kept), "int32_t", "found")
        after = f"({found} < 0 ? -1 : {found} + 1)"
        return f"({kept} == {number(none_of(source))} ? 0 : {after})" if isinstance(source, OptionalType) else after
    kept = code.keep(text, code.unit.forms.of(source).value, "item")
    low, high = bounds(kind)
    if isinstance(source, OptionalType) and low <= none_of(source) <= high:
        return f"({kept} == {number(none_of(source))} || {kept} < {number(low)} || {kept} > {number(high)} ? -1 : {_small(kept, low)})"
    return f"({kept} < {number(low)} || {kept} > {number(high)} ? -1 : {_small(kept, low)})"


def _small(text: str, low: int) -> str:
    return f"(int32_t){shifted(text, -low)}"


def converted_number(code: Code, source: Type, kind: Type, text: str) -> str:
    """A scalar that fits as one of another type: only the number for none may differ."""
    if not isinstance(source, OptionalType) or not isinstance(kind, OptionalType) or none_of(source) == none_of(kind):
        return text
    kept = code.keep(text, code.unit.forms.of(source).value, "maybe")
    return f"({kept} == {number(none_of(source))} ? {number(none_of(kind))} : {kept})"


def field_of_scalar(record: RecordType, field: int, text: str) -> str:
    """A field of a countable record, taken out of its ordinal, as the ordinal of the field."""
    weight, size = weight_of(record, field), cardinality(record.fields[field][1])
    before = text if weight == 1 else f"({text} / {weight})"
    return before if field == 0 else f"({before} % {size})" if size > 1 else "0"


def weight_of(record: RecordType, field: int) -> int:
    """What one step of a field adds to the ordinal of its record."""
    weight = 1
    for _, later in record.fields[field + 1 :]:
        weight *= cardinality(later)
    return weight


# -- sets -------------------------------------------------------------------------------------------------------------


def set_size(type_: Type) -> int:
    """Over how many values a set (or a map to Bool) is."""
    match type_:
        case SetType(item) | MapType(item, BoolType()):
            return cardinality(item)
        case _:
            raise NoTranslation(f"{type_} as a set")


def bit(form: Form, text: str) -> str:
    """The set of one value by its ordinal."""
    if form.kind == "words":
        return f"{form.value}_bit({text})"
    return f"(({form.value})1 << {text})"


def combined(form: Form, operator: str, left: str, right: str) -> str:
    """union, common or difference of two sets."""
    if form.kind == "words":
        return f"{form.value}_{operator}({left}, {right})"
    sign = {"union": "|", "common": "&", "difference": "& ~"}[operator]
    return f"({left} {sign}{'' if operator == 'difference' else ' '}{right})"


def not_empty(form: Form, text: str) -> str:
    """Is anything in the set?"""
    return f"{form.value}_any({text})" if form.kind == "words" else f"({text} != 0)"


def has(form: Form, text: str, place: str) -> str:
    """Is the value with this ordinal in the set? 0 or 1. In one word a number that is no ordinal does no harm either."""
    if form.kind == "words":
        return f"{form.value}_has({text}, {place})"
    return f"((int32_t)({text} >> {place} & 1))" if place.isdigit() or form.kind == "wide" else f"((int32_t)({text} >> ({place} & 63) & 1))"


def how_many(form: Form, text: str) -> str:
    """How many values are in the set."""
    return {"word": f"rw_count({text})", "wide": f"rw_count_wide({text})"}.get(form.kind, f"{form.value}_count({text})")


def lowest(form: Form, text: str) -> str:
    """The least ordinal in a set that is not empty (words and wide words)."""
    return f"rw_low_wide({text})" if form.kind == "wide" else f"rw_low({text})"


def selected(form: Form, text: str, rank: str) -> str:
    """The ordinal in a set with so many before it."""
    return {"word": f"rw_select({text}, {rank})", "wide": f"rw_select_wide({text}, {rank})"}.get(
        form.kind, f"{form.value}_select({text}, {rank})"
    )


def span(form: Form, first: str, last: str) -> str:
    """The set of the ordinals first..last."""
    return {"word": f"rw_span({first}, {last})", "wide": f"rw_span_wide({first}, {last})"}.get(
        form.kind, f"{form.value}_span({first}, {last})"
    )


def all_of(unit: Unit, item: Type) -> str:
    """The set of all values of a type."""
    return literal(unit, SetType(item), (1 << cardinality(item)) - 1, "all")


def same(unit: Unit, type_: Type, left: str, right: str, code: Code) -> str:
    """Are two values of one type equal?"""
    form = unit.forms.of(type_)
    if form.kind == "words":
        return f"{form.value}_same({left}, {right})"
    if form.kind != "struct":
        return f"({left} == {right})"
    first, second = addressed(code, form, left), addressed(code, form, right)
    return f"(memcmp(&{first}, &{second}, sizeof({form.stored})) == 0)"


def addressed(code: Code, form: Form, text: str) -> str:
    """A value that has an address: a path through memory as it is, anything else kept in a local."""
    return text if is_path(text) else code.declare(f"const {form.stored}", "whole", text)


def is_path(text: str) -> bool:
    """Does the text name something in memory?"""
    head = text.partition(".")[0].partition("[")[0].replace("->", "")
    return head.isidentifier() and not text.endswith(")")


def number_of(low: int, high: int) -> str:
    """The C type of numbers low..high in expressions."""
    return number_form(low, high).value


def ordinals(source: Type, target: Type) -> list[int]:
    """For each ordinal of `source` the ordinal of the same value in `target`, or -1."""
    find = ordinal_in(target)
    return [find(value) for value in values(source)]
