"""Going along a constant list until something ends it, in words: where the ordinals of the list only rise or only fall, the first that ends it is the lowest or
the highest bit of a set, and what is met before is the list's set cut there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cython_ext import to_c_expressions as expressions
from cython_ext.decisions import Obstacle
from cython_ext.to_c_code import Code
from cython_ext.to_c_masks import Subject, mask, split
from cython_ext.to_c_values import combined, mask_text
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.partial import can_fail
from rules_dsl.ir.types import ListType, MapType, SetType, Type, Value, cardinality, ordinal

WORD = 64


@dataclass(frozen=True, slots=True)
class Path:
    """A list out of a constant as the text of its set, and of whether its ordinals fall: 0 or 1."""

    members: str
    falls: str


def met(code: Code, each: ir.Each, clauses: Sequence[ir.Clause]) -> tuple[str, Type] | None:
    """The set of what a fold goes through, if it is a constant list of rising or falling ordinals with one While or Until and conditions that are sets."""
    if not isinstance(each.domain.type, ListType) or not clauses or not isinstance(clauses[0], ir.While | ir.Until):
        return None
    wheres = [clause.condition for clause in clauses[1:] if isinstance(clause, ir.Where)]
    item = each.domain.type.item
    if len(wheres) != len(clauses) - 1 or cardinality(item) > WORD or can_fail(each.domain, code.unit.functions):
        return None
    with code.aside(0) as lines:
        found = _met(code, each, Subject(each.name, item), clauses[0], wheres)
    if found is None:
        code.drop(lines)
        return None
    code.take(lines)
    return found, item


def _met(code: Code, each: ir.Each, subject: Subject, clause: ir.While | ir.Until, wheres: Sequence[ir.Expr]) -> str | None:
    path = _path(code, each.domain)
    holds = None if path is None else mask(code, subject, clause.condition)
    if path is None or holds is None or isinstance(holds, Obstacle):
        return None
    found = split(code, subject, wheres)
    if found.rest:
        return None
    form = code.unit.forms.of(SetType(subject.type))
    members = code.keep(path.members, form.value, "way")
    if isinstance(clause, ir.While):
        text = f"({members} & rw_before({members} & ~{holds}, {path.falls}))"
    else:
        text = f"({members} & rw_through({members} & {holds}, {path.falls}))"
    for one in found.masks:
        text = combined(form, "common", text, one)
    return text


def _path(code: Code, domain: ir.Expr) -> Path | None:
    """A list that is an entry of a constant: the same entry of a constant of sets."""
    keys: list[ir.Expr] = []
    base = domain
    while isinstance(base, ir.Index):
        keys.insert(0, base.key)
        base = base.base
    if not isinstance(base, ir.Const) or not isinstance(domain.type, ListType):
        return None
    entries = _flat(code.unit.constants[base.name].value, code.unit.constants[base.name].type)
    item = domain.type.item
    numbers = [[ordinal(item, value) for value in entry] for entry in entries]
    falls = [_falls(entry) for entry in numbers]
    if any(fall is None for fall in falls):
        return None
    place = _place(code, base.type, keys)
    form = code.unit.forms.of(SetType(item))
    sets = ", ".join(mask_text(cardinality(item), sum([1 << number for number in entry])) for entry in numbers)
    members = code.unit.table(f"ways_{base.name}", f"{form.stored} {{}}[]", f"{{{sets}}}")
    flags = code.unit.table(f"falls_{base.name}", "uint8_t {}[]", f"{{{', '.join(str(int(bool(fall))) for fall in falls)}}}")
    kept = code.keep(place, "int32_t", "way_number")
    return Path(f"(uint64_t){members}[{kept}]", f"{flags}[{kept}]")


def _flat(value: Value, type_: Type) -> list[Value]:
    """The lists in a constant, with the last key running fastest."""
    return [entry for part in value for entry in _flat(part, type_.value)] if isinstance(type_, MapType) else [value]


def _falls(numbers: list[int]) -> bool | None:
    """Do the ordinals fall? None if they neither rise nor fall throughout."""
    if numbers == sorted(set(numbers)):
        return False
    return True if numbers == sorted(set(numbers), reverse=True) else None


def _place(code: Code, type_: Type, keys: Sequence[ir.Expr]) -> str:
    """The number of an entry among all entries."""
    place = "0"
    for key in keys:
        assert isinstance(type_, MapType)
        own = expressions.key_text(code, key, type_.key)
        place = own if place == "0" else f"({place} * {cardinality(type_.key)} + {own})"
        type_ = type_.value
    return place
