"""Actions and events with their exceptions worked in: `instead of` replaces, `also for` adds.

Each exception's condition is read once, before anything is done, into a flag; the bodies stand under these flags.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from rules_dsl.diagnostics.suggest import hint
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BOOL, TEXT
from rules_dsl.semantics import narrow
from rules_dsl.semantics.clauses import RulePart, body_of, needs_of
from rules_dsl.semantics.rulebook import Frame, Rulebook, rule_of
from rules_dsl.semantics.scope import Scope
from rules_dsl.syntax import ast

Head = ast.ActionDecl | ast.EventDecl


@dataclass(frozen=True, slots=True)
class Exceptions:
    """The exceptions of one action or event: both kinds in order, and which comes before which."""

    instead: tuple[ast.ExceptionDecl, ...]
    also: tuple[ast.ExceptionDecl, ...]
    earlier: frozenset[tuple[str, str]]  # (winner, loser), closed under transitivity

    def beats(self, winner: ast.ExceptionDecl, loser: ast.ExceptionDecl) -> bool:
        """Is `winner` ordered before `loser`?"""
        return (label(winner), label(loser)) in self.earlier


def label(exception: ast.ExceptionDecl) -> str:
    """The name of an exception, or how one speaks of it."""
    if exception.name is not None:
        return exception.name.text
    return f"{'instead of' if exception.replaces else 'also for'} {exception.action} (line {exception.span.line})"


def work_in(head: Head, scope: Scope, frame: Frame) -> tuple[tuple[ir.Need, ...], tuple[ir.Stmt, ...]]:
    """The needs and the body of an action or event in whose scope the parameters are bound."""
    exceptions = order_exceptions(head.name.text, frame.book)
    base = RulePart(head.clauses, frame.rule)
    if not exceptions.instead and not exceptions.also:
        return needs_of(base, scope, frame), body_of(base, scope, frame, ())
    return _needs(base, exceptions, scope, frame), _body(base, exceptions, scope, frame)


def order_exceptions(name: str, book: Rulebook) -> Exceptions:
    """The exceptions of an action or event in the order in which they are asked."""
    all_ = book.exceptions.get(name, ())
    names = {label(exception) for exception in all_}
    pairs = {(label(exception), later.text) for exception in all_ for later in exception.before if later.text in names}
    earlier = _close_pairs(pairs)
    by_name = sorted(all_, key=lambda exception: (exception.name is None, label(exception)))
    in_order = _sort_exceptions(by_name, earlier)
    instead = tuple(exception for exception in in_order if exception.replaces)
    return Exceptions(instead, tuple(exception for exception in in_order if not exception.replaces), earlier)


def _close_pairs(pairs: set[tuple[str, str]]) -> frozenset[tuple[str, str]]:
    closed = set(pairs)
    while more := {(a, d) for a, b in closed for c, d in closed if b == c} - closed:
        closed |= more
    return frozenset(closed)


def _sort_exceptions(
    items: Sequence[ast.ExceptionDecl], earlier: frozenset[tuple[str, str]]
) -> list[ast.ExceptionDecl]:
    waiting, done = list(items), []
    while waiting:
        free = (
            exception
            for exception in waiting
            if not any((label(other), label(exception)) in earlier for other in waiting)
        )
        # a circle was reported by `check`; any order will do
        following = next(free, waiting[0])
        waiting.remove(following)
        done.append(following)
    return done


# -- conditions -------------------------------------------------------------------------------------------------------

Guard = tuple[ast.ExceptionDecl, bool]  # an exception and whether it applies


def _assuming(guards: Sequence[Guard], scope: Scope, frame: Frame) -> Scope:
    for exception, truth in guards:
        scope = narrow.assume(frame.book.elaborator.condition(exception.condition, scope), scope, truth)
    return scope


def _guard(guards: Sequence[Guard], scope: Scope, frame: Frame) -> ir.Expr | None:
    """All guards as one condition, None if there are none.

    Elaborated anew each time, so that names of locals stay unique.
    """
    expr: ir.Expr | None = None
    for exception, truth in guards:
        condition = frame.book.elaborator.condition(exception.condition, scope)
        if not truth:
            condition = ir.Unary("not", condition, BOOL, span=condition.span)
        expr = condition if expr is None else ir.Binary("and", expr, condition, BOOL, span=condition.span)
    return expr


def exclusive(first: ast.ExceptionDecl, second: ast.ExceptionDecl, scope: Scope, frame: Frame) -> bool:
    """Can one see from the conditions alone that not both apply?"""
    elaborator = frame.book.elaborator
    one = elaborator.condition(first.condition, scope)
    other = elaborator.condition(second.condition, scope)
    if any(_deny_each_other(a, b) for a in _parts(one) for b in _parts(other)):
        return True
    return narrow.is_unreachable(narrow.assume(other, narrow.assume(one, scope)))


def _parts(condition: ir.Expr) -> list[ir.Expr]:
    match condition:
        case ir.Binary("and", left, right):
            return [*_parts(left), *_parts(right)]
        case _:
            return [condition]


def _deny_each_other(one: ir.Expr, other: ir.Expr) -> bool:
    match one, other:
        case (ir.Unary("not", inner), _) if inner == other:
            return True
        case (_, ir.Unary("not", inner)) if inner == one:
            return True
        case ir.Binary("==", a, ir.Literal(x)), ir.Binary("==", b, ir.Literal(y)):
            return a == b and x != y
        case (ir.Binary("==", a, b), ir.Binary("!=", c, d)) | (ir.Binary("!=", a, b), ir.Binary("==", c, d)):
            return a == c and b == d
        case _:
            return False


# -- needs ------------------------------------------------------------------------------------------------------------


def _needs(base: RulePart, exceptions: Exceptions, scope: Scope, frame: Frame) -> tuple[ir.Need, ...]:
    """The needs of every part, each asked only where its part applies."""
    needs = _guard_needs(base, [(exception, False) for exception in exceptions.instead], scope, frame)
    for exception in exceptions.instead:
        rivals = [
            (other, False)
            for other in exceptions.instead
            if other is not exception and not exceptions.beats(exception, other)
        ]
        needs += _guard_needs(_part(exception, frame), [(exception, True), *rivals], scope, frame)
    for exception in exceptions.also:
        needs += _guard_needs(_part(exception, frame), [(exception, True)], scope, frame)
    return tuple(needs)


def _guard_needs(part: RulePart, guards: Sequence[Guard], scope: Scope, frame: Frame) -> list[ir.Need]:
    inner = _assuming(guards, scope, frame)
    return [_under(need, _guard(guards, scope, frame)) for need in needs_of(part, inner, frame)]


def _under(need: ir.Need, guard: ir.Expr | None) -> ir.Need:
    condition = (
        need.condition if guard is None else ir.Binary("implies", guard, need.condition, BOOL, span=need.condition.span)
    )
    return ir.Need(condition, need.reason, need.rule, span=need.span)


def _part(exception: ast.ExceptionDecl, frame: Frame) -> RulePart:
    rule = rule_of(frame.book, label(exception), exception.tags, exception.span)
    return RulePart(exception.clauses, rule)


# -- body -------------------------------------------------------------------------------------------------------------

Flags = dict[str, ir.Local]


def _body(base: RulePart, exceptions: Exceptions, scope: Scope, frame: Frame) -> tuple[ir.Stmt, ...]:
    flags: Flags = {}
    done: list[ir.Stmt] = []
    for exception in (*exceptions.instead, *exceptions.also):
        condition = frame.book.elaborator.condition(exception.condition, scope)
        name = frame.book.symbols.fresh(f"{scope.owner}.{exception.name or 'exception'}")
        flags[label(exception)] = ir.Local(name, BOOL, span=exception.span)
        done.append(ir.Let(name, condition, span=exception.condition.span))
    done += _clashes(exceptions, flags, scope, frame)
    return (*done, *_variants(base, exceptions, 0, flags, scope, frame))


def _variants(
    base: RulePart, exceptions: Exceptions, index: int, flags: Flags, scope: Scope, frame: Frame
) -> tuple[ir.Stmt, ...]:
    """The body of the first replacement that applies, otherwise of the rest."""
    if index == len(exceptions.instead):
        return _with_also(base, exceptions, flags, scope, frame)
    exception = exceptions.instead[index]
    replaced = _with_also(
        _part(exception, frame), exceptions, flags, _assuming([(exception, True)], scope, frame), frame
    )
    inner = _assuming([(exception, False)], scope, frame)
    rest = _variants(base, exceptions, index + 1, flags, inner, frame)
    return (ir.If(flags[label(exception)], replaced, rest, span=exception.span),)


def _with_also(part: RulePart, exceptions: Exceptions, flags: Flags, scope: Scope, frame: Frame) -> tuple[ir.Stmt, ...]:
    """A body, what `also for` adds, and then what the body ensures."""
    added = [
        (_part(exception, frame), flags[label(exception)], _assuming([(exception, True)], scope, frame))
        for exception in exceptions.also
    ]
    return body_of(part, scope, frame, added)


def _clashes(exceptions: Exceptions, flags: Flags, scope: Scope, frame: Frame) -> list[ir.Stmt]:
    """Stop the play where two replacements apply and neither is ordered before the other."""
    return [
        _never_both(first, second, exceptions, flags, frame)
        for first, second in combinations(exceptions.instead, 2)
        if not exceptions.beats(first, second)
        and not exceptions.beats(second, first)
        and not exclusive(first, second, scope, frame)
    ]


def _never_both(
    first: ast.ExceptionDecl, second: ast.ExceptionDecl, exceptions: Exceptions, flags: Flags, frame: Frame
) -> ir.Stmt:
    both = ir.Binary("and", flags[label(first)], flags[label(second)], BOOL)
    holds: ir.Expr = ir.Unary("not", both, BOOL, span=second.span)
    for other in exceptions.instead:
        if exceptions.beats(other, first) or exceptions.beats(other, second):
            holds = ir.Binary("or", flags[label(other)], holds, BOOL, span=second.span)
    text = f"{label(first)} and {label(second)} both replace {first.action} here; order them with `before`"
    return ir.Require(holds, ir.Template((text,), TEXT), frame.rule, span=second.span)


# -- what is wrong with them ------------------------------------------------------------------------------------------


def check(book: Rulebook) -> None:
    """Report exceptions of nothing, names given twice, and orders that are no orders."""
    named: dict[str, ast.ExceptionDecl] = {}
    for group in book.exceptions.values():
        for exception in group:
            _check_name(exception, named, book)
    for group in book.exceptions.values():
        _check_target(group, named, book)
        for exception in group:
            _check_before(exception, group, named, book)
        _check_circle(group, book)


def _check_name(exception: ast.ExceptionDecl, named: dict[str, ast.ExceptionDecl], book: Rulebook) -> None:
    name = exception.name
    if name is None:
        return
    if name.text in named:
        where = f"{name} is also the exception in line {named[name.text].span.line}"
        book.report(
            "E0614",
            f"two exceptions are called {name}",
            name.span,
            "the second",
            reason=where,
            repair="give each its own name",
        )
    elif name.text in book.symbols.declared_at:
        where = f"{name} is declared in line {book.symbols.declared_at[name.text].line}"
        book.report(
            "E0614",
            f"the name {name} is taken",
            name.span,
            "taken",
            reason=where,
            repair="give the exception another name",
        )
    named.setdefault(name.text, exception)


def _check_target(group: tuple[ast.ExceptionDecl, ...], named: dict[str, ast.ExceptionDecl], book: Rulebook) -> None:
    symbols, name = book.symbols, group[0].action.text
    if name in symbols.actions or name in symbols.events:
        return
    for exception in group:
        span = exception.action.span
        if name in named:
            target = named[name].action.text
            repair = f"write it for {target}, with a condition that says both"
            book.report("E0613", f"{name} is an exception itself", span, "an exception to an exception", repair=repair)
        else:
            repair = hint(name, (*symbols.actions, *symbols.events)) or "name an action or an event"
            book.report("E0612", f"there is no action or event {name}", span, "unknown", repair=repair)


def _check_before(
    exception: ast.ExceptionDecl,
    group: tuple[ast.ExceptionDecl, ...],
    named: dict[str, ast.ExceptionDecl],
    book: Rulebook,
) -> None:
    known = [item.name.text for item in group if item.name is not None and item is not exception]
    for other in exception.before:
        if other.text in known or other.text in book.symbols.left_out:
            continue
        why = (
            f"it is an exception of {named[other.text].action}"
            if other.text in named and named[other.text] is not exception
            else ""
        )
        repair = hint(other.text, known) or "name another exception of the same action"
        book.report("E0616", f"there is no exception {other}", other.span, "unknown", reason=why, repair=repair)


def _check_circle(group: tuple[ast.ExceptionDecl, ...], book: Rulebook) -> None:
    earlier = order_exceptions(group[0].action.text, book).earlier
    circle = [exception for exception in group if (label(exception), label(exception)) in earlier]
    if circle:
        names = ", ".join(label(exception) for exception in circle)
        reason = f"{names} would each have to win over themselves"
        book.report(
            "E0615",
            "the order of these exceptions is circular",
            circle[0].span,
            "a circle",
            reason=reason,
            repair="remove one `before`",
        )
