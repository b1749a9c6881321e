"""Going along constant lists until something ends it, in words: where the ordinals of a list only rise or only fall, the first that ends it is the lowest or
the highest bit of a set, and what is met before is the list's set cut there. Several lists, one for each member of a constant set, are gone along side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Self

from cython_ext.emit import expressions
from cython_ext.emit.code import Code
from cython_ext.emit.decisions import Obstacle
from cython_ext.emit.masks import Subject, mask, split
from cython_ext.emit.texts import bare
from cython_ext.emit.values import combine_sets, mask_text, not_empty
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.names import free_locals
from rules_dsl.ir.partial import can_fail
from rules_dsl.ir.types import ListType, MapType, SetType, Type, Value, cardinality, members_of_set, ordinal

WORD = 64
MOST_SIDE_BY_SIDE = 8


@dataclass(frozen=True, slots=True)
class RayList:
    """A list out of a constant: the text of its set, and of whether its ordinals fall, 0 or 1."""

    members: str
    falls: str


@dataclass(frozen=True, slots=True)
class Rays:
    """What is gone along, the set of all that lies there, the set that ends it, whether what ends it is met, too, and the sets everything must be in."""

    item: Type
    ways: tuple[RayList, ...]
    around: str
    ending: str
    through: bool
    masks: tuple[str, ...]


def find_met(code: Code, clauses: Sequence[ir.Clause]) -> tuple[str, Type] | None:
    """The set of what a fold meets, if it goes along such lists."""
    with code.aside(0) as lines:
        rays = _rays(code, clauses)
        found = None if rays is None else _cut(code, rays, _along(code, rays))
    if rays is None or found is None:
        code.drop(lines)
        return None
    code.take(lines)
    return found, rays.item


def meets(code: Code, clauses: Sequence[ir.Clause]) -> str | None:
    """Does a fold meet anything? It is looked at only where something that is sought lies on the ways."""
    with code.aside(0) as lines:
        rays = _rays(code, clauses)
    if rays is None:
        code.drop(lines)
        return None
    code.take(lines)
    form = code.unit.forms.of(SetType(rays.item))
    if len(rays.ways) == 1:
        return not_empty(form, _cut(code, rays, _along(code, rays)))
    sought = code.declare(f"const {form.value}", "sought", _cut(code, rays, rays.around))
    name = code.declare("int32_t", "meets", "0")
    with code.out.block(f"if ({bare(not_empty(form, sought))})"):
        code.out.line(f"{name} = {bare(not_empty(form, combine_sets(form, 'common', sought, _along(code, rays))))};")
    return name


def _cut(code: Code, rays: Rays, text: str) -> str:
    """Only what is in all masks."""
    for one in rays.masks:
        text = combine_sets(code.unit.forms.of(SetType(rays.item)), "common", text, one)
    return text


def _along(code: Code, rays: Rays) -> str:
    """The set of what is met on any of the ways."""
    form = code.unit.forms.of(SetType(rays.item))
    ending = rays.ending if len(rays.ways) == 1 else code.keep(rays.ending, form.value, "ending")
    found = []
    for way in rays.ways:
        members = code.keep(way.members, form.value, "way")
        if rays.through:
            found.append(f"({members} & rw_through({members} & {ending}, {way.falls}))")
        else:
            found.append(f"({members} & rw_before({members} & ~{ending}, {way.falls}))")
    return found[0] if len(found) == 1 else f"({' | '.join(found)})"


def _rays(code: Code, clauses: Sequence[ir.Clause]) -> Rays | None:
    """The parts of a fold along lists with one While or Until and conditions that are sets."""
    spread = Spread.of(clauses)
    each, *rest = clauses if spread is None else clauses[1:]
    if not isinstance(each, ir.Each) or not isinstance(each.domain.type, ListType) or not rest or not isinstance(rest[0], ir.While | ir.Until):
        return None
    wheres = [clause.condition for clause in rest[1:] if isinstance(clause, ir.Where)]
    conditions, subject = [rest[0].condition, *wheres], Subject(each.name, each.domain.type.item)
    if len(conditions) != len(rest) or cardinality(subject.type) > WORD or can_fail(each.domain, code.unit.functions):
        return None
    if spread is not None and any(spread.name in free_locals(condition) for condition in conditions):
        return None
    ways = _ways(code, each.domain, spread)
    ending = None if ways is None else mask(code, subject, conditions[0])
    if ways is None or ending is None or isinstance(ending, Obstacle):
        return None
    found = split(code, subject, wheres)
    return None if found.rest else Rays(subject.type, ways[0], ways[1], ending, isinstance(rest[0], ir.Until), found.masks)


# -- the lists --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Spread:
    """A name that goes through a small constant set in front of the lists."""

    name: str
    type: Type
    ordinals: tuple[int, ...]

    @classmethod
    def of(cls, clauses: Sequence[ir.Clause]) -> Self | None:
        """The first of the clauses, if it is that."""
        match clauses:
            case [ir.Each(name, ir.Literal(members, SetType(item))), ir.Each(), *_]:
                found = cls(name, item, tuple(members_of_set(int(members))))
            case [ir.Each(name, ir.Domain(item)), ir.Each(), *_] if cardinality(item) <= MOST_SIDE_BY_SIDE:
                found = cls(name, item, tuple(range(cardinality(item))))
            case _:
                return None
        return found if 1 < len(found.ordinals) <= MOST_SIDE_BY_SIDE else None


@dataclass(frozen=True, slots=True)
class Lists:
    """The lists in a constant as ordinals, with the last key running fastest."""

    name: str
    keys: tuple[Type, ...]
    item: Type
    entries: tuple[tuple[int, ...], ...]

    def falls(self, code: Code, place: str, numbers: Sequence[int]) -> str:
        """Whether the ordinals of one of these lists fall."""
        found = [_falls(self.entries[number]) for number in numbers]
        longer = {fall for fall, number in zip(found, numbers, strict=True) if len(self.entries[number]) > 1}
        if len(longer) <= 1:
            return str(int(bool(longer and longer.pop())))
        flags = ", ".join([str(int(bool(_falls(entry)))) for entry in self.entries])
        return f"{code.unit.table(f'falls_{self.name}', 'uint8_t {}[]', f'{{{flags}}}')}[{place}]"

    def members(self, code: Code, wish: str, sets: Sequence[int], place: str) -> str:
        """An entry of a table of sets."""
        stored = code.unit.forms.of(SetType(self.item)).stored
        texts = ", ".join([mask_text(cardinality(self.item), members) for members in sets])
        return f"(uint64_t){code.unit.table(f'{wish}_{self.name}', f'{stored} {{}}[]', f'{{{texts}}}')}[{place}]"


def _ways(code: Code, domain: ir.Expr, spread: Spread | None) -> tuple[tuple[RayList, ...], str] | None:
    """The ways of lists that are entries of a constant, and the set of all that lies on them."""
    keys: list[ir.Expr] = []
    base = domain
    while isinstance(base, ir.Index):
        keys.insert(0, base.key)
        base = base.base
    lists = _lists(code, base, domain.type) if isinstance(base, ir.Const) else None
    if lists is None:
        return None
    if spread is not None:
        return _side_by_side(code, lists, keys, spread)
    place = code.keep(_place(lists.keys, _texts(code, lists, keys)), "int32_t", "way_number")
    members = lists.members(code, "ways", [_set_of(entry) for entry in lists.entries], place)
    return (RayList(members, lists.falls(code, place, range(len(lists.entries)))),), members


def _lists(code: Code, constant: ir.Const, kind: Type) -> Lists | None:
    """A constant of lists all of which rise or fall."""
    if not isinstance(kind, ListType):
        return None
    entries = _flat(code.unit.constants[constant.name].value, constant.type)
    numbers = [tuple([ordinal(kind.item, value) for value in entry]) for entry in entries]
    return None if any(_falls(entry) is None for entry in numbers) else Lists(constant.name, _keys(constant.type), kind.item, tuple(numbers))


def _side_by_side(code: Code, lists: Lists, keys: Sequence[ir.Expr], spread: Spread) -> tuple[tuple[RayList, ...], str] | None:
    """One way for each member of a set that one of the keys goes through."""
    reading = [at for at, key in enumerate(keys) if spread.name in free_locals(key)]
    if len(reading) != 1 or keys[reading[0]] != ir.Local(spread.name, spread.type) or lists.keys[reading[0]] != spread.type:
        return None
    at = reading[0]
    others = [*keys[:at], *keys[at + 1 :]], [*lists.keys[:at], *lists.keys[at + 1 :]]
    texts = [code.keep(expressions.key_text(code, key, kind), "int32_t", "key") for key, kind in zip(*others, strict=True)]
    sets = [_set_of(entry) for entry in lists.entries]
    ways, around = [], [0] * (len(sets) // cardinality(spread.type))
    for member in spread.ordinals:
        numbers = _numbers(lists.keys, at, member)
        place = _place(lists.keys, [*texts[:at], str(member), *texts[at:]])
        ways.append(RayList(lists.members(code, "ways", sets, place), lists.falls(code, place, numbers)))
        around = [one | sets[number] for one, number in zip(around, numbers, strict=True)]
    return tuple(ways), lists.members(code, "around", around, _place(others[1], texts))


def _numbers(keys: Sequence[Type], at: int, member: int) -> list[int]:
    """The numbers of the entries with one key given, in order."""
    digits = product(*[[member] if place == at else range(cardinality(key)) for place, key in enumerate(keys)])
    found = []
    for combination in digits:
        number = 0
        for key, digit in zip(keys, combination, strict=True):
            number = number * cardinality(key) + digit
        found.append(number)
    return found


def _flat(value: Value, type_: Type) -> list[Value]:
    """The lists in a constant, with the last key running fastest."""
    return [entry for part in value for entry in _flat(part, type_.value)] if isinstance(type_, MapType) else [value]


def _keys(type_: Type) -> tuple[Type, ...]:
    return (type_.key, *_keys(type_.value)) if isinstance(type_, MapType) else ()


def _set_of(entry: Sequence[int]) -> int:
    return sum([1 << number for number in entry])


def _falls(numbers: Sequence[int]) -> bool | None:
    """Do the ordinals fall? None if they neither rise nor fall throughout."""
    if list(numbers) == sorted(set(numbers)):
        return False
    return True if list(numbers) == sorted(set(numbers), reverse=True) else None


def _texts(code: Code, lists: Lists, keys: Sequence[ir.Expr]) -> list[str]:
    return [expressions.key_text(code, key, kind) for key, kind in zip(keys, lists.keys, strict=True)]


def _place(keys: Sequence[Type], texts: Sequence[str]) -> str:
    """The number of an entry among all entries."""
    place = "0"
    for key, text in zip(keys, texts, strict=True):
        place = text if place == "0" else f"({place} * {cardinality(key)} + {text})"
    return place
