"""Levels drawn as text: one character per place; the last line is row 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules_dsl.ir.types import COUNTABLE_LIMIT, IntType, MapType, Type, Value
from rules_dsl.quantities import quantity
from rules_dsl.semantics.declaring import DeclarationContext
from rules_dsl.semantics.texts import plain
from rules_dsl.source import Span
from rules_dsl.syntax import ast


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawn value with its type."""

    type: MapType
    value: Value


def legend_of(work: DeclarationContext, name: str, lines: Sequence[ast.LegendLine], item: Type) -> dict[str, Value]:
    """The value of each character."""
    legend: dict[str, Value] = {}
    for line in lines:
        character = plain(line.character) or ""
        if len(character) != 1:
            work.report("E0727", "a legend explains single characters", line.character.span, repair='write `"#" = …`')
        elif character in legend:
            work.report(
                "E0727", f'the legend explains "{character}" twice', line.character.span, repair="keep one of them"
            )
        value = work.elaborator.constant(line.value, work.scope(name), item)
        if len(character) == 1:
            legend.setdefault(character, value)
    return legend


def read_drawing(
    work: DeclarationContext,
    name: str,
    rows: Sequence[tuple[str, Span]],
    legend: Mapping[str, Value],
    item: Type,
    span: Span,
) -> Drawing | None:
    """The map that the lines draw; mistakes are reported."""
    width = max((len(text) for text, _ in rows), default=0)
    height = len(rows)
    if width == 0:
        work.report("E0726", f"the drawing {name} is empty", span, repair="draw at least one line")
        return None
    if width * height > COUNTABLE_LIMIT:
        work.report(
            "E0419",
            f"the drawing {name} has {quantity(width * height, 'place')}, more than {COUNTABLE_LIMIT:,}",
            span,
            repair="draw less",
        )
        return None
    if not _all_known(work, name, rows, legend, width):
        return None
    lines = [text.ljust(width) for text, _ in reversed(rows)]
    value = tuple(tuple(legend[lines[row][column]] for row in range(height)) for column in range(width))
    return Drawing(MapType(IntType(1, width), MapType(IntType(1, height), item)), value)


def _all_known(
    work: DeclarationContext, name: str, rows: Sequence[tuple[str, Span]], legend: Mapping[str, Value], width: int
) -> bool:
    known = ", ".join(f'"{character}"' for character in legend)
    fine = True
    for text, span in rows:
        strange = next((place for place, character in enumerate(text) if character not in legend), None)
        if strange is not None:
            repair = f"the legend explains {known}" if known else "write a legend"
            work.report(
                "E0726",
                f'the legend of {name} does not explain "{text[strange]}"',
                _character(span, strange),
                repair=repair,
            )
            fine = False
    if fine and " " not in legend and any(len(text) < width for text, _ in rows):
        short, span = next(row for row in rows if len(row[0]) < width)
        repair = 'explain " " in the legend, or fill the line'
        work.report(
            "E0726", f"this line of {name} is shorter than the widest, {len(short)} of {width}", span, repair=repair
        )
        fine = False
    return fine


def _character(span: Span, place: int) -> Span:
    """One character of a text in quotes."""
    if span.line != span.end_line or span.column + 1 + place >= span.end_column:
        return span
    return Span(span.file, span.line, span.column + 1 + place, span.line, span.column + 2 + place)


def lines_of(text: str) -> list[str]:
    """The lines of a level given as one text, separated by newlines or `|`."""
    lines = text.replace("\r\n", "\n").replace("|", "\n").split("\n")
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return lines
