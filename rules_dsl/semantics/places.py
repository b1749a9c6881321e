"""Assignments: the target place and its new value."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rules_dsl.diagnostics.suggest import hint
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.folds import FOLDS, FoldMembers
from rules_dsl.ir.names import free_locals
from rules_dsl.ir.rebuild import place_variable, reading
from rules_dsl.ir.state_reads import variables_read
from rules_dsl.ir.types import (
    BOOL,
    BagType,
    BoolType,
    DeckType,
    EnumType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    SetType,
    TextType,
    Type,
)
from rules_dsl.kinds import WRITTEN_OPERATORS, BinaryOperator, SetOperator
from rules_dsl.semantics import narrow
from rules_dsl.semantics.fitting import Fit, describe_type, fit, is_numeric
from rules_dsl.semantics.numbers import inside, meet
from rules_dsl.semantics.rulebook import Done, Frame, is_poison
from rules_dsl.semantics.scope import Scope
from rules_dsl.semantics.writes import forget
from rules_dsl.source import Span
from rules_dsl.syntax import ast

JOINING: dict[str, SetOperator] = {"+=": "union", "-=": "difference"}
ADDING: dict[str, BinaryOperator] = {"+=": "add", "-=": "subtract"}
ASSIGNED = "="
"""The local that stands for a value that is assigned; what is learned of it is forgotten with the assignment."""


def assign(node: ast.AssignStmt, scope: Scope, frame: Frame) -> Done:
    """`x = e`, `x += e`, `x -= e`."""
    target = place(node.target, scope, frame)
    if target is None:
        return (), scope
    change = _change_place(node, target, scope, frame)
    if change is None:
        return (), forget(scope, {place_variable(target)}, frame.book)
    return store(*change, scope, frame, node.span)


def store(target: ir.Place, value: ir.Expr, checked: bool, scope: Scope, frame: Frame, span: Span) -> Done:
    """An assignment, and the facts after it."""
    variable = place_variable(target)
    after = forget(scope, {variable}, frame.book)
    statement = ir.Assign(target, value, checked, frame.rule, span=span)
    if variable in {name for key in _keys(target) for name in variables_read(key, frame.book.symbols.functions)}:
        return (statement,), after
    known = value.value if isinstance(value, ir.Convert) and not value.checked else value
    if isinstance(target.type, IntType | OptionalType) and not isinstance(known, ir.Literal):
        known = ir.Local(ASSIGNED, known.type)  # a fact about what the value reads may no longer be true
    learned = narrow.assume(ir.Binary("==", reading(target), known, BOOL), after)
    facts = {expr: type_ for expr, type_ in learned.facts.items() if ASSIGNED not in free_locals(expr)}
    return (statement,), replace(learned, facts=facts)


def place(node: ast.Expr, scope: Scope, frame: Frame) -> ir.Place | None:
    """The place that is written; None with a diagnostic if there is none."""
    match node:
        case ast.Ref(name) if name in frame.book.symbols.variables and name not in scope.locals:
            return ir.VarPlace(name, frame.book.symbols.variables[name].type)
        case ast.Ref():
            _not_a_place(node, scope, frame)
            return None
        case ast.DotExpr(base, field):
            return _field(place(base, scope, frame), field, frame)
        case ast.SubscriptExpr(base, key):
            return _item(place(base, scope, frame), key, scope, frame)
        case _:
            frame.book.report(
                "E0601",
                "this cannot be set",
                node.span,
                "not a place of the state",
                repair="name a variable of `state`",
            )
            return None


def _field(base: ir.Place | None, field: ast.Name, frame: Frame) -> ir.Place | None:
    if base is None:
        return None
    if isinstance(base.type, RecordType):
        fields = dict(base.type.fields)
        if field.text in fields:
            return ir.FieldPlace(base, field.text, fields[field.text])
        repair = hint(field.text, fields) or f"its fields are {', '.join(fields)}"
        frame.book.report("E0603", f"{base.type} has no field {field}", field.span, "no such field", repair=repair)
        return None
    reason = f"it is {describe_type(base.type)}"
    frame.book.report(
        "E0603",
        f"this has no field {field} to set",
        field.span,
        "not a record",
        reason=reason,
        repair="set the whole of it",
    )
    return None


def _item(base: ir.Place | None, key: ast.Expr, scope: Scope, frame: Frame) -> ir.Place | None:
    if base is None:
        return None
    match base.type:
        case MapType(key_type, value_type):
            return ir.ItemPlace(base, frame.book.elaborator.expression(key, scope, key_type), value_type)
        case BagType(item, most):
            return ir.ItemPlace(base, frame.book.elaborator.expression(key, scope, item), IntType(0, most))
        case ListType():
            repair = "set the whole list, or use a map `[1..n] T`"
            frame.book.report("E0602", "an item of a list cannot be set", key.span, "an item of a list", repair=repair)
        case _:
            reason = f"it is {describe_type(base.type)}"
            frame.book.report(
                "E0603", "this has no items to set", key.span, "not a map", reason=reason, repair="set the whole of it"
            )
    return None


def _not_a_place(node: ast.Ref, scope: Scope, frame: Frame) -> None:
    symbols = frame.book.symbols
    if node.name in symbols.failed:
        return
    kinds = (
        (scope.locals, "a name for a value", "locals never change; keep what changes in `state`"),
        (symbols.constants, "fixed before the game starts", "keep what changes in `state`"),
        (symbols.functions, "a definition", "set the variables it reads"),
        (symbols.values, "a value", "name a variable of `state`"),
        (symbols.types, "a type", "name a variable of `state`"),
    )
    for names, what, repair in kinds:
        if node.name in names:
            frame.book.report("E0601", f"{node.name} cannot be set", node.span, f"{node.name} is {what}", repair=repair)
            return
    if node.name in symbols.declared_at:
        return  # its declaration was wrong, and that was said there
    repair = hint(node.name, symbols.variables) or "declare it in `state`"
    frame.book.report("E0604", f"unknown variable {node.name}", node.span, "not in `state`", repair=repair)


def _keys(target: ir.Place) -> list[ir.Expr]:
    match target:
        case ir.VarPlace():
            return []
        case ir.ItemPlace(base, key):
            return [*_keys(base), key]
        case ir.FieldPlace(base):
            return _keys(base)
        case _:
            assert_never(target)


Change = tuple[ir.Place, ir.Expr, bool]


def _change_place(node: ast.AssignStmt, target: ir.Place, scope: Scope, frame: Frame) -> Change | None:
    if node.operator == "=":
        return _set(node, target, scope, frame)
    match target.type:
        case IntType():
            return _count(node, target, target.type, scope, frame)
        case SetType():
            return _members(node, target, target.type, scope, frame)
        case BagType():
            return _bag(node, target, target.type, scope, frame)
        case ListType():
            return _append(node, target, target.type, scope, frame)
        case RecordType() | MapType() if is_numeric(target.type):
            return _itemwise(node, target, scope, frame)
        case OptionalType(IntType()):
            sum_ = ast.BinaryExpr(WRITTEN_OPERATORS[node.operator[0]], node.target, node.value, span=node.span)
            return _plain(target, frame.book.elaborator.expression(sum_, scope, target.type))
        case BoolType() | EnumType() | RecordType() | MapType() | OptionalType() | DeckType() | TextType():
            message = f"`{node.operator}` does not work on {describe_type(target.type)}"
            repair = "`put … on` and `put … into` fill a deck" if isinstance(target.type, DeckType) else "use `=`"
            reason = "it works on numbers, sets, bags, lists, and on records and maps of numbers"
            frame.book.report(
                "E0605", message, node.span, f"this is {describe_type(target.type)}", reason=reason, repair=repair
            )
            return None
        case _:
            assert_never(target.type)


def _plain(target: ir.Place, value: ir.Expr) -> Change | None:
    """A value that was converted already; a check at its top becomes the check of the assignment."""
    if is_poison(value):
        return None
    if (
        isinstance(value, ir.Convert)
        and value.checked
        and isinstance(value.type, IntType)
        and isinstance(value.value.type, IntType)
    ):
        return target, value.value, True
    return target, value, False


def _set(node: ast.AssignStmt, target: ir.Place, scope: Scope, frame: Frame) -> Change | None:
    return _plain(target, frame.book.elaborator.expression(node.value, scope, target.type))


def _count(node: ast.AssignStmt, target: ir.Place, range_: IntType, scope: Scope, frame: Frame) -> Change | None:
    sum_ = ast.BinaryExpr(WRITTEN_OPERATORS[node.operator[0]], node.target, node.value, span=node.span)
    value = frame.book.elaborator.infer(sum_, scope)
    if is_poison(value):
        return None
    if not isinstance(value.type, IntType):
        return _plain(target, frame.book.elaborator.convert(value, range_, node.span))
    if meet(value.type, range_) is None and not narrow.is_unreachable(scope):
        _never_fits(node, value.type, range_, frame)
        return None
    return target, value, not inside(value.type, range_)


def _never_fits(node: ast.AssignStmt, kind: IntType, range_: IntType, frame: Frame) -> None:
    least = kind.low > range_.high
    end = f"at least {kind.low}" if least else f"at most {kind.high}"
    message = f"{as_written(node.target)} holds {range_}, after `{node.operator}` it would be {end}"
    repair = "change the range, or forbid the move with `needs`"
    frame.book.report("E0510", message, node.span, f"{end}, but {range_} is allowed", repair=repair)


def _members(node: ast.AssignStmt, target: ir.Place, type_: SetType, scope: Scope, frame: Frame) -> Change | None:
    added = one_or_many(node.value, type_.item, type_, scope, frame)
    if added is None:
        return None
    if added.type != type_:
        added = ir.Collect((added,), type_, span=added.span)
    return target, ir.Binary(JOINING[node.operator], reading(target), added, type_, span=node.span), False


def _bag(node: ast.AssignStmt, target: ir.Place, type_: BagType, scope: Scope, frame: Frame) -> Change | None:
    added = one_or_many(node.value, type_.item, type_, scope, frame)
    if added is None:
        return None
    if added.type == type_:
        return target, ir.Binary(ADDING[node.operator], reading(target), added, type_, span=node.span), True
    entry = ir.ItemPlace(target, added, IntType(0, type_.most))
    step = 1 if node.operator == "+=" else -1
    count = ir.Binary(
        "+", reading(entry), ir.Literal(step, IntType(step, step)), IntType(step, type_.most + step), span=node.span
    )
    return entry, count, True


def _append(node: ast.AssignStmt, target: ir.Place, type_: ListType, scope: Scope, frame: Frame) -> Change | None:
    if node.operator == "-=":
        repair = "build the list that is left: `l = [x for x in l where …]`"
        frame.book.report(
            "E0605", "`-=` does not work on lists", node.span, f"this is {describe_type(type_)}", repair=repair
        )
        return None
    added = one_or_many(node.value, type_.item, type_, scope, frame)
    if added is None:
        return None
    if added.type != type_:
        added = ir.Collect((added,), ListType(type_.item, 1), span=added.span)
    longest = ListType(type_.item, type_.most + (added.type.most if isinstance(added.type, ListType) else 1))
    return target, ir.Binary("concat", reading(target), added, longest, span=node.span), True


def _itemwise(node: ast.AssignStmt, target: ir.Place, scope: Scope, frame: Frame) -> Change | None:
    added = frame.book.elaborator.infer(node.value, scope, target.type)
    if is_poison(added):
        return None
    if fit(added.type, target.type) in {Fit.WRONG, Fit.MISSING}:
        added = frame.book.elaborator.convert(added, target.type, node.value.span)  # one number fills a map
        if is_poison(added):
            return None
    return target, ir.Binary(ADDING[node.operator], reading(target), added, target.type, span=node.span), True


def one_or_many(node: ast.Expr, item: Type, many: Type, scope: Scope, frame: Frame) -> ir.Expr | None:
    """A value of the item's type, or a whole collection, as it was written; None with a finding if it is neither."""
    elaborator = frame.book.elaborator
    value = elaborator.infer(node, scope, many if _is_collection(node, frame) else item)
    if is_poison(value):
        return None
    wanted = many if fit(value.type, many) <= Fit.CHECKED else item
    converted = elaborator.convert(value, wanted, node.span)
    return None if is_poison(converted) else converted


def _is_collection(node: ast.Expr, frame: Frame) -> bool:
    match node:
        case ast.Ref(name):
            return name in frame.book.symbols.types
        case ast.IfElseExpr(_, one, other) | ast.BinaryExpr("+" | "-", one, other):
            return _is_collection(one, frame) or _is_collection(other, frame)
        case ast.SetLit() | ast.ListLit() | ast.MapLit():
            return True
        case ast.WalkExpr(kind):
            return kind != "distance"
        case ast.FoldExpr(kind):
            return FOLDS[kind].members is not FoldMembers.NONE or kind == "map"
        case _:
            return False


def as_written(node: ast.Expr) -> str:
    """A place of the state in a sentence."""
    match node:
        case ast.Ref(name):
            return name
        case ast.DotExpr(base, name):
            return f"{as_written(base)}.{name}"
        case ast.SubscriptExpr(base):
            return f"{as_written(base)}[…]"
        case _:
            return "it"
