"""A play as JSON Lines: the first position in full, then one object per step with the changed variables."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from rules_dsl.diagnostics.diagnostic import Diagnostic, finding
from rules_dsl.ir.texts import Plain, show_value, to_plain
from rules_dsl.ir.types import EnumType
from rules_dsl.machine.api import Machine, Move, State
from rules_dsl.play.notation import show_move
from rules_dsl.play.record import PlayedMove, PlayFile
from rules_dsl.play.replay import result_text, rules_digest
from rules_dsl.source import Span

SCHEMA = "regelwerk.play/1"


def write_jsonl(machine: Machine, states: Sequence[State], moves: Sequence[Move]) -> str:
    """The lines of a play; `states` are its positions from the first on."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in _lines(machine, states, moves))


def read_jsonl(text: str, name: str = "<play>") -> PlayFile | tuple[Diagnostic, ...]:
    """The play in JSON Lines: its moves; positions are found again by replaying it."""
    moves: list[PlayedMove] = []
    head: dict[str, object] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        record = _object(line, number, name)
        if isinstance(record, Diagnostic):
            return (record,)
        head = head or record
        if isinstance(move := record.get("move"), str):
            moves.append(PlayedMove(move, span=_span(name, number, line)))
    if head.get("schema") != SCHEMA or not isinstance(head.get("game"), str):
        return (
            finding(
                "E0808",
                f"{name} is not a play in JSON Lines",
                Span(name, 1, 1, 1, 1),
                reason=f"its first line has no schema {SCHEMA}",
            ),
        )
    return PlayFile(str(head["game"]), tuple(moves), _options(head.get("options")), sha=str(head.get("sha") or ""))


def changes(machine: Machine, before: State, after: State) -> dict[str, Plain]:
    """The variables that changed, with their new values."""
    triples = zip(machine.game.variables, before.values, after.values, strict=True)
    return {
        variable.name: to_plain(variable.type, new)
        for variable, old, new in triples
        if new != old and not variable.control
    }


def _lines(machine: Machine, states: Sequence[State], moves: Sequence[Move]) -> Iterator[dict[str, object]]:
    game = machine.game
    options = {option.name: show_value(option.type, option.value) for option in game.options}
    whole = {
        v.name: to_plain(v.type, value)
        for v, value in zip(game.variables, states[0].values, strict=True)
        if not v.control
    }
    yield {
        "schema": SCHEMA,
        "game": game.name,
        "sha": rules_digest(game),
        "options": options,
        "step": 0,
        **_stand(machine, states[0]),
        "state": whole,
    }
    for number, move in enumerate(moves, 1):
        before, after = states[number - 1], states[number]
        text = show_move(machine, before, move)
        yield {"step": number, "move": text, **_stand(machine, after), "changed": changes(machine, before, after)}


def _stand(machine: Machine, state: State) -> dict[str, object]:
    """Who acts in a position, or how it ended."""
    kind = machine.kind(state)
    if kind == "decide" and isinstance(machine.game.players, EnumType):
        return {"kind": kind, "actor": machine.game.players.members[machine.actor(state)]}
    if kind == "over":
        return {"kind": kind, "result": result_text(machine, state), "scores": list(machine.scores(state))}
    return {"kind": kind}


def _object(line: str, number: int, name: str) -> dict[str, object] | Diagnostic:
    try:
        result = json.loads(line)
    except (ValueError, RecursionError) as error:
        return finding("E0808", f"line {number} of {name} is not JSON", _span(name, number, line), reason=str(error))
    return (
        result
        if isinstance(result, dict)
        else finding("E0808", f"line {number} of {name} is not a JSON object", _span(name, number, line))
    )


def _span(name: str, number: int, line: str) -> Span:
    return Span(name, number, 1, number, max(2, len(line) + 1))


def _options(raw: object) -> tuple[tuple[str, str], ...]:
    return tuple((str(key), str(value)) for key, value in raw.items()) if isinstance(raw, dict) else ()
