"""The corpus of the language: Markdown documents of small games with what must come of them.

A section `## title` is one case. Its block ```` ```rules ```` (or, for a rulebook, ```` ````markdown ````) is the game;
blocks with `file=NAME` are files beside it, and those before the first section lie beside every game of the document.
Any other block says what is expected:

    ```moves                         who decides, and the legal moves (or what chance may bring, or how the game ended)
    ```refused                       MOVE -- REASON, line by line
    ```state                         the variables
    ```observation NAME              the variables as a player sees them
    ```states                        how many positions can be reached
    ```show                          the picture
    ```fails                         the error that stops the play at the last move of `after`, or at once
    ```formatted                     the game in the canonical style
    ```ir WORDS                      the entry of the game's text form that begins with these words
    ```report                        what `regelwerk test` says; without such a block everything must be passed
    ```facts                         the figures of tables with their confidence
    ```solutions                     how many solutions a puzzle has, and the first as a picture
    ```findings                      code and place of each finding, where it cannot be marked in the rules

The words `with NAME=VALUE, …`, `given NAME=VALUE`, `data FILE` and `after MOVE; …` behind the kind set options, a given
and an overlay, and play moves first. `with`, `given` and `data` behind ```` ```rules ```` load the game of the case so.
Findings are marked in the rules: `-- error: E0301` (or `-- warning: W1024`) at the end of the line where the finding's
first place lies, or `-- ^ error: E0301` in the line below it.

`pytest tests/language --update` writes the expectations again; read the difference before you keep it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parent
FENCE = re.compile(
    r"^(?P<fence>`{3,})(?P<kind>\w+)[ ]?(?P<words>[^\n]*)\n(?P<text>.*?)^(?P=fence)$", re.DOTALL | re.MULTILINE
)
TITLE = re.compile(r"^## (?P<title>.+)$", re.MULTILINE)
WORDS = re.compile(
    r"(?P<subject>.*?)(?:(?:^| )with (?P<with>.*?))?(?:(?:^| )given (?P<given>.*?))?(?:(?:^| )data (?P<data>\S+))?(?:(?:^| )after (?P<after>.*))?\Z"
)
GAMES = {"rules": "game.rules", "markdown": "game.rules.md"}
MARK = re.compile(r"-- (?P<above>\^ )?(?:error|warning): (?P<codes>[EW][0-9]{4}(?: [EW][0-9]{4})*)\s*$")


@dataclass(frozen=True, slots=True)
class Setting:
    """How the game is loaded and what is played first."""

    options: Mapping[str, str] = field(default_factory=dict)
    givens: Mapping[str, str] = field(default_factory=dict)
    data: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block; `span` is where its text stands in the document."""

    kind: str
    subject: str
    setting: Setting
    text: str
    span: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Case:
    """One game of a document: the files (the game first) and what is expected."""

    document: Path
    title: str
    files: Mapping[str, str]
    setting: Setting
    expected: tuple[Block, ...]

    def __str__(self) -> str:
        return f"{self.document.stem}: {self.title}"

    @property
    def main(self) -> str:
        """The name of the game's file."""
        return next(name for name in GAMES.values() if name in self.files)

    def write(self, folder: Path) -> Path:
        """Write the files into a folder; the path of the game."""
        for name, text in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return folder / self.main

    def marks(self) -> list[tuple[str, int, str]]:
        """File, line and code of each finding that is marked."""
        found = [mark for name, text in self.files.items() for mark in _marks(name, text)]
        for block in self.expected:
            if block.kind == "findings":
                found += [_finding(line) for line in block.text.splitlines()]
        return sorted(found)


def _marks(name: str, text: str) -> list[tuple[str, int, str]]:
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        match = MARK.search(line)
        if match is not None:
            found += [(name, number - bool(match["above"]), code) for code in match["codes"].split()]
    return found


def _finding(line: str) -> tuple[str, int, str]:
    code, place = line.split()
    name, _, number = place.rpartition(":")
    return name, int(number), code


def cases(document: Path) -> list[Case]:
    """The cases of a document in order."""
    text = document.read_text(encoding="utf-8")
    blocks = [_block(match) for match in FENCE.finditer(text)]
    covered = [block.span for block in blocks]
    titles = [
        match for match in TITLE.finditer(text) if not any(start <= match.start() < end for start, end in covered)
    ]
    ends = [*[match.start() for match in titles[1:]], len(text)]
    shared = {name: block.text for block in blocks if block.span[0] < titles[0].start() and (name := _file(block))}
    sections = [
        [block for block in blocks if match.start() <= block.span[0] < end]
        for match, end in zip(titles, ends, strict=True)
    ]
    return [_case(document, match["title"], shared, section) for match, section in zip(titles, sections, strict=True)]


def _case(document: Path, title: str, shared: Mapping[str, str], blocks: list[Block]) -> Case:
    (game,) = [block for block in blocks if block.kind in GAMES and not _file(block)]
    beside = {name: block.text for block in blocks if (name := _file(block))}
    expected = tuple(block for block in blocks if block is not game and not _file(block))
    return Case(document, title, {GAMES[game.kind]: game.text, **shared, **beside}, game.setting, expected)


def _file(block: Block) -> str:
    return block.subject.removeprefix("file=") if block.subject.startswith("file=") else ""


def _block(match: re.Match[str]) -> Block:
    words = WORDS.match(match["words"])
    assert words is not None
    options = dict(part.split("=", 1) for part in (words["with"] or "").split(", ") if part)
    givens = dict([words["given"].split("=", 1)]) if words["given"] else {}
    data = (words["data"],) if words["data"] else ()
    after = tuple(part.strip() for part in (words["after"] or "").split(";") if part.strip())
    return Block(
        match["kind"], words["subject"], Setting(options, givens, data, after), match["text"], match.span("text")
    )


def documents(folder: str) -> list[Path]:
    """The documents of a part of the corpus."""
    return sorted((FOLDER / folder).glob("*.md"))


def all_cases(folder: str) -> list[Case]:
    """The cases of all documents of a part of the corpus."""
    return [case for document in documents(folder) for case in cases(document)]


def rewrite(case: Case, texts: Mapping[tuple[int, int], str]) -> None:
    """Put other texts where these blocks stood; the case must have just been read."""
    document = case.document.read_text(encoding="utf-8")
    for start, end in sorted(texts, reverse=True):
        document = document[:start] + texts[start, end] + document[end:]
    case.document.write_text(document, encoding="utf-8")
