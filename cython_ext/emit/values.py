"""Values in their forms: literals, ordinals and sets."""

from __future__ import annotations

from collections.abc import Sequence

from cython_ext.emit.code import Code, Unit
from cython_ext.emit.texts import is_atom, number
from cython_ext.emit.unsupported import NoTranslation
from cython_ext.layout.states import (
    WIDTHS,
    WORD,
    Form,
    Kind,
    bounds,
    core_form,
    count_of,
    is_number,
    none_of,
    planes_of,
    words_of,
)
from rules_dsl.ir.core.forms import (
    NumberForm,
    OptionForm,
    RowForm,
    SequenceForm,
    TruthForm,
    TupleForm,
    WordForm,
)
from rules_dsl.ir.types import Value

SUFFIX = {"int32_t": "", "int64_t": "_64", "rw_number": "_128"}


# -- literals ---------------------------------------------------------------------------------------------------------


def scalar(kind: Kind, value: Value) -> int:
    """The number a scalar value is held as."""
    return none_of(kind) if value is None else int(value)


def place_of(kind: Kind, value: Value) -> int:
    """The ordinal of a scalar value."""
    match core_form(kind):
        case OptionForm(item):
            return 0 if value is None else 1 + place_of(item, value)
        case NumberForm(low, _):
            return int(value) - low
        case _:
            return int(value)


def mask_text(count: int, mask: int) -> str:
    """A set as an initialiser: of an integer, or of an array of words."""
    if count <= WORD:
        return str(mask) if mask < 10 else f"{hex(mask)}u"
    if count <= 2 * WORD:
        return f"((rw_wide){hex(mask >> WORD)}u << 64 | {hex(mask & (1 << WORD) - 1)}u)"
    return "{{" + ", ".join(f"{hex(mask >> WORD * word & (1 << WORD) - 1)}u" for word in range(words_of(count))) + "}}"


def initialiser(kind: Kind, value: Value) -> str:
    """A value as an initialiser of its form."""
    form = core_form(kind)
    if is_number(form):
        return number(scalar(form, value))
    match form:
        case WordForm(size):
            return mask_text(size, int(value))
        case RowForm(TruthForm(), size):
            return mask_text(size, sum(1 << place for place, holds in enumerate(value) if holds))
        case RowForm() if planes := planes_of(form):
            return _planes(form, planes, value)
        case RowForm(item):
            return f"{{{{{', '.join([initialiser(item, part) for part in value]) or '0'}}}}}"
        case SequenceForm(item):
            items = f".e = {{{', '.join([initialiser(item, part) for part in value])}}}, " if value else ""
            return f"{{{items}.n = {len(value)}}}"
        case TupleForm(parts):
            pairs = zip(parts, value, strict=True)
            return f"{{{', '.join([f'.f_{place} = {initialiser(*pair)}' for place, pair in enumerate(pairs)])}}}"
        case OptionForm(item):
            return "{.has = 0}" if value is None else f"{{.value = {initialiser(item, value)}, .has = 1}}"
        case _:
            raise NoTranslation(f"a literal of the form {form}")


def _planes(form: RowForm, planes: int, value: Sequence[Value]) -> str:
    """A row in planes as an initialiser."""
    places = [place_of(form.item, entry) for entry in value]
    words = [sum([(place >> plane & 1) << key for key, place in enumerate(places)]) for plane in range(planes)]
    return f"{{{{{', '.join([mask_text(form.size, word) for word in words])}}}}}"


def literal(unit: Unit, kind: Kind, value: Value, wish: str = "K") -> str:
    """The text of a value in an expression."""
    form = unit.forms.of(kind)
    text = initialiser(kind, value)
    if form.kind in ("number", "wide"):
        return text
    if form.kind == "word":
        return f"(uint64_t){text}" if text.isdigit() and text != "0" else f"UINT64_C({text[:-1]})" if text.endswith("u") else "(uint64_t)0"
    return unit.table(wish, f"{form.stored} {{}}", text)


def least_value(kind: Kind) -> Value:
    """A value of a form that is as little as can be: numbers are 0, or as near to 0 as they may be."""
    match core_form(kind):
        case NumberForm(low, high):
            return min(max(low, 0), max(low, high))
        case TruthForm():
            return False
        case WordForm():
            return 0
        case OptionForm():
            return None
        case RowForm(item, size):
            return (least_value(item),) * size
        case SequenceForm():
            return ()
        case TupleForm(parts):
            return tuple([least_value(part) for part in parts])
        case form:
            raise NoTranslation(f"a literal of the form {form}")


def least_text(unit: Unit, kind: Kind) -> str:
    """The least value of a form."""
    return literal(unit, kind, least_value(kind), "nothing")


def exit_with(unit: Unit, kind: Kind) -> str:
    """The statement that leaves a function after a failure, with a value that does no harm."""
    return f"return {least_text(unit, kind)};"


# -- numbers ----------------------------------------------------------------------------------------------------------


def load_text(form: Form, text: str) -> str:
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


def shift_text(text: str, by: int) -> str:
    """A number plus a constant."""
    if by == 0:
        return text
    known = text[1:-1] if text.startswith("(-") else text
    if is_atom(text) and known.removeprefix("-").isdigit() and 0 <= int(known) + by < 2**31:
        return str(int(known) + by)
    return f"({text} {'+' if by > 0 else '-'} {abs(by)})"


def ordinal_text(code: Code, kind: Kind, text: str) -> str:
    """The ordinal of a value known to be of a countable form."""
    match core_form(kind):
        case NumberForm(low, _):
            return shift_text(text, -low)
        case OptionForm(item) if is_next(kind):
            return shift_text(text, -none_of(kind))
        case OptionForm(item):
            kept = code.keep(text, code.unit.forms.of(kind).value, "key")
            return f"({kept} == {number(none_of(kind))} ? 0 : {shift_text(ordinal_text(code, item, kept), 1)})"
        case _:
            return text


def is_next(kind: Kind) -> bool:
    """Does the number for none stand just before the others?"""
    form = core_form(kind)
    return isinstance(form, OptionForm) and not isinstance(form.item, OptionForm) and none_of(form) == bounds(form.item)[0] - 1


def value_text(code: Code, kind: Kind, text: str) -> str:
    """The value with an ordinal."""
    match core_form(kind):
        case NumberForm(low, _):
            return shift_text(text, low)
        case OptionForm() if is_next(kind):
            return shift_text(text, none_of(kind))
        case OptionForm(item):
            kept = code.keep(text, "int32_t", "place")
            return f"({kept} == 0 ? {number(none_of(kind))} : {value_text(code, item, f'({kept} - 1)')})"
        case _:
            return text


# -- sets -------------------------------------------------------------------------------------------------------------


def set_size(kind: Kind) -> int:
    """Over how many values a set (or a map to Bool) is."""
    match core_form(kind):
        case WordForm(size) | RowForm(TruthForm(), size):
            return size
        case form:
            raise NoTranslation(f"{form} as a set")


def bit(form: Form, text: str) -> str:
    """The set of one value by its ordinal."""
    if form.kind == "words":
        return f"{form.value}_bit({text})"
    return f"(({form.value})1 << {text})"


def combine_sets(form: Form, operator: str, left: str, right: str) -> str:
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


def select_member(form: Form, text: str, rank: str) -> str:
    """The ordinal in a set with so many before it."""
    return {"word": f"rw_select({text}, {rank})", "wide": f"rw_select_wide({text}, {rank})"}.get(
        form.kind, f"{form.value}_select({text}, {rank})"
    )


def span(form: Form, first: str, last: str) -> str:
    """The set of the ordinals first..last."""
    return {"word": f"rw_span({first}, {last})", "wide": f"rw_span_wide({first}, {last})"}.get(
        form.kind, f"{form.value}_span({first}, {last})"
    )


def all_of(unit: Unit, kind: Kind) -> str:
    """The set of all values of a scalar form."""
    size = count_of(kind)
    return literal(unit, WordForm(size), (1 << size) - 1, "all")


def test_equal(unit: Unit, kind: Kind, left: str, right: str, code: Code) -> str:
    """Are two values of one form equal?"""
    form = unit.forms.of(kind)
    if form.kind == "words":
        return f"{form.value}_same({left}, {right})"
    if form.kind != "struct":
        return f"({left} == {right})"
    first, second = take_address(code, form, left), take_address(code, form, right)
    return f"(memcmp(&{first}, &{second}, sizeof({form.stored})) == 0)"


def take_address(code: Code, form: Form, text: str) -> str:
    """A value that has an address: a path through memory as it is, anything else kept in a local."""
    return text if is_path(text) else code.declare(f"const {form.stored}", "whole", text)


def is_path(text: str) -> bool:
    """Does the text name something in memory?"""
    head = text.partition(".")[0].partition("[")[0].replace("->", "")
    return head.isidentifier() and not text.endswith(")")
