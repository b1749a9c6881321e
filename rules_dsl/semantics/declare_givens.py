"""Givens: the data of an instance, from outside or by default."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules_dsl.diagnostics.suggest import nearest
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.texts import from_plain
from rules_dsl.ir.types import Type, Value
from rules_dsl.quantities import quantity
from rules_dsl.semantics.declare_types import blocks_of
from rules_dsl.semantics.declaring import DeclarationContext
from rules_dsl.semantics.drawings import Drawing, legend_of, lines_of, read_drawing
from rules_dsl.semantics.fitting import describe_type
from rules_dsl.semantics.poison import POISON
from rules_dsl.semantics.texts import plain
from rules_dsl.semantics.type_exprs import leaves
from rules_dsl.source import Span
from rules_dsl.syntax import ast

GIVEN_LINE = Span("<givens>", 1, 1, 1, 1)
MOST_LEAVES = 1_000_000


def declare_givens(work: DeclarationContext) -> None:
    """Givens, each when it is needed."""
    for block in blocks_of(work, ast.GivenDecl):
        work.later(block.name.text, block.span, partial(_declare_given, work, block))


def report_unknown_givens(work: DeclarationContext) -> None:
    """Values from outside for givens that the game does not have."""
    known = [block.name.text for block in blocks_of(work, ast.GivenDecl)]
    for name in work.givens:
        if name not in known:
            meant = nearest(name, known)
            repair = f"did you mean {meant}?" if meant else f"its givens are: {', '.join(known) or 'none'}"
            work.report("E0723", f"the game has no given {name}", GIVEN_LINE, repair=repair)


def _declare_given(work: DeclarationContext, block: ast.GivenDecl) -> None:
    if isinstance(block.type, ast.DrawingOf):
        _drawing(work, block, block.type)
        return
    name = block.name.text
    kind = work.elaborator.type(block.type, work.scope(name))
    if kind == POISON or not small_enough(work, kind, name, block.type.span):
        work.note_failure(name)
        return
    value = _value(work, block, kind)
    if value is not None or name not in work.symbols.failed:
        _add(work, block, kind, value, {})


def small_enough(work: DeclarationContext, kind: Type, name: str, span: Span) -> bool:
    """Report a value of too many single numbers."""
    size = leaves(kind)
    if size <= MOST_LEAVES:
        return True
    work.report(
        "E0419",
        (f"{name} holds {quantity(size, 'single value')}, more than {MOST_LEAVES:,}"),
        span,
        repair="use smaller types",
    )
    return False


def _value(work: DeclarationContext, block: ast.GivenDecl, kind: Type) -> Value:
    name = block.name.text
    if name in work.givens:
        return _from_outside(work, block, kind, work.givens[name])
    default = block.default or next(iter(block.rows), None)
    if default is not None:
        before = len(work.symbols.diagnostics)
        value = work.elaborator.constant(default, work.scope(name), kind)
        if len(work.symbols.diagnostics) > before:
            work.note_failure(name)
        return value
    work.note_failure(name)
    work.report(
        "E0725",
        f"the given {name} has no value",
        block.span,
        "no default",
        repair=f"set it: `--given {name}=…`, or write a default",
    )
    return None


def _from_outside(work: DeclarationContext, block: ast.GivenDecl, kind: Type, raw: object) -> Value:
    name = block.name.text
    try:
        return from_plain(kind, raw)
    except (ValueError, TypeError) as problem:
        work.note_failure(name)
        repair = f"it is {describe_type(kind)}"
        work.report(
            "E0724",
            f"the value of given {name} does not fit: {problem}",
            block.name.span,
            "declared here",
            repair=repair,
        )
        return None


def _add(work: DeclarationContext, block: ast.GivenDecl, kind: Type, value: Value, legend: dict[str, Value]) -> None:
    name = block.name.text
    required = block.default is None and not block.rows
    work.symbols.constants[name] = ir.Constant(name, kind, value, "given", span=block.span)
    work.symbols.givens.append(ir.GivenInfo(name, kind, required, tuple(legend.items()), block.doc))


def _drawing(work: DeclarationContext, block: ast.GivenDecl, kind: ast.DrawingOf) -> None:
    name = block.name.text
    item = work.elaborator.type(kind.item, work.scope(name))
    if item == POISON:
        work.note_failure(name)
        return
    before = len(work.symbols.diagnostics)
    legend = legend_of(work, name, block.legend, item)
    drawing = _read_drawing(work, block, legend, item) if len(work.symbols.diagnostics) == before else None
    if drawing is None:
        work.note_failure(name)
    else:
        _add(work, block, drawing.type, drawing.value, legend)


def _read_drawing(
    work: DeclarationContext, block: ast.GivenDecl, legend: dict[str, Value], item: Type
) -> Drawing | None:
    name = block.name.text
    raw = work.givens.get(name)
    if raw is None and not block.rows:
        _value(work, block, item)
        return None
    rows = [(plain(row) or "", row.span) for row in block.rows] if raw is None else _outside_rows(work, block, raw)
    return None if rows is None else read_drawing(work, name, rows, legend, item, block.span)


def _outside_rows(work: DeclarationContext, block: ast.GivenDecl, raw: object) -> list[tuple[str, Span]] | None:
    """A level as one text, or as a list of lines."""
    if isinstance(raw, str):
        return [(line, block.name.span) for line in lines_of(raw)]
    if isinstance(raw, Sequence) and all(isinstance(line, str) for line in raw):
        return [(str(line), block.name.span) for line in raw]
    work.report(
        "E0724",
        f"the given {block.name} is a drawing, so it is a text",
        block.name.span,
        repair="give its lines as one text",
    )
    return None
