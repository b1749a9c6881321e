"""Analyses a rules file: the typed IR, or all diagnostics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from rules_dsl.diagnostics.diagnostic import Diagnostic, finding
from rules_dsl.diagnostics.ordering import by_place, causes
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.names import DECIDER
from rules_dsl.ir.types import EnumType, RecordType, Type
from rules_dsl.semantics import modules
from rules_dsl.semantics.declare import declare, holds
from rules_dsl.semantics.judging import asks_decider
from rules_dsl.semantics.messages import ORIGINAL
from rules_dsl.semantics.modules import SourceProgram
from rules_dsl.semantics.rules import GameParts, elaborate_rules
from rules_dsl.semantics.scope import Symbols
from rules_dsl.semantics.texts import plain
from rules_dsl.source import SourceFile, Span
from rules_dsl.syntax import ast
from rules_dsl.tables import Overlay, read_overlay

Findings = tuple[Diagnostic, ...]
Texts = Mapping[str, SourceFile]
NAMELESS = frozenset({"end", "goal", "win", "lose", "draw", "score", "claim", "bound", "dominates", "example", "count", "best", "unique", "relate", "show", "say"})
"""Blocks that declare nothing."""


def analyse(
    path: Path, options: Mapping[str, str], givens: Mapping[str, object], overlays: Sequence[Path], language: str = ORIGINAL
) -> tuple[ir.Game | None, Findings]:
    """The game before all passes, None if there are errors; and all findings by place."""
    try:
        return analyse_program(read_program(path, options, givens, language), options, givens, overlays)
    except RecursionError:
        repair = "give parts of it names with `define` or `let`"
        return None, (finding("E0425", "an expression is nested too deeply", Span(str(path), 1, 1, 1, 1), repair=repair),)


def read_program(path: Path, options: Mapping[str, str], givens: Mapping[str, object], language: str = ORIGINAL) -> SourceProgram:
    """The blocks of a file and of all it uses."""
    return modules.load(path, partial(_decide, options, givens), language)


def analyse_program(program: SourceProgram, options: Mapping[str, str], givens: Mapping[str, object], overlays: Sequence[Path]) -> tuple[ir.Game | None, Findings]:
    """The game that blocks mean, None if there are errors; and all findings by place."""
    game, diagnostics, texts = _analyse_blocks(program, options, givens, overlays)
    findings = tuple(by_place(causes(diagnostics, partial(_names_nothing, texts))))
    return (None if any(diagnostic.severity == "error" for diagnostic in findings) else game), findings


def _analyse_blocks(
    program: SourceProgram, options: Mapping[str, str], givens: Mapping[str, object], overlays: Sequence[Path]
) -> tuple[ir.Game | None, list[Diagnostic], Texts]:
    laid, result = _overlays(overlays)
    if program.header is None:
        return None, [*program.diagnostics, *result], program.texts
    work = declare(program, options, givens, laid)
    parts = elaborate_rules(work.elaborator, work.symbols, program.blocks, program.header, program.texts, givens)
    diagnostics = [*program.diagnostics, *result, *work.symbols.diagnostics]
    return _game(program.header, program, work.symbols, parts), diagnostics, program.texts


def _names_nothing(texts: Texts, place: Span) -> bool:
    """Does a place lie in a block that declares nothing used elsewhere?"""
    if place.file not in texts:
        return False
    lines = texts[place.file].text.splitlines()[: place.line]
    head = next((line for line in reversed(lines) if line[:1].isalpha()), "")
    return head.split(maxsplit=1)[0] in NAMELESS if head else False


def _decide(options: Mapping[str, str], givens: Mapping[str, object], program: SourceProgram, condition: ast.Expr) -> bool:
    return holds(program, condition, options, givens)


def _overlays(paths: Iterable[Path]) -> tuple[list[Overlay], list[Diagnostic]]:
    overlays: list[Overlay] = []
    diagnostics: list[Diagnostic] = []
    for path in paths:
        overlay = read_overlay(path)
        if isinstance(overlay, Overlay):
            overlays.append(overlay)
        else:
            diagnostics += overlay
    return overlays, diagnostics


def _decider(symbols: Symbols, parts: GameParts) -> tuple[ir.StateVar, ...]:
    """Who has to decide, where an ending asks for that."""
    if not asks_decider(parts.endings):
        return ()
    return (ir.StateVar(DECIDER, symbols.players, ir.Literal(0, symbols.players), ir.Seen("all"), control=True),)


def _game(header: ast.Header, program: SourceProgram, symbols: Symbols, parts: GameParts) -> ir.Game:
    return ir.Game(
        name=header.name.text,
        title=plain(header.title) or "",
        kind="puzzle" if header.kind == "puzzle" else "game",
        players=symbols.players,
        types=_types(symbols),
        constants=tuple(symbols.constants.values()),
        functions=tuple(symbols.functions.values()),
        variables=(*symbols.state, *_decider(symbols, parts)),
        actions=parts.actions,
        reactions=parts.reactions,
        endings=parts.endings,
        play=parts.play,
        scores=parts.scores,
        claims=parts.claims,
        bounds=parts.bounds,
        dominances=parts.dominances,
        options=tuple(symbols.options),
        givens=tuple(symbols.givens),
        facts=tuple(symbols.facts),
        examples=parts.examples,
        counts=parts.counts,
        replays=parts.replays,
        bests=parts.bests,
        finds=parts.finds,
        find_rules=parts.find_rules,
        unique=parts.unique,
        show=parts.show,
        says=parts.says,
        language=program.language,
        rules=parts.rules,
        doc=program.doc,
        sources=tuple(sorted({**program.sources, **symbols.sources}.items())),
    )


def _types(symbols: Symbols) -> tuple[Type, ...]:
    """Every type with a name of its own, readings and players included."""
    named = (kind for kind in symbols.types.values() if isinstance(kind, EnumType | RecordType))
    readings = (option.type for option in symbols.options if isinstance(option.type, EnumType))
    return tuple(dict.fromkeys([symbols.players, *named, *readings]))
