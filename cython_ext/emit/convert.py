"""Values of one type as values of another, and adding item by item. What changes its form in parts is done by small functions of the unit."""

from __future__ import annotations

from cython_ext.emit import expressions
from cython_ext.emit.code import Code, Unit, is_atom, number
from cython_ext.emit.planes import put_in_planes
from cython_ext.emit.unsupported import NoTranslation
from cython_ext.emit.values import (
    SUFFIX,
    bit,
    converted_number,
    field_of_scalar,
    has,
    literal,
    loaded,
    nothing,
    ordinal_text,
    ordinals,
    value_text,
    weight_of,
    widest,
)
from cython_ext.layout.states import bounds, none_of, planes_of
from rules_dsl.ir import nodes as ir
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
    cardinality,
    is_scalar,
)
from rules_dsl.source import Span

Where = Span | str  # a place, or the text of its number


def where(code: Code, span: Where) -> str:
    """The number of a place, as text."""
    return span if isinstance(span, str) else code.place("E0901", span)


def refused(what: str, span: Where) -> NoTranslation:
    """What cannot be translated, with its place if that is known."""
    return NoTranslation(what) if isinstance(span, str) else NoTranslation(what, span)


def converted(code: Code, text: str, source: Type, target: Type, span: Where, checked: bool = True) -> str:
    """A value of one type as another; without `checked` it is known to fit. What does not fit is E0901."""
    if source == target:
        return text
    if is_scalar(source) and is_scalar(target):
        return _number(code, text, source, target, span, checked)
    if isinstance(source, SetType) and isinstance(target, SetType):
        moved = _moved_set(code, text, source, target)
        if moved is not None:
            return moved
    name = _helper(code.unit, source, target, span)
    return f"{name}({text}, fail, {where(code, span)})"


def _number(code: Code, text: str, source: Type, target: Type, span: Where, checked: bool) -> str:
    if source == target:
        return text
    if isinstance(source, OptionalType) and not isinstance(target, OptionalType):
        return _number(code, _present(code, text, source, span) if checked else text, source.item, target, span, checked)
    if isinstance(target, OptionalType) and not isinstance(source, OptionalType):
        return _number(code, text, source, target.item, span, checked)
    if isinstance(source, IntType) and isinstance(target, IntType):
        return (
            _in_range(code, text, source, target, span) if checked and not fits(source, target) else _narrowed(code, text, source, target)
        )
    if isinstance(source, OptionalType) and isinstance(target, OptionalType):
        if fits(source, target):
            return converted_number(code, source, target, text)
        kept = code.keep(text, code.unit.forms.of(source).value, "maybe")
        with code.aside() as lines:
            inner = _number(code, kept, source.item, target.item, span, checked)
        if lines.lines:
            raise refused(f"{source} as {target}", span)
        return f"({kept} == {number(none_of(source))} ? {number(none_of(target))} : {inner})"
    if isinstance(source, RecordType) and isinstance(target, RecordType):
        return _scalar_record(code, text, source, target, span)
    raise refused(f"{source} as {target}", span)


def _narrowed(code: Code, text: str, source: Type, target: Type) -> str:
    """A number in the C type of its new range."""
    old, new = code.unit.forms.of(source).value, code.unit.forms.of(target).value
    return text if old == new or is_atom(text) else f"(({new}){text})"


def _in_range(code: Code, text: str, source: Type, target: IntType, span: Where) -> str:
    kind = widest(code.unit.forms.of(source).value, code.unit.forms.of(target).value)
    low, high = bounds(target)
    fit = f"rw_fit{SUFFIX[kind]}({text}, {number(low)}, {number(high)}, fail, 901, {where(code, span)})"
    new = code.unit.forms.of(target).value
    return fit if kind == new else f"(({new}){fit})"


def _present(code: Code, text: str, source: OptionalType, span: Where) -> str:
    """What must not be none."""
    kept = code.keep(text, code.unit.forms.of(source).value, "maybe")
    low, _ = bounds(source.item)
    return f"({kept} != {number(none_of(source))} ? {kept} : (rw_fail(fail, 901, {where(code, span)}, 0), {number(low)}))"


def _scalar_record(code: Code, text: str, source: RecordType, target: RecordType, span: Where) -> str:
    """Countable records with the same names of fields."""
    if [name for name, _ in source.fields] != [name for name, _ in target.fields]:
        raise refused(f"{source} as {target}", span)
    kept = code.keep(text, "int32_t", "record")
    digits = []
    for field, ((_, old), (_, new)) in enumerate(zip(source.fields, target.fields, strict=True)):
        part = converted(code, value_text(code, old, field_of_scalar(source, field, kept)), old, new, span)
        digits.append(f"{ordinal_text(code, new, part)} * {weight_of(target, field)}")
    return f"({' + '.join(digits)})"


def _moved_set(code: Code, text: str, source: SetType, target: SetType) -> str | None:
    """Sets whose ordinals all move by the same step, in words."""
    old, new = code.unit.forms.of(source), code.unit.forms.of(target)
    places = ordinals(source.item, target.item)
    if not places:
        return literal(code.unit, target, 0)
    step = places[0]
    if step < 0 or places != list(range(step, step + len(places))) or "words" in (old.kind, new.kind):
        return text if old == new and places == list(range(len(places))) else None
    wide = text if old.value == new.value else f"(({new.value}){text})"
    return wide if step == 0 else f"({wide} << {step})"


# -- functions of the unit --------------------------------------------------------------------------------------------


def _helper(unit: Unit, source: Type, target: Type, span: Where) -> str:
    if not _related(source, target):
        raise refused(f"{source} as {target}", span)
    old, new = unit.forms.of(source), unit.forms.of(target)

    def write(name: str) -> list[str]:
        code = Code(unit)
        code.out.line(f"{new.value} r = {nothing(unit, target)};")
        _fill(code, source, target)
        code.out.line("return r;")
        head = f"RW_FUNCTION {new.value} {name}({old.value} a, rw_failure *fail RW_UNUSED, int32_t place RW_UNUSED)"
        return [f"/* {source} as {target} */".replace("\n", " "), head, "{", *code.finish(), "}"]

    return unit.helper(f"convert {source!r} {target!r}", "convert", write)


def _related(source: Type, target: Type) -> bool:
    match source, target:
        case OptionalType(), OptionalType():
            return True
        case _, OptionalType(item):
            return _related(source, item) or source == item
        case OptionalType(item), _:
            return _related(item, target) or target == item
        case (
            (SetType(), SetType() | BagType() | DeckType())
            | (BagType(), BagType() | DeckType())
            | (ListType(), ListType() | DeckType())
            | (MapType(), MapType())
            | (DeckType(), DeckType())
            | (RecordType(), RecordType())
        ):
            return True
        case _:
            return is_scalar(source) and is_scalar(target)


def _fail(code: Code, condition: str) -> None:
    code.out.line(f"if ({condition}) rw_fail(fail, 901, place, 0);")


def inner(code: Code, text: str, source: Type, target: Type) -> str:
    """A part of a value inside a helper: its place is the one the helper was given."""
    return converted(code, text, source, target, "place")


def _fill(code: Code, source: Type, target: Type) -> None:
    """The lines that turn `a` into `r`, which holds the zero of its type."""
    match source, target:
        case OptionalType(), OptionalType():
            _maybe_to_maybe(code, source, target)
        case _, OptionalType(item):
            code.out.line(f"r.value = {inner(code, 'a', source, item)};")
            code.out.line("r.has = 1;")
        case OptionalType(item), _:
            _fail(code, "!a.has")
            with code.out.block("if (a.has)"):
                code.out.line(f"r = {inner(code, loaded(code.unit.forms.of(item), 'a.value'), item, target)};")
        case SetType(item), SetType():
            _set_to_set(code, item, source, target)
        case SetType(item), (BagType() | DeckType()):
            _set_to_bag(code, item, source, target)
        case BagType(), BagType():
            _bag_to_bag(code, source, target)
        case ListType(), ListType():
            _list_to_list(code, source, target)
        case MapType(), MapType():
            _map_to_map(code, source, target)
        case RecordType(), RecordType():
            _record_to_record(code, source, target)
        case _, DeckType(item, most):
            _to_deck(code, source, item, most)
        case _:
            raise NoTranslation(f"{source} as {target}")


def _maybe_to_maybe(code: Code, source: OptionalType, target: OptionalType) -> None:
    with code.out.block("if (a.has)"):
        code.out.line(f"r.value = {inner(code, loaded(code.unit.forms.of(source.item), 'a.value'), source.item, target.item)};")
        code.out.line("r.has = 1;")


def _places(code: Code, source: Type, target: Type) -> str:
    """The ordinals of a type's values in another, as a table."""
    found = ordinals(source, target)
    return code.unit.table("places", "int32_t {}[]", f"{{{', '.join(str(place) for place in found) or '0'}}}")


def _set_to_set(code: Code, item: Type, source: SetType, target: SetType) -> None:
    old, new = code.unit.forms.of(source), code.unit.forms.of(target)
    places = _places(code, item, target.item)
    with code.out.block(f"for (int32_t i = 0; i < {cardinality(item)}; i++)"):
        code.out.line(f"if (!{has(old, 'a', 'i')}) continue;")
        _fail(code, f"{places}[i] < 0")
        with code.out.block(f"if ({places}[i] >= 0)"):
            one = bit(new, f"{places}[i]")
            code.out.line(f"r = {new.value}_union(r, {one});" if new.kind == "words" else f"r |= {one};")


def _set_to_bag(code: Code, item: Type, source: SetType, target: BagType | DeckType) -> None:
    bag = BagType(target.item, target.most)
    counts = "r" if isinstance(target, BagType) else "r.unseen"
    places = _places(code, item, bag.item)
    with code.out.block(f"for (int32_t i = 0; i < {cardinality(item)}; i++)"):
        code.out.line(f"if (!{has(code.unit.forms.of(source), 'a', 'i')}) continue;")
        _fail(code, f"{places}[i] < 0 || {bag.most} < 1")
        code.out.line(f"if ({places}[i] >= 0) {counts}.e[{places}[i]] = 1;")


def _bag_to_bag(code: Code, source: BagType, target: BagType, old: str = "a", new: str = "r") -> None:
    places = _places(code, source.item, target.item)
    with code.out.block(f"for (int32_t i = 0; i < {cardinality(source.item)}; i++)"):
        code.out.line(f"if ({old}.e[i] == 0) continue;")
        wrong = f"{places}[i] < 0" + (f" || {old}.e[i] > {target.most}" if source.most > target.most else "")
        code.out.line(f"if ({wrong}) rw_fail(fail, 901, place, {old}.e[i]);")
        code.out.line(f"else {new}.e[{places}[i]] = {old}.e[i];")


def _list_to_list(code: Code, source: ListType, target: ListType, old: str = "a", new: str = "r") -> None:
    count = code.fresh("count")
    code.out.line(f"int32_t {count} = {old}.n;")
    if source.most > target.most:
        code.out.line(f"if ({count} > {target.most}) {{ rw_fail(fail, 901, place, {count}); {count} = {target.most}; }}")
    if source.most and target.most:
        with code.out.block(f"for (int32_t i = 0; i < {count}; i++)"):
            item = loaded(code.unit.forms.of(source.item), f"{old}.e[i]")
            code.out.line(f"{new}.e[i] = {inner(code, item, source.item, target.item)};")
    code.out.line(f"{new}.n = {count};")


def _map_to_map(code: Code, source: MapType, target: MapType) -> None:
    found = ordinals(target.key, source.key)
    if any(place < 0 for place in found):
        code.out.line("rw_fail(fail, 901, place, 0);")
        code.out.line("(void)a;")
        return
    places = _places(code, target.key, source.key)
    form = code.unit.forms.of(target)
    with code.out.block(f"for (int32_t i = 0; i < {cardinality(target.key)}; i++)"):
        part = expressions.entry(code, "a", source, f"{places}[i]")
        if planes_of(target):
            put_in_planes(code, "r", target, "i", inner(code, part, source.value, target.value))
        elif not isinstance(target.value, BoolType):
            code.out.line(f"r.e[i] = {inner(code, part, source.value, target.value)};")
        else:
            one = bit(form, "i")
            code.out.line(f"if ({part}) r = {form.value}_union(r, {one});" if form.kind == "words" else f"if ({part}) r |= {one};")


def _record_to_record(code: Code, source: RecordType, target: RecordType) -> None:
    if [name for name, _ in source.fields] != [name for name, _ in target.fields]:
        raise NoTranslation(f"{source} as {target}")
    if is_scalar(source) or is_scalar(target):
        raise NoTranslation(f"{source} as {target}")
    for (name, old), (_, new) in zip(source.fields, target.fields, strict=True):
        part = loaded(code.unit.forms.of(old), f"a.f_{name}")
        code.out.line(f"r.f_{name} = {inner(code, part, old, new)};")


def _to_deck(code: Code, source: Type, item: Type, most: int) -> None:
    match source:
        case BagType():
            _bag_to_bag(code, source, BagType(item, most), "a", "r.unseen")
        case ListType():
            _list_to_list(code, source, ListType(item, most), "a", "r.known")
        case DeckType():
            _list_to_list(code, ListType(source.item, source.most), ListType(item, most), "a.known", "r.known")
            _bag_to_bag(code, BagType(source.item, source.most), BagType(item, most), "a.unseen", "r.unseen")
        case _:
            raise NoTranslation(f"{source} as a deck")


# -- lists one behind the other ---------------------------------------------------------------------------------------


def concatenated(code: Code, expr: ir.Binary) -> str:
    """Two lists as one; either may be over a part of the item type."""
    kind, sides = expr.type, (expr.left, expr.right)
    assert isinstance(kind, ListType)
    loose = [ListType(kind.item, side.type.most) if isinstance(side.type, ListType) else kind for side in sides]
    left, right = [expressions.fitted(code, side, over, expr) for side, over in zip(sides, loose, strict=True)]
    name = _concatenation(code.unit, loose[0], loose[1], kind)
    return f"{name}({left}, {right}, fail, {where(code, expr.span)})"


def _concatenation(unit: Unit, left: ListType, right: ListType, kind: ListType) -> str:
    first, second, whole = [unit.forms.of(each).value for each in (left, right, kind)]

    def write(name: str) -> list[str]:
        most = kind.most
        lines = [f"RW_FUNCTION {whole} {name}({first} a, {second} b, rw_failure *fail RW_UNUSED, int32_t place RW_UNUSED)", "{"]
        lines += [f"    {whole} r = {nothing(unit, kind)};", "    int32_t n = 0;"]
        for text, part in (("a", left), ("b", right)):
            if part.most and most:
                guard = f" && n < {most}" if left.most + right.most > most else ""
                lines.append(f"    for (int32_t i = 0; i < {text}.n{guard}; i++) r.e[n++] = {text}.e[i];")
        if left.most + right.most > most:
            lines.append(f"    if (a.n + b.n > {most}) rw_fail(fail, 901, place, a.n + b.n);")
        used = [f"    (void){text};" for text, part in (("a", left), ("b", right)) if not (part.most and most)]
        return [*lines, *used, "    r.n = n;", "    return r;", "}"]

    return unit.helper(f"concat {left!r} {right!r} {kind!r}", "concat", write)


# -- item by item -----------------------------------------------------------------------------------------------------


def added(code: Code, kind: Type, sign: int, left: str, right: str, span: Where) -> str:
    """`a + b` (or `a - b`) in each number of the type; one that leaves its range is E0901."""
    return f"{_addition(code.unit, kind, sign)}({left}, {right}, fail, {where(code, span)})"


def _addition(unit: Unit, kind: Type, sign: int) -> str:
    form = unit.forms.of(kind)

    def write(name: str) -> list[str]:
        code = Code(unit)
        head = f"RW_FUNCTION {form.value} {name}({form.value} a, {form.value} b, rw_failure *fail RW_UNUSED, int32_t place RW_UNUSED)"
        _add_lines(code, kind, sign)
        return [head, "{", *code.finish(), "}"]

    return unit.helper(f"add {sign} {kind!r}", "add" if sign > 0 else "subtract", write)


def _add_lines(code: Code, kind: Type, sign: int) -> None:
    match kind:
        case IntType(low, high):
            wide = code.unit.forms.of(IntType(min(low, 2 * low, low - high), max(high, 2 * high, high - low))).value
            total = f"({wide})a {'+' if sign > 0 else '-'} ({wide})b"
            code.out.line(f"return rw_fit{SUFFIX[wide]}({total}, {number(low)}, {number(high)}, fail, 901, place);")
        case MapType(key, item) if not isinstance(item, BoolType):
            _add_entries(code, cardinality(key), item, sign)
        case BagType(key, most):
            _add_entries(code, cardinality(key), IntType(0, most), sign)
        case RecordType(fields=fields) if is_scalar(kind):
            digits = []
            for field, (_, item) in enumerate(fields):
                one, other = [value_text(code, item, field_of_scalar(kind, field, side)) for side in ("a", "b")]
                digits.append(f"{ordinal_text(code, item, _added_part(code, item, sign, one, other))} * {weight_of(kind, field)}")
            code.out.line(f"return {' + '.join(digits)};")
        case RecordType(fields=fields):
            for name, item in fields:
                one, other = [loaded(code.unit.forms.of(item), f"{side}.f_{name}") for side in ("a", "b")]
                code.out.line(f"a.f_{name} = {_added_part(code, item, sign, one, other)};")
            code.out.line("return a;")
        case _:
            raise NoTranslation(f"adding {kind}")


def _added_part(code: Code, item: Type, sign: int, left: str, right: str) -> str:
    return f"{_addition(code.unit, item, sign)}({left}, {right}, fail, place)"


def _add_entries(code: Code, size: int, item: Type, sign: int) -> None:
    with code.out.block(f"for (int32_t i = 0; i < {size}; i++)"):
        one, other = [loaded(code.unit.forms.of(item), f"{side}.e[i]") for side in ("a", "b")]
        code.out.line(f"a.e[i] = {_added_part(code, item, sign, one, other)};")
    code.out.line("return a;")
