"""Types: enums, alike values, records with their spellings, other names for types."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.evaluate import ConstantCompiler, NotConstant
from rules_dsl.ir.texts import sign_value
from rules_dsl.ir.types import (
    COUNTABLE_LIMIT,
    TEXT,
    EnumType,
    IntType,
    RecordType,
    Type,
    Value,
    cardinality,
    is_countable,
    unpack_record,
)
from rules_dsl.quantities import quantity
from rules_dsl.semantics.declaring import DeclarationContext, is_identifier, prefix_of
from rules_dsl.semantics.names import ALL_VALUES
from rules_dsl.semantics.poison import POISON
from rules_dsl.semantics.texts import plain
from rules_dsl.source import Span
from rules_dsl.syntax import ast

Block = TypeVar("Block", bound=ast.Block)


def declare_types(work: DeclarationContext) -> None:
    """Types, each when it is needed."""
    extensions = _extensions(work)
    for block in blocks_of(work, ast.TypeDecl):
        variants = extensions.get(block.name.text, [])
        work.later(block.name.text, block.span, partial(_declare_type, work, block, variants))


def blocks_of(work: DeclarationContext, kind: type[Block]) -> Iterator[Block]:
    """The blocks of one kind, in order."""
    return (block for block in work.program.blocks if isinstance(block, kind))


# -- types ------------------------------------------------------------------------------------------------------------


def _extensions(work: DeclarationContext) -> dict[str, list[ast.ExtendType]]:
    """`extend` blocks by the type they add to; those that cannot be done are reported."""
    types = {block.name.text: block for block in blocks_of(work, ast.TypeDecl)}
    extensions: dict[str, list[ast.ExtendType]] = {}
    for block in blocks_of(work, ast.ExtendType):
        target = types.get(block.name.text)
        if target is None:
            work.report(
                "E0321", f"there is no type {block.name} to extend", block.name.span, "not declared", repair="declare it as `open type`"
            )
        elif not target.is_open:
            work.report(
                "E0322", f"{block.name} is not open", block.name.span, "extended here", repair=f"write `open type {block.name} = …`"
            )
        else:
            extensions.setdefault(block.name.text, []).append(block)
    return extensions


def _declare_type(work: DeclarationContext, block: ast.TypeDecl, extensions: Sequence[ast.ExtendType]) -> None:
    result = _type_of(work, block, [variant for extension in extensions for variant in extension.variants])
    work.symbols.types[block.name.text] = result
    if result == POISON:
        work.note_failure(block.name.text)


def _type_of(work: DeclarationContext, block: ast.TypeDecl, more: Sequence[ast.Variant]) -> Type:
    match block.type:
        case ast.EnumOf(variants):
            return _enum(work, block.name.text, (*variants, *more), block.span)
        case ast.NamedType(only) if block.is_open:
            first = ast.Variant(ast.Name(only, span=block.type.span), span=block.type.span)
            return _enum(work, block.name.text, (first, *more), block.span)
        case ast.AlikeOf(size):
            return _alike(work, block.name.text, size)
        case ast.RecordOf():
            return _record(work, block.name.text, block.type)
        case other:
            return work.elaborator.type(other, work.scope(block.name.text))


def _enum(work: DeclarationContext, name: str, variants: Sequence[ast.Variant], span: Span) -> Type:
    seen: dict[str, ast.Variant] = {}
    for variant in variants:
        label = variant.name.text
        if label in seen:
            work.report("E0302", f"{label} occurs twice in {name}", variant.name.span, "again here", repair="keep one of them")
        seen.setdefault(label, variant)
    if len(seen) > COUNTABLE_LIMIT:
        return _too_large(work, name, len(seen), span)
    signs = tuple(plain(variant.sign) or "" for variant in seen.values())
    kind = EnumType(name, tuple(seen), "enum", work.words.signs(name, tuple(seen), signs), work.words.of(name, tuple(seen)))
    add_values(work, kind)
    return kind


def _too_large(work: DeclarationContext, name: str, size: int, span: Span) -> Type:
    work.report(
        "E0419",
        (f"{name} has {quantity(size, 'value')}, more than {COUNTABLE_LIMIT:,}"),
        span,
        repair="use fewer values",
    )
    return POISON


def _alike(work: DeclarationContext, name: str, size: ast.Expr) -> Type:
    number = work.elaborator.constant(size, work.scope(name), IntType(0, 1 << 62))
    if number is None:
        return POISON
    if number < 1:
        work.report("E0501", f"`alike {number}` is not in 1..{COUNTABLE_LIMIT}", size.span, repair="write a larger number")
        return POISON
    if number > COUNTABLE_LIMIT:
        return _too_large(work, name, number, size.span)
    short = name.rpartition(".")[2]
    members = tuple(f"{short}{place}" for place in range(1, number + 1))
    kind = EnumType(name, members, "alike", words=work.words.of(name, members))
    add_values(work, kind)
    return kind


def add_values(work: DeclarationContext, kind: EnumType) -> None:
    """The values of an enum or table under their names."""
    prefix = prefix_of(kind.name)
    for number, name in enumerate(kind.members):
        if is_identifier(name):
            add_value(work, prefix + name, ir.Literal(number, kind))


def add_value(work: DeclarationContext, name: str, value: ir.Literal) -> None:
    """One more value under a name; several types may share it."""
    known = work.symbols.values.setdefault(name, [])
    if value not in known:
        known.append(value)


def _record(work: DeclarationContext, name: str, node: ast.RecordOf) -> Type:
    fields: dict[str, Type] = {}
    for declared in node.fields:
        label = declared.name.text
        if label in fields:
            work.report("E0302", f"{name} has two fields {label}", declared.name.span, "again here", repair="keep one of them")
        fields[label] = work.elaborator.type(declared.type, work.scope(name))
    if POISON in fields.values():
        return POISON
    kind = RecordType(name, tuple(fields.items()), words=work.words.of(name, tuple(fields)))
    return _declare_spelling(work, kind, node.shown) if node.shown is not None else kind


# -- spellings --------------------------------------------------------------------------------------------------------


def _declare_spelling(work: DeclarationContext, record: RecordType, shown: ast.TextLit) -> Type:
    if not is_countable(record):
        repair = "leave `shown` out, or use countable fields with at most 65,536 values"
        work.report("E0424", f"{record} is not countable, so its values have no spelling", shown.span, repair=repair)
        return record
    scope = work.scope(f"{record.name}.shown")
    for label, kind in record.fields:
        scope = scope.bind(label, ir.Local(f"{record.name}.shown.{label}", kind))
    before = len(work.symbols.diagnostics)
    template = work.elaborator.template(shown, scope)
    if len(work.symbols.diagnostics) > before or not isinstance(template, ir.Template):
        return record
    spelling = _spellings(work, record, template, shown.span)
    spelled = replace(record, spelling=spelling)
    prefix = prefix_of(record.name)
    for number, text in enumerate(spelling):
        if is_identifier(text):
            add_value(work, prefix + text, ir.Literal(number, spelled))
    return spelled


def _spellings(work: DeclarationContext, record: RecordType, template: ir.Template, span: Span) -> tuple[str, ...]:
    """The text of each value; texts that two values share are reported."""
    constants = {name: constant.value for name, constant in work.symbols.constants.items()}
    compiler = ConstantCompiler(constants, work.symbols.functions)
    slots = [compiler.slot(f"{record.name}.shown.{label}") for label, _ in record.fields]
    try:
        pieces = [part if isinstance(part, str) else (part.type, compiler.closure(part)) for part in template.parts]
        frame = compiler.frame()
        spellings: list[str] = []
        for number in range(cardinality(record)):
            for slot, value in zip(slots, unpack_record(record, number), strict=True):
                frame[slot] = value
            spellings.append("".join(piece if isinstance(piece, str) else _sign(piece[0], piece[1](frame)) for piece in pieces))
    except NotConstant:
        work.report("E0424", "a spelling depends on the fields only", span, repair="write fields and fixed texts")
        return ()
    except RulesError as error:
        work.symbols.diagnostics.extend(error.diagnostics)
        return ()
    if len(set(spellings)) < len(spellings):
        twice = next(text for text in spellings if spellings.count(text) > 1)
        work.report("E0424", f'two values of {record} are written "{twice}"', span, repair="show every field")
    return tuple(spellings)


def _sign(kind: Type, value: Value) -> str:
    return str(value) if kind == TEXT else sign_value(kind, value)


def declare_all_values(work: DeclarationContext, names: Sequence[str]) -> None:
    """All types and tables, for names that only they can resolve."""

    def declare_pending() -> None:
        for name in names:
            if name in work.symbols.pending and name not in work.running:
                work.symbols.pending[name]()

    def run() -> None:
        if ALL_VALUES not in work.running:
            work.running.append(ALL_VALUES)
            declare_pending()
            work.running.remove(ALL_VALUES)
            work.symbols.pending.pop(ALL_VALUES, None)

    work.symbols.pending[ALL_VALUES] = run
