"""Looks of places in pictures; unknown words in literals are reported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rules_dsl.diagnostics.suggest import nearest
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.colour_names import CODES, colour_code
from rules_dsl.ir.pieces import LineKind, Modifier, Shape, Side, read_line, read_wall, unknown_in_piece
from rules_dsl.semantics.judging import number
from rules_dsl.semantics.rulebook import Rulebook
from rules_dsl.semantics.scope import Scope
from rules_dsl.syntax import ast


@dataclass(frozen=True, slots=True)
class PartVocabulary:
    """The words that one part of a picture understands, and how its unknown words are found in a text."""

    words: tuple[str, ...]
    find_unknown: Callable[[str], tuple[str, ...]]
    advice: str


def unknown_in_fill(text: str) -> tuple[str, ...]:
    """The text itself if it is not a colour. An empty one is the plain ground."""
    return () if text in ("", NO_FILL) or colour_code(text) else (text,)


def list_words(words: tuple[str, ...]) -> str:
    """The words for a sentence."""
    return ", ".join(f"`{word}`" for word in words)


NO_FILL = "none"
COLOURS = tuple(CODES)
SIDES = tuple(str(side) for side in Side)
LINES = tuple(str(kind) for kind in LineKind)
LAYOUTS = tuple(str(layout) for layout in ir.Layout)
PIECE_WORDS = PartVocabulary(
    (*[str(shape) for shape in Shape], *[str(modifier) for modifier in Modifier], *COLOURS), unknown_in_piece, "the language page of `piece` lists its words"
)
WALL_WORDS = PartVocabulary((*SIDES, *COLOURS), lambda text: read_wall(text).unknown, f"the sides are {list_words(SIDES)}")
LINE_WORDS = PartVocabulary((*LINES, *COLOURS), lambda text: read_line(text).unknown, f"the kinds of lines are {list_words(LINES)}")
FILL_WORDS = PartVocabulary((*COLOURS, NO_FILL), unknown_in_fill, f"take the name of a colour in CSS, `#rrggbb` or `{NO_FILL}`")
LAYOUT_WORDS = PartVocabulary(LAYOUTS, lambda text: () if text in LAYOUTS else (text,), f"the layouts are {list_words(LAYOUTS)}")
VOCABULARIES = {ir.PartKind.PIECE: PIECE_WORDS, ir.PartKind.WALL: WALL_WORDS, ir.PartKind.FILL: FILL_WORDS}


def look(item: ast.LookDecl, scope: Scope, book: Rulebook) -> ir.Look:
    """The look of a cell, a tile, a marker or a town."""
    parts = tuple(part(look_part, scope, book) for look_part in item.parts)
    return ir.Look(book.elaborator.template(item.text, scope), parts)


def line_look(item: ast.LookDecl, scope: Scope, book: Rulebook) -> ir.Look:
    """The look of a line between two towns."""
    parts = tuple(_part(look_part, scope, book, LINE_WORDS) for look_part in item.parts)
    return ir.Look(book.elaborator.template(item.text, scope), parts)


def part(item: ast.LookPartDecl, scope: Scope, book: Rulebook) -> ir.LookPart:
    """A part of a look; unknown words in its fixed texts are reported."""
    return _part(item, scope, book, VOCABULARIES.get(ir.PartKind(item.word)))


def _part(item: ast.LookPartDecl, scope: Scope, book: Rulebook, vocabulary: PartVocabulary | None) -> ir.LookPart:
    times = None if item.times is None else number(item.times, scope, book)
    choices = tuple(_choice(choice, scope, book, vocabulary) for choice in item.choices)
    return ir.LookPart(ir.PartKind(item.word), choices, times)


def _choice(item: ast.TextChoice, scope: Scope, book: Rulebook, vocabulary: PartVocabulary | None) -> tuple[ir.Expr, ir.Expr | None]:
    if vocabulary is not None:
        _report_unknown(item.text, vocabulary, book)
    condition = None if item.condition is None else book.elaborator.condition(item.condition, scope)
    return book.elaborator.template(item.text, scope), condition


def _report_unknown(text: ast.TextLit, vocabulary: PartVocabulary, book: Rulebook) -> None:
    """Only a text without values is known before anything is drawn."""
    fixed = "".join(part for part in text.parts if isinstance(part, str))
    if fixed and all(isinstance(part, str) for part in text.parts):
        for word in vocabulary.find_unknown(fixed):
            report_word(word, text, vocabulary, book)


def report_word(word: str, item: ast.TextLit | ast.Name, vocabulary: PartVocabulary, book: Rulebook) -> None:
    """Report a word that a part of a picture does not understand, with the nearest one that it does."""
    meant = nearest(word, vocabulary.words)
    repair = f"write `{meant}`; {vocabulary.advice}" if meant else vocabulary.advice
    book.report("E0642", f"`{word}` is not a picture word", item.span, "not known here", repair=repair)
