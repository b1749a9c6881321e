"""Which bits of a state's bytes are ever 1, by the types of the variables: the others need not be kept where very many states are."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from cython_ext.layout.states import (
    Form,
    Forms,
    Kind,
    Member,
    bounds,
    core_form,
    is_number,
    planes_of,
    set_form,
    state_layout,
)
from rules_dsl.ir.core.forms import (
    TRUTH,
    CoreForm,
    NumberForm,
    OptionForm,
    RowForm,
    SequenceForm,
    TruthForm,
    TupleForm,
    WordForm,
)
from rules_dsl.ir.nodes import Game


def state_mask(game: Game) -> bytes:
    """As many bytes as a state has, with a 1 for each bit that may be 1."""
    forms = Forms()
    layout = state_layout(game, forms, {variable.name: f"v {variable.name}" for variable in game.variables})
    parts: dict[str, Kind] = {f"v {variable.name}": variable.type for variable in game.variables}
    return _members(forms, layout.struct.members, {**parts, "node": NumberForm(0, max(len(game.nodes) - 1, 0))})


def _members(forms: Forms, members: Sequence[Member], parts: Mapping[str, Kind]) -> bytes:
    """The members of a struct one after another; what is only there to fill it up has no form."""
    found = []
    for member in members:
        one = bytes(member.form.size) if member.name not in parts else _mask(forms, core_form(parts[member.name]))
        found.append(one * (1 if member.count is None else member.count))
    return b"".join(found)


def _mask(forms: Forms, kind: CoreForm) -> bytes:
    form = forms.of(kind)
    if is_number(kind):
        low, high = bounds(kind)
        return _ones(8 * form.size if low < 0 else high.bit_length(), form)
    match kind:
        case WordForm(size) | RowForm(TruthForm(), size):
            return _ones(size, form)
        case RowForm(_, size) if planes := planes_of(kind):
            return planes * _ones(size, set_form(size))
        case _:
            struct = next(struct for struct in forms.structs if struct.name == form.stored)
            return _members(forms, struct.members, _parts(kind))


def _ones(count: int, form: Form) -> bytes:
    """The lowest bits of a number; where the parts of a number do not follow each other like bytes, all of them."""
    if sys.byteorder == "big":
        return b"\xff" * form.size
    return ((1 << count) - 1).to_bytes(form.size, "little")


def _parts(kind: CoreForm) -> dict[str, CoreForm]:
    """The forms of the members of a struct, as cython_ext/layout/states.py names them."""
    match kind:
        case RowForm(item):
            return {"e": item}
        case SequenceForm(item, most):
            return {"e": item, "n": NumberForm(0, most)}
        case TupleForm(parts):
            return {f"f_{place}": part for place, part in enumerate(parts)}
        case OptionForm(item):
            return {"value": item, "has": TRUTH}
        case _:
            raise AssertionError(f"{kind} is no struct")
