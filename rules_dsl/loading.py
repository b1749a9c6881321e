"""Loads a game by name: finds the file, analyses it and runs the passes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from rules_dsl.diagnostics.diagnostic import Diagnostic, RulesError, finding
from rules_dsl.diagnostics.suggest import hint
from rules_dsl.ir.nodes import Game
from rules_dsl.ir.passes import pipeline
from rules_dsl.ir.variants import variants
from rules_dsl.reading import read_bytes
from rules_dsl.semantics.analyse import analyse
from rules_dsl.semantics.declare_options import EXCLUDED
from rules_dsl.semantics.messages import FOLDER, LANGUAGES, ORIGINAL
from rules_dsl.semantics.modules import LARGEST_FILE
from rules_dsl.source import Span

LIBRARY = Path(__file__).resolve().parent.parent / "games"
SUFFIXES = (".rules", ".rules.md")

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,99}")
_NOTHING_SET: Mapping[str, str] = MappingProxyType({})
_NOTHING_GIVEN: Mapping[str, object] = MappingProxyType({})


def load(
    target: str | Path,
    options: Mapping[str, str] = _NOTHING_SET,
    givens: Mapping[str, object] = _NOTHING_GIVEN,
    data: Sequence[Path] = (),
    language: str = ORIGINAL,
) -> Game:
    """The game after all passes, its texts for players in a language. Raises RulesError with everything that is wrong."""
    game, findings = analyse(find_rules(target), options, givens, data, language)
    errors = tuple(diagnostic for diagnostic in findings if diagnostic.severity == "error")
    if game is None or errors:
        raise RulesError(*(errors or findings))
    return pipeline.run(game)


def languages(target: str | Path) -> tuple[str, ...]:
    """The languages in which there are messages of a game, beside that of its rules."""
    folder = _locate(target).resolve().parent / FOLDER
    return tuple(language for language in LANGUAGES if (folder / f"{language}.toml").is_file())


def check(
    target: str | Path,
    options: Mapping[str, str] = _NOTHING_SET,
    givens: Mapping[str, object] = _NOTHING_GIVEN,
    data: Sequence[Path] = (),
) -> tuple[Diagnostic, ...]:
    """Everything that reading a rules file shows, warnings too. Never raises RulesError."""
    return examine(target, options, givens, data)[1]


def examine(
    target: str | Path,
    options: Mapping[str, str] = _NOTHING_SET,
    givens: Mapping[str, object] = _NOTHING_GIVEN,
    data: Sequence[Path] = (),
) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """The game after all passes, or None if something is wrong; and what `check` gives."""
    try:
        game, findings = analyse(find_rules(target), options, givens, data)
        if game is not None and not any(diagnostic.severity == "error" for diagnostic in findings):
            return pipeline.run(game), findings
    except RulesError as error:
        return None, error.diagnostics
    return None, findings


def check_variants(
    target: str | Path,
    options: Mapping[str, str] = _NOTHING_SET,
    givens: Mapping[str, object] = _NOTHING_GIVEN,
    data: Sequence[Path] = (),
) -> tuple[Diagnostic, ...]:
    """Diagnostics that appear only when an option has another value, one option at a time; each once, with that option.

    A value that the other options exclude is left out.
    """
    summaries = set(map(_summarise, check(target, options, givens, data)))
    diagnostics: list[Diagnostic] = []
    for changed in variants(load(target, options, givens, data), options):
        name = next(name for name in changed if name not in options)
        appeared = check(target, changed, givens, data)
        if any(diagnostic.code == EXCLUDED for diagnostic in appeared):
            continue
        for diagnostic in appeared:
            if diagnostic.severity == "error" and _summarise(diagnostic) not in summaries:
                summaries.add(_summarise(diagnostic))
                diagnostics.append(replace(diagnostic, message=f"{diagnostic.message} (with {name}={changed[name]})"))
    return tuple(diagnostics)


def _summarise(diagnostic: Diagnostic) -> tuple[str, Span, str]:
    return diagnostic.code, diagnostic.span, diagnostic.message


def library_names() -> tuple[str, ...]:
    """The games that come with Regelwerk, in order of their names."""
    if not LIBRARY.is_dir():
        return ()
    return tuple(sorted(folder.name for folder in LIBRARY.iterdir() if _main_file(folder) is not None))


def find_rules(target: str | Path) -> Path:
    """The rules file for a library name, a file or a folder; it exists and is UTF-8."""
    path = _locate(target)
    _read(path)
    return path


def _locate(target: str | Path) -> Path:
    if target == "":
        raise RulesError(_unknown_name(target))
    if isinstance(target, str) and _NAME.fullmatch(target):
        path = _main_file(LIBRARY / target)
        if path is not None:
            return path
        if not Path(target).exists():
            raise RulesError(_unknown_name(target))
    return _in_file_system(Path(target))


def _in_file_system(path: Path) -> Path:
    try:
        if path.is_dir():
            return _in_folder(path)
        if not path.exists():
            raise RulesError(_problem("E0110", f"there is no file {path}", path, repair="check the spelling of the path"))
    except (OSError, ValueError) as error:
        raise RulesError(_problem("E0112", f"{path!s:.100} cannot be read: {error}", path)) from None
    if not path.is_file():
        raise RulesError(_problem("E0111", f"{path} is a device or a pipe", path, repair="save the rules in a file that ends in .rules"))
    if not path.name.endswith(SUFFIXES):
        raise RulesError(_problem("E0111", f"{path} is not a rules file", path, repair="rules files end in .rules or .rules.md"))
    return path


def _in_folder(folder: Path) -> Path:
    main_file = _main_file(folder.resolve())
    if main_file is not None:
        return folder / main_file.name
    candidates = sorted(path for path in folder.iterdir() if path.name.endswith(SUFFIXES))
    if len(candidates) == 1:
        return candidates[0]
    if not candidates:
        raise RulesError(_problem("E0110", f"there is no rules file in {folder}", folder))
    names = ", ".join(path.name for path in candidates)
    repair = f"name the file, or call the main one {folder.resolve().name}.rules"
    raise RulesError(_problem("E0110", f"{folder} has several rules files: {names}", folder, repair=repair))


def _main_file(folder: Path) -> Path | None:
    paths = (folder / f"{folder.name}{suffix}" for suffix in SUFFIXES)
    return next((path for path in paths if path.is_file()), None)


def _read(path: Path) -> None:
    try:
        read_bytes(path, LARGEST_FILE).decode("utf-8")
    except OSError as error:
        raise RulesError(_problem("E0112", f"{path} cannot be read: {error.strerror}", path)) from None
    except UnicodeDecodeError as error:
        before = error.object[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        span = Span(str(path), line, column, line, column + 1)
        message = f"{path} is not UTF-8 text: byte 0x{error.object[error.start]:02x}"
        raise RulesError(finding("E0113", message, span, "here", repair="save the file as UTF-8")) from None


def _unknown_name(name: str) -> Diagnostic:
    names = library_names()
    repair = hint(name, names) or (f"the games are: {', '.join(names)}" if names else "name a .rules file or its folder")
    return _problem(
        "E0114", f"there is no game called {name}", Path(name), reason="it is neither in the library nor a file here", repair=repair
    )


def _problem(code: str, message: str, path: Path, *, reason: str = "", repair: str = "") -> Diagnostic:
    return finding(code, message, Span(f"{path!s:.200}", 1, 1, 1, 1), reason=reason, repair=repair)
