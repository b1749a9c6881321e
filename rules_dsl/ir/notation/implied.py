"""The type a node has where the text form does not say it; writer and reader use the same rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, assert_never

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.folds import FOLDS, FoldKind, FoldResult
from rules_dsl.ir.types import (
    BOOL,
    TEXT,
    BagType,
    DeckType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    SetType,
    Type,
)
from rules_dsl.kinds import BinaryOperator, UnaryOperator, WalkKind

TRUTHS = frozenset({"and", "or", "implies", "==", "!=", "<", "<=", ">", ">=", "in"})
AS_FIRST = frozenset({"rest", "take_last", "without_last", "take_first", "reversed", "shuffled", "next", "previous"})


def _binary_type(operator: BinaryOperator, left: Type, right: Type) -> Type | None:
    """The type of an operation: the interval of a sum, …"""
    if operator in TRUTHS:
        return BOOL
    if isinstance(left, IntType) and isinstance(right, IntType):
        return _interval(operator, left, right)
    return left


def _interval(operator: BinaryOperator, left: IntType, right: IntType) -> Type | None:
    match operator:
        case "+":
            return IntType(left.low + right.low, left.high + right.high)
        case "-":
            return IntType(left.low - right.high, left.high - right.low)
        case "*":
            ends = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
            return IntType(min(ends), max(ends))
        case "min" | "max":
            best = min if operator == "min" else max
            return IntType(best(left.low, right.low), best(left.high, right.high))
        case _:
            return None


def _unary_type(operator: UnaryOperator, operand: Type) -> Type:
    """The type of `not` and `-`."""
    return IntType(-operand.high, -operand.low) if operator == "-" and isinstance(operand, IntType) else BOOL


def _index_type(base: Type) -> Type | None:
    """The type of `base[key]`."""
    match base:
        case MapType(_, value):
            return value
        case ListType(item, _):
            return item
        case BagType(_, most):
            return IntType(0, most)
        case _:
            return None


def _field_type(base: Type, name: str) -> Type | None:
    """The type of `base.name`."""
    match base:
        case RecordType(fields=fields):
            return dict(fields).get(name)
        case DeckType(item, most):
            return ListType(item, most) if name == "known" else BagType(item, most)
        case _:
            return None


def _item_type(type_: Type) -> Type | None:
    """The type of what comes when going through something."""
    return type_.item if isinstance(type_, SetType | ListType | BagType) else None


def _range_type(low: Type, high: Type) -> Type | None:
    """The type of a range as a value."""
    return SetType(IntType(low.low, high.high)) if isinstance(low, IntType) and isinstance(high, IntType) else None


def _fold_type(kind: FoldKind, item: Type) -> Type | None:
    """The type of a fold over items of this type."""
    match FOLDS[kind].result:
        case FoldResult.TRUTH:
            return BOOL
        case FoldResult.OPTIONAL:
            return OptionalType(item)
        case FoldResult.SET:
            return SetType(item)
        case FoldResult.UNION | FoldResult.EXTREME:
            return item
        case FoldResult.TOTAL | FoldResult.COUNT | FoldResult.COLLECTION | FoldResult.ENTRIES:
            return None
        case other:
            assert_never(other)


def _builtin_type(name: str, arguments: list[Type]) -> Type | None:
    """The type of a builtin."""
    if name in AS_FIRST:
        return arguments[0]
    if name in ("top", "last"):
        return _item_type(arguments[0])
    return None


def _walk_type(kind: WalkKind, start: Type, target: Type | None) -> Type | None:
    """The type of a walk."""
    return start if kind == "reach" else target if kind == "nearest" else None


@dataclass(slots=True)
class NotationScope:
    """The types of names: of state variables, constants, functions, and of locals, whose names are unique in a game."""

    variables: dict[str, Type] = field(default_factory=dict)
    constants: dict[str, Type] = field(default_factory=dict)
    functions: dict[str, Type] = field(default_factory=dict)
    locals: dict[str, Type] = field(default_factory=dict)

    def bind(self, kind: type, parts: Mapping[str, Any]) -> None:
        """Remembers what a node tells of a name once these fields of it are known: the value of a `let`, where a walk
        starts.
        """
        if kind in (ir.Let, ir.LetIn) and "value" in parts:
            self.locals.setdefault(parts["name"], parts["value"].type)
        elif kind is ir.Walk and "name" in parts:
            start = parts["start"].type
            self.locals.setdefault(parts["name"], _item_type(start) or start)

    def imply_type(self, kind: type, parts: Mapping[str, Any]) -> Type | None:
        """The type of a node with these fields; None where it must be written."""
        match kind.__name__:
            case "Var" | "VarPlace":
                return self.variables.get(parts["name"])
            case "Const":
                return self.constants.get(parts["name"])
            case "Local":
                return self.locals.get(parts["name"])
            case "Call":
                return self.functions.get(parts["function"])
            case "Index" | "ItemPlace":
                return _index_type(parts["base"].type)
            case "Field" | "FieldPlace":
                return _field_type(parts["base"].type, parts["name"])
            case "IfElse":
                return _type_of(parts["then"])
            case "LetIn":
                return _type_of(parts["body"])
            case "Domain":
                return SetType(parts["item"])
            case "Possible" | "Stuck":
                return BOOL
            case "Template":
                return TEXT
            case _:
                return _imply_from_operands(kind, parts)


def _type_of(expr: ir.Expr) -> Type:
    return expr.type


def _imply_from_operands(kind: type, parts: Mapping[str, Any]) -> Type | None:
    match kind.__name__:
        case "Unary":
            return _unary_type(parts["operator"], parts["operand"].type)
        case "Binary":
            return _binary_type(parts["operator"], parts["left"].type, parts["right"].type)
        case "Range":
            return _range_type(parts["low"].type, parts["high"].type)
        case "Fold":
            return _fold_type(parts["kind"], parts["item"].type)
        case "Builtin":
            return _builtin_type(parts["name"], [argument.type for argument in parts["arguments"]])
        case "Walk":
            target = parts["target"]
            return _walk_type(parts["kind"], parts["start"].type, None if target is None else target.type)
        case _:
            return None
