"""States up to the names of alike things: `canonical` gives the members of a type the order of what the state says about them.

Members about which maps say the same keep their order, so that some states that differ in names only stay apart; what is made one differs in names only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cython_ext.emit.code import Unit
from cython_ext.layout.states import map_storage, plain
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.passes.symmetry import Symmetry
from rules_dsl.ir.relabel import mentions
from rules_dsl.ir.types import BoolType, EnumType, MapType, OptionalType, SetType, Type, cardinality

WIDEST = 64


def merged(game: ir.Game) -> tuple[EnumType, ...]:
    """The alike types whose members compiled games put in order: they are keys of maps, members of sets and values on their own, and nothing else."""
    return tuple([enum for enum in Symmetry(game).enums if cardinality(enum) <= WIDEST and all(_is_plain(each.type, enum) for each in game.variables)])


def _is_plain(kind: Type, enum: EnumType) -> bool:
    if not mentions(kind, enum):
        return True
    return _is_map(kind, enum) or _is_set(kind, enum) or _is_value(kind, enum)


def _is_map(kind: Type, enum: EnumType) -> bool:
    return isinstance(kind, MapType) and kind.key == enum and not mentions(kind.value, enum) and map_storage(kind) == "array"


def _is_set(kind: Type, enum: EnumType) -> bool:
    return kind == SetType(enum) or kind == MapType(enum, BoolType())


def write_canonical(unit: Unit) -> None:
    """`game_canonical`; 1 if the state was changed."""
    enums = merged(unit.game)
    for number, enum in enumerate(enums):
        _write_order(unit, number, enum)
    calls = [f"    changed |= put_in_order__{number}(given);" for number in range(len(enums))]
    unit.body += ["static int game_canonical(void *given)", "{", "    (void)given;", "    int changed = 0;", *calls, "    return changed;", "}", ""]


def _write_order(unit: Unit, number: int, enum: EnumType) -> None:
    """`comes_after__N` compares what the state says about two members, `put_in_order__N` gives all their places."""
    count = cardinality(enum)
    maps, sets, values = (_name(unit, enum, fits) for fits in (_is_map, _is_set, _is_value))
    unit.body += [
        f"/* {plain(enum.name)}: does member a come after member b? */",
        f"RW_FUNCTION int comes_after__{number}(const state *s, int32_t a, int32_t b)",
        "{",
        "    int order = 0;",
        *[f"    if (!order) order = memcmp(&s->{name}.e[a], &s->{name}.e[b], sizeof s->{name}.e[0]);" for name in maps],
        *[f"    if (!order) order = (int)(s->{name} >> a & 1) - (int)(s->{name} >> b & 1);" for name in sets],
        *[f"    if (!order) order = (s->{name} == a) - (s->{name} == b);" for name in values],
        "    return order > 0;",
        "}",
        "",
        f"RW_FUNCTION int put_in_order__{number}(state *s)",
        "{",
        f"    int32_t order[{count}], place[{count}];",
        "    int changed = 0;",
        f"    for (int32_t i = 0; i < {count}; i++) {{",
        "        int32_t at = i;",
        f"        for (; at > 0 && comes_after__{number}(s, order[at - 1], i); at--) order[at] = order[at - 1];",
        "        order[at] = i;",
        "        changed |= at != i;",
        "    }",
        "    if (!changed) return 0;",
        "    const state from = *s;",
        f"    for (int32_t i = 0; i < {count}; i++) place[order[i]] = i;",
        *[f"    for (int32_t i = 0; i < {count}; i++) s->{name}.e[i] = from.{name}.e[order[i]];" for name in maps],
        *_move_sets(sets, count),
        *[f"    if (from.{name} >= 0) s->{name} = place[from.{name}];" for name in values],
        "    (void)place;",
        "    return 1;",
        "}",
        "",
    ]


def _move_sets(names: Sequence[str], count: int) -> list[str]:
    lines = []
    for name in names:
        lines.append(f"    s->{name} = 0;")
        lines.append(f"    for (int32_t i = 0; i < {count}; i++) s->{name} |= (uint64_t)(from.{name} >> order[i] & 1) << i;")
    return lines


def _is_value(kind: Type, enum: EnumType) -> bool:
    return kind in (enum, OptionalType(enum))


def _name(unit: Unit, enum: EnumType, fits: Callable[[Type, EnumType], bool]) -> list[str]:
    """The members of the state's struct that are of such a kind."""
    return [unit.layout.names[variable.name] for variable in unit.game.variables if fits(variable.type, enum)]
