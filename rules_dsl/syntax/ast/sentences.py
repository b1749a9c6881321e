"""What players read of a game: the lines of `say`."""

from __future__ import annotations

from dataclasses import dataclass

from rules_dsl.source import Span, span_field
from rules_dsl.syntax.ast.expressions import GeneratorClause, Name, TextLit
from rules_dsl.syntax.ast.pictures import TextChoice


@dataclass(frozen=True, slots=True)
class SayWordDecl:
    """`transsib "Trans-Siberian"`: what sentences call a value or a field. Its `label` names something declared elsewhere."""

    label: str
    text: TextLit
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class SayNamesDecl:
    """`named routes` and the words below it."""

    type: Name
    words: tuple[SayWordDecl, ...]
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class SayLabelDecl:
    """How a value of a parameter is worded where it is chosen."""

    label: str
    choices: tuple[TextChoice, ...]
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class SayLineDecl:
    """`drop: "Drop a disc into column {k}"`; with `each` one sentence for each value, with `after` read when the event is over."""

    name: Name
    choices: tuple[TextChoice, ...]
    each: GeneratorClause | None = None
    labels: tuple[SayLabelDecl, ...] = ()
    after: bool = False
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class SayDecl:
    names: tuple[SayNamesDecl, ...]
    lines: tuple[SayLineDecl, ...]
    doc: str = ""
    span: Span = span_field()
