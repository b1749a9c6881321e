"""A play as a trace in the Informal Trace Format (ITF), which model checkers and their viewers read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import assert_never

from rules_dsl.diagnostics.diagnostic import Diagnostic, finding
from rules_dsl.ir.nodes import StateVar
from rules_dsl.ir.types import (
    BagType,
    BoolType,
    DeckType,
    EnumType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    SetType,
    TextType,
    Type,
    Value,
    members_of_set,
    unpack_record,
    value_of,
)
from rules_dsl.machine.api import Machine, Move, State
from rules_dsl.play.notation import show_move
from rules_dsl.play.record import PlayedMove, PlayFile
from rules_dsl.play.replay import rules_digest
from rules_dsl.source import Span

Itf = bool | int | str | list["Itf"] | dict[str, "Itf"]

SAFE_INTEGER = 2**53 - 1
FORMAT = "ITF"
DESCRIPTION = "https://apalache-mc.org/docs/adr/015adr-trace.html"


def write_itf(machine: Machine, states: Sequence[State], moves: Sequence[Move]) -> str:
    """The trace of a play; each position's `#meta` holds the move that led to it."""
    variables = [variable for variable in machine.game.variables if not variable.control]
    meta = {
        "format": FORMAT,
        "format-description": DESCRIPTION,
        "source": machine.game.name,
        "sha": rules_digest(machine.game),
    }
    texts = ["", *(show_move(machine, state, move) for state, move in zip(states, moves, strict=False))]
    trace = {
        "#meta": meta,
        "vars": [variable.name for variable in variables],
        "states": [
            _state(machine, state, number, text) for number, (state, text) in enumerate(zip(states, texts, strict=True))
        ],
    }
    return json.dumps(trace, ensure_ascii=False, indent=1) + "\n"


def read_itf(text: str, name: str = "<trace>") -> PlayFile | tuple[Diagnostic, ...]:
    """The play whose trace this is; only traces that say which move led to each position are plays."""
    try:
        trace = json.loads(text)
    except (ValueError, RecursionError) as error:
        return _unreadable(name, str(error))
    if not isinstance(trace, dict) or not isinstance(trace.get("states"), list):
        return _unreadable(name, "it has no list of states")
    meta = trace.get("#meta")
    game = meta.get("source") if isinstance(meta, dict) else None
    if not isinstance(game, str):
        return _unreadable(name, "its #meta does not name the game as its source")
    moves = [_move_before(state) for state in trace["states"][1:]]
    if None in moves:
        return _unreadable(name, f"state {moves.index(None) + 1} does not say which move led to it")
    return PlayFile(game, tuple(PlayedMove(move) for move in moves if move is not None))


def itf_value(type_: Type, value: Value) -> Itf:
    """A value as ITF writes it."""
    match type_:
        case BoolType():
            return bool(value)
        case IntType():
            return _integer(value)
        case EnumType():
            return type_.members[value]
        case RecordType(fields=fields):
            parts = zip(fields, unpack_record(type_, value), strict=True)
            return {label: itf_value(item, part) for (label, item), part in parts}
        case OptionalType(item):
            return (
                {"tag": "None", "value": {"#tup": []}}
                if value is None
                else {"tag": "Some", "value": itf_value(item, value)}
            )
        case SetType(item):
            return {"#set": [itf_value(item, value_of(item, number)) for number in members_of_set(value)]}
        case BagType(item, _):
            return _pairs(
                item, IntType(0, SAFE_INTEGER), [(number, count) for number, count in enumerate(value) if count]
            )
        case ListType(item, _):
            return [itf_value(item, entry) for entry in value]
        case MapType(key, inner):
            return _pairs(key, inner, list(enumerate(value)))
        case DeckType(item, most):
            return {
                "top": itf_value(ListType(item, most), value[0]),
                "unseen": itf_value(BagType(item, most), value[1]),
            }
        case TextType():
            return str(value)
        case _:
            assert_never(type_)


def _integer(value: int) -> Itf:
    return value if abs(value) <= SAFE_INTEGER else {"#bigint": str(value)}


def _pairs(key: Type, inner: Type, entries: list[tuple[int, Value]]) -> Itf:
    return {"#map": [[itf_value(key, value_of(key, number)), itf_value(inner, item)] for number, item in entries]}


def _state(machine: Machine, state: State, number: int, move: str) -> dict[str, Itf]:
    meta: dict[str, Itf] = {"index": number, "move": move} if move else {"index": number}
    pairs: list[tuple[StateVar, Value]] = list(zip(machine.game.variables, state.values, strict=True))
    return {
        "#meta": meta,
        **{variable.name: itf_value(variable.type, value) for variable, value in pairs if not variable.control},
    }


def _move_before(state: object) -> str | None:
    meta = state.get("#meta") if isinstance(state, dict) else None
    move = meta.get("move") if isinstance(meta, dict) else None
    return move if isinstance(move, str) else None


def _unreadable(name: str, reason: str) -> tuple[Diagnostic, ...]:
    return (finding("E0808", f"{name} is not a trace of a play", Span(name, 1, 1, 1, 1), reason=reason),)
