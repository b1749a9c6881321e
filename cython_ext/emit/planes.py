"""Maps held in planes (`layout.planes_of`): single entries read and put, and the keys whose entries are among given ones, as a set made of a few words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from cython_ext.emit.code import Code, Unit
from cython_ext.emit.texts import bare
from cython_ext.emit.values import all_of, bit, literal, ordinal_text, value_text
from cython_ext.layout.states import Form, Kind, core_form, planes_of, set_form
from rules_dsl.ir.core.forms import RowForm
from rules_dsl.ir.types import MapType, SetType, Value, ordinal


def _row(kind: Kind) -> RowForm:
    form = core_form(kind)
    assert isinstance(form, RowForm)
    return form


def _form(kind: Kind) -> Form:
    """The form of sets of keys; a plane is one."""
    return set_form(_row(kind).size)


# -- single entries ---------------------------------------------------------------------------------------------------


def entry_of_planes(code: Code, base: str, kind: Kind, key: str) -> str:
    """The entry with an ordinal of the key."""
    return value_text(code, _row(kind).item, f"{_reader(code.unit, _row(kind))}(&{base}, {bare(key)})")


def _reader(unit: Unit, map_: RowForm) -> str:
    """The function that puts the ordinal of an entry together."""

    def write(name: str) -> list[str]:
        bits = [f"(int32_t)(m->p[{plane}] >> key & 1){f' << {plane}' if plane else ''}" for plane in range(planes_of(map_))]
        head = f"RW_FUNCTION int32_t {name}(const {unit.forms.of(map_).stored} *m, const int32_t key)"
        return [head, "{", f"    return {' | '.join(bits)};", "}"]

    return unit.helper(f"entry {map_!r}", "entry", write)


def put_in_planes(code: Code, base: str, kind: Kind, key: str, item: str) -> None:
    """The lines that give a key another entry."""
    form = _form(kind)
    at = code.keep(key, "int32_t", "key")
    number = code.keep(ordinal_text(code, _row(kind).item, item), "int32_t", "entry")
    one = code.keep(bit(form, at), form.value, "here")
    for plane in range(planes_of(kind)):
        word = f"{base}.p[{plane}]"
        if number.isdigit():
            code.out.line(f"{word} |= {one};" if int(number) >> plane & 1 else f"{word} &= ~{one};")
        else:
            code.out.line(f"{word} = ({word} & ~{one}) | ({form.value})({number} >> {plane} & 1) << {at};")


# -- all keys at once -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cube:
    """The ordinals that agree with `bits` in the planes of `asked`."""

    asked: int
    bits: int

    def has(self, number: int) -> bool:
        """Is an ordinal one of them?"""
        return number & self.asked == self.bits


@cache
def cubes(planes: int, wanted: frozenset[int], unwanted: frozenset[int]) -> tuple[Cube, ...]:
    """Cubes that hold the wanted ordinals and no unwanted ones: few, each with few planes."""
    every = [Cube(asked, bits) for asked, bits in product(range(1 << planes), repeat=2) if not bits & ~asked]
    open_ = [cube for cube in every if not any(cube.has(number) for number in unwanted)]
    found: list[Cube] = []
    left = set(wanted)
    while left:
        best = max(open_, key=lambda cube: (sum(cube.has(number) for number in left), -cube.asked.bit_count()))
        found.append(best)
        left -= {number for number in left if best.has(number)}
    return tuple(found)


def _effort(parts: Sequence[Cube]) -> int:
    return sum([cube.asked.bit_count() + (not cube.bits) for cube in parts])


@dataclass(frozen=True, slots=True)
class WantedEntries:
    """The entries that are wanted and those that are not; nobody looks where others are."""

    wanted: Collection[Value]
    unwanted: Collection[Value]


def keys_with(code: Code, base: str, map_: MapType, sought: WantedEntries) -> str:
    """The set of the keys whose entries are among the wanted ones."""
    planes = planes_of(map_)
    wanted, unwanted = [frozenset([ordinal(map_.value, entry) for entry in entries]) for entries in (sought.wanted, sought.unwanted)]
    if not wanted or not unwanted:
        return all_of(code.unit, map_.key) if wanted else literal(code.unit, SetType(map_.key), 0)
    words = [_plane(map_, base, plane) for plane in range(planes)]
    everything = all_of(code.unit, map_.key)
    inside, outside = cubes(planes, wanted, unwanted), cubes(planes, unwanted, wanted)
    if _effort(outside) < _effort(inside):
        return f"({everything} & ~{_any_of(outside, words, everything)})"
    return _any_of(inside, words, everything)


def _plane(map_: MapType, base: str, plane: int) -> str:
    form = _form(map_)
    word = f"{base}.p[{plane}]"
    return word if form.stored == "uint64_t" else f"({form.value}){word}"


def _any_of(parts: Sequence[Cube], words: Sequence[str], everything: str) -> str:
    found = [_all_of(cube, words, everything) for cube in parts]
    return found[0] if len(found) == 1 else f"({' | '.join(found)})"


def _all_of(cube: Cube, words: Sequence[str], everything: str) -> str:
    held = [word for plane, word in enumerate(words) if cube.bits >> plane & 1]
    missing = [word for plane, word in enumerate(words) if (cube.asked & ~cube.bits) >> plane & 1]
    without = [f"~({' | '.join(missing)})"] if missing else []
    parts = [*(held or [everything]), *without]
    return f"({' & '.join(parts)})"


def keys_by(code: Code, base: str, map_: MapType, choices: Sequence[tuple[str, WantedEntries]]) -> str:
    """The same where the wanted entries depend on conditions, one of which holds; the last one is not tested."""
    (_, last), *before = reversed(choices)
    text = keys_with(code, base, map_, last)
    for condition, sought in before:
        text = f"({condition} ? {keys_with(code, base, map_, sought)} : {text})"
    return text


def keys_equal(code: Code, base: str, map_: MapType, number: str) -> str:
    """The set of the keys whose entry has an ordinal that is known while playing."""
    form = _form(map_)
    kept = code.keep(number, "int32_t", "entry")
    wrong = [f"({_plane(map_, base, plane)} ^ -(({form.value}){kept} >> {plane} & 1))" for plane in range(planes_of(map_))]
    return f"({all_of(code.unit, map_.key)} & ~({' | '.join(wrong)}))"


