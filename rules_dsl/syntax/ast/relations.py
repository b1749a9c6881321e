"""`relate`: what another game calls the names of this one."""

from __future__ import annotations

from dataclasses import dataclass

from rules_dsl.source import Span, span_field
from rules_dsl.syntax.ast.expressions import Name


@dataclass(frozen=True, slots=True)
class RelatedName:
    """A name of this file, and what the other game calls it."""

    name: Name
    other: Name
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class RelateDecl:
    """How names of this file are called in another game."""

    game: Name
    pairs: tuple[RelatedName, ...]
    doc: str = ""
    span: Span = span_field()
