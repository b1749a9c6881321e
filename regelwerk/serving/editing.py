"""Rules that are edited in the browser: which files may be, what is wrong with a text, the board of it, saving."""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from secrets import token_urlsafe
from threading import Lock
from urllib.parse import quote

from puzzles.exporting.items import page_game
from puzzles.page.filling import NoPage
from puzzles.page.sheet import Item, Role
from puzzles.page.writing import write_page
from regelwerk.serving.shelf import Shelf
from rules_dsl import loading
from rules_dsl.atomic import write_bytes
from rules_dsl.diagnostics.diagnostic import Diagnostic, RulesError
from rules_dsl.loading import LIBRARY, SUFFIXES, library_names
from rules_dsl.machine.filling.machine import FindMachine
from rules_dsl.reading import read_bytes, replace_contents
from rules_dsl.source import Span
from solver.processes.apart import AbortedWork, apart

LARGEST_TEXT = 1_000_000
CHECK_SECONDS = 20.0
CHECK_MEMORY = 2 << 30
MOST_DRAFTS = 8
_HEADER = re.compile(r"^(game|puzzle)\s", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class EditedFile:
    """A rules file in the browser: its address, its place, and whether it may be saved there."""

    address: str
    path: Path
    name: str
    is_saved: bool

    def read(self) -> str:
        """The text as it is on the disk; raises RulesError."""
        loading.find_rules(self.path)
        return read_bytes(self.path, LARGEST_TEXT).decode("utf-8")

    @property
    def siblings(self) -> list[str]:
        """The names of the rules files in its folder."""
        return sorted(path.name for path in self.path.parent.iterdir() if path.name.endswith(SUFFIXES[0]))


@dataclass(frozen=True, slots=True)
class OpenedFolder:
    """The folder that is served, and the page to begin with, without a slash before it."""

    folder: Path
    page: str = ""


def find_opened(path: Path) -> OpenedFolder | None:
    """What `serve PATH` opens: a folder, or a rules file in its folder; None for anything else."""
    whole = path.resolve()
    if whole.is_dir():
        return OpenedFolder(whole)
    if whole.is_file() and whole.name.endswith(SUFFIXES[0]):
        return OpenedFolder(whole.parent, f"edit/{quote(whole.name)}")
    return None


def digest_text(text: str) -> str:
    """What is different as soon as a text is."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def find_edited(shelf: Shelf, segments: tuple[str, ...]) -> EditedFile | None:
    """The file that an address means: one of the opened folder, or one of the library, which is not saved."""
    match segments:
        case ("edit", *parts):
            relative = next((path for path in shelf.rules() if path.parts == tuple(parts)), None)
            return None if relative is None else _open_own(shelf, relative)
        case ("game", name, "edit", *rest) if name in library_names() and len(rest) <= 1:
            return _open_library(name, rest[0] if rest else loading.find_rules(name).name)
        case _:
            return None


def _open_own(shelf: Shelf, relative: Path) -> EditedFile:
    return EditedFile(f"/edit/{relative.as_posix()}", shelf.folder / relative, relative.as_posix(), True)


def _open_library(name: str, file: str) -> EditedFile | None:
    path = next((path for path in (LIBRARY / name).glob(f"*{SUFFIXES[0]}") if path.name == file), None)
    return None if path is None else EditedFile(f"/game/{name}/edit/{file}", path, file, False)


@dataclass(frozen=True, slots=True)
class TextFinding:
    """Something wrong or doubtful, with its place and, where there is one, the edit that mends it."""

    code: str
    severity: str
    message: str
    reason: str
    repair: str
    file: str
    here: bool
    line: int
    column: int
    end_line: int
    end_column: int
    fix: tuple[int, int, int, int, str] | None


@dataclass(frozen=True, slots=True)
class CheckedText:
    """What is wrong with a text and, where nothing is, its board as a page, or why there is none."""

    findings: tuple[TextFinding, ...]
    page: str | None = None
    why: str = ""


def check_text(file: EditedFile, text: str) -> CheckedText:
    """Check a text in a process of its own, since rules under work may take all the time and memory there is."""
    for message in apart(partial(_check, file, text), CHECK_SECONDS, CHECK_MEMORY, grace=1.0):
        match message:
            case CheckedText():
                return message
            case AbortedWork(why):
                return CheckedText((), why=why)
    return CheckedText((), why="the check ended without a result")


def _check(file: EditedFile, text: str) -> Iterator[CheckedText]:
    with replace_contents({file.path.resolve(): text.encode()}):
        target = find_main(file, text)
        findings = tuple(_describe(file, diagnostic) for diagnostic in loading.check(target))
        if any(finding.severity == "error" for finding in findings):
            yield CheckedText(findings)
        else:
            yield _draw_board(target, findings)


def find_main(file: EditedFile, text: str) -> Path:
    """The rules file that is played: this one if it has a game, else the main one of its folder if that has one."""
    if _HEADER.search(text):
        return file.path
    try:
        return loading.find_rules(file.path.parent)
    except RulesError:
        return file.path


def _draw_board(target: Path, findings: tuple[TextFinding, ...]) -> CheckedText:
    try:
        rules = loading.load(target)
        shown = page_game(FindMachine(rules)) if rules.finds else rules
        page = write_page(shown, [Item(rules.title or rules.name, rules.name, Role.GAME)], compiled=False)
    except NoPage as reason:
        return CheckedText(findings, why=str(reason))
    except RulesError as error:
        return CheckedText(findings, why=error.diagnostics[0].message)
    return CheckedText(findings, page)


def _describe(file: EditedFile, diagnostic: Diagnostic) -> TextFinding:
    span, fix = diagnostic.span, diagnostic.fix
    here = _is_in(file, span.file)
    edit = fix and _is_in(file, fix.span.file) and (*_corners(fix.span), fix.replacement)
    return TextFinding(
        diagnostic.code, diagnostic.severity, diagnostic.message, diagnostic.reason, diagnostic.repair,
        Path(span.file).name, here, *_corners(span), edit or None,
    )  # fmt: skip


def _is_in(file: EditedFile, shown: str) -> bool:
    """Does a place lie in the file?"""
    return Path(shown).resolve() == file.path.resolve()


def _corners(span: Span) -> tuple[int, int, int, int]:
    return span.line, span.column, span.end_line, span.end_column


class SaveError(Exception):
    """A text may not be saved; the message says why."""


def save_text(file: EditedFile, text: str, digest: str) -> str:
    """Write a text to its file unless somebody else has changed it; the digest of what is there now."""
    if not file.is_saved:
        raise SaveError("files of the library are not changed; copy the game to a folder of yours")
    if digest_text(file.read()) != digest:
        raise SaveError("the file was changed by another program; reload the page to see how")
    try:
        write_bytes(file.path, text.encode())
    except OSError as error:
        raise SaveError(f"{file.name} cannot be written: {error.strerror}") from None
    return digest_text(text)


@dataclass(slots=True)
class DraftStore:
    """The boards of texts that were checked last, under addresses that nobody can guess."""

    _pages: OrderedDict[str, str] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def add(self, page: str) -> str:
        """Keep a page for a while; its address."""
        name = token_urlsafe(12)
        with self._lock:
            self._pages[name] = page
            while len(self._pages) > MOST_DRAFTS:
                self._pages.popitem(last=False)
        return f"/draft/{name}"

    def find(self, name: str) -> str | None:
        """The page of an address."""
        return self._pages.get(name)
