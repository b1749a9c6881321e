"""The files of a game: the main file and everything it uses, directly or not."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from rules_dsl.diagnostics.diagnostic import Diagnostic, finding
from rules_dsl.diagnostics.suggest import nearest
from rules_dsl.reading import read_bytes
from rules_dsl.semantics.messages import ORIGINAL, Messages, read_messages, translate_tree
from rules_dsl.semantics.renames import list_declared, rename_tree
from rules_dsl.source import SourceFile, Span
from rules_dsl.syntax import ast
from rules_dsl.syntax.parse import parse

LIBRARY = Path(__file__).resolve().parent.parent / "library"
SUFFIX = ".rules"
LARGEST_FILE = 4_000_000
MOST_FILES = 200

Decide = Callable[["SourceProgram", ast.Expr], bool]

_parsed = lru_cache(maxsize=64)(parse)
"""A game is analysed anew for each set of options; the trees of its files stay the same."""


@dataclass(slots=True)
class SourceProgram:
    """All blocks of a game in order, and where they come from."""

    root: Path
    header: ast.Header | None = None
    doc: str = ""
    blocks: list[ast.Block] = field(default_factory=list)
    folders: dict[str, Path] = field(default_factory=dict)  # name of a source → folder its paths start from
    settings: dict[str, ast.Expr] = field(default_factory=dict)  # options set by `use … with`
    sources: dict[str, str] = field(default_factory=dict)  # file name → SHA-256
    texts: dict[str, SourceFile] = field(default_factory=dict)  # by the name messages show
    private_names: dict[str, Span] = field(default_factory=dict)
    left_out: set[str] = field(default_factory=set)  # names of exceptions in files that are not taken
    diagnostics: list[Diagnostic] = field(default_factory=list)
    messages: Messages = field(default_factory=Messages)

    @property
    def language(self) -> str:
        """The language of the texts for players."""
        return self.messages.language


def load(path: Path, decide: Decide, language: str = ORIGINAL) -> SourceProgram:
    """Read the main file and everything it uses. `decide` tells whether a `use … when` holds, given what was read before."""
    root = path.resolve().parent
    loader = _Loader(SourceProgram(root, messages=read_messages(root, language)), decide)
    loader.main(path)
    loader.program.diagnostics += loader.program.messages.findings
    return loader.program


def inside(path: str, folder: Path, root: Path) -> Path | str:
    """The file that a path in the rules means, or why it may not be read."""
    if not path or "\0" in path or Path(path).is_absolute() or path.startswith("~"):
        return "it is not a path beside this file"
    if ".." in Path(path).parts:
        return "it leads out of the folder with `..`"
    try:
        result = (folder / path).resolve()
    except (OSError, ValueError, RuntimeError):
        return "it cannot be followed"
    return result if result.is_relative_to(root) else "it leads out of the folder of the game"


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a used file is: its name in messages, itself, the folder nothing may leave, its source name in results."""

    shown: str
    path: Path
    root: Path
    name: str


class _Loader:
    """Reads files depth first, so that a file comes after those it uses."""

    def __init__(self, program: SourceProgram, decide: Decide) -> None:
        self.program = program
        self.decide = decide
        self.done: dict[tuple[Path, str], ast.Use | None] = {}
        self.running: list[Path] = []
        self.conditional: list[tuple[ast.Use, _Place, str]] = []

    def main(self, path: Path) -> None:
        """The main file, its unconditional uses, then the conditional ones in order."""
        root = self.program.root
        self.file(_Place(str(path), path.resolve(), root, path.name), "", None)
        while self.conditional:
            use, place, prefix = self.conditional.pop(0)
            if use.condition is not None and self.decide(self.program, use.condition):
                self.load_used(replace(use, condition=None), place, prefix)
            else:
                self.leave_out(use, place, prefix)

    def leave_out(self, use: ast.Use, place: _Place, prefix: str) -> None:
        """Note what exceptions a file has that is not taken: others may be ordered before them."""
        target = inside(use.path, place.path.parent, place.root) if use.is_file else ""
        if isinstance(target, str) or not target.is_file() or target.stat().st_size > LARGEST_FILE:
            return
        text = target.read_text(encoding="utf-8", errors="replace")
        tree, _ = _parsed(SourceFile(target.name, text.removeprefix("\ufeff")))
        inner = f"{prefix}{use.alias.text}." if use.alias else prefix
        self.program.left_out |= {f"{inner}{block.name}" for block in tree.blocks if isinstance(block, ast.ExceptionDecl) and block.name}

    def report(self, code: str, message: str, span: Span, label: str = "", repair: str = "", reason: str = "") -> None:
        """Note a finding."""
        self.program.diagnostics.append(finding(code, message, span, label, repair=repair, reason=reason))

    def file(self, place: _Place, prefix: str, use: ast.Use | None) -> None:
        """Read one file under a prefix of names."""
        text = self.text(place, use)
        if text is None:
            return
        source = self.program.texts[place.shown] = SourceFile(place.shown, text)
        tree, findings = _parsed(source)
        tree = translate_tree(tree, source, self.program.messages)
        self.program.diagnostics += findings
        self.program.folders[place.shown] = place.path.parent
        self.running.append(place.path)
        self.take(tree, place, prefix, use)
        self.running.pop()

    def text(self, place: _Place, use: ast.Use | None) -> str | None:
        """The text of a file; what keeps it from being read is reported."""
        span = use.span if use else Span(place.shown, 1, 1, 1, 1)
        try:
            data = read_bytes(place.path, LARGEST_FILE)
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            self.report("E0113", f"{place.shown} is not UTF-8 text: byte {error.start}", span, repair="save the file as UTF-8")
            return None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "it cannot be opened"
            self.report("E0317", f"{place.shown} cannot be read: {reason}", span, repair="check the spelling of the path")
            return None
        if len(self.program.sources) >= MOST_FILES:
            self.report("E0112", f"{place.shown} is one file too many", span, repair=f"a game may use at most {MOST_FILES} files")
            return None
        self.program.sources[place.name] = hashlib.sha256(data).hexdigest()
        return text.removeprefix("\ufeff")

    def take(self, tree: ast.File, place: _Place, prefix: str, use: ast.Use | None) -> None:
        """First what the file uses, then its own blocks under their names."""
        if use is None:
            self.program.header = tree.header
            self.program.doc = tree.header.doc if tree.header else ""
        names = _names(tree.blocks, prefix, place, use, self.program)
        aliases = {block.alias.text: f"{prefix}{block.alias.text}" for block in tree.blocks if isinstance(block, ast.Use) and block.alias}
        blocks = rename_tree(tree.blocks, names, aliases)
        for block in blocks:
            if isinstance(block, ast.Use):
                self.use(block, place, prefix)
        self.program.blocks += [block for block in blocks if not isinstance(block, ast.Use)]
        if use is not None:
            self.set_options(use, blocks, prefix)

    def use(self, use: ast.Use, place: _Place, prefix: str) -> None:
        """A `use` of a file; a conditional one waits until everything else is read."""
        if use.condition is not None:
            self.conditional.append((use, place, prefix))
        else:
            self.load_used(use, place, prefix)

    def load_used(self, use: ast.Use, place: _Place, prefix: str) -> None:
        """Read a used file once for each alias."""
        target = self.target(use, place)
        if target is None:
            return
        inner = f"{prefix}{use.alias.text}." if use.alias else prefix
        if target.path in self.running:
            chain = " → ".join(path.name for path in (*self.running[self.running.index(target.path) :], target.path))
            self.report("E0319", f"files use each other in a cycle: {chain}", use.span, "closes the cycle", "remove one `use`")
            return
        key = (target.path, inner)
        if key not in self.done:
            self.done[key] = use
            self.file(target, inner, use)
        elif use.settings and self.done[key] != use:
            repair = "take it under another name: `… as other`"
            self.report("E0320", f"{use.path} is used already; its options are set there", use.span, "set again here", repair)

    def target(self, use: ast.Use, place: _Place) -> _Place | None:
        """The file a `use` names."""
        if not use.is_file:
            return self.library(use)
        target = inside(use.path, place.path.parent, place.root)
        if isinstance(target, str):
            reason = "rules read only files in their own folder and the standard library"
            self.report("E0318", f'"{use.path}" may not be used: {target}', use.span, "", "put the file beside the rules", reason)
            return None
        if not target.is_file():
            self.report("E0317", f'there is no file "{use.path}"', use.span, "not found", self.similar(target, use.path))
            return None
        return _Place(str(Path(place.shown).parent / use.path), target, place.root, str(target.relative_to(place.root)))

    def similar(self, missing: Path, written: str) -> str:
        """A file beside the missing one with a like name."""
        beside = [path.name for path in missing.parent.glob("*.rules*")] if missing.parent.is_dir() else []
        meant = nearest(missing.name, beside)
        return f'did you mean "{Path(written).parent / meant}"?' if meant else "check the spelling of the path"

    def library(self, use: ast.Use) -> _Place | None:
        """A file of the standard library: `std.grid`."""
        known = {f"{path.parent.name}.{path.stem}": path for path in sorted(LIBRARY.glob(f"*/*{SUFFIX}"))}
        if use.path in known:
            shown = use.path.replace(".", "/") + SUFFIX
            return _Place(shown, known[use.path], LIBRARY, shown)
        meant = nearest(use.path, known)
        repair = f"did you mean {meant}?" if meant else f"there are: {', '.join(known)}"
        self.report("E0317", f"there is no library {use.path}", use.span, "not found", repair)
        return None

    def set_options(self, use: ast.Use, blocks: tuple[ast.Block, ...], prefix: str) -> None:
        """Options of the used file that `with` sets."""
        options = [block.name.text for block in blocks if isinstance(block, ast.OptionDecl | ast.ReadingDecl)]
        for argument in use.settings:
            name = f"{prefix}{argument.name.text}" if argument.name else ""
            if name in options:
                self.program.settings[name] = argument.value
            else:
                short = [option.removeprefix(prefix) for option in options]
                meant = nearest(name.removeprefix(prefix), short)
                repair = f"did you mean {meant}?" if meant else f"its options are: {', '.join(short) or 'none'}"
                message = f"{use.path} has no option {name.removeprefix(prefix) or 'without a name'}"
                self.report("E0320", message, argument.span, "not an option", repair)


def _names(blocks: tuple[ast.Block, ...], prefix: str, place: _Place, use: ast.Use | None, program: SourceProgram) -> Mapping[str, str]:
    """New names for the declarations of a file: with its alias as prefix; private ones under the name of the file."""
    names = {name.text: f"{prefix}{name.text}" for name, _ in list_declared(blocks) if prefix}
    if use is None:
        return names
    for name, block in list_declared(blocks):
        if getattr(block, "private", False):
            names[name.text] = f"{prefix}{place.path.name.partition('.')[0]}.{name.text}"
            program.private_names.setdefault(f"{prefix}{name.text}", name.span)
    return names
