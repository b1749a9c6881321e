"""What is fed with bad input.

Each target takes a seeded source of chance and must come back with an answer or with diagnostics.
"""

from __future__ import annotations

import random
import re
import tempfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from rules_dsl.diagnostics.diagnostic import Diagnostic, RulesError
from rules_dsl.diagnostics.render_github import render as render_github
from rules_dsl.diagnostics.render_json import render as render_json
from rules_dsl.diagnostics.render_text import render as render_text
from rules_dsl.ir.passes import pipeline
from rules_dsl.loading import load
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.play.file import parse_play
from rules_dsl.play.replay import replay
from rules_dsl.semantics.analyse import analyse
from rules_dsl.source import SourceFile
from rules_dsl.syntax.format import format_text
from rules_dsl.syntax.parse import parse
from tests.fuzz.mutate import mutated, noise, raw

ROOT = Path(__file__).parents[2]


@lru_cache(maxsize=1)
def library() -> tuple[str, ...]:
    """The texts of all library games."""
    return tuple(path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("games/*/*.rules")))


@lru_cache(maxsize=1)
def small() -> tuple[str, ...]:
    """The short examples of the pages of the language."""
    found = []
    for path in sorted((ROOT / "docs/language").glob("*.md")):
        for code in re.findall(r"^```rules\n(.*?)^```", path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE):
            found.append(code if code.startswith("rules 1") else f"rules 1\ngame Page\n\n{code}")
    return tuple(found)


@lru_cache(maxsize=1)
def scratch() -> Path:
    """A folder of its own for the files that are fed."""
    return Path(tempfile.mkdtemp(prefix="regelwerk-fuzz-"))


def syntax(chance: random.Random) -> None:
    """Parse and format; the formatter must not fail on what it is given, and be stable where the text is right."""
    text = noise(chance) if chance.random() < 0.2 else mutated(chance.choice(library() + small() * 3), chance)
    source = SourceFile("fuzz.rules", text)
    _, findings = parse(source)
    _shown(findings, {source.name: text})
    if not findings:
        once = format_text(source)
        assert format_text(SourceFile("fuzz.rules", once)) == once, "the formatter is not stable"


def meaning(chance: random.Random) -> None:
    """Analyse a bent small game, run the passes if it is right, and make a few moves."""
    path = scratch() / "fuzz.rules"
    path.write_text(mutated(chance.choice(small()), chance), encoding="utf-8", newline="")
    _played(path, chance)


def whole_games(chance: random.Random) -> None:
    """The same with the games of the library."""
    path = scratch() / "game.rules"
    path.write_text(mutated(chance.choice(library()), chance), encoding="utf-8", newline="")
    _played(path, chance)


def _played(path: Path, chance: random.Random) -> None:
    game, findings = analyse(path, {}, {}, ())
    _shown(findings, {})
    if game is None or any(found.severity == "error" for found in findings):
        return
    if game.kind == "game":
        machine = ReferenceMachine(pipeline.run(game))
        state = machine.initial()
        for _ in range(5):
            moves = machine.moves(state)
            if not moves:
                break
            state = machine.apply(state, chance.choice(moves))


def files(chance: random.Random) -> None:
    """Rule files of arbitrary bytes."""
    path = scratch() / ("raw.rules" if chance.random() < 0.7 else "raw.rules.md")
    data = raw(chance) if chance.random() < 0.5 else bytearray(chance.choice(small()).encode())
    if isinstance(data, bytearray):
        for _ in range(chance.randint(1, 5)):
            data[chance.randrange(len(data))] = chance.randrange(256)
    path.write_bytes(data)
    _shown(analyse(path, {}, {}, ())[1], {})


TABLE_GAME = """rules 1
game Tables

type Fruit = Apple | Pear | Plum
type Basket = { fruit: Fruit, need: 1..4, points: 0..9, extra: set of Fruit, maybe: Fruit? }
table baskets: list of Basket from "%s"

action look(b: baskets)
  does
    choose f in Fruit

play
  choose look
"""
CSV = 'name,fruit,need,points,extra,maybe,provenance\nOld Mill,Apple,2,3,"{Apple, Pear}",none,p. 3\nMarket,Pear,3,5,{},Plum,p. 4\n'
TOML = '[[baskets]]\nname = "Old Mill"\nfruit = "Apple"\nneed = 2\npoints = 3\nextra = ["Apple", "Pear"]\nconfidence = "assumed"\n\n[[baskets]]\nname = "Market"\nfruit = "Pear"\nneed = 3\npoints = 5\n'


def tables(chance: random.Random) -> None:
    """CSV and TOML files and overlays that are not what they should be."""
    kind, text = chance.choice([("csv", CSV), ("toml", TOML)])
    game, data, overlay = scratch() / f"tables_{kind}.rules", scratch() / f"baskets.{kind}", scratch() / "overlay.toml"
    game.write_text(TABLE_GAME % data.name, encoding="utf-8")
    if chance.random() < 0.15:
        data.write_bytes(raw(chance))
    else:
        data.write_text(mutated(text, chance), encoding="utf-8", newline="")
    overlays = []
    if chance.random() < 0.3:
        overlay.write_text(mutated(TOML, chance), encoding="utf-8", newline="")
        overlays = [overlay]
    _shown(analyse(game, {}, {}, overlays)[1], {})


PLAYS = [
    "regelwerk-play 1\ngame Orchard\noption rounds = 6\n\n1. pick(Apple, 2)   { two are needed }\n2. pick(Pear, 1)\n3. fill(\"Old Mill\")\n4. rest(Plum)\n",
    "regelwerk-play 1\ngame ThreeRolls\nseed 7\n\n1. again\n2. die = 4\n3. again   -- not good enough\n4. die = 6\n5. keep\n",
]  # fmt: skip


@lru_cache(maxsize=2)
def machine(name: str) -> ReferenceMachine:
    """A machine that is made once."""
    return ReferenceMachine(load(name))


def plays(chance: random.Random) -> None:
    """Play files that are torn, renumbered, misspelt."""
    which = chance.randrange(2)
    text = noise(chance, 60) if chance.random() < 0.1 else mutated(PLAYS[which], chance)
    read = parse_play(text, "fuzz.play")
    if isinstance(read, tuple):
        _shown(read, {})
    else:
        replay(machine(["orchard", "three_rolls"][which]), read)


SETTINGS = [
    "6",
    "3",
    "-1",
    "",
    "nine",
    "6.5",
    "6 ",
    "0x6",
    "99999999999999999999",
    "true",
    "{",
    "rounds",
    "\0",
    "é",
    "[1, 2",
    "((((",
    "none",
    "1..3",
    "Apple",
]


def settings(chance: random.Random) -> None:
    """Options and givens of every shape."""
    name = chance.choice(["orchard", "fifteen", "sokoban", "freecell", "chess", "lights_out", "auction"])
    options = {
        chance.choice(["rounds", "width", "height", "size", "players", "cells", "nonsense", ""]): chance.choice(
            SETTINGS
        )
    }
    plain: list[object] = [
        *SETTINGS,
        3,
        -1,
        None,
        True,
        2.5,
        [],
        [1, "a"],
        {},
        {"a": [1]},
        [[["x"]]],
        "#@$.#",
        "##|##",
        mutated("######|#@ $.#|######", chance),
    ]
    givens = (
        {chance.choice(["start", "level", "deal", "position", "burning", "to_move", "nothing"]): chance.choice(plain)}
        if chance.random() < 0.7
        else {}
    )
    load(name, options if chance.random() < 0.6 else {}, givens)


def _shown(findings: tuple[Diagnostic, ...], sources: dict[str, str]) -> None:
    """Every finding can be shown in every form, has a code and a place."""
    for found in findings:
        assert found.code and found.labels and found.span.line >= 1 and found.span.column >= 1, found
    render_text(findings, sources)
    render_json(findings)
    render_github(findings)


TARGETS: dict[str, Callable[[random.Random], None]] = {
    "syntax": syntax, "meaning": meaning, "files": files, "tables": tables, "plays": plays, "settings": settings, "whole_games": whole_games,
}  # fmt: skip


def feed(target: str, seed: int) -> str | None:
    """Feed one input; None if it was taken well, else what went wrong."""
    try:
        TARGETS[target](random.Random(f"{target}:{seed}"))
    except RulesError as error:
        _shown(error.diagnostics, {})
    except Exception as error:
        return f"{target} seed {seed}: {type(error).__name__}: {error}"
    return None
