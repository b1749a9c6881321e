"""Looks of places in pictures; unknown words in literals are reported."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules_dsl.diagnostics.suggest import nearest
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.pieces import LineKind, Modifier, Shape, Side, read_line, read_wall, unknown_in_piece
from rules_dsl.semantics.judging import number
from rules_dsl.semantics.rulebook import Rulebook
from rules_dsl.semantics.scope import Scope
from rules_dsl.syntax import ast

Unknown = Callable[[str], tuple[str, ...]]
UNKNOWN: dict[ir.PartKind, Unknown] = {ir.PartKind.PIECE: unknown_in_piece, ir.PartKind.WALL: lambda text: read_wall(text).unknown}


def look(item: ast.LookDecl, scope: Scope, book: Rulebook) -> ir.Look:
    """The look of a cell, a tile, a marker or a town."""
    parts = tuple(part(item, scope, book, UNKNOWN.get(ir.PartKind(item.word))) for item in item.parts)
    return ir.Look(book.elaborator.template(item.text, scope), parts)


def line_look(item: ast.LookDecl, scope: Scope, book: Rulebook) -> ir.Look:
    """The look of a line between two towns."""
    parts = tuple(part(item, scope, book, lambda text: read_line(text).unknown) for item in item.parts)
    return ir.Look(book.elaborator.template(item.text, scope), parts)


def part(item: ast.LookPartDecl, scope: Scope, book: Rulebook, unknown: Unknown | None = None) -> ir.LookPart:
    """A part of a look; `unknown` finds the words in a fixed text that mean nothing there."""
    times = None if item.times is None else number(item.times, scope, book)
    choices = tuple(_choice(choice, scope, book, unknown) for choice in item.choices)
    return ir.LookPart(ir.PartKind(item.word), choices, times)


def _choice(item: ast.TextChoice, scope: Scope, book: Rulebook, unknown: Unknown | None) -> tuple[ir.Expr, ir.Expr | None]:
    if unknown is not None:
        report_unknown(item.text, unknown, book)
    condition = None if item.condition is None else book.elaborator.condition(item.condition, scope)
    return book.elaborator.template(item.text, scope), condition


def report_unknown(text: ast.TextLit, unknown: Unknown, book: Rulebook) -> None:
    """Check the words of literals; others are known only when drawing."""
    fixed = "".join(part for part in text.parts if isinstance(part, str))
    if fixed and all(isinstance(part, str) for part in text.parts):
        for word in unknown(fixed):
            report_word(word, text, [*Shape, *Modifier, *Side, *LineKind], book)


def report_word(word: str, item: ast.TextLit | ast.Name, known: Iterable[str], book: Rulebook) -> None:
    """Report an unknown word of a picture and suggest the nearest."""
    meant = nearest(word, [str(text) for text in known])
    repair = f"write `{meant}`" if meant else "look up `piece`, `wall` and `tiles` in the language pages for the words there are"
    book.report("E0642", f"`{word}` is no word of a picture", item.span, "not known here", repair=repair)
