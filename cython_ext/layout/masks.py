"""Which bits of a state's bytes are ever 1, by the types of the variables: the others need not be kept where very many states are."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from cython_ext.layout.states import Form, Forms, Member, bounds, planes_of, set_form, state_layout
from rules_dsl.ir.nodes import Game
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


def state_mask(game: Game) -> bytes:
    """As many bytes as a state has, with a 1 for each bit that may be 1."""
    forms = Forms()
    layout = state_layout(game, forms, {variable.name: f"v {variable.name}" for variable in game.variables})
    types: dict[str, Type] = {f"v {variable.name}": variable.type for variable in game.variables}
    return _members(forms, layout.struct.members, {**types, "node": IntType(0, max(len(game.nodes) - 1, 0))})


def _members(forms: Forms, members: Sequence[Member], types: dict[str, Type]) -> bytes:
    """The members of a struct one after another; what is only there to fill it up has no type."""
    parts = []
    for member in members:
        one = bytes(member.form.size) if member.name not in types else _mask(forms, types[member.name])
        parts.append(one * (1 if member.count is None else member.count))
    return b"".join(parts)


def _mask(forms: Forms, type_: Type) -> bytes:
    form = forms.of(type_)
    if is_scalar(type_):
        low, high = bounds(type_)
        return _ones(8 * form.size if low < 0 else high.bit_length(), form)
    match type_:
        case SetType(item) | MapType(item, BoolType()):
            return _ones(cardinality(item), form)
        case MapType(key) if planes := planes_of(type_):
            return planes * _ones(cardinality(key), set_form(cardinality(key)))
        case _:
            struct = next(struct for struct in forms.structs if struct.name == form.stored)
            return _members(forms, struct.members, _parts(type_))


def _ones(count: int, form: Form) -> bytes:
    """The lowest bits of a number; where the parts of a number do not follow each other like bytes, all of them."""
    if sys.byteorder == "big":
        return b"\xff" * form.size
    return ((1 << count) - 1).to_bytes(form.size, "little")


def _parts(type_: Type) -> dict[str, Type]:
    """The types of the members of a struct, as cython_ext/layout/states.py names them."""
    match type_:
        case MapType(_, value):
            return {"e": value}
        case BagType(_, most):
            return {"e": IntType(0, most)}
        case ListType(item, most):
            return {"e": item, "n": IntType(0, most)}
        case DeckType(item, most):
            return {"known": ListType(item, most), "unseen": BagType(item, most)}
        case RecordType(fields=fields):
            return {f"f_{name}": item for name, item in fields}
        case OptionalType(item):
            return {"value": item, "has": BoolType()}
        case _:
            raise AssertionError(f"{type_} is no struct")
