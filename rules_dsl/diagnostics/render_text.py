"""Diagnostics for the terminal: headline, source lines with underlines, reason, repair."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from rules_dsl.diagnostics.columns import one_line, printable, width
from rules_dsl.diagnostics.diagnostic import Diagnostic, Label
from rules_dsl.diagnostics.ordering import select, tally
from rules_dsl.source import Span

PLACE_COLUMN = 66
WIDEST_LINE = 140
_COLOURS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "note": "\x1b[1;34m", "faint": "\x1b[2m", "bold": "\x1b[1m"}
_RESET = "\x1b[0m"


def render(
    diagnostics: Iterable[Diagnostic], sources: Mapping[str, str] | None = None, *, colour: bool = False, most: int = 20
) -> str:
    """All diagnostics as one text that ends with a newline; `sources` maps file names to their texts (missing ones are
    not shown).
    """
    chosen = select(diagnostics, most)
    paint = _Paint(colour)
    pictures = ["\n".join(_picture(diagnostic, sources or {}, paint)) + "\n" for diagnostic in chosen.shown]
    if chosen.left_out:
        pictures.append(f"and {tally(chosen.left_out)} more\n")
    return "\n".join(pictures)


class _Paint:
    """Puts colour around text, or leaves it alone."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, style: str, text: str) -> str:
        return f"{_COLOURS[style]}{text}{_RESET}" if self.colour and text else text


def _picture(diagnostic: Diagnostic, sources: Mapping[str, str], paint: _Paint) -> Iterator[str]:
    yield _headline(diagnostic, paint)
    for file, labels in _by_file(diagnostic):
        if file != diagnostic.span.file:
            yield paint("faint", f"  in {one_line(file)}")
        yield from _file_part(file, labels, diagnostic, sources.get(file), paint)
    if diagnostic.reason:
        yield from _note("reason", diagnostic.reason, paint)
    if diagnostic.repair:
        yield from _note("repair", diagnostic.repair, paint)


def _headline(diagnostic: Diagnostic, paint: _Paint) -> str:
    message = one_line(diagnostic.message)
    place = f"{one_line(diagnostic.span.file)}:{diagnostic.span.line}"
    gap = " " * max(3, PLACE_COLUMN - len(diagnostic.code) - 2 - width(message) - len(place))
    return paint(diagnostic.severity, diagnostic.code) + "  " + paint("bold", message) + gap + paint("faint", place)


def _note(kind: str, text: str, paint: _Paint) -> Iterator[str]:
    first, *others = [printable(line) for line in text.splitlines()]
    yield "  " + paint("note", f"{kind}:") + f" {first}"
    yield from (" " * (len(kind) + 4) + line for line in others)


def _by_file(diagnostic: Diagnostic) -> list[tuple[str, list[Label]]]:
    """Labels by file; the main file comes first."""
    files = list(dict.fromkeys(label.span.file for label in diagnostic.labels))
    in_order = sorted(
        diagnostic.labels, key=lambda label: (files.index(label.span.file), label.span.line, label.span.column)
    )
    return [(file, list(group)) for file, group in groupby(in_order, key=lambda label: label.span.file)]


def _file_part(
    file: str, labels: list[Label], diagnostic: Diagnostic, text: str | None, paint: _Paint
) -> Iterator[str]:
    lines = text.split("\n") if text is not None else []
    gutter = len(str(max(label.span.line for label in labels))) + 2
    before = None
    for number, group in groupby(labels, key=lambda label: label.span.line):
        if lines and before is not None and number > before + 1:
            yield paint("faint", " " * gutter + " ...")
        before = number
        if 1 <= number <= len(lines):
            yield from _line_part(lines[number - 1].rstrip("\r"), number, gutter, list(group), diagnostic, paint)
        else:
            yield from _describe_hidden_labels(list(group), paint)


def _line_part(
    line: str, number: int, gutter: int, labels: list[Label], diagnostic: Diagnostic, paint: _Paint
) -> Iterator[str]:
    start, line = _window(line, labels[0].span)
    yield paint("faint", f"{number:>{gutter}} | ") + printable(line)
    for label in labels:
        first = label is diagnostic.labels[0] or label == diagnostic.labels[0]
        indent, length = _extent(line, start, label.span)
        style = diagnostic.severity if first else "note"
        marks = ("^" if first else "-") * length
        text = f"{marks} {one_line(label.text)}".rstrip()
        yield paint("faint", " " * gutter + " | ") + " " * indent + paint(style, text)


def _window(line: str, span: Span) -> tuple[int, str]:
    """The part of a very long line around a span, and how many characters are left out before it."""
    if len(line) <= WIDEST_LINE:
        return 0, line
    start = max(0, min(span.column - 1 - WIDEST_LINE // 3, len(line) - WIDEST_LINE))
    cut = line[start : start + WIDEST_LINE]
    return start, ("…" + cut[1:] if start else cut) + ("…" if start + WIDEST_LINE < len(line) else "")


def _extent(line: str, start: int, span: Span) -> tuple[int, int]:
    """Terminal column and length of an underline; a span over several lines is underlined to the end of its first."""
    begin = min(max(span.column - 1 - start, 0), len(line))
    end = span.end_column - 1 - start if span.end_line == span.line else len(line.rstrip())
    indent = width(printable(line[:begin]))
    return indent, max(1, width(printable(line[: max(begin, end)])) - indent)


def _describe_hidden_labels(labels: list[Label], paint: _Paint) -> Iterator[str]:
    for label in labels:
        if label.text:
            yield paint("faint", f"  at line {label.span.line}, column {label.span.column}: ") + one_line(label.text)
