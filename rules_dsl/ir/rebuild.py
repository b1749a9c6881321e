"""The one place that knows the parts of every expression and statement.

`rebuild` and `rebuild_statement` make a node again with each part changed; what does not change stays the same object,
so passes can compare by identity and cost nothing where they find nothing to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import assert_never

from rules_dsl.ir.nodes import (
    Assign,
    Binary,
    Builtin,
    Call,
    Chance,
    Choose,
    Clause,
    Collect,
    Const,
    Construct,
    Convert,
    Decide,
    Domain,
    Each,
    Expr,
    Field,
    FieldPlace,
    Fold,
    For,
    If,
    IfElse,
    Index,
    ItemPlace,
    Leave,
    Let,
    LetIn,
    Literal,
    Local,
    Loop,
    MapOfEntries,
    Need,
    Place,
    Possible,
    Range,
    Require,
    Section,
    Settle,
    Stmt,
    Stop,
    Stuck,
    Template,
    Unary,
    Until,
    Var,
    VarPlace,
    Walk,
    Where,
    While,
)
from rules_dsl.ir.types import DeckType

Change = Callable[[Expr], Expr]
Body = tuple[Stmt, ...]
ChangeBody = Callable[[Body], Body]


def rebuild(expr: Expr, change: Change) -> Expr:
    """The expression with `change` done to each of its direct parts, in order; the same object if nothing changes."""
    match expr:
        case Literal() | Local() | Var() | Const() | Domain() | Stuck():
            return expr
        case Binary(_, left, right):
            first, second = change(left), change(right)
            return expr if first is left and second is right else replace(expr, left=first, right=second)
        case Index(base, key):
            first, second = change(base), change(key)
            return expr if first is base and second is key else replace(expr, base=first, key=second)
        case Convert(value):
            first = change(value)
            return expr if first is value else replace(expr, value=first)
        case Field(base):
            first = change(base)
            return expr if first is base else replace(expr, base=first)
        case Unary(_, operand):
            first = change(operand)
            return expr if first is operand else replace(expr, operand=first)
        case Call(_, arguments) | Builtin(_, arguments) | Construct(arguments):
            items = change_each(arguments, change)
            return expr if items is arguments else replace(expr, arguments=items)
        case Collect(before):
            items = change_each(before, change)
            return expr if items is before else replace(expr, items=items)
        case _:
            return _rebuild_larger(expr, change)


Larger = IfElse | LetIn | Range | Fold | Walk | MapOfEntries | Possible | Template


def _rebuild_larger(expr: Larger, change: Change) -> Expr:
    match expr:
        case IfElse(condition, then, otherwise):
            test, yes, no = change(condition), change(then), change(otherwise)
            same = test is condition and yes is then and no is otherwise
            return expr if same else replace(expr, condition=test, then=yes, otherwise=no)
        case LetIn(_, value, body):
            first, second = change(value), change(body)
            return expr if first is value and second is body else replace(expr, value=first, body=second)
        case Range(low, high):
            first, second = change(low), change(high)
            return expr if first is low and second is high else replace(expr, low=first, high=second)
        case Fold():
            return _rebuild_fold(expr, change)
        case Walk(_, start, target, _, step):
            first, goal, item = change(start), _change_optional(target, change), change(step)
            same = first is start and goal is target and item is step
            return expr if same else replace(expr, start=first, target=goal, step=item)
        case MapOfEntries(entries, default):
            pairs, rest = _change_pairs(entries, change), change(default)
            return expr if pairs is entries and rest is default else replace(expr, entries=pairs, default=rest)
        case Possible(_, player):
            first = change(player)
            return expr if first is player else replace(expr, player=first)
        case Template(parts):
            texts = tuple(part if isinstance(part, str) else change(part) for part in parts)
            return expr if _is_same(parts, texts) else replace(expr, parts=texts)
        case _:
            assert_never(expr)


def _rebuild_fold(expr: Fold, change: Change) -> Expr:
    clauses = tuple(change_clause(clause, change) for clause in expr.clauses)
    item, key, by = change(expr.item), _change_optional(expr.key, change), _change_optional(expr.by, change)
    default = _change_optional(expr.default, change)
    same = (
        _is_same(clauses, expr.clauses)
        and item is expr.item
        and key is expr.key
        and by is expr.by
        and default is expr.default
    )
    return expr if same else replace(expr, clauses=clauses, item=item, key=key, by=by, default=default)


def change_clause(clause: Clause, change: Change) -> Clause:
    """A clause of a fold with `change` done to its expression."""
    match clause:
        case Each(_, domain):
            first = change(domain)
            return clause if first is domain else replace(clause, domain=first)
        case Where(condition) | While(condition) | Until(condition):
            first = change(condition)
            return clause if first is condition else replace(clause, condition=first)
        case _:
            assert_never(clause)


def change_each(items: tuple[Expr, ...], change: Change) -> tuple[Expr, ...]:
    """A tuple of expressions with `change` done to each; the same tuple if nothing changes."""
    changed = tuple([change(item) for item in items])
    return items if _is_same(items, changed) else changed


def _change_pairs(pairs: tuple[tuple[Expr, Expr], ...], change: Change) -> tuple[tuple[Expr, Expr], ...]:
    changed = tuple((change(key), change(value)) for key, value in pairs)
    same = all(old[0] is new[0] and old[1] is new[1] for old, new in zip(pairs, changed, strict=True))
    return pairs if same else changed


def _change_optional(expr: Expr | None, change: Change) -> Expr | None:
    return None if expr is None else change(expr)


def _is_same(before: tuple[object, ...], after: tuple[object, ...]) -> bool:
    return all(old is new for old, new in zip(before, after, strict=True))


def children(expr: Expr) -> list[Expr]:
    """The direct parts of an expression, in order."""
    exprs: list[Expr] = []
    rebuild(expr, _noting(exprs))
    return exprs


def _noting(exprs: list[Expr]) -> Change:
    def note(expr: Expr) -> Expr:
        exprs.append(expr)
        return expr

    return note


def walk(expr: Expr) -> Iterator[Expr]:
    """The expression and everything in it, parents first."""
    waiting = [expr]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(children(current)))


def bottom_up(expr: Expr, change: Change) -> Expr:
    """The expression with `change` done everywhere, to the parts first."""

    def visit(part: Expr) -> Expr:
        return change(rebuild(part, visit))

    return visit(expr)


# -- statements -------------------------------------------------------------------------------------------------------


def rebuild_statement(stmt: Stmt, change: Change, body: ChangeBody) -> Stmt:
    """The statement with its direct expressions changed by `change` and its blocks by `body`; the same object if
    nothing changes.
    """
    match stmt:
        case Assign(place, value):
            where, what = rebuild_place(place, change), change(value)
            return stmt if where is place and what is value else replace(stmt, place=where, value=what)
        case Let(_, value):
            what = change(value)
            return stmt if what is value else replace(stmt, value=what)
        case If(condition, then, otherwise):
            test, yes, no = change(condition), body(then), body(otherwise)
            same = test is condition and yes is then and no is otherwise
            return stmt if same else replace(stmt, condition=test, then=yes, otherwise=no)
        case For(_, domain, _, block):
            over, inner = change(domain), body(block)
            return stmt if over is domain and inner is block else replace(stmt, domain=over, body=inner)
        case Need(condition, reason):
            test, why = change(condition), _change_optional(reason, change)
            return stmt if test is condition and why is reason else replace(stmt, condition=test, reason=why)
        case Require(condition, message):
            test, what = change(condition), change(message)
            return stmt if test is condition and what is message else replace(stmt, condition=test, message=what)
        case Settle() | Leave() | Stop():
            return stmt
        case _:
            return _rebuild_stop(stmt, change, body)


def _rebuild_stop(stmt: Choose | Chance | Decide | Loop | Section, change: Change, body: ChangeBody) -> Stmt:
    match stmt:
        case Choose(_, domain, condition):
            over, test, who = change(domain), _change_optional(condition, change), _change_optional(stmt.actor, change)
            same = over is domain and test is condition and who is stmt.actor
            return stmt if same else replace(stmt, domain=over, condition=test, actor=who)
        case Chance(_, domain, weight):
            over, heavy = change(domain), _change_optional(weight, change)
            return stmt if over is domain and heavy is weight else replace(stmt, domain=over, weight=heavy)
        case Decide(actor, _, otherwise):
            who, no = change(actor), None if otherwise is None else body(otherwise)
            return stmt if who is actor and no is otherwise else replace(stmt, actor=who, otherwise=no)
        case Loop(until, block):
            end, inner = _change_optional(until, change), body(block)
            return stmt if end is until and inner is block else replace(stmt, until=end, body=inner)
        case Section(_, parameters, block):
            lets = tuple(_rebuild_let(let, change) for let in parameters)
            inner = body(block)
            return stmt if _is_same(lets, parameters) and inner is block else replace(stmt, parameters=lets, body=inner)
        case _:
            assert_never(stmt)


def _rebuild_let(let: Let, change: Change) -> Let:
    value = change(let.value)
    return let if value is let.value else replace(let, value=value)


def rebuild_place(place: Place, change: Change) -> Place:
    """The place with its keys changed."""
    match place:
        case VarPlace():
            return place
        case ItemPlace(base, key):
            inner, which = rebuild_place(base, change), change(key)
            return place if inner is base and which is key else replace(place, base=inner, key=which)
        case FieldPlace(base):
            inner = rebuild_place(base, change)
            return place if inner is base else replace(place, base=inner)
        case _:
            assert_never(place)


def reading(place: Place) -> Expr:
    """What stands at a place."""
    match place:
        case VarPlace(name, type_):
            return Var(name, type_)
        case ItemPlace(base, key, type_):
            return Index(reading(base), key, type_)
        case FieldPlace(base, name, type_) if isinstance(base.type, DeckType):
            return Builtin(name, (reading(base),), type_)
        case FieldPlace(base, name, type_):
            return Field(reading(base), name, type_)
        case _:
            assert_never(place)


def place_variable(place: Place) -> str:
    """The variable a place lies in."""
    match place:
        case VarPlace(name):
            return name
        case ItemPlace(base) | FieldPlace(base):
            return place_variable(base)
        case _:
            assert_never(place)


def say_place(place: Place) -> str:
    """A place as an author would name it, keys left open."""
    match place:
        case VarPlace(name):
            return name
        case ItemPlace(base):
            return f"{say_place(base)}[…]"
        case FieldPlace(base, name):
            return f"{say_place(base)}.{name}"
        case _:
            assert_never(place)


def map_body(body: Body, change: Change) -> Body:
    """A block with `change` done to every expression that stands directly in a statement, nested blocks included."""

    def inner(block: Body) -> Body:
        changed = tuple([rebuild_statement(stmt, change, inner) for stmt in block])
        return block if _is_same(block, changed) else changed

    return inner(body)


def statement_expressions(stmt: Stmt) -> list[Expr]:
    """The expressions that stand directly in a statement (not those of nested blocks)."""
    exprs: list[Expr] = []
    rebuild_statement(stmt, _noting(exprs), lambda block: block)
    return exprs


def statement_bodies(stmt: Stmt) -> list[Body]:
    """The nested blocks of a statement."""
    stmts: list[Body] = []

    def note(block: Body) -> Body:
        stmts.append(block)
        return block

    rebuild_statement(stmt, lambda expr: expr, note)
    return stmts


def walk_statements(body: Body) -> Iterator[Stmt]:
    """Every statement of a block, nested ones included, in the order they are written."""
    for stmt in body:
        yield stmt
        for block in statement_bodies(stmt):
            yield from walk_statements(block)


def body_expressions(body: Body) -> Iterator[Expr]:
    """Every expression that stands directly in a statement of the block or of a nested one."""
    for stmt in walk_statements(body):
        yield from statement_expressions(stmt)
