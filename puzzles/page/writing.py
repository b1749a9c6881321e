"""A page as one HTML file that needs no network: the rules, the compiled game and the items packed into it, with a policy that lets nothing else run."""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Sequence
from functools import cache
from html import escape
from pathlib import Path

from cython_ext.moves import MoveCodes, move_codes
from puzzles.page.compiling import NotCompiled, compile_page
from puzzles.page.form import Form
from puzzles.page.sheet import Item
from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import Move, State
from rules_dsl.machine.codec import Codec

HERE = Path(__file__).resolve().parent
READING = ("values", "conversions", "texts", "expressions", "operators", "statements", "actions", "codec", "machine", "filling", "picture")
PLAYING = ("compiled", "words", "elements", "board", "choosing", "cells", "chart", "line", "page", "view", "start")


def write_page(game: ir.Game, items: Sequence[Item], compiled: bool = True) -> str:
    """The HTML of a page; without `compiled`, or where the game cannot be compiled, its rules are read in JavaScript, and the page says so."""
    module, why = _module(game, compiled)
    form = Form(game)
    codes = _codes(form, move_codes(game)) if module else None
    sheet: dict[str, object] = {"game": game.title or game.name, "key": _key(game, items), "codes": codes, "uncompiled": why}
    sheet["items"] = [_item(game, item) for item in items]
    sheet["form"] = {**form.plain(), "types": form.rows}
    title = " · ".join(dict.fromkeys(part for part in (items[0].title, game.title) if part))
    return _filled(title, _packed(json.dumps(sheet, ensure_ascii=False, separators=(",", ":")).encode()), _packed(module))


def _module(game: ir.Game, wanted: bool) -> tuple[bytes, str]:
    """The WebAssembly, or why there is none."""
    if not wanted:
        return b"", "as asked"
    if game.finds:
        return b"", "nothing is played"
    try:
        return compile_page(game), ""
    except NotCompiled as reason:
        return b"", str(reason)


def _key(game: ir.Game, items: Sequence[Item]) -> str:
    """Under which the browser keeps what was solved."""
    return hashlib.sha256("\0".join([game.name, *[item.key for item in items]]).encode()).hexdigest()[:16]


def _codes(form: Form, codes: MoveCodes) -> dict[str, object]:
    """How the compiled game numbers its moves."""
    actions = {}
    for name, code in codes.actions.items():
        one_type = form.type(code.choice_types[0]) if len(set(code.choice_types)) == 1 else None
        parameters = [[field.shift, field.width] for field in code.parameters]
        actions[name] = {"parameters": parameters, "choicesAt": code.choices_at, "choiceWidth": code.choice_width, "choiceType": one_type}
    return {"width": codes.option_width, "actions": actions}


def _item(game: ir.Game, item: Item) -> dict[str, object]:
    codec = Codec(game)
    goal = item.goal and {"aim": str(item.goal.kind), "value": item.goal.value, "player": item.goal.player}
    result = item.result and {name: getattr(item.result, name) for name in ("status", "value", "bound", "gap", "method")}
    return {
        "title": item.title,
        "key": item.key,
        "role": str(item.role),
        "text": item.text,
        "start": None if item.start is None else _text_of(codec, item.start),
        "line": [_move(move) for move in item.line],
        "goal": goal,
        "grade": item.grade or None,
        "facts": [list(fact) for fact in item.facts],
        "events": [{"kind": event.kind, "value": event.value, "seconds": event.seconds} for event in item.events],
        "result": result,
    }


def _text_of(codec: Codec, state: State) -> str:
    return base64.b64encode(codec.encode(state)).decode("ascii")


def _move(move: Move) -> list[object]:
    """The values of a move are countable, so that they are plain as they are."""
    return [move.option, list(move.arguments)]


def _packed(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data, 9)).decode("ascii") if data else ""


@cache
def _script() -> str:
    parts = [HERE / "reading" / f"{name}.js" for name in READING] + [HERE / "playing" / f"{name}.js" for name in PLAYING]
    return '"use strict";\n' + "\n".join(path.read_text("utf-8") for path in parts)


@cache
def _style() -> str:
    return (HERE / "playing" / "page.css").read_text("utf-8")


def _filled(title: str, sheet: str, compiled: str) -> str:
    parts = {"TITLE": escape(title), "SHEET": sheet, "COMPILED": compiled, "SCRIPT": _script(), "STYLE": _style()}
    parts |= {"SCRIPT_HASH": _digest(_script()), "STYLE_HASH": _digest(_style())}
    pieces = (HERE / "playing" / "page.html").read_text("utf-8").split("@")
    return "".join(parts.get(piece, piece) for piece in pieces)


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
