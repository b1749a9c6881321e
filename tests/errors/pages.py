"""Pages of docs/errors: what is in them, and what Regelwerk says about the programs they show.

A page shows a wrong program, its message in a `text` block, then the program repaired. A block's first word is its
language, the second the name of its file (```` ```rules rain.rules ````; without one `game.rules` or `game.play`). A
block `sh` is run as a command, a block `play` is replayed, otherwise the rules are checked.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rules_dsl import loading
from rules_dsl.diagnostics.diagnostic import Diagnostic, RulesError
from rules_dsl.diagnostics.render_text import render
from rules_dsl.diagnostics.sources import read_sources
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.play.file import PlayFile, read_play
from rules_dsl.play.replay import replay
from tests.cli.transcripts import run

FENCE = re.compile(
    r"^(?P<fence>`{3,})(?P<language>\w+)[ ]?(?P<name>\S*)\n(?P<text>.*?)^(?P=fence)$", re.DOTALL | re.MULTILINE
)
MAIN_NAMES = {"rules": "game.rules", "play": "game.play", "sh": "command"}


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, the name of its file, its text."""

    language: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Page:
    """The blocks before the message, the message, the blocks after it."""

    heading: str
    wrong: tuple[Block, ...]
    message: str | None
    repaired: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """What was said about a program: the codes in it, and the whole as text."""

    codes: frozenset[str]
    text: str


def read_page(text: str) -> Page:
    """The parts of a page."""
    blocks = [
        Block(m["language"], m["name"] or MAIN_NAMES.get(m["language"], ""), m["text"]) for m in FENCE.finditer(text)
    ]
    at = next((place for place, block in enumerate(blocks) if block.language == "text"), None)
    heading = text.partition("\n")[0]
    if at is None:
        return Page(heading, tuple(blocks), None, ())
    return Page(heading, tuple(blocks[:at]), blocks[at].text, tuple(blocks[at + 1 :]))


def with_message(text: str, heading: str, message: str) -> str:
    """The page with this heading and message."""
    text = re.sub(r"\A.*", lambda _: heading, text, count=1)
    found = next((m for m in FENCE.finditer(text) if m["language"] == "text"), None)
    return text if found is None else text[: found.start("text")] + message + text[found.end("text") :]


def after_repair(page: Page) -> tuple[Block, ...]:
    """The files of the repaired program: those shown again replace the wrong ones."""
    shown = {block.name: block for block in page.repaired}
    return tuple({**{block.name: block for block in page.wrong}, **shown}.values())


def said_about(blocks: Sequence[Block], folder: Path) -> Said:
    """What Regelwerk says about these files; the working directory must be `folder`."""
    by_language = {block.language: block for block in reversed(blocks)}
    for block in blocks:
        if block.language != "sh":
            path = folder / block.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
    if "sh" in by_language:
        printed = run(by_language["sh"].text, folder)
        return Said(frozenset(re.findall(r"^([EW]\d{4})  ", printed, re.MULTILINE)), printed)
    return _rendered(_findings(by_language))


def _rendered(findings: Sequence[Diagnostic]) -> Said:
    errors = [each for each in findings if each.severity == "error"] or findings
    return Said(frozenset(each.code for each in errors), render(errors, read_sources(errors)))


def _findings(blocks: Mapping[str, Block]) -> Sequence[Diagnostic]:
    main = Path(next(blocks[language].name for language in ("rules", "md") if language in blocks))
    if "play" not in blocks:
        return loading.check(main)
    play = read_play(Path(blocks["play"].name))
    if not isinstance(play, PlayFile):
        return play
    try:
        return replay(ReferenceMachine(loading.load(main, dict(play.options))), play).findings
    except RulesError as error:
        return error.diagnostics
