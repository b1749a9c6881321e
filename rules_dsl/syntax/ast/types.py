"""Type expressions of the syntax tree."""

from __future__ import annotations

from dataclasses import dataclass

from rules_dsl.kinds import CollectionKind
from rules_dsl.source import Span, span_field
from rules_dsl.syntax.ast.expressions import Expr, Name, TextLit


@dataclass(frozen=True, slots=True)
class NamedType:
    """`Bool`, `Player`, `Fruit`, `small.Cell` (dotted)."""

    name: str
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class RangeType:
    low: Expr
    high: Expr
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class OptionalOf:
    item: TypeExpr
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class MapOf:
    key: TypeExpr
    value: TypeExpr
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class CollectionOf:
    """`set of T`, `bag of T up to n`, `list of T up to n`, `deck of T up to n`; `kind` is the first word."""

    kind: CollectionKind
    item: TypeExpr
    most: Expr | None = None
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class FieldDecl:
    name: Name
    type: TypeExpr
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class RecordOf:
    fields: tuple[FieldDecl, ...]
    shown: TextLit | None = None
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class Variant:
    name: Name
    sign: TextLit | None = None
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class EnumOf:
    variants: tuple[Variant, ...]
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class AlikeOf:
    size: Expr
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class DrawingOf:
    item: TypeExpr
    span: Span = span_field()


TypeExpr = NamedType | RangeType | OptionalOf | MapOf | CollectionOf | RecordOf | EnumOf | AlikeOf | DrawingOf
