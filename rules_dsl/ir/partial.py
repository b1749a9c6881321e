"""Which expressions can fail, so that nothing is evaluated before the needs that protect it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.folds import FOLDS, FoldFailure, FoldResult
from rules_dsl.ir.rebuild import walk
from rules_dsl.ir.types import BagType, DeckType, EnumType, IntType, ListType, MapType, OptionalType, SetType, Type

PARTIAL_BUILTINS = frozenset(["top", "last", "nth"])


def can_fail(expr: ir.Expr, functions: Mapping[str, ir.Function]) -> bool:
    """May evaluating the expression stop the play? (A safe answer: it may say yes where no value makes it fail.)"""
    return any(_fails_here(part) or _calls_failure(part, functions) for part in walk(expr))


def _calls_failure(expr: ir.Expr, functions: Mapping[str, ir.Function]) -> bool:
    if not isinstance(expr, ir.Call):
        return False
    function = functions[expr.function]
    return not fits(function.body.type, function.type) or can_fail(function.body, functions)


def _fails_here(expr: ir.Expr) -> bool:
    match expr:
        case ir.Index(base, key):
            return isinstance(base.type, ListType) or not fits(key.type, _key(base.type))
        case ir.Builtin(name):
            return name in PARTIAL_BUILTINS
        case ir.Binary("/" | "%", _, right):
            return not (isinstance(right, ir.Literal) and right.value)
        case ir.Binary(operator):
            return operator in ("add", "subtract")
        case ir.Fold():
            return _fold_fails(expr)
        case ir.Collect(items, kind):
            return isinstance(kind, BagType | DeckType) or not all(fits(item.type, _item(kind)) for item in items)
        case ir.Construct(arguments, record):
            return not all(fits(part.type, kind) for part, (_, kind) in zip(arguments, record.fields, strict=True))
        case ir.Convert(value, kind):
            return not fits(value.type, kind)
        case ir.MapOfEntries() | ir.Walk() | ir.Possible():
            return True
        case _:
            return False


def _fold_fails(expr: ir.Fold) -> bool:
    traits = FOLDS[expr.kind]
    match traits.failure:
        case FoldFailure.OF_NOTHING:
            return expr.default is None
        case FoldFailure.BY_PARTS:
            return not isinstance(expr.type, IntType)
        case FoldFailure.UNFIT_ITEM:
            return not fits(expr.item.type, _item(expr.type) if traits.result is FoldResult.SET else expr.type)
        case FoldFailure.ALWAYS:
            return True
        case FoldFailure.NEVER:
            return False
        case other:
            assert_never(other)


def _key(type_: Type) -> Type:
    return type_.key if isinstance(type_, MapType) else _item(type_)


def _item(type_: Type) -> Type:
    match type_:
        case SetType(item) | BagType(item) | ListType(item) | DeckType(item):
            return item
        case _:
            return type_


def fits(source: Type, target: Type) -> bool:
    """Is every value of `source` one of `target`?"""
    match source, target:
        case IntType(low, high), IntType(least, most):
            return least <= low and high <= most
        case OptionalType(inner), OptionalType(item):
            return fits(inner, item)
        case _, OptionalType(item):
            return fits(source, item)
        case SetType(EnumType("nothing", ())), SetType():
            return True
        case SetType(inner), SetType(item):
            return fits(inner, item)
        case (BagType(inner, count), BagType(item, most)) | (ListType(inner, count), ListType(item, most)):
            return count <= most and fits(inner, item)
        case _:
            return source == target
