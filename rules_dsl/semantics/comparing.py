"""`dominates`: the order on states that the author declares."""

from __future__ import annotations

from collections.abc import Sequence

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.dominance import can_be_compared
from rules_dsl.ir.types import BagType, IntType, MapType, OptionalType, RecordType, is_scalar
from rules_dsl.semantics.fitting import describe_type
from rules_dsl.semantics.rulebook import Rulebook, plain_text, rule_of
from rules_dsl.syntax import ast

REPAIR = "name numbers, truth values, sets or maps of `state`, each with a minus where less is better"


def dominances(book: Rulebook, decls: Sequence[ast.DominatesDecl]) -> tuple[ir.Dominance, ...]:
    """Of what more is at least as good."""
    return tuple([_dominance(decl, book) for decl in decls])


def _dominance(decl: ast.DominatesDecl, book: Rulebook) -> ir.Dominance:
    label = plain_text(book, decl.label)
    grades = [_grade(grade, book) for grade in decl.grades]
    return ir.Dominance(
        label, tuple([grade for grade in grades if grade is not None]), rule_of(book, label, decl.tags, decl.span)
    )


def _grade(node: ast.Expr, book: Rulebook) -> ir.Grade | None:
    """A part of the state that can be compared; None with a diagnostic if it cannot."""
    less = isinstance(node, ast.UnaryExpr) and node.operator == "-"
    stmt = _place(node.operand if isinstance(node, ast.UnaryExpr) and less else node, book)
    if stmt is None:
        return None
    if not can_be_compared(stmt.type):
        book.report("E0632", "this has no order", node.span, f"this is {describe_type(stmt.type)}", repair=REPAIR)
        return None
    return ir.Grade(stmt, less)


def _place(node: ast.Expr, book: Rulebook) -> ir.Place | None:
    match node:
        case ast.Ref(name) if name in book.symbols.failed:
            return None
        case ast.Ref(name) if name in book.symbols.variables:
            return ir.VarPlace(name, book.symbols.variables[name].type)
        case ast.SubscriptExpr(base, key):
            return _entry(node, _place(base, book), key, book)
        case ast.DotExpr(base, field):
            return _field(node, _place(base, book), field, book)
        case _:
            book.report(
                "E0632", "`dominates` compares parts of the state", node.span, "not a part of it", repair=REPAIR
            )
            return None


def _entry(node: ast.Expr, base: ir.Place | None, key: ast.Expr, book: Rulebook) -> ir.Place | None:
    match None if base is None else base.type:
        case None:
            return None
        case MapType(key_type, value_type):
            wanted, domain = key_type, value_type
        case BagType(item, most):
            wanted, domain = item, IntType(0, most)
        case other:
            book.report(
                "E0632",
                "this has no entries with an order",
                node.span,
                f"this is {describe_type(other)}",
                repair=REPAIR,
            )
            return None
    value = book.elaborator.constant(key, book.scope("dominates"), wanted)
    assert base is not None
    return (
        None
        if value is None and not isinstance(wanted, OptionalType)
        else ir.ItemPlace(base, ir.Literal(value, wanted, span=key.span), domain)
    )


def _field(node: ast.Expr, base: ir.Place | None, field: ast.Name, book: Rulebook) -> ir.Place | None:
    if base is None:
        return None
    if isinstance(base.type, RecordType) and not is_scalar(base.type) and field.text in dict(base.type.fields):
        return ir.FieldPlace(base, field.text, base.type.field_type(field.text))
    reason = "a record with few values is one number in every machine"
    book.report(
        "E0632",
        "this has no such field with an order",
        node.span,
        f"of {describe_type(base.type)}",
        reason=reason,
        repair=REPAIR,
    )
    return None
