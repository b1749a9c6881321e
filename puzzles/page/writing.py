"""A page as one HTML file that needs no network: the rules, the compiled game and the items packed into it, with a policy that lets nothing else run."""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import cast

from cython_ext.layout.move_codes import MoveCodes, move_codes
from puzzles.page.compiling import NoWebAssembly, compile_page
from puzzles.page.form import GameForm
from puzzles.page.patches import Patch, patch
from puzzles.page.sheet import Item
from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import Move, State
from rules_dsl.machine.codec import Codec
from rules_dsl.machine.refusing import REASONS
from rules_dsl.quantities import quantity
from rules_dsl.view.drawing.data import drawing_data
from rules_dsl.view.drawing.sheet import SCOPE, sheet
from rules_dsl.view.svg import space_name

HERE = Path(__file__).resolve().parent
DRAWING = ("words", "marks", "pieces", "looks", "boards", "rows", "networks", "layout")
READING = ("values", "conversions", "texts", "expressions", "operators", "statements", "actions", "codec", "machine", "filling", "seat", "picture", "sentences")
PLAYING = ("patches", "compiled", "programs", "words", "elements", "board", "choosing", "cells", "chart", "line", "searching", "deducing", "thinking", "page", "marking", "dragging", "offering", "advising", "puzzling", "table", "opponents", "view", "start")

MOST_COMPILED = 60
"""If there are more games on a page, their rules are read in JavaScript."""

@dataclass(frozen=True, slots=True)
class Chapter:
    """A game as it is set up, its items with their places on the page, and the same game with its texts in other languages."""

    game: ir.Game
    items: Sequence[tuple[int, Item]]
    voices: Sequence[ir.Game] = ()


def write_page(game: ir.Game, items: Sequence[Item], compiled: bool = True, voices: Sequence[ir.Game] = ()) -> str:
    """The HTML of a page; without `compiled`, or where the game cannot be compiled, its rules are read in JavaScript, and the page says so."""
    return write_chapters([Chapter(game, list(enumerate(items)), voices)], compiled)


def write_chapters(chapters: Sequence[Chapter], compiled: bool = True) -> str:
    """A page of one game that is set up in several ways: each is a program of its own, told by what differs from the first."""
    programs = [_program(chapter, compiled, len(chapters)) for chapter in chapters]
    numbered = sorted([(place, at, item) for at, chapter in enumerate(chapters) for place, item in chapter.items], key=lambda item: item[0])
    game, items = chapters[0].game, [item for _, _, item in numbered]
    sheet: dict[str, object] = {"game": space_name(game.name), "about": game.title, "key": _key(game, items)}
    sheet["titles"] = {voice.language: voice.title or voice.name for voice in chapters[0].voices}
    sheet["items"] = [{**_item(chapters[at].game, item), "program": at} for _, at, item in numbered]
    first = programs[0]
    sheet["programs"] = [{"uncompiled": program.why, "form": patch(first.form, program.form), "module": _module_patch(first, program), "voices": program.voices} for program in programs[1:]]
    sheet["programs"] = [{"uncompiled": first.why, "form": first.form, "module": None, "voices": first.voices}, *cast(list[object], sheet["programs"])]
    title = " · ".join(dict.fromkeys(part for part in (items[0].title, space_name(game.name)) if part and part != game.title))
    return _fill_template(title, _pack_data(json.dumps(sheet, ensure_ascii=False, separators=(",", ":")).encode()), _pack_data(first.module))


@dataclass(frozen=True, slots=True)
class PageProgram:
    """One game as the page runs it: its form as JSON, the WebAssembly or why there is none, and its form in other languages."""

    form: str
    module: bytes
    why: str
    voices: dict[str, Patch]


def _program(chapter: Chapter, compiled: bool, chapters: int) -> PageProgram:
    module, why = _module(chapter.game, compiled, chapters)
    form = _form(chapter.game, bool(module))
    return PageProgram(form, module, why, {voice.language: patch(form, _form(voice, bool(module))) for voice in chapter.voices})


def _form(game: ir.Game, coded: bool) -> str:
    """The rules as JSON, with the numbers of moves in the compiled game."""
    form = GameForm(game)
    codes = _codes(form, move_codes(game)) if coded else None
    return json.dumps({**form.plain(), "types": form.rows, "codes": codes}, ensure_ascii=False, separators=(",", ":"))


def _module_patch(first: PageProgram, other: PageProgram) -> Patch | None:
    """A letter for each byte."""
    return patch(first.module.decode("latin-1"), other.module.decode("latin-1")) if other.module else None


def _module(game: ir.Game, wanted: bool, chapters: int) -> tuple[bytes, str]:
    """The WebAssembly, or why there is none."""
    if not wanted:
        return b"", "as asked"
    if game.finds:
        return b"", "nothing is played"
    if chapters > MOST_COMPILED:
        return b"", f"this page has {quantity(chapters, 'game')}, which takes long to compile"
    try:
        return compile_page(game), ""
    except NoWebAssembly as reason:
        return b"", str(reason)


def _key(game: ir.Game, items: Sequence[Item]) -> str:
    """Under which the browser keeps what was solved."""
    return hashlib.sha256("\0".join([game.name, *[item.key for item in items]]).encode()).hexdigest()[:16]


def _codes(form: GameForm, codes: MoveCodes) -> dict[str, object]:
    """How the compiled game numbers its moves."""
    actions = {}
    for name, code in codes.actions.items():
        one_type = form.type(code.choice_types[0]) if len(set(code.choice_types)) == 1 else None
        parameters = [[field.shift, field.width] for field in code.parameters]
        actions[name] = {"parameters": parameters, "choicesAt": code.choices_at, "choiceWidth": code.choice_width, "choiceType": one_type, "ranked": code.ranked}
    return {"width": codes.option_width, "actions": actions}


def _item(game: ir.Game, item: Item) -> dict[str, object]:
    codec = Codec(game)
    goal = item.goal and {"aim": str(item.goal.kind), "value": item.goal.value, "player": item.goal.player, "lastRound": item.goal.last_round, "unique": item.goal.unique, "second": item.goal.second}
    result = item.result and {name: getattr(item.result, name) for name in ("status", "value", "bound", "gap", "method", "rests_on")}
    return {
        "title": item.title,
        "number": item.number,
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


def _pack_data(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data, 9)).decode("ascii") if data else ""


@cache
def _script() -> str:
    rooms = (("drawing", DRAWING), ("reading", READING), ("playing", PLAYING))
    parts = [HERE / room / f"{name}.js" for room, names in rooms for name in names]
    return "\n".join(['"use strict";', _tables(), *[_bare(path.read_text("utf-8")) for path in parts]])


@cache
def _program_text() -> str:
    """The script as a page carries it; unpacked, it is most of a page."""
    return _pack_data(_script().encode())


@cache
def _loader() -> str:
    """The only script that runs as it stands."""
    return _bare((HERE / "playing" / "loading.js").read_text("utf-8"))


def _bare(script: str) -> str:
    """A script without indentation and without the lines that only people read."""
    lines = [line.strip() for line in script.splitlines()]
    return "\n".join([line for line in lines if line and not (line.startswith("/*") and line.endswith("*/"))])


def _tables() -> str:
    """The tables from which pictures are drawn, here as everywhere."""
    tables = {"SCOPE": SCOPE, "REASONS": {language: {str(key): text for key, text in words.items()} for language, words in REASONS.items()}, **drawing_data()}
    return "\n".join([f"const {name} = {_table(value)};" for name, value in tables.items()])


def _table(value: object) -> str:
    """A table in JavaScript. Words of strangers are looked up in it, so it inherits nothing: `constructor` is in no table."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return f'{{"__proto__":null,{text[1:]}' if isinstance(value, dict) and value else text


@cache
def _style() -> str:
    own = (HERE / "playing" / "page.css").read_text("utf-8")
    return own + sheet(f".{SCOPE}", ':root[data-theme="dark"]')


def _fill_template(title: str, sheet: str, compiled: str) -> str:
    parts = {"TITLE": escape(title), "SHEET": sheet, "COMPILED": compiled, "STYLE": _style()}
    parts |= {"PROGRAM": _program_text(), "LOADER": _loader()}
    parts |= {"LOADER_HASH": _digest(_loader()), "SCRIPT_HASH": _digest(_script()), "STYLE_HASH": _digest(_style())}
    pieces = (HERE / "playing" / "page.html").read_text("utf-8").split("@")
    return "".join(parts.get(piece, piece) for piece in pieces)


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
